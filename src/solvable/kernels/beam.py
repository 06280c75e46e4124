"""Beam search by the pair model: layer after layer, the best `width` different children of all kept nodes.

A node is a row of `cells` (board: cell → tile, then tile → cell), its value, Zobrist hash and the blank's previous
cell. A child's value costs 3 look-ups a tile. Children are sorted by counting into buckets and taken best first; a
hash that a recent layer already took is skipped. History is the parent (int32) and the slid tile's cell (uint8).
Values are those of `solvable.tiles.pairs.value`.
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
def list_children(
    now: Array, previous: Array, count: int, neighbours: Array, parents: Array, touched: Array, order: Array
) -> int:
    """Write the children's parents and the slid tiles' cells, and into `order` the children by blank and direction.

    Children of one blank and direction mostly slide the same tile, so their look-ups share rows of the tables; in
    this order the rows stay in the cache.
    """
    n = neighbours.shape[0]
    starts = np.zeros(4 * n + 1, np.int64)
    made = 0
    for node in range(count):
        blank = np.int64(now[node, n])
        for k in range(4):
            p = neighbours[blank, k]
            if p >= 0 and p != previous[node]:
                parents[made] = node
                touched[made] = p
                starts[4 * blank + k + 1] += 1
                made += 1
    for k in range(4 * n):
        starts[k + 1] += starts[k]
    for child in range(made):
        blank = np.int64(now[parents[child], n])
        k = 0
        while neighbours[blank, k] != touched[child]:
            k += 1
        order[starts[4 * blank + k]] = child
        starts[4 * blank + k] += 1
    return made


@jit
def value_children(
    now: Array,
    values: Array,
    hashes: Array,
    made: int,
    pair: Array,
    single: Array,
    zobrist: Array,
    parents: Array,
    touched: Array,
    order: Array,
    keys: Array,
    codes: Array,
) -> None:
    """Write the value and the hash of each child, in the given order."""
    n = np.uint64(single.shape[0])
    for place in range(made):
        child = order[place]
        node, p = parents[child], np.uint64(touched[child])
        board = now[node]
        blank, t = np.uint64(board[n]), np.uint64(board[p])
        here, there, after, before = single[blank], single[p], pair[t * n + blank], pair[t * n + p]
        total = np.int64(values[node]) - there[t * n + p] + there[t * n + blank]
        at = np.uint64(0)
        for j in range(np.uint64(1), n):  # unsigned, so that no index is checked for a sign
            at += n
            x = at + np.uint64(board[n + j])
            total += (np.int64(there[x]) - np.int64(here[x])) + (np.int64(after[x]) - np.int64(before[x]))
        keys[child] = total
        codes[child] = hashes[node] ^ zobrist[t, p] ^ zobrist[t, blank]


@jit
def slid(row: Array, node: Array, n: int, p: Any) -> None:
    """Write into `row` the node after the tile on cell p slides."""
    for x in range(node.size):
        row[x] = node[x]
    blank = np.int64(node[n])
    t = np.int64(node[p])
    row[blank] = t
    row[p] = 0
    row[n] = p
    row[n + t] = blank


@jit
def children_by_key(
    now: Array, before: Array, values: Array, hashes: Array, count: int,
    pair: Array, single: Array, neighbours: Array, zobrist: Array,
    keys: Array, parents: Array, touched: Array, codes: Array, order: Array, tally: Array,
) -> int:  # fmt: skip
    """List the children of the first `count` nodes, value them, and order them best first; return how many."""
    made = list_children(now, before, count, neighbours, parents, touched, order)
    value_children(now, values, hashes, made, pair, single, zobrist, parents, touched, order, keys, codes)
    if made:
        order_by_key(keys, made, order, tally)
    return int(made)


@jit
def pair_layers(
    cells: Array, values: Array, hashes: Array, previous: Array, side: int, count: int, width: int, layer: int,
    stop: int, goal_hash: Any, pair: Array, single: Array, neighbours: Array, zobrist: Array, seen: Array,
    keys: Array, parents: Array, touched: Array, codes: Array, order: Array, tally: Array, parent_history: Array,
    move_history: Array,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Advance from `layer` towards `stop` with at most `width` nodes a layer.

    Returns (layer, side, count, goal row): the goal row is −1 while the goal is not reached; count 0 means that every
    child was seen before. `side` says which half of the node arrays is current.
    """
    n = neighbours.shape[0]
    mask = np.uint64(seen.size - 1)
    while layer < stop and count > 0:
        now, then, other = cells[side], cells[1 - side], 1 - side
        made = children_by_key(
            now, previous[side], values[side], hashes[side], count, pair, single, neighbours, zobrist,
            keys, parents, touched, codes, order, tally,
        )  # fmt: skip
        if made == 0:
            return layer, side, 0, -1
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
