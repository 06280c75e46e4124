"""Screenshots of other programs, made afresh: Tatham's, a browser's of our SVG is in tests/web, a terminal's."""

import io
import subprocess
from pathlib import Path

import pytest
from tests.cli.conftest import Cli, cli
from tests.formats.test_tatham import program, run, saves

from solvable import formats, game_id

__all__ = ["cli"]  # the program, run in this process

ImageFont = pytest.importorskip("PIL.ImageFont")

FLIP = ["3x3c#1", "4x4c#2", "5x5c#3", "3x3r#4", "4x4r#5", "5x5r#6"]
FIFTEEN = ["3x3#1", "4x4#2", "4x4#3", "5x4#4", "5x5#5", "6x6#6"]
MONOSPACED = ("DejaVuSansMono.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
SHOWN = ["lights:5x5#7", "lights:7x6#3", "tiles:4x4#7", "tiles:3x3#4"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seed"), [*(("sgt-flip", seed) for seed in FLIP), *(("sgt-fifteen", seed) for seed in FIFTEEN)]
)
def test_the_screens_of_tathams_programs_are_read(name: str, seed: str, tmp_path: Path) -> None:
    shown = subprocess.run(
        [program(name), "--screenshot", "screen.png", seed], cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    if shown.returncode:
        pytest.skip(f"{name} draws no screenshot here: {shown.stderr.decode()[-100:]}")
    assert run(name, seed + "\n", tmp_path).returncode == 0
    told = formats.read(saves(tmp_path)[0])
    seen = formats.read((tmp_path / "screen.png").read_bytes())
    assert seen.state == told.state and game_id.format_puzzle(seen.puzzle) == game_id.format_puzzle(told.puzzle), (
        seen.note
    )


@pytest.mark.slow
@pytest.mark.parametrize("is_dark", [True, False])
@pytest.mark.parametrize("board", SHOWN)
def test_what_a_terminal_shows_is_read(board: str, is_dark: bool, cli: Cli) -> None:
    from PIL import Image, ImageDraw

    try:
        font = next(iter(ImageFont.truetype(name, 16) for name in MONOSPACED))
    except OSError:
        pytest.skip("there is no DejaVu Sans Mono here (Debian: fonts-dejavu-core)")
    lines = cli("check", board).out.rstrip().split("\n")
    rise, fall = font.getmetrics()
    size = int(font.getlength("M") * max(map(len, lines))) + 20, (rise + fall) * len(lines) + 20
    screen = Image.new("RGB", size, (16, 18, 24) if is_dark else "white")
    pen = ImageDraw.Draw(screen)
    for row, line in enumerate(lines):
        pen.text((10, 10 + row * (rise + fall)), line, (220, 220, 220) if is_dark else (20, 20, 20), font)
    file = io.BytesIO()
    screen.save(file, "PNG")
    seen = formats.read(file.getvalue())
    assert game_id.format_board(seen.puzzle, seen.state) == game_id.format_board(*game_id.parse(board)), seen.note
