"""The human method compiled, line by line: the twin of `tiles.construct`, move for move.

A line is a row of the board, or a column of its last two rows: cell v of line u is base + u·su + v·sv. The board, the
place of each tile and the path are flat arrays changed in place; every function that slides returns the path's length.
"""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import inline, jit

# the ring of a tile's neighbours, clockwise from above; and the place on it of (du, dv) at 3·du + dv + 4
RING_U = np.array([-1, -1, 0, 1, 1, 1, 0, -1], np.int64)
RING_V = np.array([0, 1, 1, 1, 0, -1, -1, -1], np.int64)
PLACE = np.array([7, 0, 1, 6, -1, 2, 5, 4, 3], np.int64)


@inline
def slide(board: Any, where: Any, path: Any, count: int, cell: int) -> int:
    """Slide the tile at `cell` into the blank beside it."""
    tile, blank = board[cell], where[0]
    board[blank], board[cell] = tile, 0
    where[tile], where[0] = blank, cell
    path[count] = cell
    return count + 1


@inline
def way_round(u: int, v: int, start: int, end: int, shape: Any) -> int:
    """Return the steps of the shorter free way round the tile at (u, v) between two places of its ring.

    Negative: anticlockwise. `shape` is (top, locked, lines, length).
    """
    top, locked, lines, length = shape
    if u > top + 1 and u + 1 < lines and v > 0 and v + 1 < length:  # all of the ring is free
        steps = (end - start) & 7
        return steps if steps <= 4 else steps - 8
    best = 0
    for turn in (1, -1):
        steps = (end - start) * turn & 7
        if best == 0 or steps < abs(best):
            free = True
            for index in range(1, steps + 1):
                place = start + turn * index & 7
                a, b = u + RING_U[place], v + RING_V[place]
                if a < top or a >= lines or b < 0 or b >= length or (a == top and b < locked):
                    free = False
            if free:
                best = turn * steps
    return best


@inline
def blank_distance(u: int, v: int, du: int, dv: int, blank_u: int, blank_v: int, shape: Any) -> int:
    """Return how far the blank must go to let the tile at (u, v) step by (du, dv); obstacles count only near by."""
    if abs(blank_u - u) > 1 or abs(blank_v - v) > 1:
        return abs(blank_u - u - du) + abs(blank_v - v - dv)
    start = PLACE[3 * (blank_u - u) + blank_v - v + 4]
    return int(abs(way_round(u, v, start, PLACE[3 * du + dv + 4], shape)))


@inline
def bring_blank(
    board: Any, where: Any, path: Any, count: int, grid: Any, shape: Any, tile: Any, step: Any, blank: Any
) -> int:
    """Bring the blank from `blank` to `tile` + `step` without moving that tile; all three are (u, v)."""
    base, su, sv = grid
    blank_u, blank_v = blank
    u, v = tile
    goal_u, goal_v = u + step[0], v + step[1]
    while abs(blank_u - u) > 1 or abs(blank_v - v) > 1:
        if blank_u < goal_u:
            blank_u += 1
        elif blank_v == goal_v:
            blank_u -= 1
        else:
            blank_v += 1 if blank_v < goal_v else -1
        count = slide(board, where, path, count, base + blank_u * su + blank_v * sv)
    start = PLACE[3 * (blank_u - u) + blank_v - v + 4]
    steps = way_round(u, v, start, PLACE[3 * step[0] + step[1] + 4], shape)
    turn = 1 if steps > 0 else -1
    for _ in range(abs(steps)):
        start = start + turn & 7
        count = slide(board, where, path, count, base + (u + RING_U[start]) * su + (v + RING_V[start]) * sv)
    return count


@jit
def locate(cell: int, grid: Any) -> tuple[int, int]:
    """Return the line and place (u, v) of a cell."""
    if grid[1] > grid[2]:
        return (cell - grid[0]) // grid[1], (cell - grid[0]) % grid[1]
    return (cell - grid[0]) % grid[2], (cell - grid[0]) // grid[2]


