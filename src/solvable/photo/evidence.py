"""What speaks against a reading, measured on the picture: covered cells, a board that goes on, marks, uneven steps.

The board and what is around it are seen straight from above, some dozen samples a step. Cells of one class should look
alike all over, not only in their middle; the gaps between cells should look alike; and beyond the outer cells there
should be neither parts of further cells nor something that begins before the next cell would.
"""

import itertools
from collections.abc import Iterable, Sequence
from math import isnan, nan
from typing import NamedTuple

from solvable.photo.glyphs import median
from solvable.photo.grid_detection import SPARSE, Lattice, usual_step
from solvable.photo.homography import Point, fit
from solvable.photo.raster import Colour, Raster

SAMPLES_PER_STEP_MIN, SAMPLES_PER_STEP_MAX = 6, 12
SAMPLES_MAX = 40_000
MARGIN_STEPS = 1.25  # around the board
FACE_SHARE = 0.84  # of a cell's side: what is compared with its class, without the outline
GAP_WIDTH_MIN_STEPS = 0.04  # narrower gaps have no colour of their own,
GAP_WIDTH_MIN_PX = 4.0  # or share it with the cells beside
CLASS_SIZE_MIN = 3  # cells that make a template
TOUCHED_MIN = 18.0  # sum of three differences, around the board: less is light and noise,
TOUCHED_CLEAR = 1.5  # and so many times that is something else for certain
TOUCHED_ALONE = 2.8  # or so many times beyond one cell alone
FACES_APART = 50.0  # sum of three differences: faces of tiles in two colours
CONTRAST_MIN = 120.0  # sum of three differences of lit and off: hovering changes a colour by less
CELLS_MIN = 6
PLANE_SHARE = 0.6  # of the places around a board say what the others should look like
EDGE_NEAR, EDGE_FAR = 0.03, 0.25  # steps from the cells to the picture's edge
RINGS = 0.75, 1.0  # of the way
RING_NEAR_MIN, RING_FAR_MIN = 0.08, 0.2  # from so many steps beyond the cells to just within the next ones
RING_PARTS = (-0.28, -0.14, 0.0, 0.14, 0.28)  # of a step along a side
HALO_SIDES_MIN = 3
NO_COLOUR: Colour = (0.0, 0.0, 0.0)
SIDES = (0, 1, 2, 3)  # left, right, top, bottom
RELIEF_START, RELIEF_DEPTH_STEPS = 0.85, 0.2  # a part of the gap, and steps within the next cell: from there to there
RELIEF_SAMPLES = 10
STANDING_ALONE_MAX = 4  # cells of a side: beyond a longer one, one thing alone is a sign or a letter
RELIEF_SAMPLES_MIN = 2  # that must be like those of a cell, if so many are in the picture
RELIEF_PARTS, RELIEF_BESIDE_PARTS = (-0.2, -0.1, 0.0, 0.1, 0.2), (-0.03, 0.0, 0.03)  # of a step along a side
RELIEF_PAIRS_MAX = 24  # pairs of neighbours that say what a further cell looks like
RELIEF_MIN = 24.0  # sum of three differences, the mean of the samples: fainter cells are not told from noise
RELIEF_MISS_MAX = 0.4  # of the relief of a cell: how far another one may be from it,
RELIEF_WHOLE_MISS_MAX = 0.3  # and if it begins a little off its place


Cell = tuple[int, int]  # column and row
Relief = list[Colour]  # differences of colours, further and further beyond a cell


