"""What each press does, from the little diagrams that Tatham's flip draws on its squares.

In the middle of a square stands a filled box, and around it an outlined box for each other square that the press flips,
an eighth of a square away for each step; an outlined box is there where ink runs all around it. One that all its four
neighbours surround cannot be told from a hole, and is a doubt.
"""

from typing import NamedTuple

from solvable.photo.cells import patch
from solvable.photo.glyphs import differences, strength
from solvable.photo.grid_detection import Lattice
from solvable.photo.raster import Raster

STEP = 1 / 8
REACH = 3  # steps: farther boxes would leave the square
FINE = 25  # pixels of a square's side, at least
FAINT = 40.0
AROUND = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]

Toggles = tuple[tuple[tuple[int, int], ...], ...]


class Diagrams(NamedTuple):
    """What each press toggles: pairs (cell, 1), ascending; and whether every box is distinguished from every hole."""

    toggles: Toggles
    is_sure: bool


def read(raster: Raster, lattice: Lattice) -> Diagrams | None:
    """Return what the diagrams say, or None if the cells bear none."""
    if min(lattice.step(0, 0)) < FINE:
        return None
    toggles, is_sure = [], True
    for row in range(lattice.height):
        for column in range(lattice.width):
            boxes = _boxes(raster, lattice, column, row)
            if boxes is None:
                return None
            cells = sorted((row + j) * lattice.width + column + i for i, j in boxes)
            toggles.append(tuple((cell, 1) for cell in cells))
            is_sure = is_sure and not any(
                {(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)} <= boxes for i, j in boxes if i or j
            )
    return Diagrams(tuple(toggles), is_sure)


def _boxes(raster: Raster, lattice: Lattice, column: int, row: int) -> set[tuple[int, int]] | None:
    """Return the steps to the squares that a press flips; None if the diagram has no middle."""
    side = 14 * (2 * REACH + 1)  # samples: seven boxes of fourteen
    whole = patch(raster, lattice, column, row, ((2 * REACH + 1) * STEP,) * 2, side)
    field = differences(whole)
    if (ink := strength(field)) < FAINT:
        return None
    dark = [value > 0.45 * ink for value in field]

    def has_ink(i: float, j: float) -> bool:
        """Whether there is ink within a sample or two of a place, in half boxes from the middle."""
        x, y = round(side / 2 + 7 * i), round(side / 2 + 7 * j)
        near = [(a, b) for a in (x - 1, x, x + 1) for b in (y - 1, y, y + 1) if 0 <= a < side and 0 <= b < side]
        return any(dark[b * side + a] for a, b in near)

    if not all(has_ink(i / 2, j / 2) for i, j in [(0, 0), *AROUND]):
        return None  # the box in the middle is filled
    columns, rows = (
        [step for step in range(-REACH, REACH + 1) if 0 <= position + step < size]
        for position, size in ((column, lattice.width), (row, lattice.height))
    )
    boxes = {(i, j) for i in columns for j in rows if all(has_ink(2 * i + a, 2 * j + b) for a, b in AROUND)}
    return boxes | {(0, 0)}
