"""new, convert, verify, pdb: what is made is what was asked for, and a wrong answer is found."""

import json
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from solvable import checker

if TYPE_CHECKING:
    from tests.cli.conftest import Cli


def answers(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_contest_set_of_equal_difficulty(cli: "Cli") -> None:
    made = answers(cli("new", "lights:5x5", "--exact", "6", "--count", "3", "--seed", "a", "--json").out)
    assert len({answer["board"] for answer in made}) == 3
    assert all(answer["length"] == 6 and answer["optimal"] and checker.verify(answer) for answer in made)
    tiles = answers(cli("new", "tiles:3x3", "--exact", "12", "--count", "2", "--seed", "a", "--json").out)
    assert [answer["length"] for answer in tiles] == [12, 12]


def test_a_seed_makes_the_same_boards_everywhere(cli: "Cli") -> None:
    first = cli("new", "lights:4x4", "--seed", "s", "--count", "2").out
    assert first == cli("new", "lights:4x4", "--seed", "s", "--count", "2").out
    made = answers(cli("new", "lights:4x4", "--seed", "s", "--json").out)
    assert made[0]["board"] == answers(cli("check", "lights:4x4#s", "--json").out)[0]["board"]
    assert "The minimum is" in first


def test_a_seed_in_the_puzzle_is_that_of_the_board_and_a_position_is_no_puzzle(cli: "Cli") -> None:
    (made,) = answers(cli("new", "tiles:3x3#4", "--json", "--no-time").out)
    assert made["board"] == cli("convert", "tiles:3x3#4", "--to", "id").out.strip()
    assert [made] == answers(cli("new", "tiles:3x3#9", "--seed", "4", "--json", "--no-time").out)
    told = cli("new", "lights:2x2:10/00")
    assert (told.code, "a puzzle, not of a position" in told.err) == (2, True)


def test_convert_there_and_back(cli: "Cli") -> None:
    board = cli("convert", "110/000/000", "--to", "id").out.strip()
    assert board == "lights:3x3:110/000/000"
    written = cli("convert", board, "--to", "json").out
    assert cli("convert", "--to", "id", stdin=written).out.strip() == board


def test_verify_accepts_what_is_right_and_finds_what_is_wrong(cli: "Cli") -> None:
    made = cli("solve", "110/000/000", "--json").out + cli("check", "1,3,2/4,5,6/7,8,0", "--json").out
    right = cli("verify", stdin=made)
    assert right.code == 0
    assert right.out == "2 answers: 2 correct\n"
    shown = cli("verify", "-v", stdin=made).out.splitlines()
    assert [line[:15] for line in shown if line.startswith("line")] == ["line 1: correct", "line 2: correct"]
    wrong = cli("verify", "--json", stdin=made.replace('"moves": [0,', '"moves": [1,'))
    assert wrong.code == 1
    assert [row["valid"] for row in answers(wrong.out)] == [False, True]
    told = cli("verify", stdin=made.replace('"moves": [0,', '"moves": [1,')).out
    assert "line 1: wrong" in told
    assert "moves" in told


def test_lines_that_were_no_boards_are_counted_apart(cli: "Cli") -> None:
    wrong = '{"line": 2, "error": "no board"}\n'
    assert cli("verify", stdin=cli("solve", "110/000/000", "--json").out + wrong).out == (
        "2 answers: 1 correct, 1 without a board\n"
    )
    alone = cli("verify", stdin=wrong)
    assert (alone.code, alone.out) == (0, "line 1: no board was read, so there is nothing to check\n")


def test_what_was_too_large_to_recompute_is_named_and_may_be_trusted(cli: "Cli") -> None:
    large = json.dumps({"puzzle": "lights:90x90,torus", "nullity": 0})
    shown = cli("verify", stdin=large)
    assert (shown.code, "not recomputed: nullity" in shown.out) == (3, True)
    assert cli("verify", "--trust", stdin=large).code == 0
    many = large + '\n{"puzzle": "lights:5x5", "nullity": 2}\n{"puzzle": "lights:5x5", "nullity": 3}\n'
    shown = cli("verify", stdin=many)
    assert (shown.code, shown.out.splitlines()[-1]) == (1, "3 answers: 1 correct, 1 wrong, 1 not wholly recomputed")
    assert [row["verdict"] for row in answers(cli("verify", "--json", stdin=many).out)] == [
        "unchecked",
        "right",
        "wrong",
    ]


def test_a_terminal_obeys_nothing_of_an_answer(cli: "Cli") -> None:
    bad = json.dumps({"puzzle": "lights:1x1", "board": "\x1b[31m", "verdict": "solved", "\x1b]": 1})
    shown = cli("verify", stdin=bad)
    assert (shown.code, "\x1b" in shown.out) == (1, False)


def test_what_never_ends_is_refused_at_a_glance(cli: "Cli") -> None:
    assert cli("verify", "/dev/zero").code == 2


def test_an_answer_may_be_spread_over_lines(cli: "Cli") -> None:
    answer = json.loads(cli("solve", "110/000/000", "--json").out)
    Path("answer.json").write_text(json.dumps(answer, indent=2))
    assert cli("verify", "answer.json").code == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no answers in the input"),
        ("{}\nnonsense\n", "stdin:2:1"),
        ("[1]\n", "stdin:1:1"),
        ("[" * 10**5, "stdin:1:"),
    ],
    ids=["empty", "not json", "a list", "deep"],
)
def test_what_is_no_answer_is_an_input_error(cli: "Cli", text: str, told: str) -> None:
    shown = cli("verify", stdin=text)
    assert shown.code == 2
    assert told in shown.err


