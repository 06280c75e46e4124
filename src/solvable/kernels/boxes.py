"""Boxes of a path: stretches that stay in a box, the slides they amount to, and a beam for a shorter walk.

While the blank stays in a box of w × h cells a stretch of the path is a walk of a whole sliding puzzle: it carries what
is on cell p to cell to[p]. Any other walk with the same `to` may take its place. Seen from the box, the item that ends
on cell q is tile q + 1; the blank ends on some cell, too, so one of the tiles 1 … n is missing and stands on a cell n
that holds zeros in all tables. They are the pair model's, spread for tiles with homes on every cell.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.beam import list_children, order_by_key, slid
from solvable.kernels.jit import jit
from solvable.kernels.pairs import raw_pair, raw_single

Array = NDArray[Any]


@jit
def expand(steps: Array, numbers: Array, w: int, h: int, pair: Array, single: Array) -> None:
    """Fill pair[t·(n + 1) + p, j·(n + 1) + q] and single[b, t·(n + 1) + p] for the tiles 1 … n; cell n holds zeros."""
    n = w * h
    stride = n + 1
    raw = np.empty(4, np.int64)
    pair[:] = 0
    single[:] = 0
    for t in range(1, n + 1):
        hr, hc = (t - 1) // w, (t - 1) % w
        for p in range(n):
            r, c = p // w, p % w
            for b in range(n):
                tu, tb = raw_single(hr, hc, r, c, b // w, b % w, w, h)
                far = 1000 * (abs(r - hr) + abs(c - hc))
                single[b, t * stride + p] = far + np.int64(steps[numbers[tu]]) + np.int64(steps[numbers[tb]])
            for j in range(1, t):
                for q in range(n):
                    if q == p:
                        continue
                    raw_pair(hr, hc, r, c, (j - 1) // w, (j - 1) % w, q // w, q % w, w, h, raw)
                    total = np.int64(0)
                    for k in range(4):
                        if raw[k] >= 0:
                            total += np.int64(steps[numbers[raw[k]]])
                    pair[t * stride + p, j * stride + q] = total
                    pair[j * stride + q, t * stride + p] = total


@jit
def evaluate(pos: Array, pair: Array, single: Array) -> Any:
    """Return the value (steps of 1/1000) of `pos`: the blank's cell, then the cell of each tile, n of the missing."""
    stride = pos.size
    total = np.int64(0)
    for t in range(1, stride):
        at = t * stride + pos[t]
        total += single[pos[0], at]
        for j in range(1, t):
            total += pair[at, j * stride + pos[j]]
    return total


@jit
def value_children(
    now: Array, values: Array, hashes: Array, made: int, pair: Array, single: Array, zobrist: Array, parents: Array,
    touched: Array, order: Array, keys: Array, codes: Array,
) -> None:  # fmt: skip
    """Write the value and the hash of each child, in the given order; as in `kernels.beam`, with the missing tile."""
    n = np.uint64(single.shape[0])
    stride = n + np.uint64(1)
    for place in range(made):
        child = order[place]
        node, p = parents[child], np.uint64(touched[child])
        board = now[node]
        blank, t = np.uint64(board[n]), np.uint64(board[p])
        here, there, after, before = single[blank], single[p], pair[t * stride + blank], pair[t * stride + p]
        total = np.int64(values[node]) - there[t * stride + p] + there[t * stride + blank]
        at = np.uint64(0)
        for j in range(np.uint64(1), stride):
            at += stride
            x = at + np.uint64(board[n + j])
            total += (np.int64(there[x]) - np.int64(here[x])) + (np.int64(after[x]) - np.int64(before[x]))
        keys[child] = total
        codes[child] = hashes[node] ^ zobrist[t, p] ^ zobrist[t, blank]


