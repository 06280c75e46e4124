"""Checks, by an independent search, that no state of a two-colour puzzle needs more presses than claimed.

For given presses, let F[g] be the number of buttons of column g (in a basis of the quiet patterns) that are not pressed
minus the number that are. The members of their coset weigh (buttons − F̂(u))/2, F̂(u) = Σ F[g] (−1)^(g·u), so the
lightest weighs more than `bound` if F̂(u) ≤ M = buttons − 2 (bound + 1) for every u. Averaged over the u that agree on
a space W of columns, F̂ is the transform of the sums within W alone, so that is ≤ M as well. Columns are placed one
after another, each with all its possible sums; rows whose transform is too large on some space of placed columns are
dropped. If no row remains, the claim is proved. A button in no quiet pattern is pressed. All rows are processed
together: the sums of a column are one long integer, 16 bits a row. The boards of sides 9 and 16 take tenths of a
second.
"""

import sys
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import compress
from random import Random

COLUMNS = 160  # different columns
ROWS = 1 << 17  # rows of sums that remain after a column
SPACES = 8  # spaces tested after each column
MEMBERS_MAX = 64  # members of such a space
BITS, ZERO = 16, 1 << 14  # bits of a sum; the offset added to store it as a positive number
TOTAL_MAX = 4000  # buttons, so that sums and their differences fit


def is_excluded(columns: Iterable[int], bound: int) -> bool:
    """Return whether the search shows that no state needs more than `bound` presses; False if it takes too long."""
    counts = Counter(columns)
    maximum = counts.total() + counts.pop(0, 0) - 2 * (bound + 1)
    maximum = max(-TOTAL_MAX - 1, min(maximum, TOTAL_MAX))  # limits beyond which no sum or every sum exceeds it
    if len(counts) > COLUMNS or counts.total() > TOTAL_MAX:
        return False
    placed, span, rng, rows, sums = list[int](), {0}, Random(0), 1, list["array[int]"]()
    for column in _ordered(counts):
        # the presses of a coset can be chosen so that the sums of independent columns are not negative
        minimum = -counts[column] if column in span else counts[column] % 2
        span |= {column ^ other for other in span}
        choices = range(minimum, counts[column] + 1, 2)
        sums = [each * len(choices) for each in sums]
        sums.append(array("H", [ZERO + choice for choice in choices for _ in range(rows)]))
        placed.append(column)
        keep = _keep(sums, placed, _spaces(placed, counts.keys(), rng), maximum)
        sums = [array("H", compress(each, keep)) for each in sums]
        rows = len(sums[0])
        if not 0 < rows <= ROWS:
            return not rows
    return False


def _keep(
    sums: Sequence["array[int]"], placed: Sequence[int], spaces: Sequence[Sequence[int]], maximum: int
) -> Sequence[int]:
    """Return, for each row, whether the transform of its sums is at most the maximum everywhere on every space."""
    rows = len(sums[0])
    ones = int.from_bytes(array("H", [1]) * rows, sys.byteorder)
    # Adding the offset later undoes the borrows
    packed = [int.from_bytes(each, sys.byteorder) - ZERO * ones for each in sums]
    fits = within = ZERO * ones  # one bit for each row
    for space in spaces:
        values, half = [packed[placed.index(each)] if each in placed else 0 for each in space], 1
        while half < len(values):
            for low in range(len(values)):
                if not low & half:
                    a, b = values[low], values[low | half]
                    values[low], values[low | half] = a + b, a - b
            half *= 2
        for value in values:
            fits &= (ZERO + maximum) * ones - value
    return array("H", (fits & within).to_bytes(2 * rows, sys.byteorder))


def _ordered(counts: Counter[int]) -> list[int]:
    """Return the columns in an order that completes lines and planes early, those with odd and small counts first."""
    remaining, ordered, lines, planes = set(counts), list[int](), Counter[int](), Counter[int]()
    while remaining:
        best = min(remaining, key=lambda c: (-2 * lines[c] - planes[c], counts[c] % 2 == 0, counts[c], c))
        remaining.remove(best)
        sums = [best ^ other for other in ordered]
        lines.update(sums)
        planes.update([each ^ third for each, second in zip(sums, ordered, strict=True)
                       for third in ordered if third != second])  # fmt: skip
        ordered.append(best)
    return ordered


def _spaces(placed: Sequence[int], columns: Collection[int], rng: Random) -> list[list[int]]:
    """Return spaces that contain the last placed column and no column to come, those with the most columns first.

    Member i of a space is the sum of the members 2^j for the bits j of i.
    """
    here, results = set(placed), dict[frozenset[int], list[int]]()
    for _ in range(4 * SPACES):
        space = [0, placed[-1]]
        for column in rng.sample(placed, len(placed)):
            grown = [column ^ other for other in space]
            if column not in space and all(each in here or each not in columns for each in grown):
                space += grown
            if len(space) == MEMBERS_MAX:
                break
        results[frozenset(space)] = space
    return sorted(results.values(), key=lambda space: -len(here.intersection(space)))[:SPACES]
