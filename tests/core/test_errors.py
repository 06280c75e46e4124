"""Errors carry what explains them, wherever they go."""

import pickle
from typing import Any

import pytest

import solvable
from solvable.core.errors import (
    BudgetExceededError,
    IllegalMoveError,
    MissingTableError,
    NotationError,
    PuzzleError,
    UnsolvableError,
)
from solvable.core.puzzle import Obstruction, Solution


@pytest.mark.parametrize(
    "error",
    [
        PuzzleError("no"),
        NotationError("bad", expected="good", source="file", line=2, column=3, text="text"),
        IllegalMoveError("no such move", 3),
        UnsolvableError("never", Obstruction("parity", (), 1, 0)),
        BudgetExceededError("late", 5, Solution((1, 2), 1)),
        MissingTableError("build it"),
    ],
)
def test_errors_come_back_whole_from_another_process(error: Exception) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert (str(back), back.args, vars(back)) == (str(error), error.args, vars(error))


def test_the_excerpt_is_cut_around_the_column() -> None:
    error = NotationError("bad", line=1, column=500, text="." * 499 + "x" + "." * 500)
    line, caret = error.excerpt(40).split("\n")
    assert len(line) == 40
    assert line[caret.index("^")] == "x"
    assert str(error) == "1:500: bad"


def test_the_errors_are_found_by_their_module() -> None:
    assert solvable.errors.PuzzleError is solvable.PuzzleError


@pytest.mark.parametrize("puzzle", [solvable.LightsOut(3, 3), solvable.SlidingTiles(3, 3)])
@pytest.mark.parametrize("state", ["11000000", "1234567", 5, None, (1,)])
def test_what_is_no_state_is_told(puzzle: solvable.Puzzle, state: Any) -> None:
    with pytest.raises(
        solvable.PuzzleError, match=r"sequence of numbers|9 cells|not of|is not a state|there is no tile"
    ):
        puzzle.solve(state)
