"""The file of answers, such that after a kill at any moment it can be continued to the very same bytes.

A plain file grows line by line; what is torn is the last line. A packed file grows by members of a thousand lines, each
packed by itself, and beside it `FILE.part` holds the lines of the next one, under a head that says how many came
before; what is torn is the last member, whose lines the part still has.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Protocol

from solvable.batch.streams import Codec, codec
from solvable.errors import PuzzleError
from solvable.formats.whole import CHUNK, whole_lines
from solvable.shared.said import say

MEMBER = 1000  # lines of a member
_VERDICT = re.compile(rb'"verdict": "([a-z]+)"')  # whose quotes no text of an answer can have


class Results(Protocol):
    """Where answers go."""

    @property
    def count(self) -> int:
        """How many answers there are."""

    @property
    def last(self) -> bytes:
        """The last of them; b"" without any."""

    @property
    def verdicts(self) -> Counter[str]:
        """How many of those that were there have which verdict ("error": not a board)."""

    def write(self, text: bytes) -> None:
        """Add complete lines."""

    def close(self, *, is_whole: bool) -> None:
        """Close the file; where it is complete nothing more will come."""


def opened(path: Path, *, resume: bool) -> Results:
    """Return the file of answers, emptied, or with `resume` cut behind what is complete; PuzzleError if unwritable."""
    kind = codec(path.suffix)
    mode = "r+b" if resume and path.exists() else "w+b"
    try:
        file = path.open(mode)
    except OSError as error:
        raise PuzzleError(
            say("{name} cannot be written: {reason}", name=str(path), reason=str(error.strerror))
        ) from None
    return Plain(file) if kind is None else Packed(file, path.with_name(path.name + ".part"), kind, resume=resume)


class Plain:
    """Lines, one after the other."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.count, self.last, end = file, 0, b"", 0
        self.verdicts = Counter[str]()
        for lines, whole in whole_lines(file):
            self.count += len(lines)
            self.verdicts += verdicts(lines)
            self.last, end = lines[-1] if lines else self.last, whole
        file.seek(end)
        file.truncate()

    def write(self, text: bytes) -> None:
        """Add lines."""
        self.file.write(text)
        self.file.flush()

    def close(self, *, is_whole: bool) -> None:
        """Close the file."""
        self.file.close()


class Packed:
    """Members of a thousand lines, and the lines of the next one in a part of its own."""

    def __init__(self, file: IO[bytes], part: Path, kind: Codec, *, resume: bool) -> None:
        self.file, self.part, self.kind = file, part, kind
        self.written, self.last, whole = 0, b"", 0
        self.verdicts = Counter[str]()
        for lines, end in members(file, kind):
            self.written += len(lines)
            self.verdicts += verdicts(lines)
            self.last, whole = lines[-1] if lines else self.last, end
        file.seek(whole)
        file.truncate()
        kept = part.read_bytes() if resume and part.exists() else b""
        head, _, rest = kept.partition(b"\n")
        self.lines = rest.split(b"\n")[:-1] if head == b"%d" % self.written else []
        self.verdicts += verdicts(self.lines)
        self.last = self.lines[-1] if self.lines else self.last
        self.next = part.open("wb")
        self._restart()

    @property
    def count(self) -> int:
        """How many answers there are."""
        return self.written + len(self.lines)

    def write(self, text: bytes) -> None:
        """Add lines."""
        self.next.write(text)
        self.next.flush()
        self.lines += text.split(b"\n")[:-1]
        while len(self.lines) >= MEMBER:
            self._pack(MEMBER)
            self._restart()

    def close(self, *, is_whole: bool) -> None:
        """Close the file, with a last member where no more will come."""
        if is_whole and self.lines:
            self._pack(len(self.lines))
        self.file.close()
        self.next.close()
        if is_whole:
            self.part.unlink()

    def _pack(self, count: int) -> None:
        lines, self.lines = self.lines[:count], self.lines[count:]
        self.file.write(self.kind.pack(b"".join(line + b"\n" for line in lines)))
        self.file.flush()
        self.written += count

    def _restart(self) -> None:
        """Write the part anew."""
        self.next.seek(0)
        self.next.truncate()
        self.next.write(b"%d\n" % self.written + b"".join(line + b"\n" for line in self.lines))
        self.next.flush()


def verdicts(lines: Iterable[bytes]) -> Counter[str]:
    """Return how many answers have which verdict, without parsing them: "error" for those that have none."""
    found = (_VERDICT.search(line) for line in lines)
    return Counter(verdict[1].decode() if verdict else "error" for verdict in found)


def members(file: IO[bytes], kind: Codec) -> Iterator[tuple[list[bytes], int]]:
    """Yield the lines of each complete member of a packed file, and the offset of its end."""
    unpacker, text, read = kind.unpacker(), b"", 0
    rest = b""
    while block := rest or file.read(CHUNK):
        read += 0 if rest else len(block)
        try:
            text += unpacker.decompress(block)
        except Exception:  # each codec has an error of its own; what follows is torn
            return
        rest = unpacker.unused_data
        if unpacker.eof:
            yield text.split(b"\n")[:-1], read - len(rest)
            unpacker, text = kind.unpacker(), b""
