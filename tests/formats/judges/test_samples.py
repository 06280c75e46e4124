"""The statements' own samples, exact to the byte, and what the input must be."""

import pytest

from solvable import SlidingTiles
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.puzzle import replay
from solvable.formats import judges
from solvable.formats.moves import read_moves

DARK, LIT = "##########\n" * 10, "OOOOOOOOOO\n" * 10

SAMPLES = [
    ("poj3279", "4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1\n", "0 0 0 0\n1 0 0 1\n1 0 0 1\n0 0 0 0"),
    ("poj3279", "1 2\n0 1\n", "IMPOSSIBLE"),
    (
        "poj1222",
        "2\n0 1 1 0 1 0\n1 0 0 1 1 1\n0 0 1 0 0 1\n1 0 0 1 0 1\n0 1 1 1 0 0\n"
        "0 0 1 0 1 0\n1 0 1 0 1 1\n0 0 1 0 1 1\n1 0 1 1 0 0\n0 1 0 1 0 0\n",
        "PUZZLE #1\n1 0 1 0 0 1\n1 1 0 1 0 1\n0 0 1 0 1 1\n1 0 0 1 0 0\n0 1 0 0 0 0\n"
        "PUZZLE #2\n1 0 0 1 1 1\n1 1 0 0 0 0\n0 0 0 1 0 0\n1 1 0 1 0 1\n1 0 1 1 0 1",
    ),
    ("uva10309", f"all off\n{DARK}all on\n{LIT}end\n", "all off 0\nall on 44"),
    ("poj1681", "2\n3\nyyy\nyyy\nyyy\n5\n" + "wwwww\n" * 5, "0\n15"),
    ("poj1753", "bwwb\nbbwb\nbwwb\nbwww\n", "4"),
    ("poj1753", "bwbw\nwwww\nbbwb\nbwwb\n", "Impossible"),
    (
        "poj1830",
        "2\n3\n0 0 0\n1 1 1\n1 2\n1 3\n2 1\n2 3\n3 1\n3 2\n0 0\n3\n0 0 0\n1 0 1\n1 2\n2 1\n0 0\n",
        "4\nOh,it's impossible~!!",
    ),
    (
        "acwing95",
        "3\n00111\n01011\n10001\n11010\n11100\n\n11101\n11101\n11110\n11111\n11111\n\n01111" + "\n11111" * 4,
        "3\n2\n-1",
    ),
    ("luogu-p2962", "5 6\n1 2\n1 3\n4 2\n3 4\n2 5\n5 3\n", "3"),
    ("poj2965", "-+--\n----\n----\n-+--\n", "6\n1 1\n1 3\n1 4\n4 1\n4 3\n4 4"),
    ("leetcode1284", "[[0,0],[0,1]]\n[[0]]\n[[1,0,0],[1,0,0]]\n", "3\n0\n-1"),
    ("leetcode1284", "mat = [[0,0],[0,1]]\nInput: mat = [[1,0,0],[1,0,0]]\n", "3\n-1"),
    ("leetcode773", "board = [[4,1,2],[5,0,3]]\n", "5"),
    ("leetcode773", "[[1,2,3],[4,0,5]]\n[[1,2,3],[5,4,0]]\n[[4,1,2],[5,0,3]]\n[[3,2,4],[1,5,0]]\n", "1\n-1\n5\n14"),
    (
        "uva10181",
        "2\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14\n",
        "LLLDRDRDR\nThis puzzle is not solvable.",
    ),
    ("luogu-p1379", "283104765\n", "4"),
    ("poj3240", "2\n3 1\n2 0\n", "LURD"),
    ("poj3240", "2\n1 3\n2 0\n", "No Answer!"),
    ("aoj-15puzzle", "1 2 3 4\n6 7 8 0\n5 10 11 12\n9 13 14 15\n", "8"),
    ("uva652", "2\n\n1 2 3 4 5 6 7 x 8\n\n2 1 3 4 5 6 7 8 x\n", "r\n\nunsolvable"),
    ("hdu1043", "1 2 3 4 5 6 7 x 8\n2 1 3 4 5 6 7 8 x\n", "r\nunsolvable"),
]


