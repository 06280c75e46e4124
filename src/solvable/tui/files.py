"""Games from what was typed or a file, and into a file: JSON, or by the name's end .sav for Tatham's programs."""

import os
from datetime import date
from errno import ENOENT
from pathlib import Path
from secrets import randbelow

from solvable import formats
from solvable.errors import BudgetExceededError, NotationError, PuzzleError
from solvable.families import FAMILIES
from solvable.formats.diagnosis import UnrecognisedError
from solvable.formats.whole import write_text
from solvable.play.levels import daily
from solvable.play.opening import opened
from solvable.play.session import Session

TATHAM = ".sav"


def new_seed() -> str:
    """Return a seed that nobody has had."""
    return str(randbelow(10**9))


def todays() -> Session:
    """Return today's game of the first family."""
    return daily(next(iter(FAMILIES)), date.today().isoformat())


def from_argument(argument: str, family: str = "") -> Session:
    """Return the game of a file's name, or of any text, where a size is one of `family`; raise PuzzleError."""
    try:
        is_file = "\n" not in argument and Path(argument).is_file()
    except (OSError, ValueError):
        is_file = False
    if is_file:
        return load(argument)
    try:
        return opened(argument, new_seed(), family)
    except UnrecognisedError:
        if argument == "-":  # the player's own lines come from there
            raise
        board = formats.open_board(argument)  # which knows a directory, and what looks like the name of a file
        return Session(board.puzzle, board.state)


def load(name: str) -> Session:
    """Return the game or the board in a file; raise PuzzleError, naming it."""
    try:
        path = _path(name)
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError as error:
        raise NotationError("there is no such file", source=name) from error
    except (OSError, UnicodeDecodeError):  # a picture; or what cannot be read, of which this says why
        board = formats.open_file(path)
        return Session(board.puzzle, board.state)
    return _named(text, name)


def _named(text: str, name: str) -> Session:
    """Return the game that the text of a file is; raise PuzzleError, naming the file."""
    try:
        return opened(text, new_seed())
    except NotationError as error:
        error.source = name
        raise
    except BudgetExceededError:  # it says nothing against the file
        raise
    except PuzzleError as error:
        raise NotationError(error.message, source=name) from error


def _path(name: str) -> Path:
    """Return the path that a name means, ~ being a user's folder; raise OSError where no file can have it."""
    if "\0" in name:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), name)
    try:
        return Path(name).expanduser()
    except RuntimeError:  # there is no such user
        return Path(name)


def save(session: Session, name: str) -> None:
    """Write the game into a file, completely or not at all; raise PuzzleError or OSError, which names the file."""
    path = _path(name)
    write_text(path, session.to_save() if path.suffix.lower() == TATHAM else session.to_json() + "\n")
