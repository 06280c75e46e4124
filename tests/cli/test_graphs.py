"""Tiles on graphs, boards with holes and picture puzzles from the command line: what is read, and what is verified."""

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Cli

PUZZLES = [
    "tiles:theta0",
    "tiles:cube",
    "tiles:wheel6",
    "tiles:graph=5;0-1-2-0;2-3-4-2",
    "tiles:graph=7;0-1-2-0;2-3-4-5-2;5-6,goal=3,1,1,2,2,3,0",
    "tiles:3x3,dead=4",
    "tiles:4x3,dead=0.11,goal=blank-first",
    "tiles:3x3,goal=1,1,1/2,2,2/3,3,0",
    "tiles:3x3,goal=ABB/A_C/CDD",
]


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_answer_can_be_verified(cli: "Cli", puzzle: str) -> None:
    board = f"{puzzle}#1"
    asked = f"check {board}|solve {board}|solve {board} --any|solve {board} --near|solve {board} --all 3"
    lines = ""
    for words in f"{asked}|count {puzzle}|new {puzzle} --count 2 --seed 5|new {puzzle} --exact 6".split("|"):
        shown = cli(*words.split(), "--json")
        assert shown.code == 0, shown.err
        lines += shown.out
    assert lines.count("\n") >= 9
    shown = cli("verify", stdin=lines)
    assert shown.code == 0, shown.out
    assert "not recomputed" not in shown.out
    position = json.loads(lines.splitlines()[0])["board"]
    assert cli("convert", position, "--to", "id").out == position + "\n"


CYLINDER = "tiles:graph=25;" + ";".join(
    ["-".join(str(5 * row + column % 5) for column in range(6)) for row in range(5)]
    + ["-".join(str(5 * row + column) for row in range(5)) for column in range(5)]
)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["tiles:5x5,dead=12", "tiles:6x5,dead=7.22,goal=blank-first", CYLINDER])
def test_boards_too_large_for_a_search_get_some_solution(cli: "Cli", puzzle: str) -> None:
    board = f"{puzzle}#1"
    lengths = []
    for words, code in (("--any", 0), ("--near --time 0.6", 0), ("--time 0.3", 3)):
        shown = cli("solve", board, *words.split(), "--json")
        assert shown.code == code, shown.err
        answer = json.loads(shown.out)
        lengths.append(answer["length"])
        assert 0 < answer["lower_bound"] < answer["length"]
        assert cli("verify", stdin=shown.out).code == 0
    assert lengths[1] <= lengths[0]


@pytest.mark.parametrize("puzzle", ["tiles:theta0", "tiles:graph=5;0-1-2-0;2-3-4-2", "tiles:3x2,goal=1,1,2/2,3,0"])
def test_tables_of_distances(cli: "Cli", puzzle: str) -> None:
    (answer,) = map(json.loads, cli("table", "distances", puzzle, "--json").out.splitlines())
    count = json.loads(cli("count", puzzle, "--json").out)
    assert sum(map(int, answer["distribution"])) == int(count["solvable_states"])
    assert cli("verify", stdin=json.dumps(answer)).code == 0
    farthest = len(answer["distribution"]) - 1
    made = json.loads(cli("new", puzzle, "--exact", str(farthest), "--json").out)
    assert made["length"] == farthest
    assert cli("new", puzzle, "--exact", str(farthest + 1)).code == 2


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("tiles:theta0:2,1,3,4,5,6,0", "classes of at most 120"),
        ("tiles:cube:2,1,3,4,5,6,7,0", "an odd number of swaps"),
        ("tiles:cycle5:1,3,2,4,0", "around the cycle the tiles read 1 3 2 4, in the goal 1 2 3 4"),
        ("tiles:graph=5;0-1-2-0;2-3-4-2:1,4,3,2,0", "0 1 2: has 4 but needs 2"),
        ("tiles:path4:2,1,3,0", "0 1: has 2 but needs 1"),
        ("tiles:3x3,dead=4:2,1,3/4,-,5/6,7,0", "no rotation turns one into the other"),
    ],
)
def test_the_reason_is_told_in_words(cli: "Cli", board: str, told: str) -> None:
    for command in ("check", "solve"):
        shown = cli(command, board)
        assert shown.code == 1
        assert shown.out.startswith("Unsolvable, and here is why.\n")
        assert told in shown.out.replace("\n", " ")
        chinese = cli(command, board, "--lang", "zh").out
        assert chinese.startswith("无解")
        assert "blocks." not in chinese
    assert cli("verify", stdin=cli("check", board, "--json").out).code == 0


