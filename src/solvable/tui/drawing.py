"""A scene in the characters of a terminal, as large as there is room: half-block lamps, framed tiles, graphs.

A lit lamp is a filled disc, one that is off a hollow ring, one between is filled so high and carries its numeral; the
cursor is a pair of brackets, a mark is in the middle: nothing depends on colour alone. If not even the smallest
cells have room, the picture is larger than the screen and the view follows the cursor.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from solvable.core.scene import Cell, Scene
from solvable.render.text import lamp_signs
from solvable.tui.canvas import Box, Canvas

LAMPS = ((12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (4, 1), (2, 1))  # columns and lines of a cell, the largest first
TILES = ((14, 7), (10, 5), (6, 3))
CLOSE = 1e-9
GRAPH_LINES = 34  # of the tallest graph: more room makes it no clearer
PRESS, WEIGHT, WRONG, NOTCH = "◆", "▪", "✕", "◤"
ARROWS = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}


@dataclass(slots=True)
class Picture:
    """A drawn scene: its characters, and the box of each cell."""

    canvas: Canvas
    boxes: dict[int, Box] = field(default_factory=dict)

    def at(self, x: int, y: int) -> int | None:
        """Return the cell drawn at column x of line y."""
        return next((index for index, box in self.boxes.items() if box.holds(x, y)), None)


@dataclass(frozen=True, slots=True)
class Room:
    """What may be drawn on: columns and lines; whether there is colour; the cell of the cursor, and the one of the
    piece picked up (-1: none); and whether tiles are frames, on a ground as light as they are."""

    columns: int
    lines: int
    colour: bool = True
    cursor: int = -1
    picked: int = -1
    framed: bool = False


def draw(scene: Scene, room: Room) -> Picture:
    """Return the scene drawn as large as the room allows."""
    if not scene.width or scene.links:
        return _graph(scene, room)
    places = _places(scene)
    across = max(x for x, _ in places.values()) + 1
    down = max(y for _, y in places.values()) + 1
    sizes = _sizes(scene)
    width, height = next(((w, h) for w, h in sizes if across * w <= room.columns and down * h <= room.lines), sizes[-1])
    picture = Picture(Canvas(round(across * width), round(down * height)))
    position = {cell.index: cell for cell in scene.cells}
    for cell in scene.cells:
        x, y = places[cell.index]
        box = Box(round(x * width), round(y * height), width, height)
        picture.boxes[cell.index] = box
        if cell.shape == "tile":
            _tile(picture.canvas, box, cell, position, room)
        elif cell.role != "dead":
            _lamp(picture.canvas, box, cell, scene, room)
    return picture


def _sizes(scene: Scene) -> Sequence[tuple[int, int]]:
    """Return the sizes of cells that this scene may have, the largest first."""
    if scene.cells[0].shape != "tile":
        smallest = max((cell.shape == "tile") * len(cell.label) for cell in scene.cells) + 1
        return [size for size in LAMPS if size[0] >= smallest]
    minimum = scene.widest
    return [*(size for size in TILES if size[0] >= minimum + 3), (max(4, minimum + 3), 1), (minimum + 1, 1)]


def _places(scene: Scene) -> dict[int, tuple[float, float]]:
    """Return the left and top of each cell in cells of the size drawn: in a row none touch, rows lie one by one."""
    rows = sorted({_row(cell) for cell in scene.cells})
    columns = sorted({cell.x for cell in scene.cells if _row(cell) == _row(scene.cells[0])})
    right = min((b - a for a, b in pairwise(columns)), default=1.0)
    down = min((b - a for a, b in pairwise(rows)), default=1.0)
    left, top = min(cell.x for cell in scene.cells), rows[0]
    return {cell.index: ((cell.x - left) / right, (_row(cell) - top) / down) for cell in scene.cells}


def _row(cell: Cell) -> float:
    """Return the height of the cell's row; triangles of a row have their middles at two heights."""
    return round(cell.y / 1.3856 - 0.49) * 1.0 if cell.shape in ("up", "down") else round(cell.y, 6)


