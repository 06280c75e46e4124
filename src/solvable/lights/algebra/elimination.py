"""Linear equations over GF(2) with any matrix: rank, a solution or a refutation, the quiet vectors.

Gaussian elimination to reduced echelon form. `reduce_reference` does it on Python ints; of the C++ kernels,
`lights/octets.cpp` uses an instruction that multiplies 8 × 8 bit matrices, if the processor has one: 10,000 × 10,000 in
about 0.1 s; else `lights/elimination.cpp` processes 64 columns at a time with the four Russians' tables. Free variables
get the value 0; each of them gives one quiet vector.

Refutation: no x has A·x = b iff some y has y·A = 0 and y·b = 1 (Fredholm). It is found as a solution of the transposed
equations. Matrices are `BitMatrix`, 64-bit words as the kernels take them; vectors are Python ints, bit j being entry
j.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from solvable import kernels
from solvable.core.budget import check, checked
from solvable.core.errors import PuzzleError
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.lights.algebra import masks


@dataclass(frozen=True, slots=True)
class BitMatrix:
    """Bit j & 63 of words[row · stride + (j >> 6)] is column j; `words` is any buffer of u64; unused bits are 0."""

    words: Any
    height: int
    stride: int

    @classmethod
    def zeros(cls, height: int, stride: int) -> "BitMatrix":
        """Return a zero matrix with `height` rows of `stride` words."""
        from solvable.kernels.buffers import calloc

        return cls(calloc("Q", height * stride), height, stride)

    @classmethod
    def from_rows(cls, rows: Iterable[int], columns: int) -> "BitMatrix":
        """Return the matrix of these rows, bit c of an int being column c."""
        size = (columns + 63) // 64
        packed = [row.to_bytes(8 * size, "little") for row in checked(rows, 64)]
        return cls(memoryview(b"".join(packed)).cast("Q"), len(packed), size)

    @classmethod
    def of(cls, array: Any) -> "BitMatrix":
        """Return the matrix in a contiguous two-dimensional array of uint64, such as numpy's."""
        height, stride = array.shape
        return cls(memoryview(array.reshape(-1)).cast("B").cast("Q"), height, stride)

    def rows(self, first: int = 0) -> list[int]:
        """Return the rows as ints, from row `first` on."""
        data, size = memoryview(self.words).cast("B"), 8 * self.stride
        return [int.from_bytes(data[start : start + size], "little") for start in range(first * size, len(data), size)]

    def widened(self, stride: int, words: Any = None) -> "BitMatrix":
        """Return a copy with at least `stride` words a row, written into the zeroed buffer `words` if given."""
        other = BitMatrix.zeros(self.height, stride) if words is None else BitMatrix(words, self.height, stride)
        if kernels.has_library():
            kernels.native().bits_copy_rows(self.words, self.height, self.stride, other.words, stride)
        else:
            for row in range(self.height):
                start = row * self.stride
                other.words[row * stride : row * stride + self.stride] = self.words[start : start + self.stride]
        return other

    def transposed(self, columns: int) -> "BitMatrix":
        """Return the transpose of the first `columns` columns; rows of the result use all their words."""
        if not kernels.has_library():
            return BitMatrix.from_rows(masks.transpose(self.rows(), columns), self.height)
        check()
        turned = BitMatrix.zeros(columns, (self.height + 63) // 64)
        kernels.native().pattern_transpose(self.height, columns, self.words, turned.words)
        return turned

    def parities(self, mask: int) -> bytes:
        """Return, for each row, the parity of its ones under `mask`."""
        if not kernels.has_library():
            return bytes(masks.dot(row, mask) for row in self.rows())
        parities = bytearray(self.height)
        words = array("Q", mask.to_bytes(8 * self.stride, "little"))
        kernels.native().bits_parities(self.words, self.height, self.stride, words, parities)
        return bytes(parities)


SMALL = 1 << 16  # words; smaller matrices are allocated without a memory check
BLOCK, GROUP = 8, 8  # words, panels, as in `lights/elimination.hpp`
FEW, TABLES_FOR_FEW, TABLES = 500, 11800, 69144  # rows, and words of scratch for tables, as there
LARGE = 1 << 21  # words that do not fit into the cache
OCTETS, WIDE_OCTETS = 1024, 256  # in `processor_level`
TILE, TILE_ROWS = 4, 256  # columns of bytes and rows of a tile, as in `lights/octets.hpp`
ONE_PANEL, PANEL = 192, 64  # columns of bytes: up to the first there is one panel, beyond it panels have the second
PART = 1 << 25  # words read between two checks of the budget: about 0.02 s


@dataclass(frozen=True, slots=True)
class Solved:
    """The result for A·x = b: a `solution` or a `refutation` (a mask over the equations); the other is None."""

    rank: int
    solution: int | None
    quiet: list[int]
    refutation: int | None

    @property
    def nullity(self) -> int:
        """The dimension of the quiet vectors."""
        return len(self.quiet)


def reduce_reference(rows: Iterable[int], columns: int) -> tuple[list[int], list[int]]:
    """Return (rows in reduced echelon form over the first `columns` bits, their pivots); zero rows come last.

    In those, bits from `columns` on may be nonzero.
    """
    mask = (1 << columns) - 1
    reduced: dict[int, int] = {}
    remaining = []
    for row in rows:
        for pivot, other in reduced.items():
            if row >> pivot & 1:
                row ^= other  # noqa: PLW2901
        if not row & mask:
            remaining.append(row)
            continue
        new = (row & mask & -(row & mask)).bit_length() - 1
        reduced = {pivot: other ^ row if other >> new & 1 else other for pivot, other in reduced.items()}
        reduced[new] = row
    pivots = sorted(reduced)
    return [reduced[pivot] for pivot in pivots] + remaining, pivots


def reduce_rows(matrix: BitMatrix, columns: int) -> "tuple[BitMatrix, array[int]]":
    """Return (the rows in reduced echelon form over the first `columns` columns, their pivots); zero rows come last.

    Rows of the result may have additional words of zeros.
    """
    if matrix.height * matrix.stride > SMALL:
        check_memory(16 * matrix.height * matrix.stride, columns)
    if not kernels.has_library():
        return by_reference(matrix, columns)
    return by_octets(matrix, columns) if octet_bits() else by_tables(matrix, columns)


def by_reference(matrix: BitMatrix, columns: int) -> "tuple[BitMatrix, array[int]]":
    """Do the same as `reduce_rows`, by `reduce_reference`."""
    reduced, pivots = reduce_reference(matrix.rows(), columns)
    return BitMatrix.from_rows(reduced, 64 * matrix.stride), array("q", pivots)


@cache
def octet_bits() -> int:
    """Return the bits of the vectors that the processor multiplies by 8 × 8 bit matrices; 0 if it cannot."""
    level = kernels.native().processor_level()
    return 512 if level & WIDE_OCTETS else 256 if level & OCTETS else 0


def by_octets(matrix: BitMatrix, columns: int, panel: int = 0, bits: int = 0) -> "tuple[BitMatrix, array[int]]":
    """Do the same as `reduce_rows`, with the kernel `octets`; `panel` is the columns of bytes in a panel, a multiple of
    4.

    `bits` is the size of a vector, 256 or 512, that the processor must support.
    """
    from solvable.kernels.buffers import Buffer, calloc, zeros

    kernel, rows, words = kernels.native(), matrix.height, matrix.stride
    is_wide = (bits or octet_bits()) == 512
    height = -(-rows // TILE_ROWS) * TILE_ROWS
    stride = height + 64  # not a power of two, which would map columns to few lines of the cache
    size, last = 8 * words, -(-columns // (8 * TILE)) * TILE
    work = Buffer(aligned_zeros(words * stride).cast("B"))
    pivots, order, rank = zeros("q", rows), Buffer(zeros("q", rows)), 0
    kernel.octets_to_columns(memoryview(matrix.words).cast("B"), rows, size, work, stride, order)
    wide = panel or (size if size <= ONE_PANEL else PANEL)
    places = Buffer(pivots)
    factors = Buffer(aligned_zeros(-(-wide // 8) * stride).cast("B"))
    scratch = Buffer(calloc("Q", wide * (size + 2) + 8))
    for begin in range(0, last, wide):
        check()
        end = size if wide >= size else min(begin + wide, last)
        rank = kernel.octets_panel(
            work, stride, height, begin, end, size, columns, order, rows, rank, places, factors, scratch, is_wide
        )
    reduced = BitMatrix.zeros(rows, words)
    kernel.octets_to_rows(work, stride, order, reduced.words, rows, words)
    return reduced, pivots[:rank]


def by_tables(matrix: BitMatrix, columns: int, *, is_large: bool | None = None) -> "tuple[BitMatrix, array[int]]":
    """Do the same as `reduce_rows`, with the kernel `elimination`; `is_large` means that the matrix does not fit into
    the cache.
    """
    from solvable.kernels.buffers import Buffer, calloc, zeros

    kernel, rows, words = kernels.native(), matrix.height, -(-max(1, matrix.stride) // BLOCK) * BLOCK
    reduced, pivots, size = matrix.widened(words, aligned_zeros(rows * words)), zeros("q", rows), rows * words
    work, places = Buffer(reduced.words), Buffer(pivots)
    scratch = Buffer(calloc("Q", (TABLES if rows > FEW else TABLES_FOR_FEW) + GROUP * max(rows, words)))
    is_large, panels, rank = size > LARGE if is_large is None else is_large, (columns + 63) // 64, 0
    step = GROUP * max(1, PART // max(1, GROUP * size))
    for panel in range(0, panels, step):  # in parts, to allow cancellation
        check()
        last = min(panel + step, panels)
        rank = kernel.elimination_eliminate(work, rows, words, columns, places, panel, last, rank, is_large, scratch)
    needed, pivots = Buffer(bytearray(words // BLOCK)), pivots[:rank]
    kernel.elimination_mark_needed(work, words, places, rank, needed, scratch)
    ends = [0, rank]  # the number of pivot rows after each number of panels
    if panels > step:
        of_panels = [here for here, (a, b) in enumerate(pairwise([*pivots, -1]), 1) if a >> 6 != b >> 6]
        ends = [0, *of_panels[(len(of_panels) - 1) % step :: step]]
    for first, last in reversed([*pairwise(ends)]):
        check()
        kernel.elimination_substitute(work, words, places, first, last, needed, scratch)
    return reduced, pivots


def aligned_zeros(count: int) -> "memoryview[int]":
    """Return `count` words of zeros aligned to cache lines, so that vectors lie within lines."""
    from solvable.kernels.buffers import Buffer, calloc

    words = calloc("Q", count + BLOCK)
    first = -Buffer(words).address // 8 % BLOCK
    return words[first : first + count]


def rank(matrix: BitMatrix, columns: int) -> int:
    """Return the rank of the matrix of that many columns."""
    return len(reduce_rows(matrix, columns)[1])


def solve(matrix: BitMatrix, rhs: Sequence[int], columns: int | None = None, *, is_symmetric: bool = False) -> Solved:
    """Return the result for matrix·x = rhs over GF(2); x has `columns` entries, by default one for each row.

    If the matrix is known to be symmetric, one of the quiet vectors is a refutation, so no second elimination is
    needed. Raises PuzzleError if the shapes do not fit, BudgetExceededError if memory or time does not suffice.
    """
    count, size = matrix.height if columns is None else columns, matrix.stride
    words = (count + 63) // 64
    if size != words:
        raise PuzzleError(
            msg("{columns} columns need a uint64 matrix of {words} words a row", columns=count, words=words)
        )
    if len(rhs) != matrix.height:
        raise PuzzleError(
            msg("{equations} equations need as many right sides, not {count}", equations=matrix.height, count=len(rhs))
        )
    right = [*rhs]
    reduced, pivots = reduce_rows(_augmented(matrix, array("Q", right)), count)
    quiet, last = null_vectors(reduced, pivots, count), reduced.words[size :: reduced.stride]
    if any(last[len(pivots) :]):
        mask = masks.pack(right)
        refutation = odd_overlap(quiet, mask) if is_symmetric else refute(matrix, mask, count)
        return Solved(len(pivots), None, quiet, refutation)
    return Solved(len(pivots), _particular(pivots, last, count), quiet, None)


def _augmented(matrix: BitMatrix, right: "array[int]") -> BitMatrix:
    """Return the matrix with one more word in each row, its right side."""
    wider = matrix.widened(matrix.stride + 1)
    wider.words[matrix.stride :: wider.stride] = memoryview(right)
    return wider


def _particular(pivots: "array[int]", values: Iterable[int], columns: int) -> int:
    """Return the solution with these values at the pivots and 0 elsewhere."""
    bits = bytearray(columns)
    for pivot, value in zip(pivots, values, strict=False):
        bits[pivot] = value
    return masks.pack(bits)


def null_vectors(reduced: BitMatrix, pivots: "array[int]", columns: int) -> list[int]:
    """Return one null vector for each column without a pivot, ascending: 1 in that column, 0 in the other such
    columns.
    """
    if not kernels.has_library():
        return null_vectors_reference(reduced.rows(), pivots, columns)
    rank, size = len(pivots), (columns + 63) // 64
    if rank == columns:
        return []
    from solvable.kernels.buffers import zeros

    vectors = BitMatrix.zeros(columns - rank, size)
    kernels.native().bits_null_vectors(
        reduced.words, reduced.stride, pivots, rank, columns, vectors.words, zeros("Q", 2 * size)
    )
    return vectors.rows()


def null_vectors_reference(reduced: Sequence[int], pivots: Sequence[int], columns: int) -> list[int]:
    """Return the result of `null_vectors` for rows in reduced echelon form."""
    pairs = [*zip(reduced, pivots, strict=False)]
    free = sorted(set(range(columns)) - set(pivots))
    return [1 << column | sum(1 << pivot for row, pivot in pairs if row >> column & 1) for column in free]


def refute(matrix: BitMatrix, right: int, columns: int) -> int:
    """Return y with y·matrix = 0 and y·right = 1: a solution of the transposed equations."""
    turned = matrix.transposed(columns)
    size, height = turned.stride, columns + 1
    equations = BitMatrix.zeros(height, size)
    equations.words[: columns * size] = turned.words
    equations.words[columns * size :] = array("Q", right.to_bytes(8 * size, "little"))
    wanted = array("Q", bytes(8 * height))
    wanted[-1] = 1
    reduced, pivots = reduce_rows(_augmented(equations, wanted), matrix.height)
    return _particular(pivots, reduced.words[size :: reduced.stride], matrix.height)


def odd_overlap(quiet: Sequence[int], right: int) -> int:
    """Return the first of the vectors with an odd overlap with `right`; there must be one."""
    return next(vector for vector in quiet if masks.dot(vector, right))
