"""Named goals of tiles: the states themselves, their names, aliases and mistakes."""

from itertools import permutations

import pytest

from solvable.core.errors import PuzzleError
from solvable.tiles.board import SlidingTiles
from solvable.tiles.goals import ALIASES, CANONICAL, NAMES, different, is_named, name_of, named

SHAPES = [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (2, 3), (4, 4), (5, 3)]


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("blank-last", "1,2,3,4/5,6,7,8/9,10,11,0"),
        ("blank-first", "0,1,2,3/4,5,6,7/8,9,10,11"),
        ("snail", "1,2,3,4/10,11,0,5/9,8,7,6"),
        ("snake", "1,2,3,4/8,7,6,5/9,10,11,0"),
        ("columns", "1,4,7,10/2,5,8,11/3,6,9,0"),
        ("mirror", "4,3,2,1/8,7,6,5/0,11,10,9"),
    ],
)
def test_the_goals_of_a_board_of_four_columns_and_three_rows(name: str, cells: str) -> None:
    assert SlidingTiles(4, 3).format(named(name, 4, 3)) == cells


@pytest.mark.parametrize(("width", "height"), SHAPES)
@pytest.mark.parametrize("name", [*NAMES, *ALIASES])
def test_each_is_a_state_and_is_known_by_its_name(name: str, width: int, height: int) -> None:
    state = named(name, width, height)
    assert sorted(state) == list(range(width * height))
    assert is_named(name, width, state)
    assert named(name_of(state, width), width, height) == state
    assert SlidingTiles(width, height, goal=name.upper()).goal == state


def test_no_other_state_has_a_name() -> None:
    states = {named(name, 3, 2) for name in NAMES}
    assert {state for state in permutations(range(6)) if name_of(state, 3)} == states


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_different_goals_are_each_given_once(width: int, height: int) -> None:
    found = dict(different(width, height))
    assert len(set(found.values())) == len(found)
    assert set(found.values()) == {named(name, width, height) for name in NAMES}


def test_ids_spell_only_the_names_that_they_always_spelled() -> None:
    for name in NAMES:
        puzzle = SlidingTiles(3, 3, goal=name)
        assert puzzle.goal_name == (ALIASES.get(name) or name if name in CANONICAL else "spiral" * (name == "snail"))


def test_an_unknown_name_is_refused_with_what_is_meant() -> None:
    with pytest.raises(PuzzleError, match="did you mean columns"):
        SlidingTiles(3, 3, goal="colums")
    with pytest.raises(PuzzleError, match="use blank-last, blank-first, snail, snake, columns, mirror"):
        SlidingTiles(3, 3, goal="xyz")
