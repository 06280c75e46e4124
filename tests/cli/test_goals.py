"""Goals on the command line, in a batch, in Python and on the page: the first boards that people type, and their right
answers; the same goal by every way of giving it."""

import json
from pathlib import Path
from typing import Any

import pytest

import solvable
from solvable.batch.answers import Line, answered
from solvable.batch.requests import Options
from solvable.checker import verify
from solvable.tiles.goals import ALIASES, NAMES, named
from solvable.web.endpoints import answer as asked

from .conftest import Cli

ORDERED = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"
FOURTEEN = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"
FIFTEEN = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 15 14"
HASHES = "#..#/.##./.##./#..#"

ROWS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("check", ORDERED), {"verdict": "solvable", "puzzle": "tiles:4x4"}),
    (("solve", ORDERED), {"verdict": "solved", "length": 0}),
    (("solve", ORDERED.replace(" ", ",")), {"length": 0}),
    (("check", FOURTEEN), {"verdict": "unsolvable", "other_goals": ["blank-first", "snake", "mirror"]}),
    (
        ("check", FOURTEEN.replace(" ", ",")),
        {"verdict": "unsolvable", "other_goals": ["blank-first", "snake", "mirror"]},
    ),
    (("check", FOURTEEN.replace(" ", ", ")), {"verdict": "unsolvable"}),
    (("solve", FIFTEEN, "--any"), {"verdict": "solved", "goal": "blank-last", "impossible_goals": ["blank-first"]}),
    (("check", FIFTEEN, "--goal", "blank-first"), {"verdict": "unsolvable", "goal": "blank-first"}),
    (("solve", "1 3 4 8 0 2 7 5 6", "--goal", "1 2 3/4 5 6/7 8 0"), {"length": 16}),
    (("solve", "1 3 4 8 0 2 7 5 6"), {"length": 16}),
    (("check", "square.txt", "--goal", "0 1 2/3 4 5/6 7 8"), {"verdict": "solvable", "goal": "blank-first"}),
    (("check", "square.txt", "--format", "header", "--goal", "0 1 2/3 4 5/6 7 8"), {"goal": "blank-first"}),
    (("check", "square.txt"), {"puzzle": "tiles:3x3", "verdict": "solvable"}),
    (("check", "commented.txt"), {"puzzle": "tiles:3x3", "verdict": "solvable"}),
    (("check", "remark.txt"), {"puzzle": "tiles:3x3", "verdict": "solvable"}),
    (("check", "commented.txt", "--format", "42"), {"puzzle": "tiles:3x3,goal=spiral", "verdict": "unsolvable"}),
    (("check", "square.txt", "--goal", "goal.txt"), {"goal": "blank-first"}),
    (("check", "110000000", "--format", "square", "--goal", "111/111/111"), {"verdict": "solvable"}),
    (
        ("solve", HASHES, "--goal", "####/####/####/####"),
        {"puzzle": "lights:4x4,goal=1111/1111/1111/1111", "length": 4},
    ),
    (("solve", HASHES.replace("#", "X"), "--goal", "XXXX/XXXX/XXXX/XXXX"), {"length": 4}),
    (("solve", "110/000/000", "--goal", "on"), {"puzzle": "lights:3x3,goal=111/111/111"}),
    (("check", "1 2 3/4 5 6/7 8 0 -> snail"), {"puzzle": "tiles:3x3,goal=spiral", "goal": "snail"}),
    (("check", "pair.txt"), {"puzzle": "tiles:3x3,goal=blank-first"}),
    (("check", f"1 {ORDERED}", "--goal", "blank-last"), {"puzzle": "tiles:4x4", "verdict": "solvable"}),
    (("check", "3\n0\n1\n2\n3\n4\n5\n6\n7\n8"), {"puzzle": "tiles:3x3,goal=blank-first", "goal": "blank-first"}),
]


@pytest.fixture
def files(tmp_path: Path) -> None:
    rows = "1 2 3\n4 5 6\n7 8 0\n"
    (tmp_path / "square.txt").write_text(f"3\n{rows}")
    (tmp_path / "commented.txt").write_text(f"# my board\n3\n{rows}")
    (tmp_path / "remark.txt").write_text(f"3 # x\n{rows}")
    (tmp_path / "goal.txt").write_text("0 1 2\n3 4 5\n6 7 8\n")
    (tmp_path / "pair.txt").write_text(f"Initial:\n{rows}\nGoal:\n0 1 2\n3 4 5\n6 7 8\n")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("words", "right"), [row for row in ROWS if row[1]], ids=lambda value: str(value)[:60])
