"""Sweeps bring the tiles of a large board near their homes: long monotone walks of the blank, each the best there is.

The gain of a step is d(before)² − d(after)² of the slid tile, less a price; the price starts high, so that only steps
of far tiles pay, and falls by a tenth where no walk gains. Exact by dynamic programming, since a monotone walk touches
each tile once. At 100 × 100 it costs 1.3 n³ moves and leaves 0.05 n³ of Manhattan distance. Not worth its moves on
small boards. On huge boards walks reach a limited distance from the blank, so that a move costs the same on any size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solvable.puzzle import State

REACH = 300


def homes_of(state: State, width: int) -> Any:
    """Return the home cell of the tile on each cell, as row << 16 | column."""
    import numpy as np

    home = np.array(state, np.int32) - 1
    return (home // width) << 16 | home % width


def walks(
    homes: Any,
    width: int,
    height: int,
    blank: int,
    *,
    start: float,
    end: float,
    reach: int = REACH,
    part: int = 1 << 20,
) -> Iterator[Any]:
    """Change `homes` by sweeps; yield the blank's cells in arrays of about `part` moves.

    Prices are in units of d², from `start` down to `end` times ⅔ of the longer side.
    """
    import numpy as np

    from solvable.kernels import sweep as kernel

    unit = 2 * max(width, height) / 3
    reach = min(reach, max(width, height))
    state = np.array([blank, start * unit, 1.0, 0.0])
    while state[1] >= end * unit:
        moves = np.empty(part + width + height, np.int32)
        made = kernel.sweep(homes, width, height, state, end * unit, reach, part, moves)
        yield moves[:made]


def sweep(state: State, width: int, height: int, *, start: float = 1.5, end: float = 0.06) -> tuple[list[int], State]:
    """Return (the blank's cells, the board then)."""
    import numpy as np

    homes = homes_of(state, width)
    blank = state.index(0)
    walk: list[int] = []
    for part in walks(homes, width, height, blank, start=start, end=end):
        walk += part.tolist()
    tiles = (homes >> 16) * width + (homes & 0xFFFF) + 1
    tiles[walk[-1] if walk else blank] = 0
    return walk, tuple(np.asarray(tiles).tolist())
