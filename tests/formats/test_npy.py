from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import formats
from solvable.core.errors import NotationError
from solvable.formats import row_files
from solvable.formats.npy import NpyBoard, write

CELLS = np.array([[1, 1, 0, 0, 0], [0, 0, 0, 0, 1], [1, 1, 1, 1, 1]])
ROWS = [0b11000, 0b00001, 0b11111]


def saved(array: Any) -> bytes:
    file = BytesIO()
    np.save(file, array)
    return file.getvalue()


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "int64", ">i4", "uint64"])
def test_cells_of_any_integers(dtype: str, tmp_path: Path) -> None:
    for array in (CELLS.astype(dtype), np.asfortranarray(CELLS.astype(dtype))):
        path = tmp_path / "board.npy"
        path.write_bytes(saved(array))
        for board in (NpyBoard(path), NpyBoard(path.read_bytes()), NpyBoard(path, width=5)):
            assert (board.width, board.height, list(board.rows())) == (5, 3, ROWS)


@given(st.data(), st.integers(1, 150), st.integers(1, 6))
def test_packed_and_unpacked_boards_agree(data: st.DataObject, width: int, height: int) -> None:
    rows = data.draw(st.lists(st.integers(0, 2**width - 1), min_size=height, max_size=height))
    cells = np.array([[row >> (width - 1 - c) & 1 for c in range(width)] for row in rows], np.uint8)
    words = np.zeros((height, (width + 63) // 64 * 8), np.uint8)
    little = np.packbits(cells, axis=1, bitorder="little")
    words[:, : little.shape[1]] = little
    for array in (cells, np.packbits(cells, axis=1), words.view(np.uint64)):
        board = NpyBoard(saved(array), width=width)
        assert board.width == width
        if array.shape[1] != width or array is cells:
            assert list(board.rows()) == rows


def test_without_a_width_packed_bits_are_all_cells() -> None:
    assert list(NpyBoard(saved(np.array([[0b11000000, 1]], np.uint8))).rows()) == [0b1100000000000001]
    assert list(NpyBoard(saved(np.array([[0b110]], np.uint64))).rows()) == [0b011 << 61]


def test_writing_cells() -> None:
    file = BytesIO()
    write(file, ROWS, 5, 3)
    assert (np.load(BytesIO(file.getvalue())) == CELLS).all()
    assert list(NpyBoard(file.getvalue()).rows()) == ROWS


def lying(shape: str) -> bytes:
    header = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"\x01\x00\x01"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a .npy header"),
        (b"\x93NUMPY", "not a .npy header"),
        (b"\x93NUMPY\x01\x00\xff\xff{'descr'", "not a .npy header"),
        (b"\x93NUMPY\x09\x00\x00\x00", "not a .npy header"),
        (lying("(1000000, 1000000)"), "3 bytes follow"),
        (lying("(1, 2)"), "3 bytes follow"),
        (lying("(3,)"), "not a board"),
        (lying("(-1, -3)"), "not a board"),
        (lying("(0, 3)"), "not a board"),
        (lying("(" * 5000), "not a .npy header"),
        (saved(np.ones((2, 2))), "not a board"),
        (saved(np.array([[2, 1]])), "values up to 2"),
        (saved(np.array([[-1, 1]])), "negative"),
    ],
)
def test_a_file_that_lies_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        NpyBoard(data)


def test_lit_cells_beyond_the_width_are_refused() -> None:
    for array in (np.array([[0b11100000]], np.uint8), np.array([[0b111]], np.uint64)):
        with pytest.raises(NotationError, match="beyond its 2 columns"):
            NpyBoard(saved(array), width=2)
        assert NpyBoard(saved(array), width=3).width == 3
        with pytest.raises(NotationError, match="not a board of 99 columns"):
            NpyBoard(saved(array), width=99)


@pytest.mark.parametrize("array", [np.array([[1, 2, 3], [4, 0, 5]], np.uint8), np.array([[255, 0], [0, 255]], np.uint8),
                                   np.array([[3, 1], [2, 0]], np.uint64)])  # fmt: skip
def test_values_of_pictures_and_tiles_are_not_taken_for_packed_bits(array: Any) -> None:
    with pytest.raises(NotationError, match="may be cells or packed bits"):
        formats.read(saved(array))


def test_giant_pictures_are_not_taken_for_packed_bits_unless_their_width_is_given() -> None:
    picture = saved(np.random.default_rng(1).choice(np.array([0, 255], np.uint8), (1200, 1100)))
    with pytest.raises(NotationError, match="may be cells or packed bits"):
        row_files.open_rows(picture)
    assert row_files.open_rows(picture, width=8800).width == 8800
