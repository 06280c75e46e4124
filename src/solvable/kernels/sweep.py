"""Sweeps: the most profitable monotone walks of the blank over a large board, found exactly by dynamic programming.

A step of the blank from x to y slides the tile on y to x and gains φ(before) − φ(after), φ(d) = d². A monotone walk
touches each tile once, so in each of the four quadrants around the blank the best walk to (i, j) extends the best of
two: gain = max over both predecessors + step − λ. The twin is `solvable.tiles.sweep`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.jit import jit

Array = NDArray[Any]


@jit
def quadrant(
    board: Array, w: int, h: int, blank: int, down: int, right: int, price: Any, value: Array, origin: Array
) -> tuple[Any, Any]:
    """Fill value and origin (1 from the row before, 2 from the column before) for one quadrant.

    Returns (best value, its cell). Gains are d² differences; `price` is charged a step.
    """
    r0, c0 = blank // w, blank % w
    best, best_cell = np.int64(0), blank
    r = r0
    while 0 <= r < h:
        c = c0
        while 0 <= c < w:
            cell = r * w + c
            if cell == blank:
                value[cell] = 0
                origin[cell] = 0
                c += right
                continue
            t = board[cell] - 1
            hr, hc = t // w, t % w
            dr, dc = abs(r - hr), abs(c - hc)
            d = dr + dc
            top = np.int64(-(1 << 60))
            if r != r0:
                e = abs(r - down - hr) + dc
                top = value[cell - down * w] + d * d - e * e - price
                origin[cell] = 1
            if c != c0:
                e = dr + abs(c - right - hc)
                other = value[cell - right] + d * d - e * e - price
                if other > top:
                    top = other
                    origin[cell] = 2
            value[cell] = top
            if top > best:
                best, best_cell = top, cell
            c += right
        r += down
    return best, best_cell


@jit
def sweep(
    board: Array, pos: Array, w: int, h: int, start_price: float, end_price: float, limit: int, moves: Array
) -> int:
    """Walk the best sweeps until none gains at the price `end_price`; return the number of moves.

    Prices are in units of d²; where no walk gains, the price falls by a tenth.
    """
    value = np.empty(w * h, np.int64)
    origin = np.empty((4, w * h), np.uint8)
    trail = np.empty(w + h, np.int64)
    made = 0
    price = start_price
    while made + w + h < limit:
        blank = pos[0]
        best: Any = np.int64(0)
        end, chosen = blank, 0
        for k in range(4):
            down, right = 1 - 2 * (k & 1), 1 - (k & 2)
            gain, cell = quadrant(board, w, h, blank, down, right, np.int64(price), value, origin[k])
            if gain > best:
                best, end, chosen = gain, cell, k
        if end == blank:
            price *= 0.9
            if price < end_price:
                break
            continue
        down, right = 1 - 2 * (chosen & 1), 1 - (chosen & 2)
        steps = 0
        while end != blank:
            trail[steps] = end
            steps += 1
            end -= down * w if origin[chosen, end] == 1 else right
        for k in range(steps - 1, -1, -1):
            cell = trail[k]
            hole = pos[0]
            tile = board[cell]
            board[hole] = tile
            pos[tile] = hole
            board[cell] = 0
            pos[0] = cell
            moves[made] = cell
            made += 1
    return made
