"""Shorten a path by the pair model: while the blank stays in a box, the box is a whole puzzle and is solved anew.

All longest stretches of the path within some box are listed; those that the model expects to be shorter are searched
by a beam, the greatest hope first, and replaced where that finds a shorter walk. What a stretch does depends on its
shape alone, so a shape that failed is not tried again with the same beam. Found walks end on the same board, so all
disjoint replacements of a round hold together. Cost: path length × side for the list, and the beams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from solvable.tiles.near import pairs
from solvable.tiles.near.beam import PairBeam

ROUNDS = ((6, 300), (7, 300), (8, 300), (7, 1000), (8, 1000), (6, 1000), (8, 3000), (7, 3000))  # side, beam width
LEAST, HOPE = 20, 0.9  # moves of a stretch; the part of the model's value that is believed
MOST = 2000  # moves of a stretch
SECONDS = 8e-9  # a node, move and cell of a beam takes at most


class Box:
    """The model's tables and a beam on boxes of one shape, the blank at home on any cell."""

    def __init__(self, width: int, height: int) -> None:
        self.w, self.h = width, height
        steps = pairs.parameters(pairs.trained_size(width, height))
        self.tables = pairs.spread(steps, width, height, width * height + 1)
        self.beam = PairBeam(self.tables, 1, 1)

    def solve(self, to: Any, blank: int, width: int, limit: int) -> Any:
        """Return the blank's box cells of a walk of at most `limit` moves that carries p to to[p]; None if none met.

        The item that ends on cell q is tile q + 1; the tile of the cell where the blank ends is missing.
        """
        import numpy as np

        if width > self.beam.width:
            self.beam = PairBeam(self.tables, width, MOST)
        board = to + 1
        board[blank] = 0
        self.beam.start(board)
        if self.beam.goal_row < 0:
            self.beam.advance(min(limit, MOST), width)
        return np.array(self.beam.path(self.beam.goal_row), np.int64) if self.beam.goal_row >= 0 else None


@lru_cache(maxsize=3)
def box(width: int, height: int) -> Box:
    """Return the box of a shape."""
    return Box(width, height)


def hopeful(path: Any, width: int, height: int, shape: Box) -> Iterator[tuple[int, int, int]]:
    """Yield the stretches (from, to, corner) that the model expects to be shorter, the greatest gain first."""
    import numpy as np

    from solvable.kernels.tiles import boxes as kernel

    entered = np.empty(width * height, np.int64)
    found = np.empty((path.size * (shape.w + shape.h) // LEAST + 1000, 3), np.int64)
    count = kernel.stretches(path, width, height, shape.w, shape.h, LEAST, entered, found)
    needs = np.empty(count, np.int64)
    kernel.prospects(path, width, found, count, shape.w, shape.h, shape.tables.pair, shape.tables.single, needs)
    gains = 1000 * (found[:count, 1] - found[:count, 0]) - np.int64(1000 * HOPE) * needs // 1000
    for k in np.argsort(-gains, kind="stable"):
        if gains[k] < 2000:
            return
        yield int(found[k, 0]), int(found[k, 1]), int(found[k, 2])


def shortened(path: Any, width: int, height: int, left: Callable[[], float], rounds: Any = ROUNDS) -> Iterator[Any]:
    """Yield the blank's cells, the first included, after each round, never longer, while seconds are `left`."""
    failed: set[tuple[int, int, int, bytes]] = set()
    for side, beam in rounds:
        shape = box(min(side, width), min(side, height))
        found = True
        while found and left() > 0:
            found = False
            parts = replacements(path, width, height, shape, beam, failed, left)
            if parts:
                found = True
                path = spliced(path, parts)
            yield path


def replacements(
    path: Any, width: int, height: int, shape: Box, beam: int, failed: set[tuple[int, int, int, bytes]],
    left: Callable[[], float],
) -> list[tuple[int, int, Any]]:  # fmt: skip
    """Return shorter walks (from, to, cells) for disjoint stretches of the path, in the path's order."""
    import numpy as np

    from solvable.kernels.tiles import boxes as kernel

    n = shape.w * shape.h
    taken = np.zeros(path.size, np.bool_)
    to, back = np.empty(n, np.int64), np.empty(n, np.int64)
    parts: list[tuple[int, int, Any]] = []
    for a, b, corner in hopeful(path, width, height, shape):
        if taken[a:b].any():
            continue
        name = n, beam, int(path[a]) - corner, (path[a : b + 1] - path[a]).tobytes()
        if name in failed:
            continue
        if left() < beam * (b - a) * n * SECONDS:
            break
        blank = kernel.carried(path, a, b, width, corner, shape.w, shape.h, to, back)
        walk = shape.solve(to, blank, beam, b - a - 2)
        if walk is None:
            failed.add(name)
            continue
        taken[a:b] = True
        parts.append((a, b, corner + walk // shape.w * width + walk % shape.w))
    return sorted(parts, key=lambda part: part[0])


def spliced(path: Any, parts: list[tuple[int, int, Any]]) -> Any:
    """Return the path with each stretch (from, to) replaced by the cells after its first."""
    import numpy as np

    pieces, at = [], 0
    for a, b, walk in parts:
        pieces += [path[at : a + 1], walk]
        at = b + 1
    return np.concatenate([*pieces, path[at:]])
