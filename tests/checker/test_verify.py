"""The checker accepts what follows from the definitions and rejects every answer with one claim changed.

Every board and proof here is worked by hand or taken from the literature, so that the checker is tried without any
solver; tests/test_answers.py tries it on everything that the solvers say.
"""

import json
from typing import Any

import pytest

from solvable.checker import verify

CORNER = {  # the top row's two cells of 3 × 3, by light chasing
    "puzzle": "lights:3x3",
    "board": "lights:3x3:110/000/000",
    "verdict": "solved",
    "moves": [0, 2, 4, 5, 8],
    "length": 5,
    "lower_bound": 5,
    "optimal": True,
    "solutions": "1",
    "nullity": 0,
}
REFUTED = {  # one lamp under the quiet pattern of 5 × 5 (Anderson and Feil 1998)
    "puzzle": "lights:5x5",
    "board": "lights:5x5:01000/00000/00000/00000/00000",
    "verdict": "unsolvable",
    "obstruction": {
        "invariant": "quiet pattern",
        "weights": [0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0],
        "value": 1,
        "wanted": 0,
    },
}
LOYD = {
    "puzzle": "tiles:4x4",
    "board": "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0",
    "verdict": "unsolvable",
    "obstruction": {"invariant": "parity", "weights": [], "value": 1, "wanted": 0},
}
SLID = {
    "puzzle": "tiles:3x3",
    "board": "tiles:3x3:1,2,3/4,5,6/0,7,8",
    "verdict": "solved",
    "moves": [7, 8],
    "length": 2,
    "lower_bound": 2,
    "optimal": True,
    "letters": "LL",
    "letters_of": "tile",
}


COUNTED = {
    "puzzle": "lights:5x5",
    "solutions": "4",
    "nullity": 2,
    "solvable_states": "8388608",
    "states": "33554432",
    "probability": "1/4",
}
QUIET = {  # the two of 5 × 5, by symmetry, that span the four
    "puzzle": "lights:5x5",
    "solutions": "4",
    "nullity": 2,
    "quiet_patterns": [
        [0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0],
        [1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1],
    ],
}
REACHED = {"puzzle": "tiles:2x2", "solvable_states": "12", "states": "24", "probability": "1/2"}


AROUND = {  # a tile one step from its home on a circle
    "puzzle": "tiles:cycle6",
    "board": "tiles:cycle6:0,2,3,4,5,1",
    "verdict": "solved",
    "moves": [5],
    "length": 1,
    "lower_bound": 1,
    "optimal": True,
}
AGREE = "length, bound and verdict agree"


@pytest.mark.parametrize(
    ("answer", "checked"),
    [
        (
            CORNER,
            [
                *("the counts, by a second elimination", "the presses lead to the goal", AGREE),
                "the bound: no solution has fewer than 5 presses, all were compared",
            ],
        ),
        (REFUTED, ["no press changes the weighted sum, and it is not the goal's"]),
        (LOYD, ["the invariants of state and goal differ"]),
        (
            SLID,
            [
                *("the parities agree", "the moves lead to the goal", AGREE, "the letters match the moves"),
                "the bound, by Manhattan distance (2)",
            ],
        ),
        (
            AROUND,
            [
                *("each block can be solved", "the moves lead to the goal", AGREE),
                "the bound, by the distances to the nearest goal cells (1)",
            ],
        ),
        (COUNTED, ["the counts, by a second elimination"]),
        (QUIET, ["the counts, by a second elimination", "every pattern is quiet", "the patterns generate all"]),
        (REACHED, ["the counts"]),
    ],
)
def test_true_answers_are_accepted_and_the_report_says_why(answer: dict[str, Any], checked: list[str]) -> None:
    report = verify(json.dumps(answer))
    assert report, report.problems
    assert report.checked == checked
    assert not report.unchecked


