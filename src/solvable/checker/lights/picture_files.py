"""Boards, presses and quiet patterns in files (PBM, .npy, rows of 0 and 1), as rows of ints, by independent readers,
row by row.

Bit `width − 1 − c` of a row is column c.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import IO

from solvable.checker.report import WrongError
from solvable.core.errors import require
from solvable.core.message import msg

CHUNK = 1 << 16
COLUMNS_MAX = 1 << 24  # columns


def rows_of(path: str, width: int, height: int, name: str) -> Iterator[int]:
    """Yield the rows of the picture in the file `path`; raise WrongError unless it is width × height and complete."""
    try:
        with Path(path).open("rb") as file:
            magic = file.read(2)
            if magic == b"\x93N":
                yield from _npy(path, width, height, name)
            elif magic in (b"P1", b"P4"):
                if _header(file, name) != (width, height):
                    raise WrongError(name, msg("its size is not {width} × {height}", width=width, height=height))
                yield from (_plain if magic == b"P1" else _raw)(file, width, height, name)
            elif not magic.strip(b"01 "):
                file.seek(0)
                yield from _text(file, width, height, name)
            else:
                raise WrongError(name, "is neither a PBM nor an .npy file nor rows of 0 and 1")
    except (OSError, ValueError, EOFError) as error:  # numpy raises the latter for a damaged array
        raise WrongError(
            name, msg("cannot be read: {error}", error=(getattr(error, "strerror", None) or str(error))[:200])
        ) from error


def _header(file: IO[bytes], name: str) -> tuple[int, int]:
    """Return width and height of a PBM and leave the file at its first row."""
    numbers: list[int] = []
    token = b""
    while len(numbers) < 2:
        byte = file.read(1)
        if byte == b"#":
            file.readline(1000)
        if byte.isdigit():
            token += byte
        elif token:
            numbers.append(int(token))
            token = b""
        elif not byte or not (byte.isspace() or byte == b"#"):
            raise WrongError(name, "its header is not a width and a height")
        if len(token) > 9:
            raise WrongError(name, "its header is not a width and a height")
    return numbers[0], numbers[1]


def _raw(file: IO[bytes], width: int, height: int, name: str) -> Iterator[int]:
    size = -(-width // 8)
    for row in range(height):
        data = file.read(size)
        if len(data) < size:
            raise WrongError(name, msg("ends in row {row} of {height}", row=row + 1, height=height))
        yield int.from_bytes(data) >> (8 * size - width)


def _plain(file: IO[bytes], width: int, height: int, name: str) -> Iterator[int]:
    if width > COLUMNS_MAX:
        raise WrongError(name, msg("has rows of more than {most} cells", most=COLUMNS_MAX))
    digits = ""
    for row in range(height):
        while len(digits) < width:
            chunk = file.read(CHUNK)
            if not chunk:
                raise WrongError(name, msg("ends in row {row} of {height}", row=row + 1, height=height))
            digits += "".join(chunk.decode("latin-1").split())
        yield int(digits[:width], 2)
        digits = digits[width:]


def _text(file: IO[bytes], width: int, height: int, name: str) -> Iterator[int]:
    for row in range(height):
        line = file.readline(4 * width + 4)
        cells = line.translate(None, b" \t\r\n")
        if not line or len(cells) != width or cells.strip(b"01"):
            raise WrongError(name, msg("row {row} is not {width} cells 0 or 1", row=row + 1, width=width))
        yield int(cells, 2)
    if file.read(CHUNK).strip():
        raise WrongError(name, msg("goes on after {height} rows", height=height))


def _npy(path: str, width: int, height: int, name: str) -> Iterator[int]:
    require("numpy")
    import numpy as np

    array = np.load(path, mmap_mode="r", allow_pickle=False)
    if array.ndim != 2 or array.shape[0] != height:
        raise WrongError(name, msg("is not an array of {height} rows", height=height))
    is_cells = array.shape[1] == width
    for line in array:
        if is_cells:
            packed = np.packbits(line != 0)
        elif line.dtype == np.uint64:  # words, least significant bit first
            packed = np.packbits(np.unpackbits(line.view(np.uint8), bitorder="little")[:width])
        else:
            packed = np.ascontiguousarray(line, dtype=np.uint8)
        yield int.from_bytes(packed.tobytes()) >> (8 * packed.size - width)
