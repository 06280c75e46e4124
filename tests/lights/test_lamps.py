from itertools import product
from random import Random

import pytest

from solvable.errors import PuzzleError
from solvable.lights.board import LightsOut
from solvable.lights.lamps import fewest_lit
from solvable.lights.variants import variant


def check(board: LightsOut, state: tuple[int, ...]) -> int:
    best, solution = fewest_lit(board, state)
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


@pytest.mark.parametrize("board", [LightsOut(4, 2), LightsOut(3, 3, rule="king0"), LightsOut(2, 3, goal=(1,) * 6)])
def test_every_state_by_trying_all_presses(board: LightsOut) -> None:

    changes = [
        board.apply_all((0,) * board.cells, [p for p, x in enumerate(xs) if x])
        for xs in product((0, 1), repeat=board.presses)
    ]
    for state in Random(1).sample([*product((0, 1), repeat=board.cells)], 40):
        fewest = min(
            sum((a + b - c) % 2 for a, b, c in zip(state, change, board.goal, strict=True)) for change in changes
        )
        assert check(board, state) == fewest


def test_5x5_leaves_at_most_two_lamps() -> None:
    board = LightsOut()
    assert check(board, (1, *board.goal[1:])) == 1
    assert {check(board, tuple(Random(seed).choices((0, 1), k=25))) for seed in range(30)} <= {0, 1, 2}


def test_more_colours_are_refused() -> None:
    with pytest.raises(PuzzleError, match="two colours"):
        fewest_lit(LightsOut(2, 2, k=3), (0, 0, 0, 0))
