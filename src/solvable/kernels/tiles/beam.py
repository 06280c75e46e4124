"""Beam search by the pair model: layer after layer, the best `width` different children of all kept nodes.

Legend: a name is a tile, or 0 for the blank; a step is the blank's cell · 4 + its direction; a slide is a step and a
tile, step · 2¹⁴ + name; a card stands for a child, slide · 2³² + node. A node is a row of bytes, or of 16 bits for more
than 256 names (cell → name, filled up to whole words), its value, Zobrist hash, Manhattan distance, the blank's cell
and the cell before.

What a slide adds to the value is a sum over the cells of a board, one look-up by the cell's name in the slide's row of
a table, so cards are put in the order of their slides, and many children of one slide are valued at once. They are
then sorted by counting into buckets and taken best first; a hash that a recent layer already took is skipped. All
tables are larger than the caches: what is read out of order is asked for some children ahead. History is the parent
(int32) and the slid tile's cell (uint8).
Values are those of `tiles.near.pairs.value`. Boards have less than 2¹⁴ names, beams less than 2²¹ nodes.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import chosen, memory
from solvable.kernels.base.jit import inline, jit
from solvable.kernels.sizes import GROUP, ROWS
from solvable.kernels.tiles import terms as model_terms
from solvable.kernels.tiles.cards import card_of, name_of, node_of, slide_of, step_of
from solvable.kernels.tiles.records import LINE, Children, History, Model, Nodes, Terms
from solvable.kernels.tiles.slides import value_by_terms

Array = NDArray[Any]
prefetch: Any = memory.prefetch
place_of: Any = chosen.place_of
rows_at_once: Any = chosen.rows_at_once
sums_of_16: Any = chosen.sums_of_16
sums_of_32: Any = chosen.sums_of_32

AHEAD = 16  # children between asking for what is far in memory and reading it
RENEWED = 16  # layers after which groups of names that left a cell are forgotten
FEW = 6  # children of a slide that are valued at once sooner than one by one


@jit
def evaluate(pos: Array, pair: Array, single: Array) -> int:
    """Return the value (steps of 1/1000) of `pos`: the cell of each name, any number past the cells where missing.

    Names beyond those of `pos` are missing too.
    """
    n = single.shape[0]
    names = single.shape[1] // n
    total = 0
    for t in range(1, pos.size):
        if pos[t] >= n:
            continue
        at = np.int64(pos[t]) * names + t
        total += single[pos[0], at]
        for j in range(1, t):
            if pos[j] < n:
                total += pair[at, np.int64(pos[j]) * names + j]
    return total


@jit
def evaluate_by_terms(pos: Array, terms: Terms) -> int:
    """Return what `evaluate` does, without a table of pairs."""
    n = terms.rows.size
    total = 0
    for t in range(1, pos.size):
        if pos[t] >= n:
            continue
        total += model_terms.term_of_tile(terms, pos[0], np.int64(pos[t]), t)
        for j in range(1, t):
            if pos[j] < n:
                total += model_terms.term_of_pair(terms, np.int64(pos[t]), t, np.int64(pos[j]), j)
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
def layer_of(nodes: Nodes, side: int) -> Any:
    """Return the nodes of one of two layers."""
    words, cells, room, values, hashes, far, blanks, previous = nodes
    return Nodes(
        words[side], cells[side], room[side], values[side], hashes[side], far[side], blanks[side], previous[side]
    )


@jit
def list_children(nodes: Nodes, count: int, model: Model, room: int, children: Children) -> Any:
    """Write the card of each child whose Manhattan distance is at most `room`, slide by slide; return how many."""
    cards, by_tile, neighbours, distances = children.cards, children.by_tile, model.neighbours, model.distances
    names, n = model.name_codes.size, np.uint64(neighbours.shape[0])
    tiles, steps = np.zeros(names + 1, np.int64), np.zeros(neighbours.size + 1, np.int64)
    made = np.uint64(0)
    for node in range(np.uint64(count)):
        blank, old = np.uint64(nodes.blanks[node]), np.uint64(nodes.previous[node])
        for k in range(np.uint64(4)):  # without a branch: what is no child is written over by the next
            p = np.uint64(neighbours[blank, k])
            from_cell = min(p, n - np.uint64(1))
            t = np.uint64(nodes.cells[node, from_cell])
            far = nodes.far[node] + distances[t, blank] - distances[t, from_cell]
            is_child = np.uint64((p != old) & (p < n) & (far <= room))
            step = np.uint64(4) * blank + k
            cards[made] = card_of(step, t, node)
            tiles[t + np.uint64(1)] += np.int64(is_child)
            steps[step + np.uint64(1)] += np.int64(is_child)
            made += is_child
    for k in range(names):
        tiles[k + 1] += tiles[k]
    for k in range(neighbours.size):
        steps[k + 1] += steps[k]
    for card in cards[:made]:
        t = name_of(card)
        by_tile[tiles[t]] = card
        tiles[t] += 1
    for card in by_tile[:made]:
        step = step_of(card)
        cards[steps[step]] = card
        steps[step] += 1
    return np.int64(made)


@inline
def gains_of(card: Any, neighbours: Array, names: int) -> tuple[Any, int]:
    """Return (the row of a slide in `slides`, 1 or −1: the sign of its gains)."""
    blank = np.int64(step_of(card) >> np.uint64(2))
    p = neighbours[blank, np.int64(step_of(card) & np.uint64(3))]
    row = (2 * min(blank, p) + np.int64(abs(p - blank) > 1)) * names + np.int64(name_of(card))
    return row, 1 if blank < p else -1


@jit
def list_groups(cells: Array, count: int, groups: Array) -> None:
    """Write the groups of names that stand on each cell of some node."""
    groups[:] = 0
    for node in range(np.uint64(count)):
        for q in range(groups.size):
            groups[q] |= np.uint32(1) << np.uint32(cells[node, q] >> 4)


@jit
def list_needed(groups: Array, line: int, needed: Array) -> int:
    """Write which lines of memory of a slide's gains are read for those groups, counted in bytes; return how many."""
    count, last = 0, -1
    for q in range(groups.size):
        left, group = groups[q], 0
        while left:
            place = (q * line + 2 * GROUP * group) // LINE
            if left & np.uint32(1) and place > last:
                needed[count] = LINE * place
                count, last = count + 1, place
            left >>= np.uint32(1)
            group += 1
    return count


