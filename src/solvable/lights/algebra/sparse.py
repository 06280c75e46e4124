"""Sparse linear equations over GF(2) along a moving front: big meshes and any graph of small width.

Equations are taken breadth first from a far end. Only variables that have met their first equation and not yet their
last are active; a variable leaves with one row, or free, when it has met its last. With at most f active variables
that costs n·f²/64 word operations and f²/64 + n·f/64 words, where plain elimination needs n³/64: a mesh of 100,000
lamps has f about 1000. Backward, each variable follows from those that left after it, for a solution and all quiet
vectors at once (the frontal method: Irons 1970; George 1973). The kernel is `lights/sparse`, its reference
`eliminate_reference`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.budget import check, checked
from solvable.lights.algebra.elimination import PART, Solved, odd_overlap, pack, solve, unpack
from solvable.memory import check_memory

if TYPE_CHECKING:
    import numpy as np

    from solvable.lights.algebra.elimination import Bits

    Ints = np.ndarray[Any, np.dtype[np.int64]]


RANK, CONTRADICTION = 3, 4  # places in the kernel's `state`


@dataclass(frozen=True)
class Sparse:
    """A 0/1 matrix by rows: row i has its ones in columns[starts[i] : starts[i + 1]]."""

    starts: "Ints"
    columns: "Ints"
    width: int

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int]], width: int) -> "Sparse":
        """Return the matrix whose row i has its ones in the columns rows[i]."""
        import numpy as np

        starts = np.zeros(len(rows) + 1, np.int64)
        starts[1:] = np.cumsum([len(row) for row in rows])
        return cls(starts, np.array([column for row in rows for column in row], np.int64), width)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.starts) - 1

    def row(self, number: int) -> list[int]:
        """Return the columns where a row has ones."""
        columns: list[int] = self.columns[self.starts[number] : self.starts[number + 1]].tolist()
        return columns

    def row_numbers(self) -> "Ints":
        """Return the row of each one."""
        import numpy as np

        return np.repeat(np.arange(self.height), np.diff(self.starts))

    def transposed(self) -> "Sparse":
        """Return the transposed matrix, its rows ascending."""
        import numpy as np

        place = np.argsort(self.columns, kind="stable")
        starts = np.zeros(self.width + 1, np.int64)
        starts[1:] = np.cumsum(np.bincount(self.columns, minlength=self.width))
        return Sparse(starts, self.row_numbers()[place], self.height)

    def dense(self) -> Any:
        """Return the packed matrix."""
        import numpy as np

        bits = np.zeros((self.height, self.width), np.uint8)
        bits[self.row_numbers(), self.columns] = 1
        return pack(bits)


def eliminate_reference(
    rows: Sequence[Sequence[int]], rhs: Sequence[int], width: int
) -> tuple[int, int | None, list[int]]:
    """Return (rank, a solution as a mask or None, a basis of the quiet vectors as masks); equations in given order."""
    last = {column: i for i, row in enumerate(rows) for column in row}
    active: dict[int, int] = {}  # pivot → reduced row; bit `width` is the right side
    left: list[tuple[int, int | None]] = [(column, None) for column in reversed(range(width)) if column not in last]
    consistent, rank = True, 0
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
    """Return (the solution or None, the quiet vectors), each variable from those that left after it."""
    solution, quiet = 0, []
    for place in range(len(left) - 1, -1, -1):
        column, row = left[place]
        if row is None:
            quiet.append(1 << column)
            continue
        bit = 1 << column
        solution |= bit * ((row & (solution | 1 << width)).bit_count() & 1)
        quiet = [vector | bit * ((row & vector).bit_count() & 1) for vector in quiet]
    return solution if consistent else None, quiet


def ordering(matrix: Sparse, turned: Sparse) -> "Ints":
    """Return the rows breadth first from a far end: from the row that a first search from row 0 met last."""
    import numpy as np

    if not kernels.has_native():
        return np.array(breadth_first(matrix, turned, breadth_first(matrix, turned, 0)[-1]), np.int64)
    found = np.zeros(matrix.height, np.int64)
    for _ in range(2):
        kernels.native().sparse_order(
            matrix.starts, matrix.columns, matrix.height, turned.starts, turned.columns, turned.height,
            matrix.columns.size, found[-1], found, np.zeros(matrix.height, np.uint8), np.zeros(turned.height, np.uint8),
        )  # fmt: skip
    return found


def breadth_first(matrix: Sparse, turned: Sparse, first: int) -> list[int]:
    """Return the rows breadth first from row `first`, those near that share a column, then other components."""
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


def solve_sparse(matrix: Sparse, rhs: "Sequence[int] | Bits") -> Solved:
    """Return what is known of matrix·x = rhs over GF(2), along a front or, where that is wide, densely."""
    import numpy as np

    right, turned = np.asarray(rhs, np.uint8), matrix.transposed()
    is_symmetric = same(turned, turned.transposed())
    plan = ordering(matrix, turned) if matrix.height else np.zeros(0, np.int64)
    last_use, slots = lifetimes(matrix, plan)
    if slots * 3 > matrix.width:
        return solve(matrix.dense(), right, matrix.width, is_symmetric=is_symmetric)
    rank, is_consistent, vectors = _run(matrix, right, plan, last_use, slots)
    solution, quiet = vectors[0], vectors[1:]
    if is_consistent:
        return Solved(rank, solution, quiet, None)
    left_null = quiet if is_symmetric else solve_sparse(turned, np.zeros(turned.height, np.uint8)).quiet
    return Solved(rank, None, quiet, odd_overlap(left_null, right))


def same(a: Sparse, b: Sparse) -> bool:
    """Return whether two matrices with ascending rows are equal."""
    import numpy as np

    return np.array_equal(a.starts, b.starts) and np.array_equal(a.columns, b.columns)


def lifetimes(matrix: Sparse, plan: "Ints") -> "tuple[Ints, int]":
    """Return (the place in the plan of each column's last row, −1 without any; how many are active at most)."""
    import numpy as np

    place = np.empty(matrix.height, np.int64)
    place[plan] = np.arange(matrix.height)
    at = place[matrix.row_numbers()]
    first, last = np.full(matrix.width, matrix.height), np.full(matrix.width, -1)
    np.minimum.at(first, matrix.columns, at)
    np.maximum.at(last, matrix.columns, at)
    used = last >= 0
    change = np.bincount(first[used], minlength=matrix.height + 1)[: matrix.height + 1]
    change[1:] -= np.bincount(last[used], minlength=matrix.height)[: matrix.height]
    return last, int(change.cumsum().max(initial=1))


def _run(matrix: Sparse, rhs: Any, plan: "Ints", last_use: "Ints", slots: int) -> tuple[int, bool, Any]:
    """Return (the rank, whether the equations agree, packed vectors: a solution if they do, then the quiet ones)."""
    import numpy as np

    if not kernels.has_native():
        return _run_reference(matrix, rhs, plan)
    kernel, used, words = kernels.native(), int((last_use >= 0).sum()), (slots + 63) // 64
    check_memory(8.0 * (used + slots) * (words + 1), matrix.width)
    free, state = np.zeros(used, np.uint8), np.zeros(6, np.int64)
    front = kernel.struct(
        "SparseFront",
        starts=matrix.starts, columns=matrix.columns, ones=matrix.columns.size, rhs=rhs, order=plan,
        equations=plan.size, last_use=last_use, variables=matrix.width, slots=slots, words=words,
        rows=np.empty((slots + 1, words + 1), np.uint64), slot_of=np.empty(matrix.width, np.int64),
        leaves=np.empty(64 * words, np.int64), pivot_row=np.empty(64 * words, np.int64),
        spare=np.empty(slots, np.int64), active=np.empty(slots + 1, np.int64), place_of=np.empty(slots + 1, np.int64),
        pivot_slot=np.empty(slots + 1, np.int64), left_variable=np.empty(used, np.int64),
        left_slot=np.empty(used, np.int64), left_row=np.empty((used, words + 1), np.uint64), left_free=free,
        leaving=used, state=state,
    )  # fmt: skip
    kernel.sparse_begin(front)
    while kernel.sparse_eliminate(front, PART) < plan.size:
        check()
    unused, count = np.flatnonzero(last_use < 0), 1 + int(free.sum())
    vectors = _back_substitute(front, used, slots, count, matrix.width, unused.size)
    vectors[np.arange(count, count + unused.size), unused] = 1
    return int(state[RANK]), not state[CONTRADICTION], pack(vectors)


def _run_reference(matrix: Sparse, rhs: Any, plan: "Ints") -> tuple[int, bool, Any]:
    """Do what `_run` does, by `eliminate_reference`."""
    import numpy as np

    rows = [matrix.row(number) for number in plan.tolist()]
    rank, solution, quiet = eliminate_reference(rows, rhs[plan].tolist(), matrix.width)
    size = (matrix.width + 63) // 64
    packed = b"".join(row.to_bytes(8 * size, "little") for row in (solution or 0, *quiet))
    return rank, solution is not None, np.frombuffer(packed, np.uint64).reshape(-1, size)


def _back_substitute(front: Any, used: int, slots: int, count: int, width: int, unused: int) -> Any:
    """Return bits: a solution, the quiet vectors of the `count` − 1 free variables, and rows for the unused ones."""
    import numpy as np

    words = (count + unused + 63) // 64
    check_memory(2.0 * width * (count + unused), width)
    values = np.zeros((width, words), np.uint64)
    held, number, last = np.zeros(((slots + 63) // 64 * 64, words), np.uint64), 1, used
    step = max(1, PART // (1 + slots * words))
    while last:
        check()
        first = max(0, last - step)
        number = kernels.native().sparse_substitute(front, first, last, held, values, words, number)
        last = first
    return np.ascontiguousarray(unpack(values, count + unused).T)
