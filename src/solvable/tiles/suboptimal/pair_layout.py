"""How the pair model's features, terms and tables are laid out in memory: what `pair_heuristic`, its tools and tests
must know.

The kernels have the same numbers in `kernels/cpp/tiles/pair_terms.hpp` and `pair_features.hpp`.
"""

from itertools import accumulate
from math import prod

COORDINATE_CLASSES = 5  # of a coordinate
CELL_CLASSES = COORDINATE_CLASSES**2
KINDS = CELL_CLASSES**2  # classes of home and cell
SHIFTS, WIDE_SHIFTS = 7**2, 13**2  # u as T1 and T2 ask it, as TU does
NEAR = 11**2  # v
RADICES = {  # of the digits of each feature's raw index
    "T1": (7, 7, 7, 7, 11, 11),
    "T2": (7, 7, 9, 9, 11, 11),
    "T3": (5,) * 8,
    "TU": (5, 5, 13, 13),
    "TB": (5, 5, 5, 5, 11, 11),
}
_ends = list(accumulate(map(prod, RADICES.values())))
FIRST = dict(zip(RADICES, [0, *_ends], strict=False))
"""The first raw index of each kind of feature."""
RAW_INDICES = _ends[-1]
TERMS = {
    "t1": SHIFTS**2 * NEAR, "t2": SHIFTS * NEAR**2, "t3": KINDS**2, "tu": CELL_CLASSES * WIDE_SHIFTS,
    "tb": NEAR * CELL_CLASSES * SHIFTS,
}  # fmt: skip
"""Sizes of the terms, by the names that the kernels' `PairTerms` has for them."""
PARAMETER_MAX = 2047  # a slide adds at most sixteen parameters a tile, or a move and four: int16 holds the sum
ENTRIES_PER_LOOKUP = 16  # entries of a table's line that are looked up together: low bytes, then high bytes
NO_SHIFT = 255  # as u of a tile that is missing


def line_bytes(names: int) -> int:
    """Return the bytes of a line of gains, 16 bits for each name, in the order of `kernels/cpp/base/byte_sums.hpp`."""
    return 2 * (-(-names // ENTRIES_PER_LOOKUP) * ENTRIES_PER_LOOKUP)


def line_class(x: int, n: int) -> int:
    """Return the class of a coordinate on a side of n: 0 first, 1 second, 2 middle, 3 last but one, 4 last."""
    return 0 if x == 0 else 4 if x == n - 1 else 1 if x == 1 else 3 if x == n - 2 else 2
