"""Permutations of a million: drawing them by ranks among what is unused, and counting their cycles.

The unused numbers are bits of words, under a Fenwick tree of how many each word has: it stays in the nearest cache.
"""

from typing import Any

import numpy as np

from solvable.kernels.base import bits
from solvable.kernels.base.jit import jit

popcount: Any = bits.popcount


@jit
def _selected(word: Any, rank: Any) -> int:
    """Return the place of the bit of this rank among those set in a word."""
    place, half = 0, 32
    while half:
        low: Any = np.int64(popcount(word & ((np.uint64(1) << np.uint64(half)) - np.uint64(1))))
        if rank >= low:
            rank -= low
            place += half
            word >>= np.uint64(half)
        half //= 2
    return place


@jit
def take(ranks: Any, count: int, out: Any) -> None:
    """Set out[i] to the number of rank ranks[i] among those of 0 .. count − 1 that are not taken yet, and take it.

    `out` has count entries; those after the ranks get the numbers that are left, ascending.
    """
    words, top = (count + 63) // 64, 1
    while 2 * top <= words:
        top *= 2
    tree = np.zeros(words + 1, np.int64)  # Fenwick's: entry i counts the unused in the last i & −i words up to i
    unused = np.full(words, ~np.uint64(0), np.uint64)
    if count % 64:
        unused[words - 1] = (np.uint64(1) << np.uint64(count % 64)) - np.uint64(1)
    for i in range(1, words + 1):
        tree[i] += np.int64(popcount(unused[i - 1]))
        above = i + (i & -i)
        if above <= words:
            tree[above] += tree[i]
    for i in range(ranks.size):
        left, at, half = ranks[i], 0, top
        while half:
            if at + half <= words and tree[at + half] <= left:
                at += half
                left -= tree[at]
            half //= 2
        bit = _selected(unused[at], left)
        unused[at] ^= np.uint64(1) << np.uint64(bit)
        out[i] = 64 * at + bit
        place = at + 1
        while place <= words:
            tree[place] -= 1
            place += place & -place
    made = ranks.size
    for number in range(count):
        if unused[number // 64] >> np.uint64(number % 64) & np.uint64(1):
            out[made] = number
            made += 1


@jit
def cycles(following: Any, at: Any, most: int) -> int:
    """Return how many cycles of the permutation `following` close within so many steps, fixed cells included.

    A step goes on from cell at[1] of the cycle that began at at[0], both 0 at first; at[0] is the size where all are
    counted. Cells gone through become −1 in `following`: it says what follows and what was seen in one look.
    """
    start, cell, found = at[0], at[1], 0
    for _ in range(most):
        if start == following.size:
            break
        after = following[cell]
        if after < 0:
            start += 1
            cell = start
        else:
            following[cell] = -1
            found += after == start
            cell = after
    at[0], at[1] = start, cell
    return found
