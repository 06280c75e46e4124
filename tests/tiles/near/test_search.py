"""`near`: every solution replayed, every bound admissible, on every shape, goal and metric."""

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.spent import spent

from solvable import SlidingTiles
from solvable.budget import Budget
from solvable.errors import BudgetExceededError, UnsolvableError
from solvable.puzzle import Event, State
from solvable.tiles import construct, heuristics, moves
from solvable.tiles.near import anytime, boards, first_answer, inner, large, pairs, search
from solvable.tiles.near.beam import MOST_WIDTH, PairBeam
from solvable.tiles.near.outer import guided
from solvable.tiles.near.polish import mend as mending

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


@pytest.mark.parametrize("shape", [(5, 5), (10, 9)])
def test_more_time_is_never_longer(shape: tuple[int, int]) -> None:
    """Below the width from which beams take what time is left: the same beams and more."""
    pairs.tables(*shape)  # else the first limit with time for it fills them
    puzzle, shorter = SlidingTiles(*shape), 0
    for seed in (3, 5):
        state, lengths = puzzle.scramble(Random(seed)), list[int]()
        for seconds in (0.05, 0.3, 0.5, 0.7, 0.9):
            solution = search.near(puzzle, state, Budget(seconds, clock=Ticking(0.002)))
            assert moves.replay(puzzle.width, state, solution.moves) == puzzle.goal
            lengths.append(len(solution))
        assert lengths == sorted(lengths, reverse=True) and lengths[0] < 1.6 * max(shape) ** 3
        shorter += lengths[-1] < lengths[0]
    assert shorter


Trial = tuple[tuple[int, ...], int, int]


def tried(seconds: float, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Trial], int]:
    """Return how a board of 14 × 14 is tried, (walk, width, turn) each, and the length found."""
    puzzle = SlidingTiles(14, 14)
    state = puzzle.scramble(Random(3))
    noted: list[Trial] = []
    whole = large.try_whole

    def note(attempt: anytime.Attempt, found: Any, width: int, trial: int) -> None:
        noted.append((tuple(found[0].tolist()), width, trial))
        whole(attempt, found, width, trial)

    with monkeypatch.context() as patch:
        patch.setattr(large, "FIRST", 20)
        patch.setattr(large, "NEXT", 40)
        patch.setattr(large, "try_whole", note)
        attempt = anytime.Attempt(puzzle, state, 0, Budget(seconds, clock=Ticking(0.05)))
        large.trials(attempt)
    assert attempt.path is not None and attempt.best is not None
    assert moves.replay(14, state, list(attempt.path)) == puzzle.goal
    return noted, len(attempt.best)


