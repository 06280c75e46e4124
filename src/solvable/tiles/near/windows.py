"""Polish a path: slide a window along it and search a shorter walk between the boards at the window's ends.

Each search is bounded two moves below the window's length and by a number of nodes, so that the time is known. Longer
windows find more and cost more: each two moves more about double the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solvable.puzzle import State
from solvable.tiles.near.beam import positions

PART = 1_000_000  # nodes between two looks at the clock, some 20 ms
SPANS = ((20, 5, 2_000), (28, 7, 20_000), (36, 9, 200_000), (42, 10, 1_000_000))  # moves, stride, nodes


def polished(state: State, width: int, height: int, path: Any, spans: Any = SPANS) -> Iterator[tuple[Any, int]]:
    """Yield after each part of a round of windows (the array of the blank's cells, never longer; the next place).

    `path`, an array of cells, is changed as well.
    """
    import numpy as np

    from solvable.kernels.tiles import windows as kernel

    length = path.size
    for span, stride, effort in spans:
        part = max(1, PART // effort) * stride  # whole strides, so that the board is left where the next part begins
        board, pos = np.array(state, np.int64), np.array(positions(state), np.int64)
        begin = 0
        while begin < length:
            rest = path[begin:length]
            length = begin + kernel.polish(board, pos, rest, rest.size, 0, part, span, stride, effort, width, height)
            begin = min(length, begin + part)
            yield path[:length], begin
