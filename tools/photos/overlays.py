"""Overlays on boards on screens: message bubbles, pointers, hover and focus marks, dialogs; they may hide cells."""

from random import Random
from typing import Any

from PIL import Image, ImageDraw, ImageFilter, ImageFont
from tools.photos.apps import with_shadow
from tools.photos.draw import Colour, Drawn, coloured, grey
from tools.photos.fonts import fonts

Box = tuple[float, float, float, float]
ARROW = ((0, 0), (0, 16), (3.7, 12.4), (6.1, 18), (8.4, 17), (6, 11.5), (11, 11.5))
HAND = (
    (5, 0), (7, 1), (7, 8), (8, 7), (10, 8), (11, 7.5), (13, 8.5), (14, 8), (16, 9.5), (16, 15), (14, 20), (6, 20),
    (1, 13), (0, 11), (2, 10.5), (4, 13), (4, 1),
)  # fmt: skip
WORDS = (
    "ok!",
    "see you at 8",
    "where are you?",
    "New message",
    "Saved to photos",
    "haha nice one",
    "3 new notifications",
    "12:04",
)


def size_of(drawn: Drawn) -> tuple[int, int]:
    """Return the number of columns and rows of the board."""
    width, height = drawn.board.split(":")[1].split("x")
    return int(width), int(height)


def cell_box(drawn: Drawn, column: int, row: int) -> Box:
    """Return the box of a cell (with half the gaps around it) in the picture."""
    left, top, right, bottom = drawn.box
    width, height = size_of(drawn)
    across, along = (right - left) / width, (bottom - top) / height
    return left + column * across, top + row * along, left + (column + 1) * across, top + (row + 1) * along


def bubble(drawn: Drawn, random: Random, folders: tuple[str, ...]) -> Any:
    """Return the picture with a message over part of the board, often over its last row or column, or all of it."""
    left, top, right, bottom = drawn.box
    width, height = size_of(drawn)
    across, along = (right - left) / width, (bottom - top) / height
    place = random.choice(("row", "row", "first row", "column", "corner", "any"))
    wide, high = random.uniform(1.2, width + 1) * across, random.uniform(0.5, 1.6) * along
    if random.random() < 0.3:
        wide = (width + 1.5) * across
    x, y = random.uniform(left - 0.5 * across, right - 0.5 * wide), random.uniform(top, bottom - high / 2)
    if place == "row":
        y = bottom - random.uniform(0.3, 1.1) * along
        high = max(high, bottom - y + random.uniform(-0.1, 0.5) * along)
    elif place == "first row":
        y = top + random.uniform(0.3, 1.1) * along - high
    elif place == "column":
        wide, high = random.uniform(1, 3) * across, random.uniform(1, height + 0.6) * along
        x, y = right - random.uniform(0.3, 1.1) * across, random.uniform(top - 0.3 * along, bottom - 0.8 * high)
    elif place == "corner":
        x, y = right - random.uniform(0.3, 1.3) * across, bottom - random.uniform(0.3, 1.3) * along
    fill: Colour = random.choice(
        ((0, 122, 255), (229, 229, 234), (37, 211, 102), (255, 255, 255), (40, 40, 44), (32, 33, 36))
    )
    box = (int(x), int(y), int(x + wide), int(y + high))
    radius = int(min(box[2] - box[0], box[3] - box[1]) * random.choice((0.1, 0.3, 0.5)))
    picture = with_shadow(drawn.picture, box, radius, 5) if random.random() < 0.5 else drawn.picture.copy()
    layer = picture.copy()
    pen = ImageDraw.Draw(layer)
    pen.rounded_rectangle(box, radius, fill)
    font = ImageFont.truetype(random.choice(fonts(folders)), max(10, min(22, int(0.5 * high))))
    ink = grey(20) if sum(fill) > 380 else grey(245)
    pen.text((x + 0.4 * high, y + high / 2), random.choice(WORDS), ink, font, anchor="lm")
    return Image.blend(picture, layer, random.choice((1.0, 1.0, 1.0, 0.9)))


def pointer(drawn: Drawn, random: Random) -> Any:
    """Return the picture with an arrow or a hand over a cell."""
    width, height = size_of(drawn)
    left, top, right, bottom = cell_box(drawn, random.randrange(width), random.randrange(height))
    x, y = random.uniform(left, right), random.uniform(top, bottom)
    size, shape = random.choice((1.0, 1.0, 1.3, 1.6, 2.0)), random.choice((ARROW, HAND))
    outline = [(4 * (x + size * a), 4 * (y + size * b)) for a, b in shape]
    ink, edge = random.choice((((255, 255, 255), (0, 0, 0)), ((0, 0, 0), (255, 255, 255))))
    inside, border = (Image.new("L", (4 * drawn.picture.width, 4 * drawn.picture.height)) for _ in range(2))
    ImageDraw.Draw(inside).polygon(outline, 255)
    ImageDraw.Draw(border).line([*outline, outline[0]], 255, int(5 * size))
    picture = drawn.picture.copy()
    picture.paste(ink, (0, 0), inside.resize(picture.size, Image.Resampling.BOX))
    picture.paste(edge, (0, 0), border.resize(picture.size, Image.Resampling.BOX))
    return picture


