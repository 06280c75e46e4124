"""Answers about several goals and open ones: forged claims are refused."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

import solvable
from solvable import LightsOut
from solvable.answers import nearest
from solvable.formats.base import targets_of

Fields = dict[str, Any]
STATE = (1, 0, 1, 1, 0, 0, 0, 1, 0)
LIGHTS = nearest.solve(targets_of(LightsOut(3, 3), STATE, [(0,) * 9, (1,) * 9, (1, 0, None, 0, 1, 0, 1, 0, 1)]))
TILES = solvable.solve("8 6 7/2 5 4/3 0 1", goal="1 2 3/? ? ?/? ? ?")
EMOJI = solvable.solve("🍎🍎🍌/🍌🍇🍇/🍒⬜🍒", goal="🍎🍎🍌/🍌🍇🍇/🍒🍒⬜")
REFUTED = solvable.solve("1 2 3/4 5 6/8 7 0", goal=["blank-last", "blank-first"])


def changed(answer: Any, **fields: Any) -> Fields:
    return {**deepcopy(answer), **fields}


def claims(answer: Any, place: int, **fields: Any) -> Fields:
    """Return the answer with one of its goals changed; None takes a field away."""
    found: Fields = deepcopy(answer)
    claim = {**found["goals"][place], **fields}
    found["goals"][place] = {name: value for name, value in claim.items() if value is not None}
    return found


def other(answer: Any) -> int:
    """Return a goal that the answer is not about."""
    return next(place for place, claim in enumerate(answer["goals"]) if claim["puzzle"] != answer["puzzle"])


def forgeries() -> Iterator[Fields]:
    for answer in (LIGHTS, TILES):
        place, bound = other(answer), answer["lower_bound"]
        yield claims(answer, place, lower_bound=bound - 1)  # a goal that may be nearer
        yield claims(answer, place, lower_bound=None)
        yield claims(answer, place, lower_bound=60)  # no bound of that puzzle
        yield claims(answer, place, verdict="unsolvable")
        yield claims(answer, place, board=answer["board"])
        yield claims(answer, place, moves=[0])
        yield claims(answer, place, puzzle=answer["puzzle"], board=answer["board"])
        yield changed(answer, goals=answer["goals"][:1])
        yield changed(answer, goals=[claim for claim in answer["goals"] if claim["puzzle"] != answer["puzzle"]])
        yield changed(answer, goals="all")
        yield changed(answer, symbols=[1])
    symbols = EMOJI["symbols"]
    for forged in (symbols[:-1], [*symbols, "x"], [symbols[0], *symbols[:-1]], "abc", []):
        yield changed(EMOJI, symbols=forged)
    yield changed(LIGHTS, symbols=["a"])
    yield changed(TILES, symbols=["?"] * 9)
    yield changed(TILES, given="tiles:3x3:8,6,7/2,5,4/3,1,0")
    yield changed(TILES, given="tiles:3x3:8,6,7/2,1,4/3,0,5")  # a tile that the goal names
    yield changed(TILES, given="tiles:3x3:8,6,8/2,5,4/3,0,1")  # a tile twice
    yield changed(TILES, given="tiles:9x1:8,6,7,2,5,4,3,0,1")
    yield changed(TILES, given="lights:3x3:101/100/010")
    yield changed(LIGHTS, given="lights:3x3,torus:101/100/010")
    yield changed(LIGHTS, given="lights:3x3:101/100/011")
    for place in range(2):
        yield claims(REFUTED, place, verdict="solvable", obstruction=None)
        yield claims(REFUTED, place, obstruction=None)
        proof = REFUTED["goals"][place]["obstruction"]
        yield claims(REFUTED, place, obstruction={**proof, "value": 1 - proof["value"]})


@pytest.mark.parametrize("answer", [LIGHTS, TILES, REFUTED], ids=["lights", "tiles", "refuted"])
def test_answers_are_right(answer: Any) -> None:
    report = solvable.verify(answer)
    assert report.verdict == "right", report
    assert any("none of them nearer" in each for each in report.checked)


MIXED = [
    ("lights:4x2:0010/0000", ["1000/1011", "1000/1?01"]),  # the lamp that does not matter is dark as it is
    ("lights:2x3,plus0,dead=1.2:00/00/01", ["??/??/?0", "on"]),
    ("lights:2x3,king,mod3:00/00/10", ["00/10/22", "10/1?/22"]),
    ("1 2/0 3", ["? ?/2 ?", "snake"]),  # tiles alike for one goal, all different for the named one
    ("1 2 3/4 5 6/7 0 8", ["snail", "1 2 3/? ? ?/? ? ?"]),
    ("1 2 3/4 5 6/7 0 8", ["columns", "blank-first", "? ? ?/? ? ?/? 8 7"]),
]


def test_several_goals_in_lines_of_tiles() -> None:
    goals = ["3 6 4/7 2 1/8 5 0", "blank-last", "0 7 4/8 2 1/6 5 3"]
    answer = solvable.solve("6 3 0/7 2 8/1 5 4", goal=goals, metric="mtm")
    assert answer["length"] == 15
    assert solvable.verify(answer).verdict == "right"
    near = solvable.solve("6 3 0/7 2 8/1 5 4", goal="0 7 4/8 2 1/6 5 3")
    assert near["length"] > 15  # single tiles: such a bound says nothing of lines
    bound = {"verdict": "solvable", "obstruction": None, "lower_bound": near["length"]}
    forged = claims(answer, 2, puzzle=near["puzzle"], board=near["board"], **bound)
    assert "goals.2.puzzle" in str(solvable.verify(forged).problems)
    assert solvable.verify(changed(forged, given="tiles:3x3:6,3,0/7,2,8/1,5,4")).verdict == "wrong"


@pytest.mark.parametrize(("board", "goals"), MIXED)
def test_goals_of_every_form_stand_beside_each_other(board: str, goals: list[str]) -> None:
    for answer in (solvable.solve(board, goal=goals), solvable.check(board, goal=goals[::-1])):
        report = solvable.verify(answer)
        assert report.verdict == "right", report


@pytest.mark.slow
@pytest.mark.parametrize("board", ["110/000/000", "lights:5x5#1", "8 6 7/2 5 4/3 0 1", "tiles:4x4#2"])
@pytest.mark.parametrize("seconds", [0, 1e-4, 1e-3])
@pytest.mark.parametrize("mode", [{}, {"near": True}, {"any": True}])
def test_however_short_the_time_is_several_goals_are_answered(board: str, seconds: float, mode: Any) -> None:
    goals = ["on", "off"] if "lights" in board or "110" in board else ["snail", "blank-last"]
    answer = solvable.solve(board, goal=goals, seconds=seconds, **mode)
    report = solvable.verify(answer)
    assert report.verdict != "wrong", report


OVERLAPPING = [
    ("lights:2x3,mod3:22/00/02", ["??/??/??", "2?/??/??", "22/11/02"], 1),
    ("lights:4x2,king0,dead=2:1100/1001", ["??0?/?1??", "????/?11?"], 4),
    ("1 2 3/4 5 6/7 0 8", ["1 2 3/4 5 6/? ? ?", "1 2 3/4 5 6/7 ? ?"], 1),
]


@pytest.mark.parametrize(("board", "goals", "count"), OVERLAPPING)
def test_a_solution_that_ends_in_several_goals_is_listed_once(board: str, goals: list[str], count: int) -> None:
    for chosen in (goals, goals[::-1]):
        found = [tuple(answer["moves"]) for answer in solvable.solve(board, goal=chosen, all=True)]
        assert len(found) == len(set(found)) == count


@pytest.mark.parametrize("forged", list(forgeries()))
def test_forged_claims_are_refused(forged: Fields) -> None:
    assert solvable.verify(forged).verdict == "wrong"


def test_the_answer_is_about_the_nearest_goal() -> None:
    lengths = [solvable.solve("101/100/010", goal=goal)["length"] for goal in ("off", "on", "10?/010/101")]
    assert LIGHTS["length"] == min(lengths)
    assert REFUTED["verdict"] == "unsolvable"
    assert [claim["verdict"] for claim in REFUTED["goals"]] == ["unsolvable", "unsolvable"]
