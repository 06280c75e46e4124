"""Big tables on disk: built once, written atomically, checked at every load, memory-mapped.

A file is one page of JSON (version, key, size, checksums) and the table's 64-bit words, aligned for the mapping. It is
written under a temporary name, synced and renamed: a reader sees a complete table or none, and an interrupted build
leaves nothing behind. A lock lets one process build while others wait. Every load compares the key, the size and an
order-sensitive sum over all words (5 GB/s), so a truncated, foreign or damaged file is never used: it is reported and
built again. A file that other users could have written is ignored (`is_trusted`). If the folder is not writable, the
table stays in memory. Messages go to the logger `solvable`. The folder is $SOLVABLE_CACHE or the user's cache folder.
"""

import contextlib
import json
import os
import stat
import sys
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from solvable import kernels
from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.core.log import Log
from solvable.core.message import msg
from solvable.core.seeds import GOLDEN_RATIO_64

Words: TypeAlias = "memoryview[int]"
"""The 64-bit words of a table, in the format "Q"."""

VERSION = 2
MAGIC = "solvable table"
PAGE = 4096
SUFFIX = ".table"
WORD = (1 << 64) - 1  # the bits of a word
CHECKSUM_SIDE = 256  # words in a row, and rows in a block, over which the sums are taken
LOCK_POLL_INTERVAL_S = 0.05  # seconds between two attempts to take a lock that another process holds
NAME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@_-")  # characters allowed in a name
PACKAGE = Path(__file__).parents[1]
log = Log("solvable.core.disk_cache")
_noted = set[Path]()  # folders about which a warning was given

Key = Mapping[str, Any]
Fits = Callable[[Words], bool]
_lender: list[tuple[Callable[[str], Any], frozenset[str]]] = []  # at most one


class DamagedTableError(PuzzleError):
    """A file that is not a complete, unchanged table."""


class UntrustedError(DamagedTableError):
    """A table file that another user could have written."""


@frozen
class Info:
    """A table file: its name, key, and size in bytes."""

    name: str
    key: dict[str, Any]
    bytes: int
    path: Path


def folder() -> Path:
    """Return the folder of the tables; it need not exist."""
    chosen = os.environ.get("SOLVABLE_CACHE")
    return Path(chosen) if chosen else _users_folder(os.environ.get("HOME"), os.environ.get("XDG_CACHE_HOME"))


@cache
def _users_folder(*_environment: str | None) -> Path:
    """Return the user's cache folder, computed once for each environment, since that takes as long as solving a
    board.
    """
    import platformdirs

    return Path(platformdirs.user_cache_dir("solvable"))


def is_name(name: str) -> bool:
    """Return whether `name` may name a table: one or more letters, digits, @, _ and -."""
    return bool(name) and NAME.issuperset(name)


def path_of(name: str) -> Path:
    """Return the path of the table `name`; raise PuzzleError if the name is not allowed."""
    if not is_name(name):
        raise PuzzleError(msg("invalid table name {name}: only letters, digits, @ and - are allowed", name=repr(name)))
    return folder() / (name + SUFFIX)


def borrow(fetch: Callable[[str], Any], names: Collection[str]) -> None:
    """From now on, get tables that are not in the folder by calling `fetch` with their names; `names` are those that it
    has.

    Fetched tables were checked by the process that loaded them.
    """
    _lender[:] = [(fetch, frozenset(names))]


def has(name: str) -> bool:
    """Return whether the table `name` exists; the file is checked only when it is loaded."""
    for _, names in _lender:
        return name in names
    return path_of(name).is_file()


