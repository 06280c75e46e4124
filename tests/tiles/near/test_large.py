"""Boards beyond the pair model: what is left to the model."""

from random import Random

import pytest

from solvable import SlidingTiles
from solvable.clock import counted
from solvable.tiles.near import large
from solvable.tiles.near.anytime import Attempt


@pytest.mark.parametrize("shape", [(10, 10), (9, 10), (10, 9), (12, 10), (30, 9), (10, 3), (4, 4)])
def test_inner_boards_lie_within_the_board_and_larger_ones_need_time(shape: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*shape)
    state = puzzle.scramble(Random(1))
    for left in (0.1, 100.0, None):
        attempt = Attempt(puzzle, state, 0, left if left is None else counted() + left, None)
        plans = large.plans(attempt)
        assert all(w <= shape[0] and h <= shape[1] for (w, h), _, _ in plans)
        assert (len(plans) == 2) == (left == 100 and min(shape) >= 9 and max(shape) <= 12)
