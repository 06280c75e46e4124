"""Giant two-colour boards in words, ceil(width/64) a row, lowest bit first: `ints` with compiled kernels.

The same steps as `ints.solve`, each a kernel (`lights/plane_words.cpp`). 10,000 × 10,000 takes about 1.4 ms, mostly for
two passes over the board at the speed of memory; copying it takes 1.1 ms.

The module also has the result and proof classes of both, and the rows that follow from one. A row is an int, or
ceil(width/64) words, bit c of row r being cell (r, c); a board in words is a buffer of them, row after row: an `array`,
a memoryview, or a numpy array of uint64 from the user.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from solvable import kernels
from solvable.core.budget import checked
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.core.message import msg
from solvable.lights.algebra import gf2_polynomials

Words = Any  # a row or a board in words
Rows = TypeVar("Rows")


REFUTED = "unsolvable: a quiet pattern overlaps the board in an odd number of lit cells"


@dataclass(frozen=True, slots=True)
class RowsAnswer(Generic[Rows]):
    """The presses, in the form of the board, and the number of independent quiet patterns; there are 2^nullity
    solutions.
    """

    presses: Rows
    nullity: int


@dataclass(frozen=True, eq=False)
class RowsObstruction:
    """A quiet pattern that overlaps the board in an odd number of lit cells, a proof that there is no solution.

    Each press toggles an even number of the pattern's cells, so the parity of the lit ones among them never changes.
    `last` is the pattern's last row, which determines the others; `rows` computes them all, in the board's form.
    `mirrored` rows of ints have the last column at the lowest bit.
    """

    last: Any
    width: int
    height: int
    nullity: int
    invariant: str = "quiet pattern"
    value: int = 1
    wanted: int = 0
    mirrored: bool = False

    @cached_property
    def rows(self) -> Any:
        """The pattern, row by row: a list of ints, or a numpy array of uint64 if the board was one."""
        if isinstance(self.last, int):
            return pattern(self.last, self.width, self.height)[::-1]
        import numpy as np

        return self.write(np.empty((self.height, len(self.last)), np.uint64))

    def write(self, board: Any) -> Any:
        """Write the pattern over `board`, an array of the board's form, and return it."""
        write_pattern(board, self.last, self.width)
        return board

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """One weight (0 or 1) for each cell, row by row."""
        last = self.last if isinstance(self.last, int) else int.from_bytes(self.last.tobytes(), "little")
        rows = pattern(last, self.width, self.height)[::-1]
        step = 1 if self.mirrored else -1
        return tuple(int(bit) for row in rows for bit in f"{row:0{self.width}b}"[::step])


def pattern(first: int, width: int, height: int) -> list[int]:
    """Return the rows of presses that follow from `first` if they leave all rows above them unchanged."""
    mask = (1 << width) - 1
    results, above = [first], 0
    for _ in checked(range(height - 1)):
        here = results[-1]
        results.append(above ^ here ^ here >> 1 ^ here << 1 & mask)
        above = here
    return results


def check_shape(board: Words, width: int) -> None:
    """Raise PuzzleError unless the array has the shape and type of a board of `width` columns."""
    if width < 1 or board.ndim != 2 or str(board.dtype) != "uint64" or board.shape[1] != (width + 63) // 64:
        shape = f"(height, {(max(width, 1) + 63) // 64})"
        raise PuzzleError(
            msg(
                "{width} columns need a uint64 array of shape {shape}, not {dtype} {given}",
                width=width,
                shape=str(shape),
                dtype=str(board.dtype),
                given=str(board.shape),
            )
        )
    if not len(board):
        raise PuzzleError("a board needs at least one row")


def check_memory(board: Any) -> None:
    """Raise PuzzleError unless the array can be written in place."""
    flags = board.flags
    if not (flags.c_contiguous and flags.aligned and flags.writeable):
        raise PuzzleError("to be solved in place an array must be C-contiguous, aligned and writeable")


def last_mask(width: int) -> int:
    """Return the mask of a row's last word that covers cells."""
    return (2 << (width - 1 & 63)) - 1


@cache
def has_wide_vectors() -> bool:
    """Return whether the kernels may use vectors of AVX-512."""
    return int(kernels.native().processor_level()) & 255 >= 4


def words_of(row: int, size: int) -> "array[int]":
    """Return a row in `size` words."""
    return array("Q", row.to_bytes(8 * size, "little"))


def write_pattern(board: Words, last: Words, width: int) -> None:
    """Overwrite the board, a numpy array, by the quiet pattern whose last row is `last`."""
    check_shape(board, width)
    check_memory(board)
    if not kernels.has_library():
        for number, row in enumerate(pattern(int.from_bytes(last.tobytes(), "little"), width, len(board))):
            board[-1 - number] = words_of(row, board.shape[1])
        return
    (height, size), scratch = board.shape, array("Q", bytes(24 * (len(last) + 7)))
    if not kernels.native().plane_write_pattern(board, height, size, last, last_mask(width), scratch):
        raise ArithmeticError("this row is the last of no quiet pattern")


