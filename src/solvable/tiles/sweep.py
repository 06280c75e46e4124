"""Sweeps bring the tiles of a large board near their homes: long monotone walks of the blank, each the best there is.

The gain of a step is d(before)² − d(after)² of the slid tile, less a price; the price starts high, so that only steps
of far tiles pay, and falls where no walk gains. Exact by dynamic programming, since a monotone walk touches each tile
once. At 100 × 100 it costs 1.3 n³ moves and leaves 0.05 n³ of Manhattan distance. Not worth its moves below 40 × 40.
"""

from __future__ import annotations

from solvable.puzzle import State
from solvable.tiles.beam import positions


def sweep(state: State, width: int, height: int, *, start: float = 1.5, end: float = 0.06) -> tuple[list[int], State]:
    """Return (the blank's cells, the board then); prices in units of the tile distance 2/3 · (longer side)."""
    import numpy as np

    from solvable.kernels import sweep as kernel

    board, pos = np.array(state, np.int64), np.array(positions(state), np.int64)
    unit = 2 * max(width, height) / 3
    limit = 3 * width * height * max(width, height)
    moves = np.empty(limit, np.int32)
    made = kernel.sweep(board, pos, width, height, start * unit, end * unit, limit, moves)
    return moves[:made].tolist(), tuple(board.tolist())