class Evidence(NamedTuple):
    """Doubts as numbers, each 0 if there is none.

    - `odd`: by how much the cell least like its class differs from it in a ninth of its face, as a part of the contrast
      between lit and off (lamps), beyond the usual difference; and `odd_cell`, which it is.
    - `hidden`: the same of the cells that no region was found for: they may be under something.
    - `tint`: by how much the hue of a cell differs from that of its class, as a part of the contrast: light and shade
      make colours brighter or darker, what lies over a cell gives it another hue.
    - `minority`: the largest share of a cell's face that looks like the other class.
    - `gaps`: by how much a gap between cells differs from the others, as a part of the contrast.
    - `goes_on`: the largest share of one side's cells beyond which a part of a further cell seems to stand.
    - `touched`: the largest share of one side's cells beyond which something begins before the next cell would.
    - `outside`: by how many steps the picture ends nearer to, or within, the cells on one side than on another.
    - `uneven`: by how much a step between neighbouring columns or rows differs most from the usual one, in steps.
    - `skipped`: by how much the cells fill one direction less than the other: every second row may be hidden.
    - `faint`: how little lit and off differ, from 0 (`CONTRAST_MIN`) to 1 (not at all).
    - `few`: how many cells are missing to `CELLS_MIN`: four squares may be anything; twice that if they stand far
      apart, as they may be every second one.
    - `side`: the side with the most doubt about its end (0 left, 1 right, 2 top, 3 bottom).
    """

    odd: float = 0.0
    odd_cell: int = 0
    hidden: float = 0.0
    tint: float = 0.0
    minority: float = 0.0
    gaps: float = 0.0
    goes_on: float = 0.0
    touched: float = 0.0
    outside: float = 0.0
    uneven: float = 0.0
    skipped: float = 0.0
    faint: float = 0.0
    few: int = 0
    side: int = 0


NO_DOUBT = Evidence()


class Plan:
    """The board from above, `density` samples a step, with a margin around it; None outside the picture."""

    def __init__(self, raster: Raster, lattice: Lattice) -> None:
        self.step = step = min(lattice.step((lattice.width - 1) / 2, (lattice.height - 1) / 2))
        self.width, self.height = lattice.width, lattice.height
        density = max(SAMPLES_PER_STEP_MIN, min(SAMPLES_PER_STEP_MAX, round(step)))
        area = (self.width + 2 * MARGIN_STEPS) * (self.height + 2 * MARGIN_STEPS)
        while density > SAMPLES_PER_STEP_MIN and density**2 * area > SAMPLES_MAX:
            density -= 1
        where = lattice.where
        self.raster, self.where = raster, where
        while step > 2 * density and min(raster.width, raster.height) > 64:  # means of pixels, not single ones
            self.raster, self.where = raster, where
            raster, where, step = raster.halved(), where.scaled(0.5), step / 2
        self.density = density
        self.margin = round(MARGIN_STEPS * density)
        self.columns, self.rows = (size * density + 2 * self.margin for size in (self.width, self.height))
        self.colours: list[Colour | None] = []
        for j in range(self.rows):
            y = (j + 0.5 - self.margin) / density - 0.5
            for i in range(self.columns):
                u, v = where((i + 0.5 - self.margin) / density - 0.5, y)
                is_inside = 0 <= u <= raster.width and 0 <= v <= raster.height
                self.colours.append(raster.at(u, v) if is_inside else None)

    def box(self, left: float, top: float, right: float, bottom: float) -> list[Colour]:
        """Return the samples in a box (in steps from the middle of the first cell), at least one row and column."""
        columns, rows = self._range(left, right), self._range(top, bottom)
        samples = (
            self.colours[j * self.columns + i]
            for j in rows
            if 0 <= j < self.rows
            for i in columns
            if 0 <= i < self.columns
        )
        return [colour for colour in samples if colour is not None]

    def size(self, left: float, top: float, right: float, bottom: float) -> int:
        """Return how many samples a box has, those outside the picture too."""
        return len(self._range(left, right)) * len(self._range(top, bottom))

    def _range(self, start: float, end: float) -> range:
        first = round((start + 0.5) * self.density) + self.margin
        last = round((end + 0.5) * self.density) + self.margin
        if last <= first:
            first = int((start + end + 1) / 2 * self.density) + self.margin
            last = first + 1
        return range(first, last)

    def at(self, column: float, row: float) -> Colour | None:
        """Return the colour at a place (in steps from the middle of the first cell), None outside the picture."""
        u, v = self.where(column, row)
        is_inside = 0 <= u <= self.raster.width and 0 <= v <= self.raster.height
        return self.raster.at(u, v) if is_inside else None

    def face(self, column: int, row: int, share: tuple[float, float]) -> list[Colour] | None:
        """Return the samples of the middle of a cell, `share` of a step wide and high; None if some are outside."""
        a, b = share[0] / 2, share[1] / 2
        columns, rows = self._range(column - a, column + a), self._range(row - b, row + b)
        result = self.box(column - a, row - b, column + a, row + b)
        return result if len(result) == len(columns) * len(rows) else None


