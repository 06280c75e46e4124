"""A board and its goal from text, for every front end: the goal beside the board, within its text, or none.

A board that several formats read differently is settled by its goal if only one reading admits the goal, or if with
the goal all are the same. Start and goal may stand in one text (`pair`): then the second board is the goal, and the
note says so. Tiles alike, or that are no numbers, are read with their goal (`labels`).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.pattern import pattern
from solvable.formats import goal as goals
from solvable.formats import labels
from solvable.formats.base import Board, Format, Part, Reading
from solvable.formats.goal import GoalText
from solvable.formats.goal_targets import Targets, targets_of
from solvable.formats.pair import Pair, marked
from solvable.formats.recognise import Input, Readings, SeveralError, input_of, only, readings_of
from solvable.formats.text import Text

_BLANK_LINE = pattern(r"\n[ \t]*\n\s*")
PAIR_NOTE = "the first board is the start, the second the goal"


def read(
    data: str | bytes,
    *,
    format: str | None = None,  # noqa: A002 - the user's word
    goal: "GoalText | Sequence[goals.Given] | None" = None,
    source: str = "",
) -> Board:
    """Return the board that `data` writes, its puzzle with the goal that `goal`, or the text itself, gives.

    Of several goals the nearest counts. `format` is that of the board alone; `source` names the input in errors. Raises
    NotationError, and PuzzleError if the puzzle cannot have such a goal.
    """
    asked, wanted = input_of(data, format, source), goals.given_of(goal)
    pair = marked(asked.text) if asked.magic is None else None
    if pair is not None:
        try:
            return _of_pair(asked, pair, format, wanted)
        except PuzzleError as error:
            refusal = error
    try:
        return only(asked, _with_goal(readings_of(asked), wanted, asked.text))
    except SeveralError as error:
        if len(error.parts) != 2:
            raise
        return _of_pair(asked, Pair(*error.parts), format, wanted).noting(PAIR_NOTE)
    except NotationError:
        if pair is not None:
            raise refusal from None
        board = _of_labels(asked, asked.text, wanted) if wanted else _of_halves(asked)
        if board is None:
            raise
        return board


def _with_goal(readings: Readings, wanted: Sequence[goals.Given], text: Text) -> Readings:
    """Return the different readings of a text that have the goals; raise the error of a goal if none has."""
    if not wanted:
        return readings
    fits: dict[Targets, tuple[Format, Reading]] = {}
    misfit: PuzzleError | None = None
    for row, reading in readings:
        try:
            result = goals.targets(reading.puzzle, reading.state, wanted, format=row.name, board=text)
        except PuzzleError as error:
            misfit = misfit or error
            continue
        puzzle, state = result.every[0]
        given = None if result.is_plain else result
        fits.setdefault(result, (row, reading._replace(puzzle=puzzle, state=state, goal_note="", targets=given)))
    if misfit is not None and not fits:
        raise misfit
    return list(fits.values())


def _of_pair(asked: Input, pair: Pair, format_: str | None, wanted: Sequence[goals.Given]) -> Board:
    """Return the board of a text that holds its goal too; raise PuzzleError if `wanted` is another one."""
    own = [goals.Given(goal) for goal in (pair.goal.data, *pair.others)]
    with _part_of(asked, pair.board):
        part = input_of(pair.board.data, format_)
        try:
            readings = readings_of(part)
        except NotationError:
            board = _of_labels(part, part.text, own)
            if board is None:
                raise
            return _unless_other(board, _of_labels(part, part.text, wanted) if wanted else board)
    with _part_of(asked, pair.goal):
        fits = _with_goal(readings, own, part.text)
    with _part_of(asked, pair.board):
        board = only(part, fits)
    return _unless_other(board, only(part, _with_goal(readings, wanted, part.text)) if wanted else board)


def _unless_other(board: Board, other: Board | None) -> Board:
    """Return the board of a text with a goal; raise PuzzleError if with the goal given beside it, it is another one."""
    if other is None or other.targets != board.targets:
        raise PuzzleError("the text has a goal of its own, and another one is given")
    return board


def _of_labels(asked: Input, text: Text, wanted: Sequence[goals.Given]) -> Board | None:
    """Return the board of tiles alike, or that are no numbers, with their goals; None if it is none."""
    if asked.named is not None or asked.magic is not None or any(isinstance(each.data, bytes) for each in wanted):
        return None
    with goals.in_the_goal():
        result = labels.read(text, [Text(each.data, each.source) for each in wanted])
    if result is None:
        return None
    every = targets_of(result.puzzle, result.state, result.goals, result.symbols)
    return Board(*every.every[0], "labels", given=every)


def _of_halves(asked: Input) -> Board | None:
    """Return the board of such tiles above a blank line, and their goal below; None if the text is none."""
    halves = _BLANK_LINE.split(asked.text.typed.strip()) if asked.magic is None else []
    if len(halves) != 2:
        return None
    try:
        board = _of_labels(asked, Text(halves[0]), [goals.Given(halves[1])])
    except PuzzleError:
        return None  # the text as a whole says more
    return None if board is None else board.noting(PAIR_NOTE)


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
