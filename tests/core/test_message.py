"""A sentence is its English text, and remembers the template and values that it was made of."""

import copy
import json
import pickle

import pytest

from solvable.core.errors import BudgetExceededError, IllegalMoveError, NotationError, PuzzleError
from solvable.core.message import Message, msg

NESTED = msg("the board has {cells} cells, {what} {count}", cells=25, what=msg("the state"), count=9)


@pytest.mark.parametrize(
    "said", [msg("too many rows"), msg("a board {} of {braces}"), msg("at most {n:,}", n=10**6), NESTED]
)
def test_a_sentence_comes_back_whole(said: Message) -> None:
    for back in (pickle.loads(pickle.dumps(said)), copy.copy(said), copy.deepcopy(said), str(said)):
        assert type(back) is Message
        assert (back, back.template, back.values) == (said, said.template, said.values)
        assert [type(value) for value in back.values.values()] == [type(value) for value in said.values.values()]


def test_a_sentence_is_its_text() -> None:
    assert NESTED == "the board has 25 cells, the state 9"
    assert json.dumps(NESTED) == '"the board has 25 cells, the state 9"'
    assert dict[str, int]({NESTED: 1})["the board has 25 cells, the state 9"] == 1


@pytest.mark.parametrize(
    "error",
    [
        PuzzleError(NESTED),
        NotationError.at("text", 2, NESTED, expected=msg("at most {n}", n=3)),
        IllegalMoveError(NESTED, 3),
        BudgetExceededError(NESTED, 5),
    ],
)
def test_an_error_has_a_code_and_arguments(error: PuzzleError) -> None:
    back = pickle.loads(pickle.dumps(error))
    for one in (error, back):
        assert one.code == "the board has {cells} cells, {what} {count}"
        assert one.arguments == {"cells": 25, "what": "the state", "count": 9}
        assert isinstance(one.arguments["what"], Message)
        assert one.message == NESTED


def test_a_plain_text_is_its_own_code() -> None:
    assert (PuzzleError("no {board}").code, PuzzleError("no {board}").arguments) == ("no {board}", {})
    assert isinstance(str(PuzzleError(NESTED)), Message)
