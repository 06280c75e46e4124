"""Sweeps: the most profitable monotone walks of the blank over a large board, found exactly by dynamic programming.

A board is an array of home cells as row << 16 | column; the blank's entry is never read. A step of the blank slides
one tile and gains d(before)² − d(after)², which is 2d − 1 where the tile comes nearer and −2d − 1 where it goes away.
A monotone walk touches each tile once, so in each of the four quadrants around the blank the best walk to a cell
extends the best walk to one of two cells before it: value = max + gain − price.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.jit import jit

Array = NDArray[Any]


@jit
def quadrant(
    homes: Array, w: int, h: int, blank: int, down: int, right: int, price: int, tall: int, wide: int, row: Array,
    origin: Array,
) -> tuple[Any, int, int]:  # fmt: skip
    """Fill origin[i·w + j] (1 from the row before, 2 from the column before) for one quadrant.

    i ≤ tall and j ≤ wide count from the blank. Returns (best value, its i, its j).
    """
    r0, c0 = blank // w, blank % w
    rows = min(tall, h - 1 - r0 if down > 0 else r0)
    columns = min(wide, w - 1 - c0 if right > 0 else c0)
    best: Any = np.int64(0)
    best_i = best_j = 0
    for i in range(rows + 1):
        r = r0 + i * down
        left = np.int64(-(1 << 60))
        for j in range(columns + 1):
            c = c0 + j * right
            if i + j == 0:
                row[0] = left = np.int64(0)
                continue
            home = np.int64(homes[r * w + c])
            dr, dc = r - (home >> 16), c - (home & 0xFFFF)
            twice = 2 * (abs(dr) + abs(dc))
            value = left + (twice if dc * right > 0 else -twice)
            mark = 2
            if i > 0:
                other = row[j] + (twice if dr * down > 0 else -twice)
                if other > value:
                    value = other
                    mark = 1
            value -= price + 1
            row[j] = left = value
            origin[i * w + j] = mark
            if value > best:
                best, best_i, best_j = value, i, j
    return best, best_i, best_j


@jit
def walk_to(
    homes: Array, w: int, blank: int, down: int, right: int, i: int, j: int, origin: Array, moves: Array
) -> None:
    """Write the walk to (i, j) that `origin` remembers into moves[0 .. i + j − 1], and make it."""
    for k in range(i + j - 1, -1, -1):
        moves[k] = blank + i * down * w + j * right
        if origin[i * w + j] == 1:
            i -= 1
        else:
            j -= 1
    hole = blank
    for k in range(moves.size):
        homes[hole] = homes[moves[k]]
        hole = moves[k]


@jit
def sweep(homes: Array, w: int, h: int, state: Array, end: float, reach: int, limit: int, moves: Array) -> Any:
    """Walk the best sweeps until none gains at the price `end`, or about `limit` moves are made; return how many.

    state = [blank, price, turn, walks in vain] lives on. Walks reach `reach` rows and all columns, or all rows and
    `reach` columns, in turn. Where neither gains the price falls by a tenth.
    """
    row = np.empty(w, np.int64)
    origin = np.empty((4, w * h), np.uint8)
    made = 0
    while made < limit and state[1] >= end:
        blank = int(state[0])
        tall, wide = (reach, w) if state[2] > 0 else (h, reach)
        state[2] = -state[2]
        best: Any = np.int64(0)
        chosen = i = j = 0
        for k in range(4):
            down, right = 1 - 2 * (k & 1), 1 - (k & 2)
            gain, gain_i, gain_j = quadrant(homes, w, h, blank, down, right, int(state[1]), tall, wide, row, origin[k])
            if gain > best:
                best, chosen, i, j = gain, k, gain_i, gain_j
        if i + j == 0:
            state[3] += 1
            if state[3] > 1:
                state[1] *= 0.9
                state[3] = 0
            continue
        down, right = 1 - 2 * (chosen & 1), 1 - (chosen & 2)
        walk_to(homes, w, blank, down, right, i, j, origin[chosen], moves[made : made + i + j])
        state[0] = blank + i * down * w + j * right
        state[3] = 0
        made += i + j
    return made
