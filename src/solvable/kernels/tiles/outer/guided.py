"""Guided walks: a beam of free walks of the blank, each valued by the best half-plane walk from where it ends.

Boards, profits and half-plane walks are those of `sweep`; a free walk may turn as it likes, but never straight back.
`values` gives for each cell the profit of the best half-plane walk from there: the scans of `sweep`, from the last
line to the first. `plan` looks some moves ahead by the beam, ranks walks by their profit and that value, and
`guide` makes the first moves of the best one and plans anew. A node is its parent and its last move, replayed on the
one board; the nodes of a layer stand in the order of their parents, as in `rolling`.
Twins: `tiles.near.outer.guided.values` and `plan`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import maxplus
from solvable.kernels.base.jit import inline, jit
from solvable.kernels.sizes import LOW
from solvable.kernels.tiles.outer.records import BLANK, LAST, MOST, NOWHERE, PRICE, PROFIT, SINCE, WINDOW, Scan, Tree
from solvable.kernels.tiles.outer.rolling import fork_of
from solvable.kernels.tiles.outer.sweep import GROWTH, note_profits, short, walk

Array = NDArray[Any]
scan_rightward: Any = maxplus.scan_rightward
scan_leftward: Any = maxplus.scan_leftward
PATIENCE = (
    60  # plans without more profit than ever at this price, after which the price falls: a walk may go in circles
)
BORDER = 1  # places before those of a line, so that the profits of the place before can be read


@jit
def values(
    homes: Array, span: int, top: int, count: int, low: int, width: int, cost: int, lines: Array, worth: Array
) -> None:
    """Write worth[line · span + place]: the profit of the best half-plane walk across the lines from there, or 0.

    Lines are `count` from `top` on, places `width` from `low` on; no walk leaves them.
    """
    forward, backward, enter, come, right, left, here = lines
    lines[:3] = 0
    come[:] = LOW
    for way in range(2):
        step = 1 - 2 * way
        here[:] = 0
        come[:width] = 0
        for k in range(count):
            line = top + k if way else top + count - 1 - k
            at = line * span + low
            if k:
                for x in range(width):
                    come[x] = max(short(0), short(enter[x] + here[x]))
            note_profits(homes[at : at + width], line, low, step, cost, forward, backward[BORDER:], enter)
            scan_leftward(come, forward[1:], right, width)
            scan_rightward(come, backward, left, width)
            for x in range(width):
                here[x] = max(right[x], left[x])
            if way:
                for x in range(width):
                    worth[at + x] = max(worth[at + x], here[x])
            else:
                for x in range(width):
                    worth[at + x] = here[x]


@inline
def travel(node: int, now: int, layer: int, homes: Array, tree: Tree) -> None:
    """Take the board from the node of layer `now` on the path to `node` of `layer`."""
    at, blanks, steps = tree.nodes, tree.blanks, tree.steps
    fork = fork_of(node, now, layer, 0, tree.parents, at)
    while now > fork:
        homes[blanks[now]] = homes[blanks[now - 1]]
        now -= 1
    while now < layer:
        now += 1
        to = steps[now, at[now]]
        homes[blanks[now - 1]] = homes[to]
        blanks[now] = to


@inline
def children_of(layer: int, homes: Array, w: int, h: int, last: int, price: int, scan: Scan, tree: Tree) -> int:
    """Write the children of a layer, with their profits and ranks; return how many there are."""
    blanks, down, across = tree.blanks, scan.down, scan.across
    now = made = 0
    for node in range(tree.counts[layer]):
        travel(node, now, layer, homes, tree)
        now = layer
        blank = blanks[layer]
        before = blanks[layer - 1] if layer else last
        r, c = blank // w, blank % w
        for k in range(4):
            up, left = (k == 0) - (k == 3), (k == 1) - (k == 2)
            row, column = r - up, c - left
            to = row * w + column
            if row < 0 or row == h or column < 0 or column == w or to == before:
                continue
            home = homes[to]
            closer = up * ((home >> 16) - row) + left * ((home & 0xFFFF) - column)
            profit = tree.profits[layer, node] + 2 * closer - 1 - price  # its dx² + dy² falls by so much
            tree.born_of[made], tree.born_to[made], tree.born_profit[made] = node, to, profit
            tree.ranks[made] = profit + max(down[to], across[column * h + row])
            made += 1
    while now > 0:
        homes[blanks[now]] = homes[blanks[now - 1]]
        now -= 1
    return int(made)


@jit
def least_of_best(ranks: Array, count: int) -> Any:
    """Return the rank of the child on place `count` of the best ones, by halving what lies between the most and least.

    Each half takes one pass that is done 16 ranks at a time, so this is faster than putting them into order.
    """
    low, high = ranks[0], ranks[0]
    for rank in ranks:
        low, high = min(low, rank), max(high, rank)
    while low < high:
        middle = low + (high - low + 1) // 2
        above = np.int32(0)
        for rank in ranks:
            above += np.int32(rank >= middle)
        if above >= count:
            low = middle
        else:
            high = middle - 1
    return low


@inline
def select(layer: int, made: int, width: int, tree: Tree) -> Any:
    """Make the best `width` children the nodes of a layer, in their order; return the row of the best one, its rank.

    A child that is not kept is written too, and overwritten by the next: to jump over it would take longer.
    """
    ranks = tree.ranks[:made]
    least = least_of_best(ranks, min(width, made))
    ties = min(width, made)
    for rank in ranks:
        ties -= rank > least
    count = row = 0
    best = least
    for k in range(made):
        rank = ranks[k]
        tree.parents[layer, count], tree.steps[layer, count] = tree.born_of[k], tree.born_to[k]
        tree.profits[layer, count] = tree.born_profit[k]
        if rank > best:
            best, row = rank, count
        is_tie = rank == least
        count += (rank > least) | (is_tie & (ties > 0))
        ties -= is_tie
    tree.counts[layer] = count
    return row, best


@jit
def plan(
    homes: Array, w: int, h: int, blank: int, last: int, price: int, beam: int, horizon: int, scan: Scan,
    tree: Tree, moves: Array, profits: Array,
) -> tuple[int, int]:  # fmt: skip
    """Write the free walk of the most profit and value that a beam meets, and the profit of each of its beginnings.

    Returns (the most, its length).
    """
    tree.counts[0], tree.profits[0, 0], tree.blanks[0] = 1, 0, blank
    best, best_layer, best_row = 0, 0, 0
    for layer in range(horizon):
        made = children_of(layer, homes, w, h, last, price, scan, tree)
        if made == 0:
            break
        row, rank = select(layer + 1, made, beam, tree)
        if rank > best:
            best, best_layer, best_row = rank, layer + 1, row
    row = best_row
    for layer in range(best_layer, 0, -1):
        moves[layer - 1], profits[layer - 1] = tree.steps[layer, row], tree.profits[layer, row]
        row = tree.parents[layer, row]
    return best, best_layer


@jit
def look(boards: Array, w: int, h: int, blank: int, window: int, price: int, scan: Scan) -> None:
    """Value half-plane walks from all cells within `window` cells of the blank, or a few more."""
    r, c = blank // w, blank % w
    top, left = max(0, r - window), max(0, c - window)
    rows, columns = min(h, r + window + 1) - top, min(w, c + window + 1) - left
    boards[0, blank], boards[1, c * h + r] = r << 16 | c, c << 16 | r  # a cell like any other, its tile home
    values(boards[0], w, top, rows, left, columns, price + 1, scan.lines, scan.down)
    values(boards[1], h, left, columns, top, rows, price + 1, scan.lines, scan.across)


@jit
def guide(
    boards: Array, w: int, h: int, state: Array, end: float, fall: float, window: int, beam: tuple[int, int, int],
    scan: Scan, tree: Tree, limit: int, moves: Array,
) -> int:  # fmt: skip
    """Make the first `commit` moves of plan after plan until none gains at the price `end`, or about `limit` moves.

    state = [blank, price, window, the cell before, profit at this price, the most of that, plans since] lives on. The
    window grows, then the price falls, as in `sweep`. Returns how many moves were made.
    """
    longest = max(w, h)
    width, horizon, commit = beam
    found, profits = np.empty(horizon, moves.dtype), np.empty(horizon, np.int64)
    made = 0
    while made < limit and state[PRICE] >= end:
        blank, price, now = int(state[BLANK]), int(state[PRICE]), int(state[WINDOW])
        look(boards, w, h, blank, now, price, scan)
        value, length = plan(
            boards[0], w, h, blank, int(state[LAST]), price, width, horizon, scan, tree, found, profits
        )
        if value > 0 and state[SINCE] < PATIENCE:
            length = min(length, commit)
            state[LAST] = blank if length == 1 else found[length - 2]
            for k in range(length):
                moves[made + k] = found[k]
            state[PROFIT] += profits[length - 1]
            state[BLANK] = walk(boards, w, h, blank, found[:length])
            made += length
            state[SINCE] += 1
            if state[PROFIT] > state[MOST]:
                state[MOST], state[SINCE] = state[PROFIT], 0
                state[WINDOW] = max(window, now // GROWTH)
        elif value == 0 and now < longest:
            state[WINDOW] = now * GROWTH
        else:
            state[PRICE], state[WINDOW], state[LAST] = state[PRICE] * fall, window, NOWHERE
            state[PROFIT] = state[MOST] = state[SINCE] = 0
    return made
