"""Goals beside a board: names, IDs, boards in any text form, read with the symbols and the size of the board."""

from itertools import permutations

import pytest

from solvable import families, formats, game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.formats.goal import is_name
from solvable.formats.instances import many_boards
from solvable.formats.text import Text
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles
from solvable.tiles.goals import ALIASES, NAMES, named
from solvable.tiles.graphs.board import GraphTiles

HASHES = "#..#/.##./.##./#..#"
ASKED = [
    ("1 3 4 8 0 2 7 5 6", None, "1 2 3/4 5 6/7 8 0", "tiles:3x3:1,3,4/8,0,2/7,5,6"),
    ("3\n1 2 3\n4 5 6\n7 8 0", None, "0 1 2/3 4 5/6 7 8", "tiles:3x3,goal=blank-first:1,2,3/4,5,6/7,8,0"),
    ("3\n1 2 3\n4 5 6\n7 8 0", "header", "0 1 2/3 4 5/6 7 8", "tiles:3x3,goal=blank-first:1,2,3/4,5,6/7,8,0"),
    ("3\n1 2 3\n4 5 6\n7 8 0", "42", "0 1 2/3 4 5/6 7 8", "tiles:3x3,goal=blank-first:1,2,3/4,5,6/7,8,0"),
    ("110000000", "square", "111/111/111", "lights:3x3,goal=111/111/111:110/000/000"),
    ("110/000/000", None, "111111111", "lights:3x3,goal=111/111/111:110/000/000"),
    ("110/000", None, "111111", "lights:3x2,goal=111/111:110/000"),
    (HASHES, None, "####/####/####/####", "lights:4x4,goal=1111/1111/1111/1111:1001/0110/0110/1001"),
    (HASHES, None, "." * 16, "lights:4x4:1001/0110/0110/1001"),
    (HASHES.replace("#", "X"), None, "XXXX/XXXX/XXXX/XXXX", "lights:4x4,goal=1111/1111/1111/1111:1001/0110/0110/1001"),
    ("O#/##", "uva", "OO/OO", "lights:2x2,goal=11/11:10/00"),
    ("O#/##", "uva", "11/11", "lights:2x2,goal=11/11:10/00"),
    ("⬛🟡/⬛⬛", None, "🟡🟡🟡🟡", "lights:2x2,goal=11/11:01/00"),
    ("lights:3x3,mod3:210/000/000", None, "222/222/222", "lights:3x3,mod3,goal=222/222/222:210/000/000"),
    (
        "lights:4x4:1001/0110/0110/1001",
        None,
        "****/****/****/****",
        "lights:4x4,goal=1111/1111/1111/1111:1001/0110/0110/1001",
    ),
    ("lights:3x3:010/000/101", None, "lights:3x3:111/000/000", "lights:3x3,goal=111/000/000:010/000/101"),
    ("1 2 3/4 5 0", None, "5 4 3 2 1 0", "tiles:3x2,goal=5,4,3/2,1,0:1,2,3/4,5,0"),
    ("1 2 3/4 5 0", None, "[[5, 4, 3], [2, 1, 0]]", "tiles:3x2,goal=5,4,3/2,1,0:1,2,3/4,5,0"),
    ("123456780", None, "123804765", "tiles:3x3,goal=1,2,3/8,0,4/7,6,5:1,2,3/4,5,6/7,8,0"),
    ("7 1 2 0 3 4 5 6 7 8", None, "blank-last", "tiles:3x3:1,2,0/3,4,5/6,7,8"),
    ("####/####", None, "on", None),  # lit and dark still are two boards
    ("tiles:star6:1,2,3,4,5,0", None, "blank-first", "tiles:star6,goal=blank-first:1,2,3,4,5,0"),
]


@pytest.mark.parametrize(("text", "format_", "goal", "board"), ASKED)
def test_a_goal_is_read_as_its_board(text: str, format_: str | None, goal: str, board: str | None) -> None:
    if board is None:
        with pytest.raises(NotationError, match="can be read as"):
            formats.read(text, format=format_, goal=goal)
        return
    found = formats.read(text, format=format_, goal=goal)
    assert (found.puzzle, found.state) == game_id.parse(board)
    assert "goal" not in found.note


