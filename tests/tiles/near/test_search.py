"""`near`: every solution replayed, every bound admissible, on every shape, goal and metric."""

from random import Random
from time import monotonic

import pytest

from solvable import SlidingTiles
from solvable.budget import Budget
from solvable.errors import BudgetExceededError, UnsolvableError
from solvable.puzzle import Event
from solvable.tiles import construct, heuristics, moves
from solvable.tiles.near import search

SHAPES = [(2, 2), (2, 5), (3, 3), (4, 4), (6, 4), (1, 6), (9, 2), (12, 3)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("goal", ["blank-last", "blank-first", "spiral"])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_solutions_lead_to_the_goal_and_bounds_hold(shape: tuple[int, int], goal: str, metric: str) -> None:
    puzzle = SlidingTiles(*shape, goal=goal, metric=metric)
    state = puzzle.scramble(Random(5))
    solution = search.near(puzzle, state, Budget(0.05))
    assert moves.replay(puzzle.width, state, solution.moves) == puzzle.goal
    assert heuristics.lower_bound(state, puzzle.goal, puzzle.width, metric) <= solution.lower_bound
    assert solution.lower_bound <= len(solution)


def test_without_a_limit_the_answer_is_always_the_same() -> None:
    puzzle = SlidingTiles(5, 5)
    state = puzzle.scramble(Random(6))
    first = search.near(puzzle, state, Budget())
    assert first == search.near(puzzle, state, Budget())
    assert len(first) < 125


def test_two_beams_at_once_are_no_longer_than_one() -> None:
    puzzle = SlidingTiles(5, 5)
    for seed in range(3):
        state = puzzle.scramble(Random(seed))
        one, two = (search.near(puzzle, state, Budget(workers=workers)) for workers in (1, 2))
        assert moves.replay(5, state, two.moves) == puzzle.goal
        assert len(two) <= len(one)
        assert two == search.near(puzzle, state, Budget(workers=2))


def test_two_beams_at_once_can_be_cancelled() -> None:
    puzzle = SlidingTiles(6, 6)
    state = puzzle.scramble(Random(7))
    begun = monotonic()
    with pytest.raises(BudgetExceededError):
        search.near(puzzle, state, Budget(600, workers=2, progress=lambda event: event.best is None))
    assert monotonic() - begun < 300


def test_the_goal_needs_no_move() -> None:
    puzzle = SlidingTiles(6, 5)
    assert search.near(puzzle, puzzle.goal, Budget()).moves == ()


def test_unsolvable_boards_are_refused() -> None:
    puzzle = SlidingTiles(5, 5)
    state = (2, 1, *puzzle.goal[2:])
    with pytest.raises(UnsolvableError):
        search.near(puzzle, state, Budget())


def test_progress_reports_falling_lengths_and_can_cancel() -> None:
    puzzle = SlidingTiles(5, 5)
    state = puzzle.scramble(Random(7))
    seen: list[Event] = []

    def watch(event: Event) -> bool:
        seen.append(event)
        return event.best is None

    with pytest.raises(BudgetExceededError) as error:
        search.near(puzzle, state, Budget(progress=watch))
    best = error.value.best
    assert best is not None
    assert moves.replay(5, state, best.moves) == puzzle.goal
    assert (seen[-1].lower_bound, seen[-1].best) == (error.value.lower_bound, best)


def test_boards_whose_solutions_do_not_fit_are_refused() -> None:
    with pytest.raises(BudgetExceededError, match="GB of memory") as error:
        construct.check_room(SlidingTiles(2000, 1500), 5, 16)
    assert error.value.lower_bound == 5
    construct.check_room(SlidingTiles(1, 1000), 5, 16)
