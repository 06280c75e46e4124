"""Answers that are there at once, and how walks become answers: compiled twins, and bests on request."""

from array import array
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import SlidingTiles, kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.solution import Better, Bound, Event, Solution
from solvable.tiles import construct, moves
from solvable.tiles.suboptimal import anytime, boards, search, stream


@settings(deadline=None)
@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 80), st.booleans(), st.integers())
def test_the_compiled_joining_of_walks_does_what_its_twin_does(
    width: int, height: int, steps: int, is_mtm: bool, seed: int
) -> None:
    puzzle, rng = SlidingTiles(width, height), Random(seed)
    state = puzzle.scramble(rng)
    walk, board = [], state
    for _ in range(steps):
        walk.append(rng.choice(list(puzzle.moves(board))))
        board = puzzle.apply(board, walk[-1])
    start = state.index(0)
    path = [start]
    for cell in walk:
        if len(path) > 1 and path[-2] == cell:
            path.pop()
        else:
            path.append(cell)
    path = list(moves.merge(width, state, path[1:])) if is_mtm else path[1:]
    assert construct.simplified(memoryview(array("i", walk)), start, is_mtm).tolist() == path


@given(st.lists(st.integers(0, 40)), st.integers(1, 60), st.integers())
def test_walks_are_renamed_and_tiles_found(walk: list[int], cells: int, seed: int) -> None:
    names, path = array("i", Random(seed).sample(range(41), 41)), array("i", walk)
    kernels.native().construct_rename(path, len(path), names, len(names))
    assert path.tolist() == [names[cell] for cell in walk]
    board, places = array("q", Random(seed).sample(range(cells), cells)), array("q", bytes(8 * cells))
    kernels.native().construct_places(board, cells, places)
    assert places.tolist() == boards.positions(tuple(board))


@pytest.mark.parametrize("shape", [(5, 5), (8, 6), (12, 11), (40, 3)])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_who_cancels_at_once_gets_a_solution(shape: tuple[int, int], metric: str) -> None:
    puzzle = SlidingTiles(*shape, goal="blank-first", metric=metric)
    state = puzzle.scramble(Random(3))
    with pytest.raises(BudgetExceededError) as error:
        search.near(puzzle, state, Budget(600, progress=lambda _: False))
    assert error.value.best is not None
    assert moves.replay(puzzle.width, state, error.value.best.moves) == puzzle.goal


def test_a_draft_is_answered_but_not_improved() -> None:
    puzzle = SlidingTiles(6, 5)
    state = puzzle.scramble(Random(4))
    attempt = anytime.Incumbent(puzzle, state, 0, Budget())
    anytime.first(attempt)
    assert attempt.best is None
    assert attempt.solution is not None
    longest = len(attempt.solution)
    blank = state.index(0)
    aside = next(iter(puzzle.moves(state)))
    anytime.complete(attempt, [aside], puzzle.apply(state, aside))
    assert attempt.solution is not None
    assert len(attempt.solution) <= longest
    assert moves.replay(6, state, attempt.solution.moves) == puzzle.goal
    assert attempt.board.index(0) == blank


