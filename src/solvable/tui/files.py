"""Games from what was typed or a file, and into a file: JSON, or by the name's end .sav for Tatham's programs."""

import os
from datetime import date
from errno import ENOENT
from pathlib import Path
from secrets import randbelow

from solvable import formats
from solvable.core.atomic_write import FileKind, check_output, is_special, write_text
from solvable.core.errors import BudgetExceededError, NotationError, PuzzleError
from solvable.families import FAMILIES
from solvable.formats.recognise import UnrecognisedError
from solvable.play.levels import daily
from solvable.play.load import opened
from solvable.play.save_format import NAME
from solvable.play.session import Session

TATHAM = ".sav"
SUFFIXES = ("", ".json", ".txt", TATHAM)
SAVE = FileKind("a saved game", SUFFIXES, lambda file: file.read(1000).startswith(f'{{"format": "{NAME}"'.encode()))
TATHAM_SAVE = FileKind("a saved game", SUFFIXES, lambda file: file.read(100).startswith(b"SAVEFILE:41:Simon Tatham"))


def new_seed() -> str:
    """Return a seed that nobody has had."""
    return str(randbelow(10**9))


def todays() -> Session:
    """Return today's game of the first family."""
    return daily(next(iter(FAMILIES)), date.today().isoformat())


def from_argument(argument: str, family: str = "") -> Session:
    """Return the game of a file's name, or of any text, if a size is one of `family`; raise PuzzleError."""
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
    """Return the path that a name means, ~ being a user's folder; raise OSError if no file can have it."""
    if "\0" in name:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), name)
    try:
        return Path(name).expanduser()
    except RuntimeError:  # there is no such user
        return Path(name)


def save(session: Session, name: str) -> None:
    """Write the game into a file, completely or not at all, in place of another saved game.

    Raise PuzzleError for a file that is no saved game and for an ending of another kind, OSError, which names the file.
    """
    path = _path(name)
    is_tatham = path.suffix.lower() == TATHAM
    text = session.to_save() if is_tatham else session.to_json() + "\n"
    write_text(path, text, TATHAM_SAVE if is_tatham else SAVE)


def replaces(name: str) -> bool:
    """Return whether saving under this name would replace a saved game; raise what `save` raises for any other file."""
    path = _path(name)
    status = check_output(path, TATHAM_SAVE if path.suffix.lower() == TATHAM else SAVE)
    return status is not None and not is_special(status) and status.st_size > 0
