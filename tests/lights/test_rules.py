import csv
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solvable.lights.algebra.modular import factor
from solvable.lights.board import LightsOut
from solvable.lights.rules import OFFSETS, RULES, SURFACES, box_toggles, toggle

ORACLES = Path(__file__).parents[1] / "oracles" / "lights"
COLUMNS: dict[str, dict[str, str]] = {
    "plus": {},
    "x": {"rule": "diagonal"},
    **{rule: {"rule": rule} for rule in ("plus0", "king", "king0", "knight", "knight0", "cross", "hex")},
    "cyl": {"surface": "cylinder"},
    **{surface: {"surface": surface} for surface in ("torus", "mobius", "klein", "projective")},
    "king_torus": {"rule": "king", "surface": "torus"},
    "knight_torus": {"rule": "knight", "surface": "torus"},
}


def table(name: str) -> list[dict[str, str]]:
    return [*csv.DictReader((ORACLES / name).read_text().splitlines()[1:])]


def quiet(width: int, height: int, **rules: Any) -> int:
    """The number of independent quiet patterns that were found, not what a formula says."""
    return len(LightsOut(width, height, **rules).quiet_patterns)


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
def test_nullity_by_rule_and_surface(column: str) -> None:
    for row in table("nullity_nxn_variants.csv"):
        n = int(row["n"])
        assert quiet(n, n, **COLUMNS[column]) == int(row[column])


@pytest.mark.slow
@pytest.mark.parametrize("surface", ["plane", "torus", "cylinder"])
def test_nullity_of_rectangles(surface: str) -> None:
    for row in table(f"nullity_mxn_{surface}.csv"):
        height = int(row["m\\n"])
        assert [quiet(n, height, surface=surface) for n in range(1, 21)] == [int(row[str(n)]) for n in range(1, 21)]


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "name"), [("plus", "kernel_log_nxn"), ("cross", "kernel_log_cross")])
def test_the_number_of_quiet_patterns_for_every_k(rule: str, name: str) -> None:
    for row in table(f"{name}.csv"):
        n = int(row.pop("n"))
        for column, value in row.items():
            k = int(column.removeprefix("mod"))
            if n <= 24 or k in (2, 3, 4):
                assert LightsOut(n, n, k=k, rule=rule).quiet.order == factor(k)[0][0] ** int(value)


def test_closed_forms() -> None:
    for n in range(1, 40):
        assert quiet(n, 1) == (n % 3 == 2)
        assert quiet(n, 1, surface="cylinder") == (2 if n % 3 == 0 else 0)
    for n in range(1, 60):
        assert quiet(n, n, rule="cross") == (0 if n % 2 == 0 else 2 * n - 2)
    for k in range(1, 8):
        assert LightsOut(2**k - 1, 2**k - 1).nullity == 0
        assert LightsOut(5 * 2 ** (k - 1) - 1, 5 * 2 ** (k - 1) - 1).nullity == 2 ** (k + 1)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 12), st.integers(1, 12))
def test_closed_forms_of_rectangles(width: int, height: int) -> None:
    from math import gcd

    def rank(t: int) -> int:
        return t - (t % 3 == 2)

    assert quiet(width, height, rule="plus0") == gcd(width + 1, height + 1) - 1
    assert quiet(width, height, rule="king") == width * height - rank(width) * rank(height)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 24))
def test_the_torus_by_the_plane(n: int) -> None:
    assert quiet(n, n, surface="torus") == 2 * LightsOut(n - 1, n - 1).nullity + 4 * (n % 3 == 0)


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 60), st.integers(1, 4))
def test_quiet_patterns_unfold_to_larger_boards(n: int, times: int) -> None:
    assert LightsOut(n * times - 1, n * times - 1).nullity >= LightsOut(n - 1, n - 1).nullity


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 30).map(lambda half: 2 * half + 1), st.integers(0, 4))
def test_doubling(b: int, k: int) -> None:
    small, n = LightsOut(b - 1, b - 1).nullity, b * 2**k - 1
    assert LightsOut(n, n).nullity in {(small + delta) * 2**k - delta for delta in (0, 2)}


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(RULES), st.sampled_from([*SURFACES]), st.integers(1, 7), st.integers(1, 7))
def test_toggles_are_symmetric_and_each_step_lands_once_or_leaves(
    rule: str, surface: str, width: int, height: int
) -> None:
    if surface not in ("plane", "cylinder", "torus"):
        assume(rule not in ("cross", "triangle", "hex"))  # a mirrored hexagon's rhombus leans the other way
    assume(rule != "triangle" or surface == "plane" or (width % 2 == height % 2 == 0))
    rows = [toggle(rule, surface, width, height, cell) for cell in range(width * height)]
    for cell, row in enumerate(rows):
        assert all(rows[other].get(cell, 0) == amount for other, amount in row.items())
        if rule in OFFSETS:
            steps = len(OFFSETS[rule])
            closed = surface in ("torus", "klein", "projective")
            assert sum(row.values()) == steps if closed else sum(row.values()) <= steps


def test_surfaces_close_as_drawn() -> None:
    corner = 0  # of a sheet of 3 rows and 4 columns
    reached = {
        "plane": {0, 1, 4},
        "cylinder": {0, 1, 4, 3},
        "torus": {0, 1, 4, 3, 8},
        "mobius": {0, 1, 4, 11},
        "klein": {0, 1, 4, 8, 11},
    }
    for surface, cells in reached.items():
        assert toggle("plus", surface, 4, 3, corner) == dict.fromkeys(cells, 1)
    assert toggle("plus", "projective", 4, 3, corner) == {0: 1, 1: 1, 4: 1, 11: 2}
    assert toggle("plus", "torus", 2, 1, corner) == {0: 3, 1: 2}


def test_a_lamp_hit_twice_is_advanced_twice() -> None:
    assert LightsOut(2, 2, surface="torus").toggles[0] == ((0, 1),)
    assert LightsOut(2, 2, k=3, surface="torus").toggles[0] == ((0, 1), (1, 2), (2, 2))


def test_triangles_and_hexagons() -> None:
    pointing_up, pointing_down = {0, 5}, {1, 6}
    reached = {cell: set(toggle("triangle", "plane", 4, 2, cell)) for cell in pointing_up | pointing_down}
    assert reached == {0: {0, 1, 4}, 1: {0, 1, 2}, 5: {4, 5, 6}, 6: {2, 5, 6, 7}}
    assert set(toggle("hex", "plane", 3, 3, 4)) == {1, 2, 3, 4, 5, 6, 7}


def test_boxes() -> None:
    box = LightsOut.box(2, 3, 4)
    assert (box.width, box.height, box.is_symmetric) == (2, 12, True)
    assert sorted(map(len, box.toggles)) == [4] * 8 + [5] * 12 + [6] * 4
    assert box_toggles(3, 1, 1) == LightsOut(3, 1).toggles
    assert LightsOut.box(5, 5, 1).toggles == LightsOut(5, 5).toggles
