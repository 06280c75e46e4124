"""What a player likes, kept from one game to the next: the language, the colours, whether arrows move the blank.

A file of JSON in the folder SOLVABLE_CONFIG, else in the user's for settings, written atomically. A file that holds
anything else is passed over, which is said, and never written over; one whose values are out of date is.
"""

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import IO

from solvable.messages import LANGUAGES
from solvable.shared.atomic_write import FileKind, write_text
from solvable.tui.inks import THEMES

FILE = "play.json"
SETTINGS_BYTES_MAX = 1 << 16


@dataclass(frozen=True, slots=True)
class Likings:
    """The language ("": that of the terminal), the name of the colours, and what arrows move."""

    lang: str = ""
    look: str = "dark"
    moves_blank: bool = False


DEFAULT = Likings()


def _are_likings(file: IO[bytes]) -> bool:
    """Return whether a file is an object of JSON with some of these fields and no others, whatever their values."""
    try:
        found = json.loads(file.read(SETTINGS_BYTES_MAX))
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and bool(found) and found.keys() <= {field.name for field in fields(Likings)}


KIND = FileKind("a file of settings", (".json",), _are_likings)


def path() -> Path:
    """Return the file of the likings, which need not exist."""
    chosen = os.environ.get("SOLVABLE_CONFIG")
    if chosen:
        return Path(chosen) / FILE
    import platformdirs

    return Path(platformdirs.user_config_dir("solvable")) / FILE


def load() -> Likings | None:
    """Return the likings that were kept, those of a new player where none were; None where the file is damaged."""
    try:
        kept = json.loads(path().read_text("utf-8"))
        found = Likings(**kept)
        is_sound = found.lang in ("", *LANGUAGES) and found.look in THEMES and isinstance(found.moves_blank, bool)
    except FileNotFoundError:
        return DEFAULT
    except (OSError, ValueError, TypeError):
        return None
    return found if is_sound else None


def keep(likings: Likings) -> None:
    """Write the likings; raise OSError where that cannot be."""
    file = path()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, json.dumps(asdict(likings)) + "\n", KIND)