def _lamp(canvas: Canvas, box: Box, cell: Cell, scene: Scene, room: Room) -> None:
    mark, ink = _mark(cell)
    is_here = cell.index == room.cursor
    if box.height < 3:
        _small_lamp(canvas, box, cell, mark, ink, is_here=is_here)
        return
    wide, tall = box.width - 2, box.height - 1
    canvas.pixels(box.x + 1, box.y, _body(wide, 2 * tall, cell, has_mark=bool(mark), colour=room.colour))
    text = mark or (cell.label if scene.levels > 2 or cell.role == "free" else "")
    if text == PRESS and wide % 2 == 0:
        text = "██" if room.colour else "<>"  # in the middle of an even number of columns
    if text:
        middle, line = box.x + 1 + (wide - len(text)) // 2, box.y + (tall - 1) // 2
        ground = ("lit" if cell.level > 0.4 else "off") if room.colour else ""
        on_lit = ground == "lit"
        plain = "off_edge" if cell.role == "free" else "on_lit"
        canvas.put(middle, line, text, (f"{ink}_on_lit" if on_lit else ink) if mark else plain, ground, bold=True)
    if is_here:
        _brackets(canvas, Box(box.x, box.y, box.width, tall))


_IS_INSIDE: dict[str, Callable[[float, float], bool]] = {
    "disc": lambda across, down: across * across + down * down <= 1.03,
    "hexagon": lambda across, down: abs(across) <= 1 and abs(down) <= 1.15 - abs(across) / 2,
    "up": lambda across, down: abs(across) <= (1.3 + down) / 2,
    "down": lambda across, down: abs(across) <= (1.3 - down) / 2,
}
"""Whether a point from (-1, -1) to (1, 1) lies in a cell of this shape; a little larger, as there are few pixels."""


