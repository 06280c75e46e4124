"""Which cached files are trusted: compiled kernels run as they are, and tables are taken for what was computed.

A file counts if it and its folder belong to the user, to the administrator or to the owner of the program's own source
(who could change that as well), and if nobody else may write to either. A group may where it is its owner's own group,
as many systems set it up; in a folder with the sticky bit nobody replaces another's files. Systems without owners trust
what they find.
"""

import os
import stat
from functools import cache
from pathlib import Path

from solvable.core.log import Log
from solvable.core.message import msg

PACKAGE = Path(__file__).parents[1]
log = Log("solvable.trust")
_noted = set[Path]()


def is_trusted(path: Path) -> bool:
    """Return whether a file may be used as this user's own; False if there is none. A warning names each folder once.

    Two calls of the system for each file and its folder, some microseconds.
    """
    if not hasattr(os, "geteuid"):
        return path.exists()
    try:
        folders = {path.parent, Path(os.path.realpath(path)).parent}
        is_safe = _is_own(path.stat()) and all(_is_own(folder.stat()) for folder in folders)
    except OSError:
        return False
    if not is_safe and path.parent not in _noted:
        _noted.add(path.parent)
        log.warning(
            msg(
                "{folder} or {file} in it belongs to another user or can be written by others: it is not used",
                folder=str(path.parent),
                file=path.name,
            )
        )
    return is_safe


def _is_own(status: os.stat_result) -> bool:
    """Return whether a file or folder is one of ours, which nobody else can write to."""
    others = stat.S_IWOTH if status.st_gid == status.st_uid else stat.S_IWOTH | stat.S_IWGRP
    is_sticky = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
    return status.st_uid in _owners(os.geteuid()) and (bool(is_sticky) or not status.st_mode & others)


@cache
def _owners(user: int) -> frozenset[int]:
    return frozenset({user, 0, PACKAGE.stat().st_uid})
