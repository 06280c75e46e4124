"""The file of a table: how an earlier one is recognised, and how a new one is written row by row, and continued.

Opening reads and locks only. A file that begins otherwise, or lacks a row, is of another table. What is torn is the
last line; it is cut off once the next row is known, and only if that row begins so: nothing else is ever cut.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import IO, BinaryIO

from solvable.cli.errors import UsageError
from solvable.cli.terminal import Terminal
from solvable.core.atomic_write import FileKind, check_output, errors_named, is_special, locked, whole_lines
from solvable.formats.file_kinds import ANSWERS
from solvable.messages import LANGUAGES, sentence

HEAD_BYTES_MAX = 1000
COLUMNS = (
    ("n", "nullity", "solutions"), ("w", "h", "nullity", "solutions"), ("n", "presses", "bound"),
    ("w", "h", "presses", "bound"), ("moves", "states"),
)  # fmt: skip
"""The columns of every table."""
SUFFIXES = {
    "text": ("", ".txt"),
    "csv": ("", ".csv", ".txt"),
    "bfile": ("", ".txt"),
    "json": ("", ".json", ".jsonl", ".ndjson", ".txt"),
}
"""The endings of the files of each layout, the first that is not allowed elsewhere meaning it."""
_TITLE = re.compile(rb"# (nullity|the most presses|the fewest presses|states of) .*")
_ROW = re.compile(rb" *\d+[ ,].*|")


def layout_of(out: str | None) -> str:
    """Return the layout that the ending of a file's name means: text without one."""
    suffix = Path(out or "").suffix.lower()
    return next((layout for layout, suffixes in SUFFIXES.items() if suffix in suffixes), "text")


def kind_of(layout: str | None) -> FileKind:
    """Return what is written to the file of a table; without a layout any ending is allowed that means one."""
    every = ("", *sorted({suffix for suffixes in SUFFIXES.values() for suffix in suffixes if suffix}))
    return FileKind("a table", SUFFIXES[layout] if layout else every, _holds_table)


def _heads() -> set[bytes]:
    """Return the first lines of tables as csv and for people, blanks between words made one."""
    heads = {",".join(columns) for columns in COLUMNS}
    heads |= {" ".join(sentence(f"table.{name}", lang) for name in row) for row in COLUMNS for lang in LANGUAGES}
    return {head.encode() for head in heads}


def _is_head(line: bytes) -> bool:
    return bool(_TITLE.fullmatch(line)) or b" ".join(line.split()) in _heads()


def _is_torn(text: bytes, *, is_first: bool) -> bool:
    """Return whether a last line without its end can be the beginning of a head, or of a row."""
    if not is_first:
        return not text.strip(b" 0123456789,") or bool(_ROW.fullmatch(text))
    starts = {*_heads(), b"# nullity of ", b"# the most presses ", b"# the fewest presses ", b"# states of "}
    words = b" ".join(text.split())
    return any(start.startswith(words) for start in starts) or bool(_TITLE.fullmatch(text))


def _holds_table(file: IO[bytes]) -> bool:
    """Return whether a file is a table in any layout: a head and rows, or answers."""
    if file.read(1) == b"{":
        file.seek(0)
        return ANSWERS.is_own(file)
    file.seek(0)
    end, is_first = 0, True
    for lines, offset in whole_lines(file):
        end = offset
        for line in lines:
            if not (_is_head(line) if is_first else _ROW.fullmatch(line)):
                return False
            is_first = False
    file.seek(end)
    return _is_torn(file.read(HEAD_BYTES_MAX), is_first=is_first)


PROGRESS_INTERVAL_S = 0.2  # seconds between two lines of progress
SYNC_INTERVAL_S = 5.0  # seconds of work that a kill may lose
TORN_BYTES_MAX = 1 << 20


class Kept:
    """The lines of a file: those that are there, and new ones."""

    def __init__(self, terminal: Terminal, path: str, kind: FileKind, held: ExitStack, *, resume: bool) -> None:
        self.terminal, self.path, self.held = terminal, path, held
        self.lines, self._end, self._torn = list[str](), 0, b""
        self._file: BinaryIO | None = None  # opened for the first new line: a request that is refused changes nothing
        self._kept = self._shown = monotonic()
        status = check_output(Path(path), kind._replace(is_own=lambda _: True) if resume else kind)
        if status is not None and is_special(status):
            return
        held.enter_context(locked(Path(path)))
        if resume and status is not None:
            with Path(path).open("rb") as there:
                for lines, self._end in whole_lines(there):
                    self.lines += [line.decode(errors="replace").rstrip("\r") for line in lines]
                there.seek(self._end)
                self._torn = there.read(TORN_BYTES_MAX)

    def nullities(self, head: str, first: int) -> list[int]:
        """Return the second numbers of the rows n = `first`, … under the head; raise UsageError for another table."""
        if self.lines and self.lines[0] != head:
            raise self.other_table()
        results = []
        for n, line in enumerate(self.lines[1:], first):
            order, *numbers = line.replace(",", " ").split()[:2]
            if order != str(n) or len(numbers) != 1 or not numbers[0].isdecimal():
                raise self.other_table()
            results.append(int(numbers[0]))
        return results

    def other_table(self) -> UsageError:
        """Return the error that refuses to continue the rows of another table."""
        return UsageError(self.terminal.say("error.other_table", path=self.path))

    def line(self, text: str) -> None:
        """Write a line, and show now and then how far the table is."""
        with errors_named(Path(self.path)):
            self._put(text.encode() + b"\n")

    def _put(self, data: bytes) -> None:
        now = monotonic()
        if self._file is None:
            self._file = self._opened(data)
        self._file.write(data)
        if now - self._kept > SYNC_INTERVAL_S:
            self._file.flush()
            self._kept = now
        if now - self._shown > PROGRESS_INTERVAL_S:
            self.terminal.status(data[:40].decode(errors="replace").rstrip())
            self._shown = now

    def _opened(self, data: bytes) -> BinaryIO:
        """Return the file, cut behind its complete lines; raise UsageError if what is torn does not become `data`."""
        if not data.startswith(self._torn):
            raise self.other_table()
        path = Path(self.path)
        if path.is_file():
            file = self.held.enter_context(path.open("r+b"))
            file.truncate(self._end)
            file.seek(self._end)
            return file
        return self.held.enter_context(path.open("wb"))

    def close(self, *, is_whole: bool) -> None:
        """Write what is left; raise UsageError if the table is complete, but the file goes on with something else."""
        with errors_named(Path(self.path)):
            self.held.close()
        if is_whole and self._torn and self._file is None:
            raise self.other_table()


@contextmanager
def kept(terminal: Terminal, out: str | None, kind: FileKind, *, resume: bool) -> Iterator[Kept | None]:
    """Open the file of a table, None without one, and close it however the table ends."""
    if out is None:
        if resume:
            raise UsageError(terminal.say("error.resume"))
        yield None
        return
    with ExitStack() as held:  # whatever happens until the file is there lets go of the lock
        file = Kept(terminal, out, kind, held, resume=resume)
        is_whole = False
        try:
            yield file
            is_whole = True
        finally:
            file.close(is_whole=is_whole)
            terminal.clear()
