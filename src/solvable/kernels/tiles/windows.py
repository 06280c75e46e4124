"""Windows of a path: a shorter walk between the two boards at a window's ends, by depth-first search.

The walk's tiles all have a place on the window's last board, so Manhattan distance to it never overestimates; a
search bounded by two moves less than the window either proves it shortest, finds a shorter one, or gives up after
`effort` nodes. Both boards slide along with the window, so a window costs only its search.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import jit

Array = NDArray[Any]


@jit
def apart(a: int, b: int, w: int) -> int:
    """Return the Manhattan distance between two cells."""
    return abs(a // w - b // w) + abs(a % w - b % w)


@jit
def step(board: Array, pos: Array, to: int) -> int:
    """Slide the tile on cell `to` into the blank; return the tile."""
    tile = int(board[to])
    hole = pos[0]
    board[hole] = tile
    board[to] = 0
    pos[tile] = hole
    pos[0] = to
    return tile


@jit
def shorter(
    board: Array, pos: Array, aim: Array, far: int, bound: int, effort: int, w: int, h: int, trail: Array, turn: Array
) -> int:
    """Search a walk of at most `bound` moves to the board where tile t is on aim[t], `far` away by Manhattan distance.

    Returns its length, the blank's cells in trail[1:]; −1 where there is none, −2 after `effort` nodes. The board is
    left as it was.
    """
    depth = nodes = 0
    trail[0] = pos[0]
    turn[0] = 0
    left = np.empty(bound + 2, np.int64)
    left[0] = far
    found = -1
    while True:
        if left[depth] == 0:
            found = depth
            break
        if nodes > effort:
            found = -2
            break
        k = turn[depth]
        if k == 4:
            if depth == 0:
                break
            step(board, pos, trail[depth - 1])
            depth -= 1
            continue
        turn[depth] = k + 1
        blank = int(trail[depth])
        if (k == 0 and blank < w) or (k == 1 and blank % w == 0):
            continue
        if (k == 2 and blank % w == w - 1) or (k == 3 and blank >= w * h - w):
            continue
        to = blank + (-w if k == 0 else -1 if k == 1 else 1 if k == 2 else w)
        if depth > 0 and to == trail[depth - 1]:
            continue
        goal = int(aim[board[to]])
        rest = left[depth] - apart(to, goal, w) + apart(blank, goal, w)
        if depth + 1 + rest > bound:
            continue
        nodes += 1
        step(board, pos, to)
        depth += 1
        trail[depth] = to
        turn[depth] = 0
        left[depth] = rest
    for k in range(depth - 1, -1, -1):
        step(board, pos, trail[k])
    return found


@jit
def polish(
    board: Array, pos: Array, path: Array, length: int, begin: int, end: int, span: int, stride: int, effort: int,
    w: int, h: int,
) -> int:  # fmt: skip
    """Shorten path[:length] in place by windows of `span` moves that start from `begin` to `end` − 1.

    `board` and `pos` (tile → cell) are the board at the path's beginning; they are left as at the path's index where
    the last window starts. Returns the new length.
    """
    for k in range(begin):
        step(board, pos, path[k])
    ahead, aim = board.copy(), pos.copy()
    trail, turn = np.empty(span + 2, np.int64), np.empty(span + 2, np.int64)
    i = j = begin
    far = 0
    while i < end and i < length:
        while j < length and j < i + span:
            to = int(path[j])
            tile = int(ahead[to])
            far += apart(aim[0], pos[tile], w) - apart(to, pos[tile], w)
            step(ahead, aim, to)
            j += 1
        size = j - i
        if size > 2 and far < size:
            found = shorter(board, pos, aim, far, size - 2, effort, w, h, trail, turn)
            if found >= 0:
                for k in range(found):
                    path[i + k] = trail[k + 1]
                cut = size - found
                for k in range(j, length):
                    path[k - cut] = path[k]
                length -= cut
                j -= cut
                continue
        for _ in range(stride):
            if i < j:
                to = int(path[i])
                tile = int(board[to])
                far += apart(pos[0], aim[tile], w) - apart(to, aim[tile], w)
                step(board, pos, to)
                i += 1
    return length
