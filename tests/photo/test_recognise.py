"""Pictures of boards, drawn at random and spoilt, are read or refused; bad files are told what is wrong."""

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from tools.photos.__main__ import judged, picture

import solvable
from solvable import formats, game_id
from solvable.core.errors import NotationError
from solvable.messages import translate

pil = pytest.importorskip("PIL.Image")


@pytest.mark.slow
def test_a_sample_of_generated_pictures_is_read() -> None:
    counts = {"right": 0, "refused": 0, "wrong": 0}
    for number in range(5):
        data, board, _ = picture(f"1/{number}")
        counts[judged(data, board)[0]] += 1
    assert counts["wrong"] == 0 and counts["right"] >= 4


def test_a_blank_in_the_middle_of_a_side_hides_no_column() -> None:
    data, board, _ = picture("home-2026/70")
    assert board == "tiles:3x2:4,0,2/3,5,1"
    assert judged(data, board)[0] == "right"


def squares(rows: str, lit: tuple[int, int, int], off: tuple[int, int, int], side: int = 24) -> Any:
    """Return a picture of lamps as squares on black."""
    lines = rows.split("/")
    made = pil.new("RGB", (side * (len(lines[0]) + 2), side * (len(lines) + 2)))
    for y, line in enumerate(lines, 1):
        for x, lamp in enumerate(line, 1):
            made.paste(
                lit if lamp == "1" else off, (side * x + 2, side * y + 2, side * x + side - 2, side * y + side - 2)
            )
    return made


def saved(made: Any, kind: str = "PNG", **how: Any) -> bytes:
    file = BytesIO()
    made.save(file, kind, **how)
    return file.getvalue()


LAMPS = "0110/1001/1110"
YELLOW, GREY = (250, 210, 40), (60, 62, 70)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "TIFF", "PPM"])
def test_every_kind_of_file_is_read(kind: str) -> None:
    board = formats.read(saved(squares(LAMPS, YELLOW, GREY), kind))
    assert game_id.format_board(board.puzzle, board.state) == f"lights:4x3:{LAMPS}"
    assert board.format == "photo" and "% sure of lights:4x3" in board.note and "lit #f" in board.note


def test_the_other_lamps_may_be_the_lit_ones() -> None:
    data = saved(squares(LAMPS, YELLOW, GREY))
    swapped = formats.read(data, format="photo-swapped")
    assert swapped.state == tuple(1 - lamp for lamp in formats.read(data).state)
    assert "--format photo " in swapped.note


def test_pictures_are_boards_in_python(tmp_path: Path) -> None:
    made = squares(LAMPS, YELLOW, GREY)
    path = tmp_path / "board.png"
    made.save(path)
    expected = solvable.parse(f"lights:4x3:{LAMPS}")
    assert solvable.parse(path) == solvable.parse(path.read_bytes()) == solvable.parse(made) == expected
    numpy = pytest.importorskip("numpy")
    assert solvable.parse(numpy.asarray(made)) == solvable.parse(numpy.asarray(made.convert("RGBA"))) == expected
    with pytest.raises(NotationError, match="not a picture"):
        solvable.parse(numpy.zeros((50, 50, 3)))


def test_a_transparent_picture_lies_on_white() -> None:
    made = squares(LAMPS, (20, 20, 20), (240, 230, 90)).convert("RGBA")
    made.putalpha(made.convert("L").point(lambda shade: 255 * (shade > 5)))
    assert game_id.format_board(*solvable.parse(saved(made))).startswith("lights:4x3:")


def test_pictures_of_other_depths_and_inks_are_read() -> None:
    made = squares(LAMPS, (230, 230, 230), (90, 90, 90))
    deep = pil.frombytes("I;16", made.size, b"".join(bytes((shade, shade)) for shade in made.convert("L").tobytes()))
    for data in (saved(deep), saved(made.convert("CMYK"), "JPEG"), saved(made.convert("LA"))):
        assert game_id.format_board(*solvable.parse(data)) == f"lights:4x3:{LAMPS}"


def test_a_camera_that_was_turned_is_made_up_for() -> None:
    made = squares(LAMPS, YELLOW, GREY)
    turned = made.getexif()
    turned[0x0112] = 6  # the top of the scene is on the right side
    data = saved(made.transpose(pil.Transpose.ROTATE_90), "JPEG", exif=turned, quality=95)
    assert game_id.format_board(*solvable.parse(data)) == f"lights:4x3:{LAMPS}"


