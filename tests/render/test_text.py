"""Drawings show every cell where it is, mark what is marked, and never grow over the pen."""

import re
from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import GraphTiles, LightsOut, SlidingTiles
from solvable.core.scene import Marks
from solvable.render.text import PLAIN, Drawing, Pen, beside, display_width, draw, fold, legend, pad, wrap

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def lamps(board: LightsOut, state: Sequence[int], pen: Pen, marks: Iterable[int] = ()) -> Drawing:
    return draw(board.scene(state, Marks(pressed=tuple(marks) or None), extent=pen.extent), pen)


def tiles(size: tuple[int, int], state: Sequence[int], pen: Pen, move: int | None = None) -> Drawing:
    return draw(SlidingTiles(*size).scene(state, Marks(next=move), extent=pen.extent), pen)


def test_a_small_lights_board() -> None:
    drawing = lamps(LightsOut(3, 2), (1, 1, 0, 0, 0, 1), Pen(), marks={0, 5})
    assert drawing.lines == (
        "    1  2  3",
        " 1 [●] ●  ○",
        " 2  ○  ○ [●]",
    )


def test_lights_of_three_states_are_numbers_and_dead_cells_are_nothing() -> None:
    drawing = lamps(LightsOut(3, 2, k=3, dead={4}), (1, 2, 0, 0, 0, 0), Pen())
    assert drawing.lines == (
        "    1  2  3",
        " 1  1  2  ○",
        " 2  ○     ○",
    )


def test_each_row_of_hexagons_lies_half_a_cell_further_right() -> None:
    board = LightsOut(3, 3, rule="hex")
    drawing = lamps(board, board.apply((0,) * 9, 4), Pen(), marks={4})
    assert drawing.lines == (
        "    1   2   3",
        " 1  ○   ●   ●",
        " 2    ●  [●]  ●",
        " 3      ●   ●   ○",
    )
    starred = lamps(LightsOut(20, 2, rule="hex"), (1, *[0] * 39), Pen(width=50), marks={0, 20})
    assert starred.starred and starred.lines[1].startswith(" 1 ●*○ ") and starred.lines[2].startswith(" 2  ○*○ ")
    cut = lamps(LightsOut(40, 2, rule="hex"), (0,) * 80, Pen(width=40))
    assert cut.columns < 40 and all(display_width(line) <= 40 for line in cut.lines)


@pytest.mark.parametrize("w", [1, 4, 13, 37, 38, 39, 60])
@pytest.mark.parametrize("k", [2, 3, 11])
def test_hexagons_never_grow_over_the_pen(w: int, k: int) -> None:
    for width in (20, 40, 80):
        drawing = lamps(LightsOut(w, 5, k=k, rule="hex"), (0,) * (5 * w), Pen(width=width))
        assert all(display_width(line) <= width for line in drawing.lines)


def test_triangles_point_up_and_down_in_turn_and_the_legend_says_which_are_lit() -> None:
    board = LightsOut(4, 2, rule="triangle")
    drawing = lamps(board, board.apply((0,) * 8, 5), Pen(), marks={5})
    assert drawing.lines == (
        "    1  2  3  4",
        " 1  △  ▽  △  ▽",
        " 2  ▼ [▲] ▼  △",
    )
    assert legend(drawing, "● lit   ○ off") == "▲ ▼ lit   △ ▽ off"
    square = lamps(LightsOut(2, 2), (1, 0, 0, 0), Pen())
    assert legend(square, "● lit   ○ off") == "● lit   ○ off"


def test_a_small_tiles_board_with_its_first_move() -> None:
    drawing = tiles((3, 2), (1, 2, 3, 4, 0, 5), Pen(), move=5)
    assert drawing.lines == (
        "     1   2   3",
        "   ┌───┬───┬───┐",
        " 1 │ 1 │ 2 │ 3 │",
        "   ├───┼───┼───┤",
        " 2 │ 4 │   │ 5←│",
        "   └───┴───┴───┘",
    )


