"""Sweeps: the most profitable half-plane walks of the blank over a large board, found exactly by dynamic programming.

A board is an array of home cells as row << 16 | column; the blank's entry is never read. A step of the blank slides
one tile and gains d(before)² − d(after)², which is 2d − 1 where the tile comes nearer and −2d − 1 where it goes away;
its profit is that gain less the price. A half-plane walk never goes back along one axis, and within a line goes one way
only, so it touches each tile once and its profits simply add up. Line by line, with `come` the best value of entering
a cell from the line before, `right` and `left` those of walks that last moved that way (or just came),

    right[x] = max(come[x], right[x − 1] + profit),  left likewise,  come'[x] = max(right[x], left[x]) + profit.

Profits live in profits[axis, kind, line · span + x]: axis 0 has rows as lines, axis 1 columns; the blank comes to the
cell from x − 1 (kind 0), from x + 1 (1), from the line before (2) or from the line after (3). They are float32, which
is exact up to 2²⁴ and cannot overflow; beyond, a walk may be a little less than the best. A choice between floats
compiles without a branch, which the random order of profits would mislead. `tiles.sweep.best_walk` is the twin.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels import memory
from solvable.kernels.jit import jit

Array = NDArray[Any]
prefetch: Any = memory.prefetch

FROM_RIGHT, FROM_LEFT = 1, 2  # marks: came along the line from x − 1 (walking right), from x + 1 (walking left)
ENDS_LEFT = 4  # the best walk to the cell is the one that walks left
AHEAD, LINE = 2, 16  # lines between asking for profits and reading them; profits in a line of memory
GROWTH = 3  # of the reach where no walk gains


@jit
def note(homes: Array, w: int, h: int, cell: int, price: Any, profits: Array) -> None:
    """Write the profits of sliding the tile on `cell`, which the blank enters from each side."""
    row, column = cell // w, cell % w
    down, right = row - (homes[cell] >> 16), column - (homes[cell] & 0xFFFF)
    twice = 2 * (abs(down) + abs(right))
    near, away = np.float32(twice - 1 - price), np.float32(-twice - 1 - price)
    profits[0, 0, cell] = profits[1, 2, column * h + row] = near if right > 0 else away
    profits[0, 1, cell] = profits[1, 3, column * h + row] = near if right < 0 else away
    profits[0, 2, cell] = profits[1, 0, column * h + row] = near if down > 0 else away
    profits[0, 3, cell] = profits[1, 1, column * h + row] = near if down < 0 else away


@jit
def note_all(homes: Array, w: int, h: int, price: Any, profits: Array) -> None:
    """Write the profits of all tiles."""
    for cell in range(w * h):
        note(homes, w, h, cell, price, profits)


@jit
def scan(come: Array, forward: Array, backward: Array, right: Array, left: Array) -> None:
    """Write the best values of walks within a line that go right, and of those that go left.

    With the sums of profits from the line's end, right[x] − sum[x] = max over y ≤ x of come[y] − sum[y]: so sums and
    maxima do not wait for each other.
    """
    n = come.size
    ahead = back = np.float32(-1e30)
    sum_ahead = sum_back = np.float32(0)
    for x in range(n):
        sum_ahead = sum_ahead + forward[x]
        value = come[x] - sum_ahead
        ahead = ahead if ahead > value else value
        right[x] = ahead + sum_ahead
        y = n - 1 - x
        sum_back = sum_back + backward[y]
        value = come[y] - sum_back
        back = back if back > value else value
        left[y] = back + sum_back


@jit
def close(line: int, come: Array, right: Array, left: Array, marks: Array, top: Array, top_line: Array) -> None:
    """Mark where the best walks of a scanned line come from, leave their values in `right`, note the best of a column.

    Each loop does one thing, so that the compiler makes vectors of it.
    """
    n = come.size
    for x in range(n):
        marks[x] = np.uint8(right[x] > come[x]) | (np.uint8(left[x] > come[x]) << np.uint8(1))
    for x in range(n):
        marks[x] |= np.uint8(left[x] > right[x]) << np.uint8(2)
    for x in range(n):
        right[x] = left[x] if left[x] > right[x] else right[x]
    for x in range(n):
        top_line[x] = line if right[x] > top[x] else top_line[x]
    for x in range(n):
        top[x] = right[x] if right[x] > top[x] else top[x]


@jit
def half_plane(
    profits: Array, span: int, first: int, step: int, lines: int, start: int, low: int, high: int, values: Array,
    top_line: Array, marks: Array,
) -> tuple[Any, int, int]:  # fmt: skip
    """Fill `marks` for the walks from place `start` of line `first` over `lines` more lines in direction `step`.

    They keep to the places from `low` to below `high`. profits is of one axis; values is room for four lines.
    Returns (best value, its line, its place).
    """
    come, right, left, top = values[0, low:high], values[1, low:high], values[2, low:high], values[3, low:high]
    top_line = top_line[low:high]
    come[:] = -1e30
    come[start - low] = 0
    top[:] = 0
    for k in range(lines + 1):
        line = first + k * step
        at, end = line * span + low, line * span + high
        if k + AHEAD <= lines:
            for kind in (0, 1, 2 if step > 0 else 3):
                for x in range(at + AHEAD * step * span, end + AHEAD * step * span, LINE):
                    prefetch(profits, kind * profits.shape[1] + x)
        scan(come, profits[0, at:end], profits[1, at:end], right, left)
        close(line, come, right, left, marks[at:end], top, top_line)
        if k < lines:
            enter = profits[2 if step > 0 else 3, at + step * span : end + step * span]
            for x in range(high - low):
                come[x] = right[x] + enter[x]
    place = int(np.argmax(top))
    return top[place], int(top_line[place]), low + place


@jit
def trace(span: int, first: int, step: int, line: int, place: int, marks: Array, moves: Array) -> int:
    """Write the marked walk to a place into `moves`, as line · span + place, in order; return its length."""
    made = 0
    while True:
        at = line * span + place
        way = -1 if marks[at] & ENDS_LEFT == 0 else 1
        came = FROM_RIGHT if way < 0 else FROM_LEFT
        while marks[at] & came:
            moves[made] = at
            made += 1
            at += way
        if line == first:
            break
        moves[made] = at
        made += 1
        place = at % span
        line -= step
    for k in range(made // 2):
        moves[k], moves[made - 1 - k] = moves[made - 1 - k], moves[k]
    return made


@jit
def best_walk(
    profits: Array, w: int, h: int, blank: int, axis: int, reach: int, scratch: tuple[Array, Array, Array], moves: Array
) -> tuple[Any, int]:
    """Write the best walk that never turns back along one axis (0: down or up, 1: right or left); (value, length).

    It keeps to the places at most `reach` from the blank's, in every line.
    """
    span, count = (w, h) if axis == 0 else (h, w)
    line, start = (blank // w, blank % w) if axis == 0 else (blank % w, blank // w)
    low, high = max(0, start - reach), min(span, start + reach + 1)
    values, top_line, marks = scratch
    best, chosen, to, place = np.float32(0), 0, 0, 0
    for step in (1, -1):
        lines = count - 1 - line if step > 0 else line
        value, end_line, end = half_plane(
            profits[axis], span, line, step, lines, start, low, high, values, top_line, marks
        )
        if value > best:
            best, chosen, to, place = value, step, end_line, end
    if chosen == 0:
        return best, 0
    made = trace(span, line, chosen, to, place, marks, moves)
    if axis == 1:
        for k in range(made):
            moves[k] = moves[k] % h * w + moves[k] // h
    return best, made


@jit
def walk(homes: Array, w: int, h: int, blank: int, price: Any, profits: Array, moves: Array) -> int:
    """Make the moves; return the blank's cell."""
    for k in range(moves.size):
        homes[blank] = homes[moves[k]]
        note(homes, w, h, blank, price, profits)
        blank = int(moves[k])
    return blank


