"""Shorten a path by the pair model: while the blank stays in a box, the box is a whole puzzle and is solved anew.

All longest stretches of the path within some box are listed; those that the model expects to be shorter are searched
by a beam, the greatest hope first, and replaced where that finds a shorter walk. What a stretch does depends on its
shape alone, so a shape that failed is not tried again with the same beam. Found walks end on the same board, so all
disjoint replacements of a round hold together. Cost: path length × side for the list, and the beams.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from solvable.budget import Budget
from solvable.tiles import compiling
from solvable.tiles.near import pairs
from solvable.tiles.near.beam import PairBeam
from solvable.tiles.near.kept import Kept

ROUNDS = ((6, 300), (7, 300), (8, 300), (7, 1000), (8, 1000), (6, 1000), (8, 3000), (7, 3000))  # side, beam width
LEAST, HOPE = 20, 0.9  # moves of a stretch; the part of the model's value that is believed
GAIN = 2000  # the least hope, in 1/1000 of a move: walks between two boards differ by an even number
MOST = 2000  # moves of a stretch
SECONDS = 8e-9  # a node, move and cell of a beam takes at most
PART, LAYERS = 1 << 18, 1 << 20  # stretches to value, and nodes times layers, between two looks at the budget


class Box:
    """The model's tables and a beam on boxes of one shape, the blank at home on any cell."""

    def __init__(self, width: int, height: int, budget: Budget | None = None) -> None:
        self.w, self.h = width, height
        steps = pairs.parameters(pairs.trained_size(width, height))
        self.tables = pairs.spread(steps, width, height, width * height + 1, budget)
        self.beam = PairBeam(self.tables, 1, 1)

    def solve(self, to: Any, blank: int, width: int, limit: int, budget: Budget | None = None) -> Any:
        """Return the blank's box cells of a walk of at most `limit` moves that carries p to to[p]; None if none met.

        The item that ends on cell q is tile q + 1; the tile of the cell where the blank ends is missing.
        """
        import numpy as np

        if width > self.beam.width:
            self.beam = PairBeam(self.tables, width, MOST)
        board = to + 1
        board[blank] = 0
        beam, last = self.beam, min(limit, MOST)
        beam.start(board)
        while beam.goal_row < 0 and beam.count and beam.layer < last:
            beam.advance(min(last, beam.layer + max(1, LAYERS // width)), width)
            if budget is not None:
                budget.look(beam.count)
        return np.array(beam.path(beam.goal_row), np.int64) if beam.goal_row >= 0 else None


kept: Kept[tuple[int, int], Box] = Kept(4)


def box(width: int, height: int, budget: Budget | None = None) -> Box:
    """Return the box of a shape."""
    return kept.get((width, height), lambda: Box(width, height, budget))


@dataclass(frozen=True, slots=True)
class Search:
    """Shorter walks for stretches of paths on a board: the box, the width of its beam, and the shapes that failed."""

    width: int
    height: int
    shape: Box
    beam: int
    budget: Budget
    failed: set[tuple[int, bytes]] = field(default_factory=set)

    def hopeful(self, path: Any) -> Iterator[tuple[int, int, int]]:
        """Yield the stretches (from, to, corner) that the model expects to be shorter, the greatest gain first."""
        import numpy as np

        kernel = compiling.module(compiling.NEAR, "tiles/boxes")

        w, h, shape, tables = self.width, self.height, self.shape, self.shape.tables
        entered = np.full(w * h, -1, np.int64)
        found = np.empty((path.size * (shape.w + shape.h) // LEAST + 1000, 3), np.int64)
        count = 0
        for begin in range(0, path.size + 1, PART):
            end = min(begin + PART, path.size + 1)
            count = kernel.stretches(path, begin, end, (w, h), (shape.w, shape.h), LEAST, entered, found, count)
            self.budget.look()
        needs = np.empty(count, np.int64)
        for begin in range(0, count, PART):
            part = found[begin : min(begin + PART, count)]
            kernel.prospects(
                path,
                w,
                part,
                len(part),
                shape.w,
                shape.h,
                tables.pair,
                tables.single,
                needs[begin : begin + PART],
            )
            self.budget.look()
        gains = 1000 * (found[:count, 1] - found[:count, 0]) - np.int64(1000 * HOPE) * needs // 1000
        hopes = np.flatnonzero(gains >= GAIN)
        for k in hopes[np.argsort(-gains[hopes], kind="stable")]:
            yield int(found[k, 0]), int(found[k, 1]), int(found[k, 2])

    def replacements(self, path: Any) -> list[tuple[int, int, Any]]:
        """Return shorter walks (from, to, cells) for disjoint stretches of the path, in the path's order."""
        import numpy as np

        kernel = compiling.module(compiling.NEAR, "tiles/boxes")

        shape, n = self.shape, self.shape.w * self.shape.h
        taken = np.zeros(path.size, np.bool_)
        to, back = np.empty(n, np.int64), np.empty(n, np.int64)
        stretches: list[tuple[int, int, Any]] = []
        for a, b, corner in self.hopeful(path):
            if taken[a:b].any():
                continue
            name = int(path[a]) - corner, (path[a : b + 1] - path[a]).tobytes()
            if name in self.failed:
                continue
            if self.budget.left < self.beam * (b - a) * n * SECONDS:
                break
            blank = kernel.carried(path, a, b, self.width, corner, shape.w, shape.h, to, back)
            walk = shape.solve(to, blank, self.beam, b - a - 2, self.budget)
            if walk is None:
                self.failed.add(name)
                continue
            taken[a:b] = True
            stretches.append((a, b, corner + walk // shape.w * self.width + walk % shape.w))
        return sorted(stretches, key=lambda stretch: stretch[0])


def shortened(path: Any, width: int, height: int, budget: Budget, rounds: Any = ROUNDS) -> Iterator[Any]:
    """Yield the blank's cells, the first included, after each round, never longer, until the budget is over."""
    for side, beam in rounds:
        if budget.is_over:
            return
        shape = box(min(side, width), min(side, height), budget)
        search = Search(width, height, shape, beam, budget)
        stretches: list[tuple[int, int, Any]] | None = None
        while stretches != [] and not budget.is_over:
            stretches = search.replacements(path)
            if stretches:
                path = spliced(path, stretches)
            yield path


def spliced(path: Any, stretches: list[tuple[int, int, Any]]) -> Any:
    """Return the path with each stretch (from, to) replaced by the cells after its first."""
    import numpy as np

    pieces, at = [], 0
    for a, b, walk in stretches:
        pieces += [path[at : a + 1], walk]
        at = b + 1
    return np.concatenate([*pieces, path[at:]])
