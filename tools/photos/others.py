"""Pictures without a board: noise, clouds, stripes, words, and grids of other things."""

from random import Random
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from tools.photos.apps import gradient
from tools.photos.draw import coloured, grey
from tools.photos.fonts import fonts

KINDS = (
    "noise",
    "coarse noise",
    "clouds",
    "stripes",
    "page",
    "sudoku",
    "calendar",
    "keypad",
    "icons",
    "chart",
    "shapes",
    "plain",
)


def other(random: Random, folders: tuple[str, ...]) -> tuple[Any, str]:
    """Return a picture without a board, and its subject."""
    kind = random.choice(KINDS)
    size = random.randint(160, 560), random.randint(160, 560)
    numbers = np.random.default_rng(random.getrandbits(32))
    if kind == "noise":
        channels = random.choice((1, 3))
        shape = size[1], size[0], channels
        is_even = random.random() < 0.5
        values = numbers.uniform(0, 256, shape) if is_even else numbers.normal(128, 40, shape)
        return Image.fromarray(np.repeat(np.clip(values, 0, 255).astype(np.uint8), 3 // channels, axis=2)), kind
    if kind in ("coarse noise", "clouds"):
        cells = random.randint(3, 40)
        squares = numbers.integers(0, 256, (cells, cells, 3)).astype(np.uint8)
        how = Image.Resampling.NEAREST if kind == "coarse noise" else Image.Resampling.BICUBIC
        return Image.fromarray(squares).resize(size, how), kind
    if kind == "plain":
        return gradient(size, coloured(random, (0, 1), (0, 1)), coloured(random, (0, 1), (0, 1)), random), kind
    ground = random.choice((grey(255), grey(245), grey(30)))
    picture = Image.new("RGB", size, ground)
    ink = grey(20) if ground[0] > 128 else grey(235)
    _DRAWN[kind](picture, ImageDraw.Draw(picture), ink, random, folders)
    return picture, kind


def _stripes(picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...]) -> None:
    step = random.randint(8, 50)
    for at in range(0, max(picture.size), step):
        pen.rectangle(
            (at, 0, at + step // 2, picture.height)
            if random.random() < 0.9
            else (0, at, picture.width, at + step // 2),
            ink,
        )


def _page(picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...]) -> None:
    font = ImageFont.truetype(random.choice(fonts(folders)), random.randint(10, 22))
    for y in range(10, picture.height - 20, 26):
        words = [
            "".join(random.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(random.randint(2, 9)))
            for _ in range(9)
        ]
        pen.text((12, y), " ".join(words), ink, font)


def _grid(
    picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...], signs: list[str], across: int
) -> None:
    """Draw characters in a table with lines or without."""
    rows = -(-len(signs) // across)
    step = min(picture.width / (across + 1), picture.height / (rows + 1))
    font = ImageFont.truetype(random.choice(fonts(folders)), max(8, int(0.45 * step)))
    is_lined, is_filled = random.random() < 0.6, random.random() < 0.5
    fill = coloured(random, (0, 0.5), (0.5, 0.9)) if is_filled else None
    for at, sign in enumerate(signs):
        row, column = divmod(at, across)
        x, y = (column + 0.5) * step, (row + 0.5) * step
        if is_lined or fill:
            pen.rectangle((x, y, x + 0.94 * step, y + 0.94 * step), fill, ink if is_lined else fill)
        pen.text((x + step / 2, y + step / 2), sign, ink, font, anchor="mm")


def _sudoku(picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...]) -> None:
    _grid(
        picture, pen, ink, random, folders, [random.choice(("", "", str(random.randint(1, 9)))) for _ in range(81)], 9
    )


def _calendar(picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...]) -> None:
    _grid(picture, pen, ink, random, folders, [""] * random.randint(0, 6) + [str(day) for day in range(1, 31)], 7)


def _keypad(picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...]) -> None:
    keys = random.choice(
        (["7", "8", "9", "÷", "4", "5", "6", "×", "1", "2", "3", "-", "0", ".", "=", "+"], [*"123456789*0#"])
    )
    _grid(picture, pen, ink, random, folders, keys, 4 if len(keys) == 16 else 3)


def _icons(picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...]) -> None:
    across, rows = random.randint(3, 5), random.randint(3, 6)
    step = min(picture.width / across, picture.height / rows)
    for at in range(across * rows):
        x, y = at % across * step + 0.15 * step, at // across * step + 0.15 * step
        pen.rounded_rectangle((x, y, x + 0.7 * step, y + 0.7 * step), 0.15 * step, coloured(random, (0, 1), (0.3, 1)))
        if random.random() < 0.6:
            pen.ellipse(
                (x + 0.2 * step, y + 0.2 * step, x + 0.5 * step, y + 0.5 * step), coloured(random, (0, 0.4), (0.5, 1))
            )


def _chart(picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...]) -> None:
    bars, colour = random.randint(3, 12), coloured(random, (0.4, 1), (0.4, 1))
    for bar in range(bars):
        x, high = 20 + bar * (picture.width - 40) / bars, random.uniform(0.1, 0.9) * picture.height
        pen.rectangle(
            (x, picture.height - 20 - high, x + 0.7 * (picture.width - 40) / bars, picture.height - 20), colour
        )
    pen.line((15, 10, 15, picture.height - 18, picture.width - 10, picture.height - 18), ink, 2)


def _shapes(picture: Any, pen: Any, ink: Any, random: Random, folders: tuple[str, ...]) -> None:
    for _ in range(random.randint(4, 60)):
        x, y, size = random.randint(0, picture.width), random.randint(0, picture.height), random.randint(8, 90)
        draw = random.choice((pen.rectangle, pen.ellipse))
        draw((x, y, x + size, y + int(size * random.uniform(0.5, 1.5))), coloured(random, (0, 1), (0.1, 1)))


_DRAWN = {"stripes": _stripes, "page": _page, "sudoku": _sudoku, "calendar": _calendar, "keypad": _keypad,
          "icons": _icons, "chart": _chart, "shapes": _shapes}  # fmt: skip
