from pathlib import Path
from random import Random
from typing import Any

import pytest

from solvable.answers import giant
from solvable.core.errors import NotationError, UnsolvableError
from solvable.formats import npy, pbm, row_files
from solvable.lights.transfer_matrix import ints as lights

SIZES = [(1, 1), (5, 5), (9, 4), (4, 9), (130, 67), (64, 200), (1, 50), (50, 1)]


def toggled(presses: list[int], width: int) -> list[int]:
    """Return the rows that these rows of presses make of a dark board."""
    padded, inside = [0, *presses, 0], (1 << width) - 1
    return [
        (padded[r - 1] ^ padded[r] ^ padded[r] >> 1 ^ padded[r] << 1 ^ padded[r + 1]) & inside
        for r in range(1, len(presses) + 1)
    ]


def solvable_board(width: int, height: int) -> list[int]:
    rng = Random(width * 100 + height)
    return toggled([rng.getrandbits(width) for _ in range(height)], width)


def board_files(folder: Path, rows: list[int], width: int) -> list[Path]:
    """Write the rows (lowest bit last column) in every form."""
    paths = [folder / "raw.pbm", folder / "plain.pbm", folder / "cells.npy", folder / "rows.txt", folder / "spaced.txt"]
    with paths[0].open("wb") as file:
        pbm.write(file, rows, width, len(rows))
    with paths[1].open("wb") as file:
        pbm.write(file, rows, width, len(rows), plain=True)
    with paths[2].open("wb") as file:
        npy.write(file, rows, width, len(rows))
    paths[3].write_text("".join(f"{row:0{width}b}\n" for row in rows))
    paths[4].write_text("\r\n".join(" ".join(f"{row:0{width}b}") for row in rows))
    return paths


@pytest.mark.parametrize("size", SIZES)
def test_files_are_solved_in_every_form(size: tuple[int, int], tmp_path: Path) -> None:
    width, height = size
    rows = solvable_board(width, height)
    nullity = lights.solve(rows, width).nullity
    for board in board_files(tmp_path, rows, width):
        for name in ("x.pbm", "x.npy", "x.txt"):
            presses = tmp_path / name
            summary = giant.solve_file(board, presses)
            pressed = list(row_files.open_rows(presses).rows())
            assert toggled(pressed, width) == rows
            count = sum(map(int.bit_count, pressed))
            assert summary == {"width": width, "height": height, "nullity": nullity, "presses": count}
        assert giant.solve_file(board.read_bytes()) == {"width": width, "height": height, "nullity": nullity}
        assert list(row_files.open_rows(board).rows()) == rows


def test_an_unsolvable_file_leaves_no_file(tmp_path: Path) -> None:
    board = tmp_path / "one.pbm"
    board.write_bytes(b"P1 4 4 1000000000000000")
    with pytest.raises(UnsolvableError) as caught:
        giant.solve_file(board, tmp_path / "x.pbm")
    assert caught.value.obstruction.weights[0] == 1
    assert [path.name for path in tmp_path.iterdir()] == ["one.pbm"]


@pytest.mark.parametrize("size", SIZES)
def test_the_compiled_solver_does_the_same(size: tuple[int, int], tmp_path: Path, monkeypatch: Any) -> None:
    width, height = size
    board = board_files(tmp_path, solvable_board(width, height), width)[0]
    for raw in (board.read_bytes(), b"P4\n%d %d\n" % size + Random(3).randbytes((width + 7) // 8 * height)):
        with monkeypatch.context() as patch:
            patch.setenv("SOLVABLE_KERNELS", "off")
            expected = outcome(raw, tmp_path / "x.pbm")
        with monkeypatch.context() as patch:
            patch.setattr(pbm, "CHUNK", 100)
            assert outcome(raw, tmp_path / "x.pbm") == expected


def outcome(board: bytes, presses: Path) -> tuple[object, object]:
    try:
        return giant.solve_file(board, presses), presses.read_bytes()
    except UnsolvableError as error:
        return error.obstruction.weights, list(error.obstruction.rows)  # type: ignore[attr-defined]


def test_rows_may_be_longer_than_any_header(tmp_path: Path) -> None:
    width = pbm.LONGEST_HEADER + 7
    for board in board_files(tmp_path, [1, 1 << width - 1, 5], width):
        assert row_files.open_rows(board).width == width


def test_an_interrupted_writer_leaves_no_file(tmp_path: Path) -> None:
    def broken() -> object:
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        row_files.write_rows(tmp_path / "x.pbm", broken(), 3, 2)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("board", "line", "message"),
    [
        (b"", 1, "empty row"),
        (b"0110\n011\n", 2, "3 cells"),
        (b"0110\n\n", 2, "empty row"),
        (b"0110\n0210\n", 2, "'2' is not a cell"),
        (b"0110\n0_10\n", 2, "'_' is not a cell"),
        (b"P4 1000000 1000000\n123", 0, "ends in row 1"),
    ],
)
def test_what_is_no_board_is_refused(board: bytes, line: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        giant.solve_file(board)
    assert caught.value.line == line
