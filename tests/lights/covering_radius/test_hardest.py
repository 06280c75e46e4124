from array import array
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.spent import spent

from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.lights import press_distribution
from solvable.lights.algebra.masks import pack
from solvable.lights.board import LightsOut
from solvable.lights.catalogue.variants import variant
from solvable.lights.covering_radius.hardest import Hardest, Search, _by_flats, hardest, search_reference
from solvable.lights.covering_radius.intervals import Columns, bound_by_flat


@pytest.mark.parametrize(
    "rules",
    [
        {"width": 4, "height": 4},
        {"width": 3, "height": 3},
        {"width": 5, "height": 4, "rule": "king"},
        {"surface": "torus"},
        {"width": 4, "height": 3, "k": 3},
        {"width": 3, "height": 3, "k": 3, "surface": "torus"},
        {"width": 2, "height": 2, "k": 4},
        {"width": 3, "height": 2, "k": 6},
        {"width": 4, "height": 2, "k": 5, "fixed": [0], "dead": [7]},
    ],
)
def test_the_end_of_the_distribution(rules: dict[str, Any]) -> None:
    board = LightsOut(**rules)
    worst = hardest(board.system, Budget())
    assert worst.is_exact
    assert worst.presses == len(press_distribution(board)) - 1 == len(board.optimal(worst.state))


@pytest.mark.parametrize(("n", "presses"), [(4, 7), (5, 15), (11, 65), (14, 123), (17, 199)])
def test_published_worst_cases_of_the_plane(n: int, presses: int) -> None:
    board = LightsOut(n, n)
    worst = hardest(board.system, Budget())
    assert (worst.presses, worst.bound) == (presses, presses)
    assert len(board.optimal(worst.state)) == presses


@pytest.mark.parametrize(("n", "presses", "bound"), [(23, 261, 264), (30, 416, 441)])
def test_an_interval_where_the_search_is_cut_short(n: int, presses: int, bound: int) -> None:
    board = LightsOut(n, n)
    worst = hardest(board.system, Budget(), nodes=1 << 12)
    assert (worst.presses, worst.bound) == (presses, bound)
    assert len(board.optimal(worst.state)) == worst.presses
    check_flat(board, worst)


def check_flat(board: LightsOut, worst: Hardest) -> None:
    """The flat proves the bound, by the definition of both."""
    assert worst.flat is not None
    place = {button: index for index, button in enumerate(board.buttons)}
    space = Columns.of(len(place), [pack([pattern[button] for button in place]) for pattern in board.quiet_patterns])
    assert bound_by_flat(space, sum(1 << place[press] for press in worst.flat)) == worst.bound


@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    [
        LightsOut(6, 6, rule="king0", surface="torus"),
        LightsOut(5, 5, dead=[0, 12], fixed=[3]),
        LightsOut(6, 4, rule="hex"),
        LightsOut(4, 4, rule="cross", fixed=[1]),
        variant("truncated-icosahedron"),
    ],
)
def test_intervals_of_two_colours_by_flats(board: LightsOut) -> None:
    worst = _by_flats(board.system, Budget(1.2, clock=spent))
    assert len(board.optimal(worst.state)) == worst.presses <= worst.bound
    check_flat(board, worst)
    if board.cells <= 36 and board.quiet.order <= 4096:
        exact = hardest(board.system, budget=Budget(0.5, clock=spent))
        assert worst.presses <= exact.presses <= exact.bound <= worst.bound


@pytest.mark.slow
def test_beyond_annealing_random_states_are_weighed() -> None:
    board = LightsOut(24, 12, surface="torus")
    worst = hardest(board.system, budget=Budget(1.5, clock=spent))
    assert board.nullity > 20
    assert 80 < worst.presses <= len(board.optimal(worst.state)) < worst.bound <= 144


def test_too_many_quiet_patterns_are_refused() -> None:
    with pytest.raises(PuzzleError, match="too many"):
        hardest(LightsOut(17, 17, k=3).system, Budget())


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_kernel_and_reference_visit_the_same_nodes(data: st.DataObject) -> None:
    places, k, members = data.draw(st.tuples(st.integers(1, 6), st.integers(2, 3), st.integers(1, 5)))
    numbers = st.lists(st.integers(0, 3), min_size=members, max_size=members)
    adds = [[data.draw(numbers) for _ in range(k)] for _ in range(places)]
    fixed = data.draw(st.lists(st.booleans(), min_size=places, max_size=places))
    sorts = [False, *data.draw(st.lists(st.booleans(), min_size=places - 1, max_size=places - 1))]
    slack = [6 * (places - place) for place in range(places + 1)]
    least, nodes, choice = search_reference(adds, fixed, sorts, slack, -1)
    interrupted = Search(array("h", [x for place in adds for row in place for x in row]), fixed, sorts, slack, -1, k=k)
    while not interrupted.run(7, 1 << 20):  # taken up again and again
        pass
    assert (least, nodes, choice) == (interrupted.least, interrupted.nodes, interrupted.found)
    every = [
        min(map(sum, zip(*(adds[place][x] for place, x in enumerate(xs)), strict=True)))
        for xs in product(range(k), repeat=places)
        if not any(x and f for x, f in zip(xs, fixed, strict=True))
        and not any(sorts[i] and xs[i] < xs[i - 1] for i in range(places))
    ]
    assert least == max(every, default=-1)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "presses"), [(9, 37), (16, 124)])
def test_exhaustion_closes_what_flats_leave_open(n: int, presses: int) -> None:
    board = LightsOut(n, n)
    worst = hardest(board.system, nodes=1 << 12, budget=Budget(clock=spent))
    assert (worst.presses, worst.bound, worst.flat) == (presses, presses, None)
    assert len(board.optimal(worst.state)) == presses
