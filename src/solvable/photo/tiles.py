"""The numbers on a board of tiles, and how sure they are: a board is a permutation, so each number is read once.

Each cell says how unlikely every number is there (minus the logarithm of its probability, by the digits that are seen).
The cheapest assignment of numbers to cells is the reading; what the best exchange of two of them would cost more is how
sure it is. A board is not believed where more than one cell shows something else than what it is given.
"""

from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from solvable.photo.assignment import assigned, margin
from solvable.photo.digits import probabilities
from solvable.photo.glyphs import Patch, Piece, differences, median, pieces, strength

FLOOR = 14.0  # the cost of a number that is not what is seen
INK_MIN = 40.0  # the sum of three differences: fainter ink is noise
NUMBERS = 36  # those that are looked for where a board's size is not known yet
FAINT = 0.34  # of the usual ink: a cell with less is blank
LITTLE = 200  # a 1 in thin strokes covers more than that part of a cell, if not a fiftieth
CLEAR = 0.5  # a cell whose best number costs less is not looked at again
THIN = 0.62  # of the ink: what is ink where strokes are thin
JOINED = 0.72  # of the ink: what is ink where two digits touch
BROKEN = 1.0  # what it costs where ink beside the digits is left out
CUTS = 3  # places where two digits that touch may be cut
READ = 3.0  # a cell whose best number costs more is not read


class Numbers(NamedTuple):
    """The numbers of the cells, 0 the blank; how sure they are; and which cells got theirs only as what is left."""

    cells: tuple[int, ...]
    confidence: float
    unread: tuple[int, ...]


def read(patches: Sequence[Patch]) -> Numbers | None:
    """Return the numbers that the cells show, or None if they do not look like tiles."""
    fields = [differences(patch) for patch in patches]
    strengths = [strength(field) for field in fields]
    usual = median(strengths)
    if usual < INK_MIN:
        return None
    count = len(patches)
    costs, plain = [], []
    for field, ink, patch in zip(fields, strengths, patches, strict=True):
        little = 0.0 if ink > FAINT * usual else strength(field, LITTLE)
        level = max(ink, little) if max(ink, little / 2) > FAINT * usual else 0.0
        row, best = _read(field, patch.side, level, count)
        costs.append(row)
        plain.append(best)
    if sum(bool(best) and best < READ for best in plain) < max(2, 0.7 * (count - 1)):
        return None
    cells = assigned(costs)
    paid = [row[number] for row, number in zip(costs, cells, strict=True)]
    unread = tuple(cell for cell, cost in enumerate(paid) if cost > READ)
    against = sum(cost > READ > best for cost, best in zip(paid, plain, strict=True))
    sureness = 1 / (1 + exp(-min(margin(costs, cells), 30.0)))
    return Numbers(tuple(cells), sureness * 0.5 ** (max(0, len(unread) - 1) + against), unread)


def usual_ink(patches: Sequence[Patch]) -> float:
    """Return how strong the ink of most cells is, 0 if it is noise."""
    usual = median([strength(differences(patch)) for patch in patches])
    return usual if usual >= INK_MIN else 0.0


def shows_number(patch: Patch, usual: float) -> bool:
    """Whether a cell shows a number, whichever that is, in ink that is not much weaker than the usual."""
    field = differences(patch)
    ink = strength(field)
    return usual > 0 and ink > FAINT * usual and 0 < _read(field, patch.side, ink, NUMBERS)[1] < READ


def _read(field: Sequence[float], side: int, ink: float, count: int) -> tuple[list[float], float]:
    """Return the cost of each number in a cell, and that of any number at all; `glyphs` is how strong its ink is, or 0.

    If nothing is clear, thin strokes are looked for, which fainter ink joins, and blurred digits, which only the
    strongest ink tells apart.
    """
    costs, minimum = _told(pieces(field, side, ink) if ink else [], side, count)
    if ink and not 0 < minimum <= CLEAR:
        for result in (pieces(field, side, THIN * ink), pieces(field, side, ink, least=JOINED)):
            others, other = _told(result, side, count)
            if other:
                costs = [min(pair) for pair in zip(costs, others, strict=True)] if minimum else others
                minimum = min(minimum, other) if minimum else other
    return costs, minimum