def _body(width: int, height: int, cell: Cell, *, has_mark: bool, colour: bool) -> list[list[str]]:
    """Return the pixels of a lamp filled as high as it is lit: its edge, and what is in it."""

    def is_inside(x: int, y: int) -> bool:
        is_within = 0 <= x < width and 0 <= y < height
        return is_within and _IS_INSIDE[cell.shape]((2 * x + 1 - width) / width, (2 * y + 1 - height) / height)

    def pixel(x: int, y: int) -> str:
        if not is_inside(x, y):
            return ""
        is_edge = not all(is_inside(x + a, y + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        is_lit = (height - y) / height <= cell.level + CLOSE
        if not colour:
            return "text" if is_edge or is_lit else ""
        if is_edge:
            return "mark" if has_mark else "lit_edge" if is_lit else "off_edge"
        return "lit" if is_lit else "off"

    return [[pixel(x, y) for x in range(width)] for y in range(height)]


def _small_lamp(canvas: Canvas, box: Box, cell: Cell, mark: str, ink: str, *, is_here: bool) -> None:
    """Draw a lamp of one character: the mark if there is one, filled on a lit lamp and hollow on another."""
    dark, lit = lamp_signs(cell)
    glyph, colour = (lit, "lit") if cell.level > 0 else (dark, "off_edge")
    if cell.label and 0 < cell.level < 1:
        glyph = cell.label[-1]
    if mark:
        glyph, colour = {PRESS: "◆" if cell.level > 0 else "◇"}.get(mark, mark[-1]), ink
    y = box.y
    if box.width < 4:
        canvas.put(box.x, y, glyph, colour, "cursor_ground" if is_here else "", bold=bool(mark))
        if is_here:
            canvas.put(box.x + 1, y, "‹", "cursor", bold=True)
        return
    left, right = ("[", "]") if is_here else (" ", " ")
    canvas.put(box.x, y, left, "cursor", bold=True)
    canvas.put(box.x + 1, y, glyph, colour, bold=bool(mark))
    canvas.put(box.x + 2, y, right, "cursor", bold=True)


def _brackets(canvas: Canvas, box: Box, ink: str = "cursor") -> None:
    """Draw a tall bracket on the left and the right of a box."""
    last = box.height - 1
    for line in range(box.height):
        left, right = ("┌", "┐") if line == 0 else ("└", "┘") if line == last else ("│", "│")
        canvas.put(box.x, box.y + line, left, ink, bold=True)
        canvas.put(box.x + box.width - 1, box.y + line, right, ink, bold=True)


def _mark(cell: Cell) -> tuple[str, str]:
    """Return what is drawn in the middle of a marked cell, and its colour; "" if there is no mark."""
    for mark in cell.marks:
        if mark.kind == "wrong":
            return WRONG, "alarm"
        if mark.kind == "press":
            return (str(mark.number) if mark.number > 1 else PRESS), "mark"
        if mark.kind == "weight":
            return (str(mark.number) if mark.number > 1 else WEIGHT), "mark"
    return "", ""


def _tile(canvas: Canvas, box: Box, cell: Cell, at: dict[int, Cell], room: Room) -> None:
    """Draw a tile in its frame, with a notch where it is home and an arrow where it is to go."""
    is_here = room.cursor == cell.index
    if cell.role == "dead":
        for line in range(max(1, box.height - (box.height > 1))):
            canvas.put(box.x, box.y + line, "░" * (box.width - 1), "dim")
        return
    arrow = _arrow(cell, at)
    fill, ink = ("mark_fill", "on_mark") if arrow or cell.marks else ("tile", "on_tile")
    if cell.role == "blank":
        fill, ink = "", "dim"
    elif cell.is_home and fill == "tile":
        fill = "home"
    if room.framed and fill in ("tile", "home") and box.height > 1:
        fill = ""
    if box.height == 1:
        _small_tile(canvas, box, cell, arrow, fill, ink, is_here=is_here)
        return
    if cell.role == "blank" and not is_here:
        return
    is_framed = is_here or cell.index == room.picked or not room.colour or not fill
    if is_framed:
        _frame(canvas, box, fill, cell, room)
    else:
        _porcelain(canvas, box, fill)
    wide = box.width - 1
    if cell.is_home and cell.role != "blank":
        canvas.put(box.x + (not is_framed), box.y + (not is_framed), NOTCH, f"{ink}_edge", fill)
    text = cell.label + (f" {arrow}" if arrow and wide > len(cell.label) + 3 else arrow)
    canvas.put(box.x + (wide - len(text) + 1) // 2, box.y + box.height // 2, text, ink, fill, bold=True)


def _frame(canvas: Canvas, box: Box, fill: str, cell: Cell, room: Room) -> None:
    """Draw a box of lines: double ones where the cursor is, or the piece that was picked up."""
    is_picked = cell.index == room.picked
    is_strong, wide = is_picked or cell.index == room.cursor, box.width - 1
    edge = ("alarm_on_lit" if is_picked else "cursor_tile") if is_strong else "on_tile_edge"
    corners, across, up = ("╔╗╚╝", "═", "║") if is_strong else ("╭╮╰╯", "─", "│")
    canvas.put(box.x, box.y, corners[0] + across * (wide - 2) + corners[1], edge, fill)
    for line in range(1, box.height - 1):
        canvas.put(box.x, box.y + line, up + " " * (wide - 2) + up, edge, fill)
    canvas.put(box.x, box.y + box.height - 1, corners[2] + across * (wide - 2) + corners[3], edge, fill)


def _porcelain(canvas: Canvas, box: Box, fill: str) -> None:
    """Fill a box with colour, half a line less above and below, so that there is as much space around it."""
    wide = box.width - 1
    canvas.put(box.x, box.y, "▄" * wide, fill)
    for line in range(1, box.height - 1):
        canvas.put(box.x, box.y + line, " " * wide, "", fill)
    canvas.put(box.x, box.y + box.height - 1, "▀" * wide, fill)


def _small_tile(canvas: Canvas, box: Box, cell: Cell, arrow: str, fill: str, ink: str, *, is_here: bool) -> None:
    text = (cell.label or "·") + arrow
    if box.width < 4 or len(text) > box.width - 2:
        canvas.put(box.x, box.y, text.rjust(box.width - 1)[: box.width - 1], ink, fill, bold=is_here)
        return
    left, right = ("[", "]") if is_here else (" ", " ")
    canvas.put(box.x, box.y, left + text.rjust(box.width - 3) + right, ink, fill, bold=True)


def _arrow(cell: Cell, at: dict[int, Cell]) -> str:
    """Return the arrow of the way that a tile is to go; "" where it stays."""
    for mark in cell.marks:
        if mark.kind == "arrow":
            other = at.get(mark.toward)
            if other is None:
                return "•"
            dx, dy = other.x - cell.x, other.y - cell.y
            way = (int(dx > 0) - int(dx < 0), 0) if abs(dx) > abs(dy) else (0, int(dy > 0) - int(dy < 0))
            return ARROWS.get(way, "•")
    return ""


def _graph(scene: Scene, room: Room) -> Picture:
    """Draw a graph: thin lines between its vertices, a lamp or a tile on each."""
    label = max(scene.widest + 2, 3)
    minimum, lines = _closest(scene), min(room.lines, GRAPH_LINES)
    width, height = scene.size
    scale = min((lines - 1) / height, (room.columns - label) / width / 2)
    scale = max(scale, 1.2 / max(minimum, 0.2))
    is_large = scale * minimum >= 3.2 and scene.cells[0].shape != "vertex"
    picture = Picture(Canvas(round(width * scale * 2) + label, max(1, round(height * scale) + 1)))
    middle = {cell.index: (cell.x * scale * 2 + label / 2, cell.y * scale + 0.5) for cell in scene.cells}
    for a, b in scene.links:
        picture.canvas.line(middle[a], middle[b], "link")
    for cell in scene.cells:
        x, y = middle[cell.index]
        if is_large:
            box = Box(int(x) - 3, int(y) - 1, 6, 3)
            _lamp(picture.canvas, box, cell, scene, room)
        else:
            box = Box(int(x - label / 2), int(y), label, 1)
            _vertex(picture.canvas, box, cell, scene, room)
        picture.boxes[cell.index] = box
    return picture


def _vertex(canvas: Canvas, box: Box, cell: Cell, scene: Scene, room: Room) -> None:
    """Draw a vertex in one line: between brackets its piece, or its lamp."""
    is_here, is_piece = cell.index == room.cursor, cell.shape == "vertex"
    mark, _ = _mark(cell)
    arrow = any(result.kind == "arrow" for result in cell.marks)
    if is_piece:
        text, ink, fill = cell.label or "·", "on_tile", "home" if cell.is_home else "tile"
        if arrow or mark:
            ink, fill = "on_mark", "mark_fill"
        if cell.role == "blank":
            ink, fill = "dim", ""
    else:
        text, ink, fill = (mark or cell.label or ("●" if cell.level else "○")), "lit" if cell.level else "off_edge", ""
        ink = "mark" if mark else ink
    left, right = ("[", "]") if is_here else ("›", "‹") if arrow or mark else ("(", ")") if not fill else (" ", " ")
    if fill and not room.colour and (left, right) == (" ", " "):
        left, right = ("(", ")") if cell.is_home else ("<", ">")
    canvas.put(box.x, box.y, left + text.center(box.width - 2) + right, ink, fill, bold=is_here or bool(mark))


def _closest(scene: Scene) -> float:
    """Return the least distance between two vertices; a line is as high as two columns are wide."""
    points = [(cell.x, cell.y) for cell in scene.cells][:200]
    return min((max(abs(a - c), abs(b - d)) for i, (a, b) in enumerate(points) for c, d in points[:i]), default=1.0)
