"""Drawings show every cell where it is, mark what is marked, and never grow over the pen."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.render.text import PLAIN, Pen, beside, display_width, draw_lights, draw_tiles, fold, pad, wrap

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def test_a_small_lights_board() -> None:
    drawing = draw_lights((3, 2), (1, 1, 0, 0, 0, 1), Pen(), marks={0, 5})
    assert drawing.lines == (
        "    1  2  3",
        " 1 [●] ●  ○",
        " 2  ○  ○ [●]",
    )


def test_lights_of_three_states_are_numbers_and_dead_cells_are_nothing() -> None:
    drawing = draw_lights((3, 2), (1, 2, 0, 0, 0, 0), Pen(), k=3, dead={4})
    assert drawing.lines == (
        "    1  2  3",
        " 1  1  2  ○",
        " 2  ○     ○",
    )


def test_a_small_tiles_board_with_its_first_move() -> None:
    drawing = draw_tiles((3, 2), (1, 2, 3, 4, 0, 5), Pen(), arrow=(5, "L"))
    assert drawing.lines == (
        "     1   2   3",
        "   ┌───┬───┬───┐",
        " 1 │ 1 │ 2 │ 3 │",
        "   ├───┼───┼───┤",
        " 2 │ 4 │   │ 5←│",
        "   └───┴───┴───┘",
    )


def test_every_glyph_has_a_plain_one_as_wide() -> None:
    lines = [*draw_lights((2, 2), (1, 0, 0, 1), Pen(), marks={1}).lines, *draw_tiles((2, 2), (1, 2, 3, 0), Pen()).lines]
    lines += draw_tiles((90, 90), tuple(range(8100)), Pen(), arrow=(0, "U")).lines
    assert {char for line in lines for char in line if not char.isascii()} <= PLAIN.keys()
    assert all(len(plain) == display_width(char) for char, plain in PLAIN.items())


sizes = st.tuples(st.integers(1, 60), st.integers(1, 60))
pens = st.builds(Pen, color=st.booleans(), width=st.integers(20, 120), height=st.integers(10, 50))


@given(sizes, st.integers(2, 12), pens, st.randoms())
@settings(deadline=None, max_examples=30)
def test_lights_are_drawn_in_bounds_with_every_mark(size: tuple[int, int], k: int, pen: Pen, rng: Random) -> None:
    w, h = size
    state = [rng.randrange(k) for _ in range(w * h)]
    marks = {cell for cell in range(w * h) if rng.random() < 0.1}
    drawing = draw_lights(size, state, pen, k=k, marks=marks)
    lines = [ESCAPE.sub("", line) for line in drawing.lines]
    assert all(display_width(line) <= pen.width for line in drawing.lines)
    assert len(lines) <= pen.height + 2
    assert drawing.rows <= h and drawing.columns <= w
    shown = {row * w + column for row in range(drawing.rows) for column in range(drawing.columns)}
    assert sum(line.count("[") + line.count("*") for line in lines) == len(marks & shown)
    assert ("".join(lines).count("\x1b") == 0) and (pen.color or all("\x1b" not in line for line in drawing.lines))


@given(sizes, pens)
@settings(deadline=None, max_examples=60)
def test_tiles_are_drawn_in_bounds_and_read_back(size: tuple[int, int], pen: Pen) -> None:
    w, h = size
    state = tuple(range(w * h))
    drawing = draw_tiles(size, state, pen, home=state)
    lines = [ESCAPE.sub("", line) for line in drawing.lines]
    assert all(display_width(line) <= pen.width for line in lines)
    assert len(lines) <= pen.height + 2
    rows = [line for line in lines[1:] if re.match(r" *\d+ ", line)]
    for row, line in enumerate(rows[: drawing.rows]):
        numbers = [int(word) for word in re.findall(r"\d+", line)[1:]]
        assert numbers == [tile for tile in state[row * w : row * w + drawing.columns] if tile]


def test_the_board_that_fits_is_whole() -> None:
    assert draw_lights((25, 40), (0,) * 1000, Pen(width=80, height=40)).lines[-1].startswith(" 40")
    drawing = draw_lights((1000, 1000), (0,) * 1_000_000, Pen())
    assert (drawing.rows, drawing.columns) == (40, 36)


def test_width_of_chinese_and_of_colour() -> None:
    assert display_width("解 3 个") == 7
    assert display_width("\x1b[1m解\x1b[0m") == 2
    assert pad("解", 6, ">") == "    解"
    assert pad("解", 6, "^") == "  解  "


def test_folding() -> None:
    assert fold("one two three", 7) == ["one two", "three"]
    assert fold("所以它们不可能全部熄灭。", 10) == ["所以它们不", "可能全部熄", "灭。"]
    assert fold("一次移动（一行）", 10) == ["一次移动", "（一行）"]
    assert fold("", 10) == [""]
    assert wrap(["1,1", "2,2", "3,3"], 10, "  ") == ["  1,1  2,2", "  3,3"]


@given(st.text(alphabet="ab 中文，。", max_size=60), st.integers(8, 30))
def test_folding_loses_nothing(text: str, width: int) -> None:
    lines = fold(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_two_drawings_side_by_side() -> None:
    left = draw_lights((2, 1), (1, 0), Pen())
    both = beside(left, draw_lights((2, 2), (0, 1, 0, 0), Pen()))
    assert both.lines == (
        "    1  2        1  2",
        " 1  ●  ○     1  ○  ●",
        "             2  ○  ○",
    )


@pytest.mark.parametrize("ink", ["strong", "dim", "lit", "mark", "alarm"])
def test_colour_only_with_a_pen_that_has_it(ink: str) -> None:
    assert Pen().paint("x", ink) == "x"
    assert ESCAPE.sub("", Pen(color=True).paint("x", ink)) == "x" != Pen(color=True).paint("x", ink)
