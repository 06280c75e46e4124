"""Beam after beam on a whole board: their widths, their walks, and what ends one that got stuck."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles import moves
from solvable.tiles.suboptimal import anytime, pair_heuristic, repair, whole_board
from solvable.tiles.suboptimal.boards import VIEW_COUNT, after, manhattan
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.whole_board import LargeTrials, SmallTrials


class Ticking:
    """A clock that goes on by so much whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.step, self.now = step, 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def attempt_on(width: int, height: int, seconds: float | None = None, step: float = 0.0) -> anytime.Incumbent:
    """Return an attempt at a random board, by a clock that goes on by `step` with each look."""
    puzzle = SlidingTiles(width, height)
    return anytime.Incumbent(puzzle, puzzle.scramble(Random(3)), 0, Budget(seconds, clock=Ticking(step)))


@dataclass(slots=True)
class NarrowTrials(LargeTrials):
    """Trials by narrow beams that note their walks."""

    noted: list[tuple[tuple[int, ...], int]] = field(default_factory=list)

    def planned_width(self, number: int) -> int:
        """Return the width of a beam by its number."""
        return 20 if number < 3 else 40

    def guided_walk(self, number: int) -> tuple[Any, State]:
        """Return the walk that begins a trial and the board then."""
        walk, board = LargeTrials.guided_walk(self, number)
        self.noted.append((tuple(walk.tolist()), self.planned_width(number)))
        return walk, board


def tried(seconds: float) -> tuple[list[tuple[tuple[int, ...], int]], int]:
    """Return the walks and widths of trials on a board of 14 × 14, and the length found."""
    attempt = attempt_on(14, 14, seconds, 0.05)
    trials, number = NarrowTrials(attempt), 0
    while (width := trials.next_width(number)) and not attempt.is_over:
        trials.run(number, width)
        number += 1
    assert attempt.path is not None
    assert moves.replay(14, attempt.state, list(attempt.path)) == attempt.puzzle.goal
    return trials.noted, len(attempt.path)


@pytest.mark.slow
def test_trials_begin_with_other_walks_and_more_time_tries_what_less_time_tried() -> None:
    few, length = tried(200.0)
    many, shorter = tried(400.0)
    done = len(few) - 1  # the last may be narrower where time is short
    assert 1 < done < len(many) and many[:done] == few[:done]
    assert len({walk for walk, _ in many}) == len(many)
    assert shorter <= length < 1.5 * 14**3


@pytest.mark.parametrize("shape", [(11, 11), (20, 20), (60, 12)])
def test_widths_of_trials_grow_after_the_first_and_then_after_some_of_each(shape: tuple[int, int]) -> None:
    trials = LargeTrials(attempt_on(*shape, 100.0))
    widths = [trials.planned_width(number) for number in range(7)]
    assert widths == sorted(widths) and widths[0] < widths[1] == widths[3] < widths[4] == widths[6]
    assert widths[0] == max(15, 6000 // (shape[0] * shape[1]))


def test_without_a_limit_the_number_of_beams_is_fixed() -> None:
    for trials, count in (
        (SmallTrials(attempt_on(5, 5)), 4),
        (LargeTrials(attempt_on(20, 20)), 3),
        (LargeTrials(attempt_on(30, 20)), 1),
    ):
        widths = [trials.next_width(number) for number in range(count + 1)]
        assert all(widths[:-1]) and widths[-1] == 0


def test_a_last_beam_takes_the_time_left_if_it_is_wide_enough() -> None:
    trials = SmallTrials(attempt_on(5, 5, 10.0))
    trials.width, trials.seconds_each = 800, 10.0 / 1500
    assert trials.next_width(6) == 1300  # and an overhead of 200, where 1600 are planned
    trials.seconds_each = 10.0 / 800
    assert trials.next_width(6) == 0


def test_memory_limits_the_width_and_the_widest_beams_search_every_view_once() -> None:
    trials = SmallTrials(attempt_on(5, 5, 1e9))
    trials.width, limit = 1, trials.width_limit()
    widths = [trials.next_width(number) for number in range(60)]
    assert max(widths) == limit
    assert widths.count(limit) >= VIEW_COUNT and widths[-1] == 0


def test_a_slow_machine_needs_more_time_for_a_first_beam() -> None:
    attempt = attempt_on(30, 30, 2.5)
    assert whole_board.is_affordable(attempt)
    attempt.slower = 2.0
    assert not whole_board.is_affordable(attempt)
    assert not whole_board.is_affordable(attempt_on(61, 11, 1e9))
    assert whole_board.is_affordable(attempt_on(10, 10, 0.0))


def near_board(width: int, height: int, steps: int, seed: int) -> State:
    """Return the board after so many random moves from the goal."""
    puzzle, rng = SlidingTiles(width, height), Random(seed)
    state, before = puzzle.goal, -1
    for _ in range(steps):
        cell = rng.choice([cell for cell in puzzle.moves(state) if cell != before])
        state, before = after(state, [cell]), state.index(0)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("size", [(11, 12), (14, 10)])
def test_near_boards_larger_than_any_learned_from_are_solved(size: tuple[int, int]) -> None:
    state = near_board(*size, 200, 5)
    walk = PairBeam(pair_heuristic.model(*size, 0), 400, 900).search(state)
    assert walk is not None and after(state, walk) == SlidingTiles(*size).goal
    assert len(walk) < 4 * manhattan(state, size[0])
    short = PairBeam(pair_heuristic.model(*size, 0), 400, manhattan(state, size[0]) // 2)
    assert short.search(state) is None


def test_a_beam_that_gets_stuck_is_finished_from_its_best_boards() -> None:
    size, finished = (12, 12), 0
    for seed in range(4):
        state = near_board(*size, 400, seed)
        beam = PairBeam(pair_heuristic.model(*size, 0), 3, 900)
        walk = beam.search(state)
        if walk is None:
            lengths = [len(beam.stem(worth)[0]) for worth in (1, 5, 12)]
            assert lengths == sorted(lengths)  # the dearer what is left, the later it is left
            walk = repair.finish(state, beam, Budget())
            finished += walk is not None
        assert walk is None or after(state, walk) == SlidingTiles(*size).goal
    assert finished


@pytest.mark.slow
def test_a_beam_that_is_late_narrows() -> None:
    size = (12, 12)
    state = near_board(*size, 3000, 9)
    works = []
    for step in (0.0, 1.5):
        beam = PairBeam(pair_heuristic.model(*size, 0), 200, 900)
        beam.search(state, Budget(100.0, clock=Ticking(step)), is_paced=True)
        works.append(beam.work / beam.layer)
    assert works[1] < 0.95 * works[0]
