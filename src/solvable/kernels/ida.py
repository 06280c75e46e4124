"""Iterative-deepening A* over additive pattern tables: one bounded depth-first search, in slices of nodes.

The stack holds complete states, nothing is undone. Legend of a row of 64-bit words: the board (the goal cell of the
tile on each cell, 4 bits a cell to 16 cells, else 8); one word `meta` = automaton state | g << 16 | slacks << 32, 8
bits a look-up; one word a pattern = mask | order << 40 | h << 56. A look-up (a partition seen under a symmetry of
the board) has slack (bound − g − h) / 2: a child whose h rises costs one, one whose h falls none, and a borrow prunes.
A move belongs to one pattern of each look-up, so it costs exactly one table access for each.
A child is written whether or not it survives and kept by moving the stack's end: no branch to mispredict.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.cohorts import Words, cohort, inline, step
from solvable.kernels.jit import jit

ZERO, ONE, TWO, THREE, FOUR, SIX = (np.uint64(i) for i in (0, 1, 2, 3, 4, 6))
LOW3, LOW4, LOW6, LOW16, LOW32 = (np.uint64((1 << i) - 1) for i in (3, 4, 6, 16, 32))
SIXTEEN, ORDER, HEIGHT = np.uint64(16), np.uint64(40), np.uint64(56)
MASK = np.uint64((1 << 40) - 1)
BORROW = np.uint64(0x80808080 << 32)

EMPTY, PAUSED, FOUND = 0, 1, 2


@inline
def swap(small: Any, stack: Any, child: Any, p: Any, b: Any, home: Any) -> Any:
    """Exchange in the row `child` the tile on cell p and the blank on cell b; return the tile."""
    if small:
        tile = (stack[child] >> (p << TWO)) & LOW4
        stack[child] ^= ((tile ^ home) << (p << TWO)) ^ ((tile ^ home) << (b << TWO))
    else:
        tile = (stack[child + (p >> THREE)] >> ((p & LOW3) << THREE)) & LOW6
        stack[child + (p >> THREE)] ^= (tile ^ home) << ((p & LOW3) << THREE)
        stack[child + (b >> THREE)] ^= (tile ^ home) << ((b & LOW3) << THREE)
    return tile


@inline
def probe(small: Any, word: Any, p: Any, b: Any, pattern: Any, arrays: Any) -> Any:
    """Return the pattern's word after its tile moves from cell p to cell b, and whether h rose (1) or fell (0)."""
    rows, turns, places, cohorts, ranking, bits = arrays
    mask, source, place = step(word & MASK, p, b)
    row = np.uint64(rows[(pattern << SIX) | (source << THREE) | place])
    q = np.uint64(turns[row + ((word >> ORDER) & LOW16)])
    at = pattern << THREE
    c = np.uint64(cohorts[(mask << FOUR) | p]) if small else cohort(mask, p, at, places, ranking)
    bit = bits[places[at] + c * (places[at | ONE] & LOW32) + (q >> SIX)] >> (q & LOW6)
    h = word >> HEIGHT
    up = ((bit ^ (h >> ONE) ^ h) & ONE) ^ ONE
    return mask | (q << ORDER) | ((h + up + up - ONE) << HEIGHT), up


@inline
def move(shape: Any, stack: Any, child: Any, p: Any, b: Any, home: Any, seen_as: Any, where: Any, arrays: Any) -> Any:
    """Write into the row `child` the scratch row 0 after the tile on cell p moves to b; return what the slacks lose."""
    lookups, board_words, row = shape
    for i in range(row):
        stack[child + np.uint64(i)] = stack[np.uint64(i)]
    tile = swap(board_words == 1, stack, child, p, b, home)
    loss = ZERO
    for i in range(lookups):
        at = np.uint64(64 * i)
        pattern = np.uint64(where[at | tile])
        word = pattern + np.uint64(board_words + 1)
        p_seen, b_seen = np.uint64(seen_as[at | p]), np.uint64(seen_as[at | b])
        stack[child + word], up = probe(board_words == 1, stack[word], p_seen, b_seen, pattern, arrays)
        loss |= up << np.uint64(32 + 8 * i)
    return loss


@inline
def run(shape: Any, bound: Any, budget: Any, home: Any, control: Any, stack: Any, path: Any, tables: Any) -> Any:
    """Search on; `searcher` says how."""
    cell, following, seen_as, where, rows, turns, places, cohorts, ranking, bits = tables
    arrays = (rows, turns, places, cohorts, ranking, bits)
    meta_at, wide = np.uint64(shape[1]), np.uint64(shape[2])
    height, nodes, expanded = control[0], control[1], control[2]
    limit = nodes + budget
    status = EMPTY
    while height > ZERO:
        if nodes >= limit:
            status = PAUSED
            break
        child = height * wide
        height -= ONE
        for i in range(shape[2]):
            stack[np.uint64(i)] = stack[child + np.uint64(i)]
        meta = stack[meta_at]
        b = np.uint64(cell[meta & LOW16])
        g = (meta >> SIXTEEN) & LOW16
        path[g] = b
        expanded += ONE
        if g == bound:
            status = FOUND
            break
        todo = following[meta & LOW16]
        meta = (meta & ~LOW16) + (ONE << SIXTEEN)
        while todo:
            nodes += ONE
            after = todo & LOW16
            todo >>= SIXTEEN
            left = meta - move(shape, stack, child, np.uint64(cell[after]), b, home, seen_as, where, arrays)
            stack[child + meta_at] = left | after
            if (left & BORROW) == ZERO:
                child += wide
                height += ONE
    control[0], control[1], control[2] = height, nodes, expanded
    return status


@cache
def searcher(lookups: int, board_words: int, row: int) -> Callable[..., int]:
    """Return the search compiled for so many look-ups, words of the board, and words in a row.

    It searches on for `budget` nodes; control = (rows on the stack, nodes generated, states expanded). Row 0 is
    scratch, the others are the stack. It returns EMPTY, PAUSED, or FOUND with the blank's cells in `path`; after FOUND
    another call goes on to the next solution.
    """

    @jit
    def search(
        bound: np.uint64,
        budget: np.uint64,
        home: np.uint64,
        control: Words,
        stack: Words,
        path: NDArray[np.uint8],
        tables: Any,
    ) -> int:
        return run((lookups, board_words, row), bound, budget, home, control, stack, path, tables)  # type: ignore[no-any-return]

    return search
