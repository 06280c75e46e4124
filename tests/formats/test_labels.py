"""Letters, repeated numbers and emoji as tiles; goals with open cells, in the symbols of the board."""

import json
from typing import Any

import pytest

import solvable
from solvable import formats
from solvable.core.errors import NotationError, PuzzleError

ALIKE = [
    ("AAB/BCC/D_D", "AAB/BCC/DD_", 1, "tiles:3x3,goal=AAB/BCC/DD_:AAB/BCC/D_D", ()),
    ("1 1 1/2 2 2/3 3 0", "3 3 2/2 2 1/1 1 0", 24, "tiles:3x3,goal=3,3,2/2,2,1/1,1,0:1,1,1/2,2,2/3,3,0", ()),
    ("112/233/4_4", "112/233/44_", 1, "tiles:3x3,goal=1,1,2/2,3,3/4,4,0:1,1,2/2,3,3/4,0,4", ()),
    (
        "🍎🍎🍌/🍌🍇🍇/🍒⬜🍒",
        "🍎🍎🍌/🍌🍇🍇/🍒🍒⬜",
        1,
        "tiles:3x3,goal=AAB/BCC/DD_:AAB/BCC/D_D",
        ("🍎", "🍌", "🍇", "🍒"),
    ),
    ("🍎 🍌 x/a b c", "🍎 🍌 a/x b c", 11, "tiles:3x2,goal=ABC/_DE:AB_/CDE", ("🍎", "🍌", "a", "b", "c")),
    ("ab cd/ef _", "ab cd/_ ef", 1, "tiles:2x2,goal=AB/_C:AB/C_", ("ab", "cd", "ef")),
    ("AAB/BCC/D_D", "AAB/BCC/DD0", 1, "tiles:3x3,goal=AAB/BCC/DD_:AAB/BCC/D_D", ()),  # another sign of the blank
    ("AAB/BCC/D.D", "AAB/BCC/DDx", 1, "tiles:3x3,goal=AAB/BCC/DD_:AAB/BCC/D_D", ()),
    ("0 1 2/2 2 1/2 1 2", "_ 1 1/2 2 2/1 2 2", 10, "tiles:3x3,goal=0,1,1/2,2,2/1,2,2:0,1,2/2,2,1/2,1,2", ()),
    ("0 1 2/2 2 1/2 1 2", "? 1 1/2 2 2/1 2 2", 10, "tiles:3x3,goal=0,1,1/2,2,2/1,2,2:0,1,2/2,2,1/2,1,2", ()),
    ("AA-/BCC/D_D", "AA-/BCC/DD0", 1, "tiles:3x3,dead=2,goal=AA-/BCC/DD_:AA-/BCC/D_D", ()),
    ("AAB/BCC/D_D", "AAB/BC?/D??", 0, "tiles:3x3,goal=AAB/BCC/D_D:AAB/BCC/D_D", ()),
    ("10 20 30/40 0 50", "10 20 30/40 50 0", 1, "tiles:3x2,goal=10,20,30/40,50,0:10,20,30/40,0,50", ()),
]


@pytest.mark.parametrize(("board", "goal", "length", "written", "symbols"), ALIKE)
def test_tiles_alike(board: str, goal: str, length: int, written: str, symbols: tuple[str, ...]) -> None:
    answer = solvable.solve(board, goal=goal)
    assert (answer["length"], answer["board"], tuple(answer.get("symbols", ()))) == (length, written, symbols)
    assert solvable.verify(answer).verdict == "right"
    puzzle, state = solvable.parse(answer["board"])
    assert solvable.format_board(puzzle, state) == answer["board"]


@pytest.mark.parametrize(
    "text",
    [
        "AAB/BCC/D_D -> AAB/BCC/DD_",
        "Initial:\nAAB\nBCC\nD_D\nGoal:\nAAB\nBCC\nDD_\n",
        "AAB\nBCC\nD_D\n\nAAB\nBCC\nDD_\n",
        "start = AAB/BCC/D_D\ngoal = AAB/BCC/DD_\n",
    ],
)
def test_start_and_goal_in_one_text(text: str) -> None:
    board = formats.read(text)
    assert solvable.format_board(board.puzzle, board.state) == "tiles:3x3,goal=AAB/BCC/DD_:AAB/BCC/D_D"


def test_what_is_printed_has_the_symbols_of_the_user() -> None:
    board = formats.read("🍎🍎🍌/🍌🍇🍇/🍒⬜🍒", goal="🍎🍎🍌/🍌🍇🍇/🍒🍒⬜")
    puzzle: Any = board.puzzle
    labels = [cell.label for cell in puzzle.scene(board.state).cells]
    assert labels == ["🍎", "🍎", "🍌", "🍌", "🍇", "🍇", "🍒", "", "🍒"]
    assert ">🍇<" in puzzle.svg(board.state)


