"""Boards whose lamps touch: squares of two colours without a gap, so that no region is one cell.

Where a cell and its neighbour differ there is an edge, and all edges lie on lines that are a step apart. So the numbers
of edges by column and by row of the picture (projection profiles) peak at multiples of the step. The board is the
largest rectangle of squares of two colours whose outline is an edge all around, or the picture's own. It must stand
upright.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import gcd, log
from typing import NamedTuple

from solvable.photo.glyphs import median
from solvable.photo.grid_detection import Lattice
from solvable.photo.homography import Homography
from solvable.photo.raster import Colour, Raster

EDGE_LEVELS = (14, 28, 56)  # differences of neighbouring pixels that count as an edge, the largest of three channels
PEAK_SHARE_MIN = 0.05  # of a line's pixels
PEAKS_MAX = 14  # per axis
STEP_MIN_PX, CELLS_MAX = 7.0, 32
ON_LINE_PX = 1.3  # how far from its line an edge may be, and
ON_LINE_STEPS = 0.03
FINER_GAIN_MIN = 0.12  # of all edges: what a finer step must explain more
ONE_COLOUR = 30.0  # sum of three differences between neighbours in a chain of like colours
UNIFORM_SHARE = 0.8  # of a square's samples are like their median
LINES_USED_MIN = 0.5  # of the lines between cells
SEAMS_MAX = 0.1  # of the neighbours of one colour
EXPLAINED_MIN = 0.7  # of the edges of the whole picture are on the lines
CELLS_BESIDE_MAX = 4  # squares of the board's colours elsewhere: another board, or a part of this one
OUTLINE_SHARE = 0.95  # of the outline is an edge
CELLS_MIN = 6

Profile = list[tuple[float, float]]  # places of edges, and how many there are


class _Lines(NamedTuple):
    """Lines a step apart in both directions: the place of the first one in each, and the share of edges on them."""

    step: float
    left: float
    top: float
    share: float


def touching(raster: Raster) -> Lattice | None:
    """Return the lattice of a board of lamps that touch, or None; `is_cut` if its outline is not an edge all around."""
    best: Lattice | None = None
    across, down = raster.across(), raster.down()
    for level in EDGE_LEVELS:
        table = bytes(int(step > level) for step in range(256))
        columns = _profile(across.translate(table), raster.width, raster.height)
        rows = _profile(_turned(down.translate(table), raster.width, raster.height), raster.height, raster.width)
        lines = _lines(columns, rows, raster)
        result = _board(raster, lines) if lines else None
        if result and (best is None or (not result.is_cut, result.area) > (not best.is_cut, best.area)):
            best = result
    return best


def _turned(mask: bytes, width: int, height: int) -> bytes:
    """Return the mask with rows as columns."""
    return b"".join(mask[column::width][:height] for column in range(width))


def _profile(mask: bytes, width: int, height: int) -> Profile:
    """Return the columns where edges pile up, as places from the left, and how many there are: the highest peaks."""
    counts = [mask[column::width].count(1) for column in range(width)]
    usual = median(counts)
    sums = [sum(counts[max(0, at - 1) : at + 2]) for at in range(width)]
    peaks = []
    for offset, total in enumerate(sums):
        is_top = total >= max(sums[max(0, offset - 2) : offset + 3]) and (offset < 1 or total > sums[offset - 1])
        if is_top and total > max(PEAK_SHARE_MIN * height, 4 * usual):
            near = range(max(0, offset - 1), min(width, offset + 2))
            peaks.append((1 + sum(index * counts[index] for index in near) / total, float(total)))
    return sorted(peaks, key=lambda peak: -peak[1])[:PEAKS_MAX]


def _lines(columns: Profile, rows: Profile, raster: Raster) -> _Lines | None:
    """Return the lines on which most of the edges are, at the largest step that explains them."""
    if len(columns) < 2 or len(rows) < 2:
        return None
    steps: dict[int, float] = {}  # by their logarithm: half a percent is no other step
    for profile in (columns, rows):
        for index, (one, _) in enumerate(profile):
            for other, _ in profile[:index]:
                for step in (abs(one - other) / parts for parts in range(1, 9)):
                    if step >= STEP_MIN_PX:
                        steps[round(200 * log(step))] = step
    scored = []
    for step in steps.values():
        if max(raster.width, raster.height) > CELLS_MAX * step or 2 * step > max(raster.width, raster.height):
            continue
        reach = max(ON_LINE_PX, ON_LINE_STEPS * step)
        chance = 2 * reach / step
        left, left_share = _phase(columns, step, reach)
        top, top_share = _phase(rows, step, reach)
        scored.append(
            (
                (left_share + top_share - 2 * chance) / (2 - 2 * chance),
                _Lines(step, left, top, (left_share + top_share) / 2),
            )
        )
    maximum = max((score for score, _ in scored), default=0.0)
    # half a step explains as many edges, and a few more by chance; twice the step only half of them
    large = [(score, lines) for score, lines in scored if score > maximum - FINER_GAIN_MIN]
    longest = max((lines.step for _, lines in large), default=0.0)
    near = [(score, lines) for score, lines in large if lines.step > 0.95 * longest]
    return max(near)[1] if near else None


def _phase(profile: Profile, step: float, reach: float) -> tuple[float, float]:
    """Return where the first line is that most edges are on, and their share of all."""
    total = sum(weight for _, weight in profile)
    offsets = sorted((place % step, weight) for place, weight in profile)
    offsets += [(offset + step, weight) for offset, weight in offsets]
    best, first, held, moment = (0.0, 0.0), 0, 0.0, 0.0
    for offset, weight in offsets:
        held, moment = held + weight, moment + weight * offset
        while offset - offsets[first][0] > 2 * reach:
            held, moment = held - offsets[first][1], moment - offsets[first][1] * offsets[first][0]
            first += 1
        if held > best[1]:
            best = moment / held % step, held
    return best[0], best[1] / total


def _board(raster: Raster, lines: _Lines) -> Lattice | None:
    """Return the largest rectangle of squares of two colours between the lines."""
    step, left, top, _ = lines
    slack = max(1.5, 0.03 * step)  # the picture's own edge is a line too
    left, top = (start - step if start - step >= -slack else start for start in (left, top))
    width, height = int((raster.width + slack - left) / step), int((raster.height + slack - top) / step)
    if min(width, height) < 2:
        return None
    colours = [
        _square(raster, left + column * step, top + row * step, step)
        for row in range(height)
        for column in range(width)
    ]
    classes = _classes(colours)
    pairs = Counter(
        (min(classes[cell], classes[other]), max(classes[cell], classes[other]))
        for cell in range(len(classes))
        for other, is_there in ((cell + 1, (cell + 1) % width), (cell + width, cell + width < len(classes)))
        if is_there
    )
    best: Lattice | None = None
    mixed = sorted((pair for pair in pairs if 0 <= pair[0] < pair[1]), key=lambda pair: -pairs[pair])
    for pair in mixed[:3]:
        x, y, w, h = largest_rectangle([each in pair for each in classes], width)
        inside = {classes[row * width + column] for row in range(y, y + h) for column in range(x, x + w)}
        rows = [classes[row * width + x : row * width + x + w] for row in range(y, y + h)]
        blocks = _blocks(rows)
        rows = [row[::blocks] for row in rows[::blocks]]
        w, h, side = w // blocks, h // blocks, blocks * step
        if min(w, h) < 2 or w * h < CELLS_MIN or len(inside) < 2:
            continue
        corner = left + x * step, top + y * step
        where = Homography(side, 0.0, corner[0] + side / 2, 0.0, side, corner[1] + side / 2, 0.0, 0.0)
        places = frozenset((column, row) for row in range(h) for column in range(w))
        if _seams(raster, where, w, h) > SEAMS_MAX:
            continue  # a gap or a line between cells of one colour
        is_cut = (
            _lines_used(rows) < LINES_USED_MIN  # the step may be a part of the true one
            or len({*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)}) == 1  # a frame
            or lines.share < EXPLAINED_MIN  # there is something else in squares
            or sum(each in pair for each in classes) - w * h * blocks**2 >= CELLS_BESIDE_MAX
            or _outline(raster, where, w, h) < OUTLINE_SHARE
        )
        result = Lattice(w, h, where, places, places, (1.0, 1.0), 0.0, w * h * side**2, is_cut)
        if best is None or (not result.is_cut, result.area) > (not best.is_cut, best.area):
            best = result
    return best


def _blocks(rows: Sequence[Sequence[int]]) -> int:
    """Return the largest number b such that all is made of blocks of b × b equal cells: b steps are one cell's side."""
    changes = [column for row in rows for column in range(1, len(row)) if row[column] != row[column - 1]]
    changes += [row for row in range(1, len(rows)) if rows[row] != rows[row - 1]]
    return gcd(len(rows), len(rows[0]) if rows else 0, *changes)


