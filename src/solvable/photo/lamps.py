"""Which lamps are lit: the colours of the cells in two classes, and how clearly they fall apart.

The classes are the two means of the cells' colours; along the line between them, the gap that no cell lies
in, as a part of the distance of the means, is how sure the reading is. Which class is lit follows from how bright
and how coloured they are; if both are about as coloured and one of them looks like the ground of the cells, that one is
off. The ground is what is between the cells and around the board; if it says one thing here and another one there, or
speaks against the brighter class without being what the cells stand on, that is a doubt about which lamps are lit.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from typing import NamedTuple

from solvable.photo.glyphs import median
from solvable.photo.raster import Colour

THIRD_COLOUR_FACTOR = 0.6  # of the probability is left if a class falls apart: a lamp between lit and off
ALIKE = 36.0  # the sum of three differences below which two colours are one
COLOURED = 60.0  # by how much one colour must be more saturated than the other to be the lit one for that
GREY = 30.0  # the saturation up to which a colour is a grey
GLOW_PER_LOG_ODDS = 6.0  # by how much more one class must glow than the other for a unit of log-odds that it is lit
GROUND_LOG_ODDS = 12.0  # what the ground around the board takes away if it is not what the cells stand on
GROUNDS_DIFFER = 0.8  # the probability that lit is what the ground around the board says, if that between says no


class Lamps(NamedTuple):
    """The state of each lamp, how sure it is, and the colours of off and lit lamps.

    `sureness` is that of the two classes; `polarity` the probability that the class that is said to be lit is.
    """

    cells: tuple[int, ...]
    confidence: float
    off: Colour
    lit: Colour
    colours: int
    polarity: float = 1.0

    def swapped(self) -> "Lamps":
        """Return the same with the other class lit."""
        return self._replace(cells=tuple(1 - cell for cell in self.cells), off=self.lit, lit=self.off)


def read(colours: Sequence[Colour], around: Colour | None, between: Colour | None = None) -> Lamps:
    """Return which lamps are lit, by the colours of the cells and of the ground around the board and `between` cells.

    `around` is None if the picture ends at the board, `between` if the gaps are too narrow to have a colour.
    """
    dark, bright = _means(colours)
    across = distance(dark, bright)
    if across < ALIKE:
        return Lamps((0,) * len(colours), 0.0, dark, bright, 1)
    places = [_along(colour, dark, bright) for colour in colours]
    low, high = [place for place in places if place < 0.5], [place for place in places if place >= 0.5]
    gap = min(high) - max(low)
    number = 2 + sum(_falls_apart(part) for part in (low, high))
    sureness = _clear(gap)
    if number > 2:
        sureness *= THIRD_COLOUR_FACTOR
    likely = _lit(bright, dark, around, between)
    if likely < 0.5:
        dark, bright = bright, dark
        places = [1 - place for place in places]
    cells = tuple(int(place >= 0.5) for place in places)
    return Lamps(cells, sureness, dark, bright, number, max(likely, 1 - likely))


def clearness(colours: Sequence[Colour], off: Colour, lit: Colour) -> list[float]:
    """Return of each cell how sure its class is: as sure as if the gap between the classes were twice its distance
    from the middle between them."""
    return [_clear(2 * abs(_along(colour, off, lit) - 0.5)) for colour in colours]


def _clear(gap: float) -> float:
    """Return how sure two classes are that are apart by this part of the distance of their means."""
    return 1 / (1 + exp(-14 * (gap - 0.35)))


def saturation(colour: Colour) -> float:
    """Return how far a colour is from grey."""
    return max(colour) - min(colour)


def brightness(colour: Colour) -> float:
    """Return how bright a colour looks."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _lit(one: Colour, other: Colour, around: Colour | None, between: Colour | None) -> float:
    """Return the probability that of two colours of lamps `one` is the lit one."""
    glow, other_glow = (brightness(colour) + 1.2 * saturation(colour) for colour in (one, other))
    by_glow = (glow - other_glow) / GLOW_PER_LOG_ODDS
    if abs(saturation(one) - saturation(other)) >= COLOURED:
        return 1 / (1 + exp(-by_glow))
    beyond = _unlike(one, other, around) if around else 0
    are_grey = max(saturation(one), saturation(other)) < GREY
    inside = _unlike(one, other, between) if between else beyond * are_grey  # cells that touch stand on the page
    if inside and inside == -beyond:
        return 0.5 + beyond * (GROUNDS_DIFFER - 0.5)
    if inside:
        return float(inside > 0)
    return 1 / (1 + exp(-by_glow - beyond * GROUND_LOG_ODDS))


def _unlike(one: Colour, other: Colour, ground: Colour) -> int:
    """Return 1 if of two colours only `other` looks like the ground, −1 if only `one` does, else 0."""
    near, other_near = distance(one, ground), distance(other, ground)
    if min(near, other_near) >= ALIKE or max(near, other_near) <= 3 * ALIKE:
        return 0
    return 1 if near > other_near else -1


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