def solve(board: Words, width: int, in_place: bool = False) -> RowsAnswer[Words]:
    """Return presses that turn off the board, written over it if `in_place`; raise UnsolvableError, with the proof, if
    there are none.

    The board and the presses are numpy arrays of uint64 with shape (height, ceil(width/64)).
    """
    check_shape(board, width)
    if not in_place:
        board = board.copy(order="C")
    check_memory(board)
    first, nullity = first_row(residual([board], width), width, len(board))
    for _ in follow([board], width, first):
        pass
    return RowsAnswer(board, nullity)


def is_available() -> bool:
    """Return whether the kernels that `residual`, `follow`, `from_bytes` and `to_bytes` need are available."""
    return kernels.has_library()


def residual(blocks: Iterable[Words], width: int) -> "array[int]":
    """Return the row that remains after chasing down a board, given in blocks of rows, from a first row of no
    presses.
    """
    from solvable.kernels.buffers import Buffer

    size, mask = (width + 63) // 64, last_mask(width)
    chase, rows, is_wide = kernels.native().plane_chase, _rolling(size), has_wide_vectors()
    held = Buffer(rows)
    for block in map(Buffer, blocks):
        if chase(block, block.size // size, size, held, mask, is_wide):
            raise PuzzleError(msg("a row has lit cells beyond its {width} columns", width=width))
    here = len(rows) // 3
    return rows[here : here + size]


def follow(blocks: Iterable[Words], width: int, first: Words) -> Iterator[Words]:
    """Yield each block of rows, overwritten by its presses, given those of the first row."""
    from solvable.kernels.buffers import Buffer

    size, mask = len(first), last_mask(width)
    write_presses, rows, is_wide = kernels.native().plane_write_presses, _rolling(size), has_wide_vectors()
    here, held = len(rows) // 3, Buffer(rows)
    rows[here : here + size] = array("Q", first)
    for block in blocks:
        words = Buffer(block)
        write_presses(words, words.size // size, size, held, mask, is_wide)
        yield block
    if any(rows[here : 2 * here]):
        raise ArithmeticError("the first row does not darken the board")


def _rolling(size: int) -> "array[int]":
    """Return rows of no presses, the one above and the current one, and scratch memory, in the kernels' form."""
    return array("Q", bytes(3 * 8 * ((size + 7) // 8 * 8)))


def from_bytes(data: bytes, width: int) -> "memoryview[int]":
    """Return the rows in `data`, each in whole bytes with the first column at the highest bit, as in PBM pictures."""
    from solvable.kernels.buffers import calloc

    height = len(data) // ((width + 7) // 8)
    board = calloc("Q", height * ((width + 63) // 64))
    kernels.native().plane_from_bytes(data, height, width, board)
    return board


def to_bytes(board: Words, width: int) -> tuple[bytearray, int]:
    """Return the bytes that `from_bytes` reads, and the number of lit cells."""
    height = len(board) // ((width + 63) // 64)
    data = bytearray(height * ((width + 7) // 8))
    return data, kernels.native().plane_to_bytes(board, height, width, data)


def first_row(rest: Words, width: int, height: int) -> "tuple[array[int], int]":
    """Return the first row of presses for the residual row `rest`, and the nullity; the same as `ints.first_row`."""
    by = gf2_polynomials.arithmetic()
    chi = gf2_polynomials.fibonacci_pair(width + 1, 0)[0]
    goal = gf2_polynomials.from_cells(rest, width)
    if width <= height:
        modulus, reduced = chi, by.fibonacci_modulo(height + 1, chi)[0]
    else:
        modulus = gf2_polynomials.fibonacci_pair(height + 1, 1)[0]
        reduced = by.divide(chi, modulus)[1]
    divisor, factor = by.gcd_with_factor(reduced, modulus)
    nullity = gf2_polynomials.degree(divisor)
    quotient = goal
    reduced_modulus = modulus
    if nullity:
        quotient, remaining = by.divide(goal, divisor)
        reduced_modulus = by.divide(modulus, divisor)[0]
        if any(remaining):
            raise UnsolvableError(REFUTED, refutation(rest, by.divide(chi, divisor)[0], width, height, nullity))
    if width > height:
        quotient = by.divide(quotient, reduced_modulus)[1]
    first = by.divide(by.multiply(factor, quotient), reduced_modulus)[1]
    if width > height:
        numerator = by.multiply(chi, first)
        gf2_polynomials.add(numerator, goal[: len(chi)])
        first = by.divide(numerator, modulus)[0]
    return gf2_polynomials.to_cells(first, width), nullity


def refutation(rest: Words, generator: Words, width: int, height: int, nullity: int) -> RowsObstruction:
    """Return the proof: a quiet pattern with an odd overlap with `rest` (`ints.refutation`); `generator` is χ/D."""
    last = gf2_polynomials.to_cells(generator, width)
    if not kernels.native().plane_find_odd_overlap(last, rest, len(last), last_mask(width)):
        raise ArithmeticError("all quiet patterns overlap the board evenly")
    return RowsObstruction(last, width, height, nullity)
