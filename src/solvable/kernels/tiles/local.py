"""Rolling beam whose key also counts how near tiles stand to each other: the local terms of the pair model.

The key of `kernels.tiles.rolling` plus Σ T1[u_i, u_j, v] over all pairs of tiles with |v| ≤ 3, where u = cell − home
limited to ±3 and v = cell_i − cell_j. A slide of tile t changes only the pairs of t, and those lie in two windows of 7
× 7 cells, so a child costs some hundred look-ups on a board of any size. `kinds` holds 7·u_row + u_column + 24 for the
tile on each cell, 49 where none is, with a border of three cells, so that no window is cut. Twin:
`tiles.near.rolling_local`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import jit
from solvable.kernels.tiles.pairs import clip
from solvable.kernels.tiles.rolling import commit_path, mixed, order_by_key, reached, rush, select, settle, stage_term

Array = NDArray[Any]

REACH = 3
BORDER = 2 * REACH
NONE = 49  # the kind of a cell without a tile
FALL = 16  # the key must fall by this many moves of D in 20 layers, else the stages' weight grows


@jit
def kind(t: int, cell: int, rows: Array, columns: Array) -> int:
    """Return the kind of tile t on a cell."""
    return clip(rows[cell] - rows[t - 1], 3) * 7 + clip(columns[cell] - columns[t - 1], 3)


@jit
def padded(cell: int, w: int, rows: Array, columns: Array) -> int:
    """Return the place of a cell in `kinds`."""
    return int((rows[cell] + REACH) * (w + BORDER) + columns[cell] + REACH)


@jit
def mark(cell: int, board: Array, w: int, rows: Array, columns: Array, kinds: Array) -> None:
    """Write the kind of a cell."""
    t = board[cell]
    kinds[padded(cell, w, rows, columns)] = kind(t, cell, rows, columns) if t else NONE


@jit
def slide(board: Array, pos: Array, to: int, w: int, rows: Array, columns: Array, kinds: Array) -> None:
    """Slide the tile on cell `to` into the blank."""
    blank = pos[0]
    t = board[to]
    board[blank], board[to] = t, 0
    pos[t], pos[0] = blank, to
    mark(blank, board, w, rows, columns, kinds)
    mark(to, board, w, rows, columns, kinds)


@jit
def around(u: Any, at: int, w: int, kinds: Array, near: Array) -> Any:
    """Return Σ near[u, v, kind] over the cells around place `at`, for a tile of kind u there."""
    total = np.int64(0)
    row = near[u]
    v = row.shape[0]
    place = at - REACH * (w + BORDER) - REACH
    for _ in range(2 * REACH + 1):
        for x in range(2 * REACH + 1):
            v -= 1
            total += row[v, kinds[place + x]]
        place += w + BORDER
    return total


@jit
def gain(t: int, to: int, blank: int, w: int, rows: Array, columns: Array, kinds: Array, near: Array) -> int:
    """Return how the local terms change when tile t slides from `to` into the blank."""
    here, there = padded(to, w, rows, columns), padded(blank, w, rows, columns)
    u = kinds[here]
    kinds[here] = NONE
    change = around(kind(t, blank, rows, columns), there, w, kinds, near) - around(np.int64(u), here, w, kinds, near)
    kinds[here] = u
    return int(change)


@jit
def travel(
    node: int, now: int, layer: int, root: int, parents: Array, steps: Array, at: Array, blanks: Array, board: Array,
    pos: Array, w: int, rows: Array, columns: Array, kinds: Array,
) -> None:  # fmt: skip
    """Take the board from node at[now] of layer `now` (at and blanks: its ancestors and their blanks) to `node`."""
    ring = parents.shape[0] - 1
    fork, x = layer, node
    while fork > now or (fork > 0 and at[fork] != x):
        at[fork] = x
        x = parents[(root + fork) & ring, x]
        fork -= 1
    while now > fork:
        now -= 1
        slide(board, pos, blanks[now], w, rows, columns, kinds)
    while now < layer:
        now += 1
        blanks[now] = steps[(root + now) & ring, at[now]]
        slide(board, pos, blanks[now], w, rows, columns, kinds)


@jit
def children_of(
    layer: int, count: int, root: int, parents: Array, steps: Array, totals: Array, node_stages: Array, codes: Array,
    mu: int, board: Array, pos: Array, w: int, h: int, phi: Array, stages: Array, stage_of: Array, later: Array,
    depth: int, span: int, table: Array, keys: Array, children: Array, rows: Array, columns: Array, kinds: Array,
    near: Array,
) -> int:  # fmt: skip
    """Write the keys and the rows (total, node, move, stage, hash) of all children of a layer; return how many."""
    at, blanks = np.full(layer + 1, -1, np.int64), np.empty(layer + 1, np.int64)
    blanks[0] = pos[0]
    now = made = 0
    for node in range(count):
        travel(node, now, layer, root, parents, steps, at, blanks, board, pos, w, rows, columns, kinds)
        now = layer
        blank = blanks[layer]
        before = blanks[layer - 1] if layer else -1
        r, c = rows[blank], columns[blank]
        for k in range(4):
            if (k == 0 and r == 0) or (k == 1 and c == 0) or (k == 2 and c == w - 1) or (k == 3 and r == h - 1):
                continue
            to = blank + (-w if k == 0 else -1 if k == 1 else 1 if k == 2 else w)
            if to == before:
                continue
            t = board[to]
            old = abs(rows[to] - rows[t - 1]) + abs(columns[to] - columns[t - 1])
            new = abs(r - rows[t - 1]) + abs(c - columns[t - 1])
            total = totals[node] + phi[new] - phi[old] + gain(t, to, blank, w, rows, columns, kinds, near)
            pos[t], pos[0] = blank, to  # enough for the stages
            stage = reached(min(node_stages[node], stage_of[t]), pos, stages)
            keys[made] = total + stage_term(stage, pos, mu, w, h, stages, later, depth, span, table)
            pos[t], pos[0] = to, blank
            child = children[made]
            child[0], child[1], child[2], child[3] = total, node, to, stage
            child[4] = np.int64(codes[node] ^ mixed(t, to) ^ mixed(t, blank))
            made += 1
    while now > 0:
        now -= 1
        slide(board, pos, blanks[now], w, rows, columns, kinds)
    return int(made)


@jit
def roll(
    state: Array, counts: Array, limit: int, width: int, horizon: int, commit: int, board: Array, pos: Array, w: int,
    h: int, phi: Array, stages: Array, stage_of: Array, later: Array, depth: int, span: int, table: Array,
    parents: Array, steps: Array, totals: Array, node_stages: Array, codes: Array, keys: Array, children: Array,
    order: Array, tally: Array, kept: Array, seen: Array, moves: Array, rows: Array, columns: Array, kinds: Array,
    near: Array,
) -> Any:  # fmt: skip
    """Commit moves to the end of the last stage, or `limit`; return how many (`kernels.tiles.rolling.roll`)."""
    made = 0
    while made < limit and state[6] == 0:
        root, length, mu = state[0], state[2], state[3]
        born = children_of(
            length, counts[length], root, parents, steps, totals, node_stages, codes, mu, board, pos, w, h, phi,
            stages, stage_of, later, depth, span, table, keys, children, rows, columns, kinds, near,
        )  # fmt: skip
        order_by_key(keys, born, order, tally)
        count, best, goal = select(born, width, children, order, kept, seen, mixed(1, state[7]), stages.shape[0])
        if count == 0:
            state[6] = 2
            break
        length += 1
        slot = (root + length) & (parents.shape[0] - 1)
        chosen = goal if goal >= 0 else best
        row = settle(born, children, kept, chosen, parents[slot], steps[slot], totals, node_stages, codes)
        counts[length] = count
        state[8] = FALL * stages[min(children[best, 3], stages.shape[0] - 1), 3]
        state[2], state[3] = length, rush(state, mu, children[best, 0], keys[best])
        if goal >= 0:
            state[6] = 1
        if goal >= 0 or length >= horizon:
            cut = length if goal >= 0 else commit
            blank = pos[0]
            commit_path(
                cut, row, length, root, counts, parents, steps, totals, node_stages, codes, board, pos, moves[made:]
            )
            mark(blank, board, w, rows, columns, kinds)
            for k in range(cut):
                mark(moves[made + k], board, w, rows, columns, kinds)
            made += cut
            state[0], state[2] = (root + cut) & (parents.shape[0] - 1), length - cut
            state[7] += 1
    return made