@jit
def sweep(
    homes: Array, w: int, h: int, state: Array, end: float, fall: float, reach: int, profits: Array, limit: int,
    moves: Array,
) -> int:  # fmt: skip
    """Walk the best sweeps until none gains at the price `end`, or about `limit` moves are made; return how many.

    state = [blank, price, reach] lives on, and profits are net of the price. Walks reach `reach` places to each side,
    three times as many where none gains, in the end all; where still none gains the price falls.
    """
    longest = max(w, h)
    scratch = (np.empty((4, longest), np.float32), np.empty(longest, np.int64), np.empty(w * h, np.uint8))
    other = np.empty(w * h, moves.dtype)
    made = 0
    while made < limit and state[1] >= end:
        blank, now = int(state[0]), int(state[2])
        value, length = best_walk(profits, w, h, blank, 0, now, scratch, moves[made:])
        across, across_length = best_walk(profits, w, h, blank, 1, now, scratch, other)
        if across > value:
            value, length = across, across_length
            moves[made : made + length] = other[:length]
        if value > 0:
            state[0] = walk(homes, w, h, blank, int(state[1]), profits, moves[made : made + length])
            state[2] = max(reach, now // GROWTH)
            made += length
        elif now < longest:
            state[2] = now * GROWTH
        else:
            before = int(state[1])
            state[1], state[2] = state[1] * fall, reach
            profits += np.float32(before - int(state[1]))
    return made
