"""A solution from where a beam of the pair model got stuck: its best board goes on by outer lines and a small beam.

Most tiles of that board are home, so little is left to do. Cost: some 20 ms at 10 × 10.
"""

from __future__ import annotations

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import boards, pairs
from solvable.tiles.near.beam import PairBeam, Walk
from solvable.tiles.near.outer import rolling

WIDTH = 100  # nodes of a layer, of the lines and of the inner board


def rescue(board: State, stuck: PairBeam, budget: Budget | None = None) -> Walk | None:
    """Return the blank's walk that solves `board`, begun by the walk to the best board of the stuck beam."""
    width, height = stuck.tables.width, stuck.tables.height
    inner = min(width, pairs.SAFE_SIDE), min(height, pairs.SAFE_SIDE)
    if inner == (width, height):
        return None
    stem = list(stuck.path(0, stuck.lowest_layer))
    outer = rolling.roll(boards.after(board, stem), width, height, inner, WIDTH, horizon=40, commit=10)
    if outer is None:
        return None
    core, cells = boards.inner_board(outer[1], width, height, inner)
    if not boards.far(core, inner[0]):
        return stem + outer[0]
    rest = PairBeam(pairs.tables(*inner), WIDTH, 400).search(core, WIDTH, budget=budget)
    return None if rest is None else stem + outer[0] + [cells[c] for c in rest]
