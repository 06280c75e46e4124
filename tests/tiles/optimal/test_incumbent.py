"""How the time is shared between a proof and a short solution, for when the proof is not found."""

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import replay
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import ida
from solvable.tiles.optimal.incumbent import Incumbent


@pytest.mark.parametrize(
    ("side", "seconds", "proving"),
    [(4, 100.0, 100.0), (5, 100.0, 98.0), (5, 1.0, 0.7), (6, 100.0, 70.0), (5, None, float("inf"))],
)
def test_seconds_are_kept_for_a_short_solution_where_a_proof_may_not_be_found(
    side: int, seconds: float | None, proving: float
) -> None:
    puzzle = SlidingTiles(side, side)
    known = Incumbent(puzzle, puzzle.goal[::-1], Budget(seconds, clock=lambda: 0.0))
    assert known.proving.left == pytest.approx(proving)


@pytest.mark.slow
def test_a_hard_board_has_a_short_solution_and_a_bound_when_the_time_is_up() -> None:
    """The clock goes on by itself: at each look a hundredth of the time is over."""
    puzzle, seconds = SlidingTiles(5, 5), [0.0]

    def clock() -> float:
        seconds[0] += 0.01
        return seconds[0]

    state = (*puzzle.goal[-2::-1], 0)
    with pytest.raises(BudgetExceededError) as stopped:
        ida.search(puzzle, state, Budget(1.0, clock=clock))
    assert stopped.value.best is not None
    assert replay(puzzle, state, stopped.value.best.moves) == puzzle.goal
    assert stopped.value.lower_bound <= len(stopped.value.best.moves)
