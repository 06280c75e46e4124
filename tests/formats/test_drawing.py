"""What the program prints is read back, whatever stands around it and however narrow it is."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import LightsOut, SlidingTiles, formats, game_id
from solvable.core.errors import NotationError
from solvable.core.scene import Marks
from solvable.formats.drawing import CHARACTERS_MAX
from solvable.render.text import PLAIN, Drawing, Pen, draw

ASCII = str.maketrans(PLAIN)


def shown(drawing: Drawing, plain: bool) -> str:
    text = "Solvable. 1 solution.\n\n" + "\n".join(drawing.lines) + "\n\nnullity 0 · 0.2 ms\n"
    return text.translate(ASCII) if plain else text


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_lamps_are_read_back(data: st.DataObject) -> None:
    w, h = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    state = tuple(data.draw(st.lists(st.integers(0, 1), min_size=w * h, max_size=w * h)))
    marks = Marks(pressed=tuple(data.draw(st.sets(st.integers(0, w * h - 1)))))
    pen = Pen(width=data.draw(st.sampled_from([30, 80])))
    board = formats.read(shown(draw(LightsOut(w, h).scene(state, marks), pen), data.draw(st.booleans())))
    assert (board.puzzle, board.state, board.format) == (LightsOut(w, h), state, "drawing")
    assert "● lit" in board.note


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(st.data())
def test_tiles_are_read_back(data: st.DataObject) -> None:
    w, h = data.draw(st.integers(2, 7)), data.draw(st.integers(2, 7))
    state = tuple(data.draw(st.permutations(range(w * h))))
    puzzle = SlidingTiles(w, h)
    marks = Marks(next=data.draw(st.sampled_from(puzzle.moves(state))))
    pen = Pen(width=data.draw(st.sampled_from([35, 80])))
    board = formats.read(shown(draw(puzzle.scene(state, marks), pen), data.draw(st.booleans())))
    assert (board.puzzle, board.state, board.format) == (puzzle, state, "drawing")


def test_an_id_above_a_drawing_says_the_rules() -> None:
    text = "\nlights:2x2,torus:01/10\n    1  2\n 1  ○  ●\n 2  ●  ○\nThe minimum is 2 presses.\n"
    assert formats.read(text).puzzle == LightsOut(2, 2, surface="torus")
    assert formats.read("lights:2x2:\n 01\n 10\n").state == (0, 1, 1, 0)


def test_a_long_id_may_have_a_drawing_below_too() -> None:
    puzzle = SlidingTiles(200, 200)
    state = puzzle.scramble(Random(1))
    board = game_id.format_board(puzzle, state)
    assert len(board) > CHARACTERS_MAX
    assert formats.read(f"{board}\n    1  2\n 1  5  7  …\n 2  8  3  …\n ⋮\n").state == state


MISTAKES = [
    ("    1  2\n 1  ○  ●\n 2  ●  ○\n\n    1  2\n 1  ○  ○\n 2  ●  ○", 5, "a second board below the first"),
    ("    1  2\n 1  ○  ●  …\n 2  ●  ○  …", 1, "this drawing is cut off"),
    ("    1  2\n 1  ○  ●\n 2  ●  ○\n ⋮", 1, "this drawing is cut off"),
    ("    1  2\n 1  1  2\n 2  2  ·", 1, "tile 2 appears twice"),
    ("lights:2x2:0110\n    1  2\n\nlights:2x2:1111", 4, "2 game IDs"),
    ("lights:2x2#1\nfrom Bob", 2, "text after the seed"),
    ('{"board": "lights:2x2:0000"}\n{"board": "lights:2x2:0001"}', 2, "text after the first JSON value"),
]


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES)
def test_mistakes(text: str, line: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        formats.read(text)
    assert caught.value.line == line


def test_other_states_are_not_taken_for_lamps() -> None:
    with pytest.raises(NotationError):
        formats.read("    1  2\n 1  ○  1\n 2  2  ○")
    assert game_id.parse("lights:2x2#1 ")[1] == game_id.parse("lights:2x2#1")[1]


def test_a_drawing_with_a_row_that_is_dead_is_not_cut_there() -> None:
    drawn = "    1  2  3\n 1  ●  ●  ○\n 2\n 3  ○  ○  ●\n"
    with pytest.raises(NotationError, match="cut off"):
        formats.read(drawn)