def test_every_glyph_has_a_plain_one_as_wide() -> None:
    lines = [*lamps(LightsOut(2, 2), (1, 0, 0, 1), Pen(), {1}).lines, *tiles((2, 2), (1, 2, 3, 0), Pen()).lines]
    lines += tiles((90, 90), tuple(range(8100)), Pen(), move=90).lines
    lines += lamps(LightsOut(2, 2, rule="triangle"), (1, 1, 0, 0), Pen()).lines
    assert {char for line in lines for char in line if not char.isascii()} <= PLAIN.keys()
    assert all(len(plain) == display_width(char) for char, plain in PLAIN.items())


sizes = st.tuples(st.integers(1, 60), st.integers(1, 60))
pens = st.builds(Pen, color=st.booleans(), width=st.integers(20, 120), height=st.integers(10, 50))


@pytest.mark.slow
@given(sizes, pens, st.randoms())
@settings(deadline=None, max_examples=30)
def test_lights_are_drawn_in_bounds_with_every_mark(size: tuple[int, int], pen: Pen, rng: Random) -> None:
    w, h = size
    state = [rng.randrange(2) for _ in range(w * h)]
    marks = {cell for cell in range(w * h) if rng.random() < 0.1}
    drawing = lamps(LightsOut(w, h), state, pen, marks)
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
    drawing = tiles(size, state, pen)
    lines = [ESCAPE.sub("", line) for line in drawing.lines]
    assert all(display_width(line) <= pen.width for line in lines)
    assert len(lines) <= pen.height + 2
    rows = [line for line in lines[1:] if re.match(r" *\d+ ", line)]
    for row, line in enumerate(rows[: drawing.rows]):
        numbers = [int(word) for word in re.findall(r"\d+", line)[1:]]
        assert numbers == [tile for tile in state[row * w : row * w + drawing.columns] if tile]


def test_the_board_that_fits_is_whole() -> None:
    assert lamps(LightsOut(25, 40), (0,) * 1000, Pen(width=80, height=40)).lines[-1].startswith(" 40")
    drawing = lamps(LightsOut(1000, 1000), (0,) * 1_000_000, Pen())
    assert (drawing.rows, drawing.columns) == (40, 36)


def test_presses_of_more_states_stand_beside_the_board_or_below_it() -> None:
    board, state = LightsOut(3, 1, k=3, dead={2}), (2, 0, 0)
    assert lamps(board, state, Pen(), marks=(0, 1, 1)).lines == (
        "    1  2  3        1  2  3",
        " 1  2  ○        1  1  2",
    )
    assert lamps(board, state, Pen(width=25), marks=(0, 1, 1)).lines == (
        "    1  2  3",
        " 1  2  ○",
        "",
        "    1  2  3",
        " 1  1  2",
    )
    assert draw(board.scene(state, Marks(pressed=())), Pen()).lines[1] == " 1  2  ○        1  ·  ·"


def test_a_graph_is_rows_of_words() -> None:
    graph = GraphTiles(3, [(0, 1), (1, 2)])
    assert draw(graph.scene((1, 0, 2)), Pen(), lambda key: key[6].upper()).lines == (
        "  V  0  1  2",
        "  T  1  _  2",
        "  G  1  2  _",
    )


def test_holes_are_drawn() -> None:
    board = GraphTiles.board(2, 2, dead={1})
    assert draw(board.scene(board.goal), Pen()).lines[2] == " 1 │ 1 │░░░│"


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
    left = lamps(LightsOut(2, 1), (1, 0), Pen())
    both = beside(left, lamps(LightsOut(2, 2), (0, 1, 0, 0), Pen()))
    assert both.lines == (
        "    1  2        1  2",
        " 1  ●  ○     1  ○  ●",
        "             2  ○  ○",
    )


@pytest.mark.parametrize("ink", ["strong", "dim", "lit", "mark", "alarm"])
def test_colour_only_with_a_pen_that_has_it(ink: str) -> None:
    assert Pen().paint("x", ink) == "x"
    assert ESCAPE.sub("", Pen(color=True).paint("x", ink)) == "x" != Pen(color=True).paint("x", ink)
