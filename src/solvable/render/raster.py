"""A scene as an array of pixels, by numpy alone: for environments and their films, and without a browser.

Everything is drawn twice as large and averaged, so that edges are smooth. Labels are written in a font of 3 × 5 dots
for digits and capital letters; any other character is a filled box. Marks are not drawn, since an agent should see only
the board.
"""

from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.core.scene import Cell, Scene

SIDE = 32  # pixels of a cell
MARGIN = 4
DISC, TILE = 0.38, 0.46  # radius and half a side, in cell sides

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]

GROUND, OFF, RING, LIT = (0xF7, 0xF4, 0xEE), (0xFF, 0xFF, 0xFF), (0x6B, 0x7A, 0x99), (0xE8, 0xA3, 0x17)
INK, HOME, HOLE = (0x1B, 0x23, 0x33), (0x00, 0x72, 0xB2), (0xBE, 0xC1, 0xC5)

_DOTS = {  # five rows of three dots each, as octal digits
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717",
    "6": "74757", "7": "71111", "8": "75757", "9": "75717", "A": "25755", "B": "65656",
    "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11152", "K": "55655", "L": "44447", "M": "57755", "N": "65555",
    "O": "25552", "P": "65644", "Q": "25563", "R": "65655", "S": "34216", "T": "72222",
    "U": "55557", "V": "55552", "W": "55775", "X": "55255", "Y": "55222", "Z": "71247", "?": "71302",
}  # fmt: skip


def pixels(scene: Scene, side: int = SIDE) -> Pixels:
    """Return the scene as bytes of shape (height, width, 3), with cells of `side` pixels."""
    canvas = _Canvas(scene, 2 * side, 2 * MARGIN)
    places = {cell.index: cell for cell in scene.cells}
    for a, b in scene.links:
        canvas.line(places[a], places[b])
    for cell in scene.cells:
        canvas.cell(cell)
    height, width = canvas.array.shape[0] // 2, canvas.array.shape[1] // 2
    halves = canvas.array.reshape(height, 2, width, 2, 3)
    smooth: Pixels = halves.mean(axis=(1, 3)).astype(np.uint8)
    return smooth


class _Canvas:
    """The pixels, and methods that draw on them, all measured in cell sides."""

    def __init__(self, scene: Scene, side: int, margin: int) -> None:
        across, down = (2 * round((part * side + 2 * margin) / 2) for part in scene.size)
        self.side, self.margin = side, margin
        self.array: Pixels = np.full((down, across, 3), GROUND, np.uint8)

    def box(self, x: float, y: float, half: float) -> tuple[Pixels, Any, Any]:
        """Return the pixels of a square around (x, y), and their distances to the right of it and below it."""
        near = [round((middle - half) * self.side) + self.margin for middle in (x, y)]
        far = [round((middle + half) * self.side) + self.margin for middle in (x, y)]
        (left, top), (right, bottom) = (max(0, position) for position in near), far
        part = self.array[top:bottom, left:right]
        rows, columns = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
        return part, (columns + 0.5 - self.margin) / self.side - x, (rows + 0.5 - self.margin) / self.side - y

    def disc(self, x: float, y: float, radius: float, colour: Colour, level: float = 1.0) -> None:
        """Fill a disc from below to the height `level`."""
        part, right, below = self.box(x, y, radius + 0.02)
        part[(right**2 + below**2 <= radius**2) & (below >= radius - 2 * radius * level)] = colour

    def square(self, x: float, y: float, half: float, colour: Colour) -> None:
        """Fill a square."""
        self.box(x, y, half)[0][:] = colour

    def polygon(self, x: float, y: float, corners: list[tuple[float, float]], colour: Colour) -> None:
        """Fill a convex polygon whose corners are in clockwise order around (x, y)."""
        part, right, below = self.box(x, y, 1.0)
        inside: Any = True
        for (a, b), (c, d) in zip(corners, corners[1:] + corners[:1], strict=True):
            inside = inside & ((c - a) * (below - b) - (d - b) * (right - a) >= 0)
        part[inside] = colour

    def line(self, one: Cell, other: Cell) -> None:
        """Draw a line between the centres of two cells."""
        steps = int(2 * self.side * max(abs(one.x - other.x), abs(one.y - other.y))) + 1
        for x, y in zip(np.linspace(one.x, other.x, steps), np.linspace(one.y, other.y, steps), strict=True):
            self.square(x, y, 0.02, RING)

    def label(self, cell: Cell, colour: Colour = INK) -> None:
        """Write the label of a cell."""
        dot = min(0.09, 0.7 / (4 * len(cell.label) - 1))
        left, top = cell.x - (2 * len(cell.label) - 1) * dot, cell.y - 2 * dot
        for index, sign in enumerate(cell.label):
            for row, bits in enumerate(_DOTS.get(sign.upper(), "77777")):
                for column in range(3):
                    if int(bits) >> (2 - column) & 1:
                        self.square(left + (4 * index + column) * dot, top + row * dot, 0.52 * dot, colour)

    def cell(self, cell: Cell) -> None:
        """Draw a cell."""
        if cell.shape in ("tile", "vertex"):
            self.piece(cell)
        elif cell.role != "dead":
            self.lamp(cell)

    def piece(self, cell: Cell) -> None:
        """Draw a tile, on its board or in its vertex, with a blue corner or rim if it is in its goal cell."""
        if cell.shape == "vertex":
            rim = HOME if cell.is_home and not cell.role else RING
            self.disc(cell.x, cell.y, 0.42, rim)
            self.disc(cell.x, cell.y, 0.37, GROUND if cell.role else OFF)
        elif cell.role == "dead":
            self.square(cell.x, cell.y, 0.5, HOLE)
        elif not cell.role:
            self.square(cell.x, cell.y, TILE, RING)
            self.square(cell.x, cell.y, TILE - 0.03, OFF)
            if cell.is_home:
                self.square(cell.x - TILE + 0.1, cell.y - TILE + 0.1, 0.06, HOME)
        if cell.label:
            self.label(cell)

    def lamp(self, cell: Cell) -> None:
        """Draw a lamp, filled to its level, on its button if that is not a square."""
        if cell.shape == "hexagon":
            turns = [(2 * turn + 1) * pi / 6 for turn in range(6)]
            self.polygon(cell.x, cell.y, [(cos(a) / sqrt(3), sin(a) / sqrt(3)) for a in turns], HOLE)
        elif cell.shape != "disc":
            tip, radius = (-1 if cell.shape == "up" else 1), 1.6 / sqrt(3)
            corners = [(0.0, tip * radius), (-0.8 * tip, -tip * radius / 2), (0.8 * tip, -tip * radius / 2)]
            self.polygon(cell.x, cell.y, [(0.96 * a, 0.96 * b) for a, b in corners], HOLE)
        self.disc(cell.x, cell.y, DISC, RING)
        self.disc(cell.x, cell.y, DISC - 0.04, OFF)
        if cell.level:
            self.disc(cell.x, cell.y, DISC - 0.04, LIT, cell.level)
        if cell.label:
            self.label(cell)
