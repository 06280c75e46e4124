"""What slides add to the value of the pair model: as a table, and for beams of few nodes made of the changed terms.

A slide of tile t between cell a and the cell to its right (d = 0) or below (d = 1) has row (2·a + d)·names + t; the
gains of the names on cell q are line q of the row, stored as `base.chosen` asks: 16 bits each.

The terms that a slide changes are those of tiles near it, of tiles whose homes are near, of the blank with rows or
columns near, and where the slid tile's class changes, one with each tile.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import chosen
from solvable.kernels.base.jit import inline, jit
from solvable.kernels.sizes import GROUP
from solvable.kernels.tiles.cards import name_of, node_of, step_of
from solvable.kernels.tiles.records import NOWHERE, PLACE, SORTS, Children, Model, Nodes, Terms
from solvable.kernels.tiles.terms import clipped, kind_of, shift_of, term_of_tile

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


@inline
def value_by_terms(nodes: Nodes, made: int, model: Model, children: Children) -> None:
    """Write each child's key: the value of its parent and what its slide adds."""
    neighbours, terms, cards = model.neighbours, model.terms, children.cards
    at = -(-neighbours.shape[0] * nodes.cells.itemsize // 8) * 8
    for place in range(made):
        card = cards[place]
        blank, node, t = np.int64(step_of(card) >> np.uint64(2)), node_of(card), np.int64(name_of(card))
        p = neighbours[blank, np.int64(step_of(card) & np.uint64(3))]
        cells, shifts = nodes.cells[node], nodes.bytes[node, at:]
        total = term_of_tile(terms, p, blank, t) - term_of_tile(terms, blank, p, t)
        total += blank_gain(blank, p, shifts, terms) + near_gain(blank, p, t, cells, shifts, terms)
        after, before = shift_of(terms, blank, t), shift_of(terms, p, t)
        if after != before:
            total += home_gain(after, before, t, model.name_codes.size, shifts, terms)
        after, before = kind_of(terms, blank, t), kind_of(terms, p, t)
        if after != before:
            total += class_gain(after * 625, before * 625, blank, p, cells, terms)
        children.keys[place] = nodes.values[node] + total


@inline
def size_of(terms: Terms) -> tuple[int, int]:
    """Return the columns and the rows of the board."""
    return int(terms.columns[-1]) + 1, int(terms.rows[-1]) + 1


@inline
def blank_gain(blank: Any, p: Any, shifts: Array, terms: Terms) -> Any:
    """Return what TB adds where the blank goes to p: of all but the slid tile in rows or columns that are near."""
    rows, columns = terms.rows, terms.columns
    width, height = size_of(terms)
    r, c, y, x = int(rows[blank]), int(columns[blank]), int(rows[p]), int(columns[p])
    total = np.int64(0)
    left, right = max(0, min(c, x) - 4), min(width, max(c, x) + 5)
    if r == y:
        for row in range(height):
            line = clipped(r - row, 5) * 11 + 5
            total += line_gain(row * width, left, right, line + x - left, line + c - left, 1, shifts, terms)
    else:
        for row in range(max(0, min(r, y) - 4), min(height, max(r, y) + 5)):
            after, before = (y - row + 5) * 11, (r - row + 5) * 11
            total += line_gain(row * width, 0, left, after + 10, before + 10, 0, shifts, terms)
            last, first = after + 5 + c - left, before + 5 + c - left
            total += line_gain(row * width, left, right, last, first, 1, shifts, terms)
            total += line_gain(row * width, right, width, after, before, 0, shifts, terms)
    for cell in (blank, p):
        row, column = int(rows[cell]), int(columns[cell])
        after = clipped(y - row, 5) * 11 + clipped(x - column, 5)
        before = clipped(r - row, 5) * 11 + clipped(c - column, 5)
        total -= line_gain(cell, 0, 1, after, before, 0, shifts, terms)
    return total


@inline
def line_gain(
    start: Any, first: Any, end: Any, after: Any, before: Any, falling: int, shifts: Array, terms: Terms
) -> Any:  # fmt: skip
    """Return what TB adds of the cells start + first … start + end − 1, each seen from `after` instead of `before`.

    These are of the first one; each further one has them less by `falling`.
    """
    tb, places, total = terms.tb, terms.places, np.int64(0)
    now, then, step = np.uint64(after * SORTS), np.uint64(before * SORTS), np.uint64(falling * SORTS)
    for q in range(np.uint64(start + first), np.uint64(start + max(first, end))):
        at = np.uint64(places[q]) + np.uint64(shifts[q])
        total += np.int64(tb[now + at]) - np.int64(tb[then + at])
        now -= step
        then -= step
    return total


@inline
def near_gain(blank: Any, p: Any, t: Any, cells: Array, shifts: Array, terms: Terms) -> Any:
    """Return what T1 and T2 add of tiles near the slid one, where it goes from p to the blank's cell."""
    rows, columns = terms.rows, terms.columns
    width, height = size_of(terms)
    first, second = min(blank, p), max(blank, p)
    r, c, total = int(rows[first]), int(columns[first]), np.int64(0)
    slide = first, second, np.uint64(shift_of(terms, first, t)), np.uint64(shift_of(terms, second, t)), terms.homes[t]
    if rows[second] == r:
        left, right = max(0, c - 4), min(width, c + 6)
        for row in range(max(0, r - 5), min(height, r + 6)):
            start, v = row * width, (r - row + 5) * 11 + 5 + c
            if c >= 5:
                total += near_line(start, left - 1, left, v, v + 1, 1, 0, slide, cells, shifts, terms)
            total += near_line(start, left, right, v, v + 1, 1, 1, slide, cells, shifts, terms)
            if c + 6 < width:
                total += near_line(start, right, right + 1, v, v + 1, 0, 1, slide, cells, shifts, terms)
    else:
        left, right = max(0, c - 5), min(width, c + 6)
        if r >= 5:
            total += near_line((r - 5) * width, left, right, 115 + c, 0, 1, 0, slide, cells, shifts, terms)
        for row in range(max(0, r - 4), min(height, r + 6)):
            v = (r - row + 5) * 11 + 5 + c
            total += near_line(row * width, left, right, v, v + 11, 1, 1, slide, cells, shifts, terms)
        if r + 6 < height:
            total += near_line((r + 6) * width, left, right, 0, 5 + c, 0, 1, slide, cells, shifts, terms)
    return total if blank < p else -total


@inline
def near_line(
    start: Any, left: Any, right: Any, v: Any, w: Any, in_first: int, in_second: int, slide: tuple[Any, ...],
    cells: Array, shifts: Array, terms: Terms,
) -> Any:  # fmt: skip
    """Return T1 and T2 of the slid tile on one cell and those of a line, from `left` on, less the same of the second
    cell; of both or one, as is said.

    `v` and `w` say where the first column of the board is from the two cells; `slide` has these, u there and the home.
    """
    t1, t2, homes = terms.t1, terms.t2, terms.homes
    first, second, here, there = np.uint64(slide[0]), np.uint64(slide[1]), slide[2], slide[3]
    ten, line, last, column = np.uint64(10), np.uint64(121), np.uint64(120), np.uint64((1 << PLACE) - 1)
    home, v, w = np.uint64(slide[4]) + np.uint64(5 << PLACE | 5), np.uint64(v - left), np.uint64(w - left)
    total = np.int64(0)
    for q in range(np.uint64(start + left), np.uint64(start + right)):
        if q not in (first, second):
            u, apart = np.uint64(shifts[q]), home - np.uint64(homes[np.uint64(cells[q])])
            if in_first:
                total += t1[(here * np.uint64(49) + u) * line + v]
            if in_second:
                total -= t1[(there * np.uint64(49) + u) * line + w]
            if (apart <= np.uint64(10 << PLACE | 10)) & (apart & column <= ten):
                g = (apart >> np.uint64(PLACE)) * np.uint64(11) + (apart & column)
                if in_first:
                    total += t2[(here * line + g) * line + v] + t2[(u * line + last - g) * line + last - v]
                if in_second:
                    total -= t2[(there * line + g) * line + w] + t2[(u * line + last - g) * line + last - w]
        v -= np.uint64(1)
        w -= np.uint64(1)
    return total


@inline
def home_gain(u: Any, was: Any, t: Any, names: int, shifts: Array, terms: Terms) -> Any:
    """Return what T1 of the inverse adds: of tiles whose homes are near that of t, which had u = `was`."""
    t1, n = terms.t1, terms.rows.size
    width, first = size_of(terms)[0], int(terms.columns[t - 1])
    low, high = max(0, first - 5) - first, min(width, first + 6) - first
    after, before = np.uint64(48 - u) * np.uint64(49), np.uint64(48 - was) * np.uint64(49)
    total = np.int64(0)
    for row in range(-5, 6):
        begin, end = max(1, t + row * width + low), min(names, t + row * width + high)
        g = (5 - row) * 11 + 5 + t + row * width
        for j in range(np.uint64(begin), np.uint64(max(begin, end))):
            x = shifts[np.uint64(n) + j]
            if j != np.uint64(t) and x != NOWHERE:
                other, apart = np.uint64(48) - np.uint64(x), np.uint64(g) - j
                total += t1[(after + other) * np.uint64(121) + apart]
                total -= t1[(before + other) * np.uint64(121) + apart]
    return total


@inline
def class_gain(after: Any, before: Any, blank: Any, p: Any, cells: Array, terms: Terms) -> Any:
    """Return what T3 adds where the slid tile's class changes, from row to row of its table: of all other tiles."""
    now, then, total = terms.t3[after : after + 625], terms.t3[before : before + 625], np.int64(0)
    for q in range(np.uint64(terms.kinds.size)):
        total += class_term(q, cells, now, then, terms)
    for q in (blank, p):
        total -= class_term(np.uint64(q), cells, now, then, terms)
    return total


@inline
def class_term(q: Any, cells: Array, now: Array, then: Array, terms: Terms) -> Any:
    """Return what T3 adds of the tile on one cell."""
    kind = np.uint64(terms.home_kinds[np.uint64(cells[q])]) + np.uint64(terms.kinds[q])
    return np.int64(now[kind]) - np.int64(then[kind])
