"""The inner board that larger ones leave to the model, also where it was not learned from boards of that size."""

from random import Random

import pytest

from solvable import SlidingTiles
from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import inner, pairs
from solvable.tiles.near.beam import PairBeam
from solvable.tiles.near.boards import after, far
from solvable.tiles.near.rescue import rescue


def near_board(width: int, height: int, moves: int, seed: int) -> State:
    """Return the board after so many random moves from the goal."""
    puzzle, rng = SlidingTiles(width, height), Random(seed)
    state, before = puzzle.goal, -1
    for _ in range(moves):
        blank = state.index(0)
        beside = [blank + step for step in (-width, width) if 0 <= blank + step < width * height]
        beside += [blank + step for step in (-1, 1) if 0 <= blank % width + step < width]
        cell = rng.choice([c for c in beside if c != before])
        state, before = after(state, [cell]), blank
    return state


@pytest.mark.parametrize("size", [(11, 12), (14, 10)])
def test_near_boards_larger_than_any_learned_from_are_solved(size: tuple[int, int]) -> None:
    goal = SlidingTiles(*size).goal
    state = near_board(*size, 200, 5)
    walks = list(inner.beyond(state, size, Budget(), Budget()))
    assert walks and all(after(state, walk) == goal for walk in walks)
    assert [len(walk) for walk in walks] == sorted((len(walk) for walk in walks), reverse=True)
    assert len(walks[-1]) < 4 * far(state, size[0])
    assert inner.guess(state, size) == inner.FAR * far(state, size[0])
    assert inner.finish(state, size, size, Budget(), Budget(), len(walks[-1])) == walks[-1]
    assert inner.finish(state, size, size, Budget(), Budget(), far(state, size[0]) // 2) is None


def test_where_a_beam_on_a_large_board_gets_stuck_lines_and_a_board_that_the_model_knows_go_on() -> None:
    state = near_board(12, 12, 3000, 9)
    stuck = PairBeam(pairs.model(12, 12, 0), 2, 9000)
    assert stuck.search(state, 2) is None
    walk = rescue(state, stuck)
    assert walk is not None
    assert after(state, walk) == SlidingTiles(12, 12).goal
