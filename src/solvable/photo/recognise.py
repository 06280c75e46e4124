"""A picture read: where the board is, whether it has tiles or lamps, what is on every cell, and how sure that is.

Boards are looked for at several sizes and thresholds; those lattices that explain most of the picture are read, and the
surest reading is the answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, NamedTuple

from solvable.photo import diagrams, lamps, tiles
from solvable.photo.cells import between, ground, middle, patch, patches
from solvable.photo.confidence import COUNTING, LAMPS, TILES, confidence
from solvable.photo.diagrams import Toggles
from solvable.photo.evidence import NO_DOUBT, Evidence, gathered
from solvable.photo.glyphs import Patch, differences, pieces, strength
from solvable.photo.grid_detection import Lattice, cells_among, lattices, narrowed, refined
from solvable.photo.open_tiles import INNER, SINGLE_STEPS, extended, numbered, of_single, singles
from solvable.photo.raster import Colour, Raster
from solvable.photo.rectification import rectified
from solvable.photo.regions import Region, Steps
from solvable.photo.several import BOARD_AREA_MIN, boards_among, few_beside, half_beside
from solvable.photo.touching import touching

THRESHOLDS = (4, 6, 8, 11, 15, 20, 28, 42, 64)
FEW_THRESHOLDS = (8, 20, 42)
MAIN_SHARE = 0.4  # of the picture: no other board is beside one that takes more
SETTLED_LOOKS_MIN, SETTLED = 4, 0.98  # thresholds that show one board, and how sure it then is
TILE_CONTRAST = 150.0  # of colours, in the place of that of lit and off lamps
WORKED_AT = 520  # pixels a side at which boards are looked for first
CUT = 0.4  # of the sureness is left where the board seems to go on beside what was found
SIGN = 0.012  # of a cell: smaller pieces of ink are specks
WRITTEN = 0.5  # of the sureness is left where lamps bear signs that are not understood
DOUBTFUL = 0.95  # a surer reading of the whole is not compared with one of a part
OTHERS = 4  # lattices that are tried where the best one is in doubt
INNER_FILLED_MIN = 0.75  # of the cells of a part of a board
OPEN_CELLS_MIN = 6  # of a board whose outer tiles are as light as the page
LATTICES_MAX = 16  # of one size and threshold


@dataclass(frozen=True, slots=True)
class Detection:
    """A board seen in a picture: its size, its cells row by row, how sure they are (0 to 1), and where it is.

    `polarity` is the probability that the lamps that are said to be lit are.
    """

    kind: Literal["lamps", "tiles"]
    width: int
    height: int
    cells: tuple[int, ...]
    confidence: float
    lattice: Lattice
    unread: tuple[int, ...] = ()
    off: Colour = (0.0, 0.0, 0.0)
    lit: Colour = (0.0, 0.0, 0.0)
    colours: int = 2
    toggles: Toggles = ()
    boards: int = 1
    faces: tuple[Colour, ...] = ()
    evidence: Evidence = NO_DOUBT
    base: float = 0.0
    polarity: float = 1.0


class Look(NamedTuple):
    """What one size and threshold show: regions, in the picture's own pixels, and lattices of them."""

    regions: list[Region]
    lattices: list[Lattice]
    is_coarse: bool


def read(raster: Raster) -> Detection | None:
    """Return the board in a picture, or None if there is none."""
    seen = _read_lattice(raster)
    if seen is not None and seen.confidence >= DOUBTFUL:
        return seen
    small, factor = _reduced(raster)
    lattice = touching(small)
    if lattice is None or lattice.is_cut:
        lattice = _touching_aslant(small) or lattice
    if lattice is None:
        return seen
    other = _judged(raster, _seen(raster, lattice.scaled(factor)), [])
    return other if other.kind == "lamps" and (seen is None or other.confidence > seen.confidence) else seen


def _touching_aslant(raster: Raster) -> Lattice | None:
    """Return the lattice of a board of lamps that touch on a screen that lies turned in the picture, or None."""
    upright = rectified(raster)
    lattice = touching(upright[0]) if upright else None
    return replace(lattice, where=upright[1].after(lattice.where)) if upright and lattice else None


def _reduced(raster: Raster) -> tuple[Raster, int]:
    """Return the picture at the size at which boards are looked for, and how many times smaller that is."""
    factor = 1
    while max(raster.width, raster.height) > WORKED_AT:
        raster, factor = raster.halved(), 2 * factor
    return raster, factor


