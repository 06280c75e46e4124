"""What `python -m tools.fuzz` has found, each as small as it could be made; none may come back."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tools.fuzz.mutate import mutated
from tools.fuzz.targets import TARGETS, Target
from tools.fuzz.watch import failure, smaller

import solvable
from solvable import formats, game_id
from solvable.answers import giant
from solvable.core.errors import BudgetExceededError, NotationError, PuzzleError


@pytest.mark.parametrize("text", ["lights:5#\ud800", "tiles:15#\ud800", "15-puzzle#a\ud800"])
def test_half_a_character_is_no_seed(text: str) -> None:
    with pytest.raises(PuzzleError, match="is not text"):
        solvable.parse(text)
    with pytest.raises(PuzzleError):
        formats.read(text)


@pytest.mark.parametrize("value", [None, 3, b"lights:5x5#1", ["lights:5x5"], 1.5])
def test_an_id_that_is_no_text_is_refused_in_a_sentence(value: object) -> None:
    for function in (game_id.parse, solvable.parse_puzzle):
        with pytest.raises(PuzzleError, match="a game ID is a text"):
            function(value)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="a variant's name is a text"):
        solvable.variant(value)  # type: ignore[arg-type]
    for puzzle in (solvable.LightsOut(3, 3), solvable.SlidingTiles(3, 3)):
        with pytest.raises(PuzzleError, match="read from a text"):
            puzzle.parse(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["18it.sgt\n\n /", "1 2\n\n/", "110\n000\n\n//\n", "1 2 3 0 -> /", "/ -> 1 2 3 0"])
def test_what_lies_behind_a_blank_line_or_an_arrow_may_be_nothing(text: str) -> None:
    with suppress(NotationError):
        formats.read(text)


@pytest.mark.parametrize("text", [";\n> \n> \n> ", "y.nw\n,\n,\n,\n,", ";\n,"])
def test_what_is_left_of_marks_of_other_programs_may_be_nothing(text: str) -> None:
    with pytest.raises(NotationError):
        formats.read(text)


LONG = (
    "> 1\n",
    "1 1\n",
    " 1 2\n1 0 1\n",
    "- 1\n",
    "[1,",
    "① ",
    "\\\\ ",
    "| ",
    "my board: ",
    "1. ",
    "12 13 ",
    "] ,",
    "(",
)


@pytest.mark.slow
@pytest.mark.parametrize("unit", LONG)
def test_a_megabyte_of_anything_is_read_or_refused_soon(unit: str) -> None:
    for size in (49_000, 199_000, 1_000_000):
        started = time.process_time()
        try:
            formats.read((unit * (size // len(unit) + 1))[:size])
        except NotationError as error:
            error.excerpt()
        assert time.process_time() - started < 10  # it takes a second at most; machines differ


def test_a_picture_of_one_endless_row_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "wide.pbm"
    path.write_bytes(b"P4\n80000000 1\n" + bytes(10**7))
    with pytest.raises(NotationError, match="80000000 columns"):
        giant.solve_file(path)
    with pytest.raises(NotationError, match="at most 10,000,000 lamps"):
        formats.open_board(str(path))


@pytest.mark.parametrize("size", [(10**9, 3), (3, 10**9), (2**63, 2), (10**30, 10**30), (10**200, 10**200)])
def test_boards_beyond_all_memory_are_refused_in_a_sentence(size: tuple[int, int]) -> None:
    with pytest.raises(BudgetExceededError, match="GB of memory"):
        solvable.SlidingTiles(*size)
    board = solvable.LightsOut(*size)
    with pytest.raises(PuzzleError):
        board.scramble("1")
    for ask in (board.chase, board.optimal):
        with pytest.raises(PuzzleError):
            ask((0,) * 9)
    with pytest.raises(PuzzleError):
        board.chase_table()


def test_the_rank_of_a_board_beyond_all_lists_is_a_number() -> None:
    assert solvable.LightsOut(2, 2**62).rank == 2**63 - solvable.nullity(2, 2**62)


def test_a_goal_in_a_wrong_text_is_refused_though_no_puzzle_is_there_yet() -> None:
    with pytest.raises(PuzzleError, match="is a state of"):
        solvable.SlidingTiles(3, 3).with_goal("110/000/000")


NUMBER = "9" * 5000  # Python turns no text of so many digits into a number
LONG_NUMBERS = [
    *(f" 1\n{NUMBER}", f" 1 {NUMBER}\n 1 0", f" 1\n1 0\n{NUMBER}", f"{NUMBER}\n1 0\n0 1", f"[[1,{NUMBER}],[0,2]]"),
    *(f"1| {NUMBER} 1\n2| 1 0", f"A {NUMBER}\nB 0", f"1 {NUMBER}/? 0", f"Row {NUMBER}: 0\n", f"(1) {{{NUMBER}}}"),
    *(
        f"4 4\nstarting positions for each tile:\n1,{NUMBER}\n",
        f"1 0 1\nbutton {NUMBER}: lamps 1",
        f"1 2 -> {NUMBER} 1",
    ),
    *(
        f'{{"width": {NUMBER}, "board": [1, 0]}}',
        f"{NUMBER} 57 99\n1 2 3 4 5 6 7 8 0\n{NUMBER} 57 99\n1 2 3 4 5 6 7 8 0",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("text", LONG_NUMBERS)
def test_numbers_of_thousands_of_digits_are_refused_by_every_format(text: str) -> None:
    for name in (None, *formats.FORMATS):
        with suppress(PuzzleError):
            formats.read(text, format=name)
    for board, goal in ((text, "1 2/3 0"), ("1 2/3 0", text), ("11/00", text)):
        with suppress(PuzzleError):
            formats.read(board, goal=goal)


def test_rulers_of_drawings_line_after_line_are_read_in_linear_time() -> None:
    start = time.process_time()
    with pytest.raises(NotationError):
        formats.read(" 1\n  1\n" * 24_000)
    assert time.process_time() - start < 4


def test_the_fuzzer_finds_what_fails_and_makes_it_small() -> None:
    def attempt(case: str) -> None:
        if "a" in case and "b" in case:
            raise ZeroDivisionError

    target = Target(lambda rng: "", attempt)
    told = failure(target, "xxaxxbxx")
    assert told.startswith("ZeroDivisionError at ")
    assert smaller(target, "xxaxxbxx", told) == "ab"
    assert not failure(target, "xx")


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_hundred_cases_of_each_target(name: str) -> None:
    from random import Random

    rng = Random(1)
    for _ in range(100):
        case = TARGETS[name].draw(rng)
        if name != "api":
            TARGETS[name].attempt(case)
    assert isinstance(mutated("110/000", ["1 2 3/4 5 6/7 8 0"], rng), str)


@pytest.mark.parametrize("goal", [b"3,2,1,0,4", bytearray(b"3 2 1 0 4"), ["3 2 1 0 4"], ("3,2,1,0,4",)])
def test_the_goal_of_a_graph_may_be_any_text(goal: Any) -> None:
    """Bytes and rows of text were read by the goal that was not there yet."""
    puzzle = solvable.parse_puzzle("tiles:bipartite2x3")
    assert isinstance(puzzle, solvable.GraphTiles)
    assert puzzle.with_goal(goal).goal == (3, 2, 1, 0, 4)
