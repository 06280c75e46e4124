"""Linear equations over GF(2) with any matrix: rank, a solution or a refutation, the quiet vectors.

Gaussian elimination to reduced echelon form. `reduce_reference` does it on Python ints; of the C++ kernels,
`lights/octets` does it by an instruction that multiplies matrices of eight by eight bits, where the processor has one:
10,000 × 10,000 in about 0.1 s; else `lights/elimination` does it 64 columns at a time by the four Russians' tables.
Variables that the equations leave undetermined get 0; one quiet vector comes from each.

Refutation: no x has A·x = b iff some y has y·A = 0 and y·b = 1 (Fredholm). It is found as a solution of the transposed
equations. Rows are uint64, bit j mod 64 of word j div 64 being column j.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.budget import check, checked
from solvable.errors import PuzzleError
from solvable.memory import check_memory
from solvable.shared.said import say

if TYPE_CHECKING:
    import numpy as np

    Words = np.ndarray[Any, np.dtype[np.uint64]]
    Bits = np.ndarray[Any, np.dtype[np.uint8]]


SMALL = 1 << 16  # words whose memory is not worth asking for
BLOCK, GROUP = 8, 8  # words, panels, as `lights/elimination.hpp` has them
FEW, TABLES_FOR_FEW, TABLES = 500, 11800, 69144  # rows, and words of scratch for tables, as there
LARGE = 1 << 21  # words that the cache does not hold
OCTETS, WIDE_OCTETS = 1024, 256  # in `processor_level`
TILE, TILE_ROWS = 4, 256  # columns of bytes and rows of a tile, as `lights/octets.hpp` has them
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
    if matrix.size > SMALL:
        check_memory(16 * matrix.size, columns)
    if not kernels.has_native():
        return by_reference(matrix, columns)
    return by_octets(matrix, columns) if octet_bits() else by_tables(matrix, columns)


def by_reference(matrix: "Words", columns: int) -> "tuple[Words, Words]":
    """Do what `reduce_rows` does, by `reduce_reference`."""
    import numpy as np

    rows = (int.from_bytes(row.tobytes(), "little") for row in checked(matrix))
    reduced, pivots = reduce_reference(rows, columns)
    size = 8 * matrix.shape[1]
    packed = b"".join(row.to_bytes(size, "little") for row in reduced)
    return np.frombuffer(packed, np.uint64).reshape(matrix.shape), np.array(pivots, np.int64)


@cache
def octet_bits() -> int:
    """Return the bits of the vectors that the processor multiplies by matrices of eight by eight bits; 0 for none."""
    level = kernels.native().processor_level()
    return 512 if level & WIDE_OCTETS else 256 if level & OCTETS else 0


def by_octets(matrix: "Words", columns: int, panel: int = 0, bits: int = 0) -> "tuple[Words, Words]":
    """Do what `reduce_rows` does, with the kernel `octets`, so many columns of bytes a panel (a multiple of 4).

    `bits` is the size of a vector, 256 or 512, that the processor must have.
    """
    import numpy as np

    from solvable.kernels.buffers import Buffer

    kernel, (rows, words), is_wide = kernels.native(), matrix.shape, (bits or octet_bits()) == 512
    height = -(-rows // TILE_ROWS) * TILE_ROWS
    stride = height + 64  # no power of two, which would press columns into few lines of the cache
    size, last = 8 * words, -(-columns // (8 * TILE)) * TILE
    work = Buffer(aligned_zeros(words * stride).view(np.uint8))
    kernel.octets_to_columns(np.ascontiguousarray(matrix).view(np.uint8), rows, size, work, stride)
    order, pivots, rank = np.arange(rows), np.zeros(rows, np.int64), 0
    wide = panel or (size if size <= ONE_PANEL else PANEL)
    kept, places = Buffer(order), Buffer(pivots)
    factors = Buffer(aligned_zeros(-(-wide // 8) * stride).view(np.uint8))
    scratch = Buffer(np.empty(wide * (size + 2) + 8, np.uint64))
    for begin in range(0, last, wide):
        check()
        end = size if wide >= size else min(begin + wide, last)
        rank = kernel.octets_panel(
            work, stride, height, begin, end, size, columns, kept, rows, rank, places, factors, scratch, is_wide
        )
    reduced = np.empty((rows, words), np.uint64)
    kernel.octets_to_rows(work, stride, kept, reduced, rows, words)
    return reduced, pivots[:rank]


def by_tables(matrix: "Words", columns: int, *, is_large: bool | None = None) -> "tuple[Words, Words]":
    """Do what `reduce_rows` does, with the kernel `elimination`; a matrix `is_large` that the cache does not hold."""
    import numpy as np

    from solvable.kernels.buffers import Buffer

    kernel, rows, words = kernels.native(), matrix.shape[0], -(-max(1, matrix.shape[1]) // BLOCK) * BLOCK
    work, pivots = aligned_zeros(rows * words).reshape(rows, words), np.zeros(rows, np.int64)
    work[:, : matrix.shape[1]] = matrix
    held, places = Buffer(work), Buffer(pivots)
    scratch = Buffer(np.empty((TABLES if rows > FEW else TABLES_FOR_FEW) + GROUP * max(rows, words), np.uint64))
    is_large, panels, rank = work.size > LARGE if is_large is None else is_large, (columns + 63) // 64, 0
    step = GROUP * max(1, PART // max(1, GROUP * work.size))
    for panel in range(0, panels, step):  # in parts, so that cancelling is heard
        check()
        last = min(panel + step, panels)
        rank = kernel.elimination_eliminate(held, rows, words, columns, places, panel, last, rank, is_large, scratch)
    needed = Buffer(bytearray(words // BLOCK))
    kernel.elimination_mark_needed(held, words, places, rank, needed, scratch)
    ends = [0, rank]  # of the pivot rows of so many panels
    if panels > step:
        last_of_panel = np.flatnonzero(np.diff(pivots[:rank] >> 6, append=-1)) + 1
        ends = [0, *last_of_panel[(len(last_of_panel) - 1) % step :: step].tolist()]
    for first, last in reversed([*pairwise(ends)]):
        check()
        kernel.elimination_substitute(held, words, places, first, last, needed, scratch)
    return work[:, : matrix.shape[1]], pivots[:rank]


def aligned_zeros(count: int) -> "Words":
    """Return so many words of zeros that begin with a line of the cache: vectors lie within lines then."""
    import numpy as np

    words = np.zeros(count + BLOCK, np.uint64)
    first: int = -words.__array_interface__["data"][0] // 8 % BLOCK
    return words[first : first + count]


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
