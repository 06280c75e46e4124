"""The table of what each slide adds to the value of the pair model, for each name on each cell.

A slide of tile t between cell a and the cell to its right (d = 0) or below (d = 1) has row (2·a + d)·names + t; the
gains of the names on cell q are line q of the row, stored as `base.chosen` asks: 16 bits each.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import chosen
from solvable.kernels.base.jit import jit
from solvable.kernels.base.sizes import GROUP

Array = NDArray[Any]
place_of: Any = chosen.place_of


@jit
def write_gain(line: Array, j: int, gain: Any) -> None:
    """Write the gain of name j into its line."""
    at = np.int64(place_of(np.uint64(j)))
    line[at] = gain & 255
    line[at + GROUP] = gain >> 8 & 255


@jit
def expand_slides(w: int, h: int, a: int, pair: Array, single: Array, slides: Array) -> None:
    """Fill slides[(2·a + d)·names + t, q·line : (q + 1)·line]: what the slide of tile t to cell a adds for names on q.

    The blank goes from a to the cell b to the right (d = 0) or below (d = 1). The way back, when t stands on a, adds
    the opposite. What t itself adds stands by t on b, with the opposite of the way back by t on a: they are equal.
    """
    n = w * h
    names = single.shape[1] // n
    line = slides.shape[1] // n
    for d in range(2):
        if (a % w == w - 1) if d == 0 else (a >= n - w):
            continue
        b = a + w if d else a + 1
        for t in range(names):
            after, before, here, there = pair[a * names + t], pair[b * names + t], single[a], single[b]
            gains = slides[(2 * a + d) * names + t]
            for q in range(n):
                for first in range(0, names, GROUP):
                    to = gains[q * line + 2 * first : q * line + 2 * first + 2 * GROUP]
                    for k in range(min(GROUP, names - first)):
                        x = q * names + first + k
                        gain = (np.int32(there[x]) - np.int32(here[x])) + (np.int32(after[x]) - np.int32(before[x]))
                        to[k] = gain & 255
                        to[GROUP + k] = gain >> 8 & 255
            own = np.int32(there[a * names + t]) - np.int32(here[b * names + t])
            for q in (a, b):
                write_gain(gains[q * line : (q + 1) * line], t, own)
