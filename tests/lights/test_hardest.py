from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.errors import PuzzleError
from solvable.kernels import hardest as kernel
from solvable.lights.board import LightsOut
from solvable.lights.census import press_distribution
from solvable.lights.hardest import hardest, search_reference


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
    worst = hardest(board)
    assert worst.is_exact
    assert worst.presses == len(press_distribution(board)) - 1 == len(board.optimal(worst.state))


@pytest.mark.parametrize(("n", "presses"), [(4, 7), (5, 15), (11, 65), (14, 123), (17, 199)])
def test_published_worst_cases_of_the_plane(n: int, presses: int) -> None:
    board = LightsOut(n, n)
    worst = hardest(board)
    assert (worst.presses, worst.bound) == (presses, presses)
    assert len(board.optimal(worst.state)) == presses


def test_an_interval_where_the_search_is_cut_short() -> None:
    board = LightsOut(9, 9)
    worst = hardest(board, nodes=1 << 12)
    assert worst.presses <= 37  # integer programming: 37 or 38
    assert worst.bound >= 38
    assert not worst.is_exact
    assert len(board.optimal(worst.state)) == worst.presses


def test_too_many_quiet_patterns_are_refused() -> None:
    with pytest.raises(PuzzleError, match="too many"):
        hardest(LightsOut(19, 19))


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
    twin = kernel.search(
        np.array(adds, np.int16), np.array(fixed), np.array(sorts), np.array(slack), -1, 1 << 20, 1 << 40
    )
    assert (least, nodes, choice) == (twin[0], twin[1], list(twin[2]))
    every = [
        min(map(sum, zip(*(adds[place][x] for place, x in enumerate(xs)), strict=True)))
        for xs in product(range(k), repeat=places)
        if not any(x and f for x, f in zip(xs, fixed, strict=True))
        and not any(sorts[i] and xs[i] < xs[i - 1] for i in range(places))
    ]
    assert least == max(every, default=-1)
