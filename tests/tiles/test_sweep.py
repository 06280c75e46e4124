"""Sweeps and rolling beams: every walk replayed; windows against breadth-first search."""

from random import Random

import numpy as np

from solvable import SlidingTiles
from solvable.kernels import rolling as rolling_kernel
from solvable.kernels import sweep as kernel
from solvable.tiles import moves
from solvable.tiles import sweep as sweep_module
from solvable.tiles.rolling import roll, stage_list
from solvable.tiles.sweep import sweep


def distance(state: tuple[int, ...], width: int) -> int:
    """Return the Manhattan distance to tile t on cell t − 1."""
    at = ((cell, tile - 1) for cell, tile in enumerate(state) if tile)
    return sum(abs(a // width - b // width) + abs(a % width - b % width) for a, b in at)


def test_a_sweep_leaves_little_distance() -> None:
    puzzle = SlidingTiles(20, 16)
    state = puzzle.scramble(Random(8))
    walk, end = sweep(state, 20, 16)
    assert moves.replay(20, state, walk) == end
    assert distance(end, 20) < distance(state, 20) / 4


def test_rolling_solves_the_outer_lines() -> None:
    for width, height in ((10, 10), (12, 7), (5, 11)):
        state = SlidingTiles(width, height).scramble(Random(9))
        found = roll(state, width, height, (5, 5), 60)
        assert found is not None
        walk, end = found
        assert moves.replay(width, state, walk) == end
        for tile in (t for a, b, _, _ in stage_list(width, height, 5, 5) for t in (a, b) if t):
            assert end[tile - 1] == tile


def test_stages_leave_exactly_the_inner_board() -> None:
    for width, height in ((9, 9), (20, 6), (7, 30)):
        stages = stage_list(width, height, 5, 5)
        tiles = {t for a, b, _, _ in stages for t in (a, b) if t}
        inner = {r * width + c + 1 for r in range(height - 5, height) for c in range(width - 5, width)}
        assert tiles == set(range(1, width * height + 1)) - inner


def test_a_quadrant_finds_the_best_monotone_walk() -> None:
    w, h, price = 5, 4, 3
    state = SlidingTiles(w, h).scramble(Random(11))
    blank = state.index(0)

    def gain(cell: int, hole: int) -> int:
        home = state[cell] - 1
        before = abs(cell // w - home // w) + abs(cell % w - home % w)
        after = abs(hole // w - home // w) + abs(hole % w - home % w)
        return before**2 - after**2 - price

    def best(cell: int, down: int, right: int) -> int:
        """Return the best value of a walk that goes on from `cell`; 0 for stopping."""
        values = [0]
        if 0 <= cell // w + down < h:
            values.append(gain(cell + down * w, cell) + best(cell + down * w, down, right))
        if 0 <= cell % w + right < w:
            values.append(gain(cell + right, cell) + best(cell + right, down, right))
        return max(values)

    homes = sweep_module.homes_of(state, w)
    for down in (-1, 1):
        for right in (-1, 1):
            row, origin = np.empty(w, np.int64), np.empty(w * h, np.uint8)
            value, _, _ = kernel.quadrant(homes, w, h, blank, down, right, price, h, w, row, origin)
            assert value == best(blank, down, right)


def test_the_pair_window_is_a_distance() -> None:
    depth, span = 5, 4
    m = depth * span
    table = rolling_kernel.pair_window(depth, span).reshape(m, m, m)
    at_home = table[:, span - 2, span - 1]
    assert [b for b in range(m) if at_home[b] == 0] == list(range(span, m))
    for blank in range(span, m - 1):
        if blank % span < span - 1:
            for a in range(span, m):
                for b in range(span, m):
                    if len({blank, a, b}) == 3:
                        to = blank + 1
                        moved = table[to, blank if a == to else a, blank if b == to else b]
                        assert abs(int(moved) - int(table[blank, a, b])) <= 1
