"""A board and its goal from text, for every front end: the goal beside the board, within its text, or none.

A board that several formats read differently is settled by its goal if only one reading admits the goal, or if with
the goal all are the same. Start and goal may stand in one text (`marked`): then the second board is the goal, and the
note says so. Tiles alike, or that are no numbers, are read with their goal (`read_labelled`).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats import goal as goals
from solvable.formats.base import Board, Format, Part, Reading, Targets, targets_of
from solvable.formats.goal import OPEN, Cells, GoalText, texts_of, written
from solvable.formats.recognise import Input, Readings, SeveralError, input_of, is_program, only, readings_of
from solvable.formats.text import Text
from solvable.game_id import is_game_id

# A start and its goal in one text: which part is the board, and which the goal.
#
#     1 2 3/4 5 6/7 0 8 -> 1 2 3/4 5 6/7 8 0        an arrow, ->, =>, →, between the two
#     Initial: …   Goal: …                          labels, also start = …, goal = …, 初始： …, 目标： …
#     {"start": [[1, 2], [0, 3]], "goal": …}        an object of JSON
#
# Two boards with only a blank line between them, or one a line, are found where boards are recognised (`recognise`).

CHARACTERS_MAX = 200_000  # characters

_ARROW = pattern("[-=]{1,3}>|[→⟶⇒➔➜➡⇨]")
_START_KEYS = ("start", "initial", "initialstate", "startstate", "source", "board", "state", "grid", "tiles", "cells")
_GOAL_KEYS = ("goal", "goalstate", "target", "targetstate", "final", "finalstate", "goalboard")
_ENDS = " \t\n;,"


class Pair(NamedTuple):
    """The board, and the goal; `others` are further goals."""

    board: Part
    goal: Part
    others: tuple[str, ...] = ()


def marked(text: Text) -> Pair | None:
    """Return the two parts of a text that says which is the start and which the goal; None for any other text."""
    typed = text.typed
    if len(typed) > CHARACTERS_MAX:
        return None
    arrow = _ARROW.search(typed)
    if is_game_id(typed) and "#" in typed[: arrow.start() if arrow else None]:
        return None  # a seed may hold anything
    if typed[:1000].lstrip()[:1] == "{":
        return _object(typed)
    return _labelled(typed) or (None if is_program(text) else _arrow(typed))


def _arrow(typed: str) -> Pair | None:
    arrows = list(_ARROW.finditer(typed))
    if len(arrows) != 1:
        return None
    start, goal = _part(typed, 0, arrows[0].start()), _part(typed, arrows[0].end(), len(typed))
    return Pair(start, goal) if start.data and goal.data else None


def _labelled(typed: str) -> Pair | None:
    if ":" not in typed and "=" not in typed:  # one of which ends a label
        return None
    from solvable.formats.context import LABEL

    labels = list(LABEL.finditer(typed))
    if is_game_id(typed):  # whose options may be named so
        labels = [label for label in labels if typed[: label.start()].endswith("\n")]
    kinds = [label.lastgroup for label in labels]
    if kinds == ["goal"]:  # the board is above
        start, goal = _part(typed, 0, labels[0].start()), _part(typed, labels[0].end(), len(typed))
        if not start.data:  # or below
            end = typed.find("\n", labels[0].end()) % (len(typed) + 1)
            goal, start = _part(typed, labels[0].end(), end), _part(typed, end, len(typed))
    elif sorted(map(str, kinds)) == ["goal", "start"] and not re.search("[0-9]", typed[: labels[0].start()]):
        ends = [labels[1].start(), len(typed)]
        parts = [_part(typed, label.end(), end) for label, end in zip(labels, ends, strict=True)]
        start, goal = parts if kinds[0] == "start" else parts[::-1]
    else:
        return None
    return Pair(start, goal) if start.data and goal.data else None


def _part(typed: str, start: int, end: int) -> Part:
    """Return what is between, without blanks and separators around it; blanks before its first line stay."""
    data = typed[start:end].rstrip(_ENDS)
    bare = data.lstrip(_ENDS)
    return Part(start + len(data) - len(bare), bare)


def _object(typed: str) -> Pair | None:
    try:
        value = json.loads(typed)
    except (ValueError, RecursionError):
        return None
    known = {re.sub("[ _-]", "", str(key)).lower(): key for key in value} if isinstance(value, dict) else {}
    start, goal = (next((known[key] for key in keys if key in known), None) for keys in (_START_KEYS, _GOAL_KEYS))
    if start is None or goal is None:
        return None
    first, *others = texts_of(value[goal]) if isinstance(value[goal], str | list) and value[goal] else [value[goal]]
    return Pair(_value(typed, start, value[start]), _value(typed, goal, first), tuple(others))


def _value(typed: str, key: str, value: Any) -> Part:
    """Return a value of an object as a text, and where its key is."""
    return Part(max(0, typed.find(json.dumps(key))), value if isinstance(value, str) else json.dumps(value), False)


# Tiles of which some are alike, or that are no numbers, with their goal: `AAB/BCC/D_D`, `1 1 2/2 3 0`, emoji.
#
# Such a board says nothing of its goal, so it is read only together with one. A tile is a word, or a sign if nothing
# separates the cells; _ is the blank, else 0, else another usual sign that is there once. In IDs the tiles are the
# numbers or letters that they are; other words become A, B, … in the order of the goal, and the puzzle shows the words.

BLANKS = ("_", "0", "x", "X", ".", "-", "·", "*", "□", "■", "空", "⬜", "⬛", "◻", "◼", "▢", "☐", "🔲", "🔳")
HOLE = "-"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LABELS_CHARACTERS_MAX = 100_000  # characters of a board
CELLS_MAX = 10_000


class Labelled(NamedTuple):
    """A puzzle of tiles, its state, the goals in its labels (None: any tile), and what its tiles 1, 2, … are called."""

    puzzle: Puzzle
    state: State
    goals: list[tuple[int | None, ...]]
    symbols: tuple[str, ...]


def read_labelled(board: Text, goals: Sequence[Text]) -> Labelled | None:
    """Return the board and its goals; None if the texts have not the same cells, or too few to be tiles.

    Raises NotationError if a goal has a tile that the board has not so often.
    """
    every = _same_cells(board, goals)
    if every is None:
        return None
    start, *wanted = every
    blank = _labelled_blank(start, wanted)
    if blank is None:
        return None
    wanted = [_with_blank(cells, start, blank) for cells in wanted]
    names = _labels(start, wanted, blank)
    if names is None:
        return None
    for text, cells in zip(goals, wanted, strict=True):
        surplus = Counter(word for word in cells.words if word != OPEN) - Counter(start.words)
        if surplus and len(set(cells.words)) == len(cells.words):
            return None  # a goal of different tiles: the board has a slip, and its own error says which
        if surplus:
            raise _surplus(text, cells, start, next(iter(surplus)))
    labels, letters, symbols = names
    state = tuple(labels[word] for word in start.words)
    results = [tuple(None if word == OPEN else labels[word] for word in cells.words) for cells in wanted]
    return Labelled(_puzzle(start, state, letters, symbols), state, results, symbols)


def _same_cells(board: Text, goals: Sequence[Text]) -> list[Cells] | None:
    """Return the cells of the board and of each goal; None if they are not as many, in the same rows, for tiles."""
    if max(len(text.data) for text in (board, *goals)) > _LABELS_CHARACTERS_MAX:
        return None
    try:
        start, *wanted = (written(text) for text in (board, *goals))
    except NotationError:
        return None  # what else the board may be says what is wrong with its rows
    wanted = [Cells(cells.words, start.width) if cells.height == 1 else cells for cells in wanted]
    is_board = min(start.width, start.height) >= 2 and 4 <= len(start.words) <= CELLS_MAX
    is_same = all((len(cells.words), cells.width) == (len(start.words), start.width) for cells in wanted)
    return [start, *wanted] if is_board and is_same else None


def _puzzle(start: Cells, state: State, letters: bool, symbols: Sequence[str]) -> Puzzle:
    dead = [cell for cell, label in enumerate(state) if label < 0]
    if not dead and not letters and sorted(state) == list(range(len(state))):
        from solvable.tiles.board import SlidingTiles

        return SlidingTiles(start.width, start.height)
    from solvable.tiles.graphs.board import GraphTiles

    puzzle = GraphTiles.board(start.width, start.height, state, dead=dead, letters=letters)
    return puzzle.with_symbols(symbols) if symbols else puzzle


def _labelled_blank(start: Cells, wanted: Sequence[Cells]) -> str | None:
    """Return the word of the blank: once on the board, and in each goal once, perhaps by another sign, or open."""
    counts = Counter(start.words)
    for word in BLANKS:
        if counts[word] == 1 and all({word, OPEN} & {*_with_blank(cells, start, word).words} for cells in wanted):
            return word
    return None


def _with_blank(cells: Cells, start: Cells, blank: str) -> Cells:
    """Return a goal with the board's sign of the blank in place of another one, which the board has not."""
    if blank in cells.words:
        return cells
    counts = Counter(cells.words)
    own = next((word for word in BLANKS if counts[word] == 1 and word not in start.words), blank)
    return Cells(tuple(blank if word == own else word for word in cells.words), cells.width)