@jit
def search(
    cells: Array, values: Array, hashes: Array, previous: Array, width: int, limit: int, goal_hash: Any, pair: Array,
    single: Array, neighbours: Array, zobrist: Array, seen: Array, keys: Array, parents: Array, touched: Array,
    codes: Array, order: Array, tally: Array, parent_history: Array, move_history: Array, walk: Array,
) -> Any:  # fmt: skip
    """Return the length of the walk that a beam finds within `limit` moves, its cells in `walk`; −1 where none.

    Row 0 of the first half of the node arrays holds the start. The same tiles on the same cells leave the blank no
    choice, so the hash of the tiles alone tells the goal.
    """
    n = neighbours.shape[0]
    mask = np.uint64(seen.size - 1)
    side, count = 0, 1
    for layer in range(limit):
        now, then = cells[side], cells[1 - side]
        made = list_children(now, previous[side], count, neighbours, parents, touched, order)
        value_children(
            now, values[side], hashes[side], made, pair, single, zobrist, parents, touched, order, keys, codes
        )
        if made:
            order_by_key(keys, made, order, tally)
        count = 0
        for place in range(made):
            k = order[place]
            code = codes[k]
            slot = np.int64(code & mask)
            if seen[slot] == code:
                continue
            seen[slot] = code
            node, p = np.int64(parents[k]), np.int64(touched[k])
            slid(then[count], now[node], n, p)
            values[1 - side, count], hashes[1 - side, count] = keys[k], code
            previous[1 - side, count] = now[node, n]
            parent_history[layer, count], move_history[layer, count] = node, p
            count += 1
            if code == goal_hash:
                row = count - 1
                for back in range(layer, -1, -1):
                    walk[back] = move_history[back, row]
                    row = parent_history[back, row]
                return layer + 1
            if count == width:
                break
        side = 1 - side
        if count == 0:
            break
    return -1


@jit
def carried(path: Array, a: int, b: int, w: int, corner: int, bw: int, bh: int, to: Array, back: Array) -> Any:
    """Write into to[p] the box cell on which the item on box cell p ends along path[a .. b]; return the blank's p."""
    r, c = corner // w, corner % w
    for p in range(bw * bh):
        back[p] = p
    start = (path[a] // w - r) * bw + path[a] % w - c
    hole = start
    for i in range(a + 1, b + 1):
        cell = (path[i] // w - r) * bw + path[i] % w - c
        back[hole] = back[cell]
        hole = cell
    back[hole] = start
    for p in range(bw * bh):
        to[back[p]] = p
    return start


@jit
def stretches(path: Array, w: int, h: int, bw: int, bh: int, least: int, entered: Array, found: Array) -> Any:
    """Write all longest stretches of at least `least` moves within some box as (from, to, corner); return how many.

    A step enters the boxes whose near edge it crosses and leaves those whose far edge it crosses: one row or column of
    boxes each, so the cost is the path's length times the box's side. `entered` holds a place for each corner.
    """
    entered[:] = -1
    count = 0
    last = path.size - 1
    for i in range(last + 2):
        r, c = (path[i] // w, path[i] % w) if i <= last else (-1, -1)
        old_r, old_c = (path[i - 1] // w, path[i - 1] % w) if i > 0 else (-1, -1)
        if i > 0:  # boxes that hold the cell before, but not this one
            for top in range(max(0, old_r - bh + 1), min(old_r, h - bh) + 1):
                if i <= last and c == old_c and top <= r < top + bh:
                    continue
                for left in range(max(0, old_c - bw + 1), min(old_c, w - bw) + 1):
                    if i <= last and top <= r < top + bh and left <= c < left + bw:
                        continue
                    corner = top * w + left
                    if i - 1 - entered[corner] >= least and count < found.shape[0]:
                        found[count, 0], found[count, 1], found[count, 2] = entered[corner], i - 1, corner
                        count += 1
                    entered[corner] = -1
        if i <= last:
            for top in range(max(0, r - bh + 1), min(r, h - bh) + 1):
                if i > 0 and c == old_c and top <= old_r < top + bh:
                    continue
                for left in range(max(0, c - bw + 1), min(c, w - bw) + 1):
                    if entered[top * w + left] < 0:
                        entered[top * w + left] = i
    return count


@jit
def prospects(
    path: Array, w: int, found: Array, count: int, bw: int, bh: int, pair: Array, single: Array, needs: Array
) -> None:
    """Write for each stretch the moves that the model expects, in steps of 1/1000."""
    n = bw * bh
    to, back, pos = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n + 1, np.int64)
    for k in range(count):
        start = carried(path, found[k, 0], found[k, 1], w, found[k, 2], bw, bh, to, back)
        pos[:] = n
        pos[0] = start
        far = 0
        for p in range(n):
            if p != start:
                pos[to[p] + 1] = p
                far += abs(p // bw - to[p] // bw) + abs(p % bw - to[p] % bw)
        needs[k] = 1000 * far  # fewer are impossible; the model costs more to ask
        if 10 * (found[k, 1] - found[k, 0]) > 11 * far:
            needs[k] = max(needs[k], evaluate(pos, pair, single))
