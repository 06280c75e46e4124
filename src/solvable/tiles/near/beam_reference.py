"""The readable twin of the beam's layers, for tests: which boards a beam keeps, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solvable.puzzle import State
from solvable.tiles.near import boards, pairs
from solvable.tiles.near.beam import BUCKETS, PairBeam


def layers(beam: PairBeam, state: State, steps: Any, width: int, end: int | None = None) -> Iterator[list[State]]:
    """Yield the boards of each layer in the order kept, with the parameters `steps`: the twin of `PairBeam.advance`.

    None is farther from the goal than it may be to meet it by layer `end`, if there is one. Keys are compared in
    buckets, ties left in the order of the blank's cell and step, the tile and the parents; a board is new unless the
    last one noted in its slot was the same.
    """
    w, h = beam.tables.width, beam.tables.height
    goal = (*range(1, w * h), 0)
    seen: dict[int, State] = {}

    def is_new(board: State) -> bool:
        slot = int(beam.hash_of(board)) & (beam.seen.size - 1)
        old = seen.get(slot)
        seen[slot] = board
        return old != board

    is_new(state)
    nodes, layer = [(state, -1)], 0
    while nodes and nodes[-1][0] != goal:
        children, layer = [], layer + 1
        for board, previous in nodes:
            blank = board.index(0)
            for cell in beam.neighbours[blank].tolist():
                if cell not in {-1, previous}:
                    child = boards.after(board, [cell])
                    if end is not None and boards.far(child, w) > end - layer:
                        continue
                    slide = blank, beam.neighbours[blank].tolist().index(cell), board[cell]
                    children.append((pairs.value(child, w, h, steps), child, blank, slide))
        if not children:
            yield []
            return
        low, high = min(children)[0], max(children)[0]
        bucket = max(0, ((high - low) // BUCKETS).bit_length())
        children.sort(key=lambda each: ((each[0] - low) >> bucket, each[3]))
        nodes = []
        for _, child, blank, _ in children:
            if len(nodes) < width and (not nodes or nodes[-1][0] != goal) and is_new(child):
                nodes.append((child, blank))
        yield [board for board, _ in nodes]
