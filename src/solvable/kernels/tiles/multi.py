"""Labelled boards in the multi-tile metric: exact distances mod 3, and the search that reads them.

Legend: m symbols (the labels of all cells but the blank's, row by row) of s bits make a *code*, the first symbol
lowest; its rank among the codes of the same labels is high[code >> low_bits] + low[code & low_mask]. A vertical step
of the blank rotates a window of `width` symbols; a horizontal one leaves the code alone, so the distances of one code
to all blank cells lie side by side: one word a code, two bits a cell. A search keeps that word for each look-up, and
a move along a row reads nothing. A board is also looked up transposed, where columns are rows.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits, memory
from solvable.kernels.base.jit import inline, jit
from solvable.kernels.tiles.cohorts import Ranks, Words
from solvable.kernels.tiles.ida import gathered, next_block

trailing_zeros: Any = bits.trailing_zeros
popcount: Any = bits.popcount
prefetch: Any = memory.prefetch

ZERO, ONE, THREE, FOUR, SIXTEEN = (np.uint64(i) for i in (0, 1, 3, 4, 16))
LOW8, LOW16, LOW40 = (np.uint64((1 << i) - 1) for i in (8, 16, 40))
ORDER, FORTY_EIGHT, HEIGHT = (np.uint64(i) for i in (40, 48, 56))
UPPER, BORROW = np.uint64(0xFFFFFFFF << 32), np.uint64(0x80808080 << 32)
LOSS = np.uint64(0b00_10_01_00_10 << 4)  # two bits for each new − old + 4 = 2 … 6: 2 0 1 2 0 moves of slack
EMPTY, PAUSED, FOUND = 0, 1, 2


@inline
def stepped(code: Any, blank: Any, down: Any, width: Any, s: Any) -> Any:
    """Return the code after the blank steps from cell `blank` to the one below (or above)."""
    window = (ONE << (s * width)) - ONE
    last = s * (width - ONE)
    shift = s * blank if down else s * (blank - width)
    part = (code >> shift) & window
    turned = ((part << s) | (part >> last)) if down else ((part >> s) | (part << last))
    return code ^ ((part ^ (turned & window)) << shift)


@inline
def rank(code: Any, low_bits: Any, at: Any, high: Any, low: Any) -> Any:
    """Return the rank of a code; its labels' arrays begin at `at` = (in high, in low)."""
    upper, lower = (code & LOW40) >> low_bits, code & ((ONE << low_bits) - ONE)
    return np.uint64(high[at[0] + upper]) + np.uint64(low[at[1] + lower])


@jit
def layer(
    shape: tuple[int, int, int, int],
    high: Ranks,
    low: Ranks,
    classes: NDArray[np.int32],
    begin: NDArray[np.int64],
    lows: Ranks,
    across: Any,
    reached: Any,
) -> None:
    """Move the blank along its column from every state in `across`, a set of blank cells for each rank, and clear it.

    shape = (width, cells, bits of a symbol, bits of the low half); classes[h] is the kind of the low half that
    completes the high half h (−1: none); its members in order are lows[begin[kind] : begin[kind + 1]].
    """
    width, cells, s, low_bits = shape
    w, lb, at = np.uint64(width), np.uint64(low_bits), (ZERO, ZERO)
    for upper in range(classes.size):
        kind = classes[upper]
        if kind < 0:
            continue
        for j in range(begin[kind], begin[kind + 1]):
            r = np.int64(high[upper]) + j - begin[kind]
            columns = np.uint64(across[r])
            if columns == ZERO:
                continue
            across[r] = 0
            whole = (np.uint64(upper) << lb) | np.uint64(lows[j])
            while columns:
                start = trailing_zeros(columns)
                columns &= columns - ONE
                cell, code = start, whole
                while cell >= w:
                    code = stepped(code, cell, False, w, np.uint64(s))
                    cell -= w
                    reached[rank(code, lb, at, high, low)] |= ONE << cell
                cell, code = start, whole
                while cell + w < np.uint64(cells):
                    code = stepped(code, cell, True, w, np.uint64(s))
                    cell += w
                    reached[rank(code, lb, at, high, low)] |= ONE << cell


@jit
def settle(
    value: int, width: int, cells: int, seen: Any, across: Any, along: Any, reached: Any, spread: Words, result: Any
) -> int:
    """Move the blank along its row from every state in `along`, and of all states reached keep the new ones.

    Those reached along a column go on along rows, and conversely; one reached both ways goes nowhere, for its
    neighbours are known. Stores the distance mod 3, `value`; clears `reached`; returns how many are new.
    """
    count = ZERO
    line = np.uint64((1 << width) - 1)
    shift = np.uint64(value - 1)
    for r in range(seen.size):
        rows, by_column = np.uint64(along[r]), np.uint64(reached[r])
        if (rows | by_column) == ZERO:
            continue
        by_row = ZERO
        for start in range(0, cells, width):
            if (rows >> np.uint64(start)) & line:
                by_row |= line << np.uint64(start)
        known = np.uint64(seen[r])
        new = (by_column | by_row) & ~known
        along[r] = by_column & ~by_row & new
        across[r] = by_row & ~by_column & new
        reached[r] = 0
        seen[r] = known | new
        count += popcount(new)
        if value:
            at = ZERO
            while new >> at:
                result[r] |= spread[(new >> at) & LOW8] << (shift + (at << ONE))
                at += np.uint64(8)
    return int(count)


