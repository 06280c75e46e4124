"""Rolling beam on boards of any size: look some layers ahead, commit the first moves, repeat.

Tile t has home cell t − 1. Lines of the board (rows from the top, columns from the left) are stages, tile by tile, the
last two of a line together. Key = Σ φ(distance) + μ (κ D + C of the later stages): D estimates the moves that the
stage still needs; C exceeds the largest D, so that to finish a stage always pays.

A node is only its parent and its last move, replayed on the one board, so a move costs the same on every size. The
nodes of a layer stand in the order of their parents, so that the board goes from one to the next along few moves:
the walk through a layer is the walk around the tree of its ancestors. Layers live in a ring of `parents.shape[0]`
(a power of 2) slots from state[0] on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import jit

Array = NDArray[Any]

SCALE = 16  # keys are integers in steps of 1/16


@jit
def mixed(tile: int, cell: int) -> Any:
    """Return a 64-bit hash of a tile on a cell (splitmix64)."""
    x = np.uint64(tile) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(cell + 1) * np.uint64(0xD1B54A32D192ED03)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@jit
def pair_window(depth: int, span: int) -> Array:
    """Return D[(blank·m + a)·m + b] of bringing two tiles home at the end of a line, m = depth × span cells.

    Home cells: span − 2 and span − 1; the cells before them are solved and closed. Breadth-first from the goal.
    """
    m = depth * span
    far = np.full(m * m * m, 255, np.uint8)
    queue = np.empty(m * m * m, np.int32)
    end = 0
    a, b = span - 2, span - 1
    for blank in range(span, m):
        code = (blank * m + a) * m + b
        far[code] = 0
        queue[end] = code
        end += 1
    start = 0
    while start < end:
        code = queue[start]
        start += 1
        blank, a, b = code // (m * m), code // m % m, code % m
        for k in range(4):
            x = blank % span + (1 if k == 0 else -1 if k == 1 else 0)
            y = blank // span + (1 if k == 2 else -1 if k == 3 else 0)
            if x < 0 or x >= span or y < 0 or y >= depth or (y == 0 and x < span - 2):
                continue
            to = y * span + x
            na = blank if a == to else a
            nb = blank if b == to else b
            child = (to * m + na) * m + nb
            if far[child] == 255:
                far[child] = far[code] + 1
                queue[end] = child
                end += 1
    return far


@jit
def single_distance(r: int, c: int, hr: int, hc: int, br: int, bc: int) -> Any:
    """Estimate the moves that bring a tile at (r, c) home to (hr, hc), the blank at (br, bc)."""
    dr, dc = abs(r - hr), abs(c - hc)
    if dr + dc == 0:
        return 0
    best = 1 << 30
    if dr > 0:
        y = r + (1 if hr > r else -1)
        far = abs(br - y) + abs(bc - c)
        if bc == c and (br - r) * (y - r) < 0:
            far += 2
        best = far
    if dc > 0:
        x = c + (1 if hc > c else -1)
        far = abs(br - r) + abs(bc - x)
        if br == r and (bc - c) * (x - c) < 0:
            far += 2
        best = min(best, far)
    hi, lo = max(dr, dc), min(dr, dc)
    if lo == 0:
        return best + 1 + 5 * (hi - 1)
    if hi == lo:
        return best + 1 + 3 * (2 * lo - 1)
    return best + 1 + 6 * lo + 5 * (hi - lo - 1)


@jit
def _outside(x: int, low: int, high: int) -> Any:
    return max(0, low - x) + max(0, x - high)


@jit
def stage_distance(
    s: int, pos: Array, blank: int, w: int, h: int, stages: Array, depth: int, span: int, table: Array
) -> Any:
    """Return the estimate D of the moves that stage `s` still needs; stages[s] = (tile, second or 0, column, κ)."""
    a, b = stages[s, 0], stages[s, 1]
    pa = pos[a]
    if b == 0:
        home = a - 1
        return single_distance(pa // w, pa % w, home // w, home % w, blank // w, blank % w)
    pb = pos[b]
    home = b - 1
    ya, xa, yb, xb, y0, x0 = pa // w, pa % w, pb // w, pb % w, blank // w, blank % w
    top, end = home // w, home % w
    if stages[s, 2]:
        ya, xa, yb, xb, y0, x0, top, end = xa, ya, xb, yb, x0, y0, end, top
    first = end - span + 1
    last = top + depth - 1
    m = depth * span
    far_a = _outside(ya, top, last) + _outside(xa, first, end)
    far_b = _outside(yb, top, last) + _outside(xb, first, end)
    blank_far = _outside(y0, top, last) + _outside(x0, first, end)
    if far_a + far_b + blank_far == 0:
        i = (y0 - top) * span + x0 - first
        j = (ya - top) * span + xa - first
        k = (yb - top) * span + xb - first
        exact = table[(i * m + j) * m + k]
        if exact < 255:
            return np.int64(exact)
    if far_a > 0:
        return 80 + 2 * max(w, h) + 6 * far_b + single_distance(ya, xa, top, end - 1, y0, x0)
    if far_b > 0:
        return 80 + single_distance(yb, xb, top, end, y0, x0)
    return 80 + blank_far


@jit
def is_done(s: int, pos: Array, stages: Array) -> Any:
    """Return whether the tiles of stage `s` are home."""
    a, b = stages[s, 0], stages[s, 1]
    return pos[a] == a - 1 and (b == 0 or pos[b] == b - 1)


@jit
def reached(s: int, pos: Array, stages: Array) -> Any:
    """Return the first unfinished stage from `s` on."""
    while s < stages.shape[0] and is_done(s, pos, stages):
        s += 1
    return s


@jit
def slide(board: Array, pos: Array, to: int) -> None:
    """Slide the tile on cell `to` into the blank."""
    blank = pos[0]
    tile = board[to]
    board[blank] = tile
    pos[tile] = blank
    board[to] = 0
    pos[0] = to


@jit
def stage_term(
    s: int, pos: Array, mu: int, w: int, h: int, stages: Array, later: Array, depth: int, span: int, table: Array
) -> Any:
    """Return μ (κ D + C of the later stages); stages[s, 3] holds κ, both in steps of the key."""
    if s >= stages.shape[0]:
        return mu * later[s]
    return mu * (stages[s, 3] * stage_distance(s, pos, pos[0], w, h, stages, depth, span, table) + later[s])


@jit
def travel(node: int, now: int, layer: int, root: int, parents: Array, steps: Array, at: Array, blanks: Array,
           board: Array, pos: Array) -> None:  # fmt: skip
    """Take the board from node at[now] of layer `now` (at and blanks: its ancestors and their blanks) to `node`."""
    ring = parents.shape[0] - 1
    fork, x = layer, node
    while fork > now or (fork > 0 and at[fork] != x):
        at[fork] = x
        x = parents[(root + fork) & ring, x]
        fork -= 1
    while now > fork:
        now -= 1
        slide(board, pos, blanks[now])
    while now < layer:
        now += 1
        blanks[now] = steps[(root + now) & ring, at[now]]
        slide(board, pos, blanks[now])


@jit
def children_of(
    layer: int, count: int, root: int, parents: Array, steps: Array, totals: Array, node_stages: Array, codes: Array,
    mu: int, board: Array, pos: Array, w: int, h: int, phi: Array, stages: Array, stage_of: Array, later: Array,
    depth: int, span: int, table: Array, keys: Array, children: Array,
) -> int:  # fmt: skip
    """Write the keys and the rows (Σ φ, node, move, stage, hash) of all children of a layer; return how many."""
    at, blanks = np.full(layer + 1, -1, np.int64), np.empty(layer + 1, np.int64)
    blanks[0] = pos[0]
    now = made = 0
    for node in range(count):
        travel(node, now, layer, root, parents, steps, at, blanks, board, pos)
        now = layer
        blank = blanks[layer]
        before = blanks[layer - 1] if layer else -1
        r, c = blank // w, blank % w
        for k in range(4):
            if (k == 0 and r == 0) or (k == 1 and c == 0) or (k == 2 and c == w - 1) or (k == 3 and r == h - 1):
                continue
            to = blank + (-w if k == 0 else -1 if k == 1 else 1 if k == 2 else w)
            if to == before:
                continue
            t = board[to]
            hr, hc = (t - 1) // w, (t - 1) % w
            old = abs(to // w - hr) + abs(to % w - hc)
            new = abs(r - hr) + abs(c - hc)
            slide(board, pos, to)
            stage = reached(min(node_stages[node], stage_of[t]), pos, stages)
            total = totals[node] + phi[new] - phi[old]
            keys[made] = total + stage_term(stage, pos, mu, w, h, stages, later, depth, span, table)
            child = children[made]
            child[0], child[1], child[2], child[3] = total, node, to, stage
            child[4] = np.int64(codes[node] ^ mixed(t, to) ^ mixed(t, blank))
            made += 1
            slide(board, pos, blank)
    while now > 0:
        now -= 1
        slide(board, pos, blanks[now])
    return int(made)


@jit
def order_by_key(keys: Array, made: int, order: Array, tally: Array) -> None:
    """Write the children's numbers by ascending key: by counting into buckets, then by insertion.

    A dropped stage spreads the keys by orders of magnitude, so the buckets end where a sample says. The order within
    a bucket matters: where μ is large, φ decides between children of equal D by small differences.
    """
    if made <= 48:
        order[:made] = np.argsort(keys[:made])
        return
    sample = np.empty(32, np.int64)
    low = keys[0]
    for k in range(made):
        low = min(low, keys[k])
    for k in range(32):
        sample[k] = keys[k * made // 32]
    sample.sort()
    top = 64
    while top < 2 * made and top < tally.size - 2:
        top *= 2
    shift = 0
    while (sample[26] - low) >> shift >= top:
        shift += 1
    tally[: top + 2] = 0
    for k in range(made):
        tally[min((keys[k] - low) >> shift, top) + 1] += 1
    for k in range(top + 1):
        tally[k + 1] += tally[k]
    first = tally[top]
    for k in range(made):
        bucket = min((keys[k] - low) >> shift, top)
        order[tally[bucket]] = k
        tally[bucket] += 1
    rest = order[first:made].copy()
    order[first:made] = rest[np.argsort(keys[rest])]
    for place in range(1, first):
        k = order[place]
        at = place
        while at > 0 and keys[order[at - 1]] > keys[k]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k


@jit
def select(
    made: int, width: int, children: Array, order: Array, kept: Array, seen: Array, salt: Any, last_stage: int
) -> tuple[int, int, int]:
    """Mark in `kept` the best `width` unseen children.

    Returns (how many, the best child, the child that has finished all stages or −1).
    """
    mask = np.int64(seen.size - 1)
    count, best = 0, -1
    kept[:made] = False
    for place in range(made):
        k = order[place]
        code = np.uint64(children[k, 4]) ^ salt
        slot = np.int64(code) & mask
        if seen[slot] == code:
            continue
        seen[slot] = code
        kept[k] = True
        if best < 0:
            best = k
        count += 1
        if children[k, 3] >= last_stage:
            return count, best, k
        if count == width:
            break
    return count, best, -1


@jit
def settle(
    made: int, children: Array, kept: Array, chosen: int, parents: Array, steps: Array, totals: Array,
    node_stages: Array, codes: Array,
) -> int:  # fmt: skip
    """Make the kept children the nodes of a new layer, in their order; return the row of the child `chosen`."""
    row = count = 0
    for k in range(made):
        if kept[k]:
            if k == chosen:
                row = count
            child = children[k]
            totals[count], parents[count], steps[count], node_stages[count] = child[0], child[1], child[2], child[3]
            codes[count] = np.uint64(child[4])
            count += 1
    return row


@jit
def commit_path(
    cut: int, row: int, length: int, root: int, counts: Array, parents: Array, steps: Array, totals: Array,
    node_stages: Array, codes: Array, board: Array, pos: Array, moves: Array,
) -> None:  # fmt: skip
    """Make the first `cut` moves of node `row` and drop all nodes that begin otherwise."""
    ring = parents.shape[0] - 1
    for layer in range(length, 0, -1):
        if layer == cut:
            ancestor = row
        if layer <= cut:
            moves[layer - 1] = steps[(root + layer) & ring, row]
        row = parents[(root + layer) & ring, row]
    for k in range(cut):
        slide(board, pos, moves[k])
    number = np.full(parents.shape[1], -1, np.int64)  # the new row of each node of the layer before
    number[ancestor] = 0
    counts[0] = 1
    for layer in range(cut + 1, length + 1):
        slot = (root + layer) & ring
        renumbered = np.full(parents.shape[1], -1, np.int64)
        stay = 0
        for node in range(counts[layer]):
            parent = number[parents[slot, node]]
            if parent >= 0:
                parents[slot, stay], steps[slot, stay] = parent, steps[slot, node]
                renumbered[node] = stay
                if layer == length:
                    totals[stay], node_stages[stay], codes[stay] = totals[node], node_stages[node], codes[node]
                stay += 1
        number = renumbered
        counts[layer - cut] = stay


@jit
def rush(state: Array, mu: Any, total: Any, least: Any) -> Any:
    """Return μ: every 20 layers it doubles (to 64 at most) where the key fell too little, else it halves."""
    state[4] += 1
    if state[4] >= 20:
        now = total + (least - total) // mu
        mu = min(64, mu * 2) if state[5] - now < state[8] else max(1, mu // 2)
        state[4], state[5] = 0, now
    return mu


@jit
def roll(
    state: Array, counts: Array, limit: int, width: int, horizon: int, commit: int, board: Array, pos: Array, w: int,
    h: int, phi: Array, stages: Array, stage_of: Array, later: Array, depth: int, span: int, table: Array,
    parents: Array, steps: Array, totals: Array, node_stages: Array, codes: Array, keys: Array, children: Array,
    order: Array, tally: Array, kept: Array, seen: Array, moves: Array,
) -> Any:  # fmt: skip
    """Commit moves until all stages are done or `limit` moves are made; return how many were made.

    state = [root's slot, (free), layers, μ, layers since the last check, key then, finished (1) or stuck (2),
    commits, the least fall of the key in 20 layers] and counts, the nodes of each layer, live on.
    """
    made = 0
    while made < limit and state[6] == 0:
        root, length, mu = state[0], state[2], state[3]
        born = children_of(
            length, counts[length], root, parents, steps, totals, node_stages, codes, mu, board, pos, w, h,
            phi, stages, stage_of, later, depth, span, table, keys, children,
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
        state[2], state[3] = length, rush(state, mu, children[best, 0], keys[best])
        if goal >= 0:
            state[6] = 1
        if goal >= 0 or length >= horizon:
            cut = length if goal >= 0 else commit
            commit_path(
                cut, row, length, root, counts, parents, steps, totals, node_stages, codes, board, pos, moves[made:]
            )
            made += cut
            state[0], state[2] = (root + cut) & (parents.shape[0] - 1), length - cut
            state[7] += 1
    return made
