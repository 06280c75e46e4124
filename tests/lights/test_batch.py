"""Many boards at once against one after the other."""

import numpy as np
import pytest

import solvable
from solvable.core.errors import BudgetExceededError, PuzzleError, UnsolvableError
from solvable.lights.board import LightsOut


@pytest.mark.parametrize(
    "puzzle",
    [
        LightsOut(5, 5),
        LightsOut(4, 3, dead=[5], goal=[1] * 5 + [0] + [1] * 6),
        LightsOut(2, 1, rule=[[(0, 1)], [(0, 1), (1, 1)], [(1, 1)]]),
        LightsOut(3, 3, k=3, surface="torus"),
        LightsOut(9, 9),
    ],
)
def test_many_boards_are_solved_as_each_alone(puzzle: LightsOut) -> None:
    states = np.random.default_rng(1).integers(0, puzzle.k, (40, puzzle.cells))
    states[:, [*puzzle.dead]] = 0
    found = solvable.solve_many(puzzle, states)
    assert len(found) == 40 and found.presses.shape == (40, puzzle.presses)
    for state, is_solvable, length, presses in zip(states, found.solvable, found.lengths, found.presses, strict=True):
        board = tuple(map(int, state))
        if not is_solvable:
            assert length == -1 and not presses.any()
            with pytest.raises(UnsolvableError):
                puzzle.solve(board)
            continue
        moves = [press for press, times in enumerate(presses) for _ in range(times)]
        assert len(moves) == length == len(puzzle.optimal(board))
        assert puzzle.apply_all(board, moves) == puzzle.goal


def test_what_is_no_array_of_boards_is_refused() -> None:
    for states in (np.zeros(25, int), np.zeros((2, 24), int), np.full((1, 25), 2), np.zeros((1, 25))):
        with pytest.raises(PuzzleError):
            solvable.solve_many(LightsOut(), states)
    with pytest.raises(PuzzleError, match="does not exist"):
        solvable.solve_many(LightsOut(2, 2, dead=[0]), [[1, 0, 0, 0]])
    assert len(solvable.solve_many(LightsOut(), np.zeros((0, 25), int))) == 0


def test_a_limit_is_kept() -> None:
    with pytest.raises(BudgetExceededError):
        solvable.solve_many(LightsOut(19, 19), np.zeros((300, 361), int), progress=lambda event: False)
    with pytest.raises(BudgetExceededError):
        solvable.solve_many(LightsOut(4, 4, k=3), np.zeros((9, 16), int), progress=lambda event: event.nodes < 3)
