"""A scene in characters: without colour the shapes tell all, every cell has its box, and nothing is drawn outside."""

from itertools import product

import pytest

from solvable.core.puzzle import Lamps
from solvable.core.scene import UNMARKED, Marks, Scene
from solvable.play import input as play_input
from solvable.play.load import opened
from solvable.tui.drawing import Room, draw

BOARDS = [
    *("lights:2x2#1", "lights:5x5#1", "lights:5x5,mod3#1", "lights:9x9#1", "lights:12x10#1", "lights:4x4,hex#1"),
    *("lights:5x4,triangle#1", "lights:cube#1", "lights:dodecahedron#1", "lights:gale-berlekamp#1", "lights:merlin#1"),
    *("lights:5x5,dead=12#1", "lights:alien-tiles#1", "tiles:3x3#1", "tiles:4x4#1", "tiles:8x8#1"),
    *("tiles:4x4,dead=5#1", "tiles:petersen#1", "tiles:4x4,goal=RATE/YOUR/MIND/PAL_#1", "tiles:theta0#1"),
]


def scene(board: str, marks: Marks = UNMARKED) -> Scene:
    session = opened(board, "1")
    return play_input.stage(session.puzzle, session.state, marks)


def shown(board: str, marks: Marks = UNMARKED, lines: int = 20, cursor: int = -1) -> str:
    return "\n".join(draw(scene(board, marks), Room(50, lines, False, cursor)).canvas.text())


def test_a_lit_lamp_is_full_and_another_hollow() -> None:
    lit, off = (shown(f"lights:1x1:{lamp}", lines=3) for lamp in "10")
    assert lit == " ▄██▄\n ▀██▀\n" and off == " ▄▀▀▄\n ▀▄▄▀\n"


def test_triangles_and_hexagons_have_their_shape() -> None:
    lit, off = "lights:2x1,triangle:10", "lights:2x1,triangle:00"
    assert shown(lit, lines=6) != shown(off, lines=6)
    up, down = ([line[at : at + 12] for line in shown(lit, lines=6).splitlines()[:5]] for at in (0, 12))
    widths = [len(line.strip()) for line in up]
    assert widths == sorted(widths) and widths[0] < widths[-1]
    widths = [len(line.strip()) for line in down]
    assert widths == sorted(widths, reverse=True) and down[0].strip().count("▀") == 8  # its upper side
    small = shown("lights:4x2,triangle:1100/0011", lines=3)
    assert all(sign in small for sign in "▲▼△▽")
    rows = shown("lights:3x2,hex:000/000", lines=4).splitlines()
    indents = [len(row) - len(row.lstrip()) for row in rows if row.strip()]
    assert indents == [1, 3]  # half a cell of four columns further right


def test_tiles_stand_in_frames_with_an_arrow_and_a_notch() -> None:
    assert (
        shown("tiles:2x2:1,2/0,3", Marks(next=3), lines=6)
        == """\
◤───╮ ◤───╮
│ 1 │ │ 2 │
╰───╯ ╰───╯
      ╭───╮
      │3 ←│
      ╰───╯"""
    )


def test_small_lamps_have_signs() -> None:
    drawn = shown("lights:3x2:100/010", Marks(pressed=(0, 2), next=0), lines=3, cursor=4)
    assert drawn == " ◆   ○   ◇\n ○  [●]  ○"


def test_a_graph_is_drawn_with_its_lines() -> None:
    drawn = shown("tiles:petersen#1", cursor=3)
    assert any(0x2801 <= ord(char) <= 0x28FF for char in drawn)
    assert all(str(tile) in drawn for tile in range(1, 10))
    assert drawn.count("[") == drawn.count("]") == 1


ROOMS = [(80, 20), (50, 21), (160, 50), (30, 8)]


@pytest.mark.parametrize("board", BOARDS)
def test_every_cell_has_a_place_of_its_own(board: str) -> None:
    session = opened(board, "1")
    view = play_input.stage(session.puzzle, session.state, session.marks)
    for room, colour in product(ROOMS, (True, False)):
        picture = draw(view, Room(*room, colour, 0))
        assert picture.boxes.keys() == {cell.index for cell in view.cells}
        for index, box in picture.boxes.items():
            assert min(box.x, box.y) >= 0
            assert box.x + box.width <= picture.canvas.width + 1
            assert box.y + box.height <= picture.canvas.height + 1
            if not view.links:
                assert picture.at(box.x + box.width // 2, box.y) == index


@pytest.mark.parametrize("board", [board for board in BOARDS if not board.startswith("tiles")])
def test_arrows_reach_every_button(board: str) -> None:
    session = opened(board, "1")
    assert isinstance(session.puzzle, Lamps)
    view = play_input.stage(session.puzzle, session.state)
    cells = play_input.targets(session.puzzle, view)
    buttons = {cell.index for cell in cells}
    reached = [min(buttons)]
    for cell in reached:
        for way in play_input.WAYS.values():
            if (found := play_input.neighbour(cells, cell, way)) not in reached:
                reached.append(found)
    assert set(reached) == buttons
