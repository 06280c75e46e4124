"""The cells of a lattice as patches, each seen straight from above, whatever way the board lies in the picture."""

from math import ceil

from solvable.photo.glyphs import Patch, median
from solvable.photo.grid_detection import Lattice
from solvable.photo.homography import Point
from solvable.photo.raster import Colour, Raster

FEWEST, MOST = 18, 46  # samples across a patch
GAP_MIN_PX = 2.0  # narrower gaps have no colour of their own
GROUND_SHARE_MIN = 0.4  # of the places around a board are in the picture, or its ground is not seen


def patch(raster: Raster, lattice: Lattice, column: float, row: float, span: tuple[float, float], side: int) -> Patch:
    """Return the middle part of a cell, `span` (of a step) wide and high, in `side` × `side` samples."""
    a, b, c, d, e, f, g, h = lattice.where
    width, height = raster.width, raster.height
    right, bottom = width - 1.001, height - 1.001
    red, green, blue = raster.planes
    colours: list[Colour] = []
    across = [column + ((i + 0.5) / side - 0.5) * span[0] for i in range(side)]
    for j in range(side):
        y = row + ((j + 0.5) / side - 0.5) * span[1]
        for x in across:
            scale = g * x + h * y + 1
            u = min(max((a * x + b * y + c) / scale - 0.5, 0.0), right)
            v = min(max((d * x + e * y + f) / scale - 0.5, 0.0), bottom)
            left, top = int(u), int(v)
            u, v = u - left, v - top
            one = top * width + left
            two = one + width
            r, s, t = u * v, u - u * v, v - u * v  # the shares of the pixels on the right and below
            q = 1 - u - t
            colours.append(
                (
                    q * red[one] + s * red[one + 1] + t * red[two] + r * red[two + 1],
                    q * green[one] + s * green[one + 1] + t * green[two] + r * green[two + 1],
                    q * blue[one] + s * blue[one + 1] + t * blue[two] + r * blue[two + 1],
                )
            )
    return Patch(side, colours)


def patches(raster: Raster, lattice: Lattice, part: float) -> list[Patch]:
    """Return the patches of all cells, row by row: that part of what their regions span, as fine as the picture is."""
    span = part * lattice.side[0], part * lattice.side[1]
    across, along = lattice.step((lattice.width - 1) / 2, (lattice.height - 1) / 2)
    side = min(MOST, max(FEWEST, ceil(max(across * span[0], along * span[1]))))
    return [
        patch(raster, lattice, column, row, span, side)
        for row in range(lattice.height)
        for column in range(lattice.width)
    ]


def middle(patch: Patch) -> Colour:
    """Return the usual colour of the middle half of a patch."""
    side = patch.side
    inner = range(side // 4, side - side // 4)
    chosen = [patch.colours[row * side + column] for row in inner for column in inner]
    red, green, blue = (median(channel) for channel in zip(*chosen, strict=True))
    return red, green, blue


def ground(raster: Raster, lattice: Lattice) -> Colour | None:
    """Return the usual colour around the board; None if the picture ends there on more than two sides."""
    places: list[Point] = [(column, row) for column in range(lattice.width) for row in (-0.75, lattice.height - 0.25)]
    places += [(column, row) for row in range(lattice.height) for column in (-0.75, lattice.width - 0.25)]
    points = [lattice.where(*place) for place in places]
    colours = [raster.at(x, y) for x, y in points if 0 <= x < raster.width and 0 <= y < raster.height]
    if len(colours) < GROUND_SHARE_MIN * len(places):
        return None
    red, green, blue = (median(channel) for channel in zip(*colours, strict=True))
    return red, green, blue


def between(raster: Raster, lattice: Lattice) -> Colour | None:
    """Return the usual colour of the gaps between cells, where four of them meet; None if the gaps are too narrow."""
    steps = lattice.step((lattice.width - 1) / 2, (lattice.height - 1) / 2)
    if min((1 - side) * step for side, step in zip(lattice.side, steps, strict=True)) < GAP_MIN_PX:
        return None
    corners = ((column + 0.5, row + 0.5) for column in range(lattice.width - 1) for row in range(lattice.height - 1))
    colours = [raster.at(*lattice.where(*place)) for place in corners]
    red, green, blue = (median(channel) for channel in zip(*colours, strict=True))
    return red, green, blue