def _lines_used(rows: Sequence[Sequence[int]]) -> float:
    """Return the share of the lines between cells along which some neighbours differ."""
    columns = [*zip(*rows, strict=True)]
    lines = [one != other for each in (rows, columns) for one, other in pairwise(each)]
    return sum(lines) / len(lines) if lines else 0.0


def _square(raster: Raster, left: float, top: float, side: float) -> Colour | None:
    """Return the colour of a square, or None if it has more than one."""
    places = [0.18 + 0.16 * part for part in range(5)]
    samples = [raster.at(left + x * side, top + y * side) for y in places for x in places]
    red, green, blue = (median(channel) for channel in zip(*samples, strict=True))
    like = sum(_apart(sample, (red, green, blue)) < 2 * ONE_COLOUR for sample in samples)
    return (red, green, blue) if like >= UNIFORM_SHARE * len(samples) else None


def _classes(colours: Sequence[Colour | None]) -> list[int]:
    """Return for each colour the number of its class, −1 for None: chains of like colours, as slow light makes them."""
    rounded = [colour and (round(colour[0] / 4), round(colour[1] / 4), round(colour[2] / 4)) for colour in colours]
    classes = dict.fromkeys((each for each in rounded if each), -1)
    count = 0
    for start in classes:
        if classes[start] >= 0:
            continue
        classes[start], stack = count, [start]
        while stack:
            r, g, b = stack.pop()
            for other, result in classes.items():
                if result < 0 and 4 * (abs(r - other[0]) + abs(g - other[1]) + abs(b - other[2])) < ONE_COLOUR:
                    classes[other] = count
                    stack.append(other)
        count += 1
    return [classes[each] if each else -1 for each in rounded]


