from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import nan, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import (
    BudgetExceededError,
    IllegalMoveError,
    Invariant,
    NotationError,
    PuzzleError,
    UnsolvableError,
)
from solvable.core.puzzle import Obstruction, Solution, State, replay
from solvable.lights.algebra.gf2 import Span
from solvable.lights.algebra.masks import pack
from solvable.lights.board import LightsOut

ORDERS = (
    "1 1 1 16 4 1 1 1 256 1 64 1 1 16 1 256 4 1 65536 1 1 1 16384 16 1 1 1 1 1024 1048576 "
    "1 1048576 65536 16 64 1 1 1 4294967296 1"
)


def check_obstruction(board: LightsOut, state: State, proof: Invariant) -> None:
    """By the definition alone: no press changes the weighted sum, and state and goal differ in it."""
    assert len(proof.weights) == board.cells
    for row in board.matrix():
        assert sum(map(int.__mul__, proof.weights, row)) % board.k == 0
    assert proof.value == sum(map(int.__mul__, proof.weights, state)) % board.k
    assert proof.wanted == sum(map(int.__mul__, proof.weights, board.goal)) % board.k
    assert proof.value != proof.wanted
    assert (proof.invariant == "quiet pattern") == board.is_symmetric


def check(board: LightsOut, state: State) -> bool:
    """Solve or refute `state`, check it, and return whether it is solvable."""
    proof = board.obstruction(state)
    if proof is None:
        assert replay(board, state, board.solve(state).moves) == board.goal
        return True
    with pytest.raises(UnsolvableError) as caught:
        board.solve(state)
    check_obstruction(board, state, caught.value.obstruction)
    check_obstruction(board, state, proof)
    return False


def test_two_lamps_in_a_corner_of_3x3() -> None:
    board = LightsOut(3, 3)
    state = board.parse("110/000/000")
    assert board.optimal(state) == board.solve(state) == Solution((0, 2, 4, 5, 8), 5)
    assert [solution.moves for solution in board.solutions(state)] == [(0, 2, 4, 5, 8)]
    assert board.matrix()[0] == (1, 1, 0, 1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (3, 3), (4, 2), (1, 5)])
def test_every_state_is_solved_or_refuted(size: tuple[int, int]) -> None:
    board = LightsOut(*size)
    solvable = sum(check(board, state) for state in product((0, 1), repeat=board.cells))
    assert solvable == board.count().solvable
    assert board.count().probability * 2**board.nullity == 1


@pytest.mark.slow
def test_every_4x4_state_is_solved_or_refuted() -> None:
    board, solvable = LightsOut(4, 4), 0
    toggles = [pack(row) for row in board.matrix()]
    proofs: dict[tuple[int, ...], int] = {}
    for state in product((0, 1), repeat=16):
        proof = board.obstruction(state)
        if proof is None:
            left = pack(state)
            for press in board.solve(state).moves:
                left ^= toggles[press]
            assert left == 0
            solvable += 1
        else:
            weights = proofs.setdefault(proof.weights, pack(proof.weights))
            assert (weights & pack(state)).bit_count() % 2 == proof.value == 1
    assert solvable == 4096
    assert all((weights & toggle).bit_count() % 2 == 0 for weights in proofs.values() for toggle in toggles)


def test_the_orders_of_the_squares_to_40() -> None:
    assert [LightsOut(n, n).count().solutions for n in range(1, 41)] == [int(order) for order in ORDERS.split()]
    assert all(len(LightsOut(n, n).quiet_patterns) == LightsOut(n, n).nullity for n in range(1, 41))


def test_the_quiet_patterns_of_5x5() -> None:
    board = LightsOut()
    quiet = Span(map(pack, board.quiet_patterns))
    assert quiet.express(pack(board.parse("01110/10101/11011/10101/01110"))) is not None
    assert (board.nullity, board.rank, board.ranks(board.goal)) == (2, 23, (23, 23))
    corner = board.apply(board.goal, 12)
    assert board.ranks((1, *corner[1:])) == (23, 24)


def test_all_solutions_differ_by_quiet_patterns() -> None:
    board = LightsOut()
    state = board.scramble(Random(3))
    found = [solution.moves for solution in board.solutions(state)]
    assert len(set(found)) == len(found) == board.count().solutions == 4
    assert all(replay(board, state, moves) == board.goal for moves in found)
    fewest = board.optimal(state)
    assert fewest.is_optimal
    assert len(fewest) == min(map(len, found))
    assert {solution.moves for solution in board.optimal_solutions(state)} == {
        moves for moves in found if len(moves) == len(fewest)
    }