class Clock:
    """A clock that is put forward by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_is_done_with_an_answer_is_in_its_time() -> None:
    puzzle, whole = SlidingTiles(4, 4), Budget(10.0, clock=Clock())
    whole.per_move = 0.01
    attempt = anytime.Incumbent(puzzle, puzzle.scramble(Random(5)), 0, whole)
    for length, left in ((500, 5.0), (600, 5.0), (200, 8.0), (100, 9.0)):
        attempt.answer([0] * length)
        assert attempt.budget.left == pytest.approx(left)
    assert whole.left == 10.0


@pytest.mark.parametrize("work", [SlidingTiles.near, SlidingTiles.solve])
def test_a_board_is_given_up_where_its_answer_would_take_too_long(work: Callable[..., Solution]) -> None:
    puzzle, budget = SlidingTiles(100, 100), Budget(10.0, clock=Clock())  # the clock stands still
    state = puzzle.scramble(Random(1))
    assert len(work(puzzle, state, budget=budget.share(seconds=1e-9))) > 500_000
    budget.per_move = 0.0001
    with pytest.raises(BudgetExceededError):
        work(puzzle, state, budget=budget)


def test_some_seconds_are_kept_but_not_more_than_a_tenth() -> None:
    puzzle, clock = SlidingTiles(4, 4), Clock()
    attempt = anytime.Incumbent(puzzle, puzzle.scramble(Random(5)), 0, Budget(10.0, clock=clock))
    attempt.keep(0.25)
    assert attempt.budget.left == 9.75
    attempt.keep(5.0)
    assert attempt.budget.left == pytest.approx(9.75 * 0.9)


def test_only_solutions_that_are_heard_are_told_and_huge_ones_not_often() -> None:
    puzzle, clock = SlidingTiles(4, 4), Clock()
    state = puzzle.scramble(Random(5))
    seen: list[Event] = []
    for progress in (None, seen.append):
        attempt = anytime.Incumbent(puzzle, state, 7, Budget(clock=clock, progress=progress))
        for length in (anytime.HUGE + 3, anytime.HUGE + 2, 50, 60, 40):
            attempt.answer((0,) * length)
        assert (attempt.told is None) == (progress is None)
    better = [event.best for event in seen if isinstance(event, Better)]
    assert [len(best) for best in better] == [anytime.HUGE + 3, 50, 40]
    assert all(event.lower_bound == 7 and event.best in better for event in seen)


def test_what_a_method_reports_is_told_with_the_best_and_all_nodes() -> None:
    puzzle = SlidingTiles(4, 4)
    seen: list[Event] = []
    attempt = anytime.Incumbent(puzzle, puzzle.scramble(Random(5)), 7, Budget(progress=seen.append))
    attempt.budget.look(30)
    attempt.answer((1, 2, 3) * 5)
    attempt.budget.share().look(12)
    assert seen[0] == Bound(7, None, 30)
    assert seen[-1] == Bound(7, attempt.solution, 42)


def test_a_first_answer_is_no_longer_than_the_short_stream() -> None:
    puzzle = SlidingTiles(24, 17)
    state = puzzle.scramble(Random(4))
    attempt = anytime.Incumbent(puzzle, state, 0, Budget())
    anytime.first(attempt)
    streamed = sum(len(part) for part in stream.stream(np.array(state, np.int64), 24, 17, short=True))
    assert attempt.path is not None and attempt.swept is not None
    assert len(attempt.path) <= streamed
    assert moves.replay(24, state, np.asarray(attempt.swept[0]).tolist()) == attempt.swept[1]


class Ticking:
    """A clock that goes on by so much whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.slow
def test_sweeps_end_in_time_for_lines() -> None:
    puzzle = SlidingTiles(70, 60)
    state = puzzle.scramble(Random(6))
    lengths = []
    for seconds in (0.02, 0.1, None):
        attempt = anytime.Incumbent(puzzle, state, 0, Budget(seconds, clock=Ticking(0.02)))
        has_time = anytime.first(attempt)
        assert attempt.path is not None
        assert moves.replay(70, state, np.asarray(attempt.path).tolist()) == puzzle.goal
        assert has_time == (attempt.swept is not None) == (seconds is None)
        lengths.append(len(attempt.path))
    assert lengths[0] > 1.02 * lengths[1] > lengths[2]


def test_the_first_sweeps_of_a_process_do_not_make_its_machine_look_slow() -> None:
    for shape, step, is_slow in (((12, 12), 0.0003, False), ((60, 60), 0.1, True)):
        puzzle = SlidingTiles(*shape)
        attempt = anytime.Incumbent(puzzle, puzzle.scramble(Random(4)), 0, Budget(100.0, clock=Ticking(step)))
        assert anytime.first(attempt)
        assert (attempt.slower > 1.5) == is_slow
