"""Boards from files and pipes: plain, gzip or zstd, recognised by their first bytes; and the codecs for writing.

gzip is in the standard library; zstd is in that of Python 3.14 and needs the extra `zstd` before.
"""

import gzip
import io
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Protocol, cast

from solvable.batch.answers import Line
from solvable.core.errors import PuzzleError, require
from solvable.core.message import msg
from solvable.formats.instances import BINARY, binary_instances, instances

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
LINE_BYTES_MAX = 12_000_000  # bytes of a line
BLANK_BYTES_MAX = 1 << 20
"""Bytes of consecutive blank lines: a small compressed file may contain gigabytes of them."""
GZIP_LEVEL = 6
BUFFER_BYTES = 1 << 16


class Unpacker(Protocol):
    """Decompresses one member: a part of a file that was compressed separately."""

    @property
    def eof(self) -> bool:
        """Whether the member has ended."""

    @property
    def unused_data(self) -> bytes:
        """The bytes after its end."""

    def decompress(self, data: bytes) -> bytes:
        """Return the next decompressed bytes."""


@dataclass(frozen=True, slots=True)
class Codec:
    """How a kind of file is compressed and decompressed."""

    pack: Callable[[bytes], bytes]
    unpacker: Callable[[], Unpacker]
    opened: Callable[[IO[bytes]], IO[bytes]]


def codec(suffix: str) -> Codec | None:
    """Return the codec for files with this suffix; None if they are not compressed."""
    return {".gz": _gzip, ".zst": _zstd}[suffix]() if suffix in (".gz", ".zst") else None


def _gzip() -> Codec:
    return Codec(
        # Without a time stamp, so that the same answers give the same bytes
        pack=lambda data: gzip.compress(data, GZIP_LEVEL, mtime=0),
        unpacker=lambda: zlib.decompressobj(wbits=31),
        opened=_gunzipped,
    )


def _gunzipped(file: IO[bytes]) -> IO[bytes]:
    return cast("IO[bytes]", gzip.GzipFile(fileobj=file))


def _zstd() -> Codec:
    if sys.version_info >= (3, 14):
        own: Any = import_module("compression.zstd")
        return Codec(own.compress, own.ZstdDecompressor, own.open)
    require("zstandard", "zstd")
    extra: Any = import_module("zstandard")

    def opened(file: IO[bytes]) -> IO[bytes]:
        return cast("IO[bytes]", extra.ZstdDecompressor().stream_reader(file, read_across_frames=True))

    return Codec(extra.ZstdCompressor().compress, extra.ZstdDecompressor().decompressobj, opened)


def unpacked(stream: Any) -> IO[bytes]:
    """Return the content of a stream, decompressed if it begins like gzip or zstd."""
    raw = _buffered(stream)
    start = raw.peek(4)[:4]
    kind = codec(".gz" if start.startswith(GZIP) else ".zst" if start.startswith(ZSTD) else "")
    return io.BufferedReader(_Unpacked(raw, kind.opened(raw)), BUFFER_BYTES) if kind else raw


class _Unpacked(io.RawIOBase):
    """The decompressed content of a stream; damage, for which each codec has its own error, raises OSError."""

    def __init__(self, packed: IO[bytes], file: IO[bytes]) -> None:
        self._packed, self._file = packed, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._file.read(len(buffer))
        except Exception as error:  # EOFError, zlib's and zstd's own
            damage = OSError(str(error))
            damage.filename = getattr(self._packed, "name", None)
            raise damage from None
        buffer[: len(data)] = data
        return len(data)


class Source:
    """The boards of a file, or of standard input for "-"."""

    def __init__(self, name: str) -> None:
        is_file = name != "-"
        if not is_file and sys.stdin is None:
            raise PuzzleError("there is no standard input")
        piped = _buffered(getattr(sys.stdin, "buffer", sys.stdin)) if not is_file else None
        self.raw: Any = piped or open(name, "rb")  # noqa: PTH123, SIM115
        self.is_file, self.size = is_file, 0
        with suppress(OSError, AttributeError):
            self.size = Path(name).stat().st_size if is_file else 0
        self.file = unpacked(self.raw)
        self.name = name

    @property
    def part(self) -> float | None:
        """The share of the file that was read, from 0 to 1; None if its size is unknown."""
        if not self.size:
            return None
        with suppress(OSError, ValueError):
            return min(1.0, float(self.raw.tell()) / self.size)
        return None

    def boards(self, format_: str | None = None) -> Iterator[Line]:
        """Yield the boards, whatever the layout of the file; raise PuzzleError if it is damaged, or a line is endless.

        Raise NotationError for the input of a judge's task, and for a pickle or an array without boards.
        """
        source = self.name if self.is_file else "stdin"
        if self._start().startswith(BINARY):
            result = binary_instances(self.file, source)
        else:
            result = instances(self.lines(), format=format_, source=source)
        return (Line(*each) for each in result)

    def _start(self) -> bytes:
        """Return the first bytes, decompressed; b"" if that fails, in which case reading the lines raises the error."""
        with suppress(Exception):  # OSError, EOFError, zlib's and zstd's own
            self.file = _buffered(self.file)
            return bytes(self.file.peek(8)[:8])  # type: ignore[attr-defined]
        return b""

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield all lines, numbered from 1.

        Raise PuzzleError if the file is damaged, a line is longer than LINE_BYTES_MAX, or blank lines exceed
        BLANK_BYTES_MAX.
        """
        number = blank = 0
        while True:
            try:
                data = self.file.readline(LINE_BYTES_MAX)
            except Exception as error:  # OSError, EOFError, zlib's and zstd's own
                message = msg(
                    "{name}: no more can be read after line {line}: {reason}",
                    name=self.name,
                    line=number,
                    reason=str(error),
                )
                raise PuzzleError(message) from None
            if not data:
                return
            number += 1
            data = data.removeprefix(BOM_UTF8) if number == 1 else data
            if len(data) == LINE_BYTES_MAX and not data.endswith(b"\n"):
                raise PuzzleError(msg("line {line} is longer than {most:,} bytes", line=number, most=LINE_BYTES_MAX))
            blank = 0 if data.strip() else blank + len(data)
            if blank > BLANK_BYTES_MAX:
                message = msg("{name}: more than {most:,} bytes of blank lines, to line {line}",
                              name=self.name, most=BLANK_BYTES_MAX, line=number)  # fmt: skip
                raise PuzzleError(message)
            yield number, data

    def close(self) -> None:
        """Close the file."""
        if self.is_file:
            self.file.close()
            self.raw.close()


def _buffered(stream: Any) -> Any:
    """Return a binary stream that supports peeking."""
    return stream if hasattr(stream, "peek") else io.BufferedReader(stream)
