"""The inner board, all else being home: by beams of the pair model, where these fail by lines and a smaller board."""

from __future__ import annotations

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import boards, pairs
from solvable.tiles.near.beam import Walk
from solvable.tiles.near.outer import rolling
from solvable.tiles.near.widening import widening

SAFE_WIDTH = 100  # nodes a layer of the lines that leave a board which the model never fails on


def guess(board: State, inner: tuple[int, int]) -> float:
    """Return the pair model's value of an inner board, in moves."""
    import numpy as np

    return pairs.tables(*inner).value(np.array(boards.positions(board))) / 1000


def finish(
    board: State, size: tuple[int, int], inner: tuple[int, int], budget: Budget, part: Budget
) -> Walk | None:  # fmt: skip
    """Return the blank's walk that solves the inner board of a board of `size`, in the time of `part`.

    Nodes are reported to `budget`, which may be cancelled. None where no walk is found.
    """
    core, cells = boards.inner_board(board, *size, inner)
    best = min(widening(core, *inner, budget, part), key=len, default=None)
    if best is None and max(inner) > pairs.SAFE_SIDE:
        safe = (min(inner[0], pairs.SAFE_SIDE), min(inner[1], pairs.SAFE_SIDE))
        found = rolling.roll(core, *inner, safe, SAFE_WIDTH)
        rest = found and finish(found[1], inner, safe, budget, part)
        best = None if found is None or rest is None else found[0] + rest
    return None if best is None else [cells[c] for c in best]
