"""Big tables on disk: built once, written atomically, checked at every load, memory-mapped.

A file is one page of JSON (version, key, size, checksums) and the table's 64-bit words, so that a mapping is aligned.
It is written under a temporary name, synced and renamed: a reader sees a whole table or none, and an interrupted build
leaves nothing. A lock lets one process build while others wait for the result. Every load compares the key, the size
and a sum over all words (10 GB/s), so a truncated, foreign or damaged file is never used: it is reported and built
again. Where the folder cannot be written the table lives in memory only. Words to the user go to the logger `solvable`.
The folder is $SOLVABLE_CACHE or the user's cache folder.
"""

import contextlib
import hashlib
import json
import logging
import math
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvable.errors import PuzzleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

VERSION = 1
MAGIC = "solvable table"
PAGE = 4096
SUFFIX = ".table"
NAME = re.compile(r"[A-Za-z0-9@_-]+")
log = logging.getLogger("solvable.tables")

Key = Mapping[str, Any]


class DamagedTableError(PuzzleError):
    """A file that is not the whole, unchanged table it should be."""


@dataclass(frozen=True, slots=True)
class Info:
    """A table file: its name, key, and size in bytes."""

    name: str
    key: dict[str, Any]
    bytes: int
    path: Path


def folder() -> Path:
    """Return the folder of the tables, which need not exist."""
    chosen = os.environ.get("SOLVABLE_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("solvable"))


def path_of(name: str) -> Path:
    """Return the file of the table `name`; PuzzleError where that is no name for a file of its own."""
    if not NAME.fullmatch(name):
        raise PuzzleError(f"there is no table {name!r}: a name has only letters, digits, @ and -")
    return folder() / (name + SUFFIX)


def memory() -> float:
    """Return the bytes of memory of this machine, infinite where the system does not tell."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return math.inf


def available() -> float:
    """Return the bytes of memory that this process can still have: what the machine has free, less where the process,
    or its control group, has a limit of its own; infinite where the system does not tell."""
    found = memory()
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        found = 1024.0 * int(next(line.split()[1] for line in lines if line.startswith("MemAvailable:")))
    with contextlib.suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        room, used = ((group / f"memory.{name}").read_text() for name in ("max", "current"))
        found = min(found, float(room) - float(used))  # "max" is no number
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            found = min(found, limit - pages * os.sysconf("SC_PAGE_SIZE"))
    return max(0.0, found)


def has(name: str) -> bool:
    """Return whether a file of the table `name` exists; it is checked when it is loaded."""
    return path_of(name).is_file()


def obtain(name: str, key: Key, build: Callable[[], "Words"]) -> "Words":
    """Return the table, read-only: mapped from its file, else built and written, else built and kept in memory.

    `build` returns its words; what it raises (also KeyboardInterrupt) leaves no file behind.
    """
    try:
        return load(name, key)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except DamagedTableError as error:
        log.warning("%s; building it again", error)
    except OSError as error:
        log.warning("%s: %s; building it again", error.filename, error.strerror)
    with _lock(name) as locked:
        if locked:
            with contextlib.suppress(DamagedTableError, OSError):
                return load(name, key)  # built by another process while this one waited
        if locked:
            log.info("building the table %s; it is kept in %s", name, folder())
        else:
            log.info("building the table %s", name)
        words = build()
        words.flags.writeable = False
        try:
            save(name, key, words)
            return load(name, key)
        except OSError as error:
            log.warning("cannot keep the table %s in %s (%s); it stays in memory", name, folder(), error.strerror)
            return words


def save(name: str, key: Key, words: "Words") -> None:
    """Write the table: to a temporary file in the same folder, synced, then renamed; OSError where it cannot be."""
    target = path_of(name)
    target.parent.mkdir(parents=True, exist_ok=True)
    header = _header(name, key, words)
    temporary = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(header)
            file.write(_view(words))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def load(name: str, key: Key) -> "Words":
    """Return the mapped words of a table; FileNotFoundError, or DamagedTableError where it is not what it should be."""
    import numpy as np

    path = path_of(name)
    header = _read_header(path)
    if header.get("key") != json.loads(json.dumps(dict(key))):
        raise DamagedTableError(f"{path} is a table of another kind")
    words: Words = np.asarray(np.memmap(path, np.uint64, "r", offset=PAGE))  # a plain array, whose slices are cheap
    if header.get("sum") != _sum(words):
        raise DamagedTableError(f"{path} is damaged")
    return words


def check(name: str) -> Info:
    """Read the whole file and compare its cryptographic checksum; DamagedTableError where it differs."""
    path = path_of(name)
    header = _read_header(path)
    digest = hashlib.blake2b()
    with path.open("rb") as file:
        file.seek(PAGE)
        while block := file.read(1 << 22):
            digest.update(block)
    if digest.hexdigest() != header.get("checksum"):
        raise DamagedTableError(f"{path} is damaged")
    return Info(name, header["key"], path.stat().st_size, path)


def listing() -> tuple[Info, ...]:
    """Return the tables in the folder, by name; files that are no tables are passed over."""
    found = []
    for path in sorted(folder().glob("*" + SUFFIX)) if folder().is_dir() else ():
        with contextlib.suppress(DamagedTableError, OSError):
            header = _read_header(path)
            found.append(Info(path.name.removesuffix(SUFFIX), header["key"], path.stat().st_size, path))
    return tuple(found)


def files() -> dict[str, int]:
    """Return the names of all files called like tables, whole or not, and their sizes in bytes."""
    there = sorted(folder().glob("*" + SUFFIX)) if folder().is_dir() else ()
    names = ((path.name.removesuffix(SUFFIX), path) for path in there)
    return {name: path.stat().st_size for name, path in names if NAME.fullmatch(name) and path.is_file()}


def remove(name: str) -> bool:
    """Delete the table's file; return whether there was one."""
    path = path_of(name)
    there = path.is_file()
    path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        path.with_suffix(".lock").unlink(missing_ok=True)
    return there


def _view(words: "Words") -> memoryview:
    return words.data.cast("B")


def _header(name: str, key: Key, words: "Words") -> bytes:
    fields = {
        "magic": MAGIC,
        "version": VERSION,
        "name": name,
        "key": dict(key),
        "bytes": words.nbytes,
        "sum": _sum(words),
        "checksum": hashlib.blake2b(_view(words)).hexdigest(),
    }
    text = json.dumps(fields).encode()
    if len(text) >= PAGE:
        raise PuzzleError(f"the header of the table {name} is too long")
    return text.ljust(PAGE - 1) + b"\n"


def _read_header(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        page = file.read(PAGE)
    try:
        header = json.loads(page)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("magic") != MAGIC:
        raise DamagedTableError(f"{path} is not a table")
    if header.get("version") != VERSION:
        raise DamagedTableError(f"{path} is a table of version {header.get('version')}, not {VERSION}")
    if not isinstance(header.get("bytes"), int) or path.stat().st_size != PAGE + header["bytes"] or len(page) < PAGE:
        raise DamagedTableError(f"{path} is cut short or too long")
    return header


def _sum(words: "Words") -> int:
    """Return a sum of all words mod 2^64, each block of 64 K words weighted: finds any single damage."""
    import numpy as np

    total = 0
    for i in range(0, words.size, 1 << 16):
        total = total * 3 + int(np.add.reduce(words[i : i + (1 << 16)], dtype=np.uint64)) & (1 << 64) - 1
    return total


@contextlib.contextmanager
def _lock(name: str, poll: float = 0.05) -> Iterator[bool]:
    """Hold the table's lock file; yield whether it could be had (False: a folder that cannot be written, or no locks).

    The system releases the lock with the process. Whoever holds it may clear the temporary files of dead builds.
    """
    path = path_of(name).with_suffix(".lock")
    try:
        import fcntl

        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("wb")
    except (ImportError, OSError):
        yield False
        return
    with file:
        told = False
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not told:
                    log.info("another process is building the table %s; waiting for it", name)
                    told = True
                time.sleep(poll)
            except OSError:  # a file system without locks
                yield False
                return
        for stale in path.parent.glob(f"{name}{SUFFIX}.*.tmp"):
            with contextlib.suppress(OSError):
                stale.unlink()
        yield True
