from itertools import combinations_with_replacement, product
from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Solution
from solvable.lights.board import LightsOut
from solvable.lights.catalogue.variants import variant
from solvable.lights.min_weight import fewest_lit


def check(board: LightsOut, state: tuple[int, ...]) -> int:
    best, solution = fewest_lit.fewest_lit(board.system, state, Budget())
    assert board.apply_all(state, solution.moves) == best
    return sum(a != b for a, b in zip(best, board.goal, strict=True))


def switches(n: int) -> LightsOut:
    lines = [[(n * i + j, 1) for j in range(n)] for i in range(n)] + [
        [(n * j + i, 1) for j in range(n)] for i in range(n)
    ]
    return LightsOut(n, n, rule=lines)


def test_gale_and_berlekamp() -> None:
    assert max(check(switches(3), state) for state in product((0, 1), repeat=9)) == 2
    assert max(check(switches(4), tuple(Random(seed).choices((0, 1), k=16))) for seed in range(60)) == 4
    board = variant("gale-berlekamp")
    assert switches(10).toggles == board.toggles
    assert check(board, board.scramble(Random(4))) == 0
    for seed in range(5):
        assert check(board, tuple(Random(seed).choices((0, 1), k=100))) <= 35  # Carlson and Stolarski 2004


def test_the_board_that_keeps_35_lamps() -> None:
    """Carlson and Stolarski 2004; in OEIS A005311 the ninth row has a lamp one place off, which leaves 33."""
    first, last = (
        "xxx00xx000 xx0xx000x0 0xxx00000x x0x0x00x00 x00x0x0x00 0x00xx0000 000xx0x000 0x0000xx00",
        "x00000000x",
    )
    for ninth, left in (("00x00000x0", 35), ("000x0000x0", 33)):
        state = tuple(int(lamp == "x") for lamp in (first + ninth + last).replace(" ", ""))
        assert (sum(state), check(variant("gale-berlekamp"), state)) == (35, left)


@pytest.mark.parametrize(
    "board",
    [
        LightsOut(4, 2),
        LightsOut(3, 3, rule="king0"),
        LightsOut(2, 3, goal=(1,) * 6),
        LightsOut(3, 3, dead=[4], fixed=[0]),
        LightsOut(4, 2, rule=[[(cell, 1) for cell in (a, b)] for a, b in [(0, 5), (1, 6), (2, 7), (0, 7), (3, 3)]]),
    ],
)
@pytest.mark.parametrize("functionals", [0, 24])
def test_every_state_by_trying_all_presses(board: LightsOut, functionals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewest_lit, "FUNCTIONALS", functionals)

    changes = [
        board.apply_all((0,) * board.cells, [press for press, times in zip(board.buttons, xs, strict=True) if times])
        for xs in product((0, 1), repeat=len(board.buttons))
    ]
    states = [state for state in product((0, 1), repeat=board.cells) if not any(state[cell] for cell in board.dead)]
    for state in Random(1).sample(states, 40):
        fewest = min(
            sum((a + b - c) % 2 for a, b, c in zip(state, change, board.goal, strict=True)) for change in changes
        )
        assert check(board, state) == fewest


@pytest.mark.parametrize(("n", "most"), [(1, 0), (2, 1), (3, 2), (4, 4), (5, 7)])
def test_switching_games_leave_as_many_as_published(n: int, most: int) -> None:
    """OEIS A005311, by all boards whose first row and column are dark: switches make them so."""
    rows = {}
    for columns in range(1 << n):
        for row in range(1 << n):
            rows[columns, row] = min((row ^ columns).bit_count(), n - (row ^ columns).bit_count())
    kept = [row << 1 for row in range(1 << n - 1)]
    worst = 0
    for chosen in combinations_with_replacement(kept, n - 1):
        worst = max(worst, min(sum(rows[columns, row] for row in (0, *chosen)) for columns in range(1 << n)))
    assert worst == most


def test_large_boards_of_few_quiet_patterns() -> None:
    board = LightsOut(30, 30)
    state = tuple(Random(1).choices((0, 1), k=900))
    best, solution = fewest_lit.fewest_lit(board.system, state, Budget())
    assert board.apply_all(state, solution.moves) == best
    assert board.obstruction(state) is not None
    assert 0 < sum(best) <= 20


def test_5x5_leaves_at_most_two_lamps() -> None:
    board = LightsOut()
    assert fewest_lit.fewest_lit(board.system, (1, *board.goal[1:]), Budget()) == (
        (1, *board.goal[1:]),
        Solution((), 0),
    )
    assert {check(board, tuple(Random(seed).choices((0, 1), k=25))) for seed in range(30)} <= {0, 1, 2}


def test_more_colours_are_refused() -> None:
    with pytest.raises(PuzzleError, match="two colours"):
        fewest_lit.fewest_lit(LightsOut(2, 2, k=3).system, (0, 0, 0, 0), Budget())
