"""Polish a path: slide a window along it and search a shorter walk between the boards at the window's ends.

Each search is bounded two moves below the window's length and by a number of nodes, so that the time is known. Longer
windows find more and cost more: each two moves more about double the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solvable.puzzle import State
from solvable.tiles.beam import positions

SPANS = ((20, 5, 2_000), (28, 7, 20_000), (36, 9, 200_000), (42, 10, 1_000_000))  # moves, stride, nodes


def polished(state: State, width: int, height: int, walk: list[int], spans: Any = SPANS) -> Iterator[list[int]]:
    """Yield the blank's walk again and again, never longer, after parts of each round of windows."""
    import numpy as np

    from solvable.kernels import windows as kernel

    path = np.array(walk, np.int64)
    length = len(walk)
    for span, stride, effort in spans:
        part = max(stride, 40_000_000 // effort // 50 * stride, length // 16)  # going there anew costs length, too
        begin = 0
        board, pos = np.array(state, np.int64), np.array(positions(state), np.int64)
        while begin < length:
            length = kernel.polish(board, pos, path, length, begin, begin + part, span, stride, effort, width, height)
            begin += part
            board, pos = np.array(state, np.int64), np.array(positions(state), np.int64)
            yield path[:length].tolist()