def _read_lattice(raster: Raster) -> Detection | None:
    """Return the best reading of regions in rows and columns: at half the size first, if that is enough."""
    small, factor = _reduced(raster)
    half = small.halved()
    looks = [*_looks(half, 2 * factor), *_looks(half.halved(), 4 * factor, is_coarse=True)]
    thresholds: Sequence[int] = THRESHOLDS
    if _is_settled(looks):
        seen = _read_looks(raster, looks)
        if seen is not None and seen.confidence >= SETTLED:
            if seen.lattice.extent() > MAIN_SHARE * raster.width * raster.height:
                return seen
            thresholds = FEW_THRESHOLDS  # are there others beside it?
    looks += _looks(small, factor, thresholds)
    best = _best(looks)
    if factor > 1 and (best is None or best.filled < 0.9):
        looks += _looks(raster, 1)
    return _read_looks(raster, looks)


def _is_settled(looks: list[Look]) -> bool:
    """Whether most thresholds show the same whole board, so that the picture at half the size is enough."""
    best = _best(looks)
    if best is None or best.filled < 1:
        return False
    size = best.width, best.height, 1.0
    alike = [
        look
        for look in looks
        if not look.is_coarse and any((each.width, each.height, each.filled) == size for each in look.lattices)
    ]
    return len(alike) >= SETTLED_LOOKS_MIN


def _read_looks(raster: Raster, looks: list[Look]) -> Detection | None:
    """Return the surest reading of the lattices that explain most."""
    best = _best(looks)
    regions = [look.regions for look in looks if not look.is_coarse]
    if best is None:
        numbers = next(_open_tiles(raster, looks, regions), None)
        return numbers and _judged(raster, numbers, looks)
    coarse = [look.regions for look in looks if look.is_coarse]
    lattice = refined(best, regions, coarse)
    seen = _seen(raster, lattice)
    if seen.confidence < DOUBTFUL and (inner := narrowed(lattice)):
        inner = refined(inner, regions, coarse)  # its places were those of the lines that are gone, too
        seen = max(seen, _seen(raster, inner), key=lambda each: each.confidence)
    if seen.confidence < DOUBTFUL:
        for numbers in _open_tiles(raster, looks, regions):
            return _judged(raster, numbers, looks)
        for other in _others(looks, lattice):
            numbers = _seen(raster, refined(other, regions, coarse))
            if numbers.kind == "tiles" and _is_proven(numbers):
                return _judged(raster, numbers, looks)
    return _judged(raster, seen, looks)


def _is_proven(numbers: Detection) -> bool:
    """Whether each number is read once, which no wrong size and place of a board would show."""
    return numbers.confidence >= DOUBTFUL and not numbers.unread


def _inner(looks: list[Look]) -> list[Lattice]:
    """Return lattices that may be the inner tiles of a board whose outer ones are as light as the page."""
    results: list[Lattice] = []
    for lattice in sorted((each for look in looks for each in look.lattices), key=lambda each: -each.score):
        is_new = not any((lattice.width, lattice.height) == (each.width, each.height) for each in results)
        if is_new and lattice.filled >= INNER_FILLED_MIN and len(results) < OTHERS:
            results.append(lattice)
    return results


def _open_tiles(raster: Raster, looks: list[Look], regions: list[list[Region]]) -> Iterator[Detection]:
    """Return readings of boards whose outer tiles are as light as the page, if they are proven."""
    coarse = [look.regions for look in looks if look.is_coarse]
    known = (refined(lattice, regions, coarse) for lattice in _inner(looks))
    inner = {(each.width, each.height, len(each.found)): each for each in known}.values()
    single = (of_single(each, step) for each in singles(raster, chain(*regions)) for step in SINGLE_STEPS)
    grown = [each for lattice in chain(inner, single) if (each := extended(raster, lattice))]
    # a step that is a little wrong misses numbers beyond the board, which the right one shows
    least = max((whole.width * whole.height for whole, is_alone in grown if not is_alone), default=OPEN_CELLS_MIN - 1)
    for whole, is_alone in grown:
        if is_alone and whole.filled < 1 and whole.width * whole.height > max(least, OPEN_CELLS_MIN - 1):
            numbers = _seen(raster, whole)
            if numbers.kind == "tiles" and _is_proven(numbers):
                yield numbers


