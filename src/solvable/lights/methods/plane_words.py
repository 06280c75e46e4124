"""Giant two-colour boards in uint64 arrays (height, ceil(width/64)), lowest bit first: compiled `plane_ints`.

The same steps as `plane_ints.solve`, each a kernel (`lights/plane_words`). 10,000 × 10,000 takes about 1.4 ms, most of
it two passes over the board at the speed of memory: copying it takes 1.1.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.errors import PuzzleError, UnsolvableError
from solvable.lights.algebra import gf2_polynomials
from solvable.lights.methods.plane_rows import (
    REFUTED,
    RowsAnswer,
    RowsObstruction,
    check_memory,
    check_shape,
    has_wide_vectors,
    last_mask,
)
from solvable.shared.said import say

if TYPE_CHECKING:
    from solvable.lights.algebra.gf2_polynomials import Words as AnyWords

    Buffer = bytes | bytearray | memoryview
    from solvable.lights.methods.plane_rows import Words


def solve(board: "Words", width: int, in_place: bool = False) -> "RowsAnswer[Words]":
    """Return presses that darken the board, written over it when `in_place`; raise UnsolvableError with the proof."""
    check_shape(board, width)
    if not in_place:
        board = board.copy(order="C")
    check_memory(board)
    first, nullity = first_row(residual([board], width), width, len(board))
    for _ in follow([board], width, first):
        pass
    return RowsAnswer(board, nullity)


def is_available() -> bool:
    """Return whether there are the kernels that `residual`, `follow`, `from_bytes` and `to_bytes` need."""
    return kernels.has_native()


def residual(blocks: "Iterable[Words]", width: int) -> "Words":
    """Return the row left after chasing down a board, given in blocks of rows, from a first row of no presses."""
    from solvable.kernels.buffers import Buffer

    size, mask = (width + 63) // 64, int(last_mask(width))
    chase, rows, is_wide = kernels.native().plane_chase, _rolling(size), has_wide_vectors()
    held = Buffer(rows)
    for block in blocks:
        if chase(block, len(block), size, held, mask, is_wide):
            raise PuzzleError(say("a row has lit cells beyond its {width} columns", width=width))
    residual: Words = rows[1, :size]
    return residual.copy()


def follow(blocks: "Iterable[Words]", width: int, first: "Words") -> "Iterator[Words]":
    """Yield each block of rows, overwritten by its presses, given those of the first row."""
    from solvable.kernels.buffers import Buffer

    size, mask = first.size, int(last_mask(width))
    write_presses, rows, is_wide = kernels.native().plane_write_presses, _rolling(size), has_wide_vectors()
    held = Buffer(rows)
    rows[1, :size] = first
    for block in blocks:
        write_presses(block, len(block), size, held, mask, is_wide)
        yield block
    if rows[1].any():
        raise ArithmeticError("the first row does not darken the board")


def _rolling(size: int) -> Any:
    """Return rows of no presses, the one above and the one here, and scratch memory, as the kernels take them."""
    import numpy as np

    return np.zeros((3, (size + 7) // 8 * 8), np.uint64)


def from_bytes(data: "Buffer", width: int) -> "Words":
    """Return the rows in `data`, each in whole bytes with the first column at the highest bit, as PBM pictures do."""
    import numpy as np

    used = np.frombuffer(data, np.uint8).reshape(-1, (width + 7) // 8)
    padded = np.zeros((len(used), (width + 63) // 64 * 8), np.uint8)
    padded[:, : used.shape[1]] = used
    words = padded.view(np.uint64)
    kernels.native().plane_reverse_bytes(words, words.size)
    words[:, -1] &= last_mask(width)
    return words


def to_bytes(board: "Words", width: int) -> bytes:
    """Return the bytes that `from_bytes` reads; the board is destroyed."""
    import numpy as np

    kernels.native().plane_reverse_bytes(board, board.size)
    return board.view(np.uint8)[:, : (width + 7) // 8].tobytes()


def first_row(rest: "Words", width: int, height: int) -> tuple["Words", int]:
    """Return the first row of presses for the residual row `rest`, and the nullity; twin of `plane_ints.first_row`."""
    by = gf2_polynomials.arithmetic()
    chi = gf2_polynomials.fibonacci_pair(width + 1, 0)[0]
    goal = _padded(rest, width)
    gf2_polynomials.from_cells(goal)
    if width <= height:
        modulus, reduced = chi, by.fibonacci_modulo(height + 1, chi)[0]
    else:
        modulus = gf2_polynomials.fibonacci_pair(height + 1, 1)[0]
        reduced = by.divide(chi, modulus)[1]
    divisor, factor = by.gcd_with_factor(reduced, modulus)
    nullity = gf2_polynomials.degree(divisor)
    quotient: AnyWords = goal
    reduced_modulus = modulus
    if nullity:
        quotient, left = by.divide(goal, divisor)
        reduced_modulus = by.divide(modulus, divisor)[0]
        if any(left):
            raise UnsolvableError(REFUTED, refutation(rest, by.divide(chi, divisor)[0], width, height, nullity))
    if width > height:
        quotient = by.divide(quotient, reduced_modulus)[1]
    first = by.divide(by.multiply(factor, quotient), reduced_modulus)[1]
    if width > height:
        numerator = by.multiply(chi, first)
        gf2_polynomials.add(numerator, goal[: len(chi)])
        first = by.divide(numerator, modulus)[0]
    cells = _padded(first, width)
    gf2_polynomials.to_cells(cells)
    return cells[: rest.size], nullity


def refutation(rest: "Words", generator: "AnyWords", width: int, height: int, nullity: int) -> RowsObstruction:
    """Return the proof from a quiet pattern that overlaps `rest` oddly (`plane_ints.refutation`); `generator` χ/D."""

    last = _padded(generator, width)
    gf2_polynomials.to_cells(last)
    last = last[: rest.size].copy()
    if not kernels.native().plane_find_odd_overlap(last, rest, last.size, last_mask(width)):
        raise ArithmeticError("all quiet patterns overlap the board evenly")
    return RowsObstruction(last, width, height, nullity)


def _padded(row: "AnyWords", width: int) -> "Words":
    """Return a copy of `row` with a power of 2 of words, enough for `width` bits."""
    import numpy as np

    words = (width + 63) // 64
    padded = np.zeros(1 << (words - 1).bit_length(), np.uint64)
    padded[: min(words, len(row))] = row[:words]
    return padded
