"""The file that a table is written to, row by row, and continued after an interruption.

What is torn is the last line; it is cut off. A file that begins otherwise, or lacks a row, is of another table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from solvable.cli.failures import UsageError
from solvable.cli.terminal import Terminal

EVERY = 0.2  # seconds between two lines of progress
KEPT = 5.0  # seconds of work that a kill may lose


class Kept:
    """The lines of a file: those that are there, and new ones."""

    def __init__(self, terminal: Terminal, path: str, *, resume: bool) -> None:
        self.terminal, self.path = terminal, path
        self.lines, self._whole = list[str](), 0
        if resume and Path(path).exists():
            from solvable.formats.whole import whole_lines

            with Path(path).open("rb") as there:
                for lines, self._whole in whole_lines(there):
                    self.lines += [line.decode(errors="replace").rstrip("\r") for line in lines]
        self._file: BinaryIO | None = None  # opened for the first new line: a request that is refused changes nothing
        self._kept = self._shown = monotonic()

    def nullities(self, head: str, first: int) -> list[int]:
        """Return the second numbers of the rows n = `first`, … under the head; raise UsageError for another table."""
        if self.lines and self.lines[0] != head:
            raise UsageError(self.terminal.say("error.other_table", path=self.path))
        found = []
        for n, line in enumerate(self.lines[1:], first):
            order, *numbers = line.replace(",", " ").split()[:2]
            if order != str(n) or len(numbers) != 1 or not numbers[0].isdecimal():
                raise UsageError(self.terminal.say("error.other_table", path=self.path))
            found.append(int(numbers[0]))
        return found

    def line(self, text: str) -> None:
        """Write a line, and show now and then how far the table is."""
        if self._file is None:
            self._file = Path(self.path).open("r+b" if self._whole else "wb")  # noqa: SIM115  closed by `close`
            self._file.truncate(self._whole)
            self._file.seek(self._whole)
        self._file.write(text.encode() + b"\n")
        now = monotonic()
        if now - self._kept > KEPT:
            self._file.flush()
            self._kept = now
        if now - self._shown > EVERY:
            self.terminal.status(text[:40])
            self._shown = now

    def close(self) -> None:
        """Write what is left."""
        if self._file is not None:
            self._file.close()


@contextmanager
def kept(terminal: Terminal, out: str | None, *, resume: bool) -> Iterator[Kept | None]:
    """Open the file of a table, None without one, and close it however the table ends."""
    if out is None:
        if resume:
            raise UsageError(terminal.say("error.resume"))
        yield None
        return
    file = Kept(terminal, out, resume=resume)
    try:
        yield file
    finally:
        file.close()
        terminal.clear()
