"""The twin of `tiles.ids.taken`: tiles drawn from the unused ones by their ranks, in n log n steps."""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import jit


@jit
def take(ranks: Any, count: int, out: Any) -> None:
    """Set out[i] to the number of rank ranks[i] among those of 0 .. count − 1 that are not taken yet, and take it.

    `out` has count entries; those after the ranks get the numbers that are left, ascending.
    """
    top = 1
    while 2 * top <= count:
        top *= 2
    tree = np.empty(count + 1, np.int32)  # Fenwick's: entry i counts the unused of the last i & −i numbers up to i
    for i in range(count + 1):
        tree[i] = i & -i
    is_taken = np.zeros(count, np.bool_)
    for i in range(ranks.size):
        left, at, half = ranks[i], 0, top
        while half:
            if at + half <= count and tree[at + half] <= left:
                at += half
                left -= tree[at]
            half //= 2
        out[i] = at
        is_taken[at] = True
        place = at + 1
        while place <= count:
            tree[place] -= 1
            place += place & -place
    made = ranks.size
    for number in range(count):
        if not is_taken[number]:
            out[made] = number
            made += 1
