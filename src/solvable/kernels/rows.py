"""Chasing the lights of a board in uint64 arrays (height, words), bit c & 63 of word c >> 6 for column c: the twin of
`lights.rows`. Two rolling rows with a zero word at either end stay in the nearest cache; the board is read once.
"""

from typing import Any

import numpy as np

from solvable.kernels.jit import jit

Words = np.ndarray[Any, np.dtype[np.uint64]]

ONE, TOP = np.uint64(1), np.uint64(63)


@jit
def residual(board: Words, last_mask: np.uint64) -> tuple[Words, np.uint64]:
    """Return the row left after chasing from no presses, and the OR of all bits outside the board (`last_mask`)."""
    height, size = board.shape
    above, here = np.zeros(size + 2, np.uint64), np.zeros(size + 2, np.uint64)
    stray = np.uint64(0)
    for r in range(height):
        for i in range(size):
            word = here[i + 1]
            pressed = word ^ word << ONE ^ word >> ONE ^ here[i] >> TOP ^ here[i + 2] << TOP
            above[i + 1] ^= board[r, i] ^ pressed
        above[size] &= last_mask
        stray |= board[r, size - 1]
        above, here = here, above
    return here[1 : size + 1].copy(), stray & ~last_mask


@jit
def write_presses(board: Words, first: Words, last_mask: np.uint64) -> bool:
    """Overwrite the board by its presses, given those of the first row; return whether they darken it."""
    height, size = board.shape
    above, here = np.zeros(size + 2, np.uint64), np.zeros(size + 2, np.uint64)
    here[1 : size + 1] = first[:size]
    for r in range(height):
        for i in range(size):
            word = here[i + 1]
            pressed = word ^ word << ONE ^ word >> ONE ^ here[i] >> TOP ^ here[i + 2] << TOP
            above[i + 1] ^= board[r, i] ^ pressed
            board[r, i] = word
        above[size] &= last_mask
        above, here = here, above
    return not here.any()


@jit
def write_pattern(board: Words, last: Words, last_mask: np.uint64) -> bool:
    """Overwrite the board by the quiet pattern whose last row is `last`; return whether it is one."""
    height, size = board.shape
    below, here = np.zeros(size + 2, np.uint64), np.zeros(size + 2, np.uint64)
    here[1 : size + 1] = last[:size]
    for r in range(height):
        row = board[height - 1 - r]
        for i in range(size):
            word = here[i + 1]
            below[i + 1] ^= word ^ word << ONE ^ word >> ONE ^ here[i] >> TOP ^ here[i + 2] << TOP
            row[i] = word
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
