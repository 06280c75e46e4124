import csv
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import PuzzleError
from solvable.lights import chase, chase_table
from solvable.lights.board import LightsOut
from solvable.lights.methods.chase import PlaneChase
from solvable.lights.methods.choose import force
from solvable.lights.transfer_matrix.giant_boards import PlaneRows

ORACLES = Path(__file__).parents[1] / "oracles" / "lights"


def press(board: LightsOut, presses: Sequence[int]) -> tuple[int, ...]:
    return board.apply_all(board.goal, [press for press, times in enumerate(presses) for _ in range(times)])


@pytest.mark.slow
def test_every_solvable_4x4_is_finished_by_chasing_alone() -> None:
    board, solvable = LightsOut(4, 4), set[tuple[int, ...]]()
    for lower in product((0, 1), repeat=12):  # presses below the first row: no two of them light the same lamps
        presses = (0, 0, 0, 0, *lower)
        state = press(board, presses)
        chased = chase(board, state)
        assert not any(chased.residual)
        assert chased.first_row == (0, 0, 0, 0)
        assert chased.presses == chased.chased == presses
        solvable.add(state)
    assert len(solvable) == 4096  # one of 16 states is solvable
    for state in list(product((0, 1), repeat=16))[::23]:
        chased = chase(board, state)
        assert (chased.first_row is None) == any(chased.residual) == (state not in solvable)


def test_3x3_with_all_three_lamps_left_needs_the_second_press_of_the_first_row() -> None:
    assert chase_table(LightsOut(3, 3))[1, 1, 1] == ((0, 0, 1),) or chase_table(LightsOut(3, 3))[1, 1, 1] == (
        (0, 1, 0),
    )


def test_the_5x5_table_equals_the_published_one() -> None:
    rows = csv.DictReader((ORACLES / "chase_table_5x5.csv").read_text().splitlines()[1:])
    published = {row["residual"]: set(row["first_rows"].split()) for row in rows}
    table = chase_table(LightsOut())
    text = {"".join(map(str, key)): {"".join(map(str, row)) for row in rows} for key, rows in table.items()}
    assert text == published


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_chase_ends_at_the_goal(data: st.DataObject) -> None:
    width, height, k = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(2, 7)))
    surface = data.draw(st.sampled_from(["plane", "cylinder"]))
    cells = st.tuples(*[st.integers(0, k - 1)] * (width * height))
    board = LightsOut(width, height, k=k, surface=surface, goal=data.draw(cells))
    state = board.scramble(Random(data.draw(st.integers(0, 9)))) if data.draw(st.booleans()) else data.draw(cells)
    chased = chase(board, state)
    moves = [press for press, times in enumerate(chased.chased) for _ in range(times)]
    left = board.apply_all(state, moves)
    too_high = tuple((a - b) % k for a, b in zip(left, board.goal, strict=True))
    assert too_high == (0,) * (width * (height - 1)) + chased.residual
    assert (chased.presses is None) == (chased.first_row is None) == (board.obstruction(state) is not None)
    if chased.presses is not None and chased.first_row is not None:
        assert chased.presses[:width] == chased.first_row
        moves = [press for press, times in enumerate(chased.presses) for _ in range(times)]
        assert board.apply_all(state, moves) == board.goal


def test_the_table_tells_what_the_chase_does() -> None:
    board = LightsOut(3, 4, k=3)
    table = chase_table(board)
    assert sum(map(len, table.values())) == 27
    for seed in range(20):
        chased = chase(board, board.scramble(Random(seed)))
        assert chased.first_row == table[chased.residual][0]


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from([PlaneChase, PlaneRows]), st.integers(1, 9), st.integers(1, 9), st.randoms(use_true_random=False)
)
def test_the_plane_by_rows_and_by_forcing_agree(
    method: type[PlaneChase] | type[PlaneRows], width: int, height: int, random: Random
) -> None:
    general = force(LightsOut(width, height))
    presses = [random.randrange(2) for _ in range(width * height)]
    moves = [press for press, times in enumerate(presses) if times]
    board = LightsOut(width, height)
    made = board.apply_all(board.goal, moves)
    rows = method(width, height)
    solution = rows.solve(made)
    assert solution is not None
    assert press(board, solution) == made
    assert rows.null().order == general.null().order
    assert all(not any(press(board, quiet)) for quiet in rows.null().generators)
    state = [random.randrange(2) for _ in range(width * height)]
    weights = rows.witness(state)
    assert (weights is None) == (general.solve(state) is not None)
    if weights is not None:
        assert not any(press(board, weights))  # A is symmetric
        assert sum(map(int.__mul__, weights, state)) % 2


def test_only_whole_planes_and_cylinders_of_the_plus_rule_are_chased_by_rows() -> None:
    for board in (LightsOut(rule="king"), LightsOut(surface="torus"), LightsOut(dead=[3]), LightsOut(fixed=[3])):
        with pytest.raises(PuzzleError, match="plus rule"):
            chase(board, board.goal)
    with pytest.raises(PuzzleError, match="too many"):
        chase_table(LightsOut(40, 2))