def mark(drawn: Drawn, random: Random) -> Any:
    """Return the picture with a cell hovered or focused: a ring, a brighter face, a spot of light, a ripple."""
    width, height = size_of(drawn)
    box = cell_box(drawn, random.randrange(width), random.randrange(height))
    side = box[2] - box[0]
    picture = drawn.picture.copy()
    layer = Image.new("L", picture.size)
    pen = ImageDraw.Draw(layer)
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    kind = random.choice(("ring", "glowing ring", "spot", "spot", "ripple", "brighter", "darker"))
    colour: Colour = random.choice(((255, 255, 255), (220, 220, 220), (90, 160, 255), (255, 200, 60), (0, 0, 0)))
    strength = 1.0
    if kind in ("ring", "glowing ring"):
        inset = random.uniform(-0.02, 0.14) * side
        pen.rounded_rectangle(
            (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset),
            0.15 * side,
            None,
            255,
            random.choice((2, 3, 4)),
        )
        if kind == "glowing ring":
            layer = layer.filter(ImageFilter.GaussianBlur(random.uniform(2, 6))).point(
                lambda value: min(255, 2 * value)
            )
    elif kind == "spot":
        size = random.uniform(0.25, 0.6) * side / 2 if random.random() < 0.5 else 11
        colour, strength = random.choice(((220, 220, 220), (255, 255, 255), (250, 210, 60))), random.choice((1.0, 0.85))
        pen.ellipse((middle[0] - size, middle[1] - size, middle[0] + size, middle[1] + size), 255)
        layer = layer.filter(ImageFilter.GaussianBlur(random.uniform(1, 8)))
    elif kind == "ripple":
        size, strength = random.uniform(0.3, 0.9) * side, random.uniform(0.2, 0.5)
        x, y = (random.uniform(start, end) for start, end in ((box[0], box[2]), (box[1], box[3])))
        pen.ellipse((x - size, y - size, x + size, y + size), 255)
    else:
        colour = (255, 255, 255) if kind == "brighter" else (0, 0, 0)
        strength = random.uniform(0.08, 0.3)
        pen.rectangle((box[0] + 3, box[1] + 3, box[2] - 3, box[3] - 3), 255)
    picture.paste(colour, (0, 0), layer.point(lambda value: int(strength * value)))
    return picture


def dialog(drawn: Drawn, random: Random, folders: tuple[str, ...]) -> Any:
    """Return the picture dimmed or not, with a dialog over a part of the board."""
    left, top, right, bottom = drawn.box
    picture = drawn.picture
    if random.random() < 0.5:
        picture = Image.blend(picture, Image.new("RGB", picture.size), random.uniform(0.2, 0.6))
    wide, high = random.uniform(0.4, 0.95) * (right - left), random.uniform(0.25, 0.7) * (bottom - top)
    x, y = random.uniform(left, right - wide), random.uniform(top, bottom - high)
    if random.random() < 0.5:
        x, y = (left + right - wide) / 2, (top + bottom - high) / 2
    box = (int(x), int(y), int(x + wide), int(y + high))
    picture = with_shadow(picture, box, 8, 8)
    pen = ImageDraw.Draw(picture)
    fill = random.choice((grey(255), grey(245), grey(45), coloured(random, (0, 0.3), (0.1, 0.3))))
    ink = grey(20) if sum(fill) > 380 else grey(240)
    pen.rounded_rectangle(box, random.choice((0, 8, 16)), fill)
    font = ImageFont.truetype(random.choice(fonts(folders)), max(9, min(24, int(high / 6))))
    pen.text(
        (x + wide / 2, y + high / 4),
        random.choice(("You win!", "Restart?", "Paused", "Solved in 24 moves")),
        ink,
        font,
        anchor="mm",
    )
    for side, word in enumerate(("Cancel", "OK")):
        at = x + wide * (0.1 + 0.45 * side)
        pen.rounded_rectangle(
            (at, y + 0.6 * high, at + 0.35 * wide, y + 0.85 * high), 6, (0, 122, 255) if side else None, ink
        )
        pen.text((at + 0.175 * wide, y + 0.725 * high), word, ink, font, anchor="mm")
    return picture
