"""The file that a table is written to, row by row, and continued after an interruption.

Opening reads and locks only. A file that begins otherwise, or lacks a row, is of another table. What is torn is the
last line; it is cut off once the next row is known, and only if that row begins so: nothing else is ever cut.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from solvable.cli.errors import UsageError
from solvable.cli.terminal import Terminal
from solvable.core.atomic_write import FileKind, check_output, errors_named, is_special, locked, whole_lines

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
