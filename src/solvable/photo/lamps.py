"""Which lamps are lit: the colours of the cells in two classes, and how clearly they fall apart.

The classes are the two means of the cells' colours; along the line between them, the gap that no cell lies
in, as a part of the distance of the means, is how sure the reading is. Which class is lit follows from how bright
and how coloured they are; where both are grey and one of them looks like what is around the board, that one is off.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from typing import NamedTuple

from solvable.photo.ink import median
from solvable.photo.raster import Colour

THIRD_COLOUR_FACTOR = 0.6  # of the probability is left if a class falls apart: a lamp between lit and off
ALIKE = 36.0  # the sum of three differences below which two colours are one
COLOURED = 60.0  # by how much one colour must be more saturated than the other to be the lit one for that


class Lamps(NamedTuple):
    """The state of each lamp, how sure it is, and the colours of off and lit lamps."""

    cells: tuple[int, ...]
    sureness: float
    off: Colour
    lit: Colour
    colours: int

    def swapped(self) -> "Lamps":
        """Return the same with the other class lit."""
        return self._replace(cells=tuple(1 - cell for cell in self.cells), off=self.lit, lit=self.off)


def read(colours: Sequence[Colour], around: Colour) -> Lamps:
    """Return which lamps are lit, by the colours of the cells and the colour around the board."""
    dark, bright = _means(colours)
    across = distance(dark, bright)
    if across < ALIKE:
        return Lamps((0,) * len(colours), 0.0, dark, bright, 1)
    places = [_along(colour, dark, bright) for colour in colours]
    low, high = [place for place in places if place < 0.5], [place for place in places if place >= 0.5]
    gap = min(high) - max(low)
    number = 2 + sum(_falls_apart(part) for part in (low, high))
    sureness = 1 / (1 + exp(-14 * (gap - 0.35)))
    if number > 2:
        sureness *= THIRD_COLOUR_FACTOR
    if not _is_lit(bright, dark, around):
        dark, bright = bright, dark
        places = [1 - place for place in places]
    return Lamps(tuple(int(place >= 0.5) for place in places), sureness, dark, bright, number)


def saturation(colour: Colour) -> float:
    """Return how far a colour is from grey."""
    return max(colour) - min(colour)


def brightness(colour: Colour) -> float:
    """Return how bright a colour looks."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _is_lit(one: Colour, other: Colour, around: Colour) -> bool:
    """Whether of two colours of lamps `one` is the lit one."""
    glow, other_glow = (brightness(colour) + 1.2 * saturation(colour) for colour in (one, other))
    if abs(saturation(one) - saturation(other)) < COLOURED:
        near, other_near = distance(one, around), distance(other, around)
        if min(near, other_near) < ALIKE and max(near, other_near) > 3 * ALIKE:
            return near > other_near
    return glow > other_glow


def distance(one: Colour, other: Colour) -> float:
    """Return how far two colours are apart, the sum of three differences."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _along(colour: Colour, start: Colour, end: Colour) -> float:
    """Return where a colour lies on the line from one mean (0) to the other (1)."""
    line = [b - a for a, b in zip(start, end, strict=True)]
    return sum((c - a) * d for c, a, d in zip(colour, start, line, strict=True)) / sum(d * d for d in line)


def _means(colours: Sequence[Colour]) -> tuple[Colour, Colour]:
    """Return the two means of the colours, the darker one first."""
    dark = min(colours, key=brightness)
    bright = max(colours, key=lambda colour: distance(colour, dark))
    for _ in range(12):
        near = [distance(colour, dark) < distance(colour, bright) for colour in colours]
        one = [colour for colour, is_near in zip(colours, near, strict=True) if is_near]
        other = [colour for colour, is_near in zip(colours, near, strict=True) if not is_near]
        if not one or not other:
            break
        dark, bright = _mean(one), _mean(other)
    return (dark, bright) if brightness(dark) <= brightness(bright) else (bright, dark)


def _mean(colours: Sequence[Colour]) -> Colour:
    """Return the middle of colours, channel by channel."""
    red, green, blue = (median(channel) for channel in zip(*colours, strict=True))
    return red, green, blue


def _falls_apart(places: Sequence[float]) -> bool:
    """Whether a class is two: a wide gap within it."""
    ordered = sorted(places)
    return any(after - before > 0.25 for before, after in pairwise(ordered))
