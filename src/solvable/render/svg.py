"""A scene as SVG: for notebooks, pages and papers, on light and dark backgrounds, legible from 360 pixels.

Every colour is redundant with a shape: a lit lamp is a full disc, a dark one a ring, and one in between is filled in
part and has its number; a tile in its goal cell has a notched corner; a press is a badge in the lamp, a cell of an
obstruction has a frame, and the next move is an arrow. Colours follow the reader's scheme (prefers-color-scheme), and
every picture has its own background, so that it is legible on any page. A picture's identifier is a digest of its
content, so different pictures on a page do not affect each other's style.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2s
from html import escape
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Any

from solvable.core.budget import checked
from solvable.core.scene import UNMARKED, Cell, Goal, Mark, Marks, Scene, scene_of
from solvable.render.text import wrap
from solvable.render.title import title

SIDE = 48  # pixels of a cell
MARGIN = 8
CELLS_DRAWN_MAX = 4096  # cells of the largest board that is drawn completely
EXTENT = (64, 64)  # columns and rows that are drawn of larger boards
LINE = 20  # pixels of a line of the caption
DISC, TILE, BADGE = 0.36, 0.46, 0.23  # radii and half a side, in cell sides

_LIGHT = {
    "ground": "fill:#F7F4EE",
    "off": "fill:#FFFFFF;stroke:#6B7A99;stroke-width:2.5",
    "lit": "fill:#E8A317;stroke:#8A6100;stroke-width:2.5",
    "part": "fill:#E8A317",
    "button": "fill:none;stroke:#B9C0CE;stroke-width:1.5",
    "link": "fill:none;stroke:#6B7A99;stroke-width:2",
    "tile": "fill:#FFFFFF;stroke:#6B7A99;stroke-width:1.5",
    "blank": "fill:#E4E0D8;stroke:#6B7A99;stroke-width:1.5;stroke-dasharray:4 3",
    "hole": "fill:#6B7A99;fill-opacity:.35",
    "home": "fill:#0072B2",
    "ring": "fill:none;stroke:#0072B2;stroke-width:1.5",
    "ink": "fill:#1B2333",
    "list": "fill:#1B2333;white-space:pre",
    "on": "fill:#1B2333",
    "between": "fill:#1B2333;stroke:#FFFFFF;stroke-width:3;paint-order:stroke",
    "soft": "fill:#4A5670;stroke:#F7F4EE;stroke-width:4;paint-order:stroke",
    "mark": "fill:#005A8C;stroke:#FFFFFF;stroke-width:1.5",
    "next": "fill:#FFFFFF;stroke:#0072B2;stroke-width:3.5",
    "arrow": "fill:#0072B2;stroke:#FFFFFF;stroke-width:1.5",
    "frame": "fill:none;stroke:#A84300;stroke-width:3",
    "alarm": "fill:#A84300;stroke:#FFFFFF;stroke-width:1.5",
    "say": "fill:#FFFFFF",
    "point": "fill:none;stroke:#0072B2;stroke-width:3",
    "tint": "fill:#E8A317;fill-opacity:.22",
    "hot": "fill:#CFE6F5;stroke:#0072B2;stroke-width:1.5",
    "rule": "stroke:#6B7A99;stroke-width:1.5",
    "quiet": "fill:#4A5670",
}
_DARK = {
    "ground": "fill:#0E1420",
    "off": "fill:#2A3346;stroke:#6B7A99",
    "lit": "fill:#FFC857;stroke:#FFE3A3",
    "part": "fill:#FFC857",
    "button": "stroke:#3A465E",
    "tile": "fill:#F4EFE6;stroke:#F4EFE6",
    "blank": "fill:#1B2333",
    "home": "fill:#0072B2",
    "list": "fill:#F4EFE6",
    "between": "fill:#F4EFE6;stroke:#0E1420",
    "soft": "fill:#A9B4CA;stroke:#0E1420",
    "next": "fill:#F4EFE6;stroke:#56B4E9",
    "arrow": "fill:#56B4E9;stroke:#0E1420",
    "frame": "stroke:#FF7A29",
    "alarm": "fill:#A84300",
    "point": "stroke:#56B4E9",
    "tint": "fill:#FFC857",
    "hot": "fill:#12405E;stroke:#56B4E9",
    "quiet": "fill:#A9B4CA",
}


def picture(puzzle: Goal, state: Any = None, marks: Marks = UNMARKED, lang: str = "en") -> str:
    """Return a state (default: the goal) of any puzzle as SVG; for a large board, only the first rows and columns."""
    shown = puzzle.goal if state is None else state
    return draw(scene_of(puzzle, shown, marks, extent=EXTENT if len(puzzle.goal) > CELLS_DRAWN_MAX else None), lang)


def draw(scene: Scene, lang: str = "en") -> str:
    """Return the scene as one self-contained SVG element, with a title in this language."""
    across, down = extent(scene)
    words = wrap(scene.caption, int(max(across, 5 * SIDE) - 2 * MARGIN) // 8)
    width, height = max(across, 5 * SIDE if words else 0), down + len(words) * LINE + (MARGIN if words else 0)
    left = (width - across) / 2 + MARGIN
    body = [f'<g transform="translate({short(left)} {MARGIN})">', *elements(scene), "</g>"]
    for line, text in enumerate(words):
        body.append(_text(MARGIN, down + (line + 0.5) * LINE, text, 14, "list", anchor="start"))
    return document(title(scene, lang), (width, height), body)


def extent(scene: Scene) -> tuple[float, float]:
    """Return the width and height of a scene in pixels, its margin included."""
    across, down = scene.size
    return across * SIDE + 2 * MARGIN, down * SIDE + 2 * MARGIN


def elements(scene: Scene) -> Iterator[str]:
    """Yield the elements of a scene: links, cells, marks."""
    yield from _links(scene)
    linked = _linked(scene)
    for cell in checked(scene.cells):
        yield from _cell(cell, linked)
    for cell in checked(scene.cells):
        for mark in cell.marks:
            yield from _MARKS[mark.kind](scene, cell, mark)
    yield from _cut(scene)


def document(called: str, size: tuple[float, float], body: Sequence[str], style: str = "") -> str:
    """Return the SVG element with this title and these parts on a background; in `style`, § stands for its id."""
    width, height = size
    joined = "".join(body)
    name = "s" + blake2s("".join((called, style, joined)).encode(), digest_size=5).hexdigest()
    used = {key for key in _LIGHT if f'class="{key}"' in joined} | {"ground"}
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {short(width)} {short(height)}" '
            f'width="{short(width)}" style="max-width:100%;height:auto" role="img" aria-labelledby="{name}-title">',
            f'<title id="{name}-title">{escape(called)}</title>',
            f"<style>{_rules(name, _LIGHT, used)}@media (prefers-color-scheme:dark){{{_rules(name, _DARK, used)}}}",
            f"#{name} text{{font-family:system-ui,'PingFang SC','Noto Sans SC',sans-serif;"
            f"font-variant-numeric:tabular-nums}}{style.replace('§', name)}</style>",
            f'<rect class="ground" width="{short(width)}" height="{short(height)}" rx="{MARGIN}"/>',
            joined,
            "</svg>",
        )
    )


def _rules(name: str, style: dict[str, str], used: set[str]) -> str:
    return "".join(f"#{name} .{key}{{{rule}}}" for key, rule in style.items() if key in used)


def short(value: float) -> str:
    """Return a number of pixels, rounded to a tenth, in its shortest form."""
    return f"{round(value, 1):g}" if abs(value) < 1e5 else f"{value:.0f}"


def box(x: float, y: float, width: float, height: float, kind: str) -> str:
    """Return a rectangle with round corners."""
    corner, size = f'x="{short(x)}" y="{short(y)}"', f'width="{short(width)}" height="{short(height)}"'
    return f'<rect class="{kind}" {corner} {size} rx="3"/>'


def _circle(x: float, y: float, radius: float, kind: str) -> str:
    return f'<circle class="{kind}" cx="{short(x)}" cy="{short(y)}" r="{short(radius)}"/>'


def _square(x: float, y: float, half: float, kind: str) -> str:
    corner, side = f'x="{short(x - half)}" y="{short(y - half)}"', short(2 * half)
    return f'<rect class="{kind}" {corner} width="{side}" height="{side}" rx="{short(half / 5)}"/>'


def _polygon(points: Sequence[tuple[float, float]], kind: str) -> str:
    return f'<polygon class="{kind}" points="{" ".join(f"{short(x)},{short(y)}" for x, y in points)}"/>'


def _text(x: float, y: float, word: str, size: float, kind: str, anchor: str = "middle") -> str:
    place = f'x="{short(x)}" y="{short(y + 0.35 * size)}" text-anchor="{anchor}" font-size="{short(size)}"'
    return f'<text class="{kind}" {place}>{escape(word)}</text>'


def _links(scene: Scene) -> Iterator[str]:
    places = {cell.index: (cell.x * SIDE, cell.y * SIDE) for cell in scene.cells}
    for a, b in checked(scene.links):
        (x, y), (u, v) = places[a], places[b]
        yield f'<line class="link" x1="{short(x)}" y1="{short(y)}" x2="{short(u)}" y2="{short(v)}"/>'


def _linked(scene: Scene) -> Mapping[int, Sequence[Cell]]:
    """Return, for each cell, by its number, the cells linked to it."""
    cells = {cell.index: cell for cell in scene.cells}
    linked: dict[int, list[Cell]] = {index: [] for index in cells}
    for a, b in scene.links:
        linked[a].append(cells[b])
        linked[b].append(cells[a])
    return linked


def _cell(cell: Cell, linked: Mapping[int, Sequence[Cell]]) -> Iterator[str]:
    """Yield the parts of a cell without its marks."""
    x, y = cell.x * SIDE, cell.y * SIDE
    if cell.shape == "vertex":
        yield from _vertex(cell, linked[cell.index], x, y)
    elif cell.shape == "tile":
        yield from _tile(cell, x, y)
    elif cell.role != "dead":
        yield from _lamp(cell, x, y)


def _lamp(cell: Cell, x: float, y: float) -> Iterator[str]:
    """Yield a lamp, filled from below to its level, on its button if that is not a square."""
    if cell.shape == "hexagon":
        turns = [(2 * turn + 1) * pi / 6 for turn in range(6)]
        yield _polygon([(x + SIDE / sqrt(3) * cos(a), y + SIDE / sqrt(3) * sin(a)) for a in turns], "button")
    elif cell.shape != "disc":
        tip, radius = (-1 if cell.shape == "up" else 1), 1.6 * SIDE / sqrt(3)
        base = y - tip * radius / 2
        yield _polygon([(x, y + tip * radius), (x - 0.8 * SIDE, base), (x + 0.8 * SIDE, base)], "button")
    radius = DISC * SIDE
    yield _circle(x, y, radius, "lit" if cell.level >= 1 else "off")
    if 0 < cell.level < 1:
        inner = radius - 1.25
        surface = inner - 2 * inner * cell.level
        half, is_large = sqrt(inner**2 - surface**2), int(cell.level > 0.5)
        line, arc = short(y + surface), f"A{short(inner)} {short(inner)} 0 {is_large} 0"
        yield f'<path class="part" d="M{short(x - half)} {line}{arc} {short(x + half)} {line}Z"/>'
    if cell.label:
        size = min(0.4, 0.8 / len(cell.label)) * SIDE
        yield _text(x, y, cell.label, size, "on" if cell.level >= 1 else "between")


def _tile(cell: Cell, x: float, y: float) -> Iterator[str]:
    """Yield a tile with its label, and a notch if it is in its goal cell; nothing for the blank."""
    if cell.role == "dead":
        yield _square(x, y, SIDE / 2, "hole")
    if cell.role:
        return
    half = TILE * SIDE
    yield _square(x, y, half, "next" if _is_next(cell) else "tile")
    yield _text(x, y, cell.label, min(0.46, 1.2 / len(cell.label)) * SIDE, "ink")
    if cell.is_home:
        left, top = x - half + 3, y - half + 3
        yield f'<path class="home" d="M{short(left)} {short(top + 8)}V{short(top)}H{short(left + 8)}Z"/>'


def _vertex(cell: Cell, others: Iterable[Cell], x: float, y: float) -> Iterator[str]:
    """Yield a vertex with its tile, a second ring if that is in its goal cell, and its number next to it, away from the
    links.
    """
    yield _circle(x, y, 0.4 * SIDE, "blank" if cell.role else "next" if _is_next(cell) else "tile")
    if cell.label:
        yield _text(x, y, cell.label, min(0.42, 1 / len(cell.label)) * SIDE, "ink")
    if cell.is_home and not cell.role:
        yield _circle(x, y, 0.34 * SIDE, "ring")
    turn = _free(cell, others)
    yield _text(x + 0.58 * SIDE * cos(turn), y + 0.58 * SIDE * sin(turn), str(cell.index), 13, "soft")


def _free(cell: Cell, others: Iterable[Cell]) -> float:
    """Return the direction from a vertex that is farthest from its links: the middle of the widest gap."""
    turns = sorted(atan2(other.y - cell.y, other.x - cell.x) for other in others) or [0.0]
    gaps = zip(turns, [*turns[1:], turns[0] + 2 * pi], strict=True)
    start, end = max(gaps, key=lambda gap: gap[1] - gap[0])
    return (start + end) / 2


def _is_next(cell: Cell) -> bool:
    return any(mark.kind == "arrow" for mark in cell.marks)


def _press(scene: Scene, cell: Cell, mark: Mark) -> Iterator[str]:
    """Yield a badge: in the lamp, or at its corner if the lamp has a number."""
    is_numbered = scene.levels > 2
    word = str(mark.number) if is_numbered else mark.label
    yield from _badge(cell, word, "mark", at_corner=is_numbered)


def _weight(scene: Scene, cell: Cell, mark: Mark) -> Iterator[str]:
    """Yield a frame around the cell, with its weight unless all are 1."""
    x, y = cell.x * SIDE, cell.y * SIDE
    yield _circle(x, y, 0.47 * SIDE, "frame") if scene.links else _square(x, y, 0.45 * SIDE, "frame")
    if scene.levels > 2:
        yield from _badge(cell, str(mark.number), "alarm", at_corner=True)


def _point(scene: Scene, cell: Cell, mark: Mark) -> Iterator[str]:
    """Yield a round frame: the text refers to this cell."""
    x, y = cell.x * SIDE, cell.y * SIDE
    yield _square(x, y, 0.47 * SIDE, "point") if cell.shape == "tile" else _circle(x, y, 0.45 * SIDE, "point")


def _badge(cell: Cell, word: str, kind: str, *, at_corner: bool) -> Iterator[str]:
    away = 0.31 if at_corner else 0.0
    x, y = (cell.x + away) * SIDE, (cell.y - away) * SIDE
    yield _circle(x, y, (BADGE if word else 0.18) * SIDE, kind)
    if word:
        yield _text(x, y, word, (15, 13, 10, 8)[min(len(word), 4) - 1], "say")


def _wrong(scene: Scene, cell: Cell, mark: Mark) -> Iterator[str]:
    """Yield a cross of two bars."""
    x, y, a, b = cell.x * SIDE, cell.y * SIDE, 0.26 * SIDE, 0.07 * SIDE
    turned = f'transform="rotate(45 {short(x)} {short(y)})"'
    for wide, high in ((a, b), (b, a)):
        box = f'x="{short(x - wide)}" y="{short(y - high)}" width="{short(2 * wide)}" height="{short(2 * high)}"'
        yield f'<rect class="alarm" {box} {turned}/>'


def _arrow(scene: Scene, cell: Cell, mark: Mark) -> Iterator[str]:
    """Yield an arrow from the cell towards another: over the edge of a tile, along the link of a graph."""
    target = next((other for other in scene.cells if other.index == mark.toward), cell)
    across, down = target.x - cell.x, target.y - cell.y
    far = hypot(across, down) or 1.0
    start, tip = (0.44, far - 0.44) if cell.shape == "vertex" else (0.36, 0.84 if far < 1.5 else 0.68)
    across, down = across / far, down / far
    outline = [(start, 0.05), (tip - 0.24, 0.05), (tip - 0.24, 0.16), (tip, 0)]
    outline += [(along, -aside) for along, aside in outline[-2::-1]]
    yield _polygon(
        [
            ((cell.x + along * across - aside * down) * SIDE, (cell.y + along * down + aside * across) * SIDE)
            for along, aside in outline
        ],
        "arrow",
    )


_MARKS: dict[str, Callable[[Scene, Cell, Mark], Iterator[str]]] = {
    "press": _press,
    "weight": _weight,
    "arrow": _arrow,
    "wrong": _wrong,
    "point": _point,
}


def _cut(scene: Scene) -> Iterator[str]:
    """Yield dots at the edges where the board continues."""
    across, down = scene.size
    if scene.width and len(scene.cells) < scene.width * scene.height:
        yield _text((across - 0.1) * SIDE, down * SIDE / 2, "⋯", 24, "soft")
        yield _text(across * SIDE / 2, (down - 0.1) * SIDE, "⋮", 24, "soft")
