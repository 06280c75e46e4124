"""PBM pictures (P1 plain, P4 raw; 1 = lit) as streams of rows, and as boards whose state fits in a tuple.

Packed rows are those of a raw picture, whole bytes with the first column at the highest bit, some rows at a time. A row
alone is an int whose lowest bit is the *last* column. Reading never holds more than it has read. A header may lie: what
the file holds beside it is an error that says where, found before anything of the claimed size is allocated. Source:
netpbm's pbm(5).
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from typing import IO, NamedTuple

from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats import magic
from solvable.formats.base import LAMPS_MAX, Format, Reading, split_rows
from solvable.formats.text import BYTES_MAX, Text

LONGEST_HEADER = 1 << 16
CHUNK = 1 << 18
"""Bytes read at once."""
LOOK = 1000  # bytes before and behind what is wrong that an error shows

_SPACE = b" \t\n\v\f\r"
_TOKEN = pattern(rb"(?:[ \t\n\v\f\r]|#[^\n\r]*[\n\r])*([^ \t\n\v\f\r#]+)")


class Header(NamedTuple):
    """What the beginning of a PBM file claims: plain or raw, its size, and where (offset, line) the cells begin."""

    plain: bool
    width: int
    height: int
    offset: int
    line: int

    @property
    def row_bytes(self) -> int:
        """The bytes of a raw row."""
        return (self.width + 7) // 8


def parse_header(data: bytes, source: str = "") -> Header:
    """Return the header at the beginning of `data`; raise NotationError if it is none."""
    tokens: list[bytes] = []
    end = 0
    for name in ("P1 or P4", "the width, a number", "the height, a number"):
        match = _TOKEN.match(data, end, LONGEST_HEADER)
        token = match[1] if match and (tokens or not data[: match.start(1)].strip()) else b""
        valid = token.isdigit() and len(token) < 10 and int(token) > 0 if tokens else token in magic.PBM_MAGIC
        if match is None or not valid:
            raise _error(data, match.start(1) if match else min(len(data), LONGEST_HEADER), name, source)
        tokens.append(token)
        end = match.end()
    plain = tokens[0] == magic.PBM_PLAIN
    if not plain and not data[end : end + 1].isspace():
        raise _error(data, end, "one blank between the header and the cells", source)
    end += not plain
    return Header(plain, int(tokens[1]), int(tokens[2]), end, 1 + data.count(b"\n", 0, end))


def _error(data: bytes, offset: int, expected: str, source: str) -> NotationError:
    start = data.rfind(b"\n", 0, offset) + 1
    stop = data.find(b"\n", offset, offset + 200)
    text = data[start : stop if stop >= 0 else offset + 200].decode("latin-1")
    line = 1 + data.count(b"\n", 0, offset)
    message = "the PBM header ends too early" if offset >= len(data) else "this is not a PBM header"
    return NotationError(message, expected=expected, source=source, line=line, column=offset - start + 1, text=text)


def read_rows(file: IO[bytes], header: Header, source: str = "") -> Iterator[int]:
    """Yield the rows of a file read up to its cells; raise NotationError if there are too few or too many."""
    if header.plain:
        return _read_plain(file, header, source)
    return unpacked(_raw_blocks(file, header, source), header.width)


def read_blocks(file: IO[bytes], header: Header, source: str = "") -> Iterator[bytes]:
    """Yield the same rows packed, as many at once as a chunk holds but at least one."""
    if header.plain:
        return packed(_read_plain(file, header, source), header.width)
    return _raw_blocks(file, header, source)


def packed(rows: Iterable[int], width: int) -> Iterator[bytes]:
    """Yield rows packed, as many at once as a chunk holds but at least one."""
    remaining, size, extra = iter(rows), (width + 7) // 8, -width % 8
    while block := b"".join((row << extra).to_bytes(size) for row in islice(remaining, max(1, CHUNK // size))):
        yield block


def unpacked(blocks: Iterable[bytes], width: int) -> Iterator[int]:
    """Yield packed rows one by one; what a raw picture has beyond its last column is left out."""
    size, extra = (width + 7) // 8, -width % 8
    for block in blocks:
        for start in range(0, len(block), size):
            yield int.from_bytes(block[start : start + size]) >> extra


def read_exactly(file: IO[bytes], size: int) -> bytes:
    """Return the next `size` bytes, less only at the end of the file, never asking for more than a chunk at once."""
    pieces = []
    while size > 0 and (part := file.read(min(size, CHUNK))):
        pieces.append(part)
        size -= len(part)
    return b"".join(pieces)


def _raw_blocks(file: IO[bytes], header: Header, source: str) -> Iterator[bytes]:
    size, row = header.row_bytes, 0
    while row < header.height:
        rows = min(max(1, CHUNK // size), header.height - row)
        data = read_exactly(file, rows * size)
        if len(data) < rows * size:
            raise _cut(header, row + len(data) // size, source)
        yield data
        row += rows
    if file.read(CHUNK).strip(_SPACE):
        raise _longer(header, source)


def check_length(header: Header, size: int, source: str = "") -> None:
    """Raise NotationError if a file of `size` bytes cannot hold what its header claims, and the claim is large."""
    wanted = header.width * header.height if header.plain else header.row_bytes * header.height
    there = size - header.offset
    if there < wanted >= CHUNK:
        message = msg(
            "the header claims {width} × {height} cells, but the file is cut short",
            width=header.width,
            height=header.height,
        )
        result = msg("{wanted:,} bytes of cells; there are {count:,}", wanted=wanted, count=there)
        raise NotationError(message, expected=result, source=source)


def write_header(file: IO[bytes], width: int, height: int, plain: bool = False) -> None:
    """Write all that precedes the cells."""
    file.write(f"{'P1' if plain else 'P4'}\n{width} {height}\n".encode())


def write(file: IO[bytes], rows: Iterable[int], width: int, height: int, *, plain: bool = False) -> None:
    """Write a picture; the rows are as `read_rows` yields them."""
    write_header(file, width, height, plain)
    if plain:
        for row in rows:
            digits = f"{row:0{width}b}"
            file.writelines(f"{digits[start : start + 70]}\n".encode() for start in range(0, width, 70))
    else:
        file.writelines(packed(rows, width))


def _read_plain(file: IO[bytes], header: Header, source: str) -> Iterator[int]:
    width, remaining, pending = header.width, header.height, bytearray()
    for digits in _digits(file, header.line, source):
        pending += digits
        if len(pending) > width * remaining:
            raise _longer(header, source)
        whole = len(pending) // width
        for start in range(0, whole * width, width):
            yield int(pending[start : start + width], 2)
        remaining -= whole
        del pending[: whole * width]
    if remaining:
        raise _cut(header, header.height - remaining, source)


def _digits(file: IO[bytes], line: int, source: str) -> Iterator[bytes]:
    """Yield the cells of a plain picture without blanks, chunk by chunk; `line` is that of the first."""
    while chunk := file.read(CHUNK):
        if wrong := chunk.translate(None, _SPACE + b"01"):
            result = chunk.index(wrong[:1])
            message = msg("{word} is not a cell", word=repr(chr(wrong[0])))
            line += chunk.count(b"\n", 0, result)
            start = chunk.rfind(b"\n", 0, result) + 1  # 0: the line began in what was read before
            shown = chunk[start : result + LOOK].split(b"\n")[0].decode("latin-1") if 0 < start > result - LOOK else ""
            column = result - start + 1 if shown else 0
            raise NotationError(message, expected="0 or 1", source=source, line=line, column=column, text=shown)
        line += chunk.count(b"\n")
        yield chunk.translate(None, _SPACE)


def _cut(header: Header, row: int, source: str) -> NotationError:
    size = f"{header.width} × {header.height}"
    return NotationError(
        msg("the header claims {size} cells, but the file ends in row {row}", size=size, row=row + 1), source=source
    )


def _longer(header: Header, source: str) -> NotationError:
    size = f"{header.width} × {header.height}"
    return NotationError(
        msg("the file goes on after the {size} cells that its header claims", size=size), source=source
    )


_BITS = bytes.maketrans(b"01", b"\0\1")


def board_of(rows: Iterable[int], width: int, note: str) -> Reading:
    """Return the board of these rows."""
    cells = bytearray()
    for row in rows:
        cells += f"{row:0{width}b}".encode().translate(_BITS)
    from solvable.lights.board import LightsOut

    return Reading(LightsOut(width, len(cells) // width), tuple(cells), note)


def check_size(text: Text, width: int, height: int) -> None:
    """Raise NotationError for a picture whose state would not fit in a tuple."""
    if width * height > LAMPS_MAX:
        message = msg("a picture of {width} × {height} lamps", width=width, height=height)
        raise NotationError(message, expected=msg("at most {most:,} lamps", most=LAMPS_MAX), source=text.source)


def _read(text: Text) -> Reading | None:
    data = text.raw or text.data.encode()
    if not data[:64].lstrip().startswith(magic.PBM_MAGIC):
        return None
    header = parse_header(data, text.source)
    check_length(header, len(data), text.source)
    check_size(text, header.width, header.height)
    if header.plain and len(data) > BYTES_MAX:
        raise text.fault(msg("a plain picture of more than {most:,} bytes", most=BYTES_MAX), "a raw picture, P4", 0)
    rows = read_rows(BytesIO(memoryview(data)[header.offset :]), header, text.source)
    return board_of(rows, header.width, "1 (black) lit")


def _write(puzzle: Puzzle, state: State) -> str:
    from solvable.formats.grid import plain_lights

    lights, file = plain_lights(puzzle, "pbm"), BytesIO()
    rows = (int("".join(map(str, row)), 2) for row in split_rows(state, lights.width))
    write(file, rows, lights.width, lights.height, plain=True)
    return file.getvalue().decode()


PBM = Format("pbm", "a PBM picture, P1 or P4, 1 lit", _read, _write)