def _is_open_board_beside(raster: Raster, main: Lattice, looks: list[Look]) -> bool:
    """Whether numbers stand in rows around a tile beside a board: another one, as light as the page."""
    if main.extent() > MAIN_SHARE * raster.width * raster.height:
        return False
    regions = chain(*(look.regions for look in looks if not look.is_coarse))
    least = BOARD_AREA_MIN * main.extent() / OPEN_CELLS_MIN
    beside = [each for each in regions if each.area >= least and not main.has((each.x, each.y), margin=0.7)]
    for each in numbered(raster, beside):  # however many: too few of them may stand in rows for a lattice
        whole = extended(raster, of_single(each, SINGLE_STEPS[1]))
        if whole and min(whole[0].width, whole[0].height) >= 2 and whole[0].width * whole[0].height >= OPEN_CELLS_MIN:
            return True
    return False


def _judged(raster: Raster, seen: Detection, looks: list[Look]) -> Detection:
    """Return a reading with the evidence against it, and its confidence."""
    is_lamps = seen.kind == "lamps"
    contrast = max(1.0, lamps.distance(seen.off, seen.lit)) if is_lamps else TILE_CONTRAST
    cells, blank = (seen.cells, None) if is_lamps else (None, seen.cells.index(0))
    evidence = gathered(raster, seen.lattice, cells, seen.faces, contrast, blank)
    is_whole = not is_lamps and not seen.unread  # the numbers say that it is one board, however uneven
    main = replace(seen.lattice, shifts=((), ())) if is_whole else seen.lattice
    every = [main, *(each for look in looks for each in look.lattices), *_lattices_beside(raster, main, looks)]
    boards = boards_among(every, seen.lattice)
    if boards == 1:
        boards = boards_among([main, *_completed(every, seen.lattice, looks)], seen.lattice)
    if boards == 1 and any(tiles.read(patches(raster, each, INNER)) for each in few_beside(every, seen.lattice)):
        boards = 2
    if boards == 1 and _is_open_board_beside(raster, seen.lattice, looks):
        boards = 2
    numbers = [number for number in seen.cells if number]
    weights = LAMPS if is_lamps else COUNTING if numbers == sorted(numbers) else TILES
    sureness = seen.polarity * confidence(seen.confidence, evidence, boards, weights)
    return replace(seen, confidence=sureness, base=seen.confidence, evidence=evidence, boards=boards)


def _lattices_beside(raster: Raster, main: Lattice, looks: list[Look]) -> Iterator[Lattice]:
    """Return the lattices of the regions that are not in a board: cells of about the size of its own hide others."""
    if main.extent() < MAIN_SHARE * raster.width * raster.height:
        for look in looks:
            if not look.is_coarse:
                remaining = [region for region in look.regions if not main.has((region.x, region.y))]
                yield from lattices(remaining, raster.width, raster.height)


def _completed(every: list[Lattice], main: Lattice, looks: list[Look]) -> Iterator[Lattice]:
    """Return the lattices beside a board of which one threshold shows a half, as of lamps only the lit ones, whole."""
    regions, coarse = ([look.regions for look in looks if look.is_coarse == is_coarse] for is_coarse in (False, True))
    for lattice in half_beside(every, main):
        whole = refined(lattice, regions, coarse)
        yield replace(whole, found=whole.alike & whole.found)


def _others(looks: list[Look], lattice: Lattice) -> list[Lattice]:
    """Return other lattices that may be a board of tiles, whose numbers will tell: none that is a part of the best."""
    results: dict[tuple[int, int], Lattice] = {}
    for other in sorted((each for look in looks for each in look.lattices), key=lambda each: -each.score):
        results.setdefault((other.width, other.height), other)
    step = min(lattice.step(0, 0))
    return [
        other
        for size, other in results.items()
        if size[0] * size[1] > lattice.width * lattice.height or not 0.8 * step < min(other.step(0, 0)) < 1.25 * step
    ][:OTHERS]


