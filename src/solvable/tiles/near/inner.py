"""The inner board, all else being home: by beams of the pair model, where these fail by lines and a smaller board."""

from __future__ import annotations

from collections.abc import Iterator

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import boards, pairs
from solvable.tiles.near.beam import PairBeam, Walk
from solvable.tiles.near.outer import rolling
from solvable.tiles.near.rescue import rescue
from solvable.tiles.near.widening import widening

SAFE_WIDTH = 100  # nodes a layer of the lines that leave a board which the model never fails on
BEYOND_WIDTH = 400  # nodes a layer of the model's beams on boards larger than those it was learned from
LAYERS = 2.6, 300  # of these beams: for each unit of distance, and more
FAR = 1.9  # moves for each unit of distance that they take


def guess(board: State, inner: tuple[int, int]) -> float:
    """Return about how many moves an inner board takes: the pair model's value, where it was learned from such."""
    import numpy as np

    if not pairs.covers(*inner):
        return FAR * boards.far(board, inner[0])
    return pairs.tables(*inner).value(np.array(boards.positions(board))) / 1000


def finish(
    board: State, size: tuple[int, int], inner: tuple[int, int], budget: Budget, part: Budget, most: int | None = None
) -> Walk | None:  # fmt: skip
    """Return the blank's walk that solves the inner board of a board of `size`, in the time of `part`.

    Nodes are reported to `budget`, which may be cancelled. None where no walk is found: `beyond`, of `most` moves.
    """
    core, cells = boards.inner_board(board, *size, inner)
    walks = widening(core, *inner, budget, part) if pairs.covers(*inner) else beyond(core, inner, budget, part, most)
    best = min(walks, key=len, default=None)
    if best is None and (most is None or pairs.covers(*inner)) and max(inner) > pairs.SAFE_SIDE:
        safe = (min(inner[0], pairs.SAFE_SIDE), min(inner[1], pairs.SAFE_SIDE))
        found = rolling.roll(core, *inner, safe, SAFE_WIDTH)
        rest = found and finish(found[1], inner, safe, budget, part)
        best = None if found is None or rest is None else found[0] + rest
    return None if best is None else [cells[c] for c in best]


def beyond(
    board: State, size: tuple[int, int], budget: Budget, part: Budget, most: int | None = None
) -> Iterator[Walk]:  # fmt: skip
    """Yield solutions of a near board that is larger than those the model was learned from, of at most so many moves.

    Each is by another of the models and shorter than the one before: they differ by some per cent, and one gets stuck
    where another does not. Where all do, and nothing is asked of the length, `rescue` goes on.
    """
    layers, found, stuck = int(LAYERS[0] * boards.far(board, size[0])) + LAYERS[1], False, None
    layers = layers if most is None else min(layers, most)
    for tables in pairs.models(*size):
        stuck = PairBeam(tables, BEYOND_WIDTH, layers)
        walk = stuck.search(board, BEYOND_WIDTH, budget=budget)
        if walk is not None:
            yield walk
            found, layers = True, len(walk) - 2
        if part.is_over or layers <= 0:
            break
    walk = rescue(board, stuck, budget) if stuck is not None and most is None and not found else None
    if walk is not None:
        yield walk
