"""Whatever takes long ends soon after its budget is cancelled from another thread."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from tests.spent import LATE, Cancelled

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.lights import chase, chase_table, press_distribution
from solvable.lights.batch import Bulk
from solvable.lights.board import LightsOut
from solvable.lights.census import nullity_table, rectangle_table
from solvable.lights.covering_radius.hardest import hardest
from solvable.lights.min_weight import lit_only
from solvable.lights.min_weight.fewest_lit import fewest_lit

AFTER = 0.2  # seconds until it is cancelled


def box(size: int, k: int) -> LightsOut:
    cells = [(x, y, z) for x in range(size) for y in range(size) for z in range(size)]
    edges = [
        ((x * size + y) * size + z, ((x + a) * size + y + b) * size + z + c)
        for x, y, z in cells
        for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        if max(x + a, y + b, z + c) < size
    ]
    return LightsOut.from_graph(size**3, edges, k=k)


def scrambled(board: LightsOut) -> tuple[int, ...]:
    return board.scramble(Random(1))


BOX = box(20, 3)
TORUS = LightsOut(300, 300, k=4, surface="torus")
LARGE = LightsOut(96, 96, surface="torus")
CASES: dict[str, Callable[[], object]] = {
    "obstruction": lambda: BOX.obstruction((1,) * BOX.cells),
    "solve": lambda: BOX.solve((1,) * BOX.cells),
    "ranks": lambda: LightsOut(200, 200, rule="knight", k=3).ranks((0,) * 40_000),
    "quiet patterns": lambda: TORUS.quiet_patterns,
    "nullity": lambda: TORUS.nullity,
    "count": lambda: LightsOut(1200, 1200, rule="knight", surface="klein").count(),
    "symmetric": lambda: LightsOut(1500, 1500, surface="klein").is_symmetric,
    "scramble": lambda: LightsOut(2500, 2500).scramble(Random(1)),
    "optimal": lambda: LARGE.optimal(scrambled(LARGE)),
    "optimal of three colours": lambda: LightsOut(60, 60, k=3, surface="torus").optimal((0,) * 3599 + (0,)),
    "solutions": lambda: list(LARGE.solutions(scrambled(LARGE))),
    "optimal solutions": lambda: list(LARGE.optimal_solutions(scrambled(LARGE))),
    "fewest lit": lambda: fewest_lit(LightsOut(100, 100, surface="torus").system, (1,) + (0,) * 9999, Budget.of()),
    "lit only": lambda: lit_only.solve(LightsOut(30, 31).system, scrambled(LightsOut(30, 31)), Budget.of()),
    "hardest": lambda: hardest(LightsOut(12, 12, surface="torus").system, Budget.of()),
    "hardest by search": lambda: hardest(LightsOut(8, 8, k=3).system, Budget.of()),
    "distribution": lambda: press_distribution(LightsOut(6, 5, k=2, rule="knight")),
    "chase": lambda: chase(LightsOut(700, 700, k=6), (1,) * 490_000),
    "chase table": lambda: chase_table(LightsOut(20, 20)),
    "table": lambda: list(nullity_table(range(1, 10**6), k=3, surface="torus")),
    "rectangles": lambda: list(rectangle_table(range(1, 10**6), range(1000, 2000), k=4)),
    "bulk": lambda: Bulk.of(LightsOut(6, 6)).distribution(),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_it_ends_soon_after_it_is_cancelled(name: str) -> None:
    budget = Budget()
    cancelled = Cancelled(budget, AFTER)
    with suppress(BudgetExceededError), budget:
        CASES[name]()
    assert cancelled.late() < LATE


@pytest.mark.parametrize("method", [LARGE.optimal, LARGE.solve, BOX.solve])
def test_a_budget_that_is_given_is_heard(method: Callable[..., object]) -> None:
    budget = Budget()
    budget.cancel()
    state = (0,) * (BOX.cells if method == BOX.solve else LARGE.cells)
    with pytest.raises(BudgetExceededError):
        method((1, *state[1:]), budget=budget)
