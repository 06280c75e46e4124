"""The board among the regions of a picture: those that stand in rows and columns, like cells and nothing else does.

Regions of one size are taken together; the steps to the nearest one on the right and below give the two directions;
from a first cell the others are found step by step, so that a board may be turned by ten degrees and lie aslant; then
a homography through all of them says where every cell is. A lattice counts by the area that it explains, and how much
of it is filled.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot, isnan, nan

from solvable.photo.homography import Homography, Point, fit
from solvable.photo.regions import Region

SMALLEST = 5  # pixels of a cell's side
REGIONS_MAX = 1600  # regions that are looked at
LONGEST = 64  # cells in a row
ALIKE = 1.3  # sizes in one group differ by at most that
LOOSE = 1.7  # where lit lamps glow, they and the dark ones are of two sizes
NEAR = 0.22  # of a step: how far a cell may be from where it is expected
STRICT = (1.18, 0.12)  # how alike and how near cells are of which the rows and columns beside a lattice are made
GROUPS = 4
WALKS_MAX = 6  # sets of cells of one size that hang together: boards in one picture, and
WALK_CELLS_MIN = 5  # cells of all but the largest of them
UNEVEN, SKIPPED = 0.6, 0.6
SPARSE = 0.3  # of the board: cells that cover less stand far apart

Place = tuple[int, int]  # column and row


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells in rows and columns, where they are in the picture, and which of them a region was found for.

    Those of `alike` are of one size. `side` is the usual width and height of the cells' regions, as parts of the steps
    to the next cell; `error` is how far they are from their places, as such a part. `shifts` are how far each
    column and each row is to the right of and below its place, in steps: the median of its cells, NaN if none is found.
    """

    width: int
    height: int
    where: Homography
    found: frozenset[Place]
    alike: frozenset[Place]
    side: tuple[float, float]
    error: float
    area: float
    is_cut: bool = False
    shifts: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())

    @property
    def filled(self) -> float:
        """The part of the cells that a region was found for."""
        return len(self.found) / (self.width * self.height)

    @property
    def score(self) -> float:
        """How much of the picture it explains, and how well.

        Where the gaps in one direction are as wide as cells, but not in the other, a column or row is passed over in
        which a blank is, or tiles of another colour. Where cells are far apart, or hardly more
        than the three that make a lattice, they may be anything.
        """
        skips = SKIPPED if min(self.side) < UNEVEN * max(self.side) else 1.0
        dense = min(1.0, self.side[0] * self.side[1] / SPARSE)
        many = min(1.0, (len(self.found) - 3) / 4)
        return skips * dense * many * self.area * self.filled**3 / (1 + 400 * self.error**2)

    def step(self, column: float, row: float) -> tuple[float, float]:
        """Return how many pixels a step to the right is there, and a step down."""
        x, y = self.where(column, row)
        right, below = self.where(column + 1, row), self.where(column, row + 1)
        return hypot(right[0] - x, right[1] - y), hypot(below[0] - x, below[1] - y)

    def has(self, point: Point, margin: float = 0.5) -> bool:
        """Whether a point of the picture is within the board, at most `margin` steps from the middle of a cell."""
        x, y = self.where.back(*point)
        return -margin < x < self.width - 1 + margin and -margin < y < self.height - 1 + margin

    def extent(self) -> float:
        """Return how many pixels the board covers, gaps and all."""
        across, along = self.step((self.width - 1) / 2, (self.height - 1) / 2)
        return self.width * across * self.height * along

    def scaled(self, factor: float) -> "Lattice":
        """Return the same in a picture that is larger by a factor."""
        return replace(self, where=self.where.scaled(factor), area=self.area * factor**2)


def cells_among(regions: Iterable[Region], width: int, height: int) -> list[Region]:
    """Return the regions of a picture of that size that may be cells, the largest first."""
    cells = [
        region
        for region in regions
        if SMALLEST <= region.width <= 0.75 * width
        and SMALLEST <= region.height <= 0.75 * height
        and region.area >= 0.3 * region.width * region.height
        and region.width < 4 * region.height < 16 * region.width
    ]
    cells.sort(key=lambda region: -region.area)
    return cells[:REGIONS_MAX]


