"""Answers that are there at once, and how walks become answers: compiled twins, and bests on request."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import SlidingTiles
from solvable.clock import counted
from solvable.errors import BudgetExceededError
from solvable.tiles import moves
from solvable.tiles.near import anytime, first_answer, search


@settings(deadline=None)
@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 80), st.booleans(), st.integers())
def test_the_compiled_joining_of_walks_does_what_its_twin_does(
    width: int, height: int, steps: int, merging: bool, seed: int
) -> None:
    puzzle, rng = SlidingTiles(width, height), Random(seed)
    state = puzzle.scramble(rng)
    walk, board = [], state
    for _ in range(steps):
        walk.append(rng.choice(list(puzzle.moves(board))))
        board = puzzle.apply(board, walk[-1])
    start = state.index(0)
    path = anytime.joined(walk, start=start)
    if merging:
        path = list(moves.merge(width, state, path))
    assert anytime.joined_compiled(walk, start, width if merging else 0).tolist() == path


@pytest.mark.parametrize("shape", [(5, 5), (8, 6), (12, 11), (40, 3)])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_who_cancels_at_once_gets_a_solution(shape: tuple[int, int], metric: str) -> None:
    puzzle = SlidingTiles(*shape, goal="blank-first", metric=metric)
    state = puzzle.scramble(Random(3))
    with pytest.raises(BudgetExceededError) as error:
        search.near(puzzle, state, seconds=600, progress=lambda _bound, _best, _nodes: False)
    assert error.value.best is not None
    assert moves.replay(puzzle.width, state, error.value.best.moves) == puzzle.goal


def test_a_draft_is_answered_but_not_improved() -> None:
    puzzle = SlidingTiles(6, 5)
    state = puzzle.scramble(Random(4))
    attempt = anytime.Attempt(puzzle, state, 0, None, None)
    first_answer.first(attempt)
    assert attempt.best is None
    assert attempt.solution is not None
    longest = len(attempt.solution)
    blank = state.index(0)
    aside = next(iter(puzzle.moves(state)))
    first_answer.complete(attempt, [aside], puzzle.apply(state, aside))
    assert attempt.solution is not None
    assert len(attempt.solution) <= longest
    assert moves.replay(6, state, attempt.solution.moves) == puzzle.goal
    assert attempt.board.index(0) == blank


def test_what_is_loaded_puts_the_end_off_by_half_of_the_time_at_most() -> None:
    puzzle = SlidingTiles(4, 4)
    state, now = puzzle.scramble(Random(5)), counted()
    for spent, most in ((1.0, 11), (1000.0, 10)):
        attempt = anytime.Attempt(puzzle, state, 0, now + 10, None)
        attempt.grant(now - spent)
        assert attempt.deadline is not None
        assert now + 10 <= attempt.deadline <= counted() + most
