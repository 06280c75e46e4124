import csv
from itertools import product
from pathlib import Path

import pytest

from solvable.core.errors import PuzzleError
from solvable.lights import press_distribution
from solvable.lights.board import LightsOut
from solvable.lights.census import nullity_table, rectangle_table

ORACLES = Path(__file__).parents[1] / "oracles" / "lights"


def published(name: str) -> tuple[int, ...]:
    rows = csv.DictReader((ORACLES / f"press_distribution_{name}.csv").read_text().splitlines()[1:])
    return tuple(int(row["positions"]) for row in rows)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_distribution_on_the_plane(n: int) -> None:
    assert press_distribution(LightsOut(n, n)) == published(f"{n}x{n}_plain")


@pytest.mark.parametrize("n", [4, 5])
def test_distribution_on_the_torus(n: int) -> None:
    assert press_distribution(LightsOut(n, n, surface="torus")) == published(f"{n}x{n}_torus")


@pytest.mark.parametrize(
    ("size", "k"), [((1, 2), 2), ((1, 2), 3), ((2, 2), 4), ((3, 2), 3), ((2, 2), 6), ((4, 2), 2), ((2, 2), 9)]
)
def test_distribution_is_that_of_the_fewest_presses_of_every_state(size: tuple[int, int], k: int) -> None:
    board, counts = LightsOut(*size, k=k), dict[int, int]()
    for state in product(range(k), repeat=board.cells):
        if board.obstruction(state) is None:
            length = len(board.optimal(state))
            counts[length] = counts.get(length, 0) + 1
    assert dict(enumerate(press_distribution(board))) == counts


def test_table_of_nullities() -> None:
    assert [*nullity_table([39])] == [(39, 32, 4294967296)]
    assert [*nullity_table([4, 5], surface="torus")] == [(4, 0, 1), (5, 8, 256)]
    assert [*nullity_table([8], k=6)] == [(8, 4, 81)]


def test_tables_of_rectangles() -> None:
    assert [*rectangle_table([3, 4], range(4, 6))] == [(3, 4, 0, 1), (3, 5, 3, 8), (4, 4, 4, 16), (4, 5, 0, 1)]
    assert [*rectangle_table([5], [5], "plus", "torus", 3)] == [(5, 5, 8, 3**8)]
    side = 10**6  # no number of states is written out: it has 10¹² binary digits
    assert [*rectangle_table([side], [side - 1])] == [(side, side - 1, 0, 1)]
    assert [*nullity_table([2**100 - 1])] == [(2**100 - 1, 0, 1)]


def test_a_hopeless_census_is_refused() -> None:
    with pytest.raises(PuzzleError, match="too many"):
        press_distribution(LightsOut(9, 9))
