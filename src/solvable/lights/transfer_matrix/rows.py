"""What the methods for giant two-colour boards share: their answer, their proof, and rows that follow from one.

A row is an int, or ceil(width/64) words of 64 bits, least significant bit first; bit c of row r is cell (r, c). A board
in words is a buffer of them, row after row: an `array`, a memoryview, or a uint64 array of numpy's that a user passed.
"""

from array import array
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from solvable import kernels
from solvable.core.budget import checked
from solvable.core.errors import PuzzleError
from solvable.core.message import msg

Words = Any  # a row or a board in words
Rows = TypeVar("Rows")


REFUTED = "unsolvable: a quiet pattern overlaps the board in an odd number of lit cells"


@dataclass(frozen=True, slots=True)
class RowsAnswer(Generic[Rows]):
    """The presses, in the form of the board, and the number of independent quiet patterns (2^nullity solutions)."""

    presses: Rows
    nullity: int


@dataclass(frozen=True, eq=False)
class RowsObstruction:
    """A quiet pattern that overlaps the board in an odd number of lit cells: no presses solve it.

    Each press toggles an even number of the pattern's cells, so the parity of the lit ones among them never changes.
    `last` is the pattern's last row, which decides the others; `rows` makes them all when asked, in the board's form.
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
        """The pattern, row by row: a list of ints, or a uint64 array of numpy's if the board was one."""
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
    """Return the rows of presses that follow from `first` where they must leave the rows above them as they were."""
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
    """Return the bits of a row's last word that are cells."""
    return (2 << (width - 1 & 63)) - 1


@cache
def has_wide_vectors() -> bool:
    """Return whether the kernels may use vectors of AVX-512."""
    return int(kernels.native().processor_level()) & 255 >= 4


def words_of(row: int, size: int) -> "array[int]":
    """Return a row as so many words."""
    return array("Q", row.to_bytes(8 * size, "little"))


def write_pattern(board: Words, last: Words, width: int) -> None:
    """Overwrite the board, an array of numpy's, by the quiet pattern whose last row is `last`."""
    check_shape(board, width)
    check_memory(board)
    if not kernels.has_library():
        for number, row in enumerate(pattern(int.from_bytes(last.tobytes(), "little"), width, len(board))):
            board[-1 - number] = words_of(row, board.shape[1])
        return
    (height, size), scratch = board.shape, array("Q", bytes(24 * (len(last) + 7)))
    if not kernels.native().plane_write_pattern(board, height, size, last, last_mask(width), scratch):
        raise ArithmeticError("this row is the last of no quiet pattern")
