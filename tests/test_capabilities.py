"""Who can do what: a puzzle has the capabilities whose methods it has, and asking computes nothing."""

from typing import Any

import pytest

from solvable import families
from solvable.core import puzzle
from solvable.core.errors import PuzzleError
from solvable.game_id import parse_puzzle

ALL = {"AtOnce", "Exact", "Shaped", "StateReader", "WithGoal"}
ABLE = {
    "lights:3x3": ALL | {"Searches", "Lamps"},
    "tiles:3x3": ALL | {"WithMetric", "Near", "Levels", "Pieces", "Human"},
    "tiles:petersen": ALL | {"WithMetric", "Near", "Levels", "Pieces"},
}
CAPABILITIES = [name for name, kind in vars(puzzle).items() if getattr(kind, "_is_runtime_protocol", False)]


@pytest.mark.parametrize("text", ABLE)
def test_who_can_do_what(text: str) -> None:
    subject: Any = parse_puzzle(text)
    able = {name for name in CAPABILITIES if isinstance(subject, getattr(puzzle, name))}
    assert ABLE[text] <= able
    assert able - ABLE[text] <= {"Searches"}


def test_asking_a_giant_board_takes_no_time() -> None:
    subject: Any = parse_puzzle("lights:3000x3000")
    assert all(isinstance(subject, getattr(puzzle, name)) for name in ABLE["lights:3x3"])
    assert not {"goal", "quiet", "nullity", "_solver"} & vars(subject).keys()


def test_every_family_has_its_codec_and_a_checker() -> None:
    for name in families.FAMILIES:
        family = families.load(name)
        subject = parse_puzzle(family.example)
        assert families.family_of(subject) == name
        assert family.owns(subject)
        assert family.example == f"{name}:{family.format_params(subject)}"
        assert not families.verify({"puzzle": family.example})


@pytest.mark.parametrize("name", ["worst", "quiet", "chase", "chase_table", "lit_only", "fewest_lit", "solutions"])
def test_what_one_family_alone_can_do_the_others_refuse_in_a_sentence(name: str) -> None:
    assert getattr(families.load("lights"), name).__module__ == "solvable.lights.board"
    with pytest.raises(PuzzleError, match=r"lights|tiles board"):
        getattr(families.load("tiles"), name)(parse_puzzle("tiles:3x3"))
