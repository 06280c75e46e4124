"""The file of answers; after a kill at any moment it can be resumed, and ends with the same bytes.

A plain file grows line by line, so at most its last line is torn. A compressed file grows by members of a thousand
lines, each compressed separately; `FILE.part` in the same folder contains the lines of the next member, after a header
with the number of lines before them. At most the last member is torn, and the part still has its lines.

Opening only reads and locks. `begin` cuts off what is torn, or empties the file, after the caller has checked that the
answers belong to its input; files with anything but answers were refused before.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import IO, Protocol

from solvable.batch.streams import Codec, codec
from solvable.core.atomic_write import (
    FileKind,
    check_output,
    check_permission,
    check_suffix,
    errors_named,
    foreign,
    is_special,
    locked,
    whole_lines,
)
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.formats.file_kinds import ANSWERS, are_answers, begin_as_answers, is_torn_answer

LINES_PER_MEMBER = 1000  # lines of a compressed member
MAGIC = {".gz": b"\x1f\x8b\x08", ".zst": b"\x28\xb5\x2f\xfd"}
"""The first bytes of a compressed member."""
PACKED_BYTES = 1 << 12
"""Compressed bytes read at a time: a kilobyte of zeros may expand to megabytes."""
MEMBER_BYTES_MAX = 1 << 28
LOOK_PIECES = 16
"""Blocks of a member after which it is clear whether it contains answers."""
_HEAD = re.compile(rb"\d{1,18}\n")
_VERDICT = re.compile(rb'"verdict": "([a-z]+)"')  # a string inside an answer cannot match, since its quotes are escaped


class Results(Protocol):
    """A destination of answers."""

    @property
    def count(self) -> int:
        """The number of answers."""

    @property
    def last(self) -> bytes:
        """The last answer; b"" if there is none."""

    @property
    def verdicts(self) -> Counter[str]:
        """The earlier answers by verdict ("error": not a board)."""

    def begin(self) -> None:
        """Open the files for writing, cut after the last complete answer."""

    def write(self, text: bytes) -> None:
        """Add complete lines."""

    def close(self, *, is_whole: bool) -> None:
        """Close the file; `is_whole` means that it is complete."""


def opened(path: Path, *, resume: bool) -> Results:
    """Return the file of answers, to be emptied, or resumed with `resume`; nothing on disk changes yet.

    Raise PuzzleError for a file that contains anything but answers, is read-only or is being written by another
    process, and for a name with the suffix of another kind.
    """
    suffix = path.suffix.lower()
    kind, stem = codec(suffix), path.with_suffix("") if suffix in MAGIC else path
    if stem.suffix.lower() not in ANSWERS.suffixes:
        check_suffix(path, ANSWERS._replace(suffixes=(*ANSWERS.suffixes, *MAGIC)))
    status = check_output(path, FileKind(ANSWERS.name, (), ANSWERS.is_own if kind is None else lambda _: True))
    if status is not None and is_special(status):
        if resume:
            raise PuzzleError(msg("{path} is not a file: it cannot be continued", path=str(path)))
        return Plain(path, resume=False, is_special=True)
    with ExitStack() as held:
        held.enter_context(locked(path))
        results: Plain | Packed = Plain(path, resume=resume) if kind is None else Packed(path, kind, resume=resume)
        results.held = held.pop_all()
        return results


class Plain:
    """Uncompressed lines."""

    def __init__(self, path: Path, *, resume: bool, is_special: bool = False) -> None:
        self.path, self.held, self.is_special = path, ExitStack(), is_special
        self.count, self.last, self.end = 0, b"", 0
        self.verdicts = Counter[str]()
        self.file: IO[bytes] | None = None
        if resume and path.exists():
            with path.open("rb") as file:
                for lines, self.end in whole_lines(file):
                    self.count += len(lines)
                    self.verdicts += verdicts(lines)
                    self.last = lines[-1] if lines else self.last

    def begin(self) -> None:
        """Open the file for writing, cut after the last complete line."""
        self.file = self.held.enter_context(_grown(self.path, self.end, is_special=self.is_special))

    def write(self, text: bytes) -> None:
        """Add lines."""
        assert self.file is not None
        with errors_named(self.path):
            self.file.write(text)
            self.file.flush()

    def close(self, *, is_whole: bool) -> None:
        """Close the file."""
        with errors_named(self.path):
            self.held.close()


class Packed:
    """Compressed members of a thousand lines each, and the lines of the next member in a separate part file."""

    def __init__(self, path: Path, kind: Codec, *, resume: bool) -> None:
        self.path, self.part, self.kind = path, path.with_name(path.name + ".part"), kind
        self.written, self.last, self.end = 0, b"", 0
        self.verdicts = Counter[str]()
        self.lines: list[bytes] = []
        self.file: IO[bytes] | None = None
        self.next: IO[bytes] | None = None
        if path.exists():
            self._read()
        kept = self._kept()
        if resume:
            head, _, remaining = kept.partition(b"\n")
            self.lines = remaining.split(b"\n")[:-1] if head == b"%d" % self.written else []
            self.last = self.lines[-1] if self.lines else self.last
            self.verdicts += verdicts(self.lines)
        else:
            self.written, self.last, self.end = 0, b"", 0
            self.verdicts.clear()
        self.held = ExitStack()

    def _read(self) -> None:
        """Count the lines of the complete members; raise PuzzleError if the file is anything but members of answers."""
        with self.path.open("rb") as file:
            for text, end in members(file, self.kind):
                lines = text.split(b"\n")
                is_own = are_answers(lines[:-1]) and (is_torn_answer(lines[-1]) if not end else not lines[-1])
                if not is_own:
                    raise foreign(self.path, ANSWERS)
                if end:
                    self.written, self.end = self.written + len(lines) - 1, end
                    self.verdicts += verdicts(lines[:-1])
                    self.last = lines[-2] if len(lines) > 1 else self.last
            file.seek(self.end)
            torn, magic = file.read(len(MAGIC[".zst"])), MAGIC[self.path.suffix.lower()]
        if not (torn.startswith(magic) or magic.startswith(torn)):
            raise foreign(self.path, ANSWERS)

    def _kept(self) -> bytes:
        """Return the content of the part file; raise PuzzleError if the file of that name is not such a part."""
        try:
            status = self.part.stat()
        except FileNotFoundError:
            return b""
        check_permission(self.part, status)
        kept = self.part.read_bytes()
        head = _HEAD.match(kept)
        is_cut = kept.isdigit() and len(kept) < 20  # killed while the header was being written
        if kept and not is_cut and (head is None or not ANSWERS.is_own(BytesIO(kept[head.end() :]))):
            raise foreign(self.part, ANSWERS)
        return kept

    def begin(self) -> None:
        """Open both files for writing, cut after the last complete member."""
        self.file = self.held.enter_context(_grown(self.path, self.end))
        self.next = self.held.enter_context(_grown(self.part, 0))
        self._restart()

    @property
    def count(self) -> int:
        """The number of answers."""
        return self.written + len(self.lines)

    def write(self, text: bytes) -> None:
        """Add lines."""
        assert self.next is not None
        with errors_named(self.path):
            self.next.write(text)
            self.next.flush()
            self.lines += text.split(b"\n")[:-1]
            while len(self.lines) >= LINES_PER_MEMBER:
                self._pack(LINES_PER_MEMBER)
                self._restart()

    def close(self, *, is_whole: bool) -> None:
        """Close the file, after writing the last member if it is complete."""
        with errors_named(self.path):
            try:
                if is_whole and self.lines:
                    self._pack(len(self.lines))
                if is_whole:
                    self.part.unlink()
            finally:
                self.held.close()

    def _pack(self, count: int) -> None:
        assert self.file is not None
        lines, self.lines = self.lines[:count], self.lines[count:]
        self.file.write(self.kind.pack(b"".join(line + b"\n" for line in lines)))
        self.file.flush()
        self.written += count

    def _restart(self) -> None:
        """Rewrite the part file for the next member."""
        assert self.next is not None
        self.next.seek(0)
        self.next.truncate()
        self.next.write(b"%d\n" % self.written + b"".join(line + b"\n" for line in self.lines))
        self.next.flush()


def verdicts(lines: Iterable[bytes]) -> Counter[str]:
    """Return the number of answers with each verdict, without parsing them: "error" for those without a verdict."""
    results = (_VERDICT.search(line) for line in lines)
    return Counter(verdict[1].decode() if verdict else "error" for verdict in results)


def _grown(path: Path, end: int, *, is_special: bool = False) -> IO[bytes]:
    """Return a file open for writing after its first `end` bytes, with the rest cut off."""
    target = Path(os.path.realpath(path))  # the target of a link that may not exist yet
    with errors_named(path, target):
        file = target.open("wb" if is_special else "r+b" if target.exists() else "xb")
        if not is_special:
            file.truncate(end)
            file.seek(end)
        return file


def members(file: IO[bytes], kind: Codec) -> Iterator[tuple[bytes, int]]:
    """Yield the text of each member of a compressed file, and the offset of its end, which is 0 for a torn last member.

    A member whose text does not begin like answers, or is longer than MEMBER_BYTES_MAX, counts as torn and is not
    expanded further.
    """
    unpacker, pieces, read, remaining = kind.unpacker(), list[bytes](), 0, b""
    is_begun, size = False, 0
    while block := remaining or file.read(PACKED_BYTES):
        read += 0 if remaining else len(block)
        is_begun = True
        try:
            pieces.append(unpacker.decompress(block))
        except Exception:  # each codec has its own error; what follows is torn
            break
        size += len(pieces[-1])
        remaining = unpacker.unused_data
        if unpacker.eof:
            yield b"".join(pieces), read - len(remaining)
            unpacker, pieces, is_begun, size = kind.unpacker(), [], False, 0
        elif size > MEMBER_BYTES_MAX or not begin_as_answers(b"".join(pieces[:LOOK_PIECES])):
            break
    if is_begun:
        yield b"".join(pieces), 0