@jit
def lead(board: Any, where: Any, path: Any, count: int, grid: Any, shape: Any, tile: int, u: int, v: int) -> int:
    """Lead `tile` to (u, v), each time the step for which the blank is nearest."""
    at_u, at_v = locate(where[tile], grid)
    blank = locate(where[0], grid)
    up, none = int(np.int64(-1)), int(np.int64(0))  # not literals, for which callees would compile once more
    while at_u != u or at_v != v:
        du, dv = 0, 0
        best = 1 << 60
        if at_u != u and (at_u - 1 > shape[0] or (at_u - 1 == shape[0] and at_v >= shape[1])):
            du, best = up, blank_distance(at_u, at_v, up, none, blank[0], blank[1], shape)
        if at_v != v:
            side = 1 if at_v < v else -1
            is_free = at_u > shape[0] or at_v + side >= shape[1]
            if is_free and blank_distance(at_u, at_v, none, side, blank[0], blank[1], shape) < best:
                du, dv = 0, side
        count = bring_blank(board, where, path, count, grid, shape, (at_u, at_v), (du, dv), blank)
        count = slide(board, where, path, count, grid[0] + at_u * grid[1] + at_v * grid[2])
        blank = at_u, at_v
        at_u, at_v = at_u + du, at_v + dv
    return count


@jit
def turn(board: Any, where: Any, path: Any, count: int, grid: Any, top: int, left: int, words: Any) -> int:
    """Turn the 2 × 3 corner whose last tile waits below it by the word for the blank's place."""
    blank_u, blank_v = locate(where[0], grid)
    while blank_v < left or blank_u > top + 2:
        if blank_v < left:
            blank_v += 1
        else:
            blank_u -= 1
        count = slide(board, where, path, count, grid[0] + blank_u * grid[1] + blank_v * grid[2])
    for place in words[2 * (blank_u - top) + blank_v - left]:
        if place < 0:
            break
        cell = grid[0] + (top + place // 2) * grid[1] + (left + place % 2) * grid[2]
        count = slide(board, where, path, count, cell)
    return count


@jit
def solve_line(
    board: Any, where: Any, goal: Any, path: Any, grid: Any, size: Any, top: int, words: Any, begin: int, end: int
) -> int:
    """Solve line `top` of `size` = (lines, length), below which there are at least two; return the path's length.

    Of its places only those from `begin` on and before `end`: long lines are solved in parts.
    `grid` is (base, su, sv); `words[b]` the corner word for the blank at place b of the 2 × 3, ended by −1.
    """
    lines, length = size
    last, count = length - 1, int(np.int64(0))  # not a literal, for which callees would compile once more
    for v in range(begin, min(end, last)):
        tile = goal[grid[0] + top * grid[1] + v * grid[2]]
        count = lead(board, where, path, count, grid, (top, v, lines, length), tile, top, v)
    if end <= last:
        return count
    corner = grid[0] + top * grid[1] + last * grid[2]
    below = corner + grid[1]
    tile = goal[corner]
    if where[tile] not in (corner, below):
        if where[0] == corner:
            count = slide(board, where, path, count, below)
        count = lead(board, where, path, count, grid, (top, length, lines, length), tile, top + 1, last)
    if where[tile] != corner:
        count = turn(board, where, path, count, grid, top, last - 1, words)
    return count


@jit
def simplify(path: Any, blank: int, lines: bool) -> int:
    """Take out of the single steps `path`, in place, what is at once taken back; return the new length.

    With `lines`, moves along one line become one afterwards.
    """
    count = 0
    for index in range(path.shape[0]):
        before = blank if count < 2 else path[count - 2]
        if count > 0 and before == path[index]:
            count -= 1
        else:
            path[count] = path[index]
            count += 1
    if not lines:
        return count
    merged, heading, at = 0, 0, blank
    for index in range(count):
        step = path[index] - at
        at = path[index]
        if merged > 0 and step == heading:
            merged -= 1
        path[merged] = at
        merged += 1
        heading = step
    return merged
