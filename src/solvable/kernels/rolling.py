"""Rolling beam on boards of any size: look some layers ahead, commit the first moves, repeat.

Tile t has home cell t − 1. Lines of the board (rows from the top, columns from the left) are stages, tile by tile, the
last two of a line together. Key = Σ φ(distance) + μ (κ D + C of the later stages): D estimates the moves that the
stage still needs; C exceeds the largest D, so that to finish a stage always pays. A node is only its moves from the
root, replayed on the one board, so a move costs the same on every size.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.jit import jit

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
def expand_node(
    node: int,
    layer: int,
    row_paths: Array,
    totals: Array,
    node_stages: Array,
    codes: Array,
    mu: int,
    board: Array,
    pos: Array,
    w: int,
    h: int,
    phi: Array,
    stages: Array,
    stage_of: Array,
    later: Array,
    depth: int,
    span: int,
    table: Array,
    children: Array,
    made: int,
) -> Any:
    """Replay a node on the board, append its children, undo; return how many children there are now."""
    for k in range(layer):
        slide(board, pos, row_paths[node, k + 1])
    blank = pos[0]
    before = row_paths[node, layer - 1] if layer else -1
    r, c = blank // w, blank % w
    base = totals[node]
    s = node_stages[node]
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
        stage = reached(min(s, stage_of[t]), pos, stages)
        total = base + phi[new] - phi[old]
        children[made, 0] = total + stage_term(stage, pos, mu, w, h, stages, later, depth, span, table)
        children[made, 1] = total
        children[made, 2] = node
        children[made, 3] = to
        children[made, 4] = stage
        children[made, 5] = np.int64(codes[node] ^ mixed(t, to) ^ mixed(t, blank))
        made += 1
        slide(board, pos, blank)
    for k in range(layer - 1, -1, -1):
        slide(board, pos, row_paths[node, k])
    return made


@jit
def select(
    made: int,
    length: int,
    width: int,
    side: int,
    paths: Array,
    totals: Array,
    node_stages: Array,
    codes: Array,
    children: Array,
    seen: Array,
    salt: Any,
    last_stage: int,
) -> tuple[int, int, int, Any]:
    """Write the best `width` unseen children as the nodes of the other side.

    Returns (how many, row of a node that has finished all stages or −1, row of the least key, that key).
    """
    order = np.argsort(children[:made, 0])
    mask = np.int64(seen.size - 1)
    there = 1 - side
    kept = best = 0
    least = np.int64(0)
    for place in range(made):
        k = order[place]
        code = np.uint64(children[k, 5])
        slot = np.int64(code) & mask
        if seen[slot] == code ^ salt:
            continue
        seen[slot] = code ^ salt
        node = children[k, 2]
        for x in range(length + 1):
            paths[there, kept, x] = paths[side, node, x]
        paths[there, kept, length + 1] = children[k, 3]
        totals[there, kept] = children[k, 1]
        node_stages[there, kept] = children[k, 4]
        codes[there, kept] = code
        if kept == 0 or children[k, 0] < least:
            least = children[k, 0]
            best = kept
        if children[k, 4] >= last_stage:
            return kept + 1, kept, best, least
        kept += 1
        if kept == width:
            break
    return kept, -1, best, least


@jit
def commit_path(
    steps: int,
    side: int,
    row: int,
    count: int,
    length: int,
    paths: Array,
    totals: Array,
    node_stages: Array,
    codes: Array,
    board: Array,
    pos: Array,
    moves: Array,
    made: int,
) -> Any:
    """Make the first `steps` moves of node `row` and drop all nodes that begin otherwise; return how many stay."""
    chosen = paths[side, row, 1 : steps + 1].copy()
    for k in range(steps):
        slide(board, pos, chosen[k])
        moves[made + k] = chosen[k]
    kept = 0
    for node in range(count):
        alike = True
        for k in range(steps):
            if paths[side, node, k + 1] != chosen[k]:
                alike = False
                break
        if alike:
            for x in range(length - steps + 1):
                paths[side, kept, x] = paths[side, node, x + steps]
            totals[side, kept] = totals[side, node]
            node_stages[side, kept] = node_stages[side, node]
            codes[side, kept] = codes[side, node]
            kept += 1
    return kept


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
    state: Array, limit: int, width: int, horizon: int, commit: int, board: Array, pos: Array, w: int, h: int,
    phi: Array, stages: Array, stage_of: Array, later: Array, depth: int, span: int, table: Array, paths: Array,
    totals: Array, node_stages: Array, codes: Array, children: Array, seen: Array, moves: Array,
) -> Any:  # fmt: skip
    """Commit moves until all stages are done or `limit` moves are made; return how many were made.

    state = [side, nodes, path length, μ, layers since the last check, key then, finished (1) or stuck (2),
    commits, the least fall of the key in 20 layers] lives on.
    """
    made = 0
    side, count, length, mu = state[0], state[1], state[2], state[3]
    while made < limit and state[6] == 0:
        born = 0
        for node in range(count):
            born = expand_node(
                node, length, paths[side], totals[side], node_stages[side], codes[side], mu, board, pos, w, h,
                phi, stages, stage_of, later, depth, span, table, children, born,
            )  # fmt: skip
        count, goal, best, least = 0, -1, 0, np.int64(0)
        if born:
            count, goal, best, least = select(
                born, length, width, side, paths, totals, node_stages, codes, children, seen,
                mixed(1, state[7]), stages.shape[0],
            )  # fmt: skip
        if count == 0:
            state[6] = 2
            break
        side = 1 - side
        length += 1
        if goal >= 0:
            commit_path(length, side, goal, count, length, paths, totals, node_stages, codes, board, pos, moves, made)
            made += length
            state[6] = 1
            break
        mu = rush(state, mu, totals[side, best], least)
        if length >= horizon:
            count = commit_path(
                commit, side, best, count, length, paths, totals, node_stages, codes, board, pos, moves, made
            )
            made += commit
            length -= commit
            state[7] += 1
    state[0], state[1], state[2], state[3] = side, count, length, mu
    return made
