"""check, solve, chase: the answers in JSON are right, and what people see says the same."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from solvable import checker

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

QUIET = "01110/10101/11011/10101/01110"


def answers(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


GOALS_CLAIMED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("110/000/000", "on", "off"): ("2 presses: the nearest", "at least 5 presses", "按 2 次，最近", "至少按 5 次"),
    ("1,2,3/4,5,0/7,8,6", "blank-last", "1 2 3/4 5 6/7 0 8"): (
        "1 move: the nearest",
        "at least 2 moves",
        "1 步，最近",
        "至少 2 步",
    ),
}


@pytest.mark.parametrize("words", GOALS_CLAIMED)
def test_of_several_goals_the_distances_are_told_as_the_puzzle_has_them(cli: "Cli", words: tuple[str, ...]) -> None:
    board, *goals = words
    asked = [board, *(word for goal in goals for word in ("--goal", goal))]
    shown = cli("solve", *asked).out + cli("solve", *asked, "--lang", "zh").out
    assert all(claim in shown for claim in GOALS_CLAIMED[words])
    assert ("moves" in shown) != ("presses" in shown)


def test_symbols_are_written_as_they_were_given_and_escaped_in_ascii(cli: "Cli") -> None:
    words = ("solve", "🍎🍌/🍌⬜", "--goal", "🍎🍌/⬜🍌", "--json")
    shown, escaped = cli(*words).out, cli(*words, "--ascii").out
    assert "🍎" in shown and escaped.isascii()
    assert json.loads(shown)["symbols"] == json.loads(escaped)["symbols"]


def test_the_example_of_the_manual(cli: "Cli") -> None:
    shown = cli("solve", "110/000/000", "--json")
    (answer,) = answers(shown.out)
    assert shown.code == 0
    assert answer["moves"] == [0, 2, 4, 5, 8]
    assert answer["optimal"] is True
    assert answer["solutions"] == "1"
    assert checker.verify(answer)


def test_the_sentence_comes_first_then_the_drawing_then_the_detail(cli: "Cli") -> None:
    lines = cli("solve", "110/000/000").out.splitlines()
    assert lines[0] == "Solvable. 1 solution; the minimum is 5 presses."
    assert lines[2:6] == ["    1  2  3", " 1 [●] ● [○]", " 2  ○ [○][○]", " 3  ○  ○ [○]"]
    assert "  1,1  1,3  2,2  2,3  3,3" in lines
    assert lines[-1].startswith("nullity 0 · ")


def test_the_same_in_chinese(cli: "Cli") -> None:
    shown = cli("solve", "110/000/000", "--lang", "zh").out
    assert shown.splitlines()[0] == "有解。共 1 个解，最少按 5 次。"
    assert not re.search(r"[A-Za-z]{3}", shown)


def test_an_unsolvable_lights_board_is_refuted_in_a_drawing(cli: "Cli") -> None:
    shown = cli("check", "lights:5x5:10000/00000/00000/00000/00000")
    assert shown.code == 1
    assert shown.out.startswith("Unsolvable, and here is why.\n")
    assert "Every press toggles an even number of the cells in brackets" in shown.out
    (answer,) = answers(cli("check", "lights:5x5:10000/00000/00000/00000/00000", "--json").out)
    weights = answer["obstruction"]["weights"]
    assert shown.out.count("[") == sum(weights)
    assert checker.verify(answer)


def test_an_unsolvable_board_of_three_colours_gets_its_weights(cli: "Cli") -> None:
    shown = cli("solve", "lights:5x5,mod3:10000/00000/00000/00000/00000")
    assert shown.code == 1
    assert "multiple of 3" in shown.out


def test_an_unsolvable_tiles_board_is_refuted_by_its_numbers(cli: "Cli") -> None:
    shown = cli("check", "1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0")
    assert shown.code == 1
    assert re.search(r"Inversions.* 1   \(goal: 0\)", shown.out)
    assert re.search(r"Blank.* 4,4   \(goal: 4,4\)", shown.out)
    assert "(15 14)" in shown.out
    assert "Here it is odd" in shown.out
    line = cli("check", "tiles:4x1:2,1,3,0")
    assert line.code == 1
    assert "tiles cannot pass each other" in line.out


def test_any_goal_may_be_given(cli: "Cli") -> None:
    assert cli("check", "1,3,2/6,0,5/4,7,8", "--goal", "1,2,3/4,5,6/7,8,0").code == 0
    assert cli("check", "1,3,2/4,5,6/7,8,0", "--goal", "1,2,3/4,5,6/7,8,0").code == 1
    (answer,) = answers(cli("solve", "000/000/000", "--goal", "110/000/000", "--json").out)
    assert answer["moves"] == [0, 2, 4, 5, 8]
    refuted = cli("check", "00000/00000/00000/00000/00000", "--goal", "10000/00000/00000/00000/00000")
    assert refuted.code == 1
    assert "differ from the goal" in refuted.out


def test_tiles_are_solved_and_told_tile_by_tile(cli: "Cli") -> None:
    shown = cli("solve", "1,2,3/4,5,6/0,7,8")
    assert shown.out.startswith("Solvable. The shortest solution takes 2 moves.\n")
    assert "│ 7←│" in shown.out
    assert "  7  8\n" in shown.out
    assert "  LL\n" in shown.out
    (answer,) = answers(cli("solve", "1,2,3/4,5,6/0,7,8", "--any", "--json", "--metric", "mtm").out)
    assert (answer["puzzle"], answer["letters"]) == ("tiles:3x3,mtm", "LL")
    assert checker.verify(answer)


def test_a_solved_board_says_so(cli: "Cli") -> None:
    assert cli("solve", "000/000/000").out.startswith("Already solved.")
    assert cli("check", "1,2,3/4,5,6/7,8,0").code == 0


@pytest.mark.slow
def test_any_is_quick_and_near_has_a_bound(cli: "Cli") -> None:
    (any_,) = answers(cli("solve", "8,6,7/2,5,4/3,0,1", "--any", "--json").out)
    assert checker.verify(any_)
    near = cli("solve", "8,6,7/2,5,4/3,0,1", "--near", "--time", "1", "--json")
    (short,) = answers(near.out)
    assert near.code == 0
    assert checker.verify(short)
    assert short["length"] <= any_["length"]


def test_all_shortest_solutions_and_all_solutions(cli: "Cli") -> None:
    found = answers(cli("solve", f"lights:5x5:{QUIET}", "--all", "--any", "--json").out)
    assert len(found) == 4
    assert len({tuple(answer["moves"]) for answer in found}) == 4
    assert all(checker.verify(answer) for answer in found)
    assert len(answers(cli("solve", f"lights:5x5:{QUIET}", "--any", "--all", "3", "--json").out)) == 3
    shortest = answers(cli("solve", "--all", f"lights:5x5:{QUIET}", "--json").out)
    assert all(answer["optimal"] for answer in shortest)
    assert cli("solve", "--all", "2", f"lights:5x5:{QUIET}", "--any").out.count("Solution ") == 2
    assert len(answers(cli("solve", "1,2,3/4,5,6/0,7,8", "--all", "--json").out)) == 1


def test_boards_come_from_files_pipes_and_the_line(cli: "Cli") -> None:
    Path("board.txt").write_text("110\n000\n000\n")
    wanted = cli("solve", "lights:3x3:110/000/000", "--json").out
    for shown in (
        cli("solve", "board.txt", "--json"),
        cli("solve", "--json", stdin="110\n000\n000\n"),
        cli("solve", "-", "--json", stdin="[[1,1,0],[0,0,0],[0,0,0]]"),
    ):
        assert answers(shown.out)[0]["moves"] == answers(wanted)[0]["moves"]


def test_a_solution_goes_into_a_file(cli: "Cli") -> None:
    shown = cli("solve", "110/000/000", "--out", "answer.json")
    assert shown.out == "Solvable. 1 solution; the minimum is 5 presses.\n"
    assert checker.verify(json.loads(Path("answer.json").read_text()))
    (answer,) = answers(cli("solve", "110/000/000", "--out", "presses.pbm", "--json").out)
    assert answer["moves_file"] == "presses.pbm"
    assert "moves" not in answer
    assert cli("convert", "presses.pbm", "--to", "grid").out.split() == ["101", "011", "001"]
    assert cli("solve", "110/000/000", "--out", "presses.npy").code == 0
    assert cli("convert", "presses.npy", "--to", "grid").out.split() == ["101", "011", "001"]


def test_a_refutation_is_written_as_a_picture_of_its_quiet_pattern(cli: "Cli") -> None:
    shown = cli("solve", "lights:5x5:10000/00000/00000/00000/00000", "--out", "quiet.pbm", "--json")
    assert shown.code == 1
    (answer,) = answers(shown.out)
    cells = "".join(cli("convert", "quiet.pbm", "--to", "grid").out.split())
    assert [int(cell) for cell in cells] == answer["obstruction"]["weights"]
    assert cli("solve", "1,2,3/4,5,6/0,7,8", "--out", "x.pbm").code == 2
    told = cli("solve", "lights:5x5:10000/00000/00000/00000/00000", "--out", "quiet.pbm")
    assert (told.out, told.err) == ("Unsolvable; the proof is in the file.\n", "Quiet pattern written to quiet.pbm\n")
    told = cli("solve", "1,2,3/4,5,6/8,7,0", "--out", "why.json")
    assert (told.out, told.err) == ("Unsolvable; the proof is in the file.\n", "Written to why.json\n")


@pytest.mark.slow
def test_a_limit_that_is_reached_is_told_with_the_best(cli: "Cli") -> None:
    shown = cli("solve", "tiles:6x6#1", "--time", "1", "--json")
    (answer,) = answers(shown.out)
    assert shown.code == 3
    assert answer["verdict"] == "bounded"
    assert answer["lower_bound"] <= answer["length"] < 250  # the human method takes 558
    assert checker.verify(answer)
    assert "best so far" in shown.err


def test_chasing_as_players_do(cli: "Cli") -> None:
    shown = cli("chase", "11011/00000/10001/00000/11011")
    assert shown.code == 0
    assert "leaves ●○○○● in the last row" in shown.out
    assert "  1,4  1,5\n  2,1  2,2  2,3  2,4  2,5\n" in shown.out
    (answer,) = answers(cli("chase", "11011/00000/10001/00000/11011", "--json").out)
    assert checker.verify(answer)
    assert answer["first_row"] == [0, 0, 0, 1, 1]
    assert "Chasing the lights down solves the board." in cli("chase", "1001/0110/0110/1001").out
    refuted = cli("chase", "10000/00000/00000/00000/00000")
    assert refuted.code == 1
    assert "unsolvable" in refuted.out


def test_the_look_up_table_of_the_chase(cli: "Cli") -> None:
    shown = cli("chase", "--table", "lights:3x3").out
    assert re.search(r"●●●  →  ○●○", shown)
    rows = answers(cli("chase", "--table", "lights:5x5", "--json").out)
    assert len(rows) == 8
    assert all(len(row["first_rows"]) == 4 for row in rows)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_wide_board_is_drawn_within_the_terminal(cli: "Cli", lang: str) -> None:
    shown = cli("solve", "lights:60x60#1", "--any", "--lang", lang)
    assert max(map(len, shown.out.splitlines())) <= 100
    assert "60 × 60" in shown.out


def test_an_unsolvable_arrangement_names_the_goal_that_was_meant(cli: "Cli") -> None:
    shown = cli("check", "2,8,3/1,0,4/7,6,5")
    assert shown.code == 1
    assert "The goal is 1,2,3/4,5,6/7,8,0; use --goal for another." in shown.out
    assert cli("check", "2,8,3/1,0,4/7,6,5", "--goal", "1,2,3/8,0,4/7,6,5").code == 0


def test_long_cycles_are_shown_in_part(cli: "Cli") -> None:
    lines = cli("check", "tiles:20x20#3").out.splitlines()
    start = next(place for place, line in enumerate(lines) if "Cycles" in line)
    end = next(place for place in range(start, len(lines)) if lines[place].endswith("…"))
    shown = " ".join(lines[start : end + 1])  # folded to the terminal's width
    assert sum(word.isdigit() for word in shown.split("(88", 1)[-1].split()) == 39


def test_many_answers_in_a_file_are_told_once(cli: "Cli") -> None:
    shown = cli("solve", "lights:5x5#1", "--all", "--out", "all.jsonl")
    assert len(shown.out.splitlines()) == 1
    answers = Path("all.jsonl").read_text("utf-8").splitlines()
    assert len({tuple(json.loads(answer)["moves"]) for answer in answers}) == len(answers) == 2


def test_how_many_solutions_are_shortest(cli: "Cli") -> None:
    board = "lights:5x5:11111/11111/11111/11111/11111"
    (answer,) = answers(cli("solve", board, "--json").out)
    assert (answer["length"], answer["solutions"], answer["optimal_solutions"]) == (15, "4", "4")
    assert "4 solutions attain the minimum" in cli("solve", board).out
    assert len(answers(cli("solve", board, "--all", "--json").out)) == 4
    assert "shortest" not in cli("solve", "110/000/000").out.splitlines()[-1]


def test_lit_only_play_is_told_in_order(cli: "Cli") -> None:
    shown = cli("solve", "100/101/010", "--lit-only")
    assert shown.code == 0
    assert "in this order" in shown.out
    (answer,) = answers(cli("solve", "100/101/010", "--lit-only", "--json").out)
    assert answer["play"] == "lit-only"
    assert cli("solve", "lights:orbix:000000000000", "--lit-only").code == 1
    assert "here is why" in cli("solve", "10000/00000/00000/00000/00000", "--lit-only").out
    limited = cli("solve", "lights:9x9,plus0#1", "--lit-only", "--time", "0", "--lang", "zh")
    assert (limited.code, "至少需要" in limited.out) == (3, True)


def test_the_fewest_lamps_stay_lit(cli: "Cli") -> None:
    shown = cli("solve", "10000/00100/00000/01000/00000", "--fewest-lit")
    assert shown.code == 0
    assert shown.out.startswith(("1 lamp stays lit", "2 lamps stay lit"))
    assert "After these presses" in shown.out
    assert cli("verify", stdin=cli("solve", "lights:gale-berlekamp#1", "--fewest-lit", "--json").out).code == 0


@pytest.mark.parametrize("other", [("--any",), ("--near",), ("--all",), ("--out", "x.json"), ("--fewest-lit",)])
def test_lit_only_goes_with_nothing_else(cli: "Cli", other: tuple[str, ...]) -> None:
    shown = cli("solve", "100/101/010", "--lit-only", *other)
    assert (shown.code, other[0] in shown.err) == (2, True)


def test_a_list_of_solutions_that_is_cut_short_is_kept(cli: "Cli") -> None:
    wiring = "lights:20x1,toggles=" + "/".join(["0"] * 20) + ":1" + "0" * 19
    shown = cli("solve", wiring, "--all", "--any", "--time", "0", "--out", "some.jsonl")
    assert shown.code == 3
    assert "best so far" in shown.err
    assert cli("verify", "some.jsonl").code == 0


def test_a_search_kept_in_a_file_goes_on_from_it(cli: "Cli", tmp_path: Path) -> None:
    board = "tiles:4x4#8"
    whole = answers(cli("solve", board, "--json", "--no-time").out)
    assert cli("solve", board, "--checkpoint", "kept", "--time", "0").code == 3
    for _ in range(2):
        shown = cli("solve", board, "--checkpoint", "kept", "--json", "--no-time", "--workers", "1")
        (answer,) = answers(shown.out)
        assert (shown.code, answer["length"], answer["nodes"]) == (0, whole[0]["length"], whole[0]["nodes"])
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tiles:3x3#1 --any", "does not go with --any"),
        ("tiles:3x3#1 --all 2", "does not go with --any"),
        ("tiles:3x3#1 --cluster localhost", "does not go with --any"),
        ("110/000/000", "only the search for shortest solutions of tiles"),
        ("tiles:3x3,dead=4#1", "only the search for shortest solutions of tiles"),
        ("board.txt", "is the file of the board itself"),
    ],
)
def test_what_cannot_be_kept_is_refused(cli: "Cli", tmp_path: Path, words: str, said: str) -> None:
    board = tmp_path / "board.txt"
    board.write_text("1 2 3\n4 5 6\n7 0 8\n")
    shown = cli("solve", *words.split(), "--checkpoint", "board.txt" if words == "board.txt" else "kept")
    assert (shown.code, shown.out) == (2, "")
    assert said in shown.err
    assert board.read_text() == "1 2 3\n4 5 6\n7 0 8\n"
    assert [path.name for path in tmp_path.iterdir()] == ["board.txt"]
