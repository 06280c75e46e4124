"""Polish a path: slide a window along it and search a shorter walk between the boards at the window's ends.

Each search is bounded two moves below the window's length and by a number of nodes, so that the time is known. Longer
windows find more and cost more: each two moves more about double the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles import compiling
from solvable.tiles.near.boards import positions

PART = 1_000_000  # nodes between two looks at the budget, some 20 ms
SPANS = ((20, 5, 2_000), (28, 7, 20_000), (36, 9, 200_000), (42, 10, 1_000_000))  # moves, stride, nodes
TOLD = 16  # times that a path is reported in a round of windows: each costs its length


def polished(
    state: State, width: int, height: int, path: Any, budget: Budget, spans: tuple[tuple[int, int, int], ...] = SPANS
) -> Iterator[Any]:
    """Yield the array of the blank's cells, never longer, some times in each round of windows and at its end.

    `path`, an array of cells, is overwritten. Where the budget is over, the path is yielded for the last time.
    """
    import numpy as np

    for span in spans:
        told = done = 0
        for done, begin in slid(state, width, height, path, span):
            budget.look()
            left = path.size - begin
            if budget.is_over or (left and (done - told) * TOLD > done + left):
                told = done
                yield np.concatenate([path[:done], path[begin:]])
            if budget.is_over:
                return
        path = path[:done]
        yield path


def slid(state: State, width: int, height: int, path: Any, span: tuple[int, int, int]) -> Iterator[tuple[int, int]]:
    """Slide a window along the path, in place; yield after each part (cells done, where the others begin)."""
    import numpy as np

    kernel = compiling.module(compiling.NEAR, "tiles/windows")

    moves, stride, effort = span
    windows = max(1, PART // effort)
    part = windows * stride  # whole strides, so that the board is left where the next part begins
    reach = part + (windows + 1) * moves  # of the windows of a part: each takes in what it saves
    board, pos = np.array(state, np.int64), np.array(positions(state), np.int64)
    done, begin = 0, 0
    while begin < path.size:
        end = min(path.size, begin + reach)
        rest = path[begin:end]
        length = kernel.polish(board, pos, rest, rest.size, 0, part, moves, stride, effort, width, height)
        left = max(0, length - part)
        path[done : done + length - left] = rest[: length - left]
        path[end - left : end] = rest[length - left : length].copy()
        done, begin = done + length - left, end - left
        yield done, begin