def lattices(cells: Sequence[Region], width: int, height: int) -> list[Lattice]:
    """Return the lattices of cells in a picture of that size, the best first."""
    results = []
    for alike, weight, least in ((ALIKE, 1.0, 0.0), (LOOSE, 0.75, 0.95)):  # cells of one size are better evidence
        for group in _groups(cells, alike):
            results += [
                replace(lattice, area=weight * lattice.area)
                for lattice in _lattices(group, cells, width, height)
                if lattice.filled >= least
            ]
    return sorted(results, key=lambda lattice: -lattice.score)


def narrowed(lattice: Lattice) -> Lattice | None:
    """Return the lattice without outer rows and columns whose cells are of another size, or None if it has none.

    Such a line may be one of cells that look different, or of numbers that stand beside the board.
    """
    kept = _trimmed(dict.fromkeys(lattice.alike, (0.0, 0.0)))
    if len(kept) < 3:
        return None
    left, top = (min(place[axis] for place in kept) for axis in (0, 1))
    width, height = (max(place[axis] for place in kept) + 1 - start for axis, start in ((0, left), (1, top)))
    if (width, height) == (lattice.width, lattice.height) or min(width, height) < 2:
        return None
    result, alike = (
        frozenset((x - left, y - top) for x, y in places if left <= x < left + width and top <= y < top + height)
        for places in (lattice.found, lattice.alike)
    )
    where = lattice.where.moved(left, top)
    return replace(lattice, width=width, height=height, where=where, found=result, alike=alike)


def refined(lattice: Lattice, looks: Sequence[Sequence[Region]], coarse: Sequence[Sequence[Region]] = ()) -> Lattice:
    """Return the lattice with the cells that are found at any size and threshold of the picture, the best of each.

    Rows and columns beside it that only another threshold shows are added. `coarse` looks tell where a cell is only if
    no other does.
    """
    across, along = lattice.step((lattice.width - 1) / 2, (lattice.height - 1) / 2)
    sizes = lattice.side[0] * across, lattice.side[1] * along
    best: dict[Place, tuple[float, Point]] = {}
    for regions in looks:
        for index, result in _matched(lattice.where, regions, sizes).items():
            if index not in best or result[0] < best[index][0]:
                best[index] = result
    for regions in coarse:
        best = _matched(lattice.where, regions, sizes) | best
    alike = {place for regions in (*looks, *coarse) for place in _matched(lattice.where, regions, sizes, *STRICT)}
    left, top, right, bottom = _spread((0, 0, lattice.width, lattice.height), alike)

    def within(places: Iterable[Place]) -> frozenset[Place]:
        return frozenset((x - left, y - top) for x, y in places if left <= x < right and top <= y < bottom)

    shown = within(best.keys() & (alike | lattice.found))
    points = {(x, y): best[x + left, y + top][1] for x, y in shown}
    where = _fitted(points) or lattice.where.moved(left, top)
    return replace(
        lattice,
        shifts=_shifts(where, points, right - left, bottom - top),
        width=right - left,
        height=bottom - top,
        where=where,
        found=within(best.keys() | lattice.found),
        alike=within(alike),
    )