def test_the_first_boards_that_people_type(cli: Cli, words: tuple[str, ...], right: dict[str, Any]) -> None:
    shell = cli(*words, "--json")
    answer = json.loads(shell.out)
    assert {name: answer.get(name) for name in right} == right
    assert shell.code == (1 if answer["verdict"] == "unsolvable" else 0)
    assert verify(answer).verdict == "right"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("check", FOURTEEN), "This is for the goal 1 … 15, blank last."),
        (("check", FOURTEEN), "Solvable for the goal blank first, then 1 … 15: --goal blank-first"),
        (("solve", FIFTEEN, "--any"), "This is for the goal 1 … 15, blank last."),
        (("solve", FIFTEEN, "--any"), "Impossible for the goal blank first, then 1 … 15: --goal blank-first"),
        (("check", "1 2 3/4 5 6/7 8 0", "--goal", "1 2 3/4 0 5/6 7 8"), "for the goal 1,2,3/4,0,5/6,7,8"),
        (
            ("moves", "1 2 3/4 5 6/7 0 8", "L", "--of", "tile", "--goal", "mirror"),
            "Solvable for the goal 1 … 8, blank last",
        ),
        (("explain", FOURTEEN), "leads from this board to the goal “1 … 15, blank last”."),
        (("check", FOURTEEN, "--lang", "zh"), "这里的目标是：1 … 15，空位在最后。"),
        (("check", FOURTEEN, "--lang", "zh"), "换成目标“空位在最前，然后 1 … 15”则有解：--goal blank-first"),
        (("explain", FOURTEEN, "--lang", "zh"), "空位在最前，然后 1 … 15；1 … 15 往返排列（蛇形）"),
    ],
)
def test_a_verdict_names_its_goal_in_words(cli: Cli, words: tuple[str, ...], told: str) -> None:
    shown = "".join(cli(*words).out.split())
    assert "".join(told.split()) in shown


def test_a_solvable_board_with_the_home_goal_says_nothing_of_goals(cli: Cli) -> None:
    shell = cli("solve", "8 6 7/2 5 4/3 0 1")
    assert "goal" not in shell.out and not shell.err


def test_a_line_with_an_index_is_asked_about(cli: Cli) -> None:
    shell = cli("check", f"1 {ORDERED}")
    assert shell.code == 2 and "--format korf or --format compact" in shell.err
    assert json.loads(cli("check", f"1 {ORDERED}", "--format", "korf", "--json").out)["goal"] == "blank-first"


def by_batch(board: str, goal: str) -> Any:
    return json.loads(answered([Line(1, board.encode())], Options(goal=goal)).text)


def by_object(board: str, goal: str) -> Any:
    return json.loads(answered([Line(1, json.dumps({"board": board, "goal": goal}).encode())], Options()).text)


def plain(answer: Any) -> Any:
    """The answer as JSON has it, without its time."""
    return {name: value for name, value in json.loads(json.dumps(answer)).items() if name != "seconds"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES, *ALIASES])
@pytest.mark.parametrize(
    "board", ["1 2 3 4 5 6 7 8 0", "1,2,3/4,5,6/7,8,0", "tiles:3x3:1,2,3/4,5,6/8,7,0", "[[2,1,3],[4,5,6],[7,8,0]]"]
)
def test_every_front_end_reads_every_named_goal_alike(cli: Cli, board: str, name: str) -> None:
    goal = named(name, 3, 3)
    cells = solvable.SlidingTiles(3, 3).format(goal)
    puzzle, state = solvable.parse(board)
    right = solvable.check((solvable.SlidingTiles(3, 3, goal=goal), state))
    for text in (name, name.upper(), cells, cells.replace("/", "\n"), cells.replace("/", ",")):
        shown = [
            json.loads(cli("check", board, "--goal", text, "--json").out),
            solvable.check(board, goal=text),
            solvable.check(state, puzzle=puzzle, goal=text),
            solvable.check((puzzle, state), goal=text),
            solvable.check(f"{board} -> {text}"),
            asked("check", {"board": board, "goal": text}),
            asked("check", {"board": f"{board} -> {text}"}),
        ]
        assert all(plain(each) == plain(right) for each in shown)
        solved = [by_batch(board, text), by_object(board, text)]
        assert {each["puzzle"] for each in solved} == {right["puzzle"]}
        assert asked("parse", {"text": board, "goal": text})["puzzle"] == right["puzzle"]
    assert solvable.check(board, goal=[goal[:3], goal[3:6], goal[6:]])["puzzle"] == right["puzzle"]
    assert solvable.check(board, goal=goal)["puzzle"] == right["puzzle"]
