"""Whole screens: boards in phones, several boards in one picture, boards cut off by the picture's edge."""

from math import ceil
from random import Random
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from tools.photos import apps, draw
from tools.photos.draw import Colour, Drawn, grey
from tools.photos.fonts import fonts
from tools.photos.overlays import size_of


def either(random: Random, folders: tuple[str, ...]) -> Drawn:
    """Return a board in a theme of `draw` or of `apps`."""
    return draw.board(random, folders) if random.random() < 0.4 else apps.board(random, folders)


def phone(drawn: Drawn, random: Random, folders: tuple[str, ...], *, framed: bool | None = None) -> Any:
    """Return the screen of a phone with the board, a status bar, a title, buttons, a bar below; with a frame or
    without.
    """
    inner = drawn.picture
    ground: Colour = inner.getpixel((1, 1))
    ink = grey(235) if sum(ground) < 380 else grey(30)
    wide = inner.width + random.randint(0, 60)
    high = max(int(wide * random.uniform(1.6, 2.2)), inner.height + 190)
    screen = Image.new("RGB", (wide, high), ground)
    pen = ImageDraw.Draw(screen)
    small, large = (ImageFont.truetype(random.choice(fonts(folders)), size) for size in (13, 22))
    pen.text((14, 6), "9:41", ink, small)
    pen.rounded_rectangle((wide - 38, 9, wide - 14, 20), 3, None, ink)
    pen.rectangle((wide - 36, 11, wide - 22, 18), ink)
    for bar in range(4):
        pen.rectangle((wide - 76 + 6 * bar, 18 - 3 * bar, wide - 73 + 6 * bar, 20), ink)
    pen.text((wide / 2, 52), random.choice(("Lights Out", "Fifteen", "Level 12", "Puzzle")), ink, large, anchor="mm")
    y = random.randint(78, high - inner.height - 100)
    screen.paste(inner, ((wide - inner.width) // 2, y))
    bottom = y + inner.height
    accent = random.choice(((0, 122, 255), (98, 0, 238), (0, 150, 136), tuple(ink)))
    if bottom + 44 < high - 50:
        for place in range(random.randint(0, 3)):
            x = 16 + place * (wide - 20) / 3
            pen.rounded_rectangle((x, bottom + 6, x + wide / 4, bottom + 38), 8, accent)
            pen.text((x + wide / 8, bottom + 22), ("New", "Undo", "Hint")[place], grey(255), small, anchor="mm")
    if random.random() < 0.6:
        pen.line((0, high - 46, wide, high - 46), tuple((channel + 128) // 2 for channel in ground))
        for place in range(3):
            x = (place + 0.5) * wide / 3
            if place == 0:
                pen.polygon(((x + 7, high - 31), (x + 7, high - 15), (x - 8, high - 23)), ink)
            elif place == 1:
                pen.ellipse((x - 8, high - 31, x + 8, high - 15), None, ink, 2)
            else:
                pen.rectangle((x - 7, high - 30, x + 7, high - 16), None, ink, 2)
    else:
        pen.rounded_rectangle((wide / 3, high - 12, 2 * wide / 3, high - 8), 2, ink)
    if random.random() < 0.5 if framed is None else framed:
        around = random.randint(8, 18)
        body = Image.new(
            "RGB",
            (wide + 4 * around, high + 4 * around),
            random.choice((grey(255), grey(225), (180, 200, 220), grey(70))),
        )
        pen = ImageDraw.Draw(body)
        pen.rounded_rectangle(
            (around, around, wide + 3 * around, high + 3 * around), 2 * around, grey(random.choice((5, 15, 230)))
        )
        body.paste(screen, (2 * around, 2 * around))
        return body
    return screen


def several(random: Random, folders: tuple[str, ...]) -> tuple[Any, int]:
    """Return a picture of two to six boards, side by side or in rows, and their number."""
    count = random.choice((2, 2, 3, 3, 4, 6))
    style = random.choice(("panels", "panels", "boards", "phones"))
    across = count if count < 4 else random.choice((2, 3)) if count == 6 else 2
    if random.random() < 0.25:
        across = ceil(count / across)
    family = random.choice(("lights", "tiles"))
    if style == "panels":  # one program's: of the same size, theme and gap, close to each other
        first = apps.board(Random(seed := random.random()), folders, family=family)
        size = size_of(first)
        drawn = [first]
        while len(drawn) < count:
            drawn.append(_alike(seed, random, folders, family, size))
        step = (first.box[2] - first.box[0]) / size[0]
        apart = random.choice((step, 0.15 * step, 0.5 * step, random.uniform(0.1, 2) * step))
        boxes = [each.picture.crop(each.box) for each in drawn]
        ground = first.picture.getpixel((first.box[0], first.box[1]))
        return _laid(boxes, across, int(apart), ground, random), count
    pictures = []
    for _ in range(count):
        board = either(random, folders) if random.random() < 0.4 else apps.board(random, folders, family=family)
        pictures.append(phone(board, random, folders, framed=True) if style == "phones" else board.picture)
    if style == "phones":
        high = max(each.height for each in pictures)
        pictures = [
            each.resize((int(each.width * high / each.height), high), Image.Resampling.LANCZOS) for each in pictures
        ]
    return _laid(pictures, across, random.randint(0, 30), pictures[0].getpixel((0, 0)), random), count


def _alike(seed: float, random: Random, folders: tuple[str, ...], family: str, size: tuple[int, int]) -> Drawn:
    """Return another position of the board drawn from `seed`, in the same theme."""
    base = apps.board(Random(seed), folders, family=family)
    picture = base.picture.copy()
    width, height = size
    cells = [(column, row) for row in range(height) for column in range(width)]
    order = random.sample(cells, len(cells))
    left, top, right, _bottom = base.box
    step = (right - left) / width
    for (column, row), (i, j) in zip(cells, order, strict=True):
        x, y = int(left + i * step), int(top + j * step)
        crop = base.picture.crop((x, y, x + int(step), y + int(step)))
        picture.paste(crop, (int(left + column * step), int(top + row * step)))
    return base._replace(picture=picture)


def _laid(pictures: list[Any], across: int, apart: int, ground: Colour, random: Random) -> Any:
    rows = [pictures[start : start + across] for start in range(0, len(pictures), across)]
    margin = random.randint(6, 40)
    wide = max(sum(each.width for each in row) + apart * (len(row) - 1) for row in rows) + 2 * margin
    high = sum(max(each.height for each in row) for row in rows) + apart * (len(rows) - 1) + 2 * margin
    page = Image.new("RGB", (wide, high), ground)
    y = margin
    for row in rows:
        x = margin
        for each in row:
            page.paste(each, (x, y))
            x += each.width + apart
        y += max(each.height for each in row) + apart
    if max(page.size) > 1400:
        page.thumbnail((1400, 1400))
    return page


def cut(drawn: Drawn, random: Random) -> Any:
    """Return the picture without a part of the board, whose edge cuts through a row or column of cells on one or two
    sides.
    """
    left, top, right, bottom = drawn.box
    width, height = size_of(drawn)
    step = (right - left) / width, (bottom - top) / height
    box = [0, 0, drawn.picture.width, drawn.picture.height]
    for edge in random.sample(range(4), random.choice((1, 1, 2))):
        axis = edge % 2
        lines = random.randrange(max(1, (width, height)[axis] - 2)) // 2 + random.uniform(0.3, 0.75)
        box[edge] = int(drawn.box[edge] + (1 if edge < 2 else -1) * lines * step[axis])
    return drawn.picture.crop(box)
