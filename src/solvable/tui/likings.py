"""What a player likes, kept from one game to the next: the language, the colours, whether arrows move the blank.

A file of JSON in the folder SOLVABLE_CONFIG, else in the user's for settings, written whole or not at all. One that is
damaged is passed over, which is said, and written anew with the next change.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from solvable.formats.whole import write_text
from solvable.messages import LANGUAGES
from solvable.tui.inks import THEMES

FILE = "play.json"


@dataclass(frozen=True, slots=True)
class Likings:
    """The language ("": that of the terminal), the name of the colours, and what arrows move."""

    lang: str = ""
    look: str = "dark"
    moves_blank: bool = False


DEFAULT = Likings()


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
    write_text(file, json.dumps(asdict(likings)) + "\n")
