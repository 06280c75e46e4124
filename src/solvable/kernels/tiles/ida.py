"""Iterative-deepening A* over additive pattern tables: one bounded depth-first search by blocks of states.

The top 64 states of one depth are expanded together: all children are listed; then look-up by look-up what they will
read is computed and prefetched, in two steps, then read, and the children that fail are dropped; the rest are written.
So the cache misses of a block overlap, no branch is mispredicted, and the order stays depth-first up to the block.

Legend of a row of 64-bit words: the board (the goal cell of the tile on each cell, 4 bits a cell to 16 cells, else 8);
`meta` = automaton state | row of the parent << 16 | slacks << 32, 8 bits a look-up | origin << 48 (with at most two
look-ups); one word a pattern = mask | order << 40 | h << 56. A look-up (a partition seen under a symmetry of the
board) has slack (bound − g − h) / 2: a child whose h rises costs one, one whose h falls none, and a borrow drops it. A
move belongs to one pattern of each look-up, so it costs one table word for each. A segment of rows is (first row, rows,
g, whether expanded).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from solvable.kernels.base import memory
from solvable.kernels.base.jit import inline, jit
from solvable.kernels.tiles.cohorts import Words, mask_rank, region, step

prefetch: Any = memory.prefetch

BLOCK = 64  # states expanded together
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX = (np.uint64(i) for i in (0, 1, 2, 3, 4, 5, 6))
LOW3, LOW4, LOW6, LOW8, LOW16, LOW26, LOW32, LOW40 = (np.uint64((1 << i) - 1) for i in (3, 4, 6, 8, 16, 26, 32, 40))
TWENTY_SIX, THIRTY_TWO, THIRTY_EIGHT = (np.uint64(i) for i in (26, 32, 38))
SIXTEEN, ORDER, FORTY_EIGHT, HEIGHT = (np.uint64(i) for i in (16, 40, 48, 56))
UPPER, BORROW = np.uint64(0xFFFFFFFF << 32), np.uint64(0x80808080 << 32)
EMPTY, PAUSED, FOUND = 0, 1, 2


@inline
def next_block(segments: Any, control: Any, stop: Any) -> Any:
    """Prepare the block to expand: return its segment, the top one split where it is larger; −1 where none is left.

    A segment at the depth `stop` is what the caller waits for: control[3] is its place, and −2 returned.
    """
    while control[0] > ZERO:
        at = FOUR * (control[0] - ONE)
        rows = segments[at + ONE]
        if rows == ZERO or segments[at + THREE]:
            control[0] -= ONE
        elif segments[at + TWO] == stop:
            control[3] = at
            return -2
        else:
            if rows > np.uint64(BLOCK):
                rest = rows - np.uint64(BLOCK)
                segments[at + ONE] = rest
                segments[at + np.uint64(4)] = segments[at] + rest
                segments[at + np.uint64(5)] = np.uint64(BLOCK)
                segments[at + np.uint64(6)] = segments[at + TWO]
                control[0] += ONE
                at += FOUR
            segments[at + THREE] = ONE
            return np.int64(at)
    return -1


@inline
def gathered(shape: Any, control: Any, segments: Any, stack: Any, gate: Any) -> Any:
    """Move the rows of the segment found into `gate`, the last first; False where it has no room.

    Each is followed by its way: the low 16 bits of meta in up to three steps, first lowest, and the row begun with.
    """
    row, meta = np.uint64(shape[0]), np.uint64(shape[1])
    at = control[3]
    rows, steps = segments[at + ONE], segments[at + TWO] - segments[TWO]
    if (control[5] + rows) * (row + ONE) > np.uint64(gate.size):
        return False
    for r in range(rows):
        source = segments[at] + rows - ONE - np.uint64(r)
        to = (control[5] + np.uint64(r)) * (row + ONE)
        for i in range(row):
            gate[to + np.uint64(i)] = stack[source * row + np.uint64(i)]
        way = ZERO
        for _ in range(steps):
            word = stack[source * row + meta]
            way = (way << SIXTEEN) | (word & LOW16)
            source = (word >> SIXTEEN) & LOW16
        gate[to + row] = way | (source << FORTY_EIGHT)
    control[5] += rows
    segments[at + ONE] = ZERO
    return True


@inline
def listed(shape: Any, first: Any, rows: Any, stack: Any, plan: Any, cell: Any, following: Any, deepest: Any) -> Any:
    """List the children of a block in `plan` and return how long it is; note how deep the rows' origins have come.

    An entry is row | blank << 40 | its next cell << 48 | tile << 56; the slacks and automaton state; a word a look-up;
    an address.
    """
    lookups, board_words, row = shape
    end = ZERO
    for r in range(first, first + rows):
        base = np.uint64(r) * np.uint64(row)
        meta = stack[base + np.uint64(board_words)]
        b = np.uint64(cell[meta & LOW16])
        todo = following[meta & LOW16]
        if lookups <= 2:
            deepest[0][meta >> FORTY_EIGHT] = max(deepest[0][meta >> FORTY_EIGHT], deepest[1])
        while todo:
            after = todo & LOW16
            todo >>= SIXTEEN
            p = np.uint64(cell[after])
            if board_words == 1:
                tile = (stack[base] >> (p << TWO)) & LOW4
            else:
                tile = (stack[base + (p >> THREE)] >> ((p & LOW3) << THREE)) & LOW6
            plan[end] = np.uint64(r) | (b << ORDER) | (p << FORTY_EIGHT) | (tile << HEIGHT)
            plan[end + ONE] = (meta & UPPER) | after
            end += np.uint64(lookups + 3)
    return end


@inline
def look_up(shape: Any, i: Any, stack: Any, plan: Any, end: Any, views: Any, arrays: Any) -> Any:
    """Enter in each entry the word of the pattern that moves, its order and h unchanged yet, and what finds them.

    The address is for now turn << 38 | pattern << 32 | its next cell << 26 | rank of the mask.
    """
    lookups, board_words, row = shape
    seen_as, where = views
    rows, turns, places, cohorts, ranking, _ = arrays
    eye = np.uint64(64 * i)
    at = ZERO
    while at < end:
        entry = plan[at]
        pattern = np.uint64(where[eye | (entry >> HEIGHT)])
        word = stack[(entry & LOW40) * np.uint64(row) + np.uint64(board_words + 1) + pattern]
        b, p = (entry >> ORDER) & LOW8, (entry >> FORTY_EIGHT) & LOW8
        if i > 0:  # the first look-up sees the board as it is
            b, p = np.uint64(seen_as[eye | b]), np.uint64(seen_as[eye | p])
        mask, source, place = step(word & LOW40, p, b)
        turn = np.uint64(rows[(pattern << SIX) | (source << THREE) | place]) + ((word >> ORDER) & LOW16)
        prefetch(turns, np.int64(turn))
        if board_words == 1:
            r = mask
            prefetch(cohorts, np.int64((mask << FOUR) | p))
        else:
            r = mask_rank(mask, pattern << THREE, places, ranking)
            prefetch(ranking[3], np.int64(places[(pattern << THREE) | FIVE] + r))
        plan[at + np.uint64(2 + i)] = mask | ((word >> HEIGHT) << HEIGHT)
        found = (turn << THIRTY_EIGHT) | (pattern << THIRTY_TWO) | (p << TWENTY_SIX) | r
        plan[at + np.uint64(lookups + 2)] = found
        at += np.uint64(lookups + 3)


@inline
def addressed(shape: Any, i: Any, plan: Any, end: Any, arrays: Any) -> Any:
    """Enter in each entry the new order of the pattern, and the address of its new h: the number of a bit."""
    lookups, board_words, _ = shape
    _, turns, places, cohorts, ranking, tables = arrays
    bits, at = tables[i], ZERO
    while at < end:
        found = plan[at + np.uint64(lookups + 2)]
        q = np.uint64(turns[found >> THIRTY_EIGHT])
        which = ((found >> THIRTY_TWO) & LOW6) << THREE
        p, r = (found >> TWENTY_SIX) & LOW6, found & LOW26
        c = np.uint64(cohorts[(r << FOUR) | p]) if board_words == 1 else region(r, p, which, places, ranking)
        wide = places[which | ONE] & LOW32
        address = (places[which] << SIX) + (c * wide + q if board_words == 1 else q * wide + c)
        prefetch(bits, np.int64(address >> SIX))
        plan[at + np.uint64(2 + i)] |= q << ORDER
        plan[at + np.uint64(lookups + 2)] = address
        at += np.uint64(lookups + 3)


@inline
def passed(lookups: Any, i: Any, plan: Any, end: Any, bits: Any) -> Any:
    """Read the table for each entry, keep those whose slack lasts, in their order, and return the new length."""
    size = np.uint64(lookups + 3)
    at, to = ZERO, ZERO
    while at < end:
        word = plan[at + np.uint64(2 + i)]
        h = word >> HEIGHT
        address = plan[at + size - ONE]
        bit = bits[address >> SIX] >> (address & LOW6)
        up = ((bit ^ (h >> ONE) ^ h) & ONE) ^ ONE
        left = plan[at + ONE] - (up << np.uint64(32 + 8 * i))
        plan[to] = plan[at]
        plan[to + ONE] = left
        for j in range(i):
            plan[to + np.uint64(2 + j)] = plan[at + np.uint64(2 + j)]
        plan[to + np.uint64(2 + i)] = word + ((up + up - ONE) << HEIGHT)
        at += size
        to += size if (left & (BORROW >> np.uint64(8 * (4 - lookups)))) == ZERO else ZERO
    return to


@inline
def remaining(shape: Any, i: Any, stack: Any, plan: Any, end: Any, views: Any, arrays: Any) -> Any:
    """Drop the entries that fail by look-up i, and return the new length of the plan."""
    look_up(shape, i, stack, plan, end, views, arrays)
    addressed(shape, i, plan, end, arrays)
    return passed(shape[0], i, plan, end, arrays[-1][i])


@inline
def written(shape: Any, out: Any, stack: Any, plan: Any, end: Any, home: Any, where: Any) -> Any:
    """Write the children of the entries as rows from `out` on, and return the row after the last."""
    lookups, board_words, row = shape
    at, child = ZERO, out * np.uint64(row)
    while at < end:
        entry = plan[at]
        base = (entry & LOW40) * np.uint64(row)
        b, p, tile = (entry >> ORDER) & LOW8, (entry >> FORTY_EIGHT) & LOW8, entry >> HEIGHT
        for i in range(row):
            stack[child + np.uint64(i)] = stack[base + np.uint64(i)]
        if board_words == 1:
            stack[child] ^= ((tile ^ home) << (p << TWO)) ^ ((tile ^ home) << (b << TWO))
        else:
            stack[child + (p >> THREE)] ^= (tile ^ home) << ((p & LOW3) << THREE)
            stack[child + (b >> THREE)] ^= (tile ^ home) << ((b & LOW3) << THREE)
        stack[child + np.uint64(board_words)] = plan[at + ONE] | ((entry & LOW16) << SIXTEEN)
        for i in range(lookups):
            pattern = np.uint64(where[np.uint64(64 * i) | tile])
            stack[child + np.uint64(board_words + 1) + pattern] = plan[at + np.uint64(2 + i)]
        at += np.uint64(lookups + 3)
        child += np.uint64(row)
    return child // np.uint64(row)


@inline
def run(shape: Any, stop: Any, budget: Any, control: Any, stack: Any, work: Any, tables: Any) -> Any:
    """Search on; `searcher` says how."""
    home, cell, following, seen_as, where, rows, turns, places, cohorts, ranking, bits = tables
    segments, plan, deepest, gate = work
    limit = control[1] + budget
    while True:
        if (control[1] >= limit or control[4]) and control[0] > ZERO:
            return PAUSED
        at = next_block(segments, control, stop)
        if at == -2 and gathered((shape[2], shape[1]), control, segments, stack, gate):
            continue
        if at < 0:
            return EMPTY if at == -1 else FOUND
        first, count = np.int64(segments[at]), np.int64(segments[at + 1])
        depth = np.uint8(min(segments[at + 2], LOW8))
        end = listed(shape, first, count, stack, plan, cell, following, (deepest, depth))
        control[1] += end // np.uint64(shape[0] + 3)
        control[2] += np.uint64(count)
        views, arrays = (seen_as, where), (rows, turns, places, cohorts, ranking, bits)
        end = remaining(shape, 0, stack, plan, end, views, arrays)
        if shape[0] > 1:  # written out, since with i known each is an eighth faster
            end = remaining(shape, 1, stack, plan, end, views, arrays)
        for i in range(2, shape[0]):
            end = remaining(shape, i, stack, plan, end, views, arrays)
        out = np.uint64(first + count)
        segments[at + 4] = out
        segments[at + 5] = written(shape, out, stack, plan, end, home, where) - out
        segments[at + 6] = segments[at + 2] + ONE
        segments[at + 7] = ZERO
        control[0] += ONE


@cache
def searcher(lookups: int, board_words: int, row: int) -> Callable[..., int]:
    """Return the search compiled for so many look-ups, words of the board, and words in a row.

    It searches on for `budget` nodes and returns EMPTY, PAUSED, or FOUND at a segment of depth `stop`; when that has
    been emptied it goes on. control = (segments, nodes generated, states expanded, place of the segment found, whether
    another thread wants a pause, rows gathered); work = (segments, plan, deepest, gate): the greatest depth expanded
    below each origin, and where found rows go, as far as they have room. The last of the tables are the bits that each
    look-up reads, of two look-ups at least.
    """

    @jit
    def search(stop: np.uint64, budget: np.uint64, control: Words, stack: Words, work: Any, tables: Any) -> int:
        return run((lookups, board_words, row), stop, budget, control, stack, work, tables)  # type: ignore[no-any-return]

    return search
