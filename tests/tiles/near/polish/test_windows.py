"""Windows: never longer, always valid, and optimal where one window is the whole path."""

from random import Random

import numpy as np

from solvable import SlidingTiles
from solvable.budget import Budget
from solvable.tiles import moves
from solvable.tiles.near.polish.windows import polished
from solvable.tiles.optimal import ida


def wander(puzzle: SlidingTiles, steps: int, rng: Random) -> tuple[tuple[int, ...], list[int]]:
    """Return a board and a walk of the blank that solves it, at random backwards from the goal."""
    state, cells = puzzle.goal, [puzzle.goal.index(0)]
    while len(cells) <= steps:
        move = rng.choice([m for m in puzzle.moves(state) if len(cells) < 2 or m != cells[-2]])
        state = puzzle.apply(state, move)
        cells.append(move)
    return state, cells[-2::-1]


def test_one_window_over_the_whole_path_is_optimal() -> None:
    puzzle, rng = SlidingTiles(3, 3), Random(3)
    for _ in range(6):
        state, walk = wander(puzzle, 34, rng)
        *_, path = polished(state, 3, 3, np.array(walk, np.int32), Budget(), ((34, 34, 10_000_000),) * 8)
        best = path.tolist()
        assert moves.replay(3, state, best) == puzzle.goal
        assert len(best) == len(ida.search(puzzle, state).moves)


def test_windows_shorten_a_random_walk() -> None:
    puzzle = SlidingTiles(7, 6)
    state, walk = wander(puzzle, 400, Random(4))
    lengths = [len(walk)]
    for path in polished(state, 7, 6, np.array(walk, np.int32), Budget(), ((14, 3, 2000), (22, 5, 5000))):
        assert moves.replay(7, state, path.tolist()) == puzzle.goal
        lengths.append(len(path))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < 360
