"""Chasing the lights of a board in uint64 arrays, the twin of `lights.methods.plane_ints`.

A board is (height, words); column c is bit c & 63 of word c >> 6. Two rolling rows, buffers with a zero word at either
end, stay in the nearest cache, and the board is read once.
"""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import jit

Words = np.ndarray[Any, np.dtype[np.uint64]]

ONE, TOP = np.uint64(1), np.uint64(63)
REVERSALS = tuple((np.uint64(half), np.uint64((2**64 - 1) // (2**half + 1))) for half in (1, 2, 4))


@jit
def chase(board: Words, above: Words, here: Words, last_mask: np.uint64) -> tuple[Words, Words, np.uint64]:
    """Return the last two rows of presses that follow from two, each darkening the row above it, as buffers.

    Also return the OR of all bits of the board outside `last_mask`, which must not be there.
    """
    height, size = board.shape
    stray = np.uint64(0)
    for r in range(height):
        for i in range(size):
            word = here[i + 1]
            pressed = word ^ word << ONE ^ word >> ONE ^ here[i] >> TOP ^ here[i + 2] << TOP
            above[i + 1] ^= board[r, i] ^ pressed
        above[size] &= last_mask
        stray |= board[r, size - 1]
        above, here = here, above
    return above, here, stray & ~last_mask


@jit
def write_presses(board: Words, above: Words, here: Words, last_mask: np.uint64) -> tuple[Words, Words]:
    """Return the last two rows of presses as `chase` does, overwriting each row of the board by its presses."""
    height, size = board.shape
    for r in range(height):
        for i in range(size):
            word = here[i + 1]
            pressed = word ^ word << ONE ^ word >> ONE ^ here[i] >> TOP ^ here[i + 2] << TOP
            above[i + 1] ^= board[r, i] ^ pressed
            board[r, i] = word
        above[size] &= last_mask
        above, here = here, above
    return above, here


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
    below, here = np.zeros(size + 2, np.uint64), np.zeros(size + 2, np.uint64)
    here[1 : size + 1] = last[:size]
    for r in range(height - 1, -1, -1):
        for i in range(size):
            word = here[i + 1]
            below[i + 1] ^= word ^ word << ONE ^ word >> ONE ^ here[i] >> TOP ^ here[i + 2] << TOP
        board[r] = here[1 : size + 1]
        below[size] &= last_mask
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
