"""A solution from where a beam of the pair model got stuck: its best board goes on by outer lines and a small beam.

Most tiles of that board are home, so little is left to do. Cost: some 20 ms at 10 × 10.
"""

from __future__ import annotations

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import boards, pairs
from solvable.tiles.near.beam import PairBeam, Walk
from solvable.tiles.near.outer import local, rolling

LAYERS = 400, 3  # of the last beam, and more for each unit of distance
TABLES = 0.5  # seconds, the most for tables: a narrow beam gains nothing by the 600 MB of a whole 10 × 10
WIDTH = 100  # nodes of a layer, of the lines and of the inner board
WIDER = 4  # times as wide is the inner board's beam after one that got stuck
FAR_WIDTH = 200  # the same on boards beyond 10 × 10


def rescue(board: State, stuck: PairBeam, budget: Budget | None = None) -> Walk | None:
    """Return the blank's walk that solves `board`, begun by the walk to the best board of the stuck beam."""
    width, height = stuck.tables.width, stuck.tables.height
    is_large = not pairs.covers(width, height)
    side, most = (pairs.WHOLE, FAR_WIDTH) if is_large else (pairs.SAFE_SIDE, WIDTH)
    inner = min(width, side), min(height, side)
    if inner == (width, height):
        return None
    stem = list(stuck.path(0, stuck.lowest_layer))
    roll = local.roll if is_large else rolling.roll
    outer = roll(boards.after(board, stem), width, height, inner, most, horizon=40, commit=10)
    if outer is None:
        return None
    core, cells = boards.inner_board(outer[1], width, height, inner)
    far = boards.far(core, inner[0])
    if not far:
        return stem + outer[0]
    tables = pairs.tables(*inner, (budget or Budget()).share(seconds=TABLES))
    for wide in (most, WIDER * most):  # one of sixty narrow beams gets stuck on 10 × 10
        rest = PairBeam(tables, wide, LAYERS[0] + LAYERS[1] * far).search(core, wide, budget=budget)
        if rest is not None:
            return stem + outer[0] + [cells[c] for c in rest]
    return None