@inline
def value_children(nodes: Nodes, made: int, neighbours: Array, slides: Array, names: int, children: Children) -> None:
    """Write each child's key: the value of its parent and what its slide adds."""
    cards, cells, n, size = children.cards, nodes.cells, neighbours.shape[0], np.int64(slides.shape[1])
    line, first = size // n, 0
    at_once = rows_at_once() if cells.itemsize == 1 and cells.shape[1] >= GROUP else 0
    needed = children.needed[: list_needed(children.groups, line, children.needed)]
    while first < made:
        slide = slide_of(cards[first])
        end = first + 1
        while end < made and slide_of(cards[end]) == slide:
            end += 1
        if end + 2 < made and slide_of(cards[end + 2]) == slide_of(cards[end]):  # else few lines are read
            coming = gains_of(cards[end], neighbours, names)[0] * size
            for x in needed:
                prefetch(slides, coming + x)
        row, sign = gains_of(cards[first], neighbours, names)
        while at_once and end - first >= FEW:
            rows = ROWS if at_once == ROWS and end - first > GROUP else GROUP
            for place in range(first + rows, min(first + 2 * rows, made)):
                prefetch(cells, node_of(cards[place]) * np.uint64(cells.shape[1]))
            for k in range(rows):
                children.which[k] = node_of(cards[min(first + k, end - 1)])
            if rows == ROWS:
                sums_of_32(
                    cells, children.which, slides, row * size, n, line, children.groups, children.room, children.sums
                )
            else:
                sums_of_16(
                    cells, children.which, slides, row * size, n, line, children.groups, children.room, children.sums
                )
            for k in range(min(rows, end - first)):
                value = nodes.values[np.uint64(children.which[k])]
                children.keys[first + k] = value + sign * np.int64(children.sums[k])
            first = min(first + rows, end)
        for place in range(first, end):
            node = node_of(cards[place])
            children.keys[place] = nodes.values[node] + sign * gain_on(cells, node, slides[row], line)
        first = end


