"""`solvable moves`: what a list of moves does, however it is written."""

import json
from typing import TYPE_CHECKING

import pytest

from solvable.checker import verify

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

EIGHT = "1,2,3/4,0,5/7,8,6"  # two moves from the goal: tiles 5 and 6


@pytest.mark.parametrize(
    "words",
    [
        ["LU"],
        ["←↑"],
        ["⬅️⬆️"],
        ["左上"],
        ["Ｌ Ｕ"],
        ["右下", "--of", "blank"],
        ["RD", "--of", "blank"],
        ["lu", "--of", "tile"],
        ["5 6"],
        ["2,3 3,3"],
        ["[5, 8]"],
        ["L1 U1"],
        ["5;6"],
    ],
)
def test_every_way_to_write_two_moves(cli: "Cli", words: list[str]) -> None:
    shown = cli("moves", EIGHT, *words, "--json")
    answer = json.loads(shown.out)
    assert shown.code == 0
    assert answer["verdict"] == "solved"
    assert answer["optimal"]
    assert answer["moves"] == answer["simplified"] == [5, 8]
    assert answer["inverse"] == [5, 4]
    assert (answer["letters"], answer["letters_of_blank"], answer["inverse_letters"]) == ("LU", "RD", "DR")
    assert (answer["fewest"], answer["mistakes"], answer["lengths"]) == (2, [], {"stm": 2, "mtm": 2})
    assert verify(answer)


def test_without_times_the_same_words_are_written_again(cli: "Cli") -> None:
    shown = cli("moves", EIGHT, "LU", "--json", "--no-time").out
    assert "seconds" not in json.loads(shown)


def test_where_ground_is_lost(cli: "Cli") -> None:
    answer = json.loads(cli("moves", EIGHT, "5 6 6 6", "--json").out)
    assert answer["mistakes"] == [{"index": 2, "before": 0, "after": 1}]
    assert answer["simplified"] == [5, 8]
    assert verify(answer)
    told = cli("moves", EIGHT, "5 6 6 6").out
    assert "These 4 moves solve the board." in told
    assert "2 are left" in told
    assert "Move 3 loses ground" in told


def test_moves_that_end_elsewhere(cli: "Cli") -> None:
    shown = cli("moves", EIGHT, "5", "--json")
    answer = json.loads(shown.out)
    assert shown.code == 1
    assert (answer["verdict"], answer["ends"]) == ("solvable", "tiles:3x3:1,2,3/4,5,0/7,8,6")
    assert verify(answer)
    unsolvable = json.loads(cli("moves", "1,3,2/4,0,5/7,8,6", "5", "--json").out)
    assert unsolvable["verdict"] == "unsolvable"
    assert "fewest" not in unsolvable
    assert verify(unsolvable)


def test_the_sense_of_letters_is_found_or_asked_for(cli: "Cli") -> None:
    corner = "1,2,3/4,5,6/7,8,0"
    assert "directions of the tiles" in cli("moves", corner, "DU").out
    assert "directions of the blank" in cli("moves", corner, "UD").out
    shown = cli("moves", EIGHT, "L")
    assert shown.code == 2
    assert "--of" in shown.err
    assert "--of" in cli("moves", EIGHT, "L", "--lang", "zh").err


def test_a_line_of_tiles_is_one_move(cli: "Cli") -> None:
    answer = json.loads(cli("moves", "tiles:3x3,mtm:0,1,2/4,5,3/7,8,6", "L2U2", "--json").out)
    assert (answer["verdict"], answer["length"], answer["lengths"]) == ("solved", 2, {"stm": 4, "mtm": 2})
    assert verify(answer)


def test_graphs_and_tiles_alike(cli: "Cli") -> None:
    graph = json.loads(cli("moves", "tiles:cycle5:1,2,3,0,4", "4", "--json").out)
    assert (graph["verdict"], graph["fewest"], graph["simplified"]) == ("solved", 1, [4])
    assert "letters" not in graph
    assert verify(graph)


def test_presses_in_any_order(cli: "Cli") -> None:
    presses = json.loads(cli("solve", "lights:3x3:110/000/000", "--json").out)["moves"]
    text = " ".join(str(press + 1) for press in reversed(presses))
    answer = json.loads(cli("moves", "lights:3x3:110/000/000", text + " 1,1 ×2", "--json").out)
    assert answer["verdict"] == "solved"
    assert answer["length"] == len(presses) + 2
    assert answer["simplified"] == sorted(presses)
    assert answer["fewest"] == len(presses)
    assert verify(answer)
    assert "They end here" not in cli("moves", "110/000/000", "1,1").out
    three = json.loads(cli("moves", "lights:2x2,mod3:00/00", "1", "--json").out)
    assert three["inverse"] == [0, 0]


@pytest.mark.parametrize(
    "board,moves,told",
    [
        (EIGHT, "X", "not a move"),
        (EIGHT, "9", "there is no tile 9"),
        (EIGHT, "UX", "'X' is not a move"),
        ("110/000/000", "UU", "numbers, or cells as row,column"),
        (EIGHT, "4,1", "no cell 4,1"),
        (EIGHT, "1", "move 1: no tile slides from 1,1, only from 1,2; 2,1; 2,3; 3,2"),
        (EIGHT, "UU", "leaves the board"),
        (EIGHT, "[1", "not a list of whole numbers"),
        (EIGHT, "×2", "nothing comes before it"),
        ("110/000/000", "10", "no button 10"),
    ],
)
def test_what_is_no_move_is_told_with_its_place(cli: "Cli", board: str, moves: str, told: str) -> None:
    shown = cli("moves", board, moves)
    assert shown.code == 2
    assert told in shown.err
