"""A picture in the characters of a terminal: each with the names of its two colours, which `theme` turns into colours.

Half blocks make two square pixels of one character, braille eight dots. Nothing here is drawn by colour alone: a
pixel of the colour "" is not there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

BRAILLE = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # the bits of a character's two columns of dots


class Dot(NamedTuple):
    """A character, its colour and that of its ground, by their names; "" is the ordinary one."""

    char: str = " "
    ink: str = ""
    ground: str = ""
    bold: bool = False


class Box(NamedTuple):
    """A rectangle of characters: its left column, its top line, its size."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Return whether the character at column x of line y lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


EMPTY = Dot()


@dataclass(slots=True)
class Canvas:
    """Lines of characters; what is put outside is cut."""

    width: int
    height: int
    lines: list[list[Dot]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = [[EMPTY] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, ink: str = "", ground: str | None = "", *, bold: bool = False) -> None:
        """Write `text` from column x of line y; a ground of None leaves that what it is."""
        for index, char in enumerate(text, start=x):
            if 0 <= y < self.height and 0 <= index < self.width:
                below = self.lines[y][index].ground if ground is None else ground
                self.lines[y][index] = Dot(char, ink, below, bold)

    def pixels(self, x: int, y: int, rows: list[list[str]]) -> None:
        """Paint an even number of rows of square pixels, two to a character, from column x of line y."""
        for line, (uppers, lowers) in enumerate(zip(rows[::2], rows[1::2], strict=True), start=y):
            for column, (upper, lower) in enumerate(zip(uppers, lowers, strict=True), start=x):
                if upper == lower:
                    self.put(column, line, "█" if upper else " ", upper)
                elif upper and lower:
                    self.put(column, line, "▀", upper, lower)
                else:
                    self.put(column, line, "▀" if upper else "▄", upper or lower)

    def line(self, start: tuple[float, float], end: tuple[float, float], ink: str) -> None:
        """Draw a thin line between two points, in columns and lines."""
        steps = max(1, ceil(max(abs(end[0] - start[0]) * 2, abs(end[1] - start[1]) * 4)))
        for step in range(steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            column, row = int(x), int(y)
            if 0 <= column < self.width and 0 <= row < self.height:
                bits = ord(self.lines[row][column].char) - 0x2800
                bits = bits if 0 <= bits < 256 else 0
                bits |= BRAILLE[int(x * 2) % 2][int(y * 4) % 4]
                self.lines[row][column] = Dot(chr(0x2800 + bits), ink)

    def text(self) -> Iterator[str]:
        """Yield the lines as plain text."""
        return ("".join(dot.char for dot in line).rstrip() for line in self.lines)