def _labels(start: Cells, wanted: Sequence[Cells], blank: str) -> tuple[dict[str, int], bool, tuple[str, ...]] | None:
    """Return the label of each word, whether labels are letters, and what the tiles are called if not so."""
    fixed = {blank: 0} | ({} if blank == HOLE else {HOLE: -1})
    ordered = [word for cells in (*wanted, start) for word in cells.words]
    words = [word for word in dict.fromkeys(ordered) if word not in fixed and word != OPEN]
    if not words:
        return None
    if all(word.isascii() and word.isdigit() and len(word) < 9 and int(word) > 0 for word in words):
        return fixed | {word: int(word) for word in words}, False, ()
    if all(word in LETTERS for word in words):
        return fixed | {word: LETTERS.index(word) + 1 for word in words}, True, ()
    return fixed | {word: number for number, word in enumerate(words, 1)}, len(words) <= len(LETTERS), tuple(words)


def _surplus(text: Text, cells: Cells, start: Cells, word: str) -> NotationError:
    """Return the error for a tile that a goal has more often than the board."""
    place = max(position for position, each in enumerate(cells.words) if each == word)
    message = "{tile} is there {wanted} times, on the board {count} times"
    return text.fault(
        msg(message, tile=repr(word[:20]), wanted=cells.words.count(word), count=start.words.count(word)),
        "the tiles of the board",
        text.offset(min(place // cells.width, len(text.rows) - 1)),
    )


# The board and its goal.

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
        result = read_labelled(text, [Text(each.data, each.source) for each in wanted])
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
