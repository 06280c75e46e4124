"""The search of `lights.fewest.parity_classes`: pairs of members of one colour, weighed on the other.

An index chooses rows of a class's basis, bit i for row i. What the chosen rows add to the cells of another class is the
sum of one table entry for each of its bytes: tables[byte, value] is a packed vector of `words` words.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits, vectors
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
Pair = tuple[NDArray[Any], NDArray[Any]]
popcount: Any = bits.popcount
trailing_zeros: Any = bits.trailing_zeros
near_lanes: Any = vectors.near_lanes
INDEX_BITS = 40
CHUNK = 128


@jit
def sort_by_deficit(found: Array, starts: Array, indices: Array) -> None:
    """Split the entries deficit << 40 | index of `found`: indices[starts[t] : starts[t + 1]] have deficit t.

    `starts`, zero on entry, has room for one more than the highest deficit + 1.
    """
    for entry in found:
        starts[(entry >> INDEX_BITS) + 1] += 1
    for deficit in range(1, starts.size):
        starts[deficit] += starts[deficit - 1]
    place = starts.copy()
    mask = (np.int64(1) << INDEX_BITS) - 1
    for entry in found:
        deficit = entry >> INDEX_BITS
        indices[place[deficit]] = entry & mask
        place[deficit] += 1


@jit
def _sum(index: int, tables: Array, out: Array) -> None:
    """Write the sum of the rows chosen by `index` to the packed vector `out`."""
    value = index & 255
    for word in range(out.size):
        out[word] = tables[0, value, word]
    for byte in range(1, tables.shape[0]):
        value = (index >> (8 * byte)) & 255
        for word in range(out.size):
            out[word] ^= tables[byte, value, word]


@jit
def _expand(chunk: Array, near: Array, far: Array, lanes_near: Array, rows_far: Array, scratch: Array) -> None:
    """Write what each index of the chunk adds to the near cells, in 16 lanes a group, and to the far cells, in rows."""
    for place in range(chunk.size):
        _sum(chunk[place], far, rows_far[place])
        _sum(chunk[place], near, scratch)
        start = (place // 16) * 16 * scratch.size + place % 16
        for word in range(scratch.size):
            lanes_near[start + 16 * word] = scratch[word]


@jit
def _distance(a: Array, b: Array) -> int:
    weight = np.uint64(0)
    for word in range(a.size):
        weight += popcount(a[word] ^ b[word])
    return int(weight)


@jit
def order_key(index: int, masks: Array) -> int:
    """Return the linear image of `index` whose bit i is the parity of index & masks[i]."""
    key = np.uint64(0)
    for place in range(masks.size):
        key |= (popcount(np.uint64(index) & masks[place]) & np.uint64(1)) << np.uint64(place)
    return int(key)


@jit
def _meet(
    total: int,
    least_other: int,
    lefts: Array,
    rights: Array,
    left_tables: Pair,
    right_tables: Pair,
    minima: tuple[int, int],
    shifts: tuple[int, int],
    masks: Array,
    answer: Array,
    found: Array,
) -> None:
    """Weigh every pair on the other colour; the lefts, expanded once, are best the fewer."""
    words, far_words = left_tables[0].shape[2], left_tables[1].shape[2]
    best, count, least = np.int64(answer[0]), np.int64(answer[1]), answer[2]
    lanes_near, rows_far = np.empty(CHUNK * words, np.uint64), np.empty((CHUNK, far_words), np.uint64)
    b_near, b_far, distances = np.empty(words, np.uint64), np.empty(far_words, np.uint64), np.empty(16, np.int64)
    for begin in range(0, lefts.size, CHUNK):
        chunk = lefts[begin : begin + CHUNK]
        _expand(chunk, left_tables[0], left_tables[1], lanes_near, rows_far, b_near)
        for b in rights:
            _sum(b, right_tables[0], b_near)
            is_far_known = False
            for group in range(0, chunk.size, 16):
                limit = best - total + minima[0]
                lanes = near_lanes(lanes_near, group * words, b_near, words, limit, distances)
                while lanes:
                    lane = np.int64(trailing_zeros(lanes))
                    lanes &= lanes - np.uint64(1)
                    if group + lane >= chunk.size:
                        break
                    if not is_far_known:
                        _sum(b, right_tables[1], b_far)
                        is_far_known = True
                    other = distances[lane] - minima[0] + _distance(rows_far[group + lane], b_far) - minima[1]
                    if least_other <= other <= best - total:
                        key = np.uint64(order_key(chunk[group + lane] << shifts[0] | b << shifts[1], masks))
                        if total + other < best:
                            best, count, least = np.int64(total + other), np.int64(0), key
                        if count < found.size:
                            found[count] = key
                        count += 1
                        least = min(least, key)
    answer[0], answer[1], answer[2] = best, count, least


@jit
def scan(
    total: int,
    first: int,
    last: int,
    least_other: int,
    left: Pair,
    right: Pair,
    left_tables: Pair,
    right_tables: Pair,
    minima: tuple[int, int],
    right_shift: int,
    masks: Array,
    answer: Array,
    found: Array,
) -> None:
    """Meet every pair of deficits (i, total − i), first ≤ i ≤ last, and weigh it on the other colour; update `answer`.

    `left` and `right` are (indices, starts) by deficit; the tables are those of the other colour's (near, far) class,
    whose members weigh at least `minima` there. `answer` is [best total deficit, how many members have it, the least
    key among them]. Members whose deficit on the other colour is below `least_other` are passed over. Keys of best
    members go to `found` while it has room.
    """
    for deficit in range(first, last + 1):
        lefts = left[0][left[1][deficit] : left[1][deficit + 1]]
        rights = right[0][right[1][total - deficit] : right[1][total - deficit + 1]]
        if lefts.size == 0 or rights.size == 0:
            continue
        one, two, shifts = left_tables, right_tables, (0, right_shift)
        if lefts.size > rights.size:
            lefts, rights = rights, lefts
            one, two, shifts = right_tables, left_tables, (right_shift, 0)
        _meet(total, least_other, lefts, rights, one, two, minima, shifts, masks, answer, found)
