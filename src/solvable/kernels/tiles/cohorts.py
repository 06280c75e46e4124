"""The layout of a pattern table: masks ranked, blank regions, cohorts, and the moves between cohorts.

Legend: a board of w columns and n cells; a pattern of k tiles occupies a *mask* of k cells; the *region* is the set of
free cells that the blank can reach without moving a tile of the pattern; mask and region make a *cohort*.
Masks are ranked in increasing order by two look-ups, `high[mask >> low_bits] + low[mask & low_mask]`. The cohort of
a mask's largest region bears the mask's rank; the other regions have numbers from the number of masks on, those
of one mask in a row. Within a cohort the k! orders of the tiles, read in cell order, are ranked lexicographically.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits
from solvable.kernels.base.jit import inline, jit

popcount: Any = bits.popcount
trailing_zeros: Any = bits.trailing_zeros

Words = NDArray[np.uint64]
Ranks = NDArray[np.uint32]
Ranking = tuple[Ranks, Ranks, Ranks, Words]
"""The arrays high, low, first, found, of one size of pattern or of several, one after the other."""

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)


@inline
def flood(seed: Any, free: Any, w: Any, left: Any, right: Any) -> Any:
    """Return the cells of `free` connected to `seed`; `left` and `right` are all cells but the last/first column."""
    region = seed
    while True:
        grown = region | ((region & left) << ONE) | ((region & right) >> ONE) | (region << w) | (region >> w)
        grown &= free
        if grown == region:
            return region
        region = grown


@jit
def ranks(n: int, k: int, low_bits: int, high: Ranks, low: Ranks) -> None:
    """Fill `high` and `low` so that their sum ranks the masks of k of n cells in increasing order."""
    choose = np.zeros((n + 2, n + 2), np.int64)
    for i in range(n + 1):
        choose[i, 0] = 1
        for j in range(1, i + 1):
            choose[i, j] = choose[i - 1, j - 1] + choose[i - 1, j]
    seen = np.zeros(n + 2, np.uint32)
    for word in range(low.size):
        ones = popcount(np.uint64(word))
        low[word] = seen[ones]
        seen[ones] += np.uint32(1)
    total = 0
    for word in range(high.size):
        high[word] = total
        rest = k - np.int64(popcount(np.uint64(word)))
        if 0 <= rest <= low_bits:
            total += choose[low_bits, rest]


@jit
def regions(w: int, n: int, k: int, masks: Words, first: Ranks, found: Words) -> int:
    """List the cohorts and return how many there are.

    masks[r]: the r-th mask; first[r]: the number of its first further region (first[r+1] ends them);
    found[c]: the region of cohort c. With an empty `found` only `masks` and `first` are filled.
    """
    full = (ONE << np.uint64(n)) - ONE
    left, right = full, full
    for cell in range(n):
        if cell % w == 0:
            right &= ~(ONE << np.uint64(cell))
        if cell % w == w - 1:
            left &= ~(ONE << np.uint64(cell))
    extra = masks.size
    mask = (ONE << np.uint64(k)) - ONE
    for r in range(masks.size):
        masks[r] = mask
        first[r] = extra
        free = full & ~mask
        best = ZERO
        while free:
            region = flood(free & (~free + ONE), free, np.uint64(w), left, right)
            free &= ~region
            if best == ZERO:
                best = region
                continue
            if popcount(region) > popcount(best):
                best, region = region, best
            if found.size:
                found[extra] = region
            extra += 1
        if found.size:
            found[r] = best
        smallest = mask & (~mask + ONE)  # the next mask with as many bits
        ripple = mask + smallest
        mask = ripple | (((mask ^ ripple) >> TWO) >> trailing_zeros(smallest))
    first[masks.size] = extra
    return extra


@inline
def mask_rank(mask: Any, at: Any, places: Any, ranking: Any) -> Any:
    """Return the rank of a mask; places[at + 2 : at + 6] = low_bits, and where its size begins in the four arrays."""
    low_bits = places[at + np.uint64(2)]
    upper = np.uint64(ranking[0][places[at + np.uint64(3)] + (mask >> low_bits)])
    return upper + np.uint64(ranking[1][mask & ((ONE << low_bits) - ONE)])


@inline
def region(r: Any, blank: Any, at: Any, places: Any, ranking: Any) -> Any:
    """Return the number of the cohort of the r-th mask whose region holds the cell `blank`."""
    here, c = places[at + np.uint64(5)], r
    if ((np.uint64(ranking[3][here + c]) >> blank) & ONE) == ZERO:
        c = np.uint64(ranking[2][places[at + np.uint64(4)] + c])
        while ((np.uint64(ranking[3][here + c]) >> blank) & ONE) == ZERO:
            c += ONE
    return c


@inline
def cohort(mask: Any, blank: Any, at: Any, places: Any, ranking: Any) -> Any:
    """Return the number of the cohort of `mask` whose region holds the cell `blank`."""
    return region(mask_rank(mask, at, places, ranking), blank, at, places, ranking)


@inline
def beside(p: Any, b: Any, w: Any) -> Any:
    """Return whether two cells are neighbours."""
    across = abs(p % w - b % w)
    down = abs(p // w - b // w)
    return across + down == 1


@inline
def step(mask: Any, p: Any, b: Any) -> Any:
    """Return the mask after a tile moves from cell p to cell b, and the tile's place in the order before and after."""
    gone = mask ^ (ONE << p)
    return gone | (ONE << b), popcount(mask & ((ONE << p) - ONE)), popcount(gone & ((ONE << b) - ONE))


