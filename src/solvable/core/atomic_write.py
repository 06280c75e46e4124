"""Atomic writes: a temporary file, then a rename, and only over files that the program itself wrote.

A file is written under a temporary name in the same folder and renamed when it is complete: a reader sees the old
content or the new, and an error leaves nothing behind. An existing file is replaced only if it is empty or its content
is of the kind that the command writes (`FileKind`). Anything else, a file without write permission and a file that
another process writes are refused, without a change of content, mode or owner. A symbolic link stays a link, now to the
new file; pipes and devices are written directly. Lock files are in the folder of the tables, named by a digest of the
path, because a lock file next to the output could overwrite a file of the user.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from errno import EISDIR, ENOENT
from hashlib import blake2b
from pathlib import Path
from typing import IO, NamedTuple

from solvable.core import disk_cache
from solvable.core.errors import PuzzleError
from solvable.core.message import msg

CHUNK = 1 << 20
"""Bytes read or buffered at a time."""
NAME_BYTES_MAX = 200
"""Bytes of a file's name that its temporary name repeats, so that the whole stays below 255."""


class FileKind(NamedTuple):
    """What a command writes into a file: the kind's name in messages, the suffixes allowed, and a test that recognises
    it.
    """

    name: str
    suffixes: tuple[str, ...]
    """In lower case, "" for a name without a suffix; empty if every suffix is allowed."""
    is_own: Callable[[IO[bytes]], bool]
    """Whether the content of an open, non-empty file is what the command writes."""


def check_output(path: Path, kind: FileKind) -> os.stat_result | None:
    """Return the status of the file that would be replaced, or None if it does not exist; change nothing.

    Raise PuzzleError for a suffix of another kind, a read-only file or foreign content; raise OSError, which names the
    path, for a directory, a missing folder or a loop of links.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        target = Path(os.path.realpath(path))
        if not target.parent.is_dir():
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(path)) from None
        check_suffix(path, kind)
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    if is_special(status):
        return status
    check_suffix(path, kind)
    check_permission(path, status)
    with path.open("rb") as file:
        if status.st_size and not kind.is_own(file):
            raise foreign(path, kind)
    return status


def check_suffix(path: Path, kind: FileKind) -> None:
    """Raise PuzzleError, which names the suffixes allowed, if the name's suffix is not one of the kind."""
    if kind.suffixes and path.suffix.lower() not in kind.suffixes:
        raise PuzzleError(
            msg(
                "{path}: the name of {kind} ends in one of these: {suffixes}",
                path=str(path),
                kind=msg(kind.name),
                suffixes=" ".join(filter(None, kind.suffixes)),
            )
        )


def check_permission(path: Path, status: os.stat_result) -> None:
    """Raise PuzzleError for a file without write permission; a rename alone would bypass it."""
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise PuzzleError(msg("{path} is read-only: nothing was changed", path=str(path)))


def foreign(path: Path, kind: FileKind) -> PuzzleError:
    """Return the error that refuses to replace a file of another kind."""
    message = "{path} exists and is not {kind}: nothing was changed; name another file, or remove this one first"
    return PuzzleError(msg(message, path=str(path), kind=msg(kind.name)))


def is_special(status: os.stat_result) -> bool:
    """Return whether this is a pipe, a device or a socket, to which one writes without replacing anything."""
    return not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode)


@contextmanager
def atomic_write(path: Path, kind: FileKind, *, sync: bool = False, is_locked: bool = False) -> Iterator[IO[bytes]]:
    """Yield a file that becomes `path` when the block ends; raise the errors of `check_output` before any change.

    With `sync` the content reaches the disk before the rename. `is_locked` means that the caller holds the path's lock.
    """
    before = check_output(path, kind)
    if before is not None and is_special(before):
        with errors_named(path), path.open("wb", buffering=CHUNK) as file:
            yield file
        return
    with nullcontext() if is_locked else locked(path):
        target = Path(os.path.realpath(path))
        name = os.fsdecode(os.fsencode(target.name)[:NAME_BYTES_MAX])
        partial = target.with_name(f"{name}.{os.urandom(4).hex()}.part")
        try:
            with errors_named(path, partial), partial.open("xb", buffering=CHUNK) as file:
                if before is not None:
                    _like(file.fileno(), before)
                yield file
                if sync:
                    file.flush()
                    os.fsync(file.fileno())
            with errors_named(path, partial):
                if _version(check_output(path, kind)) != _version(before):
                    raise PuzzleError(msg("{path} was changed by another program: nothing was written", path=str(path)))
                partial.replace(target)
        except BaseException:
            with suppress(OSError):
                partial.unlink()
            raise


def write_text(path: Path, text: str, kind: FileKind) -> None:
    """Write a text as UTF-8, completely or not at all."""
    with atomic_write(path, kind) as file:
        file.write(text.encode())


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of an output file; raise PuzzleError if another writer holds it.

    The system releases the lock when the process ends. If the folder or the file system does not support locks, nothing
    is locked.
    """
    from filelock import FileLock, Timeout

    digest = blake2b(os.fsencode(os.path.realpath(path)), digest_size=16).hexdigest()
    file = disk_cache.folder() / "locks" / f"{digest}.lock"
    lock = FileLock(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise PuzzleError(msg("another process is writing {path}", path=str(path))) from None
    except (OSError, NotImplementedError):
        yield
        return
    try:
        yield
    finally:
        # While the lock is held, so that a process that opened the file meanwhile sees that it is gone
        with suppress(OSError):
            file.unlink()
        lock.release()


@contextmanager
def errors_named(path: Path, partial: Path | None = None) -> Iterator[None]:
    """Give an OSError that names no file, or the temporary one, the name `path` that the user gave."""
    try:
        yield
    except OSError as error:
        if error.filename in (None, str(partial)):
            error.filename, error.filename2 = str(path), None
        raise


def whole_lines(file: IO[bytes]) -> Iterator[tuple[list[bytes], int]]:
    """Yield the next complete lines of a file without their ends, block by block, with the offset after them; a torn
    last line is not yielded.
    """
    end, torn = 0, list[bytes]()
    while block := file.read(CHUNK):
        first, newline, remaining = block.partition(b"\n")
        torn.append(first)
        if newline:
            *lines, last = (b"".join(torn), *remaining.split(b"\n"))
            end += sum(map(len, lines)) + len(lines)
            torn = [last]
            yield lines, end


def _like(descriptor: int, status: os.stat_result) -> None:
    """Give a new file the owner and the mode of the one that it replaces; raise PermissionError if that is
    impossible.
    """
    if hasattr(os, "fchown"):
        made = os.fstat(descriptor)
        if (made.st_uid, made.st_gid) != (status.st_uid, status.st_gid):
            os.fchown(descriptor, status.st_uid, status.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode))


def _version(status: os.stat_result | None) -> tuple[int, ...]:
    """Return values that differ after a file was replaced or written."""
    return () if status is None else (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