@pytest.mark.parametrize(("task", "given", "wanted"), SAMPLES)
def test_sample(task: str, given: str, wanted: str) -> None:
    assert "\n".join(judges.answer(task, given)) == wanted
    assert "\n".join(judges.answer(task.upper(), given.replace("\n", "\r\n"))) == wanted


def test_every_task_has_a_sample() -> None:
    assert {task for task, _, _ in SAMPLES} | {"hackerrank-n-puzzle"} == set(judges.TASKS)


def test_the_sample_of_a_task_is_one_of_the_statement() -> None:
    for task, inputs in judges.TASKS.items():
        known = {given: wanted for name, given, wanted in SAMPLES if name == task}
        told = "\n".join(judges.answer(task, inputs.sample))
        if task in ("hdu1043", "uva652"):
            puzzle, state = SlidingTiles(3, 3), (2, 3, 4, 1, 5, 0, 7, 6, 8)
            moves = read_moves(puzzle, state, told.upper(), "blank").moves
            assert (len(moves), replay(puzzle, state, moves)) == (19, puzzle.goal)
        elif task == "hackerrank-n-puzzle":
            count, *words = told.split("\n")
            assert int(count) == len(words) > 0
        else:
            assert told == next(wanted for given, wanted in known.items() if given.strip() == inputs.sample.strip())
    assert judges.TASKS.keys() > judges.ANY_ANSWER


@pytest.mark.slow
@pytest.mark.parametrize("task", judges.TASKS)
def test_random_inputs_are_valid_and_end_where_they_end(task: str) -> None:
    most = min(4, judges.TASKS[task].most)
    seen = {judges.random_input(task, most, str(seed)) for seed in range(6)}
    assert len(seen) > 4
    assert judges.random_input(task, 1, "a") == judges.random_input(task, 1, "a")
    for text in seen:
        assert all(judges.answer(task, text)) or task == "uva652"  # whose answers have blank lines between
    for count in (0, judges.TASKS[task].most + 1):
        with pytest.raises(PuzzleError, match="holds 1 to"):
            judges.random_input(task, count, "a")


@pytest.mark.parametrize("task", [task for task in judges.TASKS if not task.startswith(("leetcode", "hdu"))])
def test_what_follows_the_end_of_an_input_is_refused(task: str) -> None:
    sample = judges.TASKS[task].sample.rstrip("\n")
    assert list(judges.answer(task, sample + "\n\n \n"))
    with pytest.raises(NotationError, match="goes on after its end") as error:
        list(judges.answer(task, f"{sample}\n\n1 2\n"))
    assert (error.value.line, error.value.column) == (sample.count("\n") + 3, 1)


def test_the_other_judges_names() -> None:
    others = [name for row in judges.TASKS.values() for name in row.others]
    assert len({*others, *judges.TASKS}) == len(others) + len(judges.TASKS)
    assert judges.task("POJ1077") == "hdu1043"
    with pytest.raises(PuzzleError, match="no task 'poj1'"):
        judges.task("poj1")


WRONG = [
    ("poj3279", "16 4\n", 1, 1, "from 1 to 15"),
    ("poj3279", "2 2\n0 1\n1 2\n", 3, 3, "4 cells"),
    ("poj3279", "2 2\n0 1\n1\n", 3, 2, "4 cells"),
    ("poj1222", "x", 1, 1, "number of puzzles"),
    ("uva10309", f"name\n{DARK}", 11, 11, "or end"),
    ("poj1830", "1\n2\n0 0\n1 1\n1 0\n0 0\n", 5, 3, "0 0 at the end"),
    ("uva10181", "1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 15\n", 5, 10, "each once"),
    ("leetcode773", "[[1,2,3],[4,0,7]]\n", 1, 1, "two rows"),
    ("leetcode1284", "[" * 5000, 1, 1, "at most 3 × 3"),
    ("luogu-p1379", "283104766", 1, 1, "each once"),
    ("hackerrank-n-puzzle", "9\n", 1, 1, "from 3 to 5"),
]


@pytest.mark.parametrize(("task", "given", "line", "column", "expected"), WRONG)
def test_a_wrong_input_is_shown_where_it_is_wrong(task: str, given: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        list(judges.answer(task, given, "in.txt"))
    error = caught.value
    assert (error.line, error.column, error.source) == (line, column, "in.txt")
    assert expected in error.expected