@pytest.mark.parametrize(("k", "solutions"), [(2, 8), (3, 36)])
def test_listing_solutions_ends_at_a_limit(k: int, solutions: int) -> None:
    board, state = LightsOut(8, 1, k=k, rule=[[(0, 1)]] * 8), (1, *(0,) * 7)
    assert len([*board.optimal_solutions(state, seconds=60)]) == solutions
    found: list[Solution] = []
    with pytest.raises(BudgetExceededError) as caught:
        for solution in board.optimal_solutions(state, progress=lambda *_: len(found) < 3):
            found.append(solution)
    assert len(found) == 3
    assert caught.value.best == found[-1]


def test_lit_everywhere_is_solvable_on_every_graph() -> None:
    random = Random(7)
    for n in range(1, 12):
        edges = [(a, b) for a in range(n) for b in range(a) if random.random() < 0.4]
        board = LightsOut.from_graph(n, edges)
        assert board.is_symmetric
        assert check(board, (1,) * n)


@pytest.mark.parametrize(
    "make",
    [
        lambda: LightsOut.from_matrix([[nan, 1], [0, 1]]),
        lambda: LightsOut.from_graph(3, [(0, 1.5)]),  # type: ignore[list-item]
        lambda: LightsOut(2, 2, rule=[[(0, 0.5)]]),  # type: ignore[list-item]
        lambda: LightsOut(2, 2, rule=[[(0, 1, 2)]]),  # type: ignore[list-item]
        lambda: LightsOut(2, 2, dead=[0.5]),  # type: ignore[list-item]
        lambda: LightsOut(2, 2, goal=(nan, 0, 0, 0)),
        lambda: LightsOut(2, 2).solve((0.5, 0, 0, 0)),
        lambda: LightsOut(2, 2).solve("1020"),
    ],
)
def test_what_is_no_whole_number_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(PuzzleError):
        make()


RULES = st.sampled_from(["plus", "plus0", "diagonal", "king", "king0", "knight", "knight0", "cross", "hex", "triangle"])


@settings(deadline=None, max_examples=120)
@given(st.data())
def test_any_board_is_solved_or_refuted_and_counted(data: st.DataObject) -> None:
    width, height, k = data.draw(st.tuples(st.integers(1, 5), st.integers(1, 4), st.integers(2, 12)))
    rule = data.draw(RULES)
    surface = data.draw(
        st.sampled_from(["plane", "cylinder", "torus", "mobius", "klein", "projective"])
        if rule not in ("cross", "triangle")
        else st.just("plane")
    )
    cells = st.integers(0, width * height - 1)
    dead, fixed = data.draw(st.tuples(st.sets(cells, max_size=2), st.sets(cells, max_size=2)))
    numbers = st.lists(st.integers(0, k - 1), min_size=width * height, max_size=width * height)

    def alive(values: list[int]) -> tuple[int, ...]:
        return tuple(0 if cell in dead else value for cell, value in enumerate(values))

    goal = alive(data.draw(numbers))
    board = LightsOut(width, height, k=k, rule=rule, surface=surface, dead=dead, fixed=fixed, goal=goal)
    state = alive(data.draw(numbers))
    solvable = check(board, state)
    assert check(board, board.scramble(Random(1)))
    rank, augmented = board.ranks(state)
    assert (rank == augmented) == solvable
    count = board.count()
    assert count.solvable * count.solutions == k ** len(board.buttons)
    assert board.quiet.order == count.solutions
    for pattern in board.quiet_patterns:
        moves = [press for press, times in enumerate(pattern) for _ in range(times)]
        assert board.apply_all(state, moves) == state
    assert board.parse(board.format(state)) == state


def test_presses_need_not_be_as_many_as_cells() -> None:
    board = LightsOut.from_matrix([[1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 0, 2], [1, 1, 1, 1, 0, 2]], k=3, width=3)
    assert (board.width, board.height, board.presses, board.nullity, board.rank) == (3, 2, 3, 1, 2)
    assert [*board.moves(board.goal)] == [0, 1, 2]
    assert sum(check(board, state) for state in product(range(3), repeat=6)) == 9 == board.count().solvable
    assert board.obstruction((0, 0, 0, 0, 1, 0)) is not None


def test_a_directed_graph_is_not_its_mirror() -> None:
    board = LightsOut.from_graph(3, [(0, 1), (1, 2)], directed=True)
    assert board.toggles == (((0, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1),))
    assert not board.is_symmetric
    assert all(check(board, state) for state in product((0, 1), repeat=3))


def test_goals_other_than_dark() -> None:
    dark = LightsOut(5, 5)
    board = dark.with_goal(dark.parse("01110/10001/10001/10001/01110"))
    assert board != dark
    assert board.with_goal(None) == dark == dark.with_goal(dark.goal)
    assert check(board, board.scramble(Random(5)))
    away = board.apply(board.goal, 7)
    assert board.optimal(away) == Solution((7,), 1)
    assert not check(board, (1 - board.goal[0], *board.goal[1:]))