@pytest.mark.parametrize(
    ("answer", "change"),
    [
        (CORNER, {"moves": [0, 2, 4, 5, 7]}),
        (CORNER, {"moves": [0, 2, 4, 5]}),
        (CORNER, {"moves": [0, 2, 4, 5, 9]}),
        (CORNER, {"moves": [0, 2, 4, 5, -1]}),
        (CORNER, {"length": 4}),
        (CORNER, {"lower_bound": 4}),
        (CORNER, {"lower_bound": 6}),
        (CORNER, {"optimal": False}),
        (CORNER, {"solutions": "2"}),
        (CORNER, {"nullity": 1}),
        (CORNER, {"verdict": "unsolvable"}),
        (CORNER, {"verdict": "bounded"}),
        (CORNER, {"verdict": "maybe"}),
        (CORNER, {"puzzle": "lights:3x4"}),
        (CORNER, {"board": "lights:3x3:110/000/001"}),
        (CORNER, {"board": "lights:3x3:110/000/00"}),
        (REFUTED, {"obstruction": REFUTED["obstruction"] | {"value": 0}}),  # type: ignore[operator]
        (REFUTED, {"obstruction": REFUTED["obstruction"] | {"wanted": 1}}),  # type: ignore[operator]
        (REFUTED, {"obstruction": REFUTED["obstruction"] | {"weights": [1] + [0] * 24}}),  # type: ignore[operator]
        (REFUTED, {"obstruction": REFUTED["obstruction"] | {"weights": [0] * 25}}),  # type: ignore[operator]
        (REFUTED, {"board": "lights:5x5:10000/00000/00000/00000/00000"}),
        (REFUTED, {"verdict": "solvable"}),
        (REFUTED, {"nullity": 1}),
        (REFUTED, {"obstruction": REFUTED["obstruction"] | {"invariant": "parity"}}),  # type: ignore[operator]
        (LOYD, {"obstruction": {"invariant": "parity", "weights": [], "value": 0, "wanted": 0}}),
        (LOYD, {"obstruction": {"invariant": "parity", "weights": [], "value": 1, "wanted": 1}}),
        (LOYD, {"parity": {"inversions": 2}}),
        (LOYD, {"obstruction": {"invariant": "parity", "weights": [1], "value": 1, "wanted": 0}}),
        (LOYD, {"verdict": "solvable"}),
        (SLID, {"moves": [7, 4]}),
        (SLID, {"moves": [8, 7]}),
        (SLID, {"moves": [7]}),
        (SLID, {"lower_bound": 0}),
        (SLID, {"letters": "LR"}),
        (SLID, {"letters": "RR"}),
        (SLID, {"letters_of": "blank"}),
        (SLID, {"verdict": "unsolvable"}),
        (SLID, {"parity": {"goal_blank_row": 1}}),
        (COUNTED, {"nullity": 10**30}),
        (COUNTED, {"probability": "1/5"}),
        (COUNTED, {"probability": "2/8"}),
        (COUNTED, {"probability": "1/"}),
        (COUNTED, {"probability": 0.25}),
        (QUIET, {"quiet_patterns": [[2] + [0] * 24]}),
        (QUIET, {"quiet_patterns": [[0.0] * 25]}),
        (REACHED, {"probability": "1/3"}),
    ],
)
def test_one_changed_claim_is_found(answer: dict[str, Any], change: dict[str, Any]) -> None:
    assert not verify(answer | change)


def test_a_bound_above_the_truth_is_found_by_searching() -> None:
    detour = SLID | {"moves": [3, 4, 5, 8, 7, 6, 3, 4, 5, 8, 7, 6, 3, 4, 5, 8, 7, 6], "letters": "D" * 18}
    report = verify({name: value for name, value in detour.items() if not name.startswith("letters")})
    assert not report
    longer = {
        "puzzle": "lights:5x5",
        "board": "lights:5x5:00000/00000/00000/00000/00000",
        "verdict": "solved",
        "moves": [1, 2, 3, 5, 7, 9, 10, 11, 13, 14, 15, 17, 19, 21, 22, 23],
        "length": 16,
        "lower_bound": 16,
        "optimal": True,
    }
    report = verify(longer)
    assert not report
    assert "0 presses suffice" in report.problems[0]


BAD_PARAMS = (
    *("", "x", "0x0", "99999999x99999999", "1x1,mod0", "1x1,mod1", "2x2,dead=9", "1x1,goal=5", "graph=2;0-7"),
    *("1x1,matrix=zz", "1x1,toggles=9", "1x1,martian", "1x1,torus,klein"),
)
JUNK: list[str | bytes] = [
    *("", "{", "[]", "3", '"x"', "{}", '{"puzzle": 3}', '{"puzzle": "lights"}', '{"puzzle": "chess:8x8"}'),
    *(b"\xff\x00", "[" * 100_000),
    *(f'{{"puzzle": "lights:{p}", "board": "lights:{p}:0", "verdict": "solved", "moves": []}}' for p in BAD_PARAMS),
    '{"puzzle": "tiles:2x2", "board": "tiles:2x2:1,2,3,3", "verdict": "solved", "moves": []}',
    '{"puzzle": "tiles:2x2", "board": "tiles:2x2:1,2,3,0", "verdict": "solved", "moves": null, "lower_bound": {}}',
]


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_a_report_not_a_crash(junk: str | bytes) -> None:
    report = verify(junk)
    assert not report
    assert report.problems


@pytest.mark.parametrize("puzzle", ["2000x2000", "graph=4000000", "3000000x1,torus", "1000x1000,cross"])
def test_a_short_answer_about_a_large_board_costs_nothing(puzzle: str) -> None:
    claim = {"puzzle": f"lights:{puzzle}", "nullity": 0}
    report = verify(claim)
    assert report
    assert (report.verdict == "right") == (puzzle == "2000x2000")  # an ordinary board, counted by polynomials
    assert not verify(claim | {"verdict": "solvable", "board": f"lights:{puzzle}:0"})


def test_presses_that_grow_with_the_board_are_bounded() -> None:
    board = f"lights:400x400,cross:{'0' * 160_000}"
    report = verify({"puzzle": "lights:400x400,cross", "board": board, "verdict": "solvable"})
    assert report.verdict == "unchecked"
    assert "too large" in report.unchecked[0]


def test_more_buttons_than_can_be_compared_take_no_memory() -> None:
    wiring = "lights:1x1,toggles=" + "/".join(["0"] * 20_000)
    answer = {"puzzle": wiring, "board": f"{wiring}:1", "verdict": "solved", "moves": [0], "length": 1}
    answer |= {"lower_bound": 1, "optimal": True, "optimal_solutions": "20000", "worst_bound": 1}
    report = verify(answer)
    assert report
    assert any("shortest" in what for what in report.unchecked) and any(
        "worst case" in what for what in report.unchecked
    )
    assert verify(answer | {"nullity": 20_001}).problems == ["nullity: is 20001, but there are 20000 buttons"]