def obtain(name: str, key: Key, build: Callable[[], Words], fits: Fits | None = None) -> Words:
    """Return the table, read-only: mapped from its file; if there is none, built and written; if it cannot be written,
    or in a browser, built in memory.

    `build` returns the words; if it raises (KeyboardInterrupt included), no file is left. `fits` tests whether words
    have the size and form that the key implies, because kernels read them without checks.
    """
    if sys.platform == "emscripten":  # its files are in memory anyway
        return memoryview(build()).cast("B").cast("Q").toreadonly()
    for fetch, _ in _lender:
        with contextlib.suppress(DamagedTableError, OSError):
            return load(name, key, fits)
        return memoryview(fetch(name)).cast("B").cast("Q").toreadonly()
    try:
        return load(name, key, fits)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except UntrustedError:
        pass  # a warning was given
    except DamagedTableError as error:
        log.warning(msg("{error}; building it again", error=msg(str(error))))
    except OSError as error:
        log.warning(
            msg("{file}: {reason}; building it again", file=str(error.filename), reason=msg(str(error.strerror)))
        )
    with _lock(name) as locked:
        if locked:
            with contextlib.suppress(DamagedTableError, OSError):
                return load(name, key, fits)  # another process built it while this one waited
        if locked:
            log.info(msg("building the table {name}; it will be kept in {folder}", name=name, folder=str(folder())))
        else:
            log.info(msg("building the table {name}", name=name))
        words = memoryview(build()).cast("B").cast("Q").toreadonly()
        try:
            save(name, key, words)
            if is_trusted(path_of(name)):
                words = load(name, key, fits)
        except OSError as error:
            log.warning(
                msg(
                    "cannot keep the table {name} in {folder} ({reason}); it stays in memory",
                    name=name,
                    folder=str(folder()),
                    reason=msg(str(error.strerror)),
                )
            )
        return words


def save(name: str, key: Key, words: Words) -> None:
    """Write the table to a temporary file in the same folder, sync it and rename it; raise OSError if that fails."""
    target = path_of(name)
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(_header(name, key, words))
            file.write(words)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def load(name: str, key: Key, fits: Fits | None = None) -> Words:
    """Return the mapped words of a table; raise FileNotFoundError, or DamagedTableError if a check fails.

    Raise UntrustedError if other users can write it. `fits` catches a file whose sums agree but whose words do not
    match the key in its header.
    """
    import mmap

    path = path_of(name)
    header = _read_header(path)
    if not is_trusted(path):
        raise UntrustedError(msg("{path} belongs to others or can be written by them", path=str(path)))
    if header.get("key") != json.loads(json.dumps(dict(key))):
        raise DamagedTableError(msg("{path} is a table of another kind", path=str(path)))
    with path.open("rb") as file:
        words = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[PAGE:].cast("Q")
    if header.get("sum") != _sum(words):
        raise DamagedTableError(msg("{path} is damaged", path=str(path)))
    if fits is not None and not fits(words):
        raise DamagedTableError(msg("{path} is damaged", path=str(path)))
    return words


def check(name: str) -> Info:
    """Read the entire file and compare its cryptographic checksum; raise DamagedTableError if it differs."""
    from hashlib import blake2b

    path = path_of(name)
    header = _read_header(path)
    digest = blake2b()
    with path.open("rb") as file:
        file.seek(PAGE)
        while block := file.read(1 << 22):
            digest.update(block)
    if digest.hexdigest() != header.get("checksum") or header.get("name") != name:
        raise DamagedTableError(msg("{path} is damaged", path=str(path)))
    return Info(name, header["key"], path.stat().st_size, path)


def listing() -> tuple[Info, ...]:
    """Return the tables in the folder, by name; other files are skipped."""
    results = []
    for path in sorted(folder().glob("*" + SUFFIX)) if folder().is_dir() else ():
        with contextlib.suppress(DamagedTableError, OSError):
            header = _read_header(path)
            results.append(Info(path.name.removesuffix(SUFFIX), header["key"], path.stat().st_size, path))
    return tuple(results)


def files() -> dict[str, int]:
    """Return the names of all files that are named like tables, complete or not, with their sizes in bytes."""
    there = sorted(folder().glob("*" + SUFFIX)) if folder().is_dir() else ()
    names = ((path.name.removesuffix(SUFFIX), path) for path in there)
    return {name: path.stat().st_size for name, path in names if is_name(name) and path.is_file()}


def remove(name: str) -> bool:
    """Delete the table's file; return whether there was one. The lock file stays, since a builder may hold it."""
    path = path_of(name)
    there = path.is_file()
    path.unlink(missing_ok=True)
    return there


def _header(name: str, key: Key, words: Words) -> bytes:
    from hashlib import blake2b

    fields = {
        "magic": MAGIC,
        "version": VERSION,
        "name": name,
        "key": dict(key),
        "bytes": words.nbytes,
        "sum": _sum(words),
        "checksum": blake2b(words).hexdigest(),
    }
    text = json.dumps(fields).encode()
    if len(text) >= PAGE:
        raise PuzzleError(msg("the header of the table {name} is too long", name=name))
    return text.ljust(PAGE - 1) + b"\n"


