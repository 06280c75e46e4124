"""Sweeps: the most profitable half-plane walks of the blank over a large board, found exactly by dynamic programming.

A board is an array of home cells as row << 16 | column, and there are two of them, the board and its mirror image in
the main diagonal: walks across the one are walks down the other. The blank's entry is never used. A step of the blank
slides one tile, x cells from home along its way, and gains x² − (x − 1)² = 2x − 1; its profit is that gain less the
price. A half-plane walk never goes back along one axis, and within a line goes one way only, so it touches each tile
once and its profits simply add up. Line by line, with `come` the best value of entering a cell from the line before,
`right` and `left` those of walks that last moved that way (or just came),

    right[x] = max(come[x], right[x − 1] + profit),  left likewise,  come'[x] = max(right[x], left[x]) + profit.

`maxplus` does the first two for 16 places at a time. Values are int32 where none can be 2³⁰, else int64: they
have the type of the scratch. `tiles.near.outer.sweeps.best_walk` is the twin.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import maxplus, memory
from solvable.kernels.base.jit import jit
from solvable.kernels.sizes import LANES, LOW, LOW_64

Array = NDArray[Any]
prefetch: Any = memory.prefetch
scan_rightward: Any = maxplus.scan_rightward
scan_leftward: Any = maxplus.scan_leftward
settle: Any = maxplus.settle

WENT_RIGHT, WENT_LEFT, ENDS_LEFT = maxplus.WENT_RIGHT, maxplus.WENT_LEFT, maxplus.ENDS_LEFT
AHEAD, LINE = 2, 16  # lines between asking for homes and reading them; homes in a line of memory
GROWTH, STAY = 3, 4  # of the window where no walk gains; walks that gain before it shrinks again
short = np.int32  # values of this type are done 16 at a time


@jit
def note_profits(
    homes: Array, line: int, low: int, step: int, cost: int, forward: Array, backward: Array, enter: Array
) -> None:
    """Write the profits of the tiles of a stretch of a line that begins at place `low`.

    The blank comes along the line from x − 1, from x + 1, or from the line before in the direction `step`.
    """
    for k in range(homes.size):
        home = homes[k]
        down = short(short(line) - short(home >> 16))
        right = short(short(low + k) - short(home & 0xFFFF))
        along, ahead = short(right << 1), short(short(down * short(step)) << 1)
        forward[k], backward[k] = short(along - short(cost)), short(-along - short(cost))
        enter[k] = short(ahead - short(cost))


@jit
def half_plane(
    homes: Array, span: int, first: int, step: int, lines: int, start: int, low: int, width: int, cost: int,
    profits: Array, values: Array, marks: Array,
) -> tuple[int, int, int]:  # fmt: skip
    """Fill `marks` for the walks from place `start` of line `first` over `lines` more lines in direction `step`.

    They keep to `width` places from `low` on. A step costs the price and 1. profits and values are room for three and
    four lines. Returns (best value, its line, its place).
    """
    size = padded(width)
    forward, backward, enter = profits[0, :size], profits[1, :size], profits[2, :size]
    come, right, left, top = values[0, :size], values[1, :size], values[2, :size], values[3, :size]
    profits[:, :size] = 0
    come[:] = LOW if values.itemsize == 4 else LOW_64
    come[start - low] = 0
    best, best_line = 0, first
    for k in range(lines + 1):
        line = first + k * step
        at = line * span + low
        if k + AHEAD <= lines:
            for x in range(at + AHEAD * step * span, at + AHEAD * step * span + width, LINE):
                prefetch(homes, x)
        note_profits(homes[at : at + width], line, low, step, cost, forward, backward, enter)
        if k > 0:
            for x in range(width):
                come[x] = right[x] + enter[x]
        scan_rightward(come, forward, right, width)
        scan_leftward(come, backward, left, width)
        most = settle(come, right, left, marks, line * size, width)
        if most > best:
            best, best_line = most, line
            copy(right, top)
    if best > 0:
        for x in range(width):
            if top[x] == best:
                return best, best_line, low + x
    return 0, first, start


@jit
def copy(source: Array, target: Array) -> None:
    """Copy one array to the beginning of another; numba takes three seconds to compile the copying of a slice."""
    for i in range(source.size):
        target[i] = source[i]


@jit
def padded(width: int) -> int:
    """Return the places that a line of the window takes in `marks`."""
    return (width + LANES - 1) // LANES * LANES


@jit
def trace(
    span: int, low: int, width: int, first: int, step: int, line: int, place: int, marks: Array, moves: Array
) -> int:
    """Write the marked walk to a place into `moves`, as line · span + place, in order; return its length."""
    size = padded(width)
    made = 0
    while True:
        at = line * size + place - low
        way = -1 if marks[at] & ENDS_LEFT == 0 else 1
        went = WENT_RIGHT if way < 0 else WENT_LEFT
        while marks[at] & went:
            moves[made] = line * span + place
            made += 1
            at += way
            place += way
        if line == first:
            break
        moves[made] = line * span + place
        made += 1
        line -= step
    for k in range(made // 2):
        moves[k], moves[made - 1 - k] = moves[made - 1 - k], moves[k]
    return made


@jit
def best_walk(
    boards: Array, w: int, h: int, blank: int, axis: int, window: int, price: int,
    scratch: tuple[Array, Array, Array], moves: Array,
) -> tuple[int, int]:  # fmt: skip
    """Write the best walk that never turns back along one axis (0: down or up, 1: right or left); (value, length).

    It keeps to a window of so many places about the blank's, in every line.
    """
    span, count = (w, h) if axis == 0 else (h, w)
    line, start = (blank // w, blank % w) if axis == 0 else (blank % w, blank // w)
    width = min(span, window)
    low = min(max(0, start - width // 2), span - width)
    profits, values, marks = scratch
    best, chosen, to, place = 0, 0, 0, 0
    for step in (1, -1):
        lines = count - 1 - line if step > 0 else line
        value, end_line, end = half_plane(
            boards[axis], span, line, step, lines, start, low, width, price + 1, profits, values, marks
        )
        if value > best:
            best, chosen, to, place = value, step, end_line, end
    if chosen == 0:
        return best, 0
    made = trace(span, low, width, line, chosen, to, place, marks, moves)
    if axis == 1:
        for k in range(made):
            moves[k] = moves[k] % h * w + moves[k] // h
    return best, made


@jit
def walk(boards: Array, w: int, h: int, blank: int, moves: Array) -> int:
    """Make the moves on both boards; return the blank's cell."""
    for k in range(moves.size):
        to = int(moves[k])
        home = boards[0, to]
        boards[0, blank] = home
        boards[1, blank % w * h + blank // w] = (home & 0xFFFF) << 16 | home >> 16
        blank = to
    return blank


@jit
def sweep(
    boards: Array, w: int, h: int, state: Array, end: float, fall: float, window: int,
    scratch: tuple[Array, Array, Array], limit: int, moves: Array,
) -> int:  # fmt: skip
    """Walk the best sweeps until none gains at the price `end`, or about `limit` moves are made; return how many.

    state = [blank, price, window, walks in this window] lives on. Walks keep to a window of so many places, for some
    walks three times as many where none gains, in the end all; where still none gains the price falls.
    """
    longest = max(w, h)
    other = np.empty(w * h, moves.dtype)
    made = 0
    while made < limit and state[1] >= end:
        blank, price, now = int(state[0]), int(state[1]), int(state[2])
        value, length = best_walk(boards, w, h, blank, 0, now, price, scratch, moves[made:])
        across, across_length = best_walk(boards, w, h, blank, 1, now, price, scratch, other)
        if across > value:
            value, length = across, across_length
            copy(other[:length], moves[made:])
        if value > 0:
            state[0] = walk(boards, w, h, blank, moves[made : made + length])
            made += length
            state[3] += 1
            if state[3] == STAY:
                state[2], state[3] = max(window, now // GROWTH), 0
        elif now < longest:
            state[2], state[3] = now * GROWTH, 0
        else:
            state[1], state[2], state[3] = state[1] * fall, window, 0
    return made
