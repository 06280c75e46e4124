"""The record of the terminal game: every finished game in one file of JSON, the one that the page exports and imports.

It is `record.json` in the folder SOLVABLE_DATA, else in the user's for data, written atomically and under a lock. A
file that holds anything else is never changed: the game goes on, and says that it is not kept.
"""

import os
from datetime import date, datetime
from pathlib import Path

from solvable.core.atomic_write import FileKind, atomic_write, locked
from solvable.core.errors import NotationError, PuzzleError
from solvable.play.record import NAME, TEXT_MAX, Game, Record, game_of
from solvable.play.session import Session

FILE = "record.json"
KIND = FileKind(
    "a record of games", (".json",), lambda file: file.read(1000).startswith(f'{{"format": "{NAME}"'.encode())
)


def default_path() -> Path:
    """Return the file of the record, which need not exist."""
    chosen = os.environ.get("SOLVABLE_DATA")
    if chosen:
        return Path(chosen) / FILE
    import platformdirs

    return Path(platformdirs.user_data_dir("solvable")) / FILE


class RecordFile:
    """The file at `path`, by default the user's."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()

    def load(self) -> Record:
        """Return the record, an empty one if there is no file; raise PuzzleError for another file, OSError."""
        try:
            with self.path.open("rb") as file:
                data = file.read(4 * TEXT_MAX)
        except FileNotFoundError:
            return Record()
        try:
            return Record.from_json(data.decode("utf-8")) if data else Record()
        except UnicodeDecodeError:
            raise NotationError("this is no record of games", source=str(self.path)) from None
        except PuzzleError as error:
            raise NotationError(error.message, source=str(self.path)) from None

    def add(self, games: tuple[Game, ...]) -> Record:
        """Add games to the file and return the record; raise what `load` raises, and if it cannot be written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with locked(self.path):
            before = self.load()
            record = before.merged(games)
            if record != before:
                with atomic_write(self.path, KIND, is_locked=True) as file:
                    file.write(record.to_json().encode())
        return record

    def finish(self, session: Session) -> Record:
        """Add a game that has just ended, once for each board, and return the record."""
        game = game_of(session, datetime.now().astimezone())
        record = self.load()
        if all(each.board != game.board for each in record.games):
            return self.add((game,))
        return record


def today() -> str:
    """Return the date of today, the seed of the daily boards."""
    return date.today().isoformat()