def _read_header(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        page = file.read(PAGE)
    try:
        header = json.loads(page)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("magic") != MAGIC:
        raise DamagedTableError(msg("{path} is not a table", path=str(path)))
    if header.get("version") != VERSION:
        raise DamagedTableError(
            msg(
                "{path} is a table of version {version}, not {wanted}",
                path=str(path),
                version=header.get("version"),
                wanted=VERSION,
            )
        )
    if not isinstance(header.get("key"), dict):
        raise DamagedTableError(msg("{path} is damaged", path=str(path)))
    size = header.get("bytes")
    if not isinstance(size, int) or size % 8 or path.stat().st_size != PAGE + size or len(page) < PAGE:
        raise DamagedTableError(msg("{path} is cut short or too long", path=str(path)))
    return header


def _sum(words: Words) -> list[int]:
    """Return two sums mod 2^64, which weight every word by its row and by its column in blocks of 256 × 256 words.

    Weights are odd, so a change of one word changes both; they are distinct, so moved pages, rotated and reversed
    blocks are found too. One pass; the kernel reaches 10 GB/s.
    """
    if not kernels.has_library():
        return sum_reference(words)
    sums = array("Q", (0, 0))
    kernels.native().table_sum(words, len(words), sums)
    return sums.tolist()


def sum_reference(words: Words) -> list[int]:
    """Return `_sum` of `words`, in plain Python: the reference of the kernel `table_sum`."""
    # distinct odd numbers without a pattern
    weights = [(i * GOLDEN_RATIO_64 & WORD) | 1 for i in range(1, CHECKSUM_SIDE + 1)]
    totals = [0, 0]
    for begin in range(0, len(words), CHECKSUM_SIDE * CHECKSUM_SIDE):
        block = words[begin : begin + CHECKSUM_SIDE * CHECKSUM_SIDE]
        by_column = (weight * sum(block[i::CHECKSUM_SIDE]) for i, weight in enumerate(weights))
        by_row = (weight * sum(block[i * CHECKSUM_SIDE : (i + 1) * CHECKSUM_SIDE]) for i, weight in enumerate(weights))
        for axis, sums in enumerate((by_column, by_row)):
            totals[axis] = totals[axis] * 3 + sum(sums) & WORD
    return totals


@contextlib.contextmanager
def _lock(name: str) -> Iterator[bool]:
    """Hold the table's lock file; yield whether that succeeded (False: the folder is not writable, or locks are not
    supported).

    The system releases the lock when the process ends. The holder may delete the temporary files of dead builds.
    """
    from filelock import FileLock, Timeout

    path = path_of(name).with_suffix(".lock")
    lock = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            log.info(msg("another process is building the table {name}; waiting for it", name=name))
            lock.acquire(poll_interval=LOCK_POLL_INTERVAL_S)
    except (OSError, NotImplementedError):  # the folder is not writable, or the file system has no locks
        yield False
        return
    try:
        for stale in path.parent.glob(f"{name}{SUFFIX}.*.tmp"):
            with contextlib.suppress(OSError):
                stale.unlink()
        yield True
    finally:
        lock.release()


def is_trusted(path: Path) -> bool:
    """Return whether a file can be trusted like this user's own; False if it does not exist. Warns once for each
    folder.

    A file is trusted if it and its folder belong to the user, to the administrator or to the owner of the program's
    source (who could change the program as well), and if no other user may write to either. Group write permission is
    accepted for a user's private group, which many systems set up; in a folder with the sticky bit, users cannot
    replace each other's files. On systems without file owners every file is trusted. Cost: two system calls, a few
    microseconds.
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
    """Return whether a file or folder is ours and writable by no other user."""
    others = stat.S_IWOTH if status.st_gid == status.st_uid else stat.S_IWOTH | stat.S_IWGRP
    is_sticky = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
    return status.st_uid in _owners(os.geteuid()) and (bool(is_sticky) or not status.st_mode & others)


@cache
def _owners(user: int) -> frozenset[int]:
    return frozenset({user, 0, PACKAGE.stat().st_uid})
