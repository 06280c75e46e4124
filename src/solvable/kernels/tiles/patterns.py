"""Building a pattern table breadth-first, a whole cohort of 64-bit words at a time; checking it; reading a distance.

While it is built, the orders of one cohort lie side by side; in tables of boards beyond 16 cells the cohorts of one
order: a search stays with an order for many moves, and with masks near each other: half as many cache misses.

The distance h of a state counts moves of the pattern's tiles only. A move that keeps the tiles' order (60 % of them)
is a word-wise OR of one cohort into another; the others walk the set bits. Stored is the bit (h >> 1) & 1: a pattern
move changes h by exactly 1, so that bit tells up from down. Cost 5–8 ns a state; four bits a state while building.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits
from solvable.kernels.base.jit import inline, jit
from solvable.kernels.tiles.cohorts import Ranking, Ranks, Words, beside, cohort, step

popcount: Any = bits.popcount
trailing_zeros: Any = bits.trailing_zeros

Bytes = NDArray[np.uint8]
Turns = NDArray[np.uint16]
ZERO, ONE, TWO, THREE, SIX = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(6)
LOW6, LOW32 = np.uint64(63), np.uint64(0xFFFFFFFF)
ORDER, HEIGHT, LOST = np.uint64(40), np.uint64(56), np.uint64(255)


@inline
def scatter(row: Any, words: Any, source: Any, goal: Any, table: Any, current: Any, following: Any) -> Any:
    """Set in the cohort at `goal` the orders that `table[row :]` makes of those set in the cohort at `source`."""
    for i in range(words):
        word = current[source + i]
        while word:
            q = np.uint64(table[row + i * 64 + np.int64(trailing_zeros(word))])
            word &= word - ONE
            following[goal + np.int64(q >> SIX)] |= ONE << (q & LOW6)


@jit
def layer(
    depth: int,
    edges: tuple[Ranks, Ranks, NDArray[np.int16]],
    table: Turns,
    size: int,
    seen: Words,
    current: Words,
    following: Words,
    result: Words,
    live: Bytes,
    live_next: Bytes,
) -> int:
    """Expand the states `current` at distance `depth` - 1; return how many new ones `following` holds.

    Clears `current` and `live`, so that the caller swaps them with `following` and `live_next` for the next layer.
    """
    start, target, turn = edges
    words = (size + 63) // 64
    for c in range(live.size):
        if not live[c]:
            continue
        live[c] = 0
        for e in range(start[c], start[c + 1]):
            goal = np.int64(target[e]) * words
            live_next[target[e]] = 1
            if turn[e] < 0:
                for i in range(words):
                    following[goal + i] |= current[c * words + i]
            else:
                scatter(np.int64(turn[e]) * size, words, c * words, goal, table, current, following)
        current[c * words : c * words + words] = 0
    count = ZERO
    store = (depth >> 1) & 1
    for c in range(live.size):
        if not live_next[c]:
            continue
        new = ZERO
        for i in range(c * words, c * words + words):
            word = following[i] & ~seen[i]
            following[i] = word
            seen[i] |= word
            new += popcount(word)
            if store:
                result[i] |= word
        live_next[c] = new > 0
        count += new
    return int(count)


@jit
def verify_layer(
    depth: int,
    w: int,
    n: int,
    k: int,
    places: Words,
    ranking: Ranking,
    masks: Words,
    table: Turns,
    seen: Words,
    current: Words,
    following: Words,
    stored: Words,
) -> int:
    """Like `layer`, but derive the moves from the masks and compare with `stored`: −1 where it is wrong."""
    first, found = ranking[2], ranking[3]
    words = current.size // found.size
    for c in range(found.size):
        if not current[c * words : c * words + words].any():
            continue
        r = c if c < masks.size else np.int64(np.searchsorted(first, c, "right")) - 1
        for p in range(n):
            for b in range(n):
                if not beside(p, b, w) or not (masks[r] >> np.uint64(p)) & (found[c] >> np.uint64(b)) & ONE:
                    continue
                after, source, place = step(masks[r], np.uint64(p), np.uint64(b))
                to = np.int64(cohort(after, np.uint64(p), ZERO, places, ranking))
                row = np.int64(source * np.uint64(k) + place) * (table.size // (k * k))
                scatter(row, words, c * words, to * words, table, current, following)
    count = ZERO
    expected = ZERO - np.uint64((depth >> 1) & 1)
    for i in range(current.size):
        new = following[i] & ~seen[i]
        if (stored[i] ^ expected) & new:
            return -1
        seen[i] |= new
        following[i] = new
        current[i] = ZERO
        count += popcount(new)
    return int(count)


@inline
def turn_block(block: Any) -> None:
    """Turn 64 words of 64 bits: bit j of word i becomes bit i of word j."""
    size, low = 32, LOW32
    while size:
        for i in range(64):
            if not i & size:
                swapped = ((block[i] >> np.uint64(size)) ^ block[i + size]) & low
                block[i] ^= swapped << np.uint64(size)
                block[i + size] ^= swapped
        size >>= 1
        low ^= low << np.uint64(size)


@jit
def turned(rows: int, columns: int, source: Words, block: Words, target: Words) -> None:
    """Write a matrix of bits, each row from a new word on, turned to `target`: its columns are the rows there."""
    across, down = (columns + 63) // 64, (rows + 63) // 64
    for y in range(down):
        for x in range(across):
            for i in range(64):
                row = 64 * y + i
                block[i] = source[row * across + x] if row < rows else ZERO
            turn_block(block)
            for j in range(min(64, columns - 64 * x)):
                target[(64 * x + j) * down + y] = block[j]


@inline
def label(q: Any, c: Any, at: Any, parity: Any, n: Any, places: Any, table: Any) -> Any:
    """Return h mod 4 of a state whose parity is known (how a table is laid out: `tables.cohorts.is_by_order`)."""
    wide = places[at + ONE] & LOW32
    address = (places[at] << SIX) + (c * wide + q if n <= 16 else q * wide + c)
    return (((table[address >> SIX] >> (address & LOW6)) & ONE) << ONE) | parity


@inline
def lower(mask: Any, q: Any, c: Any, at: Any, parity: Any, w: Any, n: Any, arrays: Any) -> Any:
    """Return the state (mask, q, cohort) one move nearer to the goal; cohort 2^32 − 1 where there is none."""
    rows, turns, places, ranking, table = arrays
    wanted = (label(q, c, at, parity, n, places, table) - ONE) & THREE
    region = np.uint64(ranking[3][places[at + np.uint64(5)] + c])
    for p in range(n):
        for b in range(n):
            if not beside(p, b, w) or not (mask >> np.uint64(p)) & (region >> np.uint64(b)) & ONE:
                continue
            after, source, place = step(mask, np.uint64(p), np.uint64(b))
            order = np.uint64(turns[np.uint64(rows[(at << THREE) | (source << THREE) | place]) + q])
            to = cohort(after, np.uint64(p), at, places, ranking)
            if label(order, to, at, parity ^ ONE, n, places, table) == wanted:
                return after, order, to
    return mask, q, LOW32


@inline
def height(mask: Any, q: Any, blank: Any, parity: Any, w: Any, n: Any, at: Any, arrays: Any) -> Any:
    """Return the distance of a pattern's state, walking down the table to the goal; 255 where it leads nowhere."""
    places, ranking = arrays[2], arrays[3]
    goal = places[at + ONE] >> np.uint64(32)
    c = cohort(mask, blank, at, places, ranking)
    h = ZERO
    while (c != goal or q != ZERO) and h < LOST:
        mask, q, c = lower(mask, q, c, at, parity, w, n, arrays)
        if c == LOW32:
            return LOST
        parity ^= ONE
        h += ONE
    return h


