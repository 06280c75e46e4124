"""Beam search by the pair model: layer after layer, the best `width` different children of all kept nodes.

A node is a row of `cells` (board: cell → tile, then tile → cell), its value, Zobrist hash and the blank's previous
cell. A child's value costs one look-up a tile, or four where few children share the tile, the blank's cell and its
step. Children are sorted by counting into buckets and taken best first; a hash that a recent layer already took is
skipped. History is the parent (int32) and the slid tile's cell (uint8).
Values are those of `solvable.tiles.pairs.value`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.jit import jit

Array = NDArray[Any]

MANY = 12  # children of one slide that make adding up its rows pay


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
    """Write the children's parents and the slid tiles' cells, and into `order` the children slide by slide.

    A slide is the blank's cell, its direction and the tile: children of one slide share rows of the look-up tables.
    """
    n = neighbours.shape[0]
    tiles = np.zeros(n + 1, np.int64)
    steps = np.zeros(4 * n + 1, np.int64)
    made = 0
    for node in range(count):
        blank = np.int64(now[node, n])
        for k in range(4):
            p = neighbours[blank, k]
            if p >= 0 and p != previous[node]:
                parents[made] = node
                touched[made] = p
                tiles[np.int64(now[node, p]) + 1] += 1
                steps[4 * blank + k + 1] += 1
                made += 1
    for k in range(n):
        tiles[k + 1] += tiles[k]
    for k in range(4 * n):
        steps[k + 1] += steps[k]
    by_tile = np.empty(made, np.int32)
    for k in range(made):
        t = np.int64(now[parents[k], touched[k]])
        by_tile[tiles[t]] = k
        tiles[t] += 1
    for child in by_tile:
        blank = np.int64(now[parents[child], n])
        k = 0
        while neighbours[blank, k] != touched[child]:
            k += 1
        order[steps[4 * blank + k]] = child
        steps[4 * blank + k] += 1
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
    gains: Array,
) -> None:
    """Write the value and the hash of each child, in the given order, in which children of one slide stand together.

    Many children of one slide first add up the four rows they need; each child then costs one look-up a tile, not four.
    """
    n = np.uint64(single.shape[0])
    first = 0
    while first < made:
        board, p = now[parents[order[first]]], np.uint64(touched[order[first]])
        blank, t = np.uint64(board[n]), np.uint64(board[p])
        end = first + 1
        while end < made:
            child = order[end]
            node = parents[child]
            if np.uint64(touched[child]) != p or now[node, n] != blank or now[node, p] != t:
                break
            end += 1
        here, there, after, before = single[blank], single[p], pair[t * n + blank], pair[t * n + p]
        own = np.int64(there[t * n + blank]) - np.int64(there[t * n + p])
        swap = zobrist[t, p] ^ zobrist[t, blank]
        if end - first >= MANY:
            for k in range(gains.size):
                gains[k] = (np.int32(there[k]) - np.int32(here[k])) + (np.int32(after[k]) - np.int32(before[k]))
        for place in range(first, end):
            child = order[place]
            node = parents[child]
            board = now[node]
            total = np.int64(values[node]) + own
            at = np.uint64(0)
            if end - first >= MANY:
                for j in range(np.uint64(1), n):  # unsigned, so that no index is checked for a sign
                    at += n
                    total += np.int64(gains[at + np.uint64(board[n + j])])
            else:
                for j in range(np.uint64(1), n):
                    at += n
                    x = at + np.uint64(board[n + j])
                    total += (np.int64(there[x]) - np.int64(here[x])) + (np.int64(after[x]) - np.int64(before[x]))
            keys[child] = total
            codes[child] = hashes[node] ^ swap
        first = end


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
    gains = np.empty(single.shape[1], np.int32)
    made = list_children(now, before, count, neighbours, parents, touched, order)
    value_children(now, values, hashes, made, pair, single, zobrist, parents, touched, order, keys, codes, gains)
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
