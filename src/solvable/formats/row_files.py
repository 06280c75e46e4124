"""Boards of 0 and 1 in files as streams of rows, read and written without ever being held: PBM (P1, P4), .npy, text.

A file is recognised by how it begins; what is written is PBM, .npy or text by the name's ending, and appears under its
name only when it is whole. Rows are packed (`pbm`), some at a time.
"""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, NamedTuple

from solvable.core.atomic_write import FileKind, atomic_write
from solvable.core.budget import checked
from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.formats import magic, npy, pbm
from solvable.formats.file_kinds import NPY_FILE, PBM_FILE, ROWS_FILE

ROWS_BETWEEN_CHECKS = 64
"""Rows of text read between two looks at the budget: some milliseconds, of the widest boards a second."""

ROW_BYTES_MAX = 1 << 26
"""Of a row of text: a longer line, whose cells could not fit, is read in pieces."""

WIDEST = 1 << 24
"""Columns: beyond, one row alone takes seconds, and a turned picture is solved as a stream of short rows."""


class RowFile(NamedTuple):
    """A board in a file: its width, and a function that reads its packed rows from the beginning."""

    width: int
    blocks: Callable[[], Iterator[bytes]]

    def rows(self) -> Iterator[int]:
        """Yield the rows, the lowest bit being the last column."""
        return pbm.unpacked(self.blocks(), self.width)


def open_rows(board: Path | bytes, *, width: int = 0) -> RowFile:
    """Return the board in a file, or in the bytes of one; `width` is for packed .npy files, which do not say theirs.

    Only the beginning is read. Raises NotationError if that is no board, and for rows longer than WIDEST.
    """
    source = str(board) if isinstance(board, Path) else ""
    with _reader(board) as file:
        start = file.read(pbm.LONGEST_HEADER)
        file.seek(0)
        line = b"" if start.startswith((magic.NPY_MAGIC, *magic.PBM_MAGIC)) else file.readline()
    if start.startswith(magic.NPY_MAGIC):
        array = npy.NpyBoard(board, width)
        _check_width(array.width, source)
        return RowFile(array.width, lambda: checked(array.packed(), 2))
    if start.startswith(magic.PBM_MAGIC):
        header = pbm.parse_header(start, source)
        _check_width(header.width, source)
        return RowFile(header.width, lambda: checked(_pbm_blocks(board, header, source), 2))
    columns = len(_text_row(line, 1, source))
    return RowFile(columns, lambda: pbm.packed(_text_rows(board, columns, source), columns))


def _check_width(width: int, source: str) -> None:
    """Raise NotationError if the rows are too long to be taken whole."""
    if width > WIDEST:
        expected = msg(
            "at most {most:,} columns; turn it by a quarter, which changes nothing but its shape", most=WIDEST
        )
        raise NotationError(msg("a picture of {width} columns", width=width), expected=expected, source=source)


def write_rows(path: Path, rows: Iterable[int], width: int, height: int) -> None:
    """Write rows, the lowest bit being the last column, as `write_blocks` does."""
    write_blocks(path, pbm.packed(rows, width), width, height)


def write_blocks(path: Path, blocks: Iterable[bytes], width: int, height: int) -> None:
    """Write packed rows to a .pbm (raw), .npy (0 and 1) or else text file; an error leaves nothing behind."""
    with atomic_write(path, kind_of(path)) as file:
        if path.suffix == ".pbm":
            pbm.write_header(file, width, height)
            file.writelines(blocks)
        elif path.suffix == ".npy":
            npy.write(file, pbm.unpacked(blocks, width), width, height)
        else:
            file.writelines(f"{row:0{width}b}\n".encode() for row in pbm.unpacked(blocks, width))


def kind_of(path: Path) -> FileKind:
    """Return what is written to a file of this name."""
    return {".pbm": PBM_FILE, ".npy": NPY_FILE}.get(path.suffix, ROWS_FILE)


def _reader(board: Path | bytes) -> IO[bytes]:
    return board.open("rb") if isinstance(board, Path) else BytesIO(board)


def _pbm_blocks(board: Path | bytes, header: pbm.Header, source: str) -> Iterator[bytes]:
    with _reader(board) as file:
        file.seek(header.offset)
        yield from pbm.read_blocks(file, header, source)


def _text_rows(board: Path | bytes, width: int, source: str) -> Iterator[int]:
    with _reader(board) as file:
        lines = checked(iter(lambda: file.readline(ROW_BYTES_MAX), b""), ROWS_BETWEEN_CHECKS)
        for number, line in enumerate(lines, start=1):
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