def test_errors() -> None:
    with pytest.raises(NotationError, match="in the goal: 'C' is there 3 times, on the board 2 times"):
        solvable.solve("AAB/BCC/D_D", goal="AAC/BCC/DD_")
    with pytest.raises(NotationError):
        solvable.solve("AAB/BCC/D_D")  # without a goal
    with pytest.raises(NotationError):
        solvable.solve("AAB/BCC/D_D", goal="AAB/BCC")
    with pytest.raises(PuzzleError, match="a goal of its own"):
        solvable.solve("AAB/BCC/D_D -> AAB/BCC/DD_", goal="AAB/BDC/CD_")


OPEN = [
    ("#..#/.##./.##./#..#", "##?#/#?##/####/####", "lights:4x4,free=2.5,goal=1101/1011/1111/1111"),
    ("110/000/000", "1x0/0?0/000", "lights:3x3,free=1.4,goal=100/000/000"),
    ("110000000", "1?0000000", "lights:3x3,free=1,goal=100/000/000"),
    ("lights:3x3:110/000/000", "lights:3x3:1?0/000/000", "lights:3x3,free=1,goal=100/000/000"),
    ("lights:3x3,mod3:110/000/002", "2?0/0?0/001", "lights:3x3,mod3,free=1.4,goal=200/000/001"),
    ("1 2 3/4 5 6/7 0 8", "1 2 3/? ? ?/? ? x", "tiles:3x3,goal=1,2,3/4,4,4/4,4,0"),
    ("1 2 3/4 5 6/7 0 8", "123/???/??_", "tiles:3x3,goal=1,2,3/4,4,4/4,4,0"),
    ("1 2 3/4 5 6/7 0 8", "1 2 3 x x x x x 0", "tiles:3x3,goal=1,2,3/4,4,4/4,4,0"),
    ("ABC/DEF/G_H", "ABC/???/??_", "tiles:3x3,goal=1,2,3/4,4,4/4,4,0"),
    ("1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 ? 0", "tiles:3x3"),
]


@pytest.mark.parametrize(("board", "goal", "puzzle"), OPEN)
def test_open_goals_in_the_symbols_of_the_board(board: str, goal: str, puzzle: str) -> None:
    form = "square" if board.isdigit() else None
    assert solvable.check(board, goal=goal, format=form)["puzzle"] == puzzle


def test_open_goals_as_rows_and_in_json() -> None:
    wanted = "tiles:3x3,goal=1,2,3/4,4,4/4,4,0"
    rows = [[1, 2, 3], [None] * 3, [None, None, 0]]
    assert solvable.check([[1, 2, 3], [4, 5, 6], [7, 0, 8]], goal=rows)["puzzle"] == wanted
    assert solvable.check("1 2 3/4 5 6/7 0 8", goal=[1, 2, 3, None, None, None, None, None, 0])["puzzle"] == wanted
    assert formats.texts_of(json.loads(json.dumps(rows))) == ("1 2 3/? ? ?/? ? 0",)
    assert formats.texts_of(["on", "off"]) == ("on", "off")
    assert formats.texts_of(["110", "000", "000"]) == ('["110", "000", "000"]',)


def test_several_goals() -> None:
    answer = solvable.solve("110/000/000", goal=["on", "off", "0?0/000/000"])
    assert [claim["puzzle"] for claim in answer["goals"]] == [
        "lights:3x3,goal=111/111/111", "lights:3x3", "lights:3x3,free=1",
    ]  # fmt: skip
    assert solvable.verify(answer).verdict == "right"
    assert solvable.solve("110/000/000", goal=["110", "000", "000"])["length"] == 0  # rows of one goal


@pytest.mark.parametrize("goal", [["off", "1?01"], ["1?01", "off"], ["lights:4x1:0000", "1?01"]])
def test_one_name_or_id_in_a_list_makes_it_several_goals(goal: list[str]) -> None:
    assert len(solvable.check("lights:4x1:1111", goal=goal)["goals"]) == 2


def test_holes_stay_where_they_are() -> None:
    with pytest.raises(PuzzleError, match="holes"):
        solvable.check("AAB/BCC/-_D", goal="AAB/BCC/_D-")


@pytest.mark.parametrize("goal", ["1?0/000", "1?z/000/000", "?1?0?/000", "1?5/000/000"])
def test_open_goals_that_do_not_fit(goal: str) -> None:
    with pytest.raises(PuzzleError):
        solvable.check("110/000/000", goal=goal)
