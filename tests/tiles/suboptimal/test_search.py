"""`near`: every solution replayed, every bound admissible, on every shape, goal and metric."""

from random import Random

import numpy as np
import pytest
from tests.spent import spent

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, UnsolvableError
from solvable.core.puzzle import Event
from solvable.tiles import construct, heuristics, moves
from solvable.tiles.suboptimal import anytime, outer_lines, pair_heuristic, search

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


@pytest.mark.slow
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
    begun = spent()
    with pytest.raises(BudgetExceededError):
        search.near(puzzle, state, Budget(600, workers=2, progress=lambda event: event.best is None))
    assert spent() - begun < 300


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


class Ticking:
    """A clock that goes on by so much whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.step, self.now = step, 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "most"), [((5, 5), 0.5), ((10, 9), 4.0)])
def test_more_time_is_never_longer(shape: tuple[int, int], most: float) -> None:
    """Below the width from which beams take what time is left: the same beams and more."""
    pair_heuristic.tables(*shape)  # else the first limit with time for it fills them
    puzzle, shorter = SlidingTiles(*shape), 0
    for seed in (3, 5):
        state, lengths = puzzle.scramble(Random(seed)), list[int]()
        for seconds in (most / 16, most / 4, most / 2, most):
            solution = search.near(puzzle, state, Budget(seconds, clock=Ticking(0.002)))
            assert moves.replay(puzzle.width, state, solution.moves) == puzzle.goal
            lengths.append(len(solution))
        assert lengths == sorted(lengths, reverse=True) and lengths[-1] < 1.1 * max(shape) ** 3
        shorter += lengths[-1] < lengths[0]
    assert shorter


def test_a_limit_too_short_for_any_answer_names_one_that_will_do() -> None:
    puzzle = SlidingTiles(40, 40)
    attempt = anytime.Incumbent(puzzle, puzzle.scramble(Random(3)), 7, Budget(0.5, clock=Ticking(0.5)))
    error = anytime.too_short(attempt, made=100_000)
    seconds = float(str(error).rsplit(" ", 2)[1])
    assert error.lower_bound == 7 and 0.5 < seconds < 3
    assert float(str(anytime.too_short(attempt, made=10_000)).rsplit(" ", 2)[1]) > seconds
    attempt.whole.cancel()
    assert "cancelled" in str(anytime.too_short(attempt, made=10_000))


@pytest.mark.slow
def test_boards_whose_solutions_do_not_fit_are_refused() -> None:
    with pytest.raises(BudgetExceededError, match="GB of memory") as error:
        construct.check_room(SlidingTiles(2000, 1500), 5, 16)
    assert error.value.lower_bound == 5
    construct.check_room(SlidingTiles(1, 1000), 5, 16)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(64, 3), (2, 70), (62, 20)])
def test_boards_with_a_long_side_are_solved_by_outer_lines(shape: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*shape)
    state = puzzle.scramble(Random(2))
    attempt = anytime.Incumbent(puzzle, state, 0, Budget(20.0, clock=Ticking(0.02)))
    assert anytime.first(attempt) and attempt.path is not None
    draft = len(attempt.path)
    outer_lines.improve(attempt)
    assert attempt.path is not None and len(attempt.path) < draft
    assert moves.replay(puzzle.width, state, np.asarray(attempt.path).tolist()) == puzzle.goal


@pytest.mark.slow
def test_where_time_is_up_before_outer_lines_are_home_the_human_method_ends_them() -> None:
    puzzle = SlidingTiles(40, 40)
    state = puzzle.scramble(Random(1))
    for seconds in (1.0, 2.0):
        attempt = anytime.Incumbent(puzzle, state, 0, Budget(seconds, clock=Ticking(0.02)))
        outer_lines.improve(attempt)
        assert attempt.path is not None and attempt.best is None
        assert moves.replay(40, state, np.asarray(attempt.path).tolist()) == puzzle.goal
