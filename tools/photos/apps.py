"""Boards in the style of web pages and phone apps: gaps from none to wide, frames, bulbs, gradients, light and dark."""

from random import Random
from typing import Any

from PIL import Image, ImageDraw, ImageFilter, ImageFont
from tools.photos.draw import Colour, Drawn, grey
from tools.photos.fonts import fonts

THEMES: tuple[tuple[Colour, Colour, Colour, Colour], ...] = (  # page, panel, off, lit
    ((18, 18, 24), (30, 32, 40), (52, 56, 68), (250, 208, 60)),
    ((15, 23, 42), (30, 41, 59), (71, 85, 105), (250, 204, 21)),
    ((0, 0, 0), (0, 0, 0), (45, 45, 45), (255, 255, 120)),
    ((255, 255, 255), (255, 255, 255), (203, 213, 225), (245, 158, 11)),
    ((248, 250, 252), (226, 232, 240), (148, 163, 184), (250, 204, 21)),
    ((240, 240, 240), (60, 60, 60), (25, 25, 25), (120, 230, 90)),
    ((34, 40, 49), (57, 62, 70), (20, 24, 30), (0, 220, 230)),
    ((245, 239, 230), (187, 173, 160), (110, 96, 84), (255, 233, 160)),
    ((255, 255, 255), (120, 120, 120), (40, 40, 40), (255, 60, 60)),
    ((20, 20, 20), (20, 20, 20), (70, 70, 70), (245, 245, 245)),
)
TILE_THEMES: tuple[tuple[Colour, Colour, Colour, Colour], ...] = (  # page, panel, face, ink
    ((18, 18, 24), (30, 32, 40), (80, 110, 190), (255, 255, 255)),
    ((255, 255, 255), (90, 70, 50), (222, 184, 135), (50, 30, 10)),
    ((250, 248, 239), (187, 173, 160), (238, 228, 218), (90, 84, 75)),
    ((248, 250, 252), (203, 213, 225), (255, 255, 255), (15, 23, 42)),
    ((0, 0, 0), (40, 40, 40), (0, 121, 107), (255, 255, 255)),
    ((230, 240, 235), (44, 62, 80), (236, 240, 241), (44, 62, 80)),
)


def board(random: Random, folders: tuple[str, ...], *, gap: int | None = None, family: str = "") -> Drawn:
    """Return a board of lamps or of tiles; `gap` (pixels between cells), `family`: as given, else any."""
    if (family or random.choice(("lights", "tiles"))) == "lights":
        return lights(random, gap=gap)
    return tiles(random, folders)


