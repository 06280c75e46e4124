"""What slides add to the value of the pair model: as a table, and for beams of few nodes made of the changed terms.

A slide of tile t between cell a and the cell to its right (d = 0) or below (d = 1) has row (2·a + d)·names + t; the
gains of the names on cell q are line q of the row, stored as `base.chosen` asks: 16 bits each.

The terms that a slide changes are those of tiles near it, of tiles whose homes are near, of the blank with rows or
columns near, and where the slid tile's class changes, one with each tile. The boards of many nodes are so alike that
what a slide added to another one is the better start (`beam.value_by_last`); the values are the same.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import chosen
from solvable.kernels.base.jit import inline, jit
from solvable.kernels.sizes import GROUP
from solvable.kernels.tiles.cards import name_of, node_of, step_of
from solvable.kernels.tiles.records import KIND, LEAN, NOWHERE, Children, Model, Nodes, Terms

Array = NDArray[Any]
place_of: Any = chosen.place_of
DOWN = 3  # the place of the cell below among the neighbours


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


@jit
def list_sorts(cells: Array, count: int, sorts: Array, children: Children) -> None:
    """Write for each node what sort of tile is on each cell, and u of each tile."""
    n = children.sorts.shape[1]
    names = np.uint64(children.shifts.shape[1])
    for node in range(np.uint64(count)):
        children.shifts[node] = NOWHERE
        for q in range(np.uint64(n)):
            name = np.uint64(cells[node, q])
            sort = sorts[q * names + name]
            children.sorts[node, q] = sort
            children.shifts[node, name] = sort & np.uint32((1 << KIND) - 1)


@inline
def value_by_terms(nodes: Nodes, made: int, model: Model, children: Children) -> None:
    """Write each child's key: the value of its parent and what its slide adds."""
    neighbours, terms, cards = model.neighbours, model.terms, children.cards
    names, n, width = terms.apart.shape[0], neighbours.shape[0], neighbours[0, DOWN]
    for place in range(made):
        card = cards[place]
        blank, node, t = np.int64(step_of(card) >> np.uint64(2)), node_of(card), np.int64(name_of(card))
        p = neighbours[blank, np.int64(step_of(card) & np.uint64(3))]
        sorts, here, there = children.sorts[node], blank * names + t, p * names + t
        total = np.int64(terms.base[here]) - np.int64(terms.base[there])
        total += np.int64(terms.tb[np.int64(terms.lean[here]) * 121 + terms.away[p, blank]])
        total -= np.int64(terms.tb[np.int64(terms.lean[there]) * 121 + terms.away[blank, p]])
        total += blank_gain(blank, p, width, n, sorts, terms)
        total += near_gain(blank, p, t, width, n, nodes.cells[node], sorts, terms)
        after, before = np.int64(terms.u[here]), np.int64(terms.u[there])
        if after != before:
            total += home_gain(after, before, t, width, children.shifts[node], terms)
        after, before = np.int64(terms.kind[here]), np.int64(terms.kind[there])
        if after != before:
            total += class_gain(after * 625, before * 625, blank, p, sorts, terms.t3)
        children.keys[place] = nodes.values[node] + total


@inline
def blank_gain(blank: Any, p: Any, width: int, n: int, sorts: Array, terms: Terms) -> Any:
    """Return what TB adds where the blank goes to p: of all but the slid tile in rows or columns that are near."""
    tb, after, before = terms.tb, terms.away[p], terms.away[blank]
    r, c, y, x = blank // width, blank % width, p // width, p % width
    top, bottom, left, right = 0, n // width, 0, width
    if r == y:
        left, right = max(0, min(c, x) - 4), min(width, max(c, x) + 5)
    else:
        top, bottom = max(0, min(r, y) - 4), min(bottom, max(r, y) + 5)
    total = np.int64(0)
    for row in range(top, bottom):
        for q in range(np.uint64(row * width + left), np.uint64(row * width + right)):
            at = np.uint64(sorts[q] >> np.uint32(LEAN)) * np.uint64(121)
            total += np.int64(tb[at + np.uint64(after[q])]) - np.int64(tb[at + np.uint64(before[q])])
    for q in (blank, p):
        at = np.uint64(sorts[q] >> np.uint32(LEAN)) * np.uint64(121)
        total -= np.int64(tb[at + np.uint64(after[q])]) - np.int64(tb[at + np.uint64(before[q])])
    return total


