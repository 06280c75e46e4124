"""Pictures as boards of lamps: PBM (P1, P4; 1 = lit) and NumPy's .npy (0 and 1, or packed bits).

For boards whose state fits in a tuple; those that do not are streamed by `giant`.
"""

from collections.abc import Iterator
from io import BytesIO

from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats import npy, pbm
from solvable.formats.base import LAMPS_MAX, Format, Reading, split_rows
from solvable.formats.grid import plain_lights
from solvable.formats.text import BYTES_MAX, Text

_BITS = bytes.maketrans(b"01", b"\0\1")


def _board(rows: Iterator[int], width: int, note: str) -> Reading:
    cells = bytearray()
    for row in rows:  # the lowest bit is the last column
        cells += f"{row:0{width}b}".encode().translate(_BITS)
    from solvable.lights.board import LightsOut

    return Reading(LightsOut(width, len(cells) // width), tuple(cells), note)


def _check(text: Text, width: int, height: int) -> None:
    if width * height > LAMPS_MAX:
        message = msg("a picture of {width} × {height} lamps", width=width, height=height)
        raise NotationError(message, expected=msg("at most {most:,} lamps", most=LAMPS_MAX), source=text.source)


def _read_pbm(text: Text) -> Reading | None:
    data = text.raw or text.data.encode()
    if not data[:64].lstrip().startswith(pbm.MAGIC):
        return None
    header = pbm.parse_header(data, text.source)
    pbm.check_length(header, len(data), text.source)
    _check(text, header.width, header.height)
    if header.plain and len(data) > BYTES_MAX:
        raise text.fault(msg("a plain picture of more than {most:,} bytes", most=BYTES_MAX), "a raw picture, P4", 0)
    rows = pbm.read_rows(BytesIO(memoryview(data)[header.offset :]), header, text.source)
    return _board(rows, header.width, "1 (black) lit")


def _write_pbm(puzzle: Puzzle, state: State) -> str:
    width = plain_lights(puzzle, "pbm").width
    rows = ["".join(map(str, row)) for row in split_rows(state, width)]
    lines = [row[start : start + 70] for row in rows for start in range(0, width, 70)]
    return "\n".join(["P1", f"{width} {len(rows)}", *lines]) + "\n"


def _read_npy(text: Text) -> Reading | None:
    if not text.raw.startswith(npy.MAGIC):
        return None
    try:
        board = npy.NpyBoard(text.raw)
    except NotationError as error:
        error.source = text.source
        raise
    board.source = text.source
    _check(text, board.width, board.height)
    if board.bits and _may_be_tiles(board):
        raise board.doubt()
    return _board(board.rows(), board.width, "packed bits" if board.bits else "1 lit")


def _may_be_tiles(board: npy.NpyBoard) -> bool:
    """Whether the array has each number once."""
    return sorted(board.array.ravel().tolist()) == list(range(board.array.size))


PBM = Format("pbm", "a PBM picture, P1 or P4, 1 lit", _read_pbm, _write_pbm, magic=pbm.MAGIC)
NPY = Format("npy", "a NumPy array of 0 and 1, or of packed bits", _read_npy, magic=(npy.MAGIC,))
