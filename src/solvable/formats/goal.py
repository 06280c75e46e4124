"""The goal of a board, as a user gives it beside the board: read here for every front end.

A goal is a name (`Family.goals`: blank-last, snail, …; off, on), a game ID, or a board in any text form. Such a board
is read with the symbols and the size of the board that it is the goal of: first in the board's own format, then as the
cells of an ID, then in any format, of which those readings count that fit the board; a goal on one line is also read
row by row. So `####/####` is lit for a board of `#` and `.`, and `111111111` is a goal of 3 × 3.

A goal may leave cells open, and there may be several; then `targets` are the puzzles of which the nearest counts.

Callers: `position`, which reads a board with its goal for the command line, batches, the page and `solvable`'s
functions; and `api`, for the goal of a board that is no text.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any, NamedTuple

from solvable import families, game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import closest_match, msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Lamps, Puzzle, Shaped, State, WithGoal
from solvable.formats.base import Format, Reading, Targets, targets_of
from solvable.formats.magic import MAGIC
from solvable.formats.recognise import ambiguous, in_format, input_of, readings_of
from solvable.formats.registry import FORMATS
from solvable.formats.text import Text, split_words

# The cells of a board as they are written, whatever they mean: words between blanks or commas, or single signs.
#
# A sign is what a reader sees as one: a letter with its accents, an emoji of several characters.

_SIGN = pattern(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|[^\\s])(?:[\u0300-\u036f\u20e3\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]|\u200d.)*",
    re.DOTALL,
)


class Cells(NamedTuple):
    """The words of a board, row by row, in rows of `width`."""

    words: tuple[str, ...]
    width: int

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.words) // self.width if self.width else 0


def written(text: Text, width: int = 0) -> Cells:
    """Return the cells of a text: of rows of one length, or of one line in rows of `width`.

    Raises NotationError at the first row of another length.
    """
    rows = [_row(row) for row in text.rows]
    if len(rows) == 1 and width and len(rows[0]) % width == 0:
        return Cells(tuple(rows[0]), width)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise text.fault(
                msg("row {row} has {count} cells, the first has {width}", row=number + 1, count=len(row),
                    width=len(rows[0])),
                msg("{width} cells in each row", width=len(rows[0])),
                text.offset(number),
            )  # fmt: skip
    return Cells(tuple(word for row in rows for word in row), len(rows[0]) if rows else 0)


def _row(row: str) -> list[str]:
    words = [word for word in split_words(row) if word]
    return _SIGN.findall(words[0]) if len(words) == 1 else words


# Goals that leave cells open, `1 2 3/? ? ?/? ? ?` or `1?0/000/000`, in the symbols of the board that they are for.
#
# What a symbol means is read off the board: the words of its text, cell by cell, beside its state. Other words are
# numbers, _ the blank. `?` is a cell that does not matter, and so is x, unless the board has it as a symbol or, for
# tiles, it is the goal's only blank.

OPEN = "?"
CROSSES = ("x", "X")
BLANKS = ("_", "0")


def looks_open(text: str) -> bool:
    """Return whether a text may be a goal that leaves cells open."""
    return OPEN in text or "x" in text.lower()


def read_open(given: Text, puzzle: Puzzle, state: State, board: Text | None) -> tuple[int | None, ...] | None:
    """Return the cells of a goal, None for each that does not matter; None if there is no such cell.

    `board` is the text in which the puzzle and its state were read, if there is one. Raises NotationError if the goal
    has other rows, or a word that is no cell of the puzzle.
    """
    width, height = (puzzle.width, puzzle.height) if isinstance(puzzle, Shaped) else (0, 0)
    width, height = width or len(state), height or 1
    text = _cells_of_id(given)
    cells = written(text, width)
    symbols = _symbols(board, state)
    crosses = () if set(CROSSES) & symbols.keys() else _crosses(cells, is_tiles=not isinstance(puzzle, Lamps))
    if not {OPEN, *crosses} & set(cells.words):
        return None
    if (cells.width, cells.height) != (width, height):
        raise text.fault(
            msg("a goal of {width} × {height} cells", width=cells.width, height=cells.height),
            msg("{width} × {height} cells", width=width, height=height),
        )
    known = _completed(symbols, cells, puzzle)
    results: list[int | None] = []
    for index, word in enumerate(cells.words):
        if word == OPEN or word in crosses:
            results.append(None)
        elif word in known:
            results.append(known[word])
        elif word.isascii() and word.isdigit() and len(word) < 8:
            results.append(int(word))
        else:
            row, column = divmod(index, width)
            raise _no_cell(text, word, row, column)
    return tuple(results)


def _no_cell(text: Text, word: str, row: int, column: int) -> NotationError:
    return text.fault(
        msg("{word} in row {row}, column {column} is no cell of this board", word=repr(word[:20]), row=row + 1,
            column=column + 1),
        "the symbols of the board, ? for a cell that does not matter",
        text.offset(min(row, len(text.rows) - 1)),
    )  # fmt: skip


def _cells_of_id(given: Text) -> Text:
    """Return the cells of a game ID as a text, any other text as it is."""
    if not game_id.is_game_id(given.typed):
        return given
    return Text(given.typed.rpartition(":")[2], given.source)


def _symbols(board: Text | None, state: State) -> dict[str, int]:
    """Return what each word of the board means, if it has one for each cell."""
    if board is None or board.raw:
        return {}
    try:
        words = written(_cells_of_id(board)).words
    except NotationError:
        return {}
    if len(words) != len(state):
        return {}
    results: dict[str, int] = {}
    for word, value in zip(words, state, strict=True):
        if results.setdefault(word, value) != value:
            return {}
    return results


def _crosses(cells: Cells, *, is_tiles: bool) -> Sequence[str]:
    """Return which of x and X are open cells: not the only blank of tiles."""
    crosses = [word for word in cells.words if word in CROSSES]
    is_blank = is_tiles and len(crosses) == 1 and not set(BLANKS) & set(cells.words)
    return () if is_blank else CROSSES


def _completed(symbols: Mapping[str, int], cells: Cells, puzzle: Puzzle) -> dict[str, int]:
    """Return the symbols with those of the goal that they settle: the other state of a lamp, the blank of tiles."""
    known = dict(symbols)
    new = {word for word in cells.words if word not in known and word != OPEN and not word.isdigit()}
    if isinstance(puzzle, Lamps):
        if puzzle.k == 2 and len(new) == 1 and len(values := set(known.values())) == 1:
            known[new.pop()] = 1 - values.pop()
        return known
    for word in (*BLANKS, *CROSSES):
        if word not in known:
            known[word] = 0
    return known


GoalText = str | bytes | Sequence[str | bytes]
"""A goal as text, or several."""
LONGEST_NAME = 40  # characters
NO_OTHER_GOAL = "this kind of puzzle has no other goal"


class Given(NamedTuple):
    """A goal as it was given, and the name of its file."""

    data: str | bytes
    source: str = ""


def given_of(goal: "GoalText | Sequence[Given] | None") -> tuple[Given, ...]:
    """Return the goals that were given, none for None."""
    if goal is None:
        return ()
    every = (goal,) if isinstance(goal, str | bytes) else goal
    return tuple(each if isinstance(each, Given) else Given(each) for each in every)


def are_several(goal: Any) -> bool:
    """Return whether a list is several goals, as one is a name, an ID or a board with its rows; else it is rows."""
    return (
        isinstance(goal, list | tuple)
        and all(isinstance(each, str) for each in goal)
        and any("/" in each or ":" in each or is_name(each) for each in goal)
    )


def texts_of(goal: Any) -> tuple[str, ...]:
    """Return the texts of a goal in JSON: itself, several, or rows, where null does not matter."""
    if isinstance(goal, str):
        return (goal,)
    if are_several(goal):
        return tuple(goal)
    rows = [row if isinstance(row, list) else [row] for row in goal]
    if any(None in row for row in rows):
        return ("/".join(" ".join(OPEN if cell is None else str(cell) for cell in row) for row in rows),)
    return (json.dumps(goal),)


def targets(
    puzzle: Puzzle,
    state: State,
    goals: Sequence[Given],
    *,
    format: str = "",  # noqa: A002
    board: Text | None = None,
) -> Targets:
    """Return the puzzles of reaching one of the goals from `state`, the nearest of which counts.

    `format` is the one that the board was read in, `board` its text, for the meaning of its symbols. Raises
    NotationError and PuzzleError as `with_goal` does.
    """
    results = [_cells(puzzle, state, each, format, board) for each in goals]
    if len(results) == 1 and not isinstance(results[0], tuple):
        return Targets(((results[0], state),))
    return targets_of(puzzle, state, [each if isinstance(each, tuple) else each.goal for each in results])


def _cells(
    puzzle: Puzzle, state: State, given: Given, format_: str, board: Text | None
) -> "Puzzle | tuple[int | None, ...]":
    """Return the puzzle with a goal, or the cells of one that leaves some open.

    A text with ? is first read as such a goal, one with x only if it is no other.
    """
    data, source = given
    may_be_open = isinstance(data, str) and looks_open(data) and not is_name(data)
    refusal: PuzzleError | None = None
    for is_open in ([True, False] if OPEN in str(data) else [False, True])[: 1 + may_be_open]:
        if is_open and not may_be_open:
            continue
        try:
            if not is_open:
                return with_goal(puzzle, data, format=format_, source=source)
            with in_the_goal():
                cells = read_open(Text(data, source), puzzle, state, board)
            if cells is not None:
                return cells
        except PuzzleError as error:
            refusal = refusal or error
    raise refusal or PuzzleError("this is not a board")


@contextmanager
def in_the_goal() -> Iterator[None]:
    """Let errors of a text say that it is a goal."""
    try:
        yield
    except NotationError as error:
        message = msg("in the goal: {error}", error=msg(error.message))
        raise NotationError(
            message,
            expected=error.expected,
            source=error.source,
            line=error.line,
            column=error.column,
            text=error.text,
        ) from None


def _word(text: str) -> str:
    """Return the name of a goal as it is known: All off is off, blank first is blank-first."""
    return "-".join(text[: 2 * LONGEST_NAME].lower().rstrip(" .!").split()).removeprefix("all-")


def is_name(text: str) -> bool:
    """Return whether `text` is the name of a goal in some family."""
    word = _word(text)
    return len(word) <= LONGEST_NAME and any(word in families.load(name).goal_names for name in families.FAMILIES)


def with_goal(puzzle: Puzzle, given: str | bytes, *, format: str = "", source: str = "") -> Puzzle:  # noqa: A002
    """Return the puzzle with the goal that a text gives; `format` is the one that its board was read in.

    Raises NotationError, which says that it is about the goal, if the text is no goal of this puzzle, or several;
    PuzzleError if the puzzle has no other goal.
    """
    if isinstance(given, str) and (state := _named(puzzle, given)) is not None:
        return _changed(puzzle, state)
    if not isinstance(puzzle, WithGoal):
        raise PuzzleError(NO_OTHER_GOAL)
    with in_the_goal():
        return _read(puzzle, given, format, source)


def _named(puzzle: Puzzle, given: str) -> State | None:
    """Return the goal of that name; None if `given` is no name; raise PuzzleError for one that the puzzle lacks."""
    word, family = _word(given), families.of(puzzle)
    goals = family.goals(puzzle)
    if word in goals:
        return goals[word]()
    if is_name(word):
        choices = msg(", ".join(goals)) if goals else msg("none")
        raise PuzzleError(msg("this puzzle has no goal {goal}; its named goals: {goals}", goal=word, goals=choices))
    if (
        len(word) <= LONGEST_NAME
        and word.replace("-", "").isalpha()
        and (close := closest_match(word, family.goal_names))
    ):
        raise PuzzleError(msg("unknown goal {goal}; did you mean {close}?", goal=repr(word), close=close))
    return None


def _read(puzzle: Puzzle, given: str | bytes, format_: str, source: str) -> Puzzle:
    """Return the puzzle with the goal that the text of a board gives; the first kind of reading that fits decides."""
    refusal: PuzzleError | None = None
    misfit: PuzzleError | None = None  # of what is a board, but not of this size or kind
    for readings in _kinds_of_reading(puzzle, given, format_, source):
        fits: dict[Puzzle, tuple[Format, Reading]] = {}
        try:
            text, result = readings()
        except PuzzleError as error:
            refusal = refusal or error
            continue
        for row, reading in result:
            try:
                fits.setdefault(_fitting(puzzle, reading.puzzle, reading.state), (row, reading))
            except PuzzleError as error:
                misfit = misfit or error
        if len(fits) > 1:
            raise ambiguous(text, list(fits.values()))
        if fits:
            return next(iter(fits))
    raise misfit or refusal or PuzzleError("this is not a board")


def _kinds_of_reading(puzzle: Puzzle, given: str | bytes, format_: str, source: str) -> Iterator[Any]:
    """Yield functions that return the text read and its readings: as the board's format, as cells, as any format."""
    asked = input_of(given, source=source)
    texts = [asked.text, *_by_rows(puzzle, asked.text)] if asked.magic is None else []
    own = [FORMATS[format_]] if format_ in FORMATS and format_ not in ("id", *MAGIC) else []
    for row, text in product(own, texts):
        yield lambda row=row, text=text: (text, [(row, result)] if (result := in_format(row, text)) else [])
    for text in texts if not game_id.is_game_id(asked.text.data) else ():
        yield lambda text=text: (text, [(FORMATS["id"], Reading(puzzle, puzzle.parse(text.data.strip())))])
    yield lambda: (asked.text, readings_of(asked))
    for text in texts[1:]:
        yield lambda text=text: (text, readings_of(asked._replace(text=text)))


