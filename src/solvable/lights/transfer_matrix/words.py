"""Giant two-colour boards in words, ceil(width/64) a row, lowest bit first: compiled `ints`.

The same steps as `ints.solve`, each a kernel (`lights/plane_words.cpp`). 10,000 × 10,000 takes about 1.4 ms, most of
it two passes over the board at the speed of memory: copying it takes 1.1.
"""

from array import array
from collections.abc import Iterable, Iterator

from solvable import kernels
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.core.message import msg
from solvable.lights.algebra import gf2_polynomials
from solvable.lights.transfer_matrix.rows import (
    REFUTED,
    RowsAnswer,
    RowsObstruction,
    Words,
    check_memory,
    check_shape,
    has_wide_vectors,
    last_mask,
)


def solve(board: Words, width: int, in_place: bool = False) -> RowsAnswer[Words]:
    """Return presses that darken the board, written over it when `in_place`; raise UnsolvableError with the proof.

    The board is a uint64 array of numpy's, of shape (height, ceil(width/64)), and so are the presses.
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
    """Return whether there are the kernels that `residual`, `follow`, `from_bytes` and `to_bytes` need."""
    return kernels.has_library()


def residual(blocks: Iterable[Words], width: int) -> "array[int]":
    """Return the row left after chasing down a board, given in blocks of rows, from a first row of no presses."""
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
    """Return rows of no presses, the one above and the one here, and scratch memory, as the kernels take them."""
    return array("Q", bytes(3 * 8 * ((size + 7) // 8 * 8)))


def from_bytes(data: bytes, width: int) -> "memoryview[int]":
    """Return the rows in `data`, each in whole bytes with the first column at the highest bit, as PBM pictures do."""
    from solvable.kernels.buffers import calloc

    height = len(data) // ((width + 7) // 8)
    board = calloc("Q", height * ((width + 63) // 64))
    kernels.native().plane_from_bytes(data, height, width, board)
    return board


def to_bytes(board: Words, width: int) -> tuple[bytearray, int]:
    """Return the bytes that `from_bytes` reads, and how many cells are lit."""
    height = len(board) // ((width + 63) // 64)
    data = bytearray(height * ((width + 7) // 8))
    return data, kernels.native().plane_to_bytes(board, height, width, data)


def first_row(rest: Words, width: int, height: int) -> "tuple[array[int], int]":
    """Return the first row of presses for the residual row `rest`, and the nullity; twin of `ints.first_row`."""
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
    """Return the proof from a quiet pattern that overlaps `rest` oddly (`ints.refutation`); `generator` χ/D."""
    last = gf2_polynomials.to_cells(generator, width)
    if not kernels.native().plane_find_odd_overlap(last, rest, len(last), last_mask(width)):
        raise ArithmeticError("all quiet patterns overlap the board evenly")
    return RowsObstruction(last, width, height, nullity)
