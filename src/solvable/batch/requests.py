"""A line of a batch: a board in any format that the command line reads, or a JSON object with a board and options.

    {"id": 17, "board": "8 6 7/2 5 4/3 0 1", "any": true, "time": 1}

The answer repeats the `id`. Objects may be answers of other commands, such as `new --json`; their other fields are
ignored. Rows of 0 and 1 are recognised once for each shape, because the recogniser's verdict depends only on their
shape.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from solvable import formats, game_id
from solvable.answers import Mode, nearest
from solvable.core.answer import ORDER, Fields
from solvable.core.budget import FOREVER, SECONDS_MAX
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State, StateReader
from solvable.formats.base import Targets
from solvable.formats.numbers import cells_in

FEWEST_CELLS = 4  # cells of a board in a format that does not state its size; anything smaller is a count
DESCRIBED = {"id", "machine"}  # formats that state the size of a board
PLAIN_CELLS = 9  # cells of the smallest board of rows of 0 and 1 that has only one reading
_ROWS = re.compile("[01]+(?:/[01]+)+")


@dataclass(frozen=True, slots=True)
class Options:
    """How boards are solved if their lines do not specify otherwise."""

    mode: Mode = "optimal"
    seconds: float | None = None
    metric: str | None = None
    goal: str | tuple[str, ...] = ()
    format: str | None = None
    shows_time: bool = True


@dataclass(frozen=True, slots=True)
class Request:
    """A board to solve, and how; `targets` if it has several goals, or goals that leave cells open."""

    puzzle: Puzzle
    state: State
    mode: Mode
    seconds: float | None
    targets: Targets | None = None


class Parsed(NamedTuple):
    """A line: its text (bytes if it is not UTF-8), and the fields of a JSON object with a board."""

    text: str | bytes
    fields: Mapping[str, Any] | None


def parse_line(line: bytes) -> Parsed:
    """Return a line as text, and as an object if it is a JSON object with a board."""
    try:
        text = line.decode("utf-8-sig").strip("\n")
    except UnicodeDecodeError:
        return Parsed(line, None)
    return Parsed(text, _object(text.strip()))


def identity(parsed: Parsed) -> Fields:
    """Return the `id` of a line, unchanged; raise NotationError if it is a list or an object."""
    text, fields = parsed
    if fields is None or "id" not in fields:
        return {}
    if isinstance(fields["id"], list | dict):
        wanted = msg("a text, a number, true, false or null")
        problem = msg("{name} is {wanted}, not {value}", name="id", wanted=wanted, value=json.dumps(fields["id"])[:40])
        raise NotationError.at(str(text), str(text).find('"id"'), problem)
    return {"id": fields["id"]}


@dataclass(slots=True)
class Reader:
    """Reads lines; equal puzzles become one object, so that their properties are computed once."""

    options: Options
    known: dict[Puzzle, Puzzle] = field(default_factory=dict)
    shapes: dict[tuple[int, int], Puzzle] = field(default_factory=dict)

    def read(self, parsed: Parsed) -> Request:
        """Return the request in a line; raise PuzzleError, or NotationError with the column in the line."""
        text, fields = parsed
        if fields is None or isinstance(text, bytes):
            return self.request(text, self.options)
        board = _board(fields)
        options = _options(text, fields, self.options)
        try:
            return self.request(board, options, fields.get("puzzle"))
        except NotationError as error:
            raise _in_line(text, board, error) from None

    def request(self, board: str | bytes, options: Options, puzzle: str | None = None) -> Request:
        """Return the request to solve the board with these options."""
        targets = nearest.with_metric(self.targets(board, options, puzzle), options.metric)
        subject, state = targets.every[0]
        subject = self.known.setdefault(subject, subject)
        return Request(subject, state, options.mode, options.seconds, None if targets.is_plain else targets)

    def targets(self, board: str | bytes, options: Options, puzzle: str | None = None) -> Targets:
        """Return the board, or the state of `puzzle`, with the goals of the options."""
        given = formats.given_of(options.goal)
        if puzzle is not None and not (isinstance(board, str) and game_id.is_game_id(board)):
            subject = game_id.parse_puzzle(puzzle)
            state = subject.state(board) if isinstance(subject, StateReader) else subject.parse(str(board))
            return formats.targets(subject, state, given) if given else Targets(((subject, state),))
        if isinstance(board, str) and options.format is None and not given:
            if known := formats.read_line(board):
                return known.targets
            if shape := _shape(board):
                if shape not in self.shapes:
                    self.shapes[shape] = formats.read(board).puzzle
                return Targets(((self.shapes[shape], self.shapes[shape].parse(board)),))
        result = formats.read(board, format=options.format, goal=given or None)
        if len(result.state) < FEWEST_CELLS and options.format is None and result.format not in DESCRIBED:
            message = msg("a board of {cells}", cells=cells_in(len(result.state)))
            raise NotationError(message, expected=msg("at least {count} cells, or a game ID", count=FEWEST_CELLS))
        return result.targets


def _shape(board: str) -> tuple[int, int] | None:
    """Return (columns, characters) for rows of both 0 and 1, all of one length; None for anything else."""
    if len(board) < PLAIN_CELLS or "1" not in board or "0" not in board or not _ROWS.fullmatch(board):
        return None
    step = board.index("/") + 1
    rows = (len(board) + 1) // step
    is_even = (len(board) + 1) % step == 0 and board[step - 1 :: step] == "/" * (rows - 1)
    return (step - 1, len(board)) if is_even and board.count("/") == rows - 1 and rows > 2 and step > 3 else None


def _object(text: str) -> dict[str, Any] | None:
    """Return the JSON object with a board in a line, None if the line is something else."""
    if not text.startswith("{"):
        return None
    try:
        result = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return result if isinstance(result, dict) and "board" in result else None


def _board(fields: Mapping[str, Any]) -> str:
    """Return the board of an object as a text."""
    board = fields["board"]
    if isinstance(board, str):
        return board
    if isinstance(board, list):
        return json.dumps(board)
    raise PuzzleError(msg("{name} is {wanted}, not {value}", name="board", wanted=msg("a text or rows"), value=board))


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < FOREVER


_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "any": ("true or false", lambda value: isinstance(value, bool)),
    "near": ("true or false", lambda value: isinstance(value, bool)),
    "time": ("a number of seconds", _number),
    "metric": ("stm or mtm", lambda value: value in ("stm", "mtm")),
    "goal": ("a text, rows, or a list of texts", lambda value: isinstance(value, str | list)),
    "format": ("a text", lambda value: isinstance(value, str)),
    "puzzle": ("a text", lambda value: isinstance(value, str)),
}


def _options(text: str, fields: Mapping[str, Any], options: Options) -> Options:
    """Return the options updated by those of an object; raise PuzzleError if one is unknown or of the wrong type."""
    for name, value in fields.items():
        if name in _KINDS:
            wanted, fits = _KINDS[name]
            if not fits(value):
                problem = msg(
                    "{name} is {wanted}, not {value}", name=name, wanted=msg(wanted), value=json.dumps(value)[:40]
                )
                raise NotationError.at(text, max(0, text.find(json.dumps(name))), problem)
        elif name not in ORDER:
            problem, known = msg("unknown option {name}", name=repr(name[:40])), ", ".join(("id", "board", *_KINDS))
            raise NotationError.at(text, max(0, text.find(json.dumps(name))), problem, known)
    asked = {name: fields[name] for name in ("metric", "format") if name in fields}
    if "goal" in fields:
        asked["goal"] = formats.texts_of(fields["goal"])
    if "time" in fields:
        asked["seconds"] = float(min(fields["time"], SECONDS_MAX))
    if fields.get("any") and fields.get("near"):
        raise PuzzleError("near goes with neither any nor all")
    if "any" in fields or "near" in fields:
        mode = "any" if fields.get("any") else "near" if fields.get("near") else "optimal"
        asked["mode"] = cast(Mode, mode)
    return replace(options, **asked)


def _in_line(text: str, board: str, error: NotationError) -> NotationError:
    """Return a board's error with its column in the whole line, 0 if the line writes the board differently (escaped, or
    as rows).
    """
    start = text.find(board)
    column = start + error.column if start >= 0 and error.column and error.line <= 1 else 0
    return NotationError(error.message, expected=error.expected, line=1, column=column, text=text)
