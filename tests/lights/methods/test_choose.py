from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.lights.algebra.modular import System
from solvable.lights.board import LightsOut
from solvable.lights.methods import choose
from solvable.lights.methods.choose import Solver, breadth_first, force, quick_orders
from solvable.lights.methods.crosses import Cross
from solvable.lights.methods.forced_chase import Forcing, plan
from solvable.lights.transfer_matrix.giant_boards import PlaneRings
from solvable.lights.transfer_matrix.primes import Plane


def plain(board: LightsOut) -> System:
    """All lamps as equations in all buttons: elimination without any structure."""
    rows = [[0] * board.presses for _ in range(board.cells)]
    for press, toggle in enumerate(board.toggles):
        for cell, amount in toggle:
            rows[cell][press] = amount
    return System(rows, board.presses, board.k)


def check(board: LightsOut, method: Solver, other: Solver | System, right: tuple[int, ...]) -> None:
    """That two methods agree on the verdict, and that the first proves it."""
    x, y = method.solve(right), method.witness(right)
    assert (x is None) == (y is not None) == (other.solve(right) is None)
    if x is not None:
        moves = [press for press, times in enumerate(x) for _ in range(times)]
        assert board.apply_all((0,) * board.cells, moves) == right
    if y is not None:
        assert all(sum(y[cell] * amount for cell, amount in toggle) % board.k == 0 for toggle in board.toggles)
        assert sum(map(int.__mul__, y, right)) % board.k


def made(board: LightsOut, random: Random) -> tuple[int, ...]:
    moves = [random.choice([*board.buttons]) for _ in range(2 * board.cells)]
    return board.apply_all((0,) * board.cells, moves)


BOARDS = st.tuples(
    st.integers(1, 6),
    st.integers(1, 6),
    st.sampled_from([2, 3, 4, 5, 6, 9]),
    st.sampled_from(["plus", "plus0", "diagonal", "king", "king0", "knight", "knight0", "hex"]),
    st.sampled_from(["plane", "cylinder", "torus", "mobius", "klein", "projective"]),
)


@settings(deadline=None, max_examples=60)
@given(BOARDS, st.integers(0, 99))
def test_forcing_agrees_with_plain_elimination(parts: tuple[int, int, int, str, str], seed: int) -> None:
    width, height, k, rule, surface = parts
    board = LightsOut(width, height, k=k, rule=rule, surface=surface)
    method, reference, random = force(board), plain(board), Random(seed)
    check(board, method, reference, made(board, random))
    check(board, method, reference, tuple(random.randrange(k) for _ in range(board.cells)))
    assert prod(method.orders()) == method.null().order == reference.null().order
    assert len(method.orders()) == len(reference.null().orders)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 7), st.integers(1, 7), st.sampled_from([2, 3, 4, 5, 6, 8, 9, 12]), st.integers(0, 99))
def test_rows_and_columns_agree_with_plain_elimination(width: int, height: int, k: int, seed: int) -> None:
    board = LightsOut(width, height, k=k, rule="cross")
    method, reference, random = Cross(width, height, k), plain(board), Random(seed)
    check(board, method, reference, made(board, random))
    check(board, method, reference, tuple(random.randrange(k) for _ in range(board.cells)))
    null = method.null()
    assert method.orders() == null.orders == reference.null().orders
    for quiet in null.generators:
        moves = [press for press, times in enumerate(quiet) for _ in range(times)]
        assert not any(board.apply_all(board.goal, moves))


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 7),
    st.integers(1, 7),
    st.sampled_from([2, 3, 5, 7]),
    st.sampled_from(["plane", "cylinder", "torus"]),
    st.integers(0, 99),
)
def test_polynomials_agree_with_forcing(width: int, height: int, k: int, surface: str, seed: int) -> None:
    board = LightsOut(width, height, k=k, surface=surface)
    method, reference, random = PlaneRings(Plane(width, height, k, surface)), force(board), Random(seed)
    check(board, method, reference, made(board, random))
    check(board, method, reference, tuple(random.randrange(k) for _ in range(board.cells)))
    assert method.orders() == reference.orders() == method.null().orders
    for quiet in method.null().generators:
        moves = [press for press, times in enumerate(quiet) for _ in range(times)]
        assert not any(board.apply_all(board.goal, moves))


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 7),
    st.integers(1, 7),
    st.sampled_from([2, 3, 4, 5, 6, 10, 15, 30, 60]),
    st.sampled_from(["plane", "cylinder", "torus", "mobius"]),
)
def test_the_orders_without_patterns_are_those_of_plain_elimination(w: int, h: int, k: int, surface: str) -> None:
    board = LightsOut(w, h, k=k, surface=surface)
    orders = quick_orders(board)
    if k in (4, 60) or surface == "mobius":
        assert orders is None
    else:
        assert orders == plain(board).null().orders == board.quiet.orders
    assert board.solutions_each == board.quiet.order == board.count().solutions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "method"),
    [
        ({"width": 300, "height": 257}, "PlaneRows"),
        ({"width": 9, "height": 700}, "PlaneChase"),
        ({"width": 64, "height": 65, "k": 3}, "PlaneRings"),
        ({"width": 65, "height": 64, "surface": "torus"}, "PlaneRings"),
        ({"width": 64, "height": 64, "k": 4}, "Forcing"),
        ({"width": 20, "height": 20, "k": 3}, "Forcing"),
        ({"width": 60, "height": 50, "k": 4, "rule": "cross"}, "Cross"),
        ({"width": 61, "height": 43, "rule": "cross", "surface": "torus"}, "Cross"),
    ],
)
def test_large_boards_are_solved_by_their_structure(rules: dict[str, Any], method: str) -> None:
    board = LightsOut(**rules)
    assert type(choose.choose(board)).__name__ == method
    state = board.scramble(Random(1))
    assert board.apply_all(state, board.solve(state).moves) == board.goal


@pytest.mark.parametrize(
    ("rule", "surface", "parameters"),
    [
        ("plus", "plane", 9),
        ("plus", "torus", 18),
        ("king", "plane", 17),
        ("plus", "cylinder", 9),
        ("knight", "plane", 24),
    ],
)
def test_how_many_presses_stay_free(rule: str, surface: str, parameters: int) -> None:
    board = LightsOut(9, 9, rule=rule, surface=surface)
    equations = [[(press, 1) for press, _ in toggle] for toggle in board.toggles]  # symmetric
    assert len(plan(equations, range(81), 2).parameters) == parameters


def test_a_shuffled_mesh_is_forced_along_its_breadth() -> None:
    random, label = Random(3), [*range(900)]
    random.shuffle(label)
    edges = [(label[c], label[c + 1]) for c in range(900) if c % 30 < 29]
    edges += [(label[c], label[c + 30]) for c in range(870)]
    board = LightsOut.from_graph(900, edges)
    order = breadth_first(board.toggles, board.toggles, range(900))
    assert sorted(order) == [*range(900)]
    assert len(plan(board.toggles, order, 2).parameters) <= 60
    assert isinstance(board.system.solver, Forcing)
    assert board.nullity == LightsOut(30, 30).nullity
