"""A board from what a user typed: a game ID, the name of a file, rows split by '/', or '-' for standard input."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from solvable import game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.formats.base import Board
from solvable.formats.game_id import read_line
from solvable.formats.text import BYTES_MAX, Text

if TYPE_CHECKING:
    from solvable.formats.goal import Given, GoalText

_LONGEST_NAME = 4096
_PICTURES = 512 * 2**20  # bytes of a file that is not text


def open_board(
    argument: str,
    *,
    format: str | None = None,  # noqa: A002
    goal: str | Sequence[str] | None = None,
    stdin: IO[Any] | None = None,
) -> Board:
    """Return the board that `argument` says or names: a game ID, a file, rows split by '/', or '-' for standard input.

    Only `format` is tried if one is named. `goal` is the name of a goal, or says or names a board likewise; of several
    the nearest counts. `stdin` takes the place of the process's own.

    Raises NotationError if there is no board, if the file cannot be read, and if a name is a board as well; PuzzleError
    for an unknown format, and for a goal that the puzzle cannot have.
    """
    if format is None and not goal and (board := read_line(argument)):
        return board
    from solvable.formats.position import read  # and all formats, which such a line does not need

    wanted = [_goal_of(each, stdin) for each in ((goal,) if isinstance(goal, str) else goal or ())]
    if argument == "-":
        data, source = _from_stdin(stdin), "stdin"
    else:
        path = None if game_id.is_game_id(argument) else _existing(argument)
        if path is None:
            return _inline(argument, format, wanted)
        data, source = _from_file(path), argument
        if _reads(argument, format):
            raise _both(argument)
    return read(data, format=format, goal=wanted, source=source)


def _goal_of(goal: str, stdin: IO[Any] | None) -> "Given":
    """Return the text of a goal, which may be in a file, and the name of its source."""
    from solvable.formats.goal import Given, is_name

    if is_name(goal) or game_id.is_game_id(goal):
        return Given(goal)
    if goal == "-":
        return Given(_from_stdin(stdin), "stdin")
    path = _existing(goal)
    if path is None:
        return Given(goal)
    if _reads(goal, None):
        raise _both(goal)
    return Given(_from_file(path), goal)


def _both(argument: str) -> NotationError:
    """Return the error for an argument that is a board and the name of a file."""
    message = "this is both a board and the name of a file"
    expected = msg("./{name} for the file", name=argument)
    return NotationError(message, expected=expected, line=1, column=1, text=argument[:200])


def open_file(path: Path, *, format: str | None = None, goal: "GoalText | None" = None) -> Board:  # noqa: A002
    """Return the board in a file, in `format` or the only one that fits; raise NotationError, which names the file."""
    from solvable.formats.position import read

    return read(_from_file(path), format=format, goal=goal, source=str(path))


def open_text(name: str, *, stdin: IO[Any] | None = None) -> Text:
    """Return the text of a file, or with '-' of standard input; raise NotationError if it cannot be read."""
    if name == "-":
        return Text(_from_stdin(stdin), "stdin")
    path = _existing(name)
    if path is None:
        raise NotationError("there is no such file", source=name)
    return Text(_from_file(path), name)


def _existing(argument: str) -> Path | None:
    if not argument or len(argument) > _LONGEST_NAME or "\n" in argument or "\0" in argument:
        return None
    try:
        path = Path(argument)
        return path if path.exists() else None
    except (OSError, ValueError):
        return None


def _from_file(path: Path) -> bytes:
    if path.is_dir():
        raise NotationError("this is a directory", expected="a file with a board", source=str(path))
    try:
        with path.open("rb") as file:
            return bytes(_bounded(file))
    except OSError as error:
        reason = error.strerror or str(error)
        raise NotationError(msg("the file cannot be read: {reason}", reason=msg(reason)), source=str(path)) from None


def _from_stdin(stdin: IO[Any] | None) -> str | bytes:
    stream: Any = stdin if stdin is not None else sys.stdin
    if stream is None:
        raise NotationError("there is no standard input", expected="a board", source="stdin")
    try:
        data: str | bytes = _bounded(getattr(stream, "buffer", stream))
        return data
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(
            msg("standard input cannot be read: {reason}", reason=msg(str(error))), source="stdin"
        ) from None


def _bounded(stream: IO[Any]) -> Any:
    """Return what `stream` holds, but of text no more than one byte too many."""
    from solvable.formats import magic

    start = stream.read(8)
    if isinstance(start, bytes) and start.startswith((magic.PBM_RAW, magic.NPY_MAGIC)):
        return start + stream.read(_PICTURES)
    if isinstance(start, bytes) and start.startswith(magic.PICTURE_MAGIC):
        from solvable.formats import photo

        return start + stream.read(photo.BYTES_MAX)
    return start + stream.read(BYTES_MAX + 1 - len(start))


def _reads(argument: str, format_: str | None) -> bool:
    """Whether `argument` itself is a board; the path of a file from the root is none."""
    if argument.startswith(os.sep):
        return False
    from solvable.formats.position import read

    try:
        read(argument, format=format_)
    except PuzzleError:
        return False
    return True


def _inline(argument: str, format_: str | None, goal: "Sequence[Given]") -> Board:
    """Return the board that `argument` is; where it looks more like a file's name, say that there is none."""
    from solvable.formats.position import read
    from solvable.formats.recognise import UnrecognisedError

    try:
        return read(argument, format=format_, goal=goal)
    except UnrecognisedError as error:
        if _looks_like_a_name(argument):
            message = msg("no such file, and not a board: {name}", name=repr(argument[:200]))
            raise NotationError(message, expected="a game ID, a file, rows split by '/', or -") from error
        raise


def _looks_like_a_name(argument: str) -> bool:
    suffix = Path(argument).suffix if len(argument) < _LONGEST_NAME and "\0" not in argument else ""
    letters = sum(character.isalpha() for character in argument)
    return (len(suffix) > 1 and suffix[1:].isalnum() and not suffix[1:].isdigit()) or letters > len(argument) // 2
