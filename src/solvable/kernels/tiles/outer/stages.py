"""The stages of a rolling beam: which tiles come home in which order, and the moves D that a stage still needs.

A stage is a tile of the outer lines, or the last two of a line together. For a pair, D is exact in a window at
the line's end, from a table; elsewhere D counts the steps of a tile and the blank's ways around it, and for a pair 80
more, so that to enter the window pays.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import inline, jit
from solvable.kernels.tiles.outer.records import Board, Plan

Array = NDArray[Any]


@jit
def pair_window(depth: int, span: int) -> Array:
    """Return D[(blank·m + a)·m + b] of bringing two tiles home at the end of a line, m = depth × span cells.

    Home cells: span − 2 and span − 1; the cells before them are solved and closed. Breadth-first from the goal.
    """
    m = depth * span
    far = np.full(m * m * m, 255, np.uint8)
    queue = np.empty(m * m * m, np.int32)
    end = 0
    a, b = span - 2, span - 1
    for blank in range(span, m):
        code = (blank * m + a) * m + b
        far[code] = 0
        queue[end] = code
        end += 1
    start = 0
    while start < end:
        code = queue[start]
        start += 1
        blank, a, b = code // (m * m), code // m % m, code % m
        for k in range(4):
            x = blank % span + (1 if k == 0 else -1 if k == 1 else 0)
            y = blank // span + (1 if k == 2 else -1 if k == 3 else 0)
            if x < 0 or x >= span or y < 0 or y >= depth or (y == 0 and x < span - 2):
                continue
            to = y * span + x
            na = blank if a == to else a
            nb = blank if b == to else b
            child = (to * m + na) * m + nb
            if far[child] == 255:
                far[child] = far[code] + 1
                queue[end] = child
                end += 1
    return far


@jit
def single_distance(r: int, c: int, hr: int, hc: int, br: int, bc: int) -> Any:
    """Estimate the moves that bring a tile at (r, c) home to (hr, hc), the blank at (br, bc)."""
    dr, dc = abs(r - hr), abs(c - hc)
    if dr + dc == 0:
        return 0
    best = 1 << 30
    if dr > 0:
        y = r + (1 if hr > r else -1)
        far = abs(br - y) + abs(bc - c)
        if bc == c and (br - r) * (y - r) < 0:
            far += 2
        best = far
    if dc > 0:
        x = c + (1 if hc > c else -1)
        far = abs(br - r) + abs(bc - x)
        if br == r and (bc - c) * (x - c) < 0:
            far += 2
        best = min(best, far)
    hi, lo = max(dr, dc), min(dr, dc)
    if lo == 0:
        return best + 1 + 5 * (hi - 1)
    if hi == lo:
        return best + 1 + 3 * (2 * lo - 1)
    return best + 1 + 6 * lo + 5 * (hi - lo - 1)


@jit
def _outside(x: int, low: int, high: int) -> Any:
    return max(0, low - x) + max(0, x - high)


@inline
def stage_distance(s: int, board: Board, plan: Plan) -> Any:
    """Return the estimate D of the moves that stage `s` still needs."""
    cells, w, h, depth, span = board.cells, board.w, board.h, plan.depth, plan.span
    blank, a, b = cells[0], plan.first[s], plan.second[s]
    pa = cells[a]
    if b == 0:
        home = a - 1
        return single_distance(pa // w, pa % w, home // w, home % w, blank // w, blank % w)
    pb = cells[b]
    home = b - 1
    ya, xa, yb, xb, y0, x0 = pa // w, pa % w, pb // w, pb % w, blank // w, blank % w
    top, end = home // w, home % w
    if plan.is_column[s]:
        ya, xa, yb, xb, y0, x0, top, end = xa, ya, xb, yb, x0, y0, end, top
    first = end - span + 1
    last = top + depth - 1
    m = depth * span
    far_a = _outside(ya, top, last) + _outside(xa, first, end)
    far_b = _outside(yb, top, last) + _outside(xb, first, end)
    blank_far = _outside(y0, top, last) + _outside(x0, first, end)
    if far_a + far_b + blank_far == 0:
        i = (y0 - top) * span + x0 - first
        j = (ya - top) * span + xa - first
        k = (yb - top) * span + xb - first
        exact = plan.table[(i * m + j) * m + k]
        if exact < 255:
            return np.int64(exact)
    if far_a > 0:
        return 80 + 2 * max(w, h) + 6 * far_b + single_distance(ya, xa, top, end - 1, y0, x0)
    if far_b > 0:
        return 80 + single_distance(yb, xb, top, end, y0, x0)
    return 80 + blank_far


@inline
def is_done(s: int, cells: Array, plan: Plan) -> Any:
    """Return whether the tiles of stage `s` are home."""
    a, b = plan.first[s], plan.second[s]
    return cells[a] == a - 1 and (b == 0 or cells[b] == b - 1)


@inline
def reached(s: int, cells: Array, plan: Plan) -> Any:
    """Return the first unfinished stage from `s` on."""
    while s < plan.first.size and is_done(s, cells, plan):
        s += 1
    return s


@inline
def stage_term(s: int, board: Board, mu: int, plan: Plan) -> Any:
    """Return μ (κ D + C of the later stages), in steps of the key."""
    if s >= plan.first.size:
        return mu * plan.later[s]
    return mu * (plan.kappa[s] * stage_distance(s, board, plan) + plan.later[s])