@jit
def verify_layer(
    value: int,
    shape: tuple[int, int, int, int],
    high: Ranks,
    low: Ranks,
    classes: NDArray[np.int32],
    begin: NDArray[np.int64],
    lows: Ranks,
    seen: Any,
    current: Any,
    following: Any,
    stored: Any,
) -> int:
    """Reach the next layer by every move of every state; return how many are new, −1 where one does not store `value`.

    shape = (width, cells, bits of a symbol, bits of the low half).
    """
    w, cells, s, low_bits = shape
    at, lb = (ZERO, ZERO), np.uint64(low_bits)
    count = 0
    for upper in range(classes.size):
        kind = max(classes[upper], 0)
        for j in range(begin[kind], begin[kind + 1] if classes[upper] >= 0 else begin[kind]):
            r = np.int64(high[upper]) + j - begin[kind]
            for start in range(cells):
                if not (np.uint64(current[r]) >> np.uint64(start)) & ONE:
                    continue
                for side in range(4):
                    step = (1, -1, w, -w)[side]
                    cell, code = start, (np.uint64(upper) << lb) | np.uint64(lows[j])
                    to = cell + step
                    while 0 <= to < cells and (side > 1 or to // w == cell // w):
                        if side > 1:
                            code = stepped(code, np.uint64(cell), side == 2, np.uint64(w), np.uint64(s))
                        cell, to = to, to + step
                        reached = rank(code, lb, at, high, low)
                        if (np.uint64(seen[reached]) >> np.uint64(cell)) & ONE:
                            continue
                        seen[reached] |= ONE << np.uint64(cell)
                        following[reached] |= ONE << np.uint64(cell)
                        count += 1
                        if (np.uint64(stored[reached]) >> np.uint64(2 * cell)) & THREE != value:
                            return -1
            current[r] = 0
    return count


@inline
def lost(old: Any, new: Any, b: Any, to: Any) -> Any:
    """Return what a look-up's slack loses: 1 + the change of the distance, known mod 3."""
    before = (old >> (b << ONE)) & THREE
    after = (new >> (to << ONE)) & THREE
    return (LOSS >> ((after - before + FOUR) << ONE)) & THREE


@inline
def strode(lookups: Any, axis: Any, forward: Any, plan: Any, end: Any, cell: Any, views: Any) -> Any:
    """Turn the codes of the entry at `end` whose rows lie across the axis, as the blank steps from `cell`."""
    seen_as, shapes, s = views
    for i in range(lookups):
        if shapes[2 * i + 1] == axis:
            at = end + np.uint64(2 + i)
            plan[at] = stepped(plan[at], np.uint64(seen_as[64 * i + cell]), forward, np.uint64(shapes[2 * i]), s)


@inline
def kept(lookups: Any, axis: Any, left: Any, words: Any, stack: Any, b: Any, to: Any, views: Any) -> Any:
    """Return the slacks after the look-ups whose code stays on a move along the axis from cell b to cell `to`."""
    seen_as, shapes = views[0], views[1]
    for i in range(lookups):
        if shapes[2 * i + 1] != axis:
            word = stack[words + np.uint64(2 * i + 1)]
            seen_b, seen_to = np.uint64(seen_as[64 * i + b]), np.uint64(seen_as[64 * i + to])
            left -= lost(word, word, seen_b, seen_to) << np.uint64(32 + 8 * i)
    return left


@inline
def listed(lookups: Any, first: Any, rows: Any, stack: Any, plan: Any, size: Any, views: Any, deepest: Any) -> Any:
    """List the children of a block in `plan` that pass the look-ups whose code stays; return the length, and all made.

    An entry is row | blank << 40 | its next cell << 48 | axis << 56; the slacks; a code and a word for each look-up.
    """
    wide, entry = np.uint64(2 * lookups + 1), np.uint64(2 * lookups + 3)
    end, made = ZERO, ZERO
    for r in range(first, first + rows):
        base = np.uint64(r) * wide
        meta = stack[base]
        b = np.int64(meta & LOW8)
        origin = stack[base + ONE] >> FORTY_EIGHT
        deepest[0][origin] = max(deepest[0][origin], deepest[1])
        for way in range(4):
            axis, forward = way >> 1, way & 1
            if not (meta >> np.uint64(8 + axis)) & ONE:
                continue
            delta = (size[0] if axis else 1) * (1 if forward else -1)
            place = b // size[0] if axis else b % size[0]
            for i in range(lookups):
                plan[end + np.uint64(2 + i)] = stack[base + np.uint64(2 * i + 1)]
            to = b
            for _ in range(size[axis] - 1 - place if forward else place):
                strode(lookups, axis, forward, plan, end, to, views)
                to += delta
                made += ONE
                left = kept(lookups, axis, meta & UPPER, base + ONE, stack, b, to, views)
                for i in range(lookups):
                    plan[end + entry + np.uint64(2 + i)] = plan[end + np.uint64(2 + i)]
                plan[end] = np.uint64(r) | (np.uint64(b) << ORDER) | (np.uint64(to) << FORTY_EIGHT)
                plan[end] |= np.uint64(axis) << HEIGHT
                plan[end + ONE] = left
                end += entry if (left & BORROW) == ZERO else ZERO
    return end, made


@inline
def look_up(lookups: Any, plan: Any, end: Any, shapes: Any, read: Any) -> Any:
    """Enter in each entry the address of the word of each look-up whose code has changed."""
    places, low_bits, high, low, table = read
    at = ZERO
    while at < end:
        axis = np.int64(plan[at] >> HEIGHT)
        for i in range(lookups):
            if shapes[2 * i + 1] == axis:
                begin = (places[3 * i], places[3 * i + 1])
                address = places[3 * i + 2] + rank(plan[at + np.uint64(2 + i)], low_bits, begin, high, low)
                prefetch(table, np.int64(address))
                plan[at + np.uint64(2 + lookups + i)] = address
        at += np.uint64(2 * lookups + 3)


@inline
def written(lookups: Any, out: Any, stack: Any, plan: Any, end: Any, views: Any, table: Any) -> Any:
    """Read the tables; write the children whose slacks last as rows from `out` on; return the row after the last."""
    seen_as, shapes = views[0], views[1]
    wide = np.uint64(2 * lookups + 1)
    at, child = ZERO, out * wide
    while at < end:
        entry, left = plan[at], plan[at + ONE]
        base = (entry & LOW40) * wide
        b, to = np.int64((entry >> ORDER) & LOW8), np.int64((entry >> FORTY_EIGHT) & LOW8)
        axis = np.int64(entry >> HEIGHT)
        for i in range(lookups):
            old = stack[base + np.uint64(2 * i + 2)]
            new = old
            if shapes[2 * i + 1] == axis:
                new = np.uint64(table[plan[at + np.uint64(2 + lookups + i)]])
                seen_b, seen_to = np.uint64(seen_as[64 * i + b]), np.uint64(seen_as[64 * i + to])
                left -= lost(old, new, seen_b, seen_to) << np.uint64(32 + 8 * i)
            stack[child + np.uint64(2 * i + 1)] = plan[at + np.uint64(2 + i)]
            stack[child + np.uint64(2 * i + 2)] = new
        stack[child] = (left & UPPER) | ((entry & LOW16) << SIXTEEN) | (ONE << np.uint64(9 - axis)) | np.uint64(to)
        child += wide if (left & BORROW) == ZERO else ZERO
        at += np.uint64(2 * lookups + 3)
    return child // wide


@inline
def run(lookups: Any, stop: Any, budget: Any, control: Any, stack: Any, work: Any, tables: Any) -> Any:
    """Search on; `searcher` says how."""
    size, seen_as, shapes, s, places, low_bits, high, low, table = tables
    views, read = (seen_as, shapes, s), (places, low_bits, high, low, table)
    segments, plan, deepest, gate = work
    limit = control[1] + budget
    while True:
        if (control[1] >= limit or control[4]) and control[0] > ZERO:
            return PAUSED
        at = next_block(segments, control, stop)
        if at == -2 and gathered((2 * lookups + 1, 0), control, segments, stack, gate):
            continue
        if at < 0:
            return EMPTY if at == -1 else FOUND
        first, count = np.int64(segments[at]), np.int64(segments[at + 1])
        depth = np.uint8(min(segments[at + 2], LOW8))
        end, made = listed(lookups, first, count, stack, plan, size, views, (deepest, depth))
        control[1] += made
        control[2] += np.uint64(count)
        look_up(lookups, plan, end, shapes, read)
        out = np.uint64(first + count)
        segments[at + 4] = out
        segments[at + 5] = written(lookups, out, stack, plan, end, views, table) - out
        segments[at + 6] = segments[at + 2] + ONE
        segments[at + 7] = ZERO
        control[0] += ONE


@cache
def searcher(lookups: int) -> Callable[..., int]:
    """Return the search compiled for so many look-ups; it is called like `ida.searcher`'s, by blocks like it.

    A row is meta = blank | axes it may move along << 8 | row of the parent << 16 | slacks << 32, then for each look-up
    its code (of the first, | origin << 48) and the word of its distances.
    """

    @jit
    def search(stop: np.uint64, budget: np.uint64, control: Words, stack: Words, work: Any, tables: Any) -> int:
        return run(lookups, stop, budget, control, stack, work, tables)  # type: ignore[no-any-return]

    return search
