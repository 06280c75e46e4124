"""The tables that a puzzle has: chase tables, distributions, ranks, and the cycles that explain a parity."""

from typing import Any

import pytest

from solvable.checker import verify

# 5 × 5, k = 2: the look-up table as players know it, its row for the lamps 1, 2, 3 (Jaap's Puzzle Page)
LOOK_UP = {
    "puzzle": "lights:5x5",
    "residual": [1, 1, 1, 0, 0],
    "first_rows": [[0, 1, 0, 0, 0], [0, 0, 1, 1, 0], [1, 0, 0, 1, 1], [1, 1, 1, 0, 1]],
}
CHASED = {  # 2 × 2, one lamp: chase it down, then its first row
    "puzzle": "lights:2x2",
    "board": "lights:2x2:10/00",
    "verdict": "solved",
    "moves": [0, 1, 2],
    "length": 3,
    "lower_bound": 0,
    "optimal": False,
    "chased": [0, 0, 1, 0],
    "residual": [1, 1],
    "first_row": [1, 1],
}
PRESSES = {"puzzle": "lights:2x2", "distribution": ["1", "4", "6", "4", "1"]}
LARGE = {"puzzle": "lights:6x6", "distribution": ["1", str(2**36 - 1)]}
SLIDES = {"puzzle": "tiles:2x2", "distribution": ["1", "2", "2", "2", "2", "2", "1"]}
LINES = {"puzzle": "tiles:2x2,mtm", "distribution": ["1", "2", "2", "2", "2", "2", "1"]}
ORDER = {"puzzle": "lights:5x4", "w": 5, "h": 4, "nullity": 0, "solutions": "1"}
RANKS = {  # what is wrong may be counted up or down: a row and its negative span the same
    "puzzle": "lights:2x1",
    "board": "lights:2x1:10",
    "matrix": [[1, 1], [1, 1]],
    "nullity": 1,
    "rank": 1,
    "augmented_rank": 2,
}
PARITY = {
    "puzzle": "tiles:2x2",
    "board": "tiles:2x2:2,1/3,0",
    "verdict": "unsolvable",
    "parity": {"inversions": 1, "cycles": [[2, 1]], "order": None},
    "obstruction": {"invariant": "parity", "weights": [], "value": 1, "wanted": 0},
}
LINE = {
    "puzzle": "tiles:3x1",
    "board": "tiles:3x1:2,1,0",
    "verdict": "unsolvable",
    "parity": {"order": [2, 1]},
    "obstruction": {"invariant": "order", "weights": [], "value": 2, "wanted": 1},
}


@pytest.mark.parametrize("answer", [LOOK_UP, CHASED, PRESSES, LARGE, SLIDES, LINES, ORDER, RANKS, PARITY, LINE])
def test_true_tables_are_accepted(answer: dict[str, Any]) -> None:
    report = verify(answer)
    assert report, report.problems
    assert bool(report.unchecked) == (answer is LARGE)


@pytest.mark.parametrize(
    ("answer", "change"),
    [
        (LOOK_UP, {"residual": [1, 1, 1, 0, 1]}),
        (LOOK_UP, {"residual": [1, 1, 1]}),
        (LOOK_UP, {"residual": [1, 1, 1, 0, 2]}),
        (LOOK_UP, {"first_rows": LOOK_UP["first_rows"][:3]}),
        (LOOK_UP, {"first_rows": LOOK_UP["first_rows"][::-1]}),
        (LOOK_UP, {"first_rows": [[0, 1, 0, 0, 0]] * 4}),
        (LOOK_UP, {"first_rows": 4}),
        (LOOK_UP, {"puzzle": "lights:5x5,king"}),
        (CHASED, {"chased": [0, 0, 1, 1]}),
        (CHASED, {"residual": [1, 0]}),
        (CHASED, {"first_row": [1, 0]}),
        (CHASED, {"first_row": None}),
        (PRESSES, {"distribution": ["1", "4", "6", "3", "2"]}),
        (PRESSES, {"distribution": ["1", "4", "6", "4"]}),
        (PRESSES, {"distribution": 16}),
        (LARGE, {"distribution": ["1", "1"]}),
        (LARGE, {"distribution": [str(2**36 - 1), "1"]}),
        (PRESSES, {"distribution": ["1", "4", "6", "4", "1", "0"]}),
        (SLIDES, {"distribution": ["1", "2", "2", "2", "2", "3"]}),
        (SLIDES, {"distribution": ["1", "2", "2", "2", "2", "2", "2"]}),
        (ORDER, {"w": 4}),
        (ORDER, {"h": 5}),
        (ORDER, {"n": 5}),
        (ORDER, {"nullity": 1}),
        (RANKS, {"rank": 2}),
        (RANKS, {"augmented_rank": 1}),
        (RANKS, {"board": "lights:2x1:11"}),
        (PARITY, {"parity": {"cycles": [[1, 2, 3]]}}),
        (PARITY, {"parity": {"cycles": []}}),
        (PARITY, {"parity": {"order": [1, 2]}}),
        (LINE, {"parity": {"order": None}}),
    ],
)
def test_one_changed_entry_is_found(answer: dict[str, Any], change: dict[str, Any]) -> None:
    assert not verify(answer | change)
