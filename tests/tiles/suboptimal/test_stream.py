"""Streams of moves: replayed move by move, in place, within the expected length."""

from random import Random

import numpy as np
import pytest

from solvable import SlidingTiles
from solvable.tiles import moves
from solvable.tiles.suboptimal.stream import stream


@pytest.mark.parametrize("size", [(2, 2), (2, 5), (7, 3), (12, 12), (40, 31)])
@pytest.mark.parametrize("short", [False, True])
def test_a_stream_solves_the_board_in_place(size: tuple[int, int], short: bool) -> None:
    width, height = size
    puzzle = SlidingTiles(width, height)
    state = puzzle.scramble(Random(1))
    board = np.array(state, np.int64)
    path = [int(cell) for part in stream(board, width, height, short=short) for cell in part]
    assert moves.replay(width, state, path) == puzzle.goal == tuple(board.tolist())


def test_lines_from_both_sides_stay_below_eight_thirds() -> None:
    state = SlidingTiles(60, 60).scramble(Random(2))
    length = sum(len(part) for part in stream(np.array(state, np.int64), 60, 60))
    assert length < 8 / 3 * 60**3


def test_two_swapped_tiles_are_refused() -> None:
    goal = SlidingTiles(5, 4).goal
    with pytest.raises(ValueError, match="cannot be solved"):
        list(stream(np.array((2, 1, *goal[2:]), np.int64), 5, 4))