@inline
def gain_on(cells: Array, node: Any, gains: Array, line: int) -> Any:
    """Return what a slide adds on the board of a node: the twin of `sums_of_16`."""
    total = np.int64(0)
    for q in range(np.uint64(gains.size // line)):
        at = q * np.uint64(line) + place_of(np.uint64(cells[node, q]))
        total += np.int64(gains[at]) + (np.int64(gains[at + np.uint64(GROUP)]) << 8)
    return int(np.int16(total))


@inline
def code_at(model: Model, t: Any, p: Any) -> Any:
    """Return the hash of tile t on cell p."""
    product = model.name_codes[t] * model.cell_codes[p]
    return product ^ product >> np.uint64(32)


@inline
def code_of(card: Any, nodes: Nodes, model: Model) -> Any:
    """Return the hash of a child."""
    step, t = step_of(card), name_of(card)
    blank = step >> np.uint64(2)
    p = np.uint64(model.neighbours[blank, step & np.uint64(3)])
    return nodes.hashes[node_of(card)] ^ code_at(model, t, p) ^ code_at(model, t, blank)


@inline
def pick(
    first: int, end: int, made: int, nodes: Nodes, model: Model, children: Children, seen: Array, picked: Array
) -> None:  # fmt: skip
    """Write (card, hash) of the children at the places `first` to `end` in their order; ask for what comes after that:
    who has their slots, their parents, and the cards and keys of the places that follow."""
    for place in range(first, end):
        card = children.cards[np.uint64(children.order[place])]
        code, node = code_of(card, nodes, model), node_of(card)
        picked[place - first, 0], picked[place - first, 1] = card, code
        prefetch(seen, code & np.uint64(seen.size - 1))
        prefetch(nodes.words, node * np.uint64(nodes.words.shape[1]))
        child = np.uint64(children.order[min(place + AHEAD, made - 1)])
        prefetch(children.cards, child)
        prefetch(children.keys, child)


@jit
def take_best(
    nodes: Nodes, made: int, width: int, goal_hash: Any, model: Model, children: Children, layer: int,
    history: History, to: Nodes,
) -> tuple[int, bool]:  # fmt: skip
    """Write the first `width` different children in their order as nodes; return (how many, whether at the goal).

    Ends with the goal where it is met.
    """
    words, seen, picked = nodes.words, history.seen, np.empty((AHEAD, 2), np.uint64)
    mask, n = np.uint64(seen.size - 1), np.uint64(model.neighbours.shape[0])
    kept, at = 0, np.uint64(-(-model.neighbours.shape[0] * nodes.cells.itemsize // 8) * 8)
    for first in range(0, made, AHEAD):
        end = min(first + AHEAD, made)
        pick(first, end, made, nodes, model, children, seen, picked)
        for place in range(first, end):
            card, code = picked[place - first, 0], picked[place - first, 1]
            if seen[code & mask] == code:
                continue
            seen[code & mask] = code
            node, blank, t = node_of(card), step_of(card) >> np.uint64(2), name_of(card)
            p = np.uint64(model.neighbours[blank, step_of(card) & np.uint64(3)])
            for x in range(words.shape[1]):
                to.words[kept, x] = words[node, x]
            to.cells[kept, blank], to.cells[kept, p] = t, 0
            children.groups[blank] |= np.uint32(1) << np.uint32(t >> np.uint64(4) & np.uint64(31))
            children.groups[p] |= np.uint32(1)
            if model.slides.size == 0:
                shift = model_terms.shift_of(model.terms, np.int64(blank), np.int64(t))
                to.bytes[kept, at + blank] = to.bytes[kept, at + n + t] = shift
            to.values[kept], to.hashes[kept] = children.keys[np.uint64(children.order[place])], code
            to.far[kept] = nodes.far[node] + model.distances[t, blank] - model.distances[t, p]
            to.blanks[kept], to.previous[kept] = p, blank
            history.parents[layer, kept], history.moves[layer, kept] = node, p
            kept += 1
            if code == goal_hash or kept == width:
                return kept, code == goal_hash
    return kept, False


@jit
def pair_layers(
    nodes: Nodes, side: int, count: int, width: int, layer: int, stop: int, end: int, goal_hash: Any, model: Model,
    children: Children, history: History,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Advance from `layer` towards `stop` with at most `width` nodes a layer, which may all be home by layer `end`.

    Returns (layer, side, count, goal row): the goal row is −1 while the goal is not reached; count 0 means that every
    child was seen before, or is too far. `side` says which of the two layers of `nodes` is the present one.
    """
    names = model.name_codes.size
    while layer < stop and count > 0:
        now, then = layer_of(nodes, side), layer_of(nodes, 1 - side)
        made = list_children(now, count, model, end - layer - 1, children)
        if made == 0:
            return layer, side, 0, -1
        if model.slides.size == 0:
            value_by_terms(now, made, model, children)
        else:
            if layer % RENEWED == 0:
                list_groups(now.cells, count, children.groups)
            value_children(now, made, model.neighbours, model.slides, names, children)
        order_by_key(children.keys, made, children.order, children.tally)
        count, is_done = take_best(now, made, width, goal_hash, model, children, layer, history, then)
        layer += 1
        side = 1 - side
        if is_done:
            return layer, side, count, count - 1
    return layer, side, count, -1