@pytest.mark.parametrize(
    ("text", "goal", "message"),
    [
        ("1 2 3/4 5 6/7 8 0", "snak", "did you mean snake?"),
        ("1 2 3/4 5 6/7 8 0", "on", "this puzzle has no goal on; its named goals: blank-last, blank-first, snail"),
        ("110/000/000", "snail", "this puzzle has no goal snail; its named goals: off, on"),
        ("110/000/000", "11/11", "not of the same size"),
        ("110/000/000", "112/000/000", "in the goal"),
        ("1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 8", "in the goal"),
        ("1 2 3/4 5 6/7 8 0", "110/000/000", "different families"),
        ("1 2 3/4 5 6/7 8 0", "1 2 3 4/5 6 7 0", "not of the same size"),
        ("1 2 3/4 5 6/7 8 0", "tiles:4x4#1", "not of the same size"),
        ("1 2 3/4 5 6/7 8 0", "lights:3x3:111/000/000", "different families"),
        ("tiles:petersen#1", "tiles:complete10#1", "different graphs"),
        ("1 2 3/4 5 6/7 8 0", "", "in the goal: the input is empty"),
    ],
)
def test_what_is_no_goal_of_the_board_is_refused(text: str, goal: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        formats.read(text, goal=goal)
    assert message in caught.value.message


@pytest.mark.parametrize("puzzle", [SlidingTiles(3, 3), SlidingTiles(4, 3, metric="mtm"), GraphTiles.board(3, 3)])
def test_every_named_goal_of_tiles_is_reached_by_its_name(puzzle: SlidingTiles | GraphTiles) -> None:
    goals = families.of(puzzle).goals(puzzle)
    assert list(goals) == [*NAMES, *ALIASES]
    for name, goal in goals.items():
        aimed = formats.with_goal(puzzle, name.upper())
        assert aimed.goal == goal() == named(name, puzzle.width, puzzle.height)
        assert is_name(name)


def test_goals_of_lights_by_name() -> None:
    cross = game_id.parse_puzzle("lights:3x3,dead=0.2.6.8")
    assert formats.with_goal(cross, "on").goal == (0, 1, 0, 1, 1, 1, 0, 1, 0)
    assert formats.with_goal(LightsOut(2, 2, k=5, goal=(1, 1, 1, 1)), "off").goal == (0, 0, 0, 0)


@pytest.mark.parametrize("goal", ["snake", "columns", "mirror", "snail"])
def test_ids_know_the_names_and_keep_their_canonical_spelling(goal: str) -> None:
    puzzle = game_id.parse_puzzle(f"tiles:3x3,goal={goal}")
    assert puzzle.goal == named(goal, 3, 3)
    cells = puzzle.format(puzzle.goal)
    assert game_id.format_puzzle(puzzle) == f"tiles:3x3,goal={'spiral' if goal == 'snail' else cells}"


def test_one_line_of_distinct_numbers_has_the_home_goal() -> None:
    for cells in permutations(range(4)):
        for between in (" ", ",", ", ", "  "):
            board = formats.read(between.join(map(str, cells)))
            assert (board.puzzle, board.state, board.is_evident) == (SlidingTiles(2, 2), cells, True)


def test_a_file_of_korf_counts_its_lines() -> None:
    assert many_boards(Text("7 0 1 2 3 4 5 6 7 8\n8 1 0 2 3 4 5 6 7 8"))
    for text in (
        "7 0 1 2 3 4 5 6 7 8",
        "7 0 1 2 3 4 5 6 7 8\n7 1 0 2 3 4 5 6 7 8",
        "0 1 2 3 4 5 6 7 8\n1 0 2 3 4 5 6 7 8",
        "1 1 1 2 3 4 5 6 7 8\n2 1 0 2 3 4 5 6 7 8",
    ):
        assert not many_boards(Text(text))