@inline
def near_gain(blank: Any, p: Any, t: Any, width: int, n: int, cells: Array, sorts: Array, terms: Terms) -> Any:
    """Return what T1 and T2 add of tiles near the slid one, where it goes from p to the blank's cell."""
    t1, t2, apart, near_after, near_before = terms.t1, terms.t2, terms.apart[t], terms.near[blank], terms.near[p]
    names = terms.apart.shape[0]
    after, before = np.uint64(terms.u[blank * names + t]), np.uint64(terms.u[p * names + t])
    r, c, y, x = blank // width, blank % width, p // width, p % width
    left, right = max(0, min(c, x) - 5), min(width, max(c, x) + 6)
    wide, line, last = np.uint64(49), np.uint64(121), np.uint64(120)
    total = np.int64(0)
    for row in range(max(0, min(r, y) - 5), min(n // width, max(r, y) + 6)):
        for q in range(np.uint64(row * width + left), np.uint64(row * width + right)):
            if q == np.uint64(blank) or q == np.uint64(p):
                continue
            u = np.uint64(sorts[q] & np.uint32((1 << KIND) - 1))
            is_near, was_near, is_home = near_after[q] >= 0, near_before[q] >= 0, apart[np.uint64(cells[q])] >= 0
            v, w, g = np.uint64(near_after[q]), np.uint64(near_before[q]), np.uint64(apart[np.uint64(cells[q])])
            if is_near:
                total += t1[(after * wide + u) * line + v]
                if is_home:
                    total += t2[(after * line + g) * line + v]
                    total += t2[(u * line + last - g) * line + last - v]
            if was_near:
                total -= t1[(before * wide + u) * line + w]
                if is_home:
                    total -= t2[(before * line + g) * line + w]
                    total -= t2[(u * line + last - g) * line + last - w]
    return total


@inline
def home_gain(u: Any, was: Any, t: Any, width: int, shifts: Array, terms: Terms) -> Any:
    """Return what T1 of the inverse adds: of tiles whose homes are near that of t, which had u = `was`."""
    t1, apart, names = terms.t1, terms.apart[t], terms.apart.shape[0]
    first = (t - 1) % width
    low, high = max(0, first - 5) - first, min(width, first + 6) - first
    after, before = np.uint64(48 - u) * np.uint64(49), np.uint64(48 - was) * np.uint64(49)
    total = np.int64(0)
    for row in range(-5, 6):
        begin, end = max(1, t + row * width + low), min(names, t + row * width + high)
        for j in range(np.uint64(begin), np.uint64(max(begin, end))):
            if j != np.uint64(t) and shifts[j] != NOWHERE:
                other, g = np.uint64(48) - np.uint64(shifts[j]), np.uint64(apart[j])
                total += t1[(after + other) * np.uint64(121) + g]
                total -= t1[(before + other) * np.uint64(121) + g]
    return total


@inline
def class_gain(after: Any, before: Any, blank: Any, p: Any, sorts: Array, t3: Array) -> Any:
    """Return what T3 adds where the slid tile's class changes, from row to row of its table: of all other tiles."""
    now, then, total = t3[after : after + 625], t3[before : before + 625], np.int64(0)
    for q in range(np.uint64(sorts.size)):
        kind = np.uint64(sorts[q] >> np.uint32(KIND) & np.uint32((1 << (LEAN - KIND)) - 1))
        total += np.int64(now[kind]) - np.int64(then[kind])
    for q in (blank, p):
        kind = np.uint64(sorts[q] >> np.uint32(KIND) & np.uint32((1 << (LEAN - KIND)) - 1))
        total -= np.int64(now[kind]) - np.int64(then[kind])
    return total