def mean(colours: Iterable[Colour]) -> Colour:
    """Return the mean colour; raise ValueError of none."""
    red, green, blue = (sum(channel) / len(channel) for channel in zip(*colours, strict=True))
    return red, green, blue


def middle(colours: Sequence[Colour]) -> Colour:
    """Return the median colour, channel by channel; raise ValueError of none."""
    red, green, blue = (median(channel) for channel in zip(*colours, strict=True))
    return red, green, blue


def apart(one: Colour, other: Colour) -> float:
    """Return how far two colours are apart, the sum of three differences."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) + abs(one[2] - other[2])


def gathered(
    raster: Raster,
    lattice: Lattice,
    cells: Sequence[int] | None,
    faces: Sequence[Colour],
    contrast: float,
    blank: int | None = None,
) -> Evidence:
    """Return the evidence against a reading.

    `cells` are the lamps' states (None: tiles), `faces` each cell's colour; `blank` is the cell without a tile.
    """
    plan = Plan(raster, lattice)
    odd, odd_cell, hidden, minority = _looks(plan, lattice, cells, faces, contrast) if cells else (0.0, 0, 0.0, 0.0)
    goes_on = _goes_on(raster, lattice, cells or _classes(faces))
    touched = _touched(plan, lattice, cells, blank)
    worst = max(SIDES, key=lambda side: max(goes_on[side], touched[side]))
    return Evidence(
        odd,
        odd_cell,
        hidden,
        _tint(cells, faces, contrast) if cells else 0.0,
        minority,
        _gaps(plan, lattice, cells, contrast),
        max(goes_on),
        max(touched),
        _outside(raster, lattice),
        _uneven(lattice),
        skipped=1 - min(lattice.side) / max(lattice.side),
        faint=max(0.0, 1 - contrast / CONTRAST_MIN),
        few=max(0, CELLS_MIN - len(faces)) * (2 if lattice.side[0] * lattice.side[1] < SPARSE else 1),
        side=worst,
    )


def _classes(faces: Sequence[Colour]) -> list[int]:
    """Return for each cell the number of its colour, of tiles: a new one if no earlier one is like it."""
    colours: list[Colour] = []
    classes = []
    for face in faces:
        near = next(
            (position for position, colour in enumerate(colours) if apart(face, colour) < FACES_APART), len(colours)
        )
        if near == len(colours):
            colours.append(face)
        classes.append(near)
    return classes


def _looks(
    plan: Plan, lattice: Lattice, cells: Sequence[int], faces: Sequence[Colour], contrast: float
) -> tuple[float, int, float, float]:
    """Return how odd the oddest cell looks, which it is, the oddest one that was not found, the largest minority."""
    share = FACE_SHARE * min(lattice.side[0], 1), FACE_SHARE * min(lattice.side[1], 1)
    seen = [plan.face(cell % plan.width, cell // plan.width, share) for cell in range(len(cells))]
    sizes = {len(face) for face in seen if face}
    if len(sizes) != 1 or None in seen:
        return 1.0, next((cell for cell, face in enumerate(seen) if face is None), 0), 0.0, 0.5
    off = [
        [(r - face[0], g - face[1], b - face[2]) for r, g, b in samples or ()]
        for samples, face in zip(seen, faces, strict=True)
    ]
    members = [[cell for cell, value in enumerate(cells) if value == state] for state in (0, 1)]
    count = sizes.pop()
    templates = [
        [middle([off[cell][sample] for cell in group]) for sample in range(count)]
        if len(group) >= CLASS_SIZE_MIN
        else None
        for group in members
    ]
    plain = [(0.0, 0.0, 0.0)] * count
    own = [templates[state] or templates[1 - state] or plain for state in (0, 1)]
    usual = [middle([faces[cell] for cell in group]) if group else (0.0, 0.0, 0.0) for group in members]
    side = round(count**0.5)
    oddness, minority = [], 0.0
    for cell, state in enumerate(cells):
        misses = [apart(sample, wanted) for sample, wanted in zip(off[cell], own[state], strict=True)]
        oddness.append(_largest_ninth(misses, side) / contrast)
        other = usual[1 - state]
        a, b, c = usual[state]
        like_other = 0
        for (r, g, b_), (i, j, k), (x, y, z) in zip(seen[cell] or (), own[state], own[1 - state], strict=True):
            like_other += apart((r, g, b_), (a + i, b + j, c + k)) > apart(
                (r, g, b_), (other[0] + x, other[1] + y, other[2] + z)
            )
        minority = max(minority, like_other / count)
    worst = max(range(len(cells)), key=oddness.__getitem__)
    usual_oddness = median(oddness)
    unseen = [
        each for cell, each in enumerate(oddness) if divmod(cell, plan.width)[::-1] not in lattice.found
    ]  # fmt: skip
    hidden = max(0.0, max(unseen, default=0.0) - usual_oddness)
    return oddness[worst] - usual_oddness, worst, hidden, minority


def _tint(cells: Sequence[int], faces: Sequence[Colour], contrast: float) -> float:
    """Return how far a cell's colour is at most from that of its class, made as bright as the cell is."""
    worst = 0.0
    for state in (0, 1):
        colours = [face for face, value in zip(faces, cells, strict=True) if value == state]
        if len(colours) < CLASS_SIZE_MIN:
            continue
        r, g, b = middle(colours)
        for colour in colours:
            share = sum(colour) / max(1.0, r + g + b)
            worst = max(worst, apart(colour, (share * r, share * g, share * b)))
    return worst / contrast