def _shifts(
    where: Homography, points: dict[Place, Point], width: int, height: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return by how many steps each column is off to the right, and each row downwards: the medians of its cells."""
    off = {place: where.back(*point) for place, point in points.items()}
    columns, rows = (
        tuple(
            sorted(shifts)[len(shifts) // 2] if shifts else nan
            for line in range(length)
            for shifts in [[each[axis] - line for place, each in off.items() if place[axis] == line]]
        )
        for axis, length in ((0, width), (1, height))
    )
    return columns, rows


def usual_step(shifts: Sequence[float]) -> float:
    """Return the usual step between lines that are off by these shifts, beyond the lattice's: the lower median."""
    steps = sorted(after - before for before, after in pairwise(shifts) if not isnan(after - before))
    return steps[(len(steps) - 1) // 2] if steps else 0.0


def _spread(box: tuple[int, int, int, int], places: Collection[Place]) -> tuple[int, int, int, int]:
    """Return the box (left, top, right, bottom) with the lines beside it of which most is among the places."""
    left, top, right, bottom = box

    def has(line: Iterable[Place], length: int) -> bool:
        return sum(place in places for place in line) >= 0.6 * length

    while True:
        if has(((left - 1, y) for y in range(top, bottom)), bottom - top):
            left -= 1
        elif has(((right, y) for y in range(top, bottom)), bottom - top):
            right += 1
        elif has(((x, top - 1) for x in range(left, right)), right - left):
            top -= 1
        elif has(((x, bottom) for x in range(left, right)), right - left):
            bottom += 1
        else:
            return left, top, right, bottom


def _groups(cells: Sequence[Region], alike: float) -> list[list[Region]]:
    """Return the largest sets of regions that are about equally wide and high."""
    groups: list[list[Region]] = []
    left = set(range(len(cells)))
    for seed, one in enumerate(cells):
        if seed not in left:
            continue
        group = [
            index
            for index, other in enumerate(cells)
            if one.width < alike * other.width < alike**2 * one.width
            and one.height < alike * other.height < alike**2 * one.height
        ]
        left -= {index for index in group if 0.9 * one.area < cells[index].area < 1.1 * one.area}
        if len(group) >= 3:
            groups.append([cells[index] for index in group])
    groups.sort(key=lambda group: -sum(region.width * region.height for region in group))
    return groups[:GROUPS]


def _lattices(group: list[Region], cells: Sequence[Region], width: int, height: int) -> list[Lattice]:
    """Return a lattice for each large set of the group's regions that hang together: boards beside each other."""
    steps = _steps(group)
    if steps is None:
        return []
    sizes = sorted(region.width for region in group)[len(group) // 2], sorted(r.height for r in group)[len(group) // 2]
    results: list[Lattice] = []
    for places in _walks([(region.x, region.y) for region in group], *steps):
        if any(lattice.has(point) for lattice in results for point in places.values()):
            continue  # the same board, whose parts a blank or an invisible row keeps apart
        lattice = _lattice(places, cells, sizes, (width, height))
        if lattice:
            results.append(lattice)
    return results


def _lattice(
    places: dict[Place, Point], cells: Sequence[Region], sizes: tuple[int, int], picture: tuple[int, int]
) -> Lattice | None:
    where = _fitted(places)
    if where is None:
        return None
    for _ in range(2):  # what was not reached, and cells of another size
        places = _trimmed({place: point for place, (_, point) in _matched(where, cells, sizes).items()})
        if len(places) < 3 or (where := _fitted(places)) is None:
            return None
    return _made(where, places, cells, sizes, picture)


def _steps(group: Sequence[Region]) -> tuple[Point, Point] | None:
    """Return the step to the right and the step down, by the nearest neighbours of each region."""
    size = max(max(region.width, region.height) for region in group)
    bins: dict[Place, list[Region]] = {}
    for region in group:
        bins.setdefault((int(region.x // size), int(region.y // size)), []).append(region)
    rights, downs = [], []
    for one in group:
        column, row = int(one.x // size), int(one.y // size)
        near = [
            (other.x - one.x, other.y - one.y)
            for i in range(column - 3, column + 4)
            for j in range(row - 3, row + 4)
            for other in bins.get((i, j), ())
        ]
        right = min(((x, y) for x, y in near if x > 3 * abs(y) and x > 0.6 * one.width), default=None)
        down = min(((y, x) for x, y in near if y > 3 * abs(x) and y > 0.6 * one.height), default=None)
        if right:
            rights.append(right)
        if down:
            downs.append((down[1], down[0]))
    if not rights or not downs:
        return None
    return _usual(rights), _usual(downs)


def _usual(steps: Sequence[Point]) -> Point:
    """Return the usual one of steps, some of which go too far."""
    lengths = sorted(hypot(*step) for step in steps)
    short = lengths[len(lengths) // 3]
    near = [step for step in steps if hypot(*step) <= 1.3 * short]
    return sorted(x for x, _ in near)[len(near) // 2], sorted(y for _, y in near)[len(near) // 2]


def _walks(points: Sequence[Point], right: Point, down: Point) -> list[dict[Place, Point]]:
    """Return the points that can be reached step by step from each other, by their column and row, most points first.

    Three points make a lattice; further lattices, which may be boards of their own, have `WALK_CELLS_MIN`.
    """
    grid = _Bins(points, max(2.0, NEAR * hypot(*right), NEAR * hypot(*down)))
    left, walks = set(points), list[dict[Place, Point]]()
    for start in sorted(left, key=lambda point: (point[1], point[0])):
        if start in left:
            places = _walked(start, right, down, grid)
            left -= {start, *places.values()}
            walks.append(places)
    walks.sort(key=lambda places: -len(places))
    return [places for index, places in enumerate(walks[:WALKS_MAX]) if len(places) >= (WALK_CELLS_MIN if index else 3)]


class _Bins:
    """Points in squares, so that those near a place are found."""

    def __init__(self, points: Iterable[Point], side: float) -> None:
        self.side = side
        self.bins: dict[Place, list[Point]] = {}
        for point in points:
            self.bins.setdefault((int(point[0] // side), int(point[1] // side)), []).append(point)

    def nearest(self, x: float, y: float, reach: float) -> Point | None:
        """Return the point nearest to (x, y), at most `reach` (at most the side) away."""
        column, row = int(x // self.side), int(y // self.side)
        near = (
            (hypot(point[0] - x, point[1] - y), point)
            for i in (column - 1, column, column + 1)
            for j in (row - 1, row, row + 1)
            for point in self.bins.get((i, j), ())
        )
        distance, point = min(near, default=(reach + 1, (0.0, 0.0)))
        return point if distance <= reach else None


def _walked(start: Point, right: Point, down: Point, grid: _Bins) -> dict[Place, Point]:
    """Return the points that steps lead to from `start`, each step measured anew: near things look larger."""
    places: dict[Place, Point] = {(0, 0): start}
    steps = {(0, 0): (right, down)}
    taken, queue = {start}, [(0, 0)]
    for place in queue:
        (x, y), (across, along) = places[place], steps[place]
        for turn, (i, j) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
            to = place[0] + i, place[1] + j
            if to in places or max(map(abs, to)) > LONGEST:
                continue
            step = across if turn < 2 else along
            sign = i + j
            result = grid.nearest(x + sign * step[0], y + sign * step[1], NEAR * hypot(*step))
            if result is None or result in taken:
                continue
            made = sign * (result[0] - x), sign * (result[1] - y)
            mixed = (step[0] + made[0]) / 2, (step[1] + made[1]) / 2
            places[to], steps[to] = result, ((mixed, along) if turn < 2 else (across, mixed))
            taken.add(result)
            queue.append(to)
    return places


def _fitted(places: dict[Place, Point]) -> Homography | None:
    """Return the map through the cells: flat where too few of them say how the board lies."""
    columns, rows = ({place[axis] for place in places} for axis in (0, 1))
    if len(columns) < 2 and len(rows) < 2:
        return None
    is_flat = len(columns) < 3 or len(rows) < 3 or len(places) < 8
    points: list[Point] = [(float(x), float(y)) for x, y in places]
    return fit(points, list(places.values()), is_flat=is_flat)


def _matched(
    where: Homography, cells: Iterable[Region], sizes: tuple[float, float], alike: float = 2.0, near: float = NEAR
) -> dict[Place, tuple[float, Point]]:
    """Return every region in the middle of a cell: how far off it is, and where.

    It is at most half as large again as cells are, and at least as large as one `alike`th; `near` is how far it may be.
    """
    best: dict[Place, tuple[float, Point]] = {}
    for region in cells:
        if not all(
            size <= alike * part <= min(alike, 1.5) * alike * size
            for size, part in zip(sizes, (region.width, region.height), strict=True)
        ):
            continue
        x, y = where.back(region.x, region.y)
        if max(abs(x), abs(y)) > LONGEST:
            continue
        place = round(x), round(y)
        distance = hypot(x - place[0], y - place[1])
        if distance <= near and (place not in best or distance < best[place][0]):
            best[place] = distance, (region.x, region.y)
    return best


def _trimmed(places: dict[Place, Point]) -> dict[Place, Point]:
    """Return the places without the outermost rows and columns of which less than half is there."""
    while len(places) >= 3:
        for axis in (0, 1):
            lines = [place[axis] for place in places]
            other = [place[1 - axis] for place in places]
            length = max(other) - min(other) + 1
            ends = {end for end in (min(lines), max(lines)) if 2 * lines.count(end) < length}
            if ends:
                places = {place: point for place, point in places.items() if place[axis] not in ends}
                break
        else:
            return places
    return places


def _made(
    where: Homography,
    places: dict[Place, Point],
    cells: Iterable[Region],
    sizes: tuple[int, int],
    picture: tuple[int, int],
) -> Lattice | None:
    """Return the lattice, its first cell being (0, 0)."""
    left, top = (min(place[axis] for place in places) for axis in (0, 1))
    width, height = (max(place[axis] for place in places) + 1 - start for axis, start in ((0, left), (1, top)))
    if width * height < 4 or min(width, height) < 2:
        return None
    moved = {(column - left, row - top): point for (column, row), point in places.items()}
    where = _fitted(moved) or where
    middle = (width - 1) / 2, (height - 1) / 2
    x, y = where(*middle)
    right, below = where(middle[0] + 1, middle[1]), where(middle[0], middle[1] + 1)
    across, along = hypot(right[0] - x, right[1] - y), hypot(below[0] - x, below[1] - y)
    if min(across, along) < SMALLEST:
        return None
    misses = [hypot(*(a - b for a, b in zip(where(*place), point, strict=True))) for place, point in moved.items()]
    error = (sum(miss**2 for miss in misses) / len(misses)) ** 0.5 / min(across, along)
    turned = (abs(right[0] - x) + abs(right[1] - y)) / across  # a turned square spans more than its side
    side = sizes[0] / turned / across, sizes[1] / turned / along
    area = len(moved) * sizes[0] * sizes[1] / turned**2
    is_cut = _is_cut(where, (width, height), cells, sizes, picture)
    return Lattice(width, height, where, frozenset(moved), frozenset(moved), side, error, area, is_cut)


def _is_cut(
    where: Homography, size: Place, cells: Iterable[Region], sizes: tuple[int, int], picture: tuple[int, int]
) -> bool:
    """Return whether parts of further cells stand at the picture's edge: the board goes on outside."""
    parts = dict.fromkeys(("left", "right", "top", "bottom"), 0)
    for region in cells:
        x, y = where.back(region.x, region.y)
        is_wide, is_high = (
            0.7 * sizes[0] <= region.width <= 1.4 * sizes[0],
            0.7 * sizes[1] <= region.height <= 1.4 * sizes[1],
        )
        column_fits = abs(x - round(x)) < NEAR and 0 <= round(x) < size[0]
        row_fits = abs(y - round(y)) < NEAR and 0 <= round(y) < size[1]
        if is_high and row_fits:
            parts["left"] += region.x - region.width / 2 < 1 and -1.2 < x < -0.3
            parts["right"] += region.x + region.width / 2 > picture[0] - 1 and -0.7 < x - size[0] < 0.2
        if is_wide and column_fits:
            parts["top"] += region.y - region.height / 2 < 1 and -1.2 < y < -0.3
            parts["bottom"] += region.y + region.height / 2 > picture[1] - 1 and -0.7 < y - size[1] < 0.2
    return any(
        2 * parts[edge] >= along
        for edge, along in (("left", size[1]), ("right", size[1]), ("top", size[0]), ("bottom", size[0]))
    )