def _looks(
    raster: Raster, factor: int, thresholds: Sequence[int] = THRESHOLDS, *, is_coarse: bool = False
) -> Iterator[Look]:
    if min(raster.width, raster.height) < 24:
        return
    steps = Steps(raster)
    for threshold in thresholds:
        regions = cells_among(steps.regions(threshold), raster.width, raster.height)
        yield Look(
            [region.scaled(factor) for region in regions],
            [lattice.scaled(factor) for lattice in lattices(regions, raster.width, raster.height)[:LATTICES_MAX]],
            is_coarse,
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


def _seen(raster: Raster, lattice: Lattice) -> Detection:
    cells = patches(raster, lattice, INNER)
    faces = tuple(middle(cell) for cell in cells)
    doubt = _grid_confidence(lattice)
    numbers = tiles.read(cells)
    if numbers:
        if not numbers.unread:  # every number is there: nothing is cut off, and nothing is beside the board
            doubt = _grid_confidence(replace(lattice, is_cut=False))
        is_full = lattice.filled > 1 - 2 / len(cells) or (len(cells) > 6 and not numbers.unread)
        sureness = numbers.confidence * (1 if is_full else 0.8) * doubt
        return Detection(
            "tiles",
            lattice.width,
            lattice.height,
            numbers.cells,
            sureness,
            lattice,
            numbers.unread,
            faces=faces,
        )
    read = lamps.read(faces, ground(raster, lattice), between(raster, lattice))
    sureness = read.confidence * doubt * _is_whole(lattice, read.cells)
    toggles: Toggles = ()
    if 3 * sum(map(_is_written_on, cells)) > len(cells):
        result = diagrams.read(raster, lattice)
        sureness *= 1.0 if result and result.is_sure else WRITTEN
        toggles = result.toggles if result else ()
    if toggles and lamps.brightness(read.lit) > lamps.brightness(read.off):
        read = read.swapped()  # Tatham's flip wants all squares to be light: the dark ones are those to be put out
    polarity = 1.0 if toggles else read.polarity
    if _shines_outside(raster, lattice, read):
        sureness *= CUT
    return Detection(
        "lamps", lattice.width, lattice.height, read.cells, sureness, lattice,
        off=read.off, lit=read.lit, colours=read.colours, toggles=toggles, faces=faces, polarity=polarity,
    )  # fmt: skip


def _is_written_on(cell: Patch) -> bool:
    """Whether a cell bears signs: ink that is neither a disc nor a square."""
    field = differences(cell)
    ink = strength(field)
    result = pieces(field, cell.side, ink) if ink > 45 else []
    return any(
        piece.height > 0.15 * cell.side
        and piece.area > SIGN * cell.side**2
        and not (piece.area > 0.7 * piece.width * piece.height and 0.7 < piece.width / piece.height < 1.4)
        for piece in result
    )


def _shines_outside(raster: Raster, lattice: Lattice, read: lamps.Lamps) -> bool:
    """Whether lamps seem to be lit where the next row or column beside the board would be.

    Where nearly all is of that colour, it is the ground; where it goes on outwards and to a side, it is a table.
    """
    width, height = lattice.width, lattice.height
    beside = [(column, row, 0, side) for column in range(width) for row, side in ((-1, -1), (height, 1))]
    beside += [(column, row, side, 0) for row in range(height) for column, side in ((-1, -1), (width, 1))]
    span = INNER * lattice.side[0], INNER * lattice.side[1]
    near, shining = 0.25 * lamps.distance(read.off, read.lit), 0

    def shines(column: float, row: float) -> bool:
        return lamps.distance(raster.at(*lattice.where(column, row)), read.lit) < near

    for column, row, i, j in beside:
        x, y = lattice.where(column, row)
        if 0 <= x < raster.width and 0 <= y < raster.height:
            colour = middle(patch(raster, lattice, column, row, span, 12))
            goes_on = shines(column + i / 2, row + j / 2) and any(
                shines(column + side * j, row + side * i) for side in (-0.5, 0.5)
            )
            shining += lamps.distance(colour, read.lit) < near and not goes_on
    return 0 < shining < 0.75 * len(beside)


def _is_whole(lattice: Lattice, cells: Sequence[int]) -> float:
    """Return how surely no row or column is missing, all of whose lamps are off (or lit) and cannot be seen."""
    doubt = 0.0
    for state in (0, 1):
        places = [divmod(cell, lattice.width)[::-1] for cell, value in enumerate(cells) if value == state]
        missed = sum(place not in lattice.found for place in places) / len(places) if places else 0.0
        doubt = max(doubt, 4 * missed ** min(lattice.width, lattice.height))
    return max(0.0, 1 - doubt)


def _grid_confidence(lattice: Lattice) -> float:
    """Return how much is left of the sureness by how well the cells stand in rows, and whether the board is whole."""
    crooked = max(0.0, lattice.error - 0.08) * 8
    return max(0.0, 1 - crooked) * (CUT if lattice.is_cut else 1)