@jit
def dense(masks: Words, first: Ranks, found: Words, table: NDArray[np.uint16]) -> None:
    """Fill table[mask * 16 + blank] with the cohort, for boards to 16 cells."""
    for r in range(masks.size):
        at = masks[r] << np.uint64(4)
        for i in range(first[r + 1] - first[r] + 1):
            c = r if i == 0 else np.int64(first[r]) + i - 1
            region = found[c]
            while region:
                table[at | trailing_zeros(region)] = c
                region &= region - ONE


@jit
def edges(
    w: int, n: int, k: int, places: Words, ranking: Ranking, masks: Words, start: Ranks, target: Ranks, turn: Any
) -> int:
    """List every pattern move: from cohort c, edges start[c]:start[c+1] lead to `target`; return their number.

    turn = -1 where the order of the tiles stays, else from_index * k + to_index (see `transitions`).
    """
    first, found = ranking[2], ranking[3]
    count = 0
    r = 0
    for c in range(found.size):
        start[c] = count
        if c < masks.size:
            r = c
        else:
            if c == masks.size:
                r = 0
            while first[r + 1] <= c:
                r += 1
        mask = masks[r]
        rest = mask
        while rest:
            p = trailing_zeros(rest)
            rest &= rest - ONE
            here = np.int64(p)
            for side in range(4):
                there = here + (w, -w, 1, -1)[side]
                if there < 0 or there >= n or (side > 1 and there // w != here // w):
                    continue
                b = np.uint64(there)
                if ((found[c] >> b) & ONE) == ZERO:
                    continue
                after, source, place = step(mask, p, b)
                target[count] = cohort(after, p, ZERO, places, ranking)
                turn[count] = -1 if source == place else np.int64(source) * k + np.int64(place)
                count += 1
    start[found.size] = count
    return count


@inline
def ranked(order: Any, k: Any) -> Any:
    """Return the lexicographic rank of an order of 0..k−1."""
    rank, used = np.int64(0), ZERO
    for i in range(k):
        bit = ONE << np.uint64(order[i])
        rank = rank * (k - i) + order[i] - np.int64(popcount(used & (bit - ONE)))
        used |= bit
    return rank


@jit
def transitions(order: NDArray[np.int64], moved: NDArray[np.int64], table: NDArray[np.uint16]) -> None:
    """Fill table[(i * k + j) * k! + q], the rank of order q after its i-th tile is taken out and put back as the j-th.

    The orders are visited in their sequence, from `order` = 0 … k−1, by the classical step to the next permutation;
    `moved` is for scratch. Loops, since numba takes three seconds to compile the copying of a slice.
    """
    k = order.size
    size = table.size // (k * k)
    for q in range(size):
        for i in range(k):
            for j in range(k):
                for a in range(k):
                    moved[a] = order[a]
                side = 1 if j > i else -1
                for a in range(i, j, side):
                    moved[a] = moved[a + side]
                moved[j] = order[i]
                table[(i * k + j) * size + q] = ranked(moved, k)
        rise = k - 2
        while rise >= 0 and order[rise] > order[rise + 1]:
            rise -= 1
        if rise < 0:
            return
        swap = k - 1
        while order[swap] < order[rise]:
            swap -= 1
        order[rise], order[swap] = order[swap], order[rise]
        low, high = rise + 1, k - 1
        while low < high:
            order[low], order[high] = order[high], order[low]
            low, high = low + 1, high - 1