@jit
def roots(
    state: Bytes,
    w: int,
    seen_as: Bytes,
    rows: Ranks,
    turns: Turns,
    places: Words,
    ranking: Ranking,
    tables: tuple[Words, ...],
    words: Words,
) -> None:
    """Fill words[i] with mask | order << 40 | h << 56 of each pattern in `state`; h = 255 where the table is wrong.

    places[8 * i + 6] are the tiles of pattern i, goal cells as its look-up places[8 * i + 7] sees them.
    """
    n = state.size
    there = np.zeros(n, np.int64)
    for i in range(words.size):
        look_up = np.int64(places[8 * i + 7]) * 64
        tiles = places[8 * i + 6]
        left = popcount(tiles)
        mask, q, used, parity, blank = ZERO, ZERO, ZERO, 0, ZERO
        for c in range(n):
            there[seen_as[look_up + c]] = seen_as[look_up + state[c]]
        for c in range(n):
            tile = np.uint64(there[c])
            bit = ONE << tile
            if tiles & bit:
                mask |= ONE << np.uint64(c)
                q = q * left + popcount(tiles & ~used & (bit - ONE))
                used |= bit
                left -= ONE
                parity += c // w + c % w + there[c] // w + there[c] % w
            elif tile == seen_as[look_up + n]:
                blank = np.uint64(c)
        arrays = (rows, turns, places, ranking, tables[look_up >> 6])
        h = height(mask, q, blank, np.uint64(parity & 1), w, n, np.uint64(8 * i), arrays)
        words[i] = mask | (q << ORDER) | (h << HEIGHT)
