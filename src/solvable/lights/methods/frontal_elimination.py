"""Sparse linear equations over GF(2) along a moving front: large meshes and any graph of small width.

Equations are processed breadth first from a far end. Only variables between their first and their last equation are
active; after its last equation a variable is eliminated with one row, or becomes free. With at most f active variables
that costs n·f²/64 word operations and f²/64 + n·f/64 words, while plain elimination needs n³/64: a mesh of 100,000
lamps has f about 1000. Backward, each variable follows from those eliminated after it, for a solution and all quiet
vectors together (the frontal method: Irons 1970; George 1973). The kernel is `lights/sparse.cpp`, its reference
`eliminate_reference`.

`Frontal` is the method for puzzles, which repeats the elimination for each right side. Forcing expresses each press in
its parameters, of which graphs with leaves and holes need many; a front contains only the presses that are active at
once, and drops a press after its last lamp.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any

from solvable import kernels
from solvable.core.budget import check, checked
from solvable.core.memory import check_memory
from solvable.lights.algebra.elimination import PART, BitMatrix, Solved, odd_overlap, solve
from solvable.lights.algebra.masks import pack, unpack
from solvable.lights.algebra.module import Module, Vector, check_listed
from solvable.lights.rules import Toggles

RANK, CONTRADICTION = 3, 4  # indices in the kernel's `state`


@dataclass(frozen=True)
class Sparse:
    """A 0/1 matrix by rows: row i has its ones in columns[starts[i] : starts[i + 1]]."""

    starts: "array[int]"
    columns: "array[int]"
    width: int

    @classmethod
    def from_rows(cls, rows: Sequence[Iterable[int]], width: int) -> "Sparse":
        """Return the matrix whose row i has its ones in the columns rows[i]."""
        columns, starts = array("q"), array("q", [0])
        for row in rows:
            columns.extend(row)
            starts.append(len(columns))
        return cls(starts, columns, width)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.starts) - 1

    def row(self, number: int) -> list[int]:
        """Return the columns where a row has ones."""
        return self.columns[self.starts[number] : self.starts[number + 1]].tolist()

    def rows(self) -> list[list[int]]:
        """Return the columns where each row has ones."""
        return [self.row(number) for number in range(self.height)]

    def transposed(self) -> "Sparse":
        """Return the transposed matrix, its rows ascending."""
        if not kernels.has_library():
            return self.transposed_reference()
        from solvable.kernels.buffers import zeros

        starts, users, ones = zeros("q", self.width + 1), zeros("q", len(self.columns)), len(self.columns)
        kernels.native().sparse_transpose(self.starts, self.columns, self.height, ones, self.width, starts, users)
        return Sparse(starts, users, self.height)

    def transposed_reference(self) -> "Sparse":
        """Return the same as `transposed`."""
        users: list[list[int]] = [[] for _ in range(self.width)]
        for number, row in enumerate(self.rows()):
            for column in row:
                users[column].append(number)
        return Sparse.from_rows(users, self.height)

    def dense(self) -> BitMatrix:
        """Return the matrix in words."""
        size = (self.width + 63) // 64
        matrix = BitMatrix.zeros(self.height, size)
        for number in checked(range(self.height), 64):
            first = number * size
            for column in self.row(number):
                matrix.words[first + (column >> 6)] |= 1 << (column & 63)
        return matrix


def eliminate_reference(
    rows: Sequence[Sequence[int]], rhs: Sequence[int], width: int
) -> tuple[int, int | None, list[int]]:
    """Return (rank, a solution as a mask or None, a basis of the quiet vectors as masks); equations in the given
    order.
    """
    last = {column: i for i, row in enumerate(rows) for column in row}
    active: dict[int, int] = {}  # pivot → reduced row; bit `width` is the right side
    left: list[tuple[int, int | None]] = [(column, None) for column in reversed(range(width)) if column not in last]
    consistent, rank = True, 0
    # `active` is fully reduced: no pivot occurs in another row. When the last equation that contains a column is done,
    # the row with this column leaves for `left`, in the order that back substitution reads in reverse.
    for i, columns in enumerate(rows):
        row = rhs[i] << width
        for column in columns:
            row ^= 1 << column
        for own, other in active.items():
            if row >> own & 1:
                row ^= other
        held = [column for column in range(width) if row >> column & 1]
        if held:
            rank += 1
            new = min(held, key=last.__getitem__)
            active = {p: other ^ row if other >> new & 1 else other for p, other in active.items()}
            active[new] = row
        elif row:
            consistent = False
        for column in columns:
            if last[column] != i:
                continue
            pivot = column if column in active else next((p for p in active if active[p] >> column & 1), None)
            leaver = None if pivot is None else active.pop(pivot)
            if leaver is not None:
                active = {p: other ^ leaver if other >> column & 1 else other for p, other in active.items()}
            left.append((column, leaver))
    return rank, *_back(left, width, consistent)


def _back(left: list[tuple[int, int | None]], width: int, consistent: bool) -> tuple[int | None, list[int]]:
    """Return (the solution or None, the quiet vectors); each variable follows from those eliminated after it."""
    solution, quiet = 0, []
    for index in range(len(left) - 1, -1, -1):
        column, row = left[index]
        if row is None:
            quiet.append(1 << column)
            continue
        bit = 1 << column
        solution |= bit * ((row & (solution | 1 << width)).bit_count() & 1)
        quiet = [vector | bit * ((row & vector).bit_count() & 1) for vector in quiet]
    return solution if consistent else None, quiet


def ordering(matrix: Sparse, turned: Sparse) -> "array[int]":
    """Return the rows breadth first from a far end: from the last row that a first search from row 0 reached."""
    if not kernels.has_library():
        return array("q", breadth_first(matrix, turned, breadth_first(matrix, turned, 0)[-1]))
    from solvable.kernels.buffers import zeros

    results = zeros("q", matrix.height)
    for _ in range(2):
        kernels.native().sparse_order(
            matrix.starts, matrix.columns, matrix.height, turned.starts, turned.columns, turned.height,
            len(matrix.columns), results[-1], results, bytearray(matrix.height), bytearray(turned.height),
        )  # fmt: skip
    return results


def breadth_first(matrix: Sparse, turned: Sparse, first: int) -> list[int]:
    """Return the rows breadth first from row `first`, first those that share a column, then other components."""
    order, seen, used = list[int](), set[int](), set[int]()
    for start in (first, *range(matrix.height)):
        head = len(order)
        if start not in seen:
            seen.add(start)
            order.append(start)
        for row in checked(islice(order, head, None)):
            for column in matrix.row(row):
                for other in () if column in used else turned.row(column):
                    if other not in seen:
                        seen.add(other)
                        order.append(other)
                used.add(column)
    return order


def solve_sparse(matrix: Sparse, rhs: Sequence[int]) -> Solved:
    """Return the result for matrix·x = rhs over GF(2), along a front, or densely if the front is wide."""
    right, turned = bytearray(rhs), matrix.transposed()
    is_symmetric = same(turned, turned.transposed())
    plan = ordering(matrix, turned) if matrix.height else array("q")
    last_use, slots = lifetimes(matrix, plan)
    if slots * 3 > matrix.width:
        return solve(matrix.dense(), right, matrix.width, is_symmetric=is_symmetric)
    rank, solution, quiet = _run(matrix, right, plan, last_use, slots)
    if solution is not None:
        return Solved(rank, solution, quiet, None)
    left_null = quiet if is_symmetric else solve_sparse(turned, bytes(turned.height)).quiet
    return Solved(rank, None, quiet, odd_overlap(left_null, pack(right)))


def same(a: Sparse, b: Sparse) -> bool:
    """Return whether two matrices with ascending rows are equal."""
    return a.starts.tobytes() == b.starts.tobytes() and a.columns.tobytes() == b.columns.tobytes()


def lifetimes(matrix: Sparse, plan: "array[int]") -> "tuple[array[int], int]":
    """Return (the index in the plan of each column's last row, −1 if it has none; the most columns active at once)."""
    if not kernels.has_library():
        return lifetimes_reference(matrix, plan)
    from solvable.kernels.buffers import zeros

    last, ones = zeros("q", matrix.width), len(matrix.columns)
    slots = kernels.native().sparse_lifetimes(
        matrix.starts, matrix.columns, matrix.height, ones, plan, matrix.width, last, bytearray(matrix.width)
    )
    return last, slots


def lifetimes_reference(matrix: Sparse, plan: "array[int]") -> "tuple[array[int], int]":
    """Return the same as `lifetimes`."""
    first, last = dict[int, int](), array("q", [-1]) * matrix.width
    for index, number in enumerate(plan):
        for column in matrix.row(number):
            first.setdefault(column, index)
            last[column] = index
    change = [0] * (matrix.height + 1)
    for column, index in first.items():
        change[index] += 1
        change[last[column] + 1] -= 1
    return last, max(1, *accumulate(change))


def _run(
    matrix: Sparse, rhs: bytearray, plan: "array[int]", last_use: "array[int]", slots: int
) -> tuple[int, int | None, list[int]]:
    """Return (the rank, a solution or None, the quiet vectors), vectors as masks."""
    if not kernels.has_library():
        return _run_reference(matrix, rhs, plan)
    from solvable.kernels.buffers import calloc, zeros

    kernel, unused, words = kernels.native(), [v for v, last in enumerate(last_use) if last < 0], (slots + 63) // 64
    used = matrix.width - len(unused)
    check_memory(8.0 * (used + slots) * (words + 1), matrix.width)
    free, state = bytearray(used), zeros("q", 6)
    front = kernel.struct(
        "SparseFront",
        starts=matrix.starts, columns=matrix.columns, ones=len(matrix.columns), rhs=rhs, order=plan,
        equations=len(plan), last_use=last_use, variables=matrix.width, slots=slots, words=words,
        rows=calloc("Q", (slots + 1) * (words + 1)), slot_of=zeros("q", matrix.width),
        leaves=zeros("q", 64 * words), pivot_row=zeros("q", 64 * words), spare=zeros("q", slots),
        active=zeros("q", slots + 1), place_of=zeros("q", slots + 1), pivot_slot=zeros("q", slots + 1),
        left_variable=zeros("q", used), left_slot=zeros("q", used), left_row=calloc("Q", used * (words + 1)),
        left_free=free, leaving=used, state=state,
    )  # fmt: skip
    kernel.sparse_begin(front)
    while kernel.sparse_eliminate(front, PART) < len(plan):
        check()
    solution, *quiet = _back_substitute(front, used, slots, 1 + sum(free), matrix.width)
    quiet += [1 << variable for variable in unused]
    return state[RANK], None if state[CONTRADICTION] else solution, quiet


def _run_reference(matrix: Sparse, rhs: Sequence[int], plan: "array[int]") -> tuple[int, int | None, list[int]]:
    """Do the same as `_run`, by `eliminate_reference`."""
    return eliminate_reference([matrix.row(number) for number in plan], [rhs[number] for number in plan], matrix.width)


def _back_substitute(front: Any, used: int, slots: int, count: int, width: int) -> list[int]:
    """Return the solution and the quiet vectors of the `count` − 1 free variables, as masks."""
    from solvable.kernels.buffers import calloc

    words = (count + 63) // 64
    check_memory(width * count / 2, width)  # bits, four times
    values, held = BitMatrix.zeros(width, words), calloc("Q", (slots + 63) // 64 * 64 * words)
    number, last, step = 1, used, max(1, PART // (1 + slots * words))
    while last:
        check()
        first = max(0, last - step)
        number = kernels.native().sparse_substitute(front, first, last, held, values.words, words, number)
        last = first
    return values.transposed(count).rows()


def matrix(cells: int, toggles: Toggles) -> Sparse:
    """Return the equations, one for each lamp, in the presses."""
    return Sparse.from_rows([[cell for cell, _ in toggle] for toggle in checked(toggles)], cells).transposed()


def front(equations: Sparse) -> int:
    """Return the most presses that are active at once."""
    return lifetimes(equations, ordering(equations, equations.transposed()))[1]


class Frontal:
    """Two states, any sparse wiring; `buttons` are the presses that the player has."""

    def __init__(self, equations: Sparse, buttons: Sequence[int]) -> None:
        self._equations, self._lost = equations, equations.width - len(buttons)
        self._buttons = buttons
        self._last: tuple[tuple[int, ...], Solved] | None = None

    def _answer(self, right: Sequence[int] | None = None) -> Solved:
        """Return the result for a right side, or without one for any. The last result is cached."""
        if self._last is None or (right is not None and self._last[0] != tuple(right)):
            asked = (0,) * self._equations.height if right is None else tuple(right)
            self._last = asked, solve_sparse(self._equations, asked)
        return self._last[1]

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        return self._vector(self._answer(right).solution, self._equations.width)

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return weights of the cells whose sum every press leaves even but `right` makes odd, or None."""
        return self._vector(self._answer(right).refutation, self._equations.height)

    def null(self) -> Module:
        """Return the quiet patterns."""
        check_listed(len(self.orders()), self._equations.width)
        rows = [self._vector(row, self._equations.width) for row in self._answer().quiet]
        lost = set(range(self._equations.width)) - set(self._buttons)
        patterns = tuple(row for row in rows if row is not None and not any(row[press] for press in lost))
        return Module(2, patterns, self.orders())

    def orders(self) -> tuple[int, ...]:
        """Return 2 for each generator of `null`."""
        return (2,) * (self._answer().nullity - self._lost)

    @staticmethod
    def _vector(mask: int | None, size: int) -> Vector | None:
        return None if mask is None else unpack(mask, size)