def lights(random: Random, *, gap: int | None = None, size: tuple[int, int] | None = None) -> Drawn:
    """Return a board of lamps."""
    width, height = size or random.choice(
        ((5, 5), (5, 5), (5, 5), (3, 3), (4, 4), (6, 6), (7, 7), (4, 5), (5, 6), (8, 8))
    )
    share = random.choice((0.5, 0.5, 0.3, 0.7, 0.1))
    state = [int(random.random() < share) for _ in range(width * height)]
    if len(set(state)) == 1:
        state[random.randrange(len(state))] ^= 1
    page, panel, off, lit = random.choice(THEMES)
    side = random.randint(24, 84) if width * height <= 36 else random.randint(22, 56)
    between = random.choice((2, 4, 6, 8, 12)) if gap is None else gap
    shape = "square" if between == 0 else random.choice(("square", "round", "round", "disc", "bulb"))
    padding = random.choice((0, between, between, 2 * between, 16)) if between else random.choice((0, 3, 12))
    margin = random.randint(12, 70) if between else random.choice((0, 20, 40))
    step = side + between
    wide, high = width * step - between + 2 * padding, height * step - between + 2 * padding
    picture = Image.new("RGB", (wide + 2 * margin, high + 2 * margin), page)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((margin, margin, margin + wide - 1, margin + high - 1), random.choice((0, 8)), panel)
    is_outlined = random.random() < 0.25 and between > 0
    for cell, value in enumerate(state):
        row, column = divmod(cell, width)
        x, y = margin + padding + column * step, margin + padding + row * step
        box = (x, y, x + side - 1, y + side - 1)
        fill = lit if value else off
        edge = tuple((channel + 128) // 2 for channel in fill) if is_outlined else fill
        if shape == "bulb":
            picture.paste(_bulb(side, fill), (x, y), _disc(side))
        elif shape == "disc":
            pen.ellipse(box, fill, edge, 2)
        else:
            pen.rounded_rectangle(box, side // 6 if shape == "round" else 0, fill, edge, 2 if is_outlined else 1)
    cells = "/".join("".join(map(str, state[start : start + width])) for start in range(0, len(state), width))
    box = _box(margin + padding, step, between, width, height)
    return Drawn(picture, f"lights:{width}x{height}:{cells}", box, f"app lights {shape} gap {between}")


def tiles(random: Random, folders: tuple[str, ...], *, size: tuple[int, int] | None = None) -> Drawn:
    """Return a board of tiles."""
    width, height = size or random.choice(((3, 3), (4, 4), (4, 4), (4, 4), (5, 5), (4, 3)))
    order = [*range(1, width * height), 0]
    if random.random() < 0.85:
        random.shuffle(order)
    page, panel, face, ink = random.choice(TILE_THEMES)
    side, between = random.randint(36, 84), random.choice((0, 2, 4, 8))
    padding = random.choice((0, between, 8))
    margin = random.randint(12, 70)
    font = ImageFont.truetype(random.choice(fonts(folders)), int(side * random.uniform(0.38, 0.55)))
    step = side + between
    wide, high = width * step - between + 2 * padding, height * step - between + 2 * padding
    picture = Image.new("RGB", (wide + 2 * margin, high + 2 * margin), page)
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((margin, margin, margin + wide - 1, margin + high - 1), 4, panel)
    for cell, number in enumerate(order):
        if number:
            row, column = divmod(cell, width)
            x, y = margin + padding + column * step, margin + padding + row * step
            edge = panel if between < 2 else face
            pen.rounded_rectangle((x, y, x + side - 1, y + side - 1), side // 10 if between else 0, face, edge, 1)
            pen.text((x + side / 2, y + side / 2), str(number), ink, font, anchor="mm")
    rows = "/".join(",".join(map(str, order[start : start + width])) for start in range(0, len(order), width))
    box = _box(margin + padding, step, between, width, height)
    return Drawn(picture, f"tiles:{width}x{height}:{rows}", box, f"app tiles gap {between}")


def _box(start: int, step: int, between: int, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the box of the cells with half a gap around it, so that it divides into equal steps."""
    corner = start - between // 2
    return corner, corner, corner + width * step, corner + height * step


def _bulb(side: int, fill: Colour) -> Any:
    """Return a square that is brighter towards its upper left, like a bulb."""
    shade = (
        Image.radial_gradient("L")
        .resize((2 * side, 2 * side))
        .crop((side // 2, side // 2, side // 2 + side, side // 2 + side))
    )
    dark = Image.new("RGB", (side, side), tuple(int(0.75 * channel) for channel in fill))
    bright = Image.new("RGB", (side, side), tuple(min(255, int(1.15 * channel) + 10) for channel in fill))
    return Image.composite(dark, bright, shade)


def _disc(side: int) -> Any:
    mask = Image.new("L", (4 * side, 4 * side))
    ImageDraw.Draw(mask).ellipse((0, 0, 4 * side - 1, 4 * side - 1), 255)
    return mask.resize((side, side), Image.Resampling.LANCZOS)


def gradient(size: tuple[int, int], start: Colour, end: Colour, random: Random) -> Any:
    """Return a gradient from one colour to another: downwards, across, or outwards."""
    kind = random.choice(("down", "across", "outwards"))
    shade = Image.radial_gradient("L") if kind == "outwards" else Image.linear_gradient("L")
    if kind == "across":
        shade = shade.transpose(Image.Transpose.ROTATE_90)
    return Image.composite(Image.new("RGB", size, end), Image.new("RGB", size, start), shade.resize(size))


def on_gradient(drawn: Drawn, random: Random) -> Drawn:
    """Return a board on a page with a gradient, or under a light that varies over the board as well."""
    inner, ground = drawn.picture, drawn.picture.getpixel((0, 0))
    if random.random() < 0.5:  # the page alone
        other = tuple(min(255, max(0, channel + random.choice((-60, -30, 30, 60)))) for channel in ground)
        page = gradient(inner.size, ground, other, random)
        is_page = Image.eval(_difference(inner, ground), lambda value: 255 * (value > 2))
        return drawn._replace(picture=Image.composite(inner, page, is_page), theme=drawn.theme + ", page")
    light = gradient(inner.size, grey(255), grey(random.randint(120, 190)), random)
    shaded = Image.composite(inner, Image.new("RGB", inner.size), light.convert("L"))
    return drawn._replace(picture=shaded, theme=drawn.theme + ", light")


def _difference(picture: Any, ground: Colour) -> Any:
    """Return the distance of each pixel from a colour."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(picture, Image.new("RGB", picture.size, ground)).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def with_shadow(picture: Any, box: tuple[int, int, int, int], radius: int, blur: int) -> Any:
    """Return the picture darkened around a box, like under a floating window."""
    mask = Image.new("L", picture.size)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, 110)
    mask = mask.filter(ImageFilter.GaussianBlur(blur))
    return Image.composite(Image.new("RGB", picture.size), picture, mask)