def test_bytes_that_are_no_text_are_an_input_error(cli: "Cli") -> None:
    shown = cli("verify", stdin=b"{}\n\xff\xfe")
    assert shown.code == 2
    assert "stdin:2:1" in shown.err


def test_pattern_databases_are_built_checked_and_removed(
    cli: "Cli", monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path / "cache"))
    assert "4x4-663" in cli("pdb", "list").out
    assert "A A" in cli("pdb", "list", "4x4-663").out
    assert cli("pdb", "verify").code == 0
    assert cli("pdb", "build", "3x3-44").code == 0
    assert {row["name"]: row["built"] for row in answers(cli("pdb", "list", "--json").out)}["3x3-44"] is True
    assert cli("pdb", "verify").out == "3x3-44: correct\n"
    (table,) = (tmp_path / "cache").glob("*.table")
    data = bytearray(table.read_bytes())
    data[-9] ^= 1
    table.write_bytes(data)
    assert cli("pdb", "verify", "3x3-44").code == 1
    assert cli("pdb", "remove", "3x3-44").code == 0
    assert cli("pdb", "remove", "3x3-44").code == 2
    assert not list((tmp_path / "cache").glob("*.table"))


def test_tables_of_both_metrics_are_kept_together(cli: "Cli", monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path / "cache"))
    assert ". A A" in cli("pdb", "list", "3x2-mtm").out
    assert cli("pdb", "build", "3x2-mtm").code == 0
    assert cli("pdb", "build", "3x2-32").code == 0
    assert cli("pdb", "verify").out == "3x2-32: correct\n3x2-mtm: correct\n"
    assert cli("pdb", "verify", "4x4-78").code == 2
    assert cli("pdb", "remove", "../elsewhere").code == 2


@pytest.mark.slow
def test_a_new_board_comes_though_its_minimum_is_out_of_reach(cli: "Cli", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvable.answers.generate.HOPELESS_PROOF_S", 2.0)
    shown = cli("new", "tiles:7x7", "--seed", "1", "--json")
    (answer,) = answers(shown.out)
    assert (shown.code, answer["verdict"]) == (3, "bounded")
    assert answer["lower_bound"] < answer["length"]
    assert checker.verify(answer)


def test_fewer_boards_than_asked_for_are_code_3(cli: "Cli") -> None:
    shown = cli("new", "tiles:2x2", "--exact", "6", "--count", "9", "--json", "--seed", "s")
    assert shown.code == 3
    found = answers(shown.out)
    assert len(found) == 1
    assert "Only 1 such board was found, not 9" in shown.err
    assert cli("new", "lights:2x2", "--count", "100", "--json").code == 3
    told = cli("new", "lights:5x5", "--exact", "99")
    assert told.code == 2
    assert "15 are enough" in told.err  # the proved maximum, not the number of buttons
    assert "15 are enough" in cli("new", "lights:5x5", "--exact", "16").err


@pytest.mark.slow
def test_the_time_is_that_of_the_whole_command(cli: "Cli") -> None:
    start = monotonic()
    shown = cli("new", "tiles:5x5", "--exact", "140", "--time", "0.5", "--seed", "1")
    assert shown.code == 3
    assert "in that time" in shown.err
    some = cli("new", "tiles:4x4", "--exact", "30", "--count", "100000", "--time", "1", "--seed", "1", "--json")
    assert some.code == 3
    assert all(answer["length"] == 30 and answer["optimal"] for answer in answers(some.out))
    assert "in that time" in some.err
    many = cli("new", "tiles:6x6", "--count", "3", "--time", "1", "--seed", "1", "--json")
    assert many.code == 3
    assert monotonic() - start < 120
