"""Boards of tiles whose outer ones are as light as the page: only the inner ones are regions, as few as one.

From those that are, the steps to the next ones are known, or guessed from the size of a single one, and lines beside
them belong to the board as long as they show numbers. Whether it is a board is then for the numbers to say.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solvable.photo import tiles
from solvable.photo.cells import patch, patches
from solvable.photo.grid_detection import Lattice
from solvable.photo.homography import Homography
from solvable.photo.raster import Raster
from solvable.photo.regions import Region

INNER = 0.9  # of what a cell's region spans is looked at
SHOWN_MIN = 0.5  # of the cells of a line beside it show numbers, or it is none of the board's: one may be the blank
SIDE_CELLS_MAX = 8
SINGLE_SIDE_MIN_PX, SINGLE_SQUARE, SINGLE_AREA = 14, 1.25, (0.5, 0.985)  # of what it spans: there is ink on it
SINGLES_MAX, SINGLES_NUMBERED_MAX = 24, 4  # that are looked at, and of these with a number
SINGLE_STEPS = (1.05, 1.13, 1.22)  # of its side


def singles(raster: Raster, regions: Iterable[Region]) -> list[Region]:
    """Return the faces of tiles with a number on them, one for each place; none if they are enough for a lattice."""
    results = numbered(raster, regions)
    return results if len(results) <= SINGLES_NUMBERED_MAX else []


def numbered(raster: Raster, regions: Iterable[Region]) -> list[Region]:
    """Return the faces of tiles with a number on them, one for each place, at most SINGLES_NUMBERED_MAX + 1."""
    results: dict[tuple[int, int], Region] = {}
    for region in sorted(regions, key=lambda each: -each.area):
        spans = region.width * region.height
        if (
            min(region.width, region.height) >= SINGLE_SIDE_MIN_PX
            and max(region.width, region.height) <= SINGLE_SQUARE * min(region.width, region.height)
            and SINGLE_AREA[0] * spans <= region.area <= SINGLE_AREA[1] * spans
            and len(results) < SINGLES_MAX
        ):
            results.setdefault((round(2 * region.x / region.width), round(2 * region.y / region.height)), region)
    faces = []
    for region in results.values():
        face = patches(raster, of_single(region, 1.0), INNER)[0]
        if tiles.shows_number(face, tiles.usual_ink([face])):
            faces.append(region)
            if len(faces) > SINGLES_NUMBERED_MAX:
                break
    return faces


def of_single(region: Region, step: float) -> Lattice:
    """Return the lattice of one cell whose next ones are `step` times its side away."""
    where = Homography(step * region.width, 0.0, region.x, 0.0, step * region.height, region.y, 0.0, 0.0)
    place = frozenset({(0, 0)})
    area = float(region.width * region.height)
    return Lattice(1, 1, where, place, place, (1 / step, 1 / step), 0.0, area)


def extended(raster: Raster, lattice: Lattice) -> tuple[Lattice, bool] | None:
    """Return the lattice with the rows and columns beside it that show numbers, and whether none stand beyond these.

    None if its own cells show none.
    """
    inner = patches(raster, lattice, INNER)
    ink = tiles.usual_ink(inner)
    if sum(tiles.shows_number(each, ink) for each in inner) < max(min(2, len(inner)), len(inner) - 2):
        return None
    span, side = (INNER * lattice.side[0], INNER * lattice.side[1]), inner[0].side
    left, top, right, bottom = 0, 0, lattice.width, lattice.height
    seen: dict[tuple[int, int], bool] = {}

    def shows(places: Sequence[tuple[int, int]]) -> float:
        """Return the share of places that show numbers."""
        for place in places:
            if place not in seen:
                seen[place] = _is_inside(raster, lattice, *place) and tiles.shows_number(
                    patch(raster, lattice, *place, span, side), ink
                )
        return sum(seen[place] for place in places) / len(places)

    while True:
        columns, rows = range(left, right), range(top, bottom)
        shares = (
            shows([(left - 1, row) for row in rows]),
            shows([(column, top - 1) for column in columns]),
            shows([(right, row) for row in rows]),
            shows([(column, bottom) for column in columns]),
        )
        grown = [share >= SHOWN_MIN for share in shares]
        if not any(grown) or max(right - left, bottom - top) >= SIDE_CELLS_MAX:
            break
        left, top, right, bottom = left - grown[0], top - grown[1], right + grown[2], bottom + grown[3]
    found, alike = (frozenset((x - left, y - top) for x, y in each) for each in (lattice.found, lattice.alike))
    whole = replace(
        lattice,
        width=right - left,
        height=bottom - top,
        where=lattice.where.moved(left, top),
        found=found,
        alike=alike,
        shifts=((), ()),
    )
    return whole, max(shares) == 0


def _is_inside(raster: Raster, lattice: Lattice, column: int, row: int) -> bool:
    """Whether the middle of a cell is in the picture."""
    x, y = lattice.where(column, row)
    return 0 <= x < raster.width and 0 <= y < raster.height
