"""Checks by a search of its own that no state of a two-colour puzzle needs more presses than claimed.

Let F[g] be, for some presses, how many of the buttons of column g (in a basis of the quiet patterns) are not pressed
less how many are. The members of their coset weigh (buttons − F̂(u))/2, F̂(u) = Σ F[g] (−1)^(g·u), so the lightest
weighs more than `bound` where F̂(u) ≤ M = buttons − 2 (bound + 1) at every u. Averaged over the u that agree on a space
W of columns, F̂ is the transform of the sums within W alone: that is ≤ M as well. Columns are placed one after another,
each with all its sums; what is too large on some space of placed columns is dropped. Nothing left proves the claim. A
button in no quiet pattern is pressed. Seconds for the boards of 9, 16 and 29.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from random import Random

from solvable.core.errors import require

COLUMNS = 160  # different ones
ROWS = 1 << 17  # of sums that are left after a column
SPACES = 8  # looked at after each column
MEMBERS_MAX = 64  # members of such a space


def is_excluded(columns: Iterable[int], bound: int) -> bool:
    """Return whether no state needs more than `bound` presses, as the search shows; False if it is too long."""
    require("numpy")
    import numpy as np

    counts = Counter(columns)
    maximum = counts.total() + counts.pop(0, 0) - 2 * (bound + 1)
    if len(counts) > COLUMNS:
        return False
    placed, span, rng, sums = list[int](), {0}, Random(0), np.zeros((1, 0), np.int16)
    for column in _ordered(counts):
        # the presses of a coset may be chosen so that the sums of independent columns are not negative
        minimum = -counts[column] if column in span else counts[column] % 2
        span |= {column ^ other for other in span}
        choices = np.arange(minimum, counts[column] + 1, 2, dtype=np.int16)
        sums = np.hstack([np.repeat(sums, choices.size, axis=0), np.tile(choices, len(sums))[:, None]])
        placed.append(column)
        for space in _spaces(placed, counts.keys(), rng):
            held = [(index, space.index(each)) for index, each in enumerate(placed) if each in space]
            places, at = np.array(held).T
            signs = 1 - 2 * (np.bitwise_count(at[:, None] & np.arange(len(space))) & 1).astype(np.float32)
            sums = sums[(sums[:, places].astype(np.float32) @ signs).max(axis=1) <= maximum]
        if not 0 < len(sums) <= ROWS:
            return not len(sums)
    return False


def _ordered(counts: Counter[int]) -> list[int]:
    """Return the columns in an order that soon completes lines and planes of them, odd and rare ones first."""
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
    """Return spaces that hold the last placed column and none that is still to come, those of many columns first.

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
