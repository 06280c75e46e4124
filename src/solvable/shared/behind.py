"""Compiling behind: a process of its own fills the cache on disk while the readable twins answer.

Numba releases nothing while it compiles, so a thread would stop the twins. The process takes what was asked for step by
step (`solvable.warming`), and leaves a mark for each step beside the compiled kernels: that step needs no compiling
any more. A lock lets one process compile at a time. It ends by itself, also where whoever started it is gone.
"""

import os
import sys
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from solvable import kernels

if TYPE_CHECKING:
    import subprocess

KERNELS = Path(kernels.__file__).parent
PACKAGES = KERNELS.parents[1]  # the folder that this package is imported from
LONGEST = 900.0  # seconds after which the process ends, whatever it does
KINDNESS = 10  # by which others go before it

_done = set[tuple[str, str]]()  # steps found done, by numba's folder: looking costs more than a small board
_linked = dict[tuple[str, str], Path]()  # shared objects found, likewise
_running: "list[subprocess.Popen[bytes]]" = []  # kept, so that none is thought forgotten


def caches() -> tuple[Path, ...]:
    """Return where numba keeps what is compiled: $NUMBA_CACHE_DIR, or beside the source, or with the user's things.

    The first is where it can be written.
    """
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return (Path(chosen),)
    beside = KERNELS / "__pycache__"
    if os.access(KERNELS, os.W_OK):
        return (beside,)
    from platformdirs import user_cache_path

    return (user_cache_path("numba", appauthor=False), beside)


def mark(step: str) -> Path:
    """Return the file that says that a step was compiled: by this Python and numba, from this source."""
    return caches()[0] / f"{step}.{_source():08x}{kernels.TAG}.mark"


def is_done(step: str) -> bool:
    """Return whether a step needs no compiling: it was compiled here before, or came compiled with the package."""
    return is_compiled(step) or kernels.shipped.has(step)


def is_compiled(step: str) -> bool:
    """Return whether a step was compiled here before, for this processor."""
    where = os.environ.get("NUMBA_CACHE_DIR", "")
    if (where, step) not in _done and any((folder / mark(step).name).exists() for folder in caches()):
        _done.add((where, step))
    return (where, step) in _done


def linked(step: str) -> Path | None:
    """Return the shared object of a step's kernels that runs without numba, None where there is none for this process.

    It is one that this machine made, or that came with the package.
    """
    where = os.environ.get("NUMBA_CACHE_DIR", "")
    if (where, step) not in _linked:
        own, came = mark(step).with_suffix(".so").name, kernels.shipped.FOLDER / f"{step}.so"
        there = [folder / own for folder in caches()] + [came] * kernels.shipped.has(step)
        if found := next((file for file in there if file.exists()), None):
            _linked[where, step] = found
    return _linked.get((where, step))


@contextmanager
def compiling() -> Iterator[None]:
    """Let no other process compile meanwhile; wait for one that does."""
    from filelock import FileLock

    folder = caches()[0]
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "compiling.lock"):
        yield


def is_going_on() -> bool:
    """Return whether some process compiles now."""
    from filelock import FileLock, Timeout

    lock = caches()[0] / "compiling.lock"
    if not lock.exists():
        return False
    try:
        with FileLock(lock, timeout=0):
            return False
    except Timeout:
        return True


def start(step: str) -> bool:
    """Compile a step behind, unless that goes on; return whether it was done before or can be."""
    if is_done(step) or any(each.poll() is None for each in _running) or is_going_on():
        return True
    begun = process(step)
    if begun is not None:
        _running.append(begun)
    return begun is not None


def process(*words: str) -> "subprocess.Popen[bytes] | None":
    """Start `python -m solvable.warming` with these words, where it hears no Ctrl-C; None where it cannot start."""
    import subprocess

    path = os.pathsep.join([str(PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])])
    quiet = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "solvable.warming", *words],
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": path},
        )
    except OSError:
        return None


def has_failed(step: str) -> bool:
    """Return whether nobody compiles a step that is not done."""
    return not any(each.poll() is None for each in _running) and not is_done(step) and not is_going_on()


def end_in_time(*, is_behind: bool = True) -> None:
    """End this process for sure after a while; go on behind all others where it `is_behind`."""
    if is_behind and hasattr(os, "nice"):
        os.nice(KINDNESS)
    end = threading.Timer(LONGEST, os._exit, (1,))
    end.daemon = True
    end.start()


@cache
def _source() -> int:
    """Return a checksum of the kernels' source and of when numba was installed."""
    found = zlib.crc32(str(KERNELS).encode())
    for folder, folders, files in os.walk(KERNELS):  # pathlib's ways take three times as long
        folders.sort()
        for name in sorted(files):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), "rb", buffering=0) as file:  # noqa: PTH118, PTH123
                    found = zlib.crc32(file.read(), found)
    numba = find_spec("numba")
    if numba is not None and numba.origin:
        found = zlib.crc32(str(Path(numba.origin).stat().st_mtime_ns).encode(), found)
    return found
