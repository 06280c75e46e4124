from itertools import product
from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError, UnsolvableError
from solvable.core.puzzle import State
from solvable.lights.board import LightsOut
from solvable.lights.catalogue.variants import variant
from solvable.lights.min_weight import lit_only


def distances(board: LightsOut) -> dict[State, int]:
    """Breadth first, backward from the goal: for each state from which lit-only play reaches it, how many presses."""
    found, queue = {board.goal: 0}, [board.goal]
    for state in queue:
        for press in board.buttons:
            before = board.apply(state, press)
            if before[press] and before not in found:
                found[before] = found[state] + 1
                queue.append(before)
    return found


def check(board: LightsOut, state: State) -> int | None:
    """Return the number of presses, after replaying them by the rule; None where there is no solution."""
    try:
        solution = lit_only.solve(board.system, state, Budget())
    except PuzzleError:
        return None
    assert solution.is_optimal
    for press in solution.moves:
        assert state[press]
        state = board.apply(state, press)
    assert state == board.goal
    return len(solution)


@pytest.mark.parametrize(
    "board",
    [
        LightsOut(3, 3),
        LightsOut(4, 2),
        LightsOut(3, 2, rule="plus0"),
        LightsOut.from_graph(6, [(i, (i + 1) % 6) for i in range(6)], loops=False),
        LightsOut(3, 3, fixed=[0, 4]),
        LightsOut(3, 2, goal=(1, 0, 0, 0, 0, 0)),
    ],
)
def test_every_state_by_breadth_first_search(board: LightsOut) -> None:
    expected = distances(board)
    for state in product((0, 1), repeat=board.cells):
        assert check(board, state) == expected.get(state)


def test_5x5_takes_the_right_order_and_rarely_more_presses() -> None:
    board = LightsOut()
    for seed in range(12):
        state = board.scramble(Random(seed))
        length = check(board, state)
        assert length is not None
        assert length >= len(board.optimal(state))


def test_orbix_game_2() -> None:
    board = variant("orbix")
    assert check(board, board.apply_all(board.goal, [3, 7, 3, 9])) == 2
    with pytest.raises(PuzzleError, match="no order"):
        lit_only.solve(board.system, (0,) * 12, Budget())


def test_unsolvable_and_unfinished() -> None:
    board = LightsOut()
    with pytest.raises(UnsolvableError):
        lit_only.solve(board.system, (1, *board.goal[1:]), Budget())
    with pytest.raises(PuzzleError, match="two colours"):
        lit_only.solve(LightsOut(3, 3, k=3).system, (0,) * 9, Budget())
    large = LightsOut(9, 9, rule="plus0")
    with pytest.raises(BudgetExceededError) as caught:
        lit_only.solve(large.system, large.scramble(Random(1)), Budget(progress=lambda *_: False))
    assert caught.value.lower_bound > 0