def test_a_large_board_of_the_plane() -> None:
    board = LightsOut(120, 90)
    state = board.scramble(Random(1))
    assert board.apply_all(state, board.solve(state).moves) == board.goal
    singular = LightsOut(119, 119)
    proof = singular.obstruction((1,) + (0,) * (119 * 119 - 1))
    assert isinstance(proof, Obstruction)
    assert proof.weights[0] == 1


def test_as_many_colours_as_there_can_be() -> None:
    board = LightsOut(2, 2, k=2**31 - 1)
    state = board.apply_all(board.goal, [0, 1, 1, 3])
    moves = board.vector(state)
    assert [(-times) % board.k for times in moves] == [1, 2, 0, 1]
    with pytest.raises(PuzzleError, match="too many to list"):
        board.solve(state)
    assert board.count().solvable == board.count().states == board.k**4


def test_dead_and_fixed_cells_have_no_buttons() -> None:
    board = LightsOut(3, 3, dead=[4], fixed=[0])
    assert [*board.moves(board.goal)] == [1, 2, 3, 5, 6, 7, 8]
    assert board.count().states == 2**8
    for cell in (0, 4, 9, -1):
        with pytest.raises(IllegalMoveError):
            board.apply(board.goal, cell)
    with pytest.raises(PuzzleError, match="does not exist"):
        board.solve((0, 0, 0, 0, 1, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("110/00/000", 1, 7),
        ("110/000/00", 1, 11),
        ("110/0x0/000", 1, 6),
        ("1100000000", 1, 10),
        ("110\n020\n000", 2, 2),
    ],
)
def test_bad_cells_are_named_by_line_and_column(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        LightsOut(3, 3).parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_cells_in_many_hands() -> None:
    board = LightsOut(3, 2)
    assert board.parse("110 001") == board.parse("110/001") == board.parse(" 1 1 0\r\n0 0 1\n") == (1, 1, 0, 0, 0, 1)
    many = LightsOut(2, 2, k=12)
    assert many.parse("11,0/10,3") == many.parse("11 0 10 3") == (11, 0, 10, 3)
    assert many.format((11, 0, 10, 3)) == "11,0/10,3"
    assert LightsOut(2, 2, k=10).format((9, 0, 1, 3)) == "90/13"
    assert LightsOut(2, 2, k=11).format((9, 0, 1, 3)) == "9,0/1,3"
    with pytest.raises(NotationError, match="not a state"):
        many.parse("12,0/0,0")


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0},
        {"height": -1},
        {"k": 1},
        {"k": 0},
        {"k": 2**31},
        {"rule": "cross-stitch"},
        {"surface": "sphere"},
        {"rule": "cross", "surface": "klein"},
        {"rule": "triangle", "surface": "torus"},
        {"dead": [25]},
        {"goal": [0]},
        {"goal": [2] * 25},
        {"rule": [[(25, 1)]]},
        {"rule": [[(0, 1)]], "surface": "torus"},
        {"rule": [[(0, 1)]], "dead": [0]},
    ],
)
def test_impossible_puzzles_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(PuzzleError):
        LightsOut(**wrong)


def test_impossible_wirings_are_refused() -> None:
    with pytest.raises(PuzzleError, match="does not exist"):
        LightsOut.from_graph(3, [(0, 3)])
    with pytest.raises(PuzzleError, match="one length"):
        LightsOut.from_matrix([[1, 0], [1]])
    with pytest.raises(PuzzleError, match="does not fit"):
        LightsOut.from_matrix([[1, 0, 1]], width=2, height=2)


def test_notebooks_show_the_board_and_its_matrix() -> None:
    board = LightsOut(2, 2, k=3, dead=[3])
    assert board._repr_svg_().count("<circle") == 3
    assert (board._repr_latex_() or "").startswith(r"$A = \begin{pmatrix}1&1&1&0\\")
    assert LightsOut(5, 5)._repr_latex_() is None
    assert repr(board) == "LightsOut(2, 2, k=3, dead=[3])"


@pytest.mark.parametrize(("rule", "k"), [("cross", 6), ("king", 12), ("cross", 2**31 - 2)])
def test_long_counts_are_the_same_as_by_plain_division(rule: str, k: int) -> None:
    board = LightsOut(80, 90, k=k, rule=rule)
    count = board.count()
    orders = board.system.orders
    assert count.states == k**7200
    assert count.solutions == prod(orders.elements())
    assert count.solvable * count.solutions == count.states
    assert count.probability == Fraction(1, count.solutions)