def _largest_ninth(values: Sequence[float], side: int) -> float:
    """Return the largest mean of the nine parts of a square of values."""
    if side * side != len(values) or side < 3:
        return sum(values) / len(values)
    cuts = [0, side // 3, side - side // 3, side]
    means = []
    for top, bottom in itertools.pairwise(cuts):
        for left, right in itertools.pairwise(cuts):
            part = [value for row in range(top, bottom) for value in values[row * side + left : row * side + right]]
            means.append(sum(part) / len(part))
    return max(means)


def _gaps(plan: Plan, lattice: Lattice, cells: Sequence[int] | None, contrast: float) -> float:
    """Return by how much one gap between two cells differs from the others between two cells of the same states."""
    worst = 0.0
    for axis in (0, 1):
        gap = 1 - lattice.side[axis]
        if gap < GAP_WIDTH_MIN_STEPS or gap * plan.step < GAP_WIDTH_MIN_PX:
            continue
        half = max(0.2 * gap, 0.3 / plan.density)
        seen: dict[int, list[Colour]] = {}
        for row in range(plan.height - axis):
            for column in range(plan.width - 1 + axis):
                x, y = (column, row + 0.5) if axis else (column + 0.5, row)
                a, b = (0.2, half) if axis else (half, 0.2)
                samples = plan.box(x - a, y - b, x + a, y + b)
                states = 0
                if cells:
                    here = row * plan.width + column
                    states = 2 * cells[here] + cells[here + (plan.width if axis else 1)]
                if samples:
                    seen.setdefault(states, []).append(mean(samples))
        for colours in seen.values():
            if len(colours) >= CLASS_SIZE_MIN:
                usual = middle(colours)
                misses = sorted(apart(colour, usual) for colour in colours)
                worst = max(worst, (misses[-1] - misses[len(misses) // 2]) / contrast)
    return worst


def _goes_on(raster: Raster, lattice: Lattice, classes: Sequence[int]) -> list[float]:
    """Return for each side the share of its cells beyond which a part of a further cell seems to stand.

    What the next cell of a class would look like there is known from inside the board, as relief: how far the colours
    beyond a cell's edge are from those beside them, at the gap between two columns or rows. So a faint cell on black is
    seen as well as a bright one, and outlines, shades and blur are what they are. What is beyond a cell without a next
    one (its light, its blur) is known from the one of two opposite sides with less relief. The first samples alone may
    be those of a cell, as the picture may end or a cover begin there.
    """
    reliefs = [_reliefs(raster, lattice, side) for side in SIDES]

    def own(cell: Cell) -> int:
        return classes[cell[1] * lattice.width + cell[0]]

    bare: dict[tuple[int, int], list[Relief]] = {}  # by class and axis
    for side, (outer, _) in zip(SIDES, reliefs, strict=True):
        for state in set(classes):
            hands = [hand for cell, both in outer.items() if own(cell) == state for hand in both]
            if hands:
                relief = [middle(colours) for colours in zip(*hands, strict=False)]
                bare.setdefault((state, side // 2), []).append(relief)
    flat = [NO_COLOUR] * RELIEF_SAMPLES
    minimum = {key: min(both, key=_height) if len(both) == 2 else flat for key, both in bare.items()}
    results = []
    for side, (outer, inner) in zip(SIDES, reliefs, strict=True):
        seen: dict[tuple[int, int], list[Relief]] = {}  # by the classes of a cell and of the next one
        for (here, beyond), both in inner.items():
            seen.setdefault((own(here), own(beyond)), []).extend(both)
        usual = {pair: [middle(colours) for colours in zip(*each, strict=False)] for pair, each in seen.items()}
        standing = 0
        for cell, both in outer.items():
            state = own(cell)
            looks = [look for (one, other), look in usual.items() if one == state or (state, other) not in usual]
            standing += any(all(_is_like(each, look, minimum[state, side // 2]) for each in both) for look in looks)
        length = len(_outer(lattice, side))
        results.append(standing / length if standing > 1 or length < STANDING_ALONE_MAX else 0.0)
    return results


def _reliefs(
    raster: Raster, lattice: Lattice, side: int
) -> tuple[dict[Cell, list[Relief]], dict[tuple[Cell, Cell], list[Relief]]]:
    """Return the reliefs beyond the cells of a side, and those between neighbours in the direction of that side."""
    gap = 1 - lattice.side[side // 2]
    if gap < GAP_WIDTH_MIN_STEPS:
        return {}, {}  # `_touched` sees what is there
    start, end = RELIEF_START * gap, gap + RELIEF_DEPTH_STEPS
    distances = [start + (position + 0.5) * (end - start) / RELIEF_SAMPLES for position in range(RELIEF_SAMPLES)]
    outer = {cell: _relief(raster, lattice, side, cell, distances) for cell in _outer(lattice, side)}
    inner = {pair: _relief(raster, lattice, side, pair[0], distances) for pair in _neighbours(lattice, side)}
    return {cell: both for cell, both in outer.items() if both}, {pair: both for pair, both in inner.items() if both}


def _outer(lattice: Lattice, side: int) -> list[Cell]:
    """Return the columns and rows of the cells along a side."""
    axis = side // 2
    last = ((lattice.width, lattice.height)[axis] - 1) * (side % 2)
    return [(along, last) if axis else (last, along) for along in range((lattice.height, lattice.width)[axis])]


def _neighbours(lattice: Lattice, side: int) -> list[tuple[Cell, Cell]]:
    """Return pairs of cells, the second one next to the first in the direction of a side: those nearest to it."""
    axis, outwards = side // 2, 1 if side % 2 else -1
    depth = (lattice.width, lattice.height)[axis]
    pairs = []
    for layer in range(1, depth):
        for column, row in _outer(lattice, side):
            x, y = (column, row - outwards * layer) if axis else (column - outwards * layer, row)
            pairs.append(((x, y), (x, y + outwards) if axis else (x + outwards, y)))
    return pairs[:RELIEF_PAIRS_MAX]


def _relief(raster: Raster, lattice: Lattice, side: int, cell: Cell, distances: Sequence[float]) -> list[Relief] | None:
    """Return how far the colours at distances (in steps) beyond a cell's edge are from those half a step beside it.

    One list for each hand; it ends with the picture. None if no distance is in the picture.
    """
    axis, outwards = side // 2, 1 if side % 2 else -1
    hands: list[Relief] = [[], []]
    for distance in distances:
        beyond = outwards * (lattice.side[axis] / 2 + distance)

        def colour(parts: Sequence[float], beyond: float = beyond) -> Colour | None:
            places = [
                lattice.where(*((cell[0] + part, cell[1] + beyond) if axis else (cell[0] + beyond, cell[1] + part)))
                for part in parts
            ]
            if not all(0 <= x <= raster.width and 0 <= y <= raster.height for x, y in places):
                return None
            return mean(raster.at(x, y) for x, y in places)

        r, g, b = colour(RELIEF_PARTS) or (nan, nan, nan)
        for hand, middle_ in zip(hands, (-0.5, 0.5), strict=True):
            x, y, z = colour([middle_ + part for part in RELIEF_BESIDE_PARTS]) or (nan, nan, nan)
            hand.append((r - x, g - y, b - z))
        if isnan(sum(sum(hand[-1]) for hand in hands)):
            hands = [hand[:-1] for hand in hands]
            break
    return hands if hands[0] else None


def _height(relief: Relief) -> float:
    return sum(apart(colour, NO_COLOUR) for colour in relief) / max(1, len(relief))


def _is_like(relief: Relief, look: Relief, bare: Relief) -> bool:
    """Whether a relief is rather that of a further cell than that without one: all of it, or its beginning alone.

    In the latter case nothing follows: the picture ends there, or a cover begins, which is beside the cell too.
    """
    missed = there = 0.0
    begins, minimum, is_begun = -1, min(RELIEF_SAMPLES_MIN, len(relief)), False
    for count, (one, other, without) in enumerate(zip(relief, look, bare, strict=False), 1):
        missed, there = missed + apart(one, other), there + apart(other, without)
        if begins < 0 and count >= minimum and there > RELIEF_MIN * count:
            begins, is_begun = count, missed < RELIEF_MISS_MAX * there
    if begins < 0:
        return False
    height = there / min(len(relief), len(look), len(bare))
    is_whole = missed < (RELIEF_MISS_MAX if is_begun else RELIEF_WHOLE_MISS_MAX) * there
    return is_whole or (is_begun and _height(relief[begins:]) < RELIEF_MISS_MAX * height)


def _touched(plan: Plan, lattice: Lattice, cells: Sequence[int] | None, blank: int | None) -> list[float]:
    """Return for each side the share of its cells beyond which something lies where the next cell would begin.

    Around the board there is one colour, or as many as a frame has, each as far from the cells on all sides, but for a
    slow change of light. Two rings are looked at: a line, or a frame whose edge is one pixel off, is on one of them.
    """
    inner, outer = (_ring(plan, lattice, distance, cells, blank) for distance in _distances(lattice))
    foreign: dict[int, list[float]] = {side: [] for side in SIDES}
    for side, cell in inner.keys() & outer.keys():
        if (minimum := min(inner[side, cell], outer[side, cell])) > 1:
            foreign[side].append(minimum)
    results = []
    for side, each in foreign.items():
        length = (plan.height, plan.width)[side // 2]
        is_sign = len(each) == 1 and length >= STANDING_ALONE_MAX and each[0] < TOUCHED_ALONE  # a letter, faintly
        results.append(0.0 if is_sign else sum(min((one - 1) / (TOUCHED_CLEAR - 1), 1.0) for one in each) / length)
    return results


def _distances(lattice: Lattice) -> list[tuple[float, float]]:
    """Return how far the two rings are beyond the cells across and along, in steps."""
    gaps = 1 - lattice.side[0], 1 - lattice.side[1]
    ends = [(max(RING_NEAR_MIN, 0.5 * gap + 0.03), max(RING_FAR_MIN, gap + 0.1)) for gap in gaps]
    across, along = ([near + part * (far - near) for part in RINGS] for near, far in ends)
    return [*zip(across, along, strict=True)]


def _ring(
    plan: Plan, lattice: Lattice, distance: tuple[float, float], cells: Sequence[int] | None, blank: int | None
) -> dict[tuple[int, int], float]:
    """Return how foreign the picture is beside each outer cell, by side and place along it: more than 1 is foreign."""
    keys: list[tuple[int, int]] = []
    places: list[Point] = []
    samples: list[list[Colour]] = []
    states: list[int] = []
    for side in SIDES:
        axis = side // 2
        last = ((plan.width, plan.height)[axis] - 1) * (side % 2)
        outwards = 1 if side % 2 else -1
        beyond = last + outwards * (lattice.side[axis] / 2 + distance[axis])
        for along in range((plan.height, plan.width)[axis]):
            x, y = (along, last) if axis else (last, along)
            seen = [plan.at(*((along + part, beyond) if axis else (beyond, along + part))) for part in RING_PARTS]
            inside = [colour for colour in seen if colour]
            if len(inside) == len(seen) and blank != y * plan.width + x:
                keys.append((side, along))
                places.append((x, y))
                samples.append(inside)
                states.append(cells[y * plan.width + x] if cells else 0)
    if len(places) <= 3:
        return {}
    usual = middle([middle(inside) for inside in samples])
    # words let the ground be seen between their letters, what covers cells does not
    colours = [sorted(inside, key=lambda colour: apart(colour, usual))[1] for inside in samples]
    off = _from_plane(places, colours)
    for state in set(states):  # the light that lit lamps throw on the ground is the same beside each of them
        own = [position for position, each in enumerate(states) if each == state]
        r, g, b = _halo([(keys[at][0], off[at]) for at in own])
        for index in own:
            off[index] = off[index][0] - r, off[index][1] - g, off[index][2] - b
    misses = [apart(colour, NO_COLOUR) for colour in off]
    minimum = max(TOUCHED_MIN, 5 * _noise([(side, miss) for (side, _), miss in zip(keys, misses, strict=True)]))
    return {key: miss / minimum for key, miss in zip(keys, misses, strict=True)}


def _noise(misses: Sequence[tuple[int, float]]) -> float:
    """Return the usual one of what sides miss; the next to largest of their own, if one long side raises that."""
    sides: dict[int, list[float]] = {}
    for side, miss in misses:
        sides.setdefault(side, []).append(miss)
    usual = sorted(sorted(each)[(len(each) - 1) // 2] for each in sides.values())
    return min([median([miss for _, miss in misses]), *usual[-2:-1]])


def _halo(lights: Iterable[tuple[int, Colour]]) -> Colour:
    """Return the weakest light of those beside each side; none if it is seen on too few to be told from a cover."""
    sides: dict[int, list[Colour]] = {}
    for side, colour in lights:
        sides.setdefault(side, []).append(colour)
    usual = [middle(colours) for colours in sides.values()]
    return min(usual, key=lambda colour: apart(colour, NO_COLOUR)) if len(usual) >= HALO_SIDES_MIN else NO_COLOUR


def _from_plane(places: Sequence[Point], colours: Sequence[Colour]) -> list[Colour]:
    """Return how far each colour is from the plane through most of them: light changes slowly over a picture."""
    r, g, b = middle(colours)
    off = [(red - r, green - g, blue - b) for red, green, blue in colours]
    keep: list[int] = []
    for _ in range(4):
        misses = [apart(each, NO_COLOUR) for each in off]
        best = sorted(range(len(places)), key=misses.__getitem__)[: max(4, int(PLANE_SHARE * len(places)))]
        if best == keep:
            break
        keep = best
        points = [places[index] for index in keep]
        # an affine map from places to colours; 1 is added since a map into 0 alone has no scale
        one = fit(points, [(colours[index][0] + 1, colours[index][1] + 1) for index in keep], is_flat=True)
        two = fit(points, [(colours[index][2] + 1, colours[index][2] + 1) for index in keep], is_flat=True)
        if one is None or two is None:
            break  # all in one line
        off = [
            (r + 1 - one(*place)[0], g + 1 - one(*place)[1], b + 1 - two(*place)[0])
            for place, (r, g, b) in zip(places, colours, strict=True)
        ]
    return off


def _outside(raster: Raster, lattice: Lattice) -> float:
    """Return by how many steps the picture ends nearer to the cells, or within them, on one side than on another.

    A board that is cropped to its cells all around is whole; one that ends in its cells on one side is cut off.
    """
    step = min(lattice.step((lattice.width - 1) / 2, (lattice.height - 1) / 2))
    distances = []
    for side in SIDES:
        axis, outwards = side // 2, 1 if side % 2 else -1
        last = ((lattice.width, lattice.height)[axis] - 1) * (side % 2)
        edge = last + outwards * lattice.side[axis] / 2
        places = range((lattice.height, lattice.width)[axis])
        pixels = [lattice.where(*((cell, edge) if axis else (edge, cell))) for cell in places]
        distances.append(min(min(u, raster.width - u, v, raster.height - v) for u, v in pixels) / step)
    nearest = min(distances)
    return min(EDGE_FAR, max(distances)) - nearest if nearest < EDGE_NEAR else 0.0


def _uneven(lattice: Lattice) -> float:
    """Return by how much a step between neighbouring lines differs most from the usual one, in steps."""
    return max(
        (
            abs(after - before - usual_step(shifts))
            for shifts in lattice.shifts
            for before, after in itertools.pairwise(shifts)
            if not isnan(before + after)
        ),
        default=0.0,
    )