def clouds(side: int) -> Any:
    """Return a picture of soft spots of all sizes, as an animal's fur has them."""
    made = pil.new("L", (side, side), 128)
    for size in (4, 12, 36):
        spots = pil.effect_noise((size, size), 90).resize((side, side), pil.Resampling.BICUBIC)
        made = pil.blend(made, spots, 0.5)
    return made.convert("RGB")


def sudoku(side: int) -> Any:
    """Return a grid of 9 × 9 squares with a number in some."""
    from PIL import ImageDraw, ImageFont

    made = pil.new("RGB", (10 * side, 10 * side), "white")
    pen, font = ImageDraw.Draw(made), ImageFont.load_default()
    for line in range(10):
        at = side // 2 + line * side
        pen.line((side // 2, at, 9 * side + side // 2, at), "black", 1 + (line % 3 == 0))
        pen.line((at, side // 2, at, 9 * side + side // 2), "black", 1 + (line % 3 == 0))
    for cell in range(0, 81, 3):
        row, column = divmod(cell, 9)
        pen.text(
            ((column + 0.8) * side, (row + 0.75) * side), str(1 + (3 * row + row // 3 + column) % 9), "black", font
        )
    return made


@pytest.mark.slow
@pytest.mark.parametrize("made", [clouds(180), sudoku(24)])
def test_what_is_no_board_is_not_taken_for_one(made: Any) -> None:
    with pytest.raises(NotationError):
        formats.read(saved(made))


def test_the_quarters_of_a_table_around_a_board_are_no_lamps() -> None:
    data, board, _ = picture("5001/101")
    assert board == "lights:3x3:001/001/111"
    assert judged(data, board)[0] == "right"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (saved(squares(LAMPS, YELLOW, GREY))[:200], "cannot be read"),
        (b"\x89PNG\r\n\x1a\nnothing of the kind", "cannot be read"),
        (b"\xff\xd8\xff", "cannot be read"),
        (b"RIFF\0\0\0\0WAVEfmt ", "cannot be read"),
        (bytes((0, 0, 0, 24)) + b"ftypheic", "cannot be read"),
        (b"P6 3 3 255\n" + bytes(27), "3 × 3 pixels"),
        (b"P6 40 40 255\n" + bytes(50), "cannot be read"),
        (b"P6 40", "cannot be read"),
        (saved(pil.new("RGB", (1, 500))), "1 × 500 pixels"),
        (saved(pil.new("RGB", (300, 200), "green")), "no board is found"),
        (saved(squares("1111/1111", YELLOW, GREY)), "look alike"),
        (
            saved(squares(LAMPS, YELLOW, GREY), "GIF", save_all=True, append_images=[squares(LAMPS, GREY, YELLOW)]),
            "moves",
        ),
    ],
)  # fmt: skip
def test_bad_files_are_told_what_is_wrong(data: bytes, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        formats.read(data, source="board.png")
    assert caught.value.source == "board.png" or message == "3 × 3 pixels"


@pytest.mark.parametrize(
    ("data", "reason"),
    [(saved(squares(LAMPS, YELLOW, GREY))[:200], "图片文件不完整"), (b"\x89PNG\r\n\x1a\nnothing", "不是图片文件")],
)
def test_what_the_decoder_says_is_translated(data: bytes, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(data, source="board.png")
    assert translate(caught.value.message, "zh") == f"无法读取这张图片：{reason}"


def test_a_bomb_is_not_unpacked() -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    for side in (12_000, 60_000):
        header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        bomb = (
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(bytes(10_000)))
            + chunk(b"IEND", b"")
        )
        with pytest.raises(NotationError, match="more than 120,000,000 pixels"):
            formats.read(bomb)


def test_what_is_in_doubt_is_refused_with_the_best_reading() -> None:
    made = squares(LAMPS, YELLOW, GREY)
    made.paste((150, 130, 60), (26, 26, 46, 46))  # a lamp between lit and off
    with pytest.raises(NotationError, match=r"too much doubt \([0-9]+ % sure\) as lights:4x3:") as caught:
        formats.read(saved(made))
    assert "corrected" in caught.value.expected


def test_a_board_that_is_cut_off_is_refused() -> None:
    made = squares("01101/10010/11100/01011", YELLOW, GREY)
    with pytest.raises(NotationError, match="the board continues on the right"):
        formats.read(saved(made.crop((0, 0, made.width - 24 - 14, made.height))))
