"""Chasing the lights of a board in uint64 arrays, the twin of `lights.methods.plane_ints`.

A board is (height, words); column c is bit c & 63 of word c >> 6. Two rolling rows, buffers of whole vectors of 8 words
(`buffer`), stay in the nearest cache, and the board is read once.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

from solvable.kernels.base.jit import jit
from solvable.kernels.base.lamps import LANES, WORD, WORDS
from solvable.kernels.base.memory import ask
from solvable.kernels.base.vectors import broadcast, pointer, window

cgutils: Any = untyped_cgutils
Words = np.ndarray[Any, np.dtype[np.uint64]]

AHEAD = 4096  # bytes: so much later what is asked for is read
NONE, ONE, TOP = np.uint64(0), np.uint64(1), np.uint64(63)
REVERSALS = tuple((np.uint64(half), np.uint64((2**64 - 1) // (2**half + 1))) for half in (1, 2, 4))


def buffer(size: int) -> Words:
    """Return a row of no presses, as the kernels take it."""
    return np.zeros(-(-size // LANES) * LANES, np.uint64)


def _funnel(builder: Any, high: Any, low: Any, left: int) -> Any:
    """Return the code of the upper words of the pairs (high, low) moved up by `left` bits: one instruction on some."""
    kind = ir.FunctionType(WORDS, [WORDS, WORDS, WORDS])
    function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fshl.v{LANES}i64")
    return builder.call(function, [high, low, broadcast(builder, WORD(left), WORDS)])


def _pressed(builder: Any, before: Any, here: Any, after: Any) -> Any:
    """Return the code of 8 words of presses with their neighbours to both sides, given the words around."""
    left = _funnel(builder, here, window(builder, before, here, LANES - 1), 1)
    right = _funnel(builder, window(builder, here, after, 1), here, 63)
    return builder.xor(here, builder.xor(left, right))


def _pressing(is_written: bool) -> Any:
    """Return the intrinsic that presses a row, and writes it over the board's or not."""

    @intrinsic
    def press(_context: Any, board: Any, start: Any, above: Any, here: Any, size: Any, mask: Any) -> Any:
        signature = types.void(board, types.int64, above, here, types.int64, mask)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            start, size = args[1], args[4]

            def at(array: int, place: Any) -> Any:
                return pointer(context, builder, signature.args[array], args[array], place, WORDS)

            def load(array: int, place: Any) -> Any:
                return builder.load(at(array, place), align=8)

            none = ir.Constant(WORDS, None)
            before = cgutils.alloca_once_value(builder, none)
            now = cgutils.alloca_once_value(builder, load(3, WORD(0)))
            last = builder.lshr(builder.sub(size, WORD(1)), WORD(3))
            with cgutils.for_range(builder, last) as loop:
                place = builder.shl(loop.index, WORD(3))
                here, after = builder.load(now), load(3, builder.add(place, WORD(LANES)))
                where = builder.add(start, place)
                ask(builder, builder.gep(at(0, where), [WORD(AHEAD // LANES)]))
                lit = builder.xor(load(0, where), load(2, place))
                builder.store(
                    builder.xor(lit, _pressed(builder, builder.load(before), here, after)), at(2, place), align=8
                )
                if is_written:
                    builder.store(here, at(0, where), align=8)
                builder.store(here, before)
                builder.store(after, now)
            place = builder.shl(last, WORD(3))
            lit = builder.xor(load(0, builder.add(start, place)), load(2, place))
            found = builder.xor(lit, _pressed(builder, builder.load(before), builder.load(now), none))
            builder.store(builder.and_(found, load(5, WORD(0))), at(2, place), align=8)
            return context.get_dummy_value()

        return signature, codegen

    return press


press_row = _pressing(is_written=False)
"""(board, start, above, here, size, mask): press the row `here`, and make `above` the presses of the row below.

The board's row is `size` words at `start`; up to 7 words behind it are read. `mask` are the bits of its last 8 words.
"""

press_and_write_row = _pressing(is_written=True)
"""The same, writing all vectors of `here` but the last over the row."""


@jit
def chase(board: Words, above: Words, here: Words, last_mask: np.uint64) -> tuple[Words, Words, np.uint64]:
    """Return the last two rows of presses that follow from two, each darkening the row above it, as buffers.

    Also return the OR of all bits of the board outside `last_mask`, which must not be there.
    """
    height, size = board.shape
    flat, row, mask = board.ravel(), np.zeros_like(here), mask_of(size, last_mask)
    whole, stray = readable(height, size), NONE
    for r in range(0, whole, 2):
        press_row(flat, r * size, above, here, size, mask)
        press_row(flat, (r + 1) * size, here, above, size, mask)
        stray |= board[r, size - 1] | board[r + 1, size - 1]
    for r in range(whole, height):
        row[:size] = board[r]
        press_row(row, 0, above, here, size, mask)
        stray |= row[size - 1]
        above, here = here, above
    return above, here, stray & ~last_mask


@jit
def write_presses(board: Words, above: Words, here: Words, last_mask: np.uint64) -> tuple[Words, Words]:
    """Return the last two rows of presses as `chase` does, overwriting each row of the board by its presses."""
    height, size = board.shape
    flat, row, mask = board.ravel(), np.zeros_like(here), mask_of(size, last_mask)
    whole, vectors = readable(height, size), (size - 1) // LANES * LANES
    for r in range(0, whole, 2):
        press_and_write_row(flat, r * size, above, here, size, mask)
        for i in range(vectors, size):
            board[r, i] = here[i]
        press_and_write_row(flat, (r + 1) * size, here, above, size, mask)
        for i in range(vectors, size):
            board[r + 1, i] = above[i]
    for r in range(whole, height):
        row[:size] = board[r]
        press_row(row, 0, above, here, size, mask)
        board[r] = here[:size]
        above, here = here, above
    return above, here


@jit
def readable(height: int, size: int) -> int:
    """Return how many rows, an even number, end before the last vector that can be read of a board."""
    return max(0, height - -(-LANES // size)) // 2 * 2


@jit
def mask_of(size: int, last_mask: np.uint64) -> Words:
    """Return which bits of a row's last vector are cells."""
    mask, used = np.zeros(LANES, np.uint64), (size - 1) % LANES
    mask[:used] = ~NONE
    mask[used] = last_mask
    return mask


@jit
def reverse_bytes(words: Words) -> None:
    """Reverse the order of the bits in each byte."""
    flat = words.ravel()
    for i in range(flat.size):
        word = flat[i]
        for half, lower in REVERSALS:
            word = word >> half & lower | (word & lower) << half
        flat[i] = word


@jit
def write_pattern(board: Words, last: Words, last_mask: np.uint64) -> bool:
    """Overwrite the board by the quiet pattern whose last row is `last`; return whether it is one."""
    height, size = board.shape
    below, here, dark = np.zeros((3, -(-size // LANES) * LANES), np.uint64)
    mask = mask_of(size, last_mask)
    here[:size] = last[:size]
    for r in range(height - 1, -1, -1):
        press_row(dark, 0, below, here, size, mask)
        board[r] = here[:size]
        below, here = here, below
    return not here.any()


@jit
def find_odd_overlap(row: Words, rest: Words, last_mask: np.uint64) -> bool:
    """Replace `row` by the sum of its left and right neighbours until it overlaps `rest` in an odd number of cells.

    Return False if that never comes (in as many steps as there are columns).
    """
    for _ in range(64 * row.size):
        overlap = np.uint64(0)
        for i in range(row.size):
            overlap ^= row[i] & rest[i]
        for half in (32, 16, 8, 4, 2, 1):
            overlap ^= overlap >> np.uint64(half)
        if overlap & ONE:
            return True
        carry = np.uint64(0)
        for i in range(row.size):
            word = row[i]
            following = row[i + 1] << TOP if i + 1 < row.size else np.uint64(0)
            row[i] = word << ONE ^ carry ^ word >> ONE ^ following
            carry = word >> TOP
        row[row.size - 1] &= last_mask
    return False
