"""Beam search by the pair model: layer after layer, the best `width` different children of all kept nodes.

A node is a row of `cells` (board: cell → tile, then tile → cell), its value, Zobrist hash and the blank's previous
cell. A child's value costs 3 look-ups a tile. Children are sorted by counting into buckets and taken best first; a
hash that a recent layer already took is skipped. History is the parent (int32) and the slid tile's cell (uint8).
The twin is `solvable.tiles.beam.reference`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.jit import jit

Array = NDArray[Any]

BUCKETS = 1 << 13


@jit
def evaluate(pos: Array, pair: Array, single: Array) -> int:
    """Return the value (steps of 1/1000) of `pos` (tile → cell)."""
    n = pos.size
    total = 0
    for t in range(1, n):
        p = np.int64(pos[t])
        total += single[pos[0], t * n + p]
        for j in range(1, t):
            total += pair[t * n + p, j * n + np.int64(pos[j])]
    return total


@jit
def order_by_key(keys: Array, count: int, order: Array, tally: Array) -> None:
    """Write into `order` the numbers 0..count−1 by ascending key, exact up to the width of a bucket."""
    buckets = tally.size - 1
    low = high = keys[0]
    for k in range(count):
        low = min(low, keys[k])
        high = max(high, keys[k])
    shift = 0
    while (high - low) >> shift >= buckets:
        shift += 1
    tally[:] = 0
    for k in range(count):
        tally[((keys[k] - low) >> shift) + 1] += 1
    for k in range(buckets):
        tally[k + 1] += tally[k]
    for k in range(count):
        bucket = (keys[k] - low) >> shift
        order[tally[bucket]] = k
        tally[bucket] += 1


@jit
def pair_children(
    now: Array,
    values: Array,
    hashes: Array,
    previous: Array,
    count: int,
    pair: Array,
    single: Array,
    neighbours: Array,
    zobrist: Array,
    index: Array,
    keys: Array,
    parents: Array,
    touched: Array,
    codes: Array,
) -> int:
    """Write the children of all nodes: their value, parent, the slid tile's cell, and hash; return how many."""
    n = neighbours.shape[0]
    made = 0
    for node in range(count):
        board = now[node]
        blank = np.int64(board[n])
        for j in range(n):
            index[j] = j * n + np.int64(board[n + j])
        here = single[blank]
        base = np.int64(values[node])
        for j in range(1, n):
            base -= here[index[j]]
        for k in range(4):
            p = neighbours[blank, k]
            if p < 0 or p == previous[node]:
                continue
            t = np.int64(board[p])
            there, after, before = single[p], pair[t * n + blank], pair[t * n + p]
            total = base - there[t * n + p] + there[t * n + blank]
            for j in range(1, n):
                at = index[j]
                total += np.int64(there[at]) + np.int64(after[at]) - np.int64(before[at])
            keys[made] = total
            parents[made] = node
            touched[made] = p
            codes[made] = hashes[node] ^ zobrist[t, p] ^ zobrist[t, blank]
            made += 1
    return made


@jit
def slid(row: Array, node: Array, n: int, p: Any) -> None:
    """Write into `row` the node after the tile on cell p slides."""
    row[:] = node
    blank = np.int64(node[n])
    t = np.int64(node[p])
    row[blank] = t
    row[p] = 0
    row[n] = p
    row[n + t] = blank


@jit
def pair_layers(
    cells: Array,
    values: Array,
    hashes: Array,
    previous: Array,
    side: int,
    count: int,
    width: int,
    layer: int,
    stop: int,
    goal_hash: Any,
    pair: Array,
    single: Array,
    neighbours: Array,
    zobrist: Array,
    seen: Array,
    keys: Array,
    parents: Array,
    touched: Array,
    codes: Array,
    order: Array,
    tally: Array,
    index: Array,
    parent_history: Array,
    move_history: Array,
) -> tuple[int, int, int, int]:
    """Advance from `layer` towards `stop` with at most `width` nodes a layer.

    Returns (layer, side, count, goal row): the goal row is −1 while the goal is not reached; count 0 means that every
    child was seen before. `side` says which half of the node arrays is current.
    """
    n = neighbours.shape[0]
    mask = np.uint64(seen.size - 1)
    while layer < stop and count > 0:
        now, then, other = cells[side], cells[1 - side], 1 - side
        made = pair_children(
            now, values[side], hashes[side], previous[side], count, pair, single, neighbours, zobrist, index,
            keys, parents, touched, codes,
        )  # fmt: skip
        if made == 0:
            return layer, side, 0, -1
        order_by_key(keys, made, order, tally)
        kept = 0
        for place in range(made):
            k = order[place]
            code = codes[k]
            slot = np.int64(code & mask)
            if seen[slot] == code:
                continue
            seen[slot] = code
            node, p = np.int64(parents[k]), np.int64(touched[k])
            slid(then[kept], now[node], n, p)
            values[other, kept] = keys[k]
            hashes[other, kept] = code
            previous[other, kept] = now[node, n]
            parent_history[layer, kept] = node
            move_history[layer, kept] = p
            kept += 1
            if code == goal_hash:
                return layer + 1, other, kept, kept - 1
            if kept == width:
                break
        layer += 1
        side = other
        count = kept
    return layer, side, count, -1