def test_boards_tried_several_times_begin_with_other_walks_and_go_on_by_other_models(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trials, length = tried(300.0, monkeypatch)
    assert len(trials) > 3 and len({walk for walk, *_ in trials}) == len(trials)
    assert [turn for *_, turn in trials] == list(range(len(trials)))
    assert [width for _, width, _ in trials[:4]] == [20, 20, 20, 40] and length < 1.5 * 14**3


def test_the_first_guided_walk_is_answered_by_lines_before_its_beam(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(14, 14)
    state = puzzle.scramble(Random(3))
    attempt = anytime.Attempt(puzzle, state, 0, Budget(100.0, clock=Ticking(0.2)))
    met: list[int] = []

    def note(attempt: anytime.Attempt, found: Any, *_: Any) -> None:
        assert attempt.path is not None
        assert (attempt.path[: len(found[0])] == found[0]).all()
        met.append(len(attempt.path))
        attempt.budget.cancel()

    monkeypatch.setattr(large, "try_whole", note)
    large.trials(attempt)
    assert attempt.path is not None and met == [len(attempt.path)]
    assert moves.replay(14, state, list(attempt.path)) == puzzle.goal


def test_with_more_time_is_tried_what_was_tried_with_less(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (tried(seconds, monkeypatch)[0] for seconds in (100.0, 200.0))
    done = len(few) - 1  # the last may be narrower where time is short
    assert 1 < done < len(many) and many[:done] == few[:done]


@pytest.mark.parametrize(
    ("shape", "narrow"),
    [
        ((11, 11), [100, 100, 100]),
        ((14, 14), [31, 100, 100, 100]),
        ((15, 15), [27, 100]),
        ((20, 20), [15, 30, 100]),
        ((30, 15), [15, 30, 100]),
        ((40, 40), [15, 30, 100]),
        ((50, 50), [30, 100]),
    ],
)
def test_beams_of_trials_become_wider(shape: tuple[int, int], narrow: list[int]) -> None:
    widths = [large.trial_width(trial, *shape) for trial in range(len(narrow) + 7)]
    assert widths == narrow + 3 * [400] + 3 * [800] + [1600]


def test_the_first_trial_is_as_wide_as_the_time_after_its_walk_allows() -> None:
    puzzle = SlidingTiles(20, 20)
    state = puzzle.scramble(Random(3))
    walked = guided.walk(state, 20, 20, guided.Beam(20, 16, 8), end=4.0)
    usual = guided.Beam(large.GUIDE, commit=large.COMMIT).seconds(20, 20, len(walked[0]))

    def width(seconds: float, slower: float) -> int:
        attempt = anytime.Attempt(puzzle, state, 0, Budget(seconds, clock=Ticking(0.0)))
        return large.first_width(attempt, walked, slower * usual)

    widths = [width(seconds / 100, 1.0) for seconds in range(1, 50)]
    assert widths == sorted(widths) and widths[0] == 0 and widths[-1] == large.trial_width(0, 20, 20)
    between = next(seconds for seconds, each in enumerate(widths, 1) if large.LEAST <= each < widths[-1])
    assert all(width(slower * between / 100, slower) == widths[between - 1] for slower in (2.0, 8.0))


def test_a_machine_that_is_slower_than_thought_ends_the_first_walk_otherwise() -> None:
    """The walk is not lost: sweeps and lines go on from it where that is shorter."""
    puzzle = SlidingTiles(16, 16)
    state = puzzle.scramble(Random(3))
    attempt = anytime.Attempt(puzzle, state, 0, Budget(100.0, clock=Ticking(20.0)))
    walked = large.trials(attempt)
    assert walked is not None and attempt.best is None and attempt.path is not None
    assert moves.replay(16, state, list(walked[0])) == walked[1]
    start = large.swept(attempt, 0.0, walked)
    assert large.moves_with(start, 16) <= large.moves_with(walked, 16)


def test_a_slow_machine_needs_more_time_for_a_first_trial() -> None:
    puzzle = SlidingTiles(16, 16)
    attempt = anytime.Attempt(puzzle, puzzle.scramble(Random(3)), 0, Budget(10.0))
    once = large.needed(attempt)
    attempt.slower = 3.0
    assert 0 < 2.9 * once < large.needed(attempt) < 3.1 * once


def test_where_a_beam_comes_near_and_time_is_up_lines_end_what_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(14, 12)
    state = puzzle.scramble(Random(3))
    attempt = anytime.Attempt(puzzle, state, 0, Budget(1000.0, clock=Ticking(0.01)))

    def late(board: Any, *_: Any) -> None:
        left.append(board)
        raise BudgetExceededError("the time is up", 0)

    left: list[Any] = []
    monkeypatch.setattr(inner, "mend", late)
    walked = guided.walk(attempt.board, 14, 12, guided.Beam(20, 16, 8), end=3.0)
    with pytest.raises(BudgetExceededError):
        large.try_whole(attempt, walked, 20, 0)
    assert left and attempt.path is not None and len(attempt.path) < 1.6 * 14 * 13 * 13
    assert moves.replay(14, state, list(attempt.path)) == puzzle.goal


@pytest.mark.parametrize(("seconds", "rounds"), [(1000.0, [(5, 7)]), (0.3, [(5,), (5, 7)]), (0.1, [(5,)])])
def test_boxes_that_fail_are_not_tried_again(
    seconds: float, rounds: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    near = boards.after((*range(1, 121), 0), [119, 108, 109, 120])
    met: list[tuple[int, ...]] = []

    def failed(_board: Any, _w: int, _h: int, _budget: Any, _hears: Any, sides: Any = mending.SIDES) -> None:
        met.append(sides)

    monkeypatch.setattr(inner, "mend", failed)
    monkeypatch.setattr(inner, "MENDING", (8,))
    budget = Budget(seconds, clock=Ticking(0.0))
    assert inner.least(near, PairBeam(pairs.model(11, 11, 0), 5, 40), budget, budget) is None
    assert met == rounds


PROBED = """
from random import Random
from solvable import SlidingTiles
from solvable.budget import Budget
from solvable.kernels.base import jit
from solvable.tiles.near import anytime, large, schedule
from solvable.tiles.near.outer import lines

large.load()
known = {kernel: len(kernel.overloads) for kernel in jit.made}
puzzle = SlidingTiles(14, 14)
attempt = anytime.Attempt(puzzle, puzzle.scramble(Random(3)), 0, Budget(1))
assert lines.local_room(attempt, schedule.plans(14, 14, 1)[0]) > 0
print([kernel.__name__ for kernel in jit.made if len(kernel.overloads) > known.get(kernel, 0)])
"""


def test_a_probe_of_speed_loads_no_kernel_in_a_new_process() -> None:
    told = subprocess.run([sys.executable, "-c", PROBED], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_a_limit_too_short_for_any_answer_names_one_that_will_do() -> None:
    puzzle = SlidingTiles(40, 40)
    attempt = anytime.Attempt(puzzle, puzzle.scramble(Random(3)), 7, Budget(0.5, clock=Ticking(0.5)))
    error = first_answer.too_short(attempt, made=100_000)
    seconds = float(str(error).rsplit(" ", 2)[1])
    assert error.lower_bound == 7 and 0.5 < seconds < 3
    assert float(str(first_answer.too_short(attempt, made=10_000)).rsplit(" ", 2)[1]) > seconds
    attempt.whole.cancel()
    assert "cancelled" in str(first_answer.too_short(attempt, made=10_000))


def test_boards_whose_solutions_do_not_fit_are_refused() -> None:
    with pytest.raises(BudgetExceededError, match="GB of memory") as error:
        construct.check_room(SlidingTiles(2000, 1500), 5, 16)
    assert error.value.lower_bound == 5
    construct.check_room(SlidingTiles(1, 1000), 5, 16)


@pytest.mark.parametrize(("seconds", "beams"), [(2.0, [guided.Beam(30)]), (0.5, [large.HASTY]), (0.1, [])])
def test_where_there_is_no_time_for_a_guided_walk_a_hasty_one_is_made(
    seconds: float, beams: list[guided.Beam], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, now, made = SlidingTiles(40, 40), [0.0], list[guided.Beam]()
    state = puzzle.scramble(Random(1))

    def walk(_board: State, _w: int, _h: int, beam: guided.Beam, **_rest: object) -> tuple[object, State]:
        made.append(beam)
        now[0] += seconds
        return np.empty(0, np.int32), state

    monkeypatch.setattr(guided, "walk", walk)
    attempt = anytime.Attempt(puzzle, state, 0, Budget(seconds, clock=lambda: now[0]))
    swept = np.zeros(50_000, np.int32), puzzle.goal
    assert large.guide(attempt, swept) is swept
    assert made == beams


def test_trials_without_number_have_widths_that_a_beam_can_have() -> None:
    """Trials whose walks cannot lead to a shorter answer take no time, and there may be thousands."""
    assert large.trial_width(large.TRIALS_MOST, 11, 11) < MOST_WIDTH
