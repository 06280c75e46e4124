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

from solvable.tiles import pairs
from solvable.tiles.beam import neighbours

ROUNDS = ((6, 300), (7, 300), (8, 300), (7, 1000), (8, 1000), (6, 1000), (8, 3000), (7, 3000))  # side, beam width
LEAST, HOPE = 20, 0.9  # moves of a stretch; the part of the model's value that is believed
MOST = 2000  # moves of a stretch
SECONDS = 2e-8  # a node, move and cell of a beam takes


class Box:
    """The tables and arrays of a beam on boxes of one shape, the blank at home on any cell."""

    def __init__(self, width: int, height: int) -> None:
        import numpy as np

        from solvable.kernels import boxes as kernel

        self.w, self.h, n = width, height, width * height
        self.pair, self.single = np.empty(((n + 1) ** 2,) * 2, np.int16), np.empty((n, (n + 1) ** 2), np.int16)
        steps = pairs.parameters(pairs.trained_size(width, height))
        kernel.expand(steps, pairs.numbering()[0], width, height, self.pair, self.single)
        self.neighbours = neighbours(width, height)
        self.zobrist = np.random.default_rng(24).integers(1, 1 << 63, (n + 1, n), dtype=np.uint64)
        self.beam = 0

    def widen(self, beam: int) -> None:
        """Make room for a beam."""
        import numpy as np

        if beam <= self.beam:
            return
        self.beam, n = beam, self.w * self.h
        self.cells = np.empty((2, beam, 2 * n + 1), np.uint8)
        self.values, self.hashes = np.empty((2, beam), np.int32), np.empty((2, beam), np.uint64)
        self.previous = np.empty((2, beam), np.int16)
        self.seen = np.zeros(1 << max(12, (8 * beam - 1).bit_length()), np.uint64)
        self.keys, self.parents, self.order = (np.empty(4 * beam, np.int32) for _ in range(3))
        self.touched, self.codes = np.empty(4 * beam, np.uint8), np.empty(4 * beam, np.uint64)
        self.tally = np.empty((1 << 13) + 1, np.int32)
        self.parent_history, self.move_history = np.empty((MOST, beam), np.int32), np.empty((MOST, beam), np.uint8)
        self.walk = np.empty(MOST, np.int64)

    def solve(self, to: Any, blank: int, beam: int, limit: int) -> Any:
        """Return the blank's box cells of a walk of at most `limit` moves that carries p to to[p]; None if none met."""
        import numpy as np

        from solvable.kernels import boxes as kernel

        self.widen(beam)
        n = self.w * self.h
        names = to + 1
        names[blank] = 0
        pos = np.full(n + 1, n, np.int64)
        pos[names] = np.arange(n)
        tiles = names[names > 0]
        self.cells[0, 0, :n], self.cells[0, 0, n:] = names, pos
        self.values[0, 0] = kernel.evaluate(pos, self.pair, self.single)
        self.hashes[0, 0] = np.bitwise_xor.reduce(self.zobrist[tiles, pos[tiles]])
        goal = np.bitwise_xor.reduce(self.zobrist[tiles, tiles - 1])
        if self.hashes[0, 0] == goal:
            return self.walk[:0]
        self.previous[0, 0] = -1
        self.seen[:] = 0
        self.seen[int(self.hashes[0, 0]) & (self.seen.size - 1)] = self.hashes[0, 0]
        made = kernel.search(
            self.cells, self.values, self.hashes, self.previous, beam, min(limit, MOST), goal, self.pair, self.single,
            self.neighbours, self.zobrist, self.seen, self.keys, self.parents, self.touched, self.codes, self.order,
            self.tally, self.parent_history, self.move_history, self.walk,
        )  # fmt: skip
        return None if made < 0 else self.walk[:made].copy()


@lru_cache(maxsize=3)
def box(width: int, height: int) -> Box:
    """Return the box of a shape."""
    return Box(width, height)


def hopeful(path: Any, width: int, height: int, shape: Box) -> Iterator[tuple[int, int, int]]:
    """Yield the stretches (from, to, corner) that the model expects to be shorter, the greatest gain first."""
    import numpy as np

    from solvable.kernels import boxes as kernel

    entered = np.empty(width * height, np.int64)
    found = np.empty((path.size * (shape.w + shape.h) // LEAST + 1000, 3), np.int64)
    count = kernel.stretches(path, width, height, shape.w, shape.h, LEAST, entered, found)
    needs = np.empty(count, np.int64)
    kernel.prospects(path, width, found, count, shape.w, shape.h, shape.pair, shape.single, needs)
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

    from solvable.kernels import boxes as kernel

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
