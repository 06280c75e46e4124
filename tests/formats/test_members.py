"""A board among the members of an object is read alone, with its size; what may change it is refused."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import formats
from solvable.core.errors import NotationError
from solvable.formats.markup import BOARDS, OTHERS, board_alone, members
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles

HARMLESS = {"id": 7, "name": "a, {b} [c] \\", "author": None, "best": 12, "stars": 2.5}
QUIET = sorted(BOARDS - {"lights", "start", "startstate", "initial", "initialstate", "initialboard"})


@pytest.mark.slow
@given(
    st.sampled_from(QUIET),
    st.integers(2, 5),
    st.integers(2, 5),
    st.integers(0, 99),
    st.booleans(),
    st.permutations(sorted(HARMLESS)),
)
def test_boards_in_objects(key: str, width: int, height: int, seed: int, is_flat: bool, names: list[str]) -> None:
    rng = Random(seed)
    for puzzle in (LightsOut(width, height), SlidingTiles(width, height)):
        state = puzzle.scramble(rng)
        rows = [list(state[at : at + width]) for at in range(0, len(state), width)]
        value = {name: HARMLESS[name] for name in names[:3]}
        value |= {"width": width, "height": height, key: list(state)} if is_flat else {key: rows}
        for text in (
            json.dumps(value),
            json.dumps(value, indent=2),
            repr(value),
            f"const level = {json.dumps(value)};\n",
        ):
            read = formats.read(text)
            assert (read.puzzle, read.state) == (puzzle, state)


def test_one_side_is_enough_and_none_leaves_the_question() -> None:
    for sides in ('"rows": 2', '"h": 2', '"cols": 3'):
        assert formats.read(f'{{{sides}, "board": [1, 0, 1, 0, 0, 0]}}').puzzle == LightsOut(3, 2)
    with pytest.raises(NotationError, match=r"9x1.*3x3"):
        formats.read('{"board": [1, 0, 1, 0, 0, 0, 1, 1, 1]}')


@given(st.text(alphabet="{}[]\"':,01ab \\\n", max_size=80))
def test_no_object_crashes_and_nothing_moves(text: str) -> None:
    for member in members("{" + text + "}") or []:
        assert 0 < member.place < member.start <= member.end
    bare = board_alone("{" + text + "}")
    assert bare is None or len(bare) == len(text) + 2


@pytest.mark.parametrize("key", ["mod", "wrap", "rule", "anything", "goal"])
def test_what_may_change_the_board_is_refused(key: str) -> None:
    assert key not in OTHERS
    text = json.dumps({"grid": [[1, 0], [0, 1]], key: 3})
    with pytest.raises(NotationError, match=key) as caught:
        formats.read(text)
    assert caught.value.column == text.index(f'"{key}"') + 1


def test_a_size_that_does_not_fit_is_refused() -> None:
    for text in (
        '{"width": 2, "height": 2, "cells": [1, 0, 1]}',
        '{"rows": 3, "cols": 2, "grid": [[1, 0], [0, 1]]}',
        '{"size": 2, "cells": "0110"}',
    ):
        with pytest.raises(NotationError):
            formats.read(text)
