"""A budget cancelled from another thread ends the work on any board at once, with the best so far."""

from contextlib import suppress
from random import Random

import pytest
from tests.spent import LATE, Cancelled

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.solution import Better, Bound, Event
from solvable.tiles import construct, moves
from solvable.tiles.suboptimal import search


@pytest.mark.slow
@pytest.mark.parametrize(
    ("side", "after", "seconds"),
    [(5, 0.1, 600.0), (5, 0.1, None), (8, 1.0, 600.0), (10, 0.7, 600.0), (10, 0.7, None), (12, 1.5, 600.0),
     (20, 0.3, None), (20, 2.0, 600.0), (100, 1.0, 600.0), (100, 3.0, None)],
)  # fmt: skip
def test_near_of_any_board_ends_when_cancelled(side: int, after: float, seconds: float | None) -> None:
    puzzle = SlidingTiles(side, side)
    state = puzzle.scramble(Random(1))
    with suppress(BudgetExceededError):
        search.near(puzzle, state, Budget(0.01))  # loads what there is to load
    budget = Budget(seconds)
    cancelled = Cancelled(budget, after)
    try:
        found = search.near(puzzle, state, budget).moves
        assert seconds is None  # all the work was done
    except BudgetExceededError as error:
        assert cancelled.late() < LATE
        if error.best is None:
            assert side == 100  # a slow machine had none yet
            return
        found = tuple(error.best.moves)
    assert moves.replay(side, state, found) == puzzle.goal


@pytest.mark.slow
def test_two_beams_at_once_are_both_cancelled() -> None:
    puzzle = SlidingTiles(7, 7)
    budget = Budget(600, workers=2)
    cancelled = Cancelled(budget, 1.0)
    with pytest.raises(BudgetExceededError):
        search.near(puzzle, puzzle.scramble(Random(2)), budget)
    assert cancelled.late() < LATE


class _StopAtOnce:
    """A budget that its first event cancels, however fast the machine is."""

    def __init__(self) -> None:
        self.seen: list[Event] = []
        self.budget = Budget(progress=self._tell)

    def _tell(self, event: Event) -> None:
        self.seen.append(event)
        self.budget.cancel()


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_the_human_method_of_a_huge_board_can_be_cancelled_and_reports(metric: str) -> None:
    puzzle = SlidingTiles(100, 100, metric=metric)  # small: it is refused where memory is short
    state = puzzle.scramble(Random(3))
    for work in (construct.solve, construct.stages):
        stop = _StopAtOnce()
        with pytest.raises(BudgetExceededError):
            work(puzzle, state, stop.budget)
        assert len(stop.seen) == 1
        assert isinstance(stop.seen[0], Bound)
    times = [0.0]
    with pytest.raises(BudgetExceededError) as error:  # the time is up with the first report
        puzzle.solve(state, budget=Budget(1.0, clock=lambda: times[-1], progress=lambda _: times.append(2.0)))
    assert error.value.lower_bound > 100**3 / 2 or metric == "mtm"
    assert SlidingTiles(5, 5).solve(SlidingTiles(5, 5).scramble(Random(1)), seconds=0).moves


def test_better_solutions_are_told_when_they_are_found() -> None:
    puzzle = SlidingTiles(6, 6)
    state = puzzle.scramble(Random(5))
    seen: list[Event] = []
    best = search.near(puzzle, state, Budget(progress=seen.append))
    better = [event.best for event in seen if isinstance(event, Better)]
    assert [len(each) for each in better] == sorted({len(each) for each in better}, reverse=True)
    assert better[-1] == best
    assert len(better) >= 3
    for each in better:
        assert moves.replay(6, state, each.moves) == puzzle.goal
