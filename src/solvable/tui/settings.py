"""What a player likes, kept from one game to the next: the language, the colours, whether arrows move the blank.

A file of JSON in the folder SOLVABLE_CONFIG, else in the user's for settings, written atomically. A file that holds
anything else is passed over, which is said, and never written over; one whose values are out of date is.
"""

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import IO

from solvable.core.atomic_write import FileKind, write_text
from solvable.messages import LANGUAGES
from solvable.tui.theme import THEMES

FILE = "play.json"
SETTINGS_BYTES_MAX = 1 << 16


@dataclass(frozen=True, slots=True)
class Settings:
    """The language ("": that of the terminal), the name of the colours, and what arrows move."""

    lang: str = ""
    look: str = "dark"
    moves_blank: bool = False


DEFAULT = Settings()


def _are_likings(file: IO[bytes]) -> bool:
    """Return whether a file is an object of JSON with some of these fields and no others, whatever their values."""
    try:
        result = json.loads(file.read(SETTINGS_BYTES_MAX))
    except (ValueError, RecursionError):
        return False
    return isinstance(result, dict) and bool(result) and result.keys() <= {field.name for field in fields(Settings)}


KIND = FileKind("a file of settings", (".json",), _are_likings)


def path() -> Path:
    """Return the file of the likings, which need not exist."""
    chosen = os.environ.get("SOLVABLE_CONFIG")
    if chosen:
        return Path(chosen) / FILE
    import platformdirs

    return Path(platformdirs.user_config_dir("solvable")) / FILE


def load() -> Settings | None:
    """Return the likings that were kept, those of a new player if none were; None if the file is damaged."""
    try:
        kept = json.loads(path().read_text("utf-8"))
        result = Settings(**kept)
        is_sound = result.lang in ("", *LANGUAGES) and result.look in THEMES and isinstance(result.moves_blank, bool)
    except FileNotFoundError:
        return DEFAULT
    except (OSError, ValueError, TypeError):
        return None
    return result if is_sound else None


def keep(likings: Settings) -> None:
    """Write the likings; raise OSError if that cannot be."""
    file = path()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, json.dumps(asdict(likings)) + "\n", KIND)
