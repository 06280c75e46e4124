"""The rules written twice, once for the solvers and once for the checker, are the same rules."""

from itertools import product

import pytest

from solvable.answers import count
from solvable.checker.lights.wiring import wiring_of
from solvable.core.errors import PuzzleError
from solvable.game_id import format_puzzle
from solvable.lights.board import LightsOut
from solvable.lights.catalogue.variants import VARIANTS, variant
from solvable.lights.rules import RULES, SURFACES

SIZES = [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 3), (5, 5), (6, 4)]


@pytest.mark.parametrize(("rule", "surface"), [*product(RULES, SURFACES)])
def test_every_rule_on_every_surface(rule: str, surface: str) -> None:
    for (width, height), k in product(SIZES, (2, 3, 4)):
        try:
            puzzle = LightsOut(width, height, k=k, rule=rule, surface=surface)
        except PuzzleError:  # triangles and whole lines do not close up on every surface
            assert rule in ("cross", "triangle")
            assert surface != "plane"
        else:
            assert same(puzzle), puzzle


def same(puzzle: LightsOut, text: str = "") -> bool:
    wiring = wiring_of((text or format_puzzle(puzzle)).partition(":")[2])
    reduced = [tuple((cell, amount % wiring.k) for cell, amount in row if amount % wiring.k) for row in wiring.toggles]
    return (
        tuple(reduced) == puzzle.toggles
        and tuple(wiring.goal) == puzzle.goal
        and wiring.k == puzzle.k
        and wiring.buttons == list(puzzle.moves(puzzle.goal))
        and wiring.reach >= max(map(len, wiring.toggles))
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_every_named_puzzle_by_its_rules_written_out(name: str) -> None:
    assert same(variant(name), count(variant(name))["rules"])


def test_dead_and_fixed_cells_graphs_matrices_and_goals() -> None:
    assert same(LightsOut(4, 3, k=3, rule="king", dead=[0, 5], fixed=[6]))
    assert same(LightsOut(3, 3, goal=[1, 0, 1, 0, 0, 0, 0, 0, 1]))
    assert same(LightsOut(2, 2, k=12, goal=[11, 0, 3, 4]))
    assert same(LightsOut.from_graph(5, [(0, 1), (1, 2), (3, 4)], directed=True))
    assert same(LightsOut.from_graph(5, [(0, 1), (1, 2), (3, 4)], loops=False, k=5))
    assert same(LightsOut.from_matrix([[1, 0, 1], [0, 1, 1], [1, 1, 1]]))
    assert same(LightsOut.from_matrix([[1, 0, 2, 1], [0, 1, 1, 0]], k=3, width=2, height=2))


def test_boxes() -> None:
    for size in [(2, 2, 2), (3, 2, 4), (1, 3, 2), (4, 1, 3), (2, 3, 1)]:
        assert same(LightsOut.box(*size), "lights:{}x{}x{}".format(*size))
        assert same(LightsOut.box(*size))
    assert same(LightsOut(2, 4, k=3, rule=LightsOut.box(2, 2, 2).rule, dead=[0], fixed=[5]))
