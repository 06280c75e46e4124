"""The first answer of `near` is never longer than that of the human method, however short the time."""

import pytest

from solvable import SlidingTiles


@pytest.mark.slow
@pytest.mark.parametrize("size", [(6, 2), (2, 9), (24, 2), (12, 3), (4, 4), (5, 7), (3, 40), (9, 9), (12, 12)])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_near_is_not_longer_than_any(size: tuple[int, int], metric: str) -> None:
    puzzle = SlidingTiles(*size, metric=metric)
    for seed in range(3):
        state = puzzle.scramble(seed)
        assert len(puzzle.near(state, seconds=0.02)) <= len(puzzle.solve(state))
