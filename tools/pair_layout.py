"""How the features of the pair model are laid out, for what learns its parameters and for tests.

The kernels have the same numbers in `pair_terms.hpp` and `pairs.cpp`.
"""

from itertools import accumulate
from math import prod

COORDINATE_CLASSES = 5  # of a coordinate
CELL_CLASSES = COORDINATE_CLASSES**2
KINDS = CELL_CLASSES**2  # classes of home and cell
SHIFTS, WIDE_SHIFTS = 7**2, 13**2  # u as T1 and T2 have it, as TU does
NEAR = 11**2  # v
RADICES = {  # of the digits of each feature's raw index
    "T1": (7, 7, 7, 7, 11, 11),
    "T2": (7, 7, 9, 9, 11, 11),
    "T3": (5,) * 8,
    "TU": (5, 5, 13, 13),
    "TB": (5, 5, 5, 5, 11, 11),
}
FIRST = dict(zip(RADICES, [0, *accumulate(map(prod, RADICES.values()))], strict=False))
"""The first raw index of each kind of feature."""


def line_class(x: int, n: int) -> int:
    """Return the class of a coordinate on a side of n: 0 first, 1 second, 2 middle, 3 last but one, 4 last."""
    return 0 if x == 0 else 4 if x == n - 1 else 1 if x == 1 else 3 if x == n - 2 else 2
