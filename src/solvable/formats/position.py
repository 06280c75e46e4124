"""A board and its goal from text, for every front end: the goal beside the board, within its text, or none.

A board that several formats read differently is settled by its goal if only one reading admits the goal, or if with
the goal all are the same. Start and goal may stand in one text (`pair`): then the second board is the goal, and the
note says so.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from solvable.errors import NotationError, PuzzleError
from solvable.formats import goal as goals
from solvable.formats.base import Board, Format, Part, Reading
from solvable.formats.pair import Pair, marked
from solvable.formats.recognise import Input, Readings, SeveralError, input_of, only, readings_of
from solvable.puzzle import Puzzle, State

PAIR_NOTE = "the first board is the start, the second the goal"


def read(
    data: str | bytes,
    *,
    format: str | None = None,  # noqa: A002 - the user's word
    goal: str | bytes | None = None,
    source: str = "",
    goal_source: str = "",
) -> Board:
    """Return the board that `data` writes, its puzzle with the goal that `goal`, or the text itself, gives.

    `format` is that of the board alone; `source` and `goal_source` name the inputs in errors. Raises NotationError, and
    PuzzleError if the puzzle cannot have such a goal.
    """
    asked = input_of(data, format, source)
    pair = marked(asked.text) if asked.magic is None else None
    if pair is not None:
        try:
            return _of_pair(asked, pair, format, goal)
        except PuzzleError as error:
            refusal = error
    try:
        return only(asked, _with_goal(readings_of(asked), goal, goal_source))
    except SeveralError as error:
        if len(error.parts) != 2:
            raise
        return _of_pair(asked, Pair(*error.parts), format, goal).noting(PAIR_NOTE)
    except NotationError:
        if pair is None:
            raise
        raise refusal from None


def _with_goal(readings: Readings, goal: str | bytes | None, source: str) -> Readings:
    """Return the different readings that have the goal; raise the error of the goal if none has."""
    if goal is None:
        return readings
    fits: dict[tuple[Puzzle, State], tuple[Format, Reading]] = {}
    misfit: PuzzleError | None = None
    for row, reading in readings:
        try:
            puzzle = goals.with_goal(reading.puzzle, goal, format=row.name, source=source)
        except PuzzleError as error:
            misfit = misfit or error
            continue
        fits.setdefault((puzzle, reading.state), (row, reading._replace(puzzle=puzzle, goal_note="")))
    if misfit is not None and not fits:
        raise misfit
    return list(fits.values())


def _of_pair(asked: Input, pair: Pair, format_: str | None, goal: str | bytes | None) -> Board:
    """Return the board of a text that holds its goal too; raise PuzzleError if `goal` is another one."""
    with _part_of(asked, pair.board):
        part = input_of(pair.board.data, format_)
        readings = readings_of(part)
    with _part_of(asked, pair.goal):
        fits = _with_goal(readings, pair.goal.data, "")
    with _part_of(asked, pair.board):
        board = only(part, fits)
    if goal is not None and goals.with_goal(board.puzzle, goal, format=board.format) != board.puzzle:
        raise PuzzleError("the text has a goal of its own, and another one is given")
    return board


@contextmanager
def _part_of(asked: Input, part: Part) -> Iterator[None]:
    """Give errors of a part of a text their place in the whole."""
    try:
        yield
    except NotationError as error:
        typed, offset = asked.text.typed, part.offset
        if part.is_verbatim and error.line:
            for _ in range(1, error.line):
                offset = typed.find("\n", offset) + 1
            offset += max(error.column, 1) - 1
        raise NotationError.at(typed, offset, error.message, error.expected, asked.text.source) from None
