"""What a user types: a game ID, a file, rows split by '/', or '-'."""

import io
import os
from pathlib import Path

import pytest

from solvable import formats, game_id
from solvable.core.errors import NotationError

BOARD = game_id.parse("lights:3x3:110/000/000")


def opened(argument: str, **options: object) -> tuple[object, object]:
    board = formats.open_board(argument, **options)  # type: ignore[arg-type]
    return board.puzzle, board.state


def test_ids_and_rows_are_boards_themselves() -> None:
    assert opened("lights:3x3:110/000/000") == opened("110/000/000") == opened("110\n000\n000\n") == BOARD
    assert opened("3x3:d074191345d1644c17058,c00") == BOARD
    assert formats.open_board("#../..#/...").format == "dots"


def test_standard_input() -> None:
    assert opened("-", stdin=io.StringIO("110/000/000")) == BOARD
    assert opened("-", stdin=io.BytesIO(b"110\r\n000\r\n000")) == BOARD
    assert opened("-", stdin=io.TextIOWrapper(io.BytesIO(b"P4\n3 3\n\xc0\x00\x00"))) == BOARD
    with pytest.raises(NotationError) as caught:
        opened("-", stdin=io.BytesIO(b""))
    assert caught.value.source == "stdin"


def test_standard_input_is_bounded() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert 0 <= size < 10**9
            return b"0" * size

    with pytest.raises(NotationError, match="longer than"):
        opened("-", stdin=Endless())


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes(b"\xef\xbb\xbf110\r\n000\r\n000\r\n")
    assert opened(str(file)) == BOARD
    file.write_bytes("110\n000\n000\n".encode("utf-16"))
    assert opened(str(file)) == BOARD
    file.write_text("110\n00\n000\n")
    with pytest.raises(NotationError) as caught:
        opened(str(file))
    assert (caught.value.source, caught.value.line, caught.value.column) == (str(file), 2, 1)


def test_arrays(tmp_path: Path) -> None:
    import numpy as np

    np.save(tmp_path / "cells.npy", np.array([[1, 1, 0], [0, 0, 0], [0, 0, 0]], np.uint8))
    assert opened(str(tmp_path / "cells.npy")) == BOARD
    np.save(tmp_path / "floats.npy", np.zeros((3, 3)))
    with pytest.raises(NotationError) as caught:
        opened(str(tmp_path / "floats.npy"))
    assert caught.value.source == str(tmp_path / "floats.npy")


def test_directories_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="directory"):
        opened(str(tmp_path))
    for name in ("missing.txt", "missing", str(tmp_path / "missing.txt"), "mising/dir/board.json"):
        with pytest.raises(NotationError, match="no such file"):
            opened(name)
    for board, message in (("110/00/000", "row 2 has 2 cells"), ("4x4#seed", "can be read as"), ("5x5r#a", "sgt-flip")):
        with pytest.raises(NotationError, match=message):
            opened(board)
    for name in ("", "a\0b", "z" * 10_000, "/" * 5000):
        with pytest.raises(NotationError):
            opened(name)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything is readable")
def test_files_without_permission(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("1")
    file.chmod(0)
    with pytest.raises(NotationError, match="Permission"):
        opened(str(file))


def test_a_name_that_is_a_board_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("11").mkdir()
    Path("11/00").write_text("101/000/000")
    with pytest.raises(NotationError, match="both a board and the name of a file"):
        opened("11/00")
    assert opened("./11/00") == game_id.parse("lights:3x3:101/000/000")
    Path("111").write_text("101/000/000")
    with pytest.raises(NotationError, match="the name of a file"):
        opened("111")


def test_words_of_a_command_line_whose_bytes_python_did_not_decode() -> None:
    word = "⬛🟡/🟡🟡".encode().decode("ascii", "surrogateescape")
    assert formats.open_board(word).state == (0, 1, 1, 1)
    for text, line, column in [("110\n0\udcff1\n", 2, 2), ("lights:3x3#\udcff", 1, 12), ("1\ud800", 1, 2)]:
        with pytest.raises(NotationError, match="this is not text: byte") as caught:
            formats.open_board(text)
        assert (caught.value.line, caught.value.column) == (line, column)
