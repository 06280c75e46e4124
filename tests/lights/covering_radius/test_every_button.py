"""Without quiet patterns the hardest state takes k - 1 presses of each button."""

from itertools import product

import pytest
from tests.spent import spent

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.lights import press_distribution
from solvable.lights.board import LightsOut
from solvable.lights.covering_radius.hardest import BUTTONS_MAX, hardest, like, reached
from solvable.lights.rules import RULES, SURFACES

SIZES = [(w, h, k) for w, h, k in product(range(1, 5), range(1, 5), range(2, 6)) if k ** (w * h) <= 4_000]


@pytest.mark.parametrize("rule", ["plus", "king0", "hex", "cross"])
def test_it_is_the_end_of_the_distribution_on_every_small_board(rule: str) -> None:
    met = 0
    for w, h, k in SIZES:
        board = LightsOut(w, h, k=k, rule=rule, fixed=[0] if w * h > 1 else [])
        if board.nullity == 0:
            worst, met = hardest(board.system, Budget()), met + 1
            assert worst.is_exact
            assert worst.presses == len(board.buttons) * (k - 1) == len(press_distribution(board)) - 1
            assert worst.fewest is not None
            assert board.apply_all(worst.state, worst.fewest.solution.moves) == board.goal
    assert met > 5


def test_another_goal() -> None:
    board = LightsOut(3, 3, k=3, goal=(1, 2, 0, 0, 1, 2, 2, 0, 1))
    worst = hardest(board.system, Budget())
    assert (worst.presses, worst.bound) == (18, 18)
    assert board.apply_all(worst.state, board.solve(worst.state).moves) == board.goal


@pytest.mark.slow
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("rule", RULES)
def test_large_boards_are_small_ones_with_the_middle_repeated(rule: str, surface: str) -> None:
    for width, height in ((16, 18), (17, 3), (18, 21), (1, 22)):
        try:
            board = LightsOut(width, height, k=7, rule=rule, surface=surface)
        except PuzzleError:
            continue
        total = [0] * board.cells
        for press in board.buttons:
            for cell, amount in board.toggle(press):
                total[cell] += amount
        assert [amount % 7 for amount in reached(board)] == [amount % 7 for amount in total]


@pytest.mark.parametrize("size", range(1, 60))
def test_rows_keep_their_distance_and_their_parity(size: int) -> None:
    rows = like(size)
    assert len(rows) == size
    assert rows[-1] + 1 <= 15
    for row, other in enumerate(rows):
        assert row % 2 == other % 2
        assert min(row, 6) == min(other, 6)
        assert min(size - 1 - row, 5) == min(rows[-1] - other, 5)


def test_a_giant_board_is_answered_and_one_with_quiet_patterns_refused() -> None:
    worst = hardest(LightsOut(1000, 1000).system, budget=Budget(20, clock=spent))
    assert (worst.presses, worst.bound) == (10**6, 10**6)
    assert worst.state.count(1) == 10**6 - 4 * 998  # an edge has four lamps in reach, a corner three
    board = LightsOut(400, 400, surface="torus", k=3)
    assert board.nullity
    assert board.cells > BUTTONS_MAX
    with pytest.raises(BudgetExceededError, match="buttons"):
        hardest(board.system, Budget(1))
