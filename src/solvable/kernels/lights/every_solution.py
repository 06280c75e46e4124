"""The fewest presses of boards of one two-colour puzzle, every solution weighed; twin of `lights.fewest.gray_code`.

One solution is a sum of table entries, one for every `group` cells (`tables`, `stride` words an entry): the presses, 0
at the pivots of the quiet patterns, and from bit `presses` on a residual that is 0 where the board is solvable. Up to
2^4 solutions are compared one by one; else the transform of `walsh` weighs all of them: `base` is its input for no
presses at all, in 32 lanes, and a pressed button of column `keys[button]` changes it by −2·H. Bit i of an index
adds the quiet pattern i of `quiet`, the last one having the first pivot, so the least index of the lightest is the
lexicographically least solution.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits, lamps, vectors
from solvable.kernels.base.jit import inline, jit

Array = NDArray[Any]
popcount: Any = bits.popcount
trailing_zeros: Any = bits.trailing_zeros
bytes_above: Any = lamps.bytes_above
bytes_above_32: Any = lamps.bytes_above_32
write_bits: Any = lamps.write_bits
write_bits_32: Any = lamps.write_bits_32
xor_words: Any = lamps.xor_words
add_multiple: Any = vectors.add_multiple
butterflies: Any = vectors.butterflies
butterfly: Any = vectors.butterfly
highest_lanes: Any = vectors.highest_lanes
lanes_at_least: Any = vectors.lanes_at_least
LANES = 32
DIRECT = 4  # quiet patterns up to which solutions are compared one by one
UNSOLVABLE, NO_BOARD = -1, -2
SIZES = 5  # words of a plan


@inline
def _word(states: Array, start: int, size: int, least: int) -> Any:
    """Return the mask of those of states[start : start + size], at most 64, that are more than `least`."""
    found = np.uint64(0)
    if size <= 32 and start + 32 <= states.size:  # half as many bytes lie in one line of the cache more often
        found = bytes_above_32(states, start, np.uint8(least))
    elif start + 64 <= states.size:
        found = bytes_above(states, start, np.uint8(least))
    else:
        for place in range(size):
            if states[start + place] > least:
                found |= np.uint64(1) << np.uint64(place)
    return found if size >= 64 else found & ((np.uint64(1) << np.uint64(size)) - np.uint64(1))


@inline
def _needed(states: Array, start: int, cells: int, goal: Array, lamps: Array, lit: Array) -> Any:
    """Write which cells differ from the goal; return whether these bytes are a board."""
    wrong = np.uint64(0)
    for word in range(goal.size):
        size = cells - 64 * word
        lit[word] = _word(states, start + 64 * word, size, 0)
        wrong |= _word(states, start + 64 * word, size, 1) | (lit[word] & ~lamps[word])
        lit[word] ^= goal[word]
    return wrong == np.uint64(0)


@inline
def _look_up(lit: Array, tables: Array, groups: int, width: int, stride: int, total: Array) -> None:
    """Write the sum of the entries that the cells choose."""
    shift, mask = np.uint64(width), (np.uint64(1) << np.uint64(width)) - np.uint64(1)
    for word in range(total.size):
        total[word] = 0
    place, left, word = np.uint64(0), 0, 0
    for group in range(groups):
        if left == 0:
            place, left, word = lit[word], 64, word + 1
        entry = ((group << width) | np.int64(place & mask)) * stride
        place, left = place >> shift, left - width
        if stride >= 8:
            xor_words(total, tables, entry, stride)
        else:
            for each in range(stride):
                total[each] ^= tables[entry + each]


@inline
def _is_solvable(total: Array, presses: int) -> Any:
    """Return whether the residual, from bit `presses` on, is 0; it is cleared."""
    first, rest = presses >> 6, np.uint64(presses & 63)
    inside = (np.uint64(1) << rest) - np.uint64(1)
    left = np.uint64(0)
    for word in range(first, total.size):
        left |= total[word] & ~inside
        total[word] &= inside
        inside = np.uint64(0)
    return left == np.uint64(0)


@inline
def _write(presses: Array, start: int, size: int, end: int, word: Any) -> None:
    """Write a word's bits as bytes to presses[start : start + size], and others behind them, where later ones come.

    Nothing is written from presses[end] on.
    """
    if size <= 32 and start + 32 <= end:
        write_bits_32(presses, start, word)
    elif start + 64 <= end:
        write_bits(presses, start, word)
    else:
        for place in range(min(size, end - start)):
            presses[start + place] = (word >> np.uint64(place)) & np.uint64(1)


@inline
def _weight(total: Array) -> Any:
    weight = np.uint64(0)
    for word in range(total.size):
        weight += popcount(total[word])
    return np.int64(weight)


@inline
def _compare(total: Array, quiet: Array, rank: int) -> tuple[Any, Any]:
    """Return (how many are lightest, the least index of one), of at most 2^4."""
    best, index, count, stride = np.int64(_weight(total)), 0, 1, total.size
    for member in range(1, 1 << rank):
        weight = np.uint64(0)
        for word in range(stride):
            value = total[word]
            for row in range(rank):
                if member >> row & 1:
                    value ^= quiet[row * stride + word]
            weight += popcount(value)
        if np.int64(weight) < best:
            best, index, count = np.int64(weight), member, 0
        if np.int64(weight) == best:
            count += 1
    return count, index


@inline
def _turn(work: Array) -> None:
    """Transform over the bits beyond the lanes, four at a time as far as they go."""
    stride = LANES
    while 16 * stride <= work.size:
        for high in range(0, work.size, 16 * stride):
            for low in range(0, stride, LANES):
                butterflies(work, work, high + low, stride)
        stride *= 16
    while stride < work.size:
        for high in range(0, work.size, 2 * stride):
            for low in range(high, high + stride, LANES):
                butterfly(work, low, low + stride)
        stride *= 2


@inline
def _transform(total: Array, keys: Array, base: Array, signs: Array, work: Array) -> tuple[Any, Any]:
    """Return (how many are lightest, the least index of one), all weighed at once."""
    for place in range(work.size):
        work[place] = base[place]
    for word in range(total.size):
        left = total[word]
        while left:
            key = keys[64 * word + np.int64(trailing_zeros(left))]
            left &= left - np.uint64(1)
            if key:
                add_multiple(work, key & -LANES, signs, (key & (LANES - 1)) * LANES, np.int16(-2))
    _turn(work)
    best = highest_lanes(work, work.size)
    count, index = np.int64(0), np.int64(-1)
    for start in range(0, work.size, LANES):
        lanes = lanes_at_least(work, start, best)
        if lanes:
            if index < 0:
                index = start + np.int64(trailing_zeros(lanes))
            count += np.int64(popcount(lanes))
    return count, index


@inline
def _fewest(total: Array, quiet: Array, rank: int, keys: Array, base: Array, signs: Array, work: Array) -> Any:
    """Change a solution to the lexicographically least of the lightest; return how many are as light."""
    count, index = 1, 0
    if rank > DIRECT:
        count, index = _transform(total, keys, base, signs, work)
    elif rank:
        count, index = _compare(total, quiet, rank)
    stride = total.size
    for row in range(rank):
        if index >> row & 1:
            for word in range(stride):
                total[word] ^= quiet[row * stride + word]
    return count


@jit
def _solve(
    states: Array, board: int, sizes: tuple[int, int, int, int, int], goal: Array, lamps: Array, tables: Array,
    quiet: Array, keys: Array, base: Array, signs: Array, lit: Array, total: Array, work: Array,
) -> Any:  # fmt: skip
    """Write the fewest presses of a board to `total`; return how many solutions have as few, or what is wrong."""
    cells, presses, width, stride, rank = sizes
    if not _needed(states, board * cells, cells, goal, lamps, lit):
        return np.int64(NO_BOARD)
    _look_up(lit, tables, -(-cells // width), width, stride, total)
    if not _is_solvable(total, presses):
        return np.int64(UNSOLVABLE)
    return np.int64(_fewest(total, quiet, rank, keys, base, signs, work))


@jit
def _parts(plan: Array) -> tuple[tuple[int, int, int, int, int], Array, Array, Array, Array]:
    """Return what a plan has one after another: sizes, goal, lamps, tables, quiet patterns."""
    cells, presses, width = np.int64(plan[0]), np.int64(plan[1]), np.int64(plan[2])
    stride, rank = np.int64(plan[3]), np.int64(plan[4])
    words, quiet = (cells + 63) >> 6, plan.size - rank * stride
    goal, lamps = plan[SIZES : SIZES + words], plan[SIZES + words : SIZES + 2 * words]
    sizes: Any = cells, presses, width, stride, rank
    return sizes, goal, lamps, plan[SIZES + 2 * words : quiet], plan[quiet:]


@jit
def one(plan: Array, keys: Array, waves: Array, state: Array, found: Array) -> tuple[int, int]:
    """Write the buttons to press, ascending; return how many, and how many solutions have as few.

    The first number is −1 where the board has no solution, −2 where the bytes are no board. `plan` has cells, buttons,
    cells of a group, words of an entry, number of quiet patterns, then the masks of the goal and of the cells that
    exist, `tables` and `quiet`; `waves` has 32 · 32 signs and `base`.
    """
    sizes, goal, lamps, tables, quiet = _parts(plan)
    signs, base = waves[: LANES * LANES], waves[LANES * LANES :]
    stride, number = sizes[3], 0
    lit, total, work = np.empty(goal.size, np.uint64), np.empty(stride, np.uint64), np.empty(base.size, np.int16)
    count = _solve(state, 0, sizes, goal, lamps, tables, quiet, keys, base, signs, lit, total, work)
    if count < 0:
        return count, 0
    for word in range(stride):
        left = total[word]
        while left:
            found[number] = 64 * word + np.int64(trailing_zeros(left))
            left &= left - np.uint64(1)
            number += 1
    return number, count


@jit
def _are_bits(states: Array, start: int, end: int) -> Any:
    """Return whether no byte of states[start : end] is more than 1."""
    wrong, place = np.uint64(0), start
    while place + 64 <= end:
        wrong |= bytes_above(states, place, np.uint8(1))
        place += 64
    return wrong == np.uint64(0) and (place == end or _word(states, place, end - place, 1) == np.uint64(0))


@inline
def _sum_of_three(tables: Array, start: Any, lit: Any, shift: Any) -> Any:
    """Return the sum of the entries that the lowest cells choose in three tables from tables[start] on."""
    size = np.uint64(1) << shift  # places without a sign need no look whether they count from the end
    mask, second, third = size - np.uint64(1), start + size, start + size + size
    return (
        tables[start + (lit & mask)]
        ^ tables[second + (lit >> shift & mask)]
        ^ tables[third + (lit >> shift + shift & mask)]
    )


@jit
def _short(
    states: Array, first: int, last: int, sizes: tuple[int, int, int, int, int], goal: Any, lamps: Any, tables: Array,
    quiet: Array, presses: Array, lengths: Array,
) -> Any:  # fmt: skip
    """Do what `many` does for boards of one word with few quiet patterns."""
    cells, buttons, width, _, rank = sizes
    shift, inside, wrong = np.uint64(width), (np.uint64(1) << np.uint64(buttons)) - np.uint64(1), np.uint64(0)
    members = np.zeros(max(4, 1 << rank), np.uint64)  # four at least, so that these take no loop
    for member in range(1, 1 << rank):
        lowest = np.int64(trailing_zeros(np.uint64(member)))
        members[member] = members[member & (member - 1)] ^ quiet[lowest]
    three_tables = np.uint64(3) << shift
    triples = np.uint64(tables.size) // three_tables
    for board in range(first, last):  # two passes: what one keeps at hand does not fit into the registers
        lit = _word(states, board * cells, cells, 0)
        wrong |= lit & ~lamps
        lit ^= goal
        total, start = _sum_of_three(tables, np.uint64(0), lit, shift), three_tables
        for _ in range(1, np.int64(triples)):
            lit >>= shift + shift + shift
            total ^= _sum_of_three(tables, start, lit, shift)
            start += three_tables
        lengths[board] = np.int64(total)
    one, two, three, place_bits = members[1], members[2], members[3], np.uint64(DIRECT)
    for board in range(first, last):
        total = np.uint64(lengths[board])
        least = popcount(total) << place_bits  # the place below the weight: the first of the lightest
        least = min(least, popcount(total ^ one) << place_bits | np.uint64(1))
        least = min(least, popcount(total ^ two) << place_bits | np.uint64(2))
        least = min(least, popcount(total ^ three) << place_bits | np.uint64(3))
        for place in range(4, members.size):
            least = min(least, popcount(total ^ members[place]) << place_bits | np.uint64(place))
        is_solvable = total <= inside
        best = total ^ members[least & np.uint64((1 << DIRECT) - 1)]
        _write(presses, board * buttons, buttons, last * buttons, best if is_solvable else np.uint64(0))
        lengths[board] = np.int64(least >> place_bits) if is_solvable else UNSOLVABLE
    return wrong == np.uint64(0) and _are_bits(states, first * cells, last * cells)


@jit
def many(
    plan: Array, keys: Array, waves: Array, states: Array, first: int, last: int, presses: Array, lengths: Array
) -> Any:
    """Write the presses of boards first … last − 1, a byte 0 or 1 a button, and how many they are; −1 for unsolvable.

    Boards are bytes, one behind another. Returns False where one is no board.
    """
    sizes, goal, lamps, tables, quiet = _parts(plan)
    signs, base = waves[: LANES * LANES], waves[LANES * LANES :]
    buttons, stride, rank = sizes[1], sizes[3], sizes[4]
    if stride == 1 and rank <= DIRECT and buttons < 64:
        return _short(states, first, last, sizes, goal[0], lamps[0], tables, quiet, presses, lengths)
    lit, total, work = np.empty(goal.size, np.uint64), np.empty(stride, np.uint64), np.empty(base.size, np.int16)
    for board in range(first, last):
        count = _solve(states, board, sizes, goal, lamps, tables, quiet, keys, base, signs, lit, total, work)
        if count == NO_BOARD:
            return False
        if count == UNSOLVABLE:
            total[:] = 0
        lengths[board] = _weight(total) if count > 0 else UNSOLVABLE
        for word in range((buttons + 63) >> 6):
            _write(presses, board * buttons + 64 * word, buttons - 64 * word, last * buttons, total[word])
    return True
