import subprocess
import sys
from itertools import product

import pytest

from solvable.lights.board import LightsOut
from solvable.lights.methods.choose import force
from solvable.lights.nullity import fibonacci, kronecker
from solvable.lights.transfer_matrix import primes

SURFACES = ("plane", "cylinder", "torus")
RULES = (*kronecker.CURVES, "king", "cross")


def check(board: LightsOut) -> None:
    expected = tuple(sorted(force(board).orders(), reverse=True))
    assert kronecker.orders(board) == expected, board
    assert board.solutions_each == board.count().solutions


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("surface", SURFACES)
def test_every_small_board_has_the_nullity_of_elimination(rule: str, surface: str) -> None:
    for w, h in product(range(1, 13), repeat=2):
        if w <= h or surface == "cylinder":
            check(LightsOut(w, h, rule=rule, surface=surface))


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("surface", SURFACES)
def test_more_states_have_the_orders_of_elimination(rule: str, surface: str) -> None:
    all_k = (3, 4, 5, 6, 9, 12, 30, 49) if rule in ("king", "cross") else (3, 5, 7, 30)
    for k in all_k:
        for w, h in ((1, 1), (1, 5), (2, 1), (2, 2), (2, 6), (3, 3), (3, 4), (5, 5), (6, 4), (6, 6), (7, 3), (8, 2)):
            check(LightsOut(w, h, k=k, rule=rule, surface=surface))


def test_where_the_theorems_do_not_tell() -> None:
    for board in (
        LightsOut(5, 5, rule="knight"),
        LightsOut(5, 5, k=4),
        LightsOut(5, 5, dead=[3]),
        LightsOut(5, 5, fixed=[3]),
        LightsOut(5, 5, surface="mobius"),
        LightsOut.from_graph(4, [(0, 1)]),
    ):
        assert kronecker.orders(board) is None


@pytest.mark.parametrize("k", [2, 3, 101])
def test_the_plus_rule_has_the_nullity_of_its_chase(k: int) -> None:
    for surface, (w, h) in product(SURFACES, [(99, 99), (100, 35), (35, 100), (128, 127)]):
        assert kronecker.nullity(w, h, k, "plus", surface) == primes.Plane(w, h, k, surface).nullity


def test_sizes_of_millions() -> None:
    for w, h in ((10**6, 10**6 - 1), (3 * 10**6 - 1, 5), (9_999_999, 39)):
        king = LightsOut(w, h, rule="king")
        assert king.nullity == (w if w % 3 == 2 else 0) + (h if h % 3 == 2 else 0) - (w % 3 == h % 3 == 2)
    assert kronecker.nullity(9_999_999, 39) == fibonacci.nullity(9_999_999, 39)
    assert kronecker.nullity(10**6 - 1, 10**4 - 1, rule="plus0") == 10**4 - 1  # gcd(w + 1, h + 1) − 1
    assert LightsOut(10**6, 10**6, rule="cross").nullity == 0
    assert LightsOut(10**5 + 1, 10**5 + 1, rule="cross").nullity == 2 * 10**5


def test_without_flint_the_nullities_are_the_same_and_what_takes_hours_is_refused() -> None:
    code = """
import sys
sys.modules["flint"] = None
from solvable.core.errors import BudgetExceededError
from solvable.lights.nullity import kronecker as tensor
sizes = [(*size, s) for s in ("plane", "cylinder", "torus") for size in ((60, 99), (99, 40))]
for k in (2, 3, 101):
    for rule in tensor.CURVES:
        print(*(tensor.nullity(w, h, k, rule, s) for w, h, s in sizes))
try:
    tensor.nullity(10**5, 10**5, 3)
except BudgetExceededError as error:
    print("minutes" in str(error))
"""
    *lines, last = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    sizes = [*product(SURFACES, ((60, 99), (99, 40)))]
    expected = [
        [kronecker.nullity(*size, k, rule, s) for s, size in sizes] for k in (2, 3, 101) for rule in kronecker.CURVES
    ]
    assert [[*map(int, line.split())] for line in lines] == expected
    assert last == "True"
