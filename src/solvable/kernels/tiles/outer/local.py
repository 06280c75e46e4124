"""Rolling beam whose key also counts how near tiles stand to each other: the local terms of the pair model.

The key of `kernels.tiles.outer.rolling` plus Σ T1[u_i, u_j, v] over all pairs of tiles with |v| ≤ 3, where u = cell −
home limited to ±3 and v = cell_i − cell_j. A slide of tile t changes only the pairs of t, which lie in two windows of 7
× 7 cells, so a child costs some hundred look-ups on a board of any size. Twin: `tiles.near.outer.local`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import inline, jit
from solvable.kernels.tiles.outer import rolling
from solvable.kernels.tiles.outer.records import (
    BORDER,
    NONE,
    REACH,
    ROLLING,
    Beam,
    Board,
    Children,
    Nodes,
    Path,
    Plan,
    Progress,
    Sight,
)
from solvable.kernels.tiles.outer.rolling import advance, fork_of, mixed
from solvable.kernels.tiles.outer.stages import reached, stage_term

Array = NDArray[Any]


@inline
def clipped(value: Any, limit: int) -> Any:
    """Return `value` limited to ±`limit`, shifted to start at 0."""
    return min(max(value, -limit), limit) + limit


@inline
def kind(t: int, cell: int, sight: Sight) -> int:
    """Return the kind of tile t on a cell."""
    rows, columns = sight.rows, sight.columns
    row, column = rows[cell] - rows[t - 1], columns[cell] - columns[t - 1]
    return int(clipped(row, 3) * 7 + clipped(column, 3))


@inline
def padded(cell: int, w: int, sight: Sight) -> int:
    """Return the place of a cell in `kinds`."""
    return int((sight.rows[cell] + REACH) * (w + BORDER) + sight.columns[cell] + REACH)


@inline
def mark(cell: int, board: Board, sight: Sight) -> None:
    """Write the kind of a cell."""
    t = board.tiles[cell]
    sight.kinds[padded(cell, board.w, sight)] = kind(t, cell, sight) if t else NONE


@jit
def show(board: Board, sight: Sight) -> None:
    """Write the kinds of all cells."""
    for cell in range(board.tiles.size):
        mark(cell, board, sight)


@inline
def slide(board: Board, to: int, sight: Sight) -> None:
    """Slide the tile on cell `to` into the blank."""
    blank = board.cells[0]
    rolling.slide(board, to)
    mark(blank, board, sight)
    mark(to, board, sight)


@inline
def around(u: Any, at: int, w: int, kinds: Array, terms: Array) -> Any:
    """Return Σ terms[u, v, kind] over the cells around place `at`, for a tile of kind u there."""
    total = np.int64(0)
    row = terms[u]
    v = row.shape[0]
    place = at - REACH * (w + BORDER) - REACH
    for _ in range(2 * REACH + 1):
        for x in range(2 * REACH + 1):
            v -= 1
            total += row[v, kinds[place + x]]
        place += w + BORDER
    return total


@inline
def gain(t: int, to: int, blank: int, w: int, sight: Sight) -> int:
    """Return how the local terms change when tile t slides from `to` into the blank."""
    kinds, terms = sight.kinds, sight.terms
    here, there = padded(to, w, sight), padded(blank, w, sight)
    u = kinds[here]
    kinds[here] = NONE
    change = around(kind(t, blank, sight), there, w, kinds, terms) - around(np.int64(u), here, w, kinds, terms)
    kinds[here] = u
    return int(change)


@inline
def travel(node: int, now: int, layer: int, root: int, nodes: Nodes, path: Path, board: Board, sight: Sight) -> None:
    """Take the board from the node of layer `now` on the path to `node` of `layer`."""
    steps, at, blanks = nodes.steps, path.nodes, path.blanks
    fork = fork_of(node, now, layer, root, nodes.parents, at)
    while now > fork:
        now -= 1
        slide(board, blanks[now], sight)
    while now < layer:
        now += 1
        blanks[now] = steps[(root + now) & (steps.shape[0] - 1), at[now]]
        slide(board, blanks[now], sight)


@inline
def children_of(
    progress: Progress, path: Path, board: Board, plan: Plan, nodes: Nodes, children: Children, sight: Sight
) -> int:
    """Write all children of the last layer and their keys; return how many there are."""
    tiles, cells, w, h = board
    rows, columns, phi, stage_of = sight.rows, sight.columns, plan.phi, plan.stage_of
    layer, blanks = progress.length, path.blanks
    blanks[0] = cells[0]
    now = made = 0
    for node in range(nodes.counts[layer]):
        travel(node, now, layer, progress.root, nodes, path, board, sight)
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
            t = tiles[to]
            old = abs(rows[to] - rows[t - 1]) + abs(columns[to] - columns[t - 1])
            new = abs(r - rows[t - 1]) + abs(c - columns[t - 1])
            total = nodes.totals[node] + phi[new] - phi[old] + gain(t, to, blank, w, sight)
            cells[t], cells[0] = blank, to  # enough for the stages
            stage = reached(min(nodes.stages[node], stage_of[t]), cells, plan)
            children.keys[made] = total + stage_term(stage, board, progress.mu, plan)
            cells[t], cells[0] = to, blank
            children.totals[made], children.parents[made], children.steps[made] = total, node, to
            children.stages[made], children.codes[made] = stage, nodes.codes[node] ^ mixed(t, to) ^ mixed(t, blank)
            made += 1
    while now > 0:
        now -= 1
        slide(board, blanks[now], sight)
    return int(made)


@jit
def roll(
    now: Progress, limit: int, beam: Beam, board: Board, plan: Plan, nodes: Nodes, children: Children, moves: Array,
    sight: Sight,
) -> Any:  # fmt: skip
    """Commit moves until all stages are done or `limit` moves are made; return as `outer.rolling.roll`."""
    path = Path(np.empty(beam.horizon, np.int64), np.empty(beam.horizon, np.int64))
    made = 0
    while made < limit and now.status == ROLLING:
        born = children_of(now, path, board, plan, nodes, children, sight)
        blank = board.cells[0]
        cut, now = advance(now, born, beam, board, plan, nodes, children, moves[made:])
        if cut:
            mark(blank, board, sight)
        for cell in moves[made : made + cut]:
            mark(cell, board, sight)
        made += cut
    return made, now
