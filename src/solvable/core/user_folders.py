"""Where a user's files lie: the folders for caches and for settings that each system has."""

import os
import sys
from pathlib import Path

NAME = "solvable"


def cache_folder() -> Path:
    """Return the folder for what can be made again; it need not exist."""
    return _folder("XDG_CACHE_HOME", "~/.cache", "~/Library/Caches", "Cache")


def settings_folder() -> Path:
    """Return the folder for what the user chose; it need not exist."""
    return _folder("XDG_CONFIG_HOME", "~/.config", "~/Library/Application Support")


def _folder(variable: str, unix: str, mac: str, *windows: str) -> Path:
    if sys.platform == "win32":  # where an application has a folder within its author's
        local = os.environ.get("LOCALAPPDATA", "").strip() or os.path.expanduser("~/AppData/Local")  # noqa: PTH111
        return Path(local, NAME, NAME, *windows)
    given = os.environ.get(variable, "").strip()
    if not Path(given).is_absolute():  # "" too; the XDG specification has relative paths ignored
        given = os.path.expanduser(mac if sys.platform == "darwin" else unix)  # noqa: PTH111
    return Path(given) / NAME
