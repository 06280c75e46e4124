"""Boxes of a path: stretches that stay in a box, the slides they amount to, and what the model expects of them.

While the blank stays in a box of w × h cells a stretch of the path is a walk of a whole sliding puzzle: it carries what
is on cell p to cell to[p]. Any other walk with the same `to` may take its place. Seen from the box, the item that ends
on cell q is tile q + 1; the blank ends on some cell, too, so one of the tiles 1 … n is missing. The tables are the pair
model's, spread for tiles with homes on every cell.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import jit

Array = NDArray[Any]


@jit
def carried(path: Array, a: int, b: int, w: int, corner: int, bw: int, bh: int, to: Array, back: Array) -> Any:
    """Write into to[p] the box cell on which the item on box cell p ends along path[a .. b]; return the blank's p."""
    r, c = corner // w, corner % w
    for p in range(bw * bh):
        back[p] = p
    start = (path[a] // w - r) * bw + path[a] % w - c
    hole = start
    for i in range(a + 1, b + 1):
        cell = (path[i] // w - r) * bw + path[i] % w - c
        back[hole] = back[cell]
        hole = cell
    back[hole] = start
    for p in range(bw * bh):
        to[back[p]] = p
    return start


@jit
def stretches(
    path: Array, begin: int, end: int, size: tuple[int, int], box: tuple[int, int], least: int, entered: Array,
    found: Array, count: int,
) -> Any:  # fmt: skip
    """Write all longest stretches of at least `least` moves within some box as (from, to, corner); return how many.

    A step enters the boxes whose near edge it crosses and leaves those whose far edge it crosses: one row or column of
    boxes each, so the cost is the path's length times the box's side. `entered` holds a place for each corner, −1 at
    first. A part of the path is done, its indices from `begin` to `end` − 1, `count` stretches being there already;
    index path.size, the last, closes all boxes.
    """
    w, h = size
    bw, bh = box
    last = path.size - 1
    for i in range(begin, end):
        r, c = (path[i] // w, path[i] % w) if i <= last else (-1, -1)
        old_r, old_c = (path[i - 1] // w, path[i - 1] % w) if i > 0 else (-1, -1)
        if i > 0:  # boxes that hold the cell before, but not this one
            for top in range(max(0, old_r - bh + 1), min(old_r, h - bh) + 1):
                if i <= last and c == old_c and top <= r < top + bh:
                    continue
                for left in range(max(0, old_c - bw + 1), min(old_c, w - bw) + 1):
                    if i <= last and top <= r < top + bh and left <= c < left + bw:
                        continue
                    corner = top * w + left
                    if i - 1 - entered[corner] >= least and count < found.shape[0]:
                        found[count, 0], found[count, 1], found[count, 2] = entered[corner], i - 1, corner
                        count += 1
                    entered[corner] = -1
        if i <= last:
            for top in range(max(0, r - bh + 1), min(r, h - bh) + 1):
                if i > 0 and c == old_c and top <= old_r < top + bh:
                    continue
                for left in range(max(0, c - bw + 1), min(c, w - bw) + 1):
                    if entered[top * w + left] < 0:
                        entered[top * w + left] = i
    return count


@jit
def evaluate(pos: Array, pair: Array, single: Array) -> int:
    """Return the value (steps of 1/1000) of `pos`: the cell of each name, any number past the cells where missing.

    Names beyond those of `pos` are missing too.
    """
    n = single.shape[0]
    names = single.shape[1] // n
    total = 0
    for t in range(1, pos.size):
        if pos[t] >= n:
            continue
        at = np.int64(pos[t]) * names + t
        total += single[pos[0], at]
        for j in range(1, t):
            if pos[j] < n:
                total += pair[at, np.int64(pos[j]) * names + j]
    return total


@jit
def prospects(
    path: Array, w: int, found: Array, count: int, bw: int, bh: int, pair: Array, single: Array, needs: Array
) -> None:
    """Write for each stretch the moves that the model expects, in steps of 1/1000."""
    n = bw * bh
    to, back, pos = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n + 1, np.int64)
    for k in range(count):
        start = carried(path, found[k, 0], found[k, 1], w, found[k, 2], bw, bh, to, back)
        pos[:] = n
        pos[0] = start
        far = 0
        for p in range(n):
            if p != start:
                pos[to[p] + 1] = p
                far += abs(p // bw - to[p] // bw) + abs(p % bw - to[p] % bw)
        needs[k] = 1000 * far  # fewer are impossible; the model costs more to ask
        if 10 * (found[k, 1] - found[k, 0]) > 11 * far:
            needs[k] = max(needs[k], evaluate(pos, pair, single))
