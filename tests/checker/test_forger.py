"""No forgery of any kind of answer passes as right; `python -m tools.forge --minutes N` tries many more."""

from random import Random
from typing import Any

import pytest
from tests.checker import forgeries

from solvable.checker import verify

EACH = 12  # forgeries tried of each answer


@pytest.mark.slow
def test_true_answers_of_every_kind_are_not_wrong() -> None:
    kinds = list(forgeries.answers(1))
    assert len(kinds) > 60
    for answer in kinds:
        assert verify(answer), answer


@pytest.mark.slow
def test_no_forgery_passes_as_right() -> None:
    rng, passed = Random(1), []
    for answer in forgeries.answers(1):
        every = list(forgeries.forged(answer))
        for what, text in rng.sample(every, min(EACH, len(every))):
            if verify(text).verdict == "right":
                passed.append((what, text[:200]))
    assert not passed


TWICE = "lights:graph=2;0-1;0-1"
MOD6 = {"puzzle": "lights:5x5,torus,mod6", "solutions": "1679616", "nullity": 8}


@pytest.mark.parametrize(
    "answer",
    [
        {"puzzle": TWICE, "board": f"{TWICE}:10", "verdict": "solved", "moves": [0], "length": 1, "lower_bound": 1}
        | {"optimal": True},
        MOD6 | {"nullity": 25},
        MOD6 | {"nullity": 0},
        {"puzzle": "lights:3x3,goal=110/000/000", "board": "lights:3x3,goal=110/000/000:000/000/000"}
        | {"play": "lit-only", "verdict": "solvable"},
        {"puzzle": "lights:5x5", "solutions": "4", "nullity": 2, "quiet_patterns": [[0] * 25] * 2},
        {"puzzle": "lights:5x5", "solutions": "4", "nullity": 2, "quiet_patterns": []},
        {"puzzle": "tiles:4x4", "board": "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0", "verdict": "bounded"}
        | {"lower_bound": 1, "optimal": False},
        {"puzzle": "lights:60x60", "nullity": 0, "states": "7", "solvable": "7", "solutions": "1"},
        {"puzzle": "lights:5x5", "rules": "lights:1x1", "nullity": 0},
        {"puzzle": "lights:merlin", "rules": "lights:1x1", "nullity": 0},
        {"puzzle": "tiles:theta0", "distribution": ["1", "0"]},
        {"puzzle": "lights:0x0", "verdict": "solvable", "board_file": "none.pbm"},
    ],
)
def test_what_was_once_taken_for_right_is_wrong(answer: dict[str, Any]) -> None:
    assert verify(answer).verdict == "wrong"


def test_what_is_too_large_or_unknown_is_named() -> None:
    report = verify({"puzzle": "lights:200x200,torus", "nullity": 7})
    assert (report.verdict, bool(report), report.trusted) == ("unchecked", True, report.unchecked)
    assert verify({"puzzle": "lights:5x5", "nullity": 2, "colour": "red"}).unchecked == ['the unknown field "colour"']
