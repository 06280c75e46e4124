"""Boards of lamps and tiles, in the style of programs, toys and paper."""

from colorsys import hsv_to_rgb
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont
from tools.photos.fonts import fonts

Colour = tuple[int, int, int]


class Drawn(NamedTuple):
    """A picture, the board in it as a game ID, and the box of the board."""

    picture: Any
    board: str
    box: tuple[int, int, int, int]
    theme: str


def grey(shade: int) -> Colour:
    """Return a grey."""
    return (shade, shade, shade)


def coloured(random: Random, saturation: tuple[float, float], value: tuple[float, float]) -> Colour:
    """Return a colour of any hue."""
    red, green, blue = hsv_to_rgb(random.random(), random.uniform(*saturation), random.uniform(*value))
    return int(255 * red), int(255 * green), int(255 * blue)


def board(random: Random, folders: tuple[str, ...]) -> Drawn:
    """Return a board of one of the two families, with the fonts in those folders."""
    return lights(random) if random.random() < 0.5 else tiles(random, folders)


def lights(random: Random) -> Drawn:
    """Return lamps: squares, rounded squares or discs, on a dark, grey or white ground, glowing or not."""
    width, height = random.randint(2, 9), random.randint(3, 9)
    if random.random() < 0.4:
        width = height = 5
    state = [random.randint(0, 1) for _ in range(width * height)]
    state[0], state[-1] = 0, 1  # a board of one colour shows no colours
    is_dark = random.random() < 0.6
    ground = coloured(random, (0, 0.5), (0.02, 0.2)) if is_dark else grey(random.randint(215, 255))
    hue = random.choice((0.11, 0.13, 0.16, 0.09, 0.3, 0.5, 0.02, 0.58))
    lit = tuple(int(255 * part) for part in hsv_to_rgb(hue, random.uniform(0.65, 1), random.uniform(0.85, 1)))
    if is_dark:
        off = coloured(random, (0, 0.4), (0.22, 0.36))
        if random.random() < 0.2:
            lit = grey(random.randint(225, 255))
    else:
        off = random.choice((grey(random.randint(40, 110)), grey(random.randint(150, 195)), grey(255)))
    side = random.randint(40, 64)
    gap = random.choice((1, 2, 3, 5, 8))
    shape = random.choice(("square", "square", "round", "disc", "disc"))
    outline = tuple(channel // 2 + (60 if is_dark else 0) for channel in off)
    margin = random.randint(8, 60)
    picture = Image.new("RGB", (width * side + 2 * margin, height * side + 2 * margin), ground)
    glow = Image.new("RGB", picture.size)
    pen, light = ImageDraw.Draw(picture), ImageDraw.Draw(glow)
    is_lined = off == grey(255) or gap == 1 or random.random() < 0.4
    for cell, value in enumerate(state):
        row, column = divmod(cell, width)
        x, y = margin + column * side, margin + row * side
        box = (x + gap, y + gap, x + side - gap, y + side - gap)
        fill = lit if value else off
        edge = outline if is_lined else fill
        if shape == "disc":
            pen.ellipse(box, fill, edge, 2)
            light.ellipse(box, lit if value else 0)
        else:
            radius = side // 5 if shape == "round" else 0
            pen.rounded_rectangle(box, radius, fill, edge, 2 if is_lined else 1)
            light.rounded_rectangle(box, radius, lit if value else 0)
    if is_dark and random.random() < 0.5:
        halo = glow.filter(ImageFilter.GaussianBlur(side * random.uniform(0.08, 0.2)))
        picture = ImageChops.add(picture, halo.point(lambda value: int(0.45 * value)))
    cells = "/".join("".join(map(str, state[start : start + width])) for start in range(0, len(state), width))
    theme = f"lights {shape} gap {gap} {'dark' if is_dark else 'light'}"
    return Drawn(picture, f"lights:{width}x{height}:{cells}", _within(margin, side, width, height), theme)


def tiles(random: Random, folders: tuple[str, ...]) -> Drawn:
    """Return tiles in a font, on faces of one colour or of two, flat, outlined or raised; the blank as a hole."""
    width, height = random.choice(((3, 3), (4, 4), (4, 4), (4, 4), (5, 5), (4, 3), (5, 4), (6, 6), (3, 2), (2, 3)))
    order = [*range(width * height)]
    random.shuffle(order)
    is_dark = random.random() < 0.4
    ground = coloured(random, (0, 0.5), (0.05, 0.25)) if is_dark else grey(random.randint(190, 255))
    face = coloured(random, (0, 0.6), (0.25, 0.5) if random.random() < 0.4 else (0.72, 1))
    second = random.choice((face, face, coloured(random, (0.2, 0.6), (0.75, 1))))
    side = random.randint(44, 76)
    gap = random.choice((1, 2, 3, 4))
    name = random.choice(fonts(folders))
    font = ImageFont.truetype(name, int(side * random.uniform(0.36, 0.56)))
    style = random.choice(("flat", "outlined", "raised"))
    is_alike = abs(sum(face) - sum(ground)) < 90 or abs(sum(second) - sum(ground)) < 90
    if style == "flat" and is_alike:
        style = "outlined"
    radius = random.choice((0, 0, side // 8))
    margin = random.randint(8, 60)
    picture = Image.new("RGB", (width * side + 2 * margin, height * side + 2 * margin), ground)
    pen = ImageDraw.Draw(picture)
    hole = random.choice((ground, ground, tuple(int(0.8 * channel) for channel in ground)))
    pen.rectangle((margin, margin, margin + width * side, margin + height * side), hole)
    for cell, number in enumerate(order):
        if not number:
            continue
        row, column = divmod(cell, width)
        x, y = margin + column * side, margin + row * side
        box = (x + gap, y + gap, x + side - gap, y + side - gap)
        fill = second if number % 2 else face
        ink = grey(random.randint(0, 40)) if sum(fill) > 360 else grey(random.randint(225, 255))
        edge = tuple(channel // 2 for channel in fill) if sum(fill) > 300 else tuple(channel + 70 for channel in fill)
        pen.rounded_rectangle(box, radius, fill, edge if style == "outlined" else fill, 2)
        if style == "raised":
            pen.line((box[0], box[3], box[0], box[1], box[2], box[1]), tuple(min(255, c + 60) for c in fill), 3)
            pen.line((box[0], box[3], box[2], box[3], box[2], box[1]), tuple(c // 2 for c in fill), 3)
        pen.text((x + side / 2, y + side / 2), str(number), ink, font, anchor="mm")
    rows = "/".join(",".join(map(str, order[start : start + width])) for start in range(0, len(order), width))
    theme = f"tiles {style} gap {gap} {Path(name).stem}"
    return Drawn(picture, f"tiles:{width}x{height}:{rows}", _within(margin, side, width, height), theme)


def _within(margin: int, side: int, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the box of the cells in the picture."""
    return margin, margin, margin + width * side, margin + height * side


def surrounded(drawn: Drawn, random: Random, folders: tuple[str, ...]) -> Any:
    """Return the picture inside a larger one, as on a screen: a title, some words, buttons."""
    inner = drawn.picture
    ground = inner.getpixel((1, 1))
    wide, high = inner.width + random.randint(40, 300), inner.height + random.randint(60, 240)
    picture = Image.new("RGB", (wide, high), ground)
    ink = grey(230) if sum(ground) < 380 else grey(30)
    place = (random.randint(0, wide - inner.width), 50)
    picture.paste(inner, place)
    pen = ImageDraw.Draw(picture)
    font = ImageFont.truetype(random.choice(fonts(folders)), random.randint(14, 24))
    pen.text((12, 10), random.choice(("Lights Out  moves 12", "15 puzzle   00:42", "Level 3", "New game")), ink, font)
    bottom = place[1] + inner.height
    for index, word in enumerate(("Undo", "Restart", "Hint")[: random.randint(0, 3)]):
        if bottom + 34 < high and 120 * index + 120 < wide:
            pen.rounded_rectangle((12 + 120 * index, bottom + 6, 116 + 120 * index, bottom + 32), 6, None, ink)
            pen.text((64 + 120 * index, bottom + 19), word, ink, font, anchor="mm")
    return picture