def test_solvable_boards_are_told_part_by_part(cli: "Cli") -> None:
    shown = cli("check", "tiles:3x3,goal=AAB/BCC/DD_:BAA/BCC/DD_").out
    assert "no odd cycle, but identical tiles" in " ".join(shown.split())
    assert "Every part can be solved" in shown
    assert "│ B │ A │ A │" in shown


def test_drawings(cli: "Cli") -> None:
    shown = cli("solve", "tiles:3x3,dead=4:1,2,3/4,-,5/6,0,7").out
    assert " 2 │ 4 │░░░│ 5 │" in shown
    assert "  L\n" in shown
    shown = cli("solve", "tiles:petersen#1").out
    assert "  Vertex  0  1  2" in shown
    assert "As letters" not in shown
    assert "Slide the tiles on these vertices:" in cli("solve", "tiles:wheel5,goal=1,1,2,2,0#1").out
    assert "⋮" in cli("check", "tiles:cycle3000#1").out
    assert "<svg" in _svg(cli, "tiles:petersen")


def _svg(cli: "Cli", puzzle: str) -> str:
    from pathlib import Path

    assert cli("count", puzzle, "--svg", "drawn.svg").code == 0
    return Path("drawn.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("board", "column", "told"),
    [
        ("tiles:petersn:1,2", 7, "did you mean petersen?"),
        ("tiles:cycle2:1,0", 7, "at least 3 vertices"),
        ("tiles:graph=3;0-1;1-3:1,2,0", 19, "is not an edge"),
        ("tiles:graph=3;0-1:1,2,0", 7, "not connected"),
        ("tiles:theta0:1,2,3,4,5,6,6", 26, "more often than in the goal"),
        ("tiles:theta0:1,2,3", 19, "too few"),
        ("tiles:3x3,dead=9:1", 16, "there is no cell 9"),
        ("tiles:3x3,dead=1.3.4.5.7:1", 7, "not connected"),
        ("tiles:3x3,dead=4:1,2,3/4,5,6/7,8,0", 26, "cell 4 is a hole"),
        ("tiles:2x2,goal=AB/C_:AB/D_", 25, "the goal has no tile D"),
        ("tiles:petersen,mtm:1", 16, "single-tile moves"),
        ("tiles:petersen,dead=1:1", 16, "no dead cells"),
    ],
)
def test_mistakes_are_told_with_their_place(cli: "Cli", board: str, column: int, told: str) -> None:
    shown = cli("check", board)
    assert shown.code == 2
    assert told in shown.err
    assert f"argument:1:{column}:" in shown.err, shown.err


def test_what_is_not_for_graphs_is_refused(cli: "Cli") -> None:
    board = "tiles:petersen#1"
    for words in (
        ("chase", board),
        ("quiet", "tiles:petersen"),
        ("matrix", "tiles:petersen"),
        ("convert", board, "--to", "korf"),
    ):
        assert cli(*words).code == 2
    assert cli("solve", board, "--metric", "mtm").code == 2
    assert cli("solve", board, "--metric", "stm").code == 0
    shown = cli("check", board, "--goal", "tiles:complete10#1")
    assert (shown.code, "different graphs" in shown.err) == (2, True)
    goal = cli("check", board, "--goal", "tiles:petersen:9,8,7,6,5,4,3,2,1,0", "--json")
    assert json.loads(goal.out)["puzzle"] == "tiles:petersen,goal=9,8,7,6,5,4,3,2,1,0"
    assert cli("verify", stdin=goal.out).code == 0


def test_what_is_too_large_is_bounded(cli: "Cli") -> None:
    shown = cli("solve", "tiles:6x6,dead=14#1", "--time", "0.2", "--json")
    assert shown.code == 3
    answer = json.loads(shown.out)
    assert (answer["verdict"], answer["optimal"]) == ("bounded", False)
    assert cli("verify", stdin=shown.out).code == 0
    shown = cli("solve", "tiles:5x5,goal=AAAAA/BBBBB/CCCCC/DDDDD/EEEE_#1", "--time", "0.2", "--json")
    assert shown.code == 3
    answer = json.loads(shown.out)
    assert 0 < answer["lower_bound"] < answer["length"]
    assert cli("verify", stdin=shown.out).code == 0
