"""Rolling beam on boards of any size: look some layers ahead, commit the first moves, repeat.

Tile t has home cell t − 1. Lines of the board (rows from the top, columns from the left) are stages, tile by tile, the
last two of a line together. Key = Σ φ(distance) + μ (κ D + C of the later stages): D estimates the moves that the
stage still needs; C exceeds the largest D, so that to finish a stage always pays.

A node is only its parent and its last move, replayed on the one board, so a move costs the same on every size. The
nodes of a layer stand in the order of their parents, so that the board goes from one to the next along few moves:
the walk through a layer is the walk around the tree of its ancestors. Layers live in a ring of slots, a power of 2.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import inline, jit
from solvable.kernels.tiles.outer.records import (
    DONE,
    ROLLING,
    STUCK,
    Beam,
    Board,
    Children,
    Nodes,
    Path,
    Plan,
    Progress,
)
from solvable.kernels.tiles.outer.stages import reached, stage_term

Array = NDArray[Any]

FEW = 48  # children that are put into order by insertion alone
SAMPLE, SURE = 32, 26  # keys by which the buckets are made; so many of them are within


@jit
def mixed(tile: int, cell: int) -> Any:
    """Return a 64-bit hash of a tile on a cell (splitmix64)."""
    x = np.uint64(tile) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(cell + 1) * np.uint64(0xD1B54A32D192ED03)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@inline
def slide(board: Board, to: int) -> None:
    """Slide the tile on cell `to` into the blank."""
    tiles, cells = board.tiles, board.cells
    blank = cells[0]
    tile = tiles[to]
    tiles[blank] = tile
    cells[tile] = blank
    tiles[to] = 0
    cells[0] = to


@inline
def fork_of(node: int, now: int, layer: int, root: int, parents: Array, at: Array) -> Any:
    """Enter `node` of `layer` in `at`, and its ancestors up to the first that at[now] has too; return its layer."""
    ring = parents.shape[0] - 1
    fork, x = layer, node
    while fork > now or (fork > 0 and at[fork] != x):
        at[fork] = x
        x = parents[(root + fork) & ring, x]
        fork -= 1
    return fork


@inline
def travel(node: int, now: int, layer: int, root: int, nodes: Nodes, path: Path, board: Board) -> None:
    """Take the board from the node of layer `now` on the path to `node` of `layer`."""
    steps, at, blanks = nodes.steps, path.nodes, path.blanks
    fork = fork_of(node, now, layer, root, nodes.parents, at)
    while now > fork:
        now -= 1
        slide(board, blanks[now])
    while now < layer:
        now += 1
        blanks[now] = steps[(root + now) & (steps.shape[0] - 1), at[now]]
        slide(board, blanks[now])


@inline
def children_of(progress: Progress, path: Path, board: Board, plan: Plan, nodes: Nodes, children: Children) -> int:
    """Write all children of the last layer and their keys; return how many there are."""
    tiles, cells, w, h = board
    phi, stage_of = plan.phi, plan.stage_of
    layer, blanks = progress.length, path.blanks
    blanks[0] = cells[0]
    now = made = 0
    for node in range(nodes.counts[layer]):
        travel(node, now, layer, progress.root, nodes, path, board)
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
            t = tiles[to]
            hr, hc = (t - 1) // w, (t - 1) % w
            old = abs(to // w - hr) + abs(to % w - hc)
            new = abs(r - hr) + abs(c - hc)
            slide(board, to)
            stage = reached(min(nodes.stages[node], stage_of[t]), cells, plan)
            total = nodes.totals[node] + phi[new] - phi[old]
            children.keys[made] = total + stage_term(stage, board, progress.mu, plan)
            children.totals[made], children.parents[made], children.steps[made] = total, node, to
            children.stages[made], children.codes[made] = stage, nodes.codes[node] ^ mixed(t, to) ^ mixed(t, blank)
            made += 1
            slide(board, blank)
    while now > 0:
        now -= 1
        slide(board, blanks[now])
    return int(made)


@inline
def insert(keys: Array, order: Array) -> None:
    """Put children into order by insertion: most are nearly there."""
    for place in range(1, order.size):
        k = order[place]
        at = place
        while at > 0 and keys[order[at - 1]] > keys[k]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k


@jit
def order_by_key(keys: Array, made: int, order: Array, tally: Array) -> None:
    """Write the children's numbers by ascending key: by counting into buckets, then by insertion.

    A dropped stage spreads the keys by orders of magnitude, so the buckets end where a sample says, and those beyond
    are taken anew. The order within a bucket matters: where μ is large, φ decides between children of equal D by small
    differences.
    """
    sample = np.empty(SAMPLE, np.int64)
    left, numbers = keys[:made].copy(), np.arange(made)  # what is left, and whose it is
    first, count = 0, made
    while count > FEW:
        low = left[0]
        for k in range(count):
            low = min(low, left[k])
        for k in range(SAMPLE):
            key, at = left[k * count // SAMPLE], k
            while at > 0 and sample[at - 1] > key:
                sample[at] = sample[at - 1]
                at -= 1
            sample[at] = key
        top = 64
        while top < 2 * count and top < tally.size - 2:
            top *= 2
        shift = 0
        while (sample[SURE] - low) >> shift >= top:
            shift += 1
        tally[: top + 2] = 0
        for k in range(count):
            tally[min((left[k] - low) >> shift, top) + 1] += 1
        for k in range(top + 1):
            tally[k + 1] += tally[k]
        end, stay = first + tally[top], 0
        for k in range(count):
            bucket = (left[k] - low) >> shift
            if bucket < top:
                order[first + tally[bucket]] = numbers[k]
                tally[bucket] += 1
            else:
                left[stay], numbers[stay] = left[k], numbers[k]
                stay += 1
        insert(keys, order[first:end])
        first, count = end, stay
    for k in range(count):
        order[first + k] = numbers[k]
    insert(keys, order[first:made])


@inline
def select(made: int, width: int, children: Children, seen: Array, salt: Any, last_stage: int) -> tuple[int, int, int]:
    """Mark as kept the best `width` unseen children.

    Returns (how many, the best child, the child that has finished all stages or −1).
    """
    kept = children.kept
    mask = np.int64(seen.size - 1)
    count, best = 0, -1
    kept[:made] = False
    for place in range(made):
        k = children.order[place]
        code = children.codes[k] ^ salt
        slot = np.int64(code) & mask
        if seen[slot] == code:
            continue
        seen[slot] = code
        kept[k] = True
        if best < 0:
            best = k
        count += 1
        if children.stages[k] >= last_stage:
            return count, best, k
        if count == width:
            break
    return count, best, -1


@inline
def settle(made: int, children: Children, chosen: int, nodes: Nodes, slot: int) -> int:
    """Make the kept children the nodes of a new layer, in their order; return the row of the child `chosen`."""
    row = count = 0
    for k in range(made):
        if children.kept[k]:
            if k == chosen:
                row = count
            nodes.parents[slot, count], nodes.steps[slot, count] = children.parents[k], children.steps[k]
            nodes.totals[count], nodes.stages[count] = children.totals[k], children.stages[k]
            nodes.codes[count] = children.codes[k]
            count += 1
    return row


@jit
def commit_path(cut: int, row: int, length: int, root: int, nodes: Nodes, board: Board, moves: Array) -> None:
    """Make the first `cut` moves of node `row` and drop all nodes that begin otherwise."""
    counts, parents, steps, totals, stages, codes, _ = nodes
    ring = parents.shape[0] - 1
    for layer in range(length, 0, -1):
        if layer == cut:
            ancestor = row
        if layer <= cut:
            moves[layer - 1] = steps[(root + layer) & ring, row]
        row = parents[(root + layer) & ring, row]
    for k in range(cut):
        slide(board, moves[k])
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
                    totals[stay], stages[stay], codes[stay] = totals[node], stages[node], codes[node]
                stay += 1
        number = renumbered
        counts[layer - cut] = stay


@jit
def rush(now: Progress, total: Any, least: Any, fall: Any) -> tuple[Any, Any, Any]:
    """Return (μ, the layers since the last look at the key, the key then), one layer later.

    Every 20 layers μ doubles (to 64 at most) where the key, μ being 1, has not fallen by `fall`, else it halves.
    """
    if now.since < 19:
        return now.mu, now.since + 1, now.key
    key = total + (least - total) // now.mu
    return min(64, now.mu * 2) if now.key - key < fall else max(1, now.mu // 2), 0, key


@jit
def advance(
    now: Progress, born: int, beam: Beam, board: Board, plan: Plan, nodes: Nodes, children: Children, moves: Array
) -> Any:
    """Make the best children the next layer, and at the horizon commit moves; return (how many, the progress)."""
    last = plan.first.size
    order_by_key(children.keys, born, children.order, children.tally)
    count, best, goal = select(born, beam.width, children, nodes.seen, mixed(1, now.commits), last)
    if count == 0:
        return 0, Progress(now.root, now.length, now.mu, now.since, now.key, now.commits, STUCK)
    length, ring = now.length + 1, nodes.parents.shape[0] - 1
    row = settle(born, children, goal if goal >= 0 else best, nodes, (now.root + length) & ring)
    nodes.counts[length] = count
    fall = plan.fall[min(children.stages[best], last - 1)]
    mu, since, key = rush(now, children.totals[best], children.keys[best], fall)
    if goal < 0 and length < beam.horizon:
        return 0, Progress(now.root, length, mu, since, key, now.commits, ROLLING)
    cut = length if goal >= 0 else beam.commit
    commit_path(cut, row, length, now.root, nodes, board, moves)
    status = DONE if goal >= 0 else ROLLING
    return cut, Progress((now.root + cut) & ring, length - cut, mu, since, key, now.commits + 1, status)


@jit
def roll(
    now: Progress, limit: int, beam: Beam, board: Board, plan: Plan, nodes: Nodes, children: Children, moves: Array
) -> Any:
    """Commit moves until all stages are done or `limit` moves are made; return (how many were made, the progress)."""
    path = Path(np.empty(beam.horizon, np.int64), np.empty(beam.horizon, np.int64))
    made = 0
    while made < limit and now.status == ROLLING:
        born = children_of(now, path, board, plan, nodes, children)
        cut, now = advance(now, born, beam, board, plan, nodes, children, moves[made:])
        made += cut
    return made, now
