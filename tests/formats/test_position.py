"""A board and its goal in one text: arrows, labels, assignments, objects, two boards one after the other."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import formats, game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.tiles.board import SlidingTiles
from solvable.tiles.goals import NAMES

START, GOAL = "1 2 3/4 0 6/7 5 8", "0 1 2/3 4 5/6 7 8"
BOARD = "tiles:3x3,goal=blank-first:1,2,3/4,0,6/7,5,8"
LINES = START.replace("/", "\n"), GOAL.replace("/", "\n")
LISTS = json.dumps([[1, 2, 3], [4, 0, 6], [7, 5, 8]]), json.dumps([[0, 1, 2], [3, 4, 5], [6, 7, 8]])
PAIRS = [
    "{start} -> {goal}",
    "{start}->{goal}",
    "{start} => {goal}",
    "{start} → {goal}",
    "{start}\n→\n{goal}",
    "Initial: {start}\nGoal: {goal}",
    "Initial state:\n{start}\n\nGoal state:\n{goal}\n",
    "initial = {start}\ngoal = {goal}",
    "Start: {start}; Goal: {goal}",
    "start = {start}, goal = {goal}",
    "Goal:\n{goal}\nStart:\n{start}",
    "How do I solve this?\nStart:\n{start}\nTarget:\n{goal}",
    "**Start:** {start}\n**End:** {goal}".replace("**", ""),
    "初始：\n{start}\n目标：\n{goal}",
    "初始状态：{start}\n目标状态：{goal}",
    "{start}\nGoal:\n{goal}",
    "int start = {start};\nint goal = {goal};",
]


@pytest.mark.parametrize("pattern", PAIRS)
@pytest.mark.parametrize(("start", "goal"), [(START, GOAL), LINES, LISTS], ids=["slashes", "lines", "lists"])
def test_start_and_goal_in_one_text(pattern: str, start: str, goal: str) -> None:
    found = formats.read(pattern.format(start=start, goal=goal))
    assert (found.puzzle, found.state) == game_id.parse(BOARD)


@pytest.mark.parametrize(
    ("start", "goal"), list(product(("start", "initial", "initialState", "board"), ("goal", "goalState", "target")))
)
def test_start_and_goal_in_one_object(start: str, goal: str) -> None:
    one, other = map(json.loads, LISTS)
    for values in ((one, other), (START, GOAL), (one, "blank-first"), (BOARD, GOAL)):
        found = formats.read(json.dumps({goal: values[1], start: values[0]}))
        assert (found.puzzle, found.state) == game_id.parse(BOARD)


@pytest.mark.parametrize("between", ["\n\n", "\n \n\n", "//"])
def test_two_boards_are_a_start_and_its_goal_and_the_note_says_so(between: str) -> None:
    mark = "\n" if "\n" in between else "/"
    for start, goal, board in (
        (START, GOAL, BOARD),
        ("110/000/000", "111/111/111", "lights:3x3,goal=111/111/111:110/000/000"),
        ("#.#/.#.", "###/###", "lights:3x2,goal=111/111:101/010"),
    ):
        found = formats.read(start.replace("/", mark) + between + goal.replace("/", mark))
        assert (found.puzzle, found.state) == game_id.parse(board)
        assert found.note.endswith("the first board is the start, the second the goal") and not found.is_evident


@pytest.mark.parametrize("text", ["1 2 3/4 0 6/7 5 8\n0 1 2/3 4 5/6 7 8", "1 2 3 4 0 6 7 5 8\n0 1 2 3 4 5 6 7 8"])
def test_start_and_goal_one_a_line(text: str) -> None:
    found = formats.read(text)
    assert (found.puzzle, found.state) == game_id.parse(BOARD)
    assert "the second the goal" in found.note


@pytest.mark.parametrize("name", NAMES)
def test_a_goal_by_name_after_an_arrow_or_a_label(name: str) -> None:
    for text in (f"{START} -> {name}", f"{START}\ngoal: {name}", f"tiles:3x3:{START.replace(' ', ',')} -> {name}"):
        assert formats.read(text).puzzle == SlidingTiles(3, 3, goal=name)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1 2 3/4 0 6/7 5 5 -> 1 2 3/4 5 6/7 8 0", 1, 17, "tile 5 appears twice"),
        ("1 2 3/4 0 6/7 5 8 -> 1 2 3/4 5 6/7 8 8", 1, 38, "in the goal: tile 8 appears twice"),
        ("Start:\n1 2 3\n4 0 6\n7 5 8\nGoal:\n1 2 3\n4 5 6\n7 9 0", 8, 3, "in the goal: there is no tile 9"),
        ("1 2 3/4 0 6/7 5 8 -> 1 2/3 0", 1, 1, "not of the same size"),
        ("110/000/000 -> 1 2 3/4 5 6/7 8 0", 1, 1, "different families"),
    ],
)
def test_errors_of_either_board_have_their_place_in_the_whole_text(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(PuzzleError) as caught:
        formats.read(text)
    assert message in caught.value.message
    if isinstance(caught.value, NotationError):
        assert (caught.value.line, caught.value.column) == (line, column)


def test_a_second_goal_must_be_the_same() -> None:
    text = f"{START} -> {GOAL}"
    assert formats.read(text, goal="blank-first") == formats.read(text)
    with pytest.raises(PuzzleError, match="a goal of its own"):
        formats.read(text, goal="snail")


@pytest.mark.parametrize("text", ["tiles:4x4#a->b", "tiles:4x4#a -> b", "lights:5x5#goal: x"])
def test_a_seed_holds_no_goal(text: str) -> None:
    puzzle, state = game_id.parse(text)
    found = formats.read(text)
    assert (found.puzzle, found.state) == (puzzle, state)


@given(st.permutations(range(9)), st.permutations(range(9)), st.sampled_from(PAIRS))
def test_any_two_boards_are_start_and_goal(start: list[int], goal: list[int], pattern: str) -> None:
    puzzle = SlidingTiles(3, 3, goal=tuple(goal))
    found = formats.read(pattern.format(start=puzzle.format(start), goal=puzzle.format(goal)))
    assert (found.puzzle, found.state) == (puzzle, tuple(start))


SAID = [
    ("110/000/000\nGoal: all on", "lights:3x3,goal=111/111/111:110/000/000"),
    ("110/000/000\nGoal: All off.", "lights:3x3:110/000/000"),
    ("Goal: on\n110\n000\n000", "lights:3x3,goal=111/111/111:110/000/000"),
    ("Goal: 111/111/111\n110\n000\n010", "lights:3x3,goal=111/111/111:110/000/010"),
    ("Goal: snail\n1 2 3\n4 0 6\n7 5 8", "tiles:3x3,goal=spiral:1,2,3/4,0,6/7,5,8"),
    ("1 2 3/4 5 6/7 0 8\nGoal: blank first", "tiles:3x3,goal=blank-first:1,2,3/4,5,6/7,0,8"),
    ("110/000/000\ntarget: 5 moves", "lights:3x3:110/000/000"),
    (
        '{"board": [[1,2,3],[4,0,5]], "goal": [[null,null,null],[null,null,0]]}',
        "tiles:3x2,goal=1,1,1/1,1,0:1,1,1/1,0,1",
    ),
]


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_a_goal_in_words(text: str, wanted: str) -> None:
    board = formats.read(text)
    assert game_id.format_board(board.puzzle, board.state) == wanted


def test_several_goals_in_an_object() -> None:
    board = formats.read('{"board": "110/000/000", "goal": ["on", "off"]}')
    assert [game_id.format_puzzle(puzzle) for puzzle, _ in board.targets.every] == [
        "lights:3x3,goal=111/111/111",
        "lights:3x3",
    ]


@pytest.mark.parametrize("goal", ["everything lit", "turn on all 9 lamps", "a spiral of lamps", "全部亮", "3 lamps on"])
@pytest.mark.parametrize("text", ["110\n000\n000\nGoal: {}", "Goal: {}\n110\n000\n000", "110/000/000\n目标：{}"])
def test_a_goal_that_is_said_is_never_left_out(text: str, goal: str) -> None:
    with pytest.raises(NotationError, match="in the goal"):
        formats.read(text.format(goal))