def largest_rectangle(mask: Sequence[bool], width: int) -> tuple[int, int, int, int]:
    """Return the column, row, width and height of the largest rectangle of cells that are in the mask."""
    best = 0, 0, 0, 0
    heights = [0] * width
    for row in range(len(mask) // width):
        heights = [heights[column] + 1 if mask[row * width + column] else 0 for column in range(width)]
        for column in range(width):
            low = heights[column]
            for end in range(column, width):
                low = min(low, heights[end])
                if not low:
                    break
                if low * (end - column + 1) > best[2] * best[3]:
                    best = column, row - low + 1, end - column + 1, low
    return best


def _seams(raster: Raster, where: Homography, width: int, height: int) -> float:
    """Return between how many of the neighbours of one colour there is another one, as a share."""
    pairs = seams = 0
    for row in range(height):
        for column in range(width):
            one = raster.at(*where(column, row))
            for right, down in ((1, 0), (0, 1)):
                if column + right >= width or row + down >= height:
                    continue
                if _apart(one, raster.at(*where(column + right, row + down))) < ONE_COLOUR:
                    pairs += 1
                    seams += any(
                        _apart(one, _crossing(raster, where, column, row, right, position)) > ONE_COLOUR
                        for position in (-1, 0, 1)
                    )
    return seams / pairs if pairs else 0.0


def _crossing(raster: Raster, where: Homography, column: int, row: int, right: int, at: int) -> Colour:
    """Return the colour along the line between a cell and the next one to the right or below, or just beside it."""
    across = 0.5 + 0.02 * at
    along = (-0.3, -0.15, 0.0, 0.15, 0.3)
    places = [(column + across, row + each) if right else (column + each, row + across) for each in along]
    red, green, blue = (
        median(channel) for channel in zip(*(raster.at(*where(*place)) for place in places), strict=True)
    )
    return red, green, blue


def _apart(one: Colour, other: Colour) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) + abs(one[2] - other[2])


def _outline(raster: Raster, where: Homography, width: int, height: int) -> float:
    """Return the least share of a side of the board along which there is an edge, or the picture ends."""
    shares = []
    for axis, length, depth in ((0, height, width), (1, width, height)):
        for end, outwards in ((-0.5, -1), (depth - 0.5, 1)):
            count = 0.0
            for cell in range(length):
                inner, outer = end - 0.2 * outwards, end + 0.12 * outwards
                (x, y), (u, v) = ((inner, cell), (outer, cell)) if axis == 0 else ((cell, inner), (cell, outer))
                place = where(u, v)
                is_outside = not (0 < place[0] < raster.width and 0 < place[1] < raster.height)
                one, other = raster.at(*where(x, y)), raster.at(*place)
                count += is_outside or _apart(one, other) > ONE_COLOUR
            shares.append(count / length)
    return min(shares)
