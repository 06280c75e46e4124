"""Chasing a board of k states in small unsigned integers: the twin of `lights.methods.plane_primes.chase`.

The rolling rows are float32: exact (k < 2^16, sums of five below 5k < 2^19), and a vector of them is reduced modulo k
by one floor, which integers have no instruction for.
"""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import jit

Floats = np.ndarray[Any, np.dtype[np.float32]]


@jit
def chase(board: Any, above: Floats, here: Floats, k: np.float32, wraps: bool, write: bool) -> tuple[Floats, Floats]:
    """Return the last two rows of presses that follow from two, given with a cell on either side: the last one first.

    Each row darkens the one above it; `wraps` joins the first and the last column. Overwrite the board by the presses
    when `write`.
    """
    height, width = board.shape
    inverse, half, most = np.float32(1) / k, np.float32(0.5), np.float32(5) * k
    for r in range(height):
        if wraps:
            here[0], here[width + 1] = here[width], here[1]
        row = board[r]
        for i in range(width):
            total = np.float32(row[i]) + above[i + 1] + here[i + 1] + here[i] + here[i + 2]
            above[i + 1] = (most - total) - k * np.floor((most - total + half) * inverse)
        if write:
            for i in range(width):
                row[i] = np.uint16(here[i + 1])
        above, here = here, above
    return here, above
