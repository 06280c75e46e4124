"""Sweeps and rolling beams: every walk replayed; windows against breadth-first search."""

from random import Random

from solvable import SlidingTiles
from solvable.tiles import moves
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
