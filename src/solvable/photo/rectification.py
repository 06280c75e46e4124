"""A picture rectified: as if the screen or sheet that lies turned or aslant on a ground of one colour stood upright.

The four corners of what is not the ground say how it lies; so a board that touches nothing but other colours, whose
lines are looked for along rows and columns of pixels, is found in a photo too.
"""

from itertools import pairwise
from math import hypot

from solvable.photo.homography import Homography, Point, fit
from solvable.photo.raster import Raster
from solvable.photo.regions import Steps

THRESHOLDS = (8, 14, 24)
PART_MIN = 0.01  # of the picture: smaller regions are specks of the ground
SHEET_MIN = 0.2  # of the picture
UPRIGHT_PX = 3  # a sheet whose corners are so near to rows and columns stands upright
MARGIN = 0.04  # around the sheet
CORNER_SHIFT_MAX_PX = 4.0  # between two thresholds

Corners = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right, bottom left."""


def rectified(raster: Raster) -> tuple[Raster, Homography] | None:
    """Return the picture as if its sheet stood upright, and where its places are in the picture; None without one."""
    steps = Steps(raster)
    # noise eats into a sheet at one threshold; where its corners really are, the next one shows too
    for one, other in pairwise(steps.corners(threshold, PART_MIN) for threshold in THRESHOLDS):
        if one and other and _is_aslant(one, raster) and _are_near(one, other):
            return _upright(raster, one)
    return None


def _are_near(one: Corners, other: Corners) -> bool:
    return all(hypot(x - u, y - v) <= CORNER_SHIFT_MAX_PX for (x, y), (u, v) in zip(one, other, strict=True))


def _is_aslant(corners: Corners, raster: Raster) -> bool:
    """Whether the corners (top left, top right, bottom right, bottom left) are those of a large turned rectangle."""
    sides = [(corners[at], corners[(at + 1) % 4]) for at in range(4)]
    area = sum(x * v - y * u for (x, y), (u, v) in sides) / 2
    leaning = [min(abs(x - u), abs(y - v)) for (x, y), (u, v) in sides]
    lengths = [hypot(x - u, y - v) for (x, y), (u, v) in sides]
    return (
        area > SHEET_MIN * raster.width * raster.height
        and max(leaning) > UPRIGHT_PX
        and all(2 * short < length for short, length in zip(leaning, lengths, strict=True))
        and all(
            0 < place < size - 1
            for corner in corners
            for place, size in zip(corner, (raster.width, raster.height), strict=True)
        )
    )


def _upright(raster: Raster, corners: Corners) -> tuple[Raster, Homography] | None:
    one, two, three, four = corners
    wide = (hypot(two[0] - one[0], two[1] - one[1]) + hypot(three[0] - four[0], three[1] - four[1])) / 2
    high = (hypot(four[0] - one[0], four[1] - one[1]) + hypot(three[0] - two[0], three[1] - two[1])) / 2
    left, top = MARGIN * wide, MARGIN * high
    right, bottom = left + wide, top + high
    where = fit([(left, top), (right, top), (right, bottom), (left, bottom)], corners)
    if where is None:
        return None
    width, height = int(right + left), int(bottom + top)
    planes = bytearray()
    for y in range(height):
        for x in range(width):
            planes += bytes(map(int, raster.at(*where(x + 0.5, y + 0.5))))
    return Raster.of(width, height, bytes(planes)), where