def _told(found: Sequence[Piece], side: int, count: int) -> tuple[list[float], float]:
    """Return the costs that these pieces make, more where some of them that seem to be of digits are left out."""
    seen = _seen(found, side)
    costs, least = _costs(seen, count)
    if seen:
        top, bottom = min(piece.top for piece in seen), max(piece.top + piece.height for piece in seen)
        left_out = [
            piece
            for piece in found
            if piece not in seen
            and top - 1 <= piece.top
            and piece.top + piece.height <= bottom + 1
            and piece.height > 0.2 * (bottom - top)
        ]
        if left_out:
            return [cost + BROKEN for cost in costs], least + BROKEN
    return costs, least


def _seen(found: Sequence[Piece], side: int) -> list[Piece]:
    """Return the pieces that are digits of one number: about as high as the highest, and beside each other."""
    high = [piece for piece in found if piece.height > 0.2 * side]
    if not high:
        return []
    # marks in the corners are left out: digits stand near the middle
    tallest = max(high, key=lambda piece: piece.height - abs(2 * piece.top + piece.height - side))
    top, bottom = tallest.top, tallest.top + tallest.height
    return [
        piece
        for piece in high
        if piece.height > 0.6 * tallest.height
        and min(bottom, piece.top + piece.height) - max(top, piece.top) > 0.6 * tallest.height
    ]


def _costs(seen: Sequence[Piece], count: int) -> tuple[list[float], float]:
    """Return the cost of each number from 0 (the blank) in a cell with these pieces, and that of any number at all."""
    if not seen:
        return [0.0] + [FLOOR] * (count - 1), 0.0
    ways = [seen]
    if len(seen) <= 3:
        for index, piece in enumerate(seen):
            if piece.width > 0.85 * piece.height:
                ways += [[*seen[:index], *halves, *seen[index + 1 :]] for halves in _cuts(piece)]
    costs, minimum = [FLOOR] * count, FLOOR
    for way in ways:
        if len(way) > 3:
            continue
        priced = [[-log(probability) for probability in probabilities(piece)] for piece in way]
        extra = 0.5 * (len(way) - len(seen))
        minimum = min(minimum, extra + sum(min(piece[:10]) for piece in priced))
        for number in range(10 ** (len(way) - 1) if len(way) > 1 else 0, min(count, 10 ** len(way))):
            cost = sum(piece[int(digit)] for piece, digit in zip(priced, str(number), strict=True))
            costs[number] = min(costs[number], cost + extra)
    return costs, max(minimum, 1e-9)


def _cuts(piece: Piece) -> list[list[Piece]]:
    """Return the two parts of a wide piece, cut where the ink is least; and where it is next to least, beside that."""
    columns = [sum(row[index] for row in piece.values) for index in range(piece.width)]
    first, last = int(0.3 * piece.width), int(0.7 * piece.width)
    if first < 1 or last >= piece.width - 1:
        return []
    cuts: list[int] = []
    for column in sorted(range(first, last + 1), key=columns.__getitem__):
        if len(cuts) < CUTS and all(abs(column - cut) > 1 for cut in cuts):
            cuts.append(column)
    parts = [
        [_trimmed([row[:cut] for row in piece.values]), _trimmed([row[cut + 1 :] for row in piece.values])]
        for cut in cuts
    ]
    return [[part for part in pair if part] for pair in parts if all(pair)]


def _trimmed(values: list[list[float]]) -> Piece | None:
    """Return a piece without the empty rows and columns around it."""
    rows = [position for position, row in enumerate(values) if max(row, default=0) >= 0.5]
    columns = [index for index in range(len(values[0])) if max(row[index] for row in values) >= 0.5]
    if not rows or not columns:
        return None
    inner = [row[columns[0] : columns[-1] + 1] for row in values[rows[0] : rows[-1] + 1]]
    return Piece(columns[0], rows[0], len(inner[0]), len(inner), 0, inner)
