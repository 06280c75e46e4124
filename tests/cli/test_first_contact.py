"""What people type first, and the right value: found by a hard test of the program, one row a finding.

A row is the command line (or the text of standard input), the exit code, and what is true of the answer or the error.
"""

import json
from typing import Any

import pytest
from tests.cli.conftest import Cli

SOLVED_15 = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"
SWAPPED_15 = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"
ON_3 = "lights:3x3,goal=111/111/111:110/000/000"
ON_4 = "lights:4x4,goal=1111/1111/1111/1111:1001/0110/0110/1001"
HEXAGON = "1 0 1\n0 1 1 0\n1 1 0 1 1\n0 1 1 0\n1 0 1"


def answered(cli: Cli, words: list[str], code: int, stdin: str = "") -> dict[str, Any]:
    shown = cli(*words, "--json", stdin=stdin)
    assert shown.code == code, shown
    answer: dict[str, Any] = json.loads(shown.out)
    return answer


@pytest.mark.parametrize(
    ("words", "code", "wanted"),
    [
        (["solve", SOLVED_15], 0, {"length": 0}),
        (["solve", SOLVED_15.replace(" ", ", ")], 0, {"length": 0}),
        (["check", SWAPPED_15], 1, {"verdict": "unsolvable"}),
        (["check", SWAPPED_15.replace(" ", ",")], 1, {"verdict": "unsolvable"}),
        (["check", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 15 14"], 0, {"impossible_goals": ["blank-first"]}),
        (["check", SWAPPED_15, "--goal", "blank-first"], 0, {"verdict": "solvable"}),
        (["solve", "1 3 4 8 0 2 7 5 6", "--goal", "1 2 3/4 5 6/7 8 0"], 0, {"length": 16}),
        (["check", "110000000", "--goal", "111/111/111"], 0, {"board": ON_3}),
        (["check", "110000000", "--format", "square", "--goal", "111/111/111"], 0, {"board": ON_3}),
        (["check", "#..#/.##./.##./#..#", "--goal", "####/####/####/####"], 0, {"board": ON_4}),
        (["check", "X..X/.XX./.XX./X..X", "--goal", "XXXX/XXXX/XXXX/XXXX"], 0, {"board": ON_4}),
        (["solve", "AAB/BCC/D_D", "--goal", "AAB/BCC/DD_"], 0, {"length": 1}),
        (["solve", "1 1 1/2 2 2/3 3 0", "--goal", "3 3 2/2 2 1/1 1 0"], 0, {"length": 24}),
        (["solve", "🍎🍎🍌/🍌🍒🍒/🍇_🍇", "--goal", "🍎🍎🍌/🍌🍒🍒/🍇🍇_"], 0, {"length": 1}),
        (["solve", "4-1-2/7-e-3/8-5-6"], 0, {"board": "tiles:3x3:4,1,2/7,0,3/8,5,6"}),
        (["solve", "110|000|000|"], 0, {"length": 5}),
        (["solve", "1 2 3 4, 5 6 7 8, 9 10 11 12, 13 14 15 0"], 0, {"length": 0}),
        (["solve", "[[1,2,3],[4,None,5],[7,8,6]]"], 0, {"length": 2}),
        (["solve", "[[1,2,3],[4,'B',5],[7,8,6]]"], 0, {"length": 2}),
        (["solve", r"A = \begin{bmatrix} 1 & 2 & 3 \\ 4 & 0 & 5 \\ 7 & 8 & 6 \end{bmatrix}"], 0, {"length": 2}),
        (["solve", r"$$\begin{bmatrix} 1 & 2 & 3 \\ 4 & 0 & 5 \\ 7 & 8 & 6 \end{bmatrix}$$"], 0, {"length": 2}),
        (["solve", '{"grid": [[1,1,0],[0,0,0],[0,0,0]]}'], 0, {"length": 5}),
        (["solve", '{"tiles": [1,2,3,4,0,5,7,8,6]}'], 0, {"length": 2}),
        (["solve", '{"initialState": [[1,2,3],[4,0,5],[7,8,6]]}'], 0, {"length": 2}),
        (["solve", "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}"], 0, {"length": 2}),
        (["solve", "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}", "--format", "counters"], 0, {"length": 10}),
        (["solve", "1 2 3/4 0 5/7 8 6 -> 1 2 3/4 5 0/7 8 6"], 0, {"length": 1}),
        (["check", "110/000/000", "--goal", "0?0/?0?/0?0"], 0, {"verdict": "solvable"}),
        (["solve", "1 2 3/4 0 5/7 8 6", "--goal", "1 2 3/? ? ?/? ? 0"], 0, {"length": 2}),
    ],
)
def test_the_first_board_is_answered(cli: Cli, words: list[str], code: int, wanted: dict[str, Any]) -> None:
    answer = answered(cli, words, code)
    assert {key: answer.get(key) for key in wanted} == wanted
    checked = cli("verify", "--json", stdin=json.dumps(answer))
    assert json.loads(checked.out)["verdict"] == "right", checked


@pytest.mark.parametrize(
    ("text", "code", "wanted"),
    [
        ("3\n1 2 3\n4 5 6\n7 8 0\n", 0, {"length": 0}),
        ("  1 2 3\n1 O . O\n2 . O .\n3 O . O\n", 0, {"board": "lights:3x3:101/010/101"}),
        ("   0 1 2\n0: O . O\n1: . O .\n2: O . O\n", 0, {"board": "lights:3x3:101/010/101"}),
        (HEXAGON, 0, {"board": "lights:5x5,hex,dead=0.1.5.19.23.24:00101/00110/11011/01100/10100"}),
        (
            "1 57 276361933\n14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n",
            1,
            {"other_goals": ["blank-first", "snake", "mirror"]},
        ),
        ("Initial:\n1 2 3\n4 0 5\n7 8 6\nGoal:\n1 2 3\n4 5 0\n7 8 6\n", 0, {"length": 1}),
        ("start = [[1,2,3],[4,0,5],[7,8,6]]\ngoal = [[1,2,3],[4,5,0],[7,8,6]]\n", 0, {"length": 1}),
        ("1 2 3\n4 0 5\n7 8 6\n\n1 2 3\n4 5 0\n7 8 6\n", 0, {"length": 1}),
    ],
)
def test_the_first_text_is_answered(cli: Cli, text: str, code: int, wanted: dict[str, Any]) -> None:
    answer = answered(cli, ["solve"], code, text)
    assert {key: answer.get(key) for key in wanted} == wanted


def test_a_comment_says_nothing_of_the_goal(cli: Cli) -> None:
    for text in ("# my board\n3\n1 2 3\n4 5 6\n7 8 0\n", "3 # x\n1 2 3\n4 5 6\n7 8 0\n"):
        assert answered(cli, ["check"], 0, text)["board"] == "tiles:3x3:1,2,3/4,5,6/7,8,0"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", SWAPPED_15], ["1 … 15, blank last", "--goal blank-first"]),
        (["solve", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 15 14"], ["44 moves", "blank last"]),
        (["check", SWAPPED_15, "--lang", "zh"], ["--goal blank-first"]),
    ],
)
def test_a_verdict_names_its_goal(cli: Cli, words: list[str], said: list[str]) -> None:
    shown = cli(*words)
    assert all(word in shown.out + shown.err for word in said), shown


def test_another_goal_that_turns_the_verdict_round_is_in_the_answer(cli: Cli) -> None:
    answer = answered(cli, ["check", SWAPPED_15], 1)
    assert answer["other_goals"] == ["blank-first", "snake", "mirror"]
    for forged in ([], ["columns"], answer["other_goals"][:1]):
        shown = cli("verify", "--json", stdin=json.dumps(answer | {"other_goals": forged}))
        assert json.loads(shown.out)["verdict"] == "wrong"


def test_of_several_goals_the_nearest_counts(cli: Cli) -> None:
    answer = answered(cli, ["solve", "111/101/111", "--goal", "on", "--goal", "off"], 0)
    lengths = [answered(cli, ["solve", "111/101/111", "--goal", goal], 0)["length"] for goal in ("on", "off")]
    assert answer["length"] == min(lengths)


def test_answers_of_a_batch_are_tied_to_their_lines(cli: Cli) -> None:
    text = '110/000/000\n{"id": "a", "board": "8 6 7/2 5 4/3 0 1"}\n1\n10\n\n' + SOLVED_15 + "\n"
    shown = cli("batch", "-", stdin=text)
    rows = [json.loads(line) for line in shown.out.splitlines()]
    assert [row["line"] for row in rows] == [1, 2, 3, 4, 6] and rows[1]["id"] == "a" and shown.code == 2
    assert ["error" in row for row in rows] == [False, False, True, True, False]
    assert [row.get("length") for row in rows] == [5, 31, None, None, 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["new", "tiles:3x3,mtm", "--exact", "24", "--count", "3"], 3),
        (["new", "tiles:4x4", "--exact", "80", "--count", "18", "--time", "1"], 3),  # there are 17
        (["explain", "110/000/000", "--gif", "x.txt"], 2),
        (["check", "tiles:3x3,mtm,stm:1,2,3/4,5,6/7,8,0"], 2),
    ],
)
def test_what_cannot_be_given_has_its_exit_code(cli: Cli, words: list[str], code: int) -> None:
    shown = cli(*words)
    assert shown.code == code, shown


@pytest.mark.parametrize("move", ["ends", "simplified", "inverse", "lengths", "letters_of_blank", "inverse_letters"])
def test_what_is_said_of_a_list_of_moves_is_recomputed(cli: Cli, move: str) -> None:
    shown = cli("moves", "1,2,3/4,0,5/7,8,6", "LURD", "--of", "tile", "--json")
    answer = json.loads(shown.out)
    value = answer[move]
    forged = (
        [*value, 0]
        if isinstance(value, list)
        else {**value, "stm": value["stm"] + 1}
        if isinstance(value, dict)
        else value.replace("1", "2", 1)
        if move == "ends"
        else value + "U"
    )
    for given, verdict in ((answer, "right"), (answer | {move: forged}, "wrong")):
        assert json.loads(cli("verify", "--json", stdin=json.dumps(given)).out)["verdict"] == verdict, (move, given)
