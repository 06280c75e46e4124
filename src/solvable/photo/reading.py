"""A picture read: where the board is, whether it has tiles or lamps, what is on every cell, and how sure that is.

Boards are looked for at several sizes and thresholds; those lattices that explain most of the picture are read, and the
surest reading is the answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from solvable.photo import diagrams, lamps, tiles
from solvable.photo.cells import ground, middle, patch, patches
from solvable.photo.diagrams import Toggles
from solvable.photo.ink import Patch, differences, pieces, strength
from solvable.photo.lattice import Lattice, cells_among, lattices, narrowed, refined
from solvable.photo.raster import Colour, Raster
from solvable.photo.regions import Region, Steps

THRESHOLDS = (4, 6, 8, 11, 15, 20, 28, 42, 64)
WORKED_AT = 520  # pixels a side at which boards are looked for first
CUT = 0.4  # of the sureness is left where the board seems to go on beside what was found
WRITTEN = 0.5  # of the sureness is left where lamps bear signs that are not understood
DOUBTFUL = 0.95  # a surer reading of the whole is not compared with one of a part
INNER = 0.9  # of what a cell's region spans is looked at


@dataclass(frozen=True, slots=True)
class Seen:
    """A board seen in a picture: its size, its cells row by row, how sure they are (0 to 1), and where it is."""

    kind: Literal["lamps", "tiles"]
    width: int
    height: int
    cells: tuple[int, ...]
    sureness: float
    lattice: Lattice
    unread: tuple[int, ...] = ()
    off: Colour = (0.0, 0.0, 0.0)
    lit: Colour = (0.0, 0.0, 0.0)
    colours: int = 2
    toggles: Toggles = ()


def read(raster: Raster) -> Seen | None:
    """Return the board in a picture, or None where there is none."""
    lattice = found(raster)
    if lattice is None:
        return None
    seen = _seen(raster, lattice)
    if seen.sureness < DOUBTFUL and (inner := narrowed(lattice)):
        return max(seen, _seen(raster, inner), key=lambda each: each.sureness)
    return seen


def found(raster: Raster) -> Lattice | None:
    """Return the lattice of cells that explains most of a picture, with what all sizes and thresholds say of it."""
    small, factor = raster, 1
    while max(small.width, small.height) > WORKED_AT:
        small, factor = small.halved(), 2 * factor
    looks = [*_looks(small, factor), *_looks(small.halved(), 2 * factor)]
    best = _best(looks)
    if factor > 1 and (best is None or best.filled < 0.9):
        looks += _looks(raster, 1)
        best = _best(looks)
    return best and refined(best, [look.regions for look in looks])


class Look(NamedTuple):
    """What one size and threshold show: regions, in the picture's own pixels, and lattices of them."""

    regions: list[Region]
    lattices: list[Lattice]


def _looks(raster: Raster, factor: int) -> Iterator[Look]:
    if min(raster.width, raster.height) < 24:
        return
    steps = Steps(raster)
    for threshold in THRESHOLDS:
        regions = cells_among(steps.regions(threshold), raster.width, raster.height)
        yield Look(
            [region.scaled(factor) for region in regions],
            [lattice.scaled(factor) for lattice in lattices(regions, raster.width, raster.height)[:2]],
        )


def _best(looks: list[Look]) -> Lattice | None:
    """Return the lattice that explains most; of those that are as large, the most even one."""
    every = sorted((lattice for look in looks for lattice in look.lattices), key=lambda lattice: -lattice.score)
    alike = [
        lattice
        for lattice in every
        if (lattice.width, lattice.height) == (every[0].width, every[0].height) and lattice.score > 0.6 * every[0].score
    ]
    return min(alike, key=lambda lattice: lattice.error - 0.2 * lattice.filled, default=None)


def _seen(raster: Raster, lattice: Lattice) -> Seen:
    cells = patches(raster, lattice, INNER)
    doubt = _doubt(lattice)
    numbers = tiles.read(cells)
    if numbers:
        sureness = numbers.sureness * (1 if lattice.filled > 1 - 2 / len(cells) else 0.8) * doubt
        return Seen("tiles", lattice.width, lattice.height, numbers.cells, sureness, lattice, numbers.unread)
    read = lamps.read([middle(cell) for cell in cells], ground(raster, lattice))
    sureness = read.sureness * doubt * _is_whole(lattice, read.cells)
    toggles: Toggles = ()
    if 3 * sum(map(_is_written_on, cells)) > len(cells):
        found = diagrams.read(raster, lattice)
        sureness *= 1.0 if found and found.is_sure else WRITTEN
        toggles = found.toggles if found else ()
    if toggles and lamps.brightness(read.lit) > lamps.brightness(read.off):
        read = read.swapped()  # Tatham's flip wants all squares to be light: the dark ones are those to be put out
    if _shines_outside(raster, lattice, read):
        sureness *= CUT
    return Seen(
        "lamps", lattice.width, lattice.height, read.cells, sureness, lattice,
        off=read.off, lit=read.lit, colours=read.colours, toggles=toggles,
    )  # fmt: skip


def _is_written_on(cell: Patch) -> bool:
    """Whether a cell bears signs: ink that is neither a disc nor a square."""
    field = differences(cell)
    ink = strength(field)
    found = pieces(field, cell.side, ink) if ink > 45 else []
    return any(
        piece.height > 0.15 * cell.side
        and not (piece.area > 0.7 * piece.width * piece.height and 0.7 < piece.width / piece.height < 1.4)
        for piece in found
    )


def _shines_outside(raster: Raster, lattice: Lattice, read: lamps.Lamps) -> bool:
    """Whether lamps seem to be lit where the next row or column beside the board would be.

    Where nearly all is of that colour, it is the ground.
    """
    width, height = lattice.width, lattice.height
    beside = [(column, row) for column in range(width) for row in (-1, height)]
    beside += [(column, row) for row in range(height) for column in (-1, width)]
    span = INNER * lattice.side[0], INNER * lattice.side[1]
    near, shining = 0.25 * lamps.distance(read.off, read.lit), 0
    for column, row in beside:
        x, y = lattice.where(column, row)
        if 0 <= x < raster.width and 0 <= y < raster.height:
            colour = middle(patch(raster, lattice, column, row, span, 12))
            shining += lamps.distance(colour, read.lit) < near
    return 0 < shining < 0.75 * len(beside)


def _is_whole(lattice: Lattice, cells: Sequence[int]) -> float:
    """Return how surely no row or column is missing, all of whose lamps are off (or lit) and cannot be seen."""
    doubt = 0.0
    for state in (0, 1):
        places = [divmod(cell, lattice.width)[::-1] for cell, value in enumerate(cells) if value == state]
        missed = sum(place not in lattice.found for place in places) / len(places) if places else 0.0
        doubt = max(doubt, 4 * missed ** min(lattice.width, lattice.height))
    return max(0.0, 1 - doubt)


def _doubt(lattice: Lattice) -> float:
    """Return how much is left of the sureness by how well the cells stand in rows, and whether the board is whole."""
    crooked = max(0.0, lattice.error - 0.08) * 8
    return max(0.0, 1 - crooked) * (CUT if lattice.is_cut else 1)
