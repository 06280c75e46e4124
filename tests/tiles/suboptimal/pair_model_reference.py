"""The reference of the pair model and of a beam's layers: values feature by feature, boards in the order kept."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor
from typing import Any

import numpy as np
from tools.pair_layout import FIRST, RADICES, line_class

from solvable.core.puzzle import State
from solvable.tiles.suboptimal import boards
from solvable.tiles.suboptimal.pair_beam import VALUE_BUCKETS, PairBeam
from solvable.tiles.suboptimal.pair_heuristic import neighbours, numbering, shares

Feature = tuple[str, tuple[int, ...]]
Cell = tuple[int, int]


def value(state: State, width: int, height: int, steps: Any) -> int:
    """Return V of a board (tile t belongs on cell t − 1) in 1/1000: the reference of all kernels of the model."""
    numbers, _ = numbering()
    total = 0
    for name, index in features(state, width, height):
        total += 1000 * index[0] if name == "MD" else int(steps[numbers[raw_index(name, index)]])
    return total


def features(state: State, width: int, height: int) -> Iterator[Feature]:
    """Yield the features of a board, each with its shifted coordinates, as the module describes them."""
    where = {tile: divmod(cell, width) for cell, tile in enumerate(state)}
    blank = where.pop(0)
    for i, cell in where.items():
        home = divmod(i - 1, width)
        u = cell[0] - home[0], cell[1] - home[1]
        yield "MD", (abs(u[0]) + abs(u[1]),)
        yield "TU", (*_class(home, width, height), *_within(u, 6))
        away = blank[0] - cell[0], blank[1] - cell[1]
        yield "TB", (*_class(cell, width, height), *_within(u, 2), *_within(away, 5))
        for j, there in where.items():
            if i > j:
                other = divmod(j - 1, width)
                kinds = (_class(place, width, height) for place in (home, cell, other, there))
                yield "T3", tuple(digit for kind in kinds for digit in kind)
                yield from features_of_two(home, cell, other, there)
                yield from features_of_two(cell, home, there, other)


def features_of_two(home: Cell, cell: Cell, other: Cell, there: Cell) -> Iterator[Feature]:
    """Yield T1, T2 and T2 of two tiles, each given by its home and its cell."""
    v, g = (cell[0] - there[0], cell[1] - there[1]), (home[0] - other[0], home[1] - other[1])
    u, x = (cell[0] - home[0], cell[1] - home[1]), (there[0] - other[0], there[1] - other[1])
    if max(map(abs, v)) <= 5:
        yield "T1", (*_within(u, 3), *_within(x, 3), *_within(v, 5))
        if max(map(abs, g)) <= 4:
            yield "T2", (*_within(u, 3), *_within(g, 4), *_within(v, 5))
            yield "T2", (*_within(x, 3), *_within((-g[0], -g[1]), 4), *_within((-v[0], -v[1]), 5))


def _within(vector: tuple[int, int], limit: int) -> tuple[int, int]:
    """Return both coordinates limited to ±`limit`, shifted to start at 0."""
    return min(max(vector[0], -limit), limit) + limit, min(max(vector[1], -limit), limit) + limit


def _class(cell: tuple[int, int], width: int, height: int) -> tuple[int, int]:
    """Return the classes of a row and a column: 0 first, 1 second, 2 middle, 3 last but one, 4 last."""
    return line_class(cell[0], height), line_class(cell[1], width)


def stretch(steps: Any, width: int, height: int, power: float) -> Any:
    """Return the parameters for a board larger than 10 × 10: T3 is taken less, the rest as it is."""
    numbers, home = np.asarray(numbering()[0]), np.array(shares(width, height, power))
    raw = np.broadcast_to(home[:, None, None, None] * home[:, None], (home.size,) * 4)  # home, cell, home, cell
    factors = np.ones(len(steps))
    factors[numbers[FIRST["T3"] : FIRST["TU"]]] = raw.ravel()
    return np.round(steps * factors).astype(np.int16)


def hash_of_pair(tile: int, cell: int) -> int:
    """Return the output of splitmix64 in the state tile · 2³² + cell."""
    low = (1 << 64) - 1
    z = (tile << 32 | cell) + 0x9E3779B97F4A7C15 & low
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & low
    z = (z ^ z >> 27) * 0x94D049BB133111EB & low
    return z ^ z >> 31


def hash_of(board: Sequence[int]) -> int:
    """Return the Zobrist hash of a board."""
    return reduce(xor, (hash_of_pair(tile, cell) for cell, tile in enumerate(board) if tile), 0)


def numbers_of(name: str) -> Any:
    """Return the numbers of the parameters of T1, T2, T3, TU or TB, which follow each other."""
    begin = FIRST[name]
    numbers = np.asarray(numbering()[0])[begin : begin + math.prod(RADICES[name])]
    return np.arange(numbers.min(), numbers.max() + 1)


def raw_index(name: str, index: tuple[int, ...]) -> int:
    """Return the raw index of a feature: its coordinates as digits, after the features that come before."""
    place = 0
    for digit, size in zip(index, RADICES[name], strict=True):
        place = place * size + digit
    return FIRST[name] + place


def layers(beam: PairBeam, state: State, steps: Any, width: int, end: int | None = None) -> Iterator[list[State]]:
    """Yield the boards of each layer in the order kept, with the parameters `steps`: the twin of `PairBeam.advance`.

    None is farther from the goal than it may be to meet it by layer `end`, if there is one. Keys are compared in
    buckets, ties left in the order of the blank's cell and step, the tile and the parents; a board is new unless the
    last one noted in its slot was the same.
    """
    w, h = beam.tables.width, beam.tables.height
    goal, beside = (*range(1, w * h), 0), neighbours(w, h)
    seen: dict[int, State] = {}

    def is_new(board: State) -> bool:
        slot = hash_of(board) & (len(beam.seen) - 1)
        old = seen.get(slot)
        seen[slot] = board
        return old != board

    is_new(state)
    nodes, layer = [(state, -1)], 0
    while nodes and nodes[-1][0] != goal:
        children, layer = [], layer + 1
        for board, previous in nodes:
            blank = board.index(0)
            near = beside[4 * blank : 4 * blank + 4]
            for cell in near:
                if cell not in {-1, previous}:
                    child = boards.after(board, [cell])
                    if end is not None and boards.manhattan(child, w) > end - layer:
                        continue
                    slide = blank, near.index(cell), board[cell]
                    children.append((value(child, w, h, steps), child, blank, slide))
        if not children:
            yield []
            return
        low, high = min(children)[0], max(children)[0]
        bucket = max(0, ((high - low) // VALUE_BUCKETS).bit_length())
        children.sort(key=lambda each: ((each[0] - low) >> bucket, each[3]))
        nodes = []
        for _, child, blank, _ in children:
            if len(nodes) < width and (not nodes or nodes[-1][0] != goal) and is_new(child):
                nodes.append((child, blank))
        yield [board for board, _ in nodes]
