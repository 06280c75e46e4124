"""NumPy's .npy files as boards of lamps: cells 0 and 1, or packed bits, mapped and never loaded whole.

An array (height, width) of numbers or booleans is cells, 1 = lit. An array of uint8 or uint64 that holds other values
is packed: bytes as `numpy.packbits` makes them (most significant bit first), or words as `lights.transfer_matrix.ints`
has them (least significant first). The width of a packed board is not in the file: it is that of all bits unless given.
"""

from collections.abc import Iterable, Iterator, Sequence
from io import SEEK_END, BytesIO
from math import isqrt, prod
from pathlib import Path
from typing import IO, Any, Literal

from solvable.core.errors import NotationError, require
from solvable.core.message import msg
from solvable.formats import magic, pbm
from solvable.formats.base import Format, Reading
from solvable.formats.text import Text

CHUNK = 1 << 20  # cells looked at together
MANY = "boards of one size: N × height × width, or N × cells of square boards"


class NpyBoard:
    """The board in a .npy file, which is mapped, or in the bytes of one: its size, and its rows as ints."""

    def __init__(self, board: Path | bytes, width: int = 0) -> None:
        self.source = str(board) if isinstance(board, Path) else ""
        self.array = _open(board, self.source)
        self.height, columns = self.array.shape
        self.bits = self._packing(columns, width)
        self.width = width or columns * max(self.bits, 1)

    def rows(self) -> Iterator[int]:
        """Yield the rows, the lowest bit being the last column (as `pbm.read_rows`)."""
        return pbm.unpacked(self.packed(), self.width)

    def packed(self) -> Iterator[bytes]:
        """Yield the rows packed (as `pbm.read_blocks`)."""
        require("numpy")
        import numpy as np

        for some in self._blocks():
            block = np.ascontiguousarray(some)
            if self.bits == 64:
                block = np.unpackbits(block.view(np.uint8), axis=1, bitorder="little")[:, : self.width]
            yield (block if self.bits == 8 else np.packbits(block != 0, axis=1)).tobytes()

    def _packing(self, columns: int, width: int) -> int:
        """Return the bits in an element: 0 for cells, 8 or 64."""
        bits = {"uint8": 8, "uint64": 64}.get(self.array.dtype.name, 0)
        largest = self._largest()
        if largest <= 1 and width in (0, columns):
            return 0
        if bits and (width == 0 or (width + bits - 1) // bits == columns):
            self._check_padding(bits, width)
            if not width and self.is_picture():
                raise self.doubt()
            return bits
        raise NotationError(
            msg(
                "an array of {dtype} with values up to {largest} is not a board of {width} columns",
                dtype=str(self.array.dtype),
                largest=largest,
                width=width or columns,
            ),
            expected="values 0 and 1, or packed uint8 or uint64",
            source=self.source,
        )

    def is_picture(self) -> bool:
        """Return whether all values are those of a picture in black and white, 0 and 255."""
        return all(((block == 0) | (block == 255)).all() for block in self._blocks())

    def doubt(self) -> NotationError:
        """Return what says that the values may be cells as well."""
        message = msg("the values of this array of {dtype} may be cells or packed bits", dtype=str(self.array.dtype))
        return NotationError(message, expected="lamps as 0 and 1, tiles as text", source=self.source)

    def _blocks(self) -> Iterator[Any]:
        """Yield the array, some rows at a time."""
        step = max(1, CHUNK // self.array.shape[1])
        for start in range(0, self.height, step):
            yield self.array[start : start + step]

    def _largest(self) -> Any:
        if any(block.min() < 0 for block in self._blocks()):
            raise NotationError("a cell is negative", expected="0 or 1", source=self.source)
        return max(block.max() for block in self._blocks())

    def _check_padding(self, bits: int, width: int) -> None:
        spare = -width % bits if width else 0
        last = self.array[:, -1]
        if spare and (last >> (64 - spare) if bits == 64 else last & ((1 << spare) - 1)).any():
            raise NotationError(msg("a row has lit cells beyond its {width} columns", width=width), source=self.source)


def read_boards(data: bytes, source: str = "") -> Iterator[tuple[str, str]]:
    """Yield the puzzle's ID and the cells of each board of an array N × cells, of square boards, or N × height × width.

    Values 0 and 1 are lamps, others tiles, each board having each number once; raise NotationError for others.
    """
    boards = _open(data, source, (2, 3))
    is_flat = boards.ndim == 2
    side = isqrt(boards.shape[1])
    height, width = (side, side) if is_flat else boards.shape[1:]
    largest = boards.max()
    if boards.min() < 0 or (is_flat and side * side != boards.shape[1]):
        message = msg("an array {shape} of {dtype} holds no boards", shape=str(boards.shape), dtype=str(boards.dtype))
        raise NotationError(message, expected=MANY, source=source)
    if is_flat and len(boards) == boards.shape[1] and largest <= 1:
        message = msg("an array {shape} may be one board as well", shape=str(boards.shape))
        raise NotationError(message, expected=MANY, source=source)
    family, mark = ("lights", "") if largest <= 1 else ("tiles", ",")
    for board in boards.reshape(len(boards), height, width):
        yield f"{family}:{width}x{height}", "/".join(mark.join(map(str, row)) for row in board.astype(int).tolist())


def _open(board: Path | bytes, source: str, dimensions: Sequence[int] = (2,)) -> Any:
    """Return the array; raise NotationError unless it has these dimensions, of integers, all there."""
    require("numpy")
    import numpy as np

    with board.open("rb") if isinstance(board, Path) else BytesIO(board) as file:
        try:
            version = np.lib.format.read_magic(file)
            read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            shape, by_columns, dtype = read(file)
        except Exception as error:  # the header is a Python literal: tokenizer and parser have errors of their own
            raise NotationError(
                msg("this is not a .npy header: {error}", error=str(error)[:200]), source=source
            ) from error
        offset = file.tell()
        size = file.seek(0, SEEK_END) - offset
    if len(shape) not in dimensions or min(shape) < 1 or dtype.kind not in "bui":
        message = msg("an array {shape} of {dtype} is not a board", shape=str(shape), dtype=str(dtype))
        expected = "two dimensions of integers; the command batch takes arrays of many boards"
        raise NotationError(message, expected=MANY if 3 in dimensions else expected, source=source)
    if prod(shape) * dtype.itemsize != size:
        message = msg(
            "the header claims {shape} of {dtype}, but {size} bytes follow",
            shape=" × ".join(map(str, shape)),
            dtype=str(dtype),
            size=size,
        )
        raise NotationError(message, source=source)
    order: Literal["F", "C"] = "F" if by_columns else "C"
    if isinstance(board, Path):
        return np.memmap(board, dtype, "r", offset, shape, order)
    return np.frombuffer(board, dtype, offset=offset).reshape(shape, order=order)


def write(file: IO[bytes], rows: Iterable[int], width: int, height: int) -> None:
    """Write cells 0 and 1 as uint8, row by row; the rows are as `NpyBoard.rows` yields them."""
    require("numpy")
    import numpy as np

    shape = {"descr": "|u1", "fortran_order": False, "shape": (height, width)}
    np.lib.format.write_array_header_1_0(file, shape)
    for block in pbm.packed(rows, width):
        data = np.frombuffer(block, np.uint8).reshape(-1, (width + 7) // 8)
        file.write(np.unpackbits(data, axis=1, count=width).tobytes())


def _read(text: Text) -> Reading | None:
    if not text.raw.startswith(magic.NPY_MAGIC):
        return None
    try:
        board = NpyBoard(text.raw)
    except NotationError as error:
        error.source = text.source
        raise
    board.source = text.source
    pbm.check_size(text, board.width, board.height)
    if board.bits and _may_be_tiles(board):
        raise board.doubt()
    return pbm.board_of(board.rows(), board.width, "packed bits" if board.bits else "1 lit")


def _may_be_tiles(board: NpyBoard) -> bool:
    """Whether the array has each number once."""
    return sorted(board.array.ravel().tolist()) == list(range(board.array.size))


NPY = Format("npy", "a NumPy array of 0 and 1, or of packed bits", _read)