def _by_rows(puzzle: Puzzle, text: Text) -> list[Text]:
    """Return a text on one line with its cells in the puzzle's rows; none if it has not one for each cell."""
    if not isinstance(puzzle, Shaped) or min(puzzle.width, puzzle.height) < 2 or len(text.rows) != 1:
        return []
    words = split_words(text.rows[0])
    cells, between = (list(words[0]), "") if len(words) == 1 else (words, " ")
    w = puzzle.width
    if len(cells) != w * puzzle.height or "" in cells:
        return []
    return [Text("/".join(between.join(cells[start : start + w]) for start in range(0, len(cells), w)), text.source)]


def _fitting(puzzle: Puzzle, other: Puzzle, goal: State) -> Puzzle:
    """Return the puzzle with the state of another as its goal; raise PuzzleError if they are not alike."""
    if families.family_of(puzzle) != families.family_of(other):
        raise PuzzleError("the board and its --goal belong to different families")
    sizes = [(getattr(each, "width", 0), getattr(each, "height", 0)) for each in (puzzle, other)]
    if sizes[0] != sizes[1]:
        raise PuzzleError("the board and its --goal are not of the same size")
    if getattr(puzzle, "edges", None) != getattr(other, "edges", None):
        raise PuzzleError("the board and its --goal are on different graphs")
    return _changed(puzzle, goal)


def _changed(puzzle: Puzzle, goal: State) -> Puzzle:
    if not isinstance(puzzle, WithGoal):
        raise PuzzleError(NO_OTHER_GOAL)
    return puzzle.with_goal(goal)
