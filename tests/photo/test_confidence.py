"""How sure a reading is: what covers, cuts or multiplies boards is a doubt, and the threshold is at 95 %."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tools.photos.__main__ import result
from tools.photos.corpus import KINDS, sample

from solvable import formats, notation
from solvable.errors import NotationError
from solvable.formats import photo
from solvable.photo import confidence
from solvable.photo.evidence import NO_DOUBT
from solvable.photo.raster import Raster

pil = pytest.importorskip("PIL.Image")
draw = pytest.importorskip("PIL.ImageDraw")

GROUND, OFF, LIT = (18, 18, 24), (52, 56, 68), (250, 208, 60)
ROWS = "01100/10010/00101/11010/01011"


def lamps(rows: str, side: int = 44, gap: int = 6, margin: int = 30) -> Any:
    """Return a picture of lamps as squares, `gap` apart."""
    lines, step = rows.split("/"), side + gap
    size = len(lines[0]) * step - gap + 2 * margin, len(lines) * step - gap + 2 * margin
    made = pil.new("RGB", size, GROUND)
    for y, line in enumerate(lines):
        for x, lamp in enumerate(line):
            corner = margin + x * step, margin + y * step
            made.paste(LIT if lamp == "1" else OFF, (*corner, corner[0] + side, corner[1] + side))
    return made


def raster(made: Any) -> Raster:
    return Raster.of(made.width, made.height, made.convert("RGB").tobytes())


def read(made: Any) -> str:
    board = formats.read_raster(raster(made))
    return notation.format_board(board.puzzle, board.state)


def refused(made: Any) -> NotationError:
    with pytest.raises(NotationError) as caught:
        formats.read_raster(raster(made))
    return caught.value


def bubble(made: Any) -> Any:
    """A message over part of the last row: one lamp of it is still seen, or none."""
    draw.Draw(made).rounded_rectangle((20, 226, made.width - 84, made.height - 4), 14, (0, 122, 255))
    return made


def wide_bubble(made: Any) -> Any:
    draw.Draw(made).rounded_rectangle((8, 226, made.width - 8, made.height - 4), 14, (0, 122, 255))
    return made


def bubble_on_the_right(made: Any) -> Any:
    draw.Draw(made).rounded_rectangle((228, 6, made.width - 2, made.height - 90), 14, (255, 255, 255))
    return made


def glow(made: Any) -> Any:
    """A spot of light, 22 pixels wide, on the dark lamp of the first row and column."""
    from PIL import ImageFilter

    mask = pil.new("L", made.size)
    draw.Draw(mask).ellipse((41, 41, 63, 63), 220)
    made.paste((255, 255, 255), (0, 0), mask.filter(ImageFilter.GaussianBlur(6)))
    return made


def cut_below(made: Any) -> Any:
    return made.crop((0, 0, made.width, made.height - 30 - 20))


def cut_left(made: Any) -> Any:
    return made.crop((30 + 30, 0, made.width, made.height))


def dialog(made: Any) -> Any:
    pen = draw.Draw(made)
    pen.rounded_rectangle((70, 90, 230, 190), 8, (255, 255, 255))
    pen.rounded_rectangle((90, 150, 140, 175), 5, (0, 122, 255))
    return made


@pytest.mark.parametrize("cover", [bubble, wide_bubble, bubble_on_the_right, glow, cut_below, cut_left, dialog])
def test_what_covers_or_cuts_the_board_is_a_doubt(cover: Callable[[Any], Any]) -> None:
    assert refused(cover(lamps(ROWS))).message.startswith(("this picture", "no board"))


def test_the_same_board_is_read() -> None:
    assert read(lamps(ROWS)) == f"lights:5x5:{ROWS}"


def test_the_reason_for_a_doubt_is_said() -> None:
    assert "the board continues below, or something covers it" in refused(wide_bubble(lamps(ROWS))).message
    assert "the board continues on the right" in refused(bubble_on_the_right(lamps(ROWS))).message
    assert "the lamp in row 1, column 1 is covered, or has a mark on it" in refused(glow(lamps(ROWS))).message


def beside(pictures: list[Any], across: int, gap: int) -> Any:
    """Return pictures of one size in rows."""
    width, height = pictures[0].size
    lines = -(-len(pictures) // across)
    made = pil.new("RGB", (across * (width + gap) + gap, lines * (height + gap) + gap), GROUND)
    for index, each in enumerate(pictures):
        made.paste(each, (gap + index % across * (width + gap), gap + index // across * (height + gap)))
    return made


@pytest.mark.parametrize(
    ("count", "across", "gap"), [(2, 2, 20), (3, 3, 50), (3, 3, 56), (3, 1, 30), (4, 2, 17), (6, 3, 40)]
)
def test_several_boards_are_counted(count: int, across: int, gap: int) -> None:
    random = Random(count)
    boards = ["/".join("".join(random.choice("01") for _ in range(5)) for _ in range(5)) for _ in range(count)]
    error = refused(beside([lamps(rows, side=24, gap=6, margin=0) for rows in boards], across, gap))
    assert error.message == f"this picture shows {count} boards"


def test_six_phones_are_counted() -> None:
    random, phones = Random(6), []
    for _ in range(6):
        rows = "/".join("".join(random.choice("01") for _ in range(5)) for _ in range(5))
        screen = pil.new("RGB", (200, 380), (5, 5, 5))
        screen.paste(GROUND, (8, 8, 192, 372))
        screen.paste(lamps(rows, side=26, gap=4, margin=0), (27, 110))
        phones.append(screen)
    assert refused(beside(phones, 3, 16)).message == "this picture shows 6 boards"


@pytest.mark.parametrize("margin", [0, 20, 37])
def test_lamps_that_touch_are_read(margin: int) -> None:
    random = Random(margin)
    for _ in range(2):
        rows = "/".join("".join(random.choice("01") for _ in range(5)) for _ in range(5))
        assert read(lamps(rows, side=60, gap=0, margin=margin)) == f"lights:5x5:{rows}"


@pytest.mark.parametrize("seed", range(3))
def test_noise_is_no_board(seed: int) -> None:
    made = pil.frombytes("RGB", (240, 200), Random(seed).randbytes(3 * 240 * 200))
    assert refused(made).message.startswith("no board")
    with pytest.raises(NotationError):
        photo.look_at(raster(made))


def with_contrast(contrast: int) -> photo.Look:
    """Return how lamps are seen whose lit ones differ from the dark ones by so little."""
    made = lamps(ROWS, side=20, gap=4, margin=16)
    lit = tuple(channel + contrast // 3 + (contrast % 3 > part) for part, channel in enumerate(OFF))
    colours = [lit if colour == LIT else colour for colour in made.get_flattened_data()]
    made.putdata(colours)
    return photo.look_at(raster(made))


def test_the_threshold_is_95_percent() -> None:
    sure, doubtful = 110, 45
    assert with_contrast(sure).is_sure and not with_contrast(doubtful).is_sure
    while sure - doubtful > 1:
        contrast = (sure + doubtful) // 2
        sure, doubtful = (contrast, doubtful) if with_contrast(contrast).is_sure else (sure, contrast)
    assert 0.95 <= with_contrast(sure).sureness < 0.955
    assert 0.945 < with_contrast(doubtful).sureness < 0.95


def test_doubt_takes_away_from_the_odds() -> None:
    plain = confidence.confidence(0.999, NO_DOUBT, 1, confidence.LAMPS)
    assert plain == pytest.approx(0.999, abs=1e-3)
    for doubt in (
        {"touched": 0.2},
        {"goes_on": 0.2},
        {"odd": 0.8},
        {"minority": 0.5},
        {"uneven": 0.15},
        {"faint": 0.9},
    ):
        for much in (0.5, 1.0):
            evidence = NO_DOUBT._replace(**{name: much * value for name, value in doubt.items()})
            assert confidence.confidence(0.999, evidence, 1, confidence.LAMPS) < plain
        assert confidence.confidence(0.999, evidence, 1, confidence.LAMPS) < photo.CONFIDENCE_READ_MIN, doubt
    assert confidence.confidence(0.999, NO_DOUBT, 2, confidence.LAMPS) < photo.CONFIDENCE_READ_MIN


def test_sure_is_a_probability_on_a_sample() -> None:
    found = [result((kind, "suite/0")) for kind in KINDS if kind not in {"several", "none"}]
    assert not [each.kind for each in found if each.sureness >= 0.9 and not each.is_right]
    plain = [each for each in found if each.kind in {"app", "phone", "touching", "gradient"}]
    assert [each.verdict for each in plain] == ["right"] * 4
    assert sample("bubble", "suite/0") == sample("bubble", "suite/0")
