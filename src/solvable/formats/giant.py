"""Giant two-colour boards (plus rule, plane) in files: solved, checked and verified as streams of rows.

The board is read twice, once for the residual row and once, with the first row of presses known, to write the rest:
memory is a few rows. PBM (P1, P4), .npy and text rows of 0 and 1 are recognised by how they begin; what is written
is PBM, .npy or text by the name's ending, and appears under its name only when it is whole.

Raw pictures that are written as such go through kernels in words. The rows of all others are ints whose lowest bit is
the last column, the mirror image of those of `lights.transfer_matrix.ints`, which the chase does not notice; only the
residual row and the first row of presses are turned round. Solutions are those of `lights.transfer_matrix.ints`.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from solvable.core.atomic_write import FileKind, atomic_write
from solvable.core.budget import checked
from solvable.core.errors import NotationError, UnsolvableError
from solvable.core.message import msg
from solvable.formats import npy, pbm
from solvable.formats.file_kinds import NPY, PBM, ROWS
from solvable.lights.transfer_matrix import ints as lights
from solvable.lights.transfer_matrix import words
from solvable.lights.transfer_matrix.words import RowsObstruction

ROWS_BETWEEN_CHECKS = 64
"""Rows read between two looks at the budget: some milliseconds, of the widest boards a second."""

ROW_BYTES_MAX = 1 << 26
"""Of a row of text: a longer line, whose cells could not fit, is read in pieces."""

WIDEST = 1 << 24
"""Columns: beyond, one row alone takes seconds, and a turned picture is solved as a stream of short rows."""


@dataclass(frozen=True, slots=True)
class RowFile:
    """A board in a file: its format and width, and a function that reads its rows from the beginning."""

    source: str
    format: str
    width: int
    rows: Callable[[], Iterator[int]]
    picture: pbm.Header | None = None


def puzzle_id(width: int, height: int) -> str:
    """Return the ID of the board that such a file holds, which is never built."""
    return f"lights:{width}x{height}"


def open_rows(board: Path | bytes, *, width: int = 0) -> RowFile:
    """Return the board in a file, or in the bytes of one; `width` is for packed .npy files, which do not say theirs.

    Only the beginning is read. Raises NotationError where that is no board, and for rows longer than WIDEST.
    """
    source = str(board) if isinstance(board, Path) else ""
    with _reader(board) as file:
        start = file.read(pbm.LONGEST_HEADER)
        file.seek(0)
        line = b"" if start.startswith((npy.MAGIC, *pbm.MAGIC)) else file.readline()
    if start.startswith(npy.MAGIC):
        array = npy.NpyBoard(board, width)
        _check_width(array.width, source)
        return RowFile(source, "npy", array.width, lambda: checked(array.rows(), ROWS_BETWEEN_CHECKS))
    if start.startswith(pbm.MAGIC):
        header = pbm.parse_header(start, source)
        _check_width(header.width, source)
        rows = lambda: checked(_pbm_rows(board, header, source), ROWS_BETWEEN_CHECKS)  # noqa: E731
        return RowFile(source, "pbm", header.width, rows, header)
    columns = len(_text_row(line, 1, source))
    return RowFile(source, "text", columns, lambda: checked(_text_rows(board, columns, source), ROWS_BETWEEN_CHECKS))


def _check_width(width: int, source: str) -> None:
    """Raise NotationError where the rows are too long to be taken whole."""
    if width > WIDEST:
        expected = msg(
            "at most {most:,} columns; turn it by a quarter, which changes nothing but its shape", most=WIDEST
        )
        raise NotationError(msg("a picture of {width} columns", width=width), expected=expected, source=source)


def solve_file(board: Path | bytes, presses: Path, *, width: int = 0) -> dict[str, Any]:
    """Write presses that darken the board to the file `presses`; raise UnsolvableError with the proof, writing nothing.

    Return width, height, nullity and the number of presses.
    """
    opened = open_rows(board, width=width)
    if presses.suffix == ".pbm" and (picture := _in_words(opened)) is not None:
        return _solve_picture(board, picture, presses)
    first, height, nullity = _first_row(opened)
    count = 0

    def counted() -> Iterator[int]:
        nonlocal count
        for row in lights.follow(opened.rows(), opened.width, first):
            count += row.bit_count()
            yield row

    write_rows(presses, counted(), opened.width, height)
    return {"width": opened.width, "height": height, "nullity": nullity, "presses": count}


def check_file(board: Path | bytes, *, width: int = 0) -> dict[str, Any]:
    """Return width, height and nullity of a solvable board; raise UnsolvableError with the proof for another."""
    opened = open_rows(board, width=width)
    if (picture := _in_words(opened)) is not None:
        height, nullity = picture.height, _first_words(board, picture)[1]
    else:
        _, height, nullity = _first_row(opened)
    return {"width": opened.width, "height": height, "nullity": nullity}


def _first_row(opened: RowFile) -> tuple[int, int, int]:
    """Return the first row of presses, the number of rows and the nullity."""
    height = 0

    def counted() -> Iterator[int]:
        nonlocal height
        for row in opened.rows():
            height += 1
            yield row

    remaining = pbm.mirror(lights.residual(counted(), opened.width), opened.width)
    try:
        first, nullity = lights.first_row(remaining, opened.width, height)
    except UnsolvableError as error:
        raise _mirrored(error) from None
    return pbm.mirror(first, opened.width), height, nullity


def _mirrored(error: UnsolvableError) -> UnsolvableError:
    """Return the error with its proof in rows like those of a file."""
    proof = error.obstruction
    assert isinstance(proof, RowsObstruction)
    last = proof.last if isinstance(proof.last, int) else int.from_bytes(proof.last.tobytes(), "little")
    return UnsolvableError(str(error), replace(proof, last=pbm.mirror(last, proof.width), mirrored=True))


def _in_words(opened: RowFile) -> pbm.Header | None:
    """Return the header of a raw picture, if there are kernels that chase its rows in words; else None."""
    picture = opened.picture
    return picture if picture and not picture.plain and words.is_available() else None


def _blocks(board: Path | bytes, header: pbm.Header) -> "Iterator[memoryview[int]]":
    """Yield the rows of a raw picture in words, some at a time."""
    with _reader(board) as file:
        file.seek(header.offset)
        for data in checked(pbm.read_blocks(file, header, str(board) if isinstance(board, Path) else ""), 2):
            yield words.from_bytes(data, header.width)


def _first_words(board: Path | bytes, header: pbm.Header) -> "tuple[array[int], int]":
    """Return the first row of presses and the nullity of a raw picture."""
    residual = words.residual(_blocks(board, header), header.width)
    try:
        return words.first_row(residual, header.width, header.height)
    except UnsolvableError as error:
        raise _mirrored(error) from None


def _solve_picture(board: Path | bytes, header: pbm.Header, presses: Path) -> dict[str, Any]:
    """Return and write what `solve_file` does, block by block of a raw picture."""
    width, height, count = header.width, header.height, 0
    first, nullity = _first_words(board, header)
    with atomic_write(presses, kind_of(presses)) as out:
        pbm.write_header(out, width, height)
        for block in words.follow(_blocks(board, header), width, first):
            data, pressed = words.to_bytes(block, width)
            count += pressed
            out.write(data)
    return {"width": width, "height": height, "nullity": nullity, "presses": count}


def verify_files(board: Path | bytes, presses: Path | bytes, *, width: int = 0) -> dict[str, Any]:
    """Press all `presses` on the board and return width, height, their number and how many cells stay lit.

    `row` and `column` of the first that does count from 1 (0 where there is none). Raise NotationError where the
    sizes differ.
    """
    lamps, pressed = open_rows(board, width=width), open_rows(presses, width=width)
    mask = (1 << lamps.width) - 1
    report = {"width": lamps.width, "height": 0, "presses": 0, "lit": 0, "row": 0, "column": 0}
    following = pressed.rows()
    above, here = 0, next(following, None)
    for row in lamps.rows():
        report["height"] += 1
        if here is None or pressed.width != lamps.width:
            raise NotationError("the presses are not of the board's size", source=pressed.source)
        below = next(following, None)
        remaining = row ^ above ^ here ^ here >> 1 ^ here << 1 & mask ^ (below or 0)
        report["presses"] += here.bit_count()
        report["lit"] += remaining.bit_count()
        if remaining and not report["row"]:
            report["row"], report["column"] = report["height"], lamps.width - remaining.bit_length() + 1
        above, here = here, below
    if here is not None:
        raise NotationError("the presses are not of the board's size", source=pressed.source)
    return report


def write_rows(path: Path, rows: Iterable[int], width: int, height: int) -> None:
    """Write the rows to a .pbm (raw), .npy (0 and 1) or else text file; an error leaves nothing behind."""
    with atomic_write(path, kind_of(path)) as file:
        if path.suffix == ".pbm":
            pbm.write(file, rows, width, height)
        elif path.suffix == ".npy":
            npy.write(file, rows, width, height)
        else:
            file.writelines(f"{row:0{width}b}\n".encode() for row in rows)


def kind_of(path: Path) -> FileKind:
    """Return what is written to a file of this name."""
    return {".pbm": PBM, ".npy": NPY}.get(path.suffix, ROWS)


def _reader(board: Path | bytes) -> IO[bytes]:
    return board.open("rb") if isinstance(board, Path) else BytesIO(board)


def _pbm_rows(board: Path | bytes, header: pbm.Header, source: str) -> Iterator[int]:
    with _reader(board) as file:
        file.seek(header.offset)
        yield from pbm.read_rows(file, header, source)


def _text_rows(board: Path | bytes, width: int, source: str) -> Iterator[int]:
    with _reader(board) as file:
        for number, line in enumerate(iter(lambda: file.readline(ROW_BYTES_MAX), b""), start=1):
            cells = _text_row(line, number, source)
            if len(cells) != width:
                message = msg(
                    "row {row} has {count} cells, the first has {width}", row=number, count=len(cells), width=width
                )
                raise NotationError(message, source=source, line=number)
            yield int(cells, 2)


def _text_row(line: bytes, number: int, source: str) -> bytes:
    """Return the cells of a line, with or without blanks between them."""
    cells = line.translate(None, b" \t\r\n")
    if wrong := cells.translate(None, b"01"):
        message = msg("{word} is not a cell", word=repr(chr(wrong[0])))
        column = line.index(wrong[:1]) + 1
        raise NotationError(message, expected="0 or 1", source=source, line=number, column=column)
    if not cells:
        raise NotationError("an empty row", expected="cells 0 and 1", source=source, line=number)
    return cells
