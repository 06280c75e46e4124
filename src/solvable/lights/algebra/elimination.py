"""Linear equations over GF(2) with any matrix: rank, a solution or a refutation, the quiet vectors.

Gaussian elimination to reduced echelon form. `reduce_reference` does it on Python ints; of the kernels in
`kernels.lights.algebra`, `octets` does it by an instruction that multiplies matrices of eight by eight bits, where the
processor has one: 10,000 × 10,000 in about 0.15 s; else `elimination` does it 64 columns at a time by the four
Russians' tables. Variables that the equations leave undetermined get 0; one quiet vector comes from each.

Refutation: no x has A·x = b iff some y has y·A = 0 and y·b = 1 (Fredholm). It is found as a solution of the transposed
equations. Rows are uint64, bit j mod 64 of word j div 64 being column j.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvable.budget import check
from solvable.errors import PuzzleError
from solvable.memory import check_memory
from solvable.shared.said import say

if TYPE_CHECKING:
    import numpy as np

    Words = np.ndarray[Any, np.dtype[np.uint64]]
    Bits = np.ndarray[Any, np.dtype[np.uint8]]


SMALL = 1 << 16  # words whose memory is not worth asking for
ONE_PANEL, PANEL = 192, 64  # columns of bytes: so many at most are one panel; of each panel where they are more
PART = 1 << 25  # words read between two looks at the budget: some hundredths of a second


@dataclass(frozen=True, slots=True)
class Solved:
    """What is known of A·x = b: `solution` (packed) or else `refutation` (packed, over the equations) is None."""

    rank: int
    solution: "Words | None"
    quiet: "Words"
    refutation: "Words | None"

    @property
    def nullity(self) -> int:
        """The dimension of the quiet vectors."""
        return len(self.quiet)


def reduce_reference(rows: Iterable[int], columns: int) -> tuple[list[int], list[int]]:
    """Return (rows in reduced echelon form over the first `columns` bits, their pivots); zero rows come last.

    Only bits from `columns` on may be left in those.
    """
    mask = (1 << columns) - 1
    reduced: dict[int, int] = {}
    rest = []
    for row in rows:
        for pivot, other in reduced.items():
            if row >> pivot & 1:
                row ^= other  # noqa: PLW2901
        if not row & mask:
            rest.append(row)
            continue
        new = (row & mask & -(row & mask)).bit_length() - 1
        reduced = {pivot: other ^ row if other >> new & 1 else other for pivot, other in reduced.items()}
        reduced[new] = row
    pivots = sorted(reduced)
    return [reduced[pivot] for pivot in pivots] + rest, pivots


def reduce_rows(matrix: "Words", columns: int) -> "tuple[Words, Words]":
    """Return (the rows in reduced echelon form over the first `columns` columns, their pivots); zero rows come last."""
    from solvable.kernels.base import affine

    if matrix.size > SMALL:
        check_memory(16 * matrix.size, columns)
    return by_octets(matrix, columns) if affine.is_there() else by_tables(matrix, columns)


def by_octets(matrix: "Words", columns: int, panel: int = 0) -> "tuple[Words, Words]":
    """Do what `reduce_rows` does, with the kernel `octets`, so many columns of bytes a panel (a multiple of 4)."""
    import numpy as np

    from solvable.kernels.lights.algebra import octets as kernel

    (rows, words), tile = matrix.shape, kernel.TILE
    height = -(-rows // kernel.ROWS) * kernel.ROWS
    stride = height + 64  # no power of two, which would press columns into few lines of the cache
    size, last = 8 * words, -(-columns // (8 * tile)) * tile
    work = np.zeros(size * stride, np.uint8)
    kernel.to_columns(np.ascontiguousarray(matrix).view(np.uint8).reshape(rows, size), work, stride)
    order, pivots, rank = np.arange(rows), np.zeros(rows + 8, np.int64), 0
    wide = panel or (size if size <= ONE_PANEL else PANEL)
    factors = np.empty(wide * stride, np.uint8)
    for first in range(0, last, wide):
        check()
        span = first, size if wide >= size else min(first + wide, last), size
        rank = kernel.panel(work, stride, height, span, columns, order, rank, pivots, factors)
    ascending = np.argsort(pivots[:rank])
    order[:rank] = order[:rank][ascending]
    reduced = np.empty((rows, words), np.uint64)
    kernel.to_rows(work, stride, order, reduced)
    return reduced, pivots[:rank][ascending]


def by_tables(matrix: "Words", columns: int, *, is_large: bool | None = None) -> "tuple[Words, Words]":
    """Do what `reduce_rows` does, with the kernel `elimination`; a matrix `is_large` that the cache does not hold."""
    import numpy as np

    from solvable.kernels.lights.algebra import elimination as kernel

    words = -(-max(1, matrix.shape[1]) // kernel.WORD_LANES) * kernel.WORD_LANES
    work = np.zeros((matrix.shape[0], words), np.uint64)
    work[:, : matrix.shape[1]] = matrix
    pivots = np.zeros(matrix.shape[0] + 64, np.int64)
    rank, panels, is_large = 0, (columns + 63) // 64, work.size > kernel.LARGE if is_large is None else is_large
    step = kernel.GROUP * max(1, PART // max(1, kernel.GROUP * work.size))
    for panel in range(0, panels, step):  # in parts, so that cancelling is heard
        check()
        rank = kernel.reduce_rows(work, columns, pivots, panel, min(panel + step, panels), rank, is_large)
    needed = np.zeros(words // kernel.WORD_LANES, np.bool_)
    kernel.mark_needed(work, pivots, rank, needed)
    ends = np.flatnonzero(np.diff(pivots[:rank] >> 6, append=-1)) + 1  # of the pivot rows of each panel
    for at in range(len(ends), 0, -step):
        check()
        kernel.substitute(work, pivots, 0 if at <= step else ends[at - step - 1], ends[at - 1], needed)
    return work[:, : matrix.shape[1]], pivots[:rank]


def rank(matrix: "Words", columns: int) -> int:
    """Return the rank of the matrix of that many columns."""
    return len(reduce_rows(matrix, columns)[1])


def solve(
    matrix: "Words", rhs: "Bits | Sequence[int]", columns: int | None = None, *, is_symmetric: bool = False
) -> Solved:
    """Return what is known of matrix·x = rhs over GF(2), x having `columns` entries, by default one for each row.

    If the matrix is known to be symmetric, one of the quiet vectors refutes, without a second elimination. Raises
    PuzzleError where the shapes do not fit, BudgetExceededError where memory or time does not suffice.
    """
    import numpy as np

    right = np.asarray(rhs, dtype=np.uint8)
    count = matrix.shape[0] if columns is None else columns
    if matrix.dtype != np.uint64 or matrix.ndim != 2 or matrix.shape[1] != (count + 63) // 64:
        raise PuzzleError(
            say(
                "{columns} columns need a uint64 matrix of {words} words a row", columns=count, words=(count + 63) // 64
            )
        )
    if right.shape != (matrix.shape[0],):
        raise PuzzleError(
            say(
                "{equations} equations need as many right sides, not {count}",
                equations=matrix.shape[0],
                count=right.size,
            )
        )
    augmented, pivots = reduce_rows(np.column_stack([matrix, right.astype(np.uint64)]), count)
    quiet = quiet_vectors(augmented, pivots, count)
    if augmented[len(pivots) :, -1].any():
        refutation = odd_overlap(quiet, right) if is_symmetric else refute(matrix, right, count)
        return Solved(len(pivots), None, quiet, refutation)
    chosen = np.zeros(count, np.uint8)
    chosen[pivots] = augmented[: len(pivots), -1].astype(np.uint8)
    return Solved(len(pivots), pack(chosen[None])[0], quiet, None)


def quiet_vectors(reduced: "Words", pivots: "Words", columns: int) -> "Words":
    """Return one packed null vector for each column without a pivot: 1 there, 0 at the other such columns."""
    import numpy as np

    if len(pivots) == columns:
        return np.zeros((0, (columns + 63) // 64), np.uint64)
    free = np.setdiff1d(np.arange(columns), pivots)
    vectors = np.zeros((free.size, columns), np.uint8)
    vectors[np.arange(free.size), free] = 1
    held = reduced[: len(pivots), free >> 6] >> (free & 63).astype(np.uint64) & np.uint64(1)
    vectors[:, pivots] = held.T.astype(np.uint8)
    return pack(vectors)


def refute(matrix: "Words", rhs: "Bits", columns: int) -> "Words":
    """Return packed y with y·matrix = 0 and y·rhs = 1: a solution of the transposed equations."""
    import numpy as np

    turned = transpose(np.column_stack([matrix, rhs.astype(np.uint64)]), matrix.shape[1] * 64 + 1)
    equations = np.concatenate([turned[:columns], turned[-1:]])
    wanted = np.zeros(columns + 1, np.uint64)
    wanted[-1] = 1
    reduced, pivots = reduce_rows(np.column_stack([equations, wanted]), matrix.shape[0])
    chosen = np.zeros(matrix.shape[0], np.uint8)
    chosen[pivots] = reduced[: len(pivots), -1].astype(np.uint8)
    first: Words = pack(chosen[None])[0]
    return first


def odd_overlap(quiet: "Words", rhs: "Bits") -> "Words":
    """Return the first of the packed vectors that has an odd overlap with `rhs`; there must be one."""
    import numpy as np

    odd = (np.bitwise_count(quiet & pack(rhs[None])).sum(axis=1) & 1).astype(bool)
    first: Words = quiet[odd][0]
    return first


def transpose(matrix: "Words", columns: int) -> "Words":
    """Return the transposed packed matrix, its rows the first `columns` columns; 512 columns at a time."""
    import numpy as np

    parts = []
    for word in range(0, (columns + 63) // 64, 8):
        check()
        bits = unpack(np.ascontiguousarray(matrix[:, word : word + 8]), min(512, columns - 64 * word))
        parts.append(pack(np.ascontiguousarray(bits.T)))
    return np.concatenate(parts)


def pack(bits: "Bits") -> "Words":
    """Return rows of 0 and 1 as packed words."""
    import numpy as np

    words = np.zeros((bits.shape[0], (bits.shape[1] + 63) // 64 * 8), np.uint8)
    packed = np.packbits(bits, axis=1, bitorder="little")
    words[:, : packed.shape[1]] = packed
    return words.view(np.uint64)


def unpack(words: "Words", columns: int) -> "Bits":
    """Return packed rows as rows of 0 and 1."""
    import numpy as np

    return np.unpackbits(words.view(np.uint8), axis=1, count=columns, bitorder="little")
