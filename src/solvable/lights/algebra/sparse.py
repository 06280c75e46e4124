"""Sparse linear equations over GF(2) along a moving front: big meshes and any graph of small width.

Equations are taken breadth first from a far end. Only variables that have met their first equation and not yet their
last are active; a variable leaves with one row, or free, when it has met its last. With at most f active variables
that costs n·f²/64 word operations and f²/64 + n·f/64 words, where plain elimination needs n³/64: a mesh of 100,000
lamps has f about 1000. Backward, each variable follows from those that left after it, for a solution and all quiet
vectors at once (the frontal method: Irons 1970; George 1973).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvable.budget import check
from solvable.errors import require
from solvable.lights.algebra.elimination import PART, Solved, odd_overlap, pack, solve, unpack
from solvable.memory import check_memory

if TYPE_CHECKING:
    import numpy as np

    from solvable.lights.algebra.elimination import Bits

    Ints = np.ndarray[Any, np.dtype[np.int64]]


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
    left: list[tuple[int, int | None]] = [(column, None) for column in range(width) if column not in last]
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
    require("numpy")
    import numpy as np

    from solvable.kernels.lights.algebra import sparse as kernel

    found = np.zeros(matrix.height, np.int64)
    for _ in range(2):
        kernel.breadth_first(matrix.starts, matrix.columns, turned.starts, turned.columns, int(found[-1]), found)
    return found


def solve_sparse(matrix: Sparse, rhs: "Sequence[int] | Bits") -> Solved:
    """Return what is known of matrix·x = rhs over GF(2), along a front or, where that is wide, densely."""
    require("numpy")
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

    from solvable.kernels.lights.algebra import sparse as kernel

    used = int((last_use >= 0).sum())
    words = (slots + 63) // 64
    check_memory(8.0 * (used + slots) * (words + 1), matrix.width)
    left_row = np.zeros((used, words + 1), np.uint64)
    left = np.empty(used, np.int64), np.empty(used, np.int64), left_row, np.zeros(used, np.uint8)
    work, state = kernel.workspace(matrix.width, slots), np.zeros(5, np.int64)
    while kernel.eliminate(matrix.starts, matrix.columns, rhs, plan, last_use, left, work, state, PART) < plan.size:
        check()
    unused, count = np.flatnonzero(last_use < 0), 1 + int(left[3].sum())
    vectors = _back_substitute(left, slots, count, matrix.width, unused.size)
    vectors[np.arange(count, count + unused.size), unused] = 1
    return int(state[3]), not state[4], pack(vectors)


def _back_substitute(left: Any, slots: int, count: int, width: int, unused: int) -> Any:
    """Return bits: a solution, the quiet vectors of the `count` − 1 free variables, and rows for the unused ones."""
    import numpy as np

    from solvable.kernels.lights.algebra import sparse as kernel

    words = (count + unused + 63) // 64
    check_memory(2.0 * width * (count + unused), width)
    values = np.zeros((width, words), np.uint64)
    held, number, last = np.zeros(((slots + 63) // 64 * 64, words), np.uint64), 1, len(left[0])
    step = max(1, PART // (1 + slots * words))
    while last:
        check()
        number = kernel.substitute(left, max(0, last - step), last, held, values, number)
        last = max(0, last - step)
    return np.ascontiguousarray(unpack(values, count + unused).T)
