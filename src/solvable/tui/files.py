"""Games from what was typed or a file, and into a file: JSON, or by the name's end .sav for Tatham's programs."""

from datetime import date
from pathlib import Path
from secrets import randbelow

from solvable import formats
from solvable.errors import NotationError
from solvable.families import FAMILIES
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


def from_argument(argument: str) -> Session:
    """Return the game of a file's name, or of any text; raise PuzzleError."""
    try:
        is_file = "\n" not in argument and Path(argument).is_file()
    except (OSError, ValueError):
        is_file = False
    return load(argument) if is_file else opened(argument, new_seed())


def load(name: str) -> Session:
    """Return the game or the board in a file; raise PuzzleError, naming it."""
    path = Path(name).expanduser()
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise NotationError("there is no such file", source=name) from error
    except UnicodeDecodeError:
        board = formats.open_file(path)
        return Session(board.puzzle, board.state)
    return opened(text, new_seed())


def save(session: Session, name: str) -> None:
    """Write the game into a file, completely or not at all."""
    path = Path(name).expanduser()
    write_text(path, session.to_save() if path.suffix.lower() == TATHAM else session.to_json() + "\n")
