"""The inner board, all else being home: by beams of the pair model, where these fail by lines and a smaller board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import boards, pairs
from solvable.tiles.near.beam import Pace, PairBeam, Walk
from solvable.tiles.near.outer import rolling
from solvable.tiles.near.polish import anew
from solvable.tiles.near.polish.cycles import WORTH
from solvable.tiles.near.polish.mend import SIDES, mend
from solvable.tiles.near.rescue import rescue
from solvable.tiles.near.widening import widening

SAFE_WIDTH = 100  # nodes a layer of the lines that leave a board which the model never fails on
BEYOND_WIDTH = 400  # nodes a layer of the model's beams on boards larger than 10 × 10
FILLED = 20  # nodes of a layer of a smaller board whose beam takes what is left of the time
LAYERS = 2.6, 300  # of these beams: for each unit of distance, and more
FAR = 1.9  # moves for each unit of distance that they take
PACE = 2.1  # the same, for the time they take
STRIDE = 10  # layers between two boards from which the rest may be mended,
HURRY, LARGE = 0.4, 0.15  # seconds, with less than which small boxes are tried first, and no large ones; to 20 × 20
MENDED = 150  # of at most so much distance,
MENDING = 12, 8, 4  # if a unit of it takes so many moves: first what is mended soonest
ANOTHER = 0.5  # times what a beam took: with less time another is not begun


@dataclass(frozen=True, slots=True)
class Tried:
    """How a board beyond 10 × 10 is tried: the beam's width, and which model's turn.

    `hears` is told the walk that comes near, before what is left takes more time.
    """

    width: int
    turn: int
    hears: Callable[[Walk], None] | None = None

    def within(self, cells: Sequence[int]) -> Tried:
        """Return the same for an inner board, whose cells are these of the whole."""
        whole = self.hears
        return self if whole is None else replace(self, hears=lambda walk: whole([cells[c] for c in walk]))


def guess(board: State, inner: tuple[int, int]) -> float:
    """Return about how many moves an inner board takes: the pair model's value, to 10 × 10."""
    import numpy as np

    if not pairs.covers(*inner):
        return FAR * boards.far(board, inner[0])
    return pairs.tables(*inner).value(np.array(boards.positions(board))) / 1000


def finish(
    board: State, size: tuple[int, int], inner: tuple[int, int], budget: Budget, part: Budget, most: int | None = None,
    tried: Tried | None = None,
) -> Walk | None:  # fmt: skip
    """Return the blank's walk that solves the inner board of a board of `size`, in the time of `part`.

    A board beyond 10 × 10 is `tried` as that says, if anything. Nodes are reported to `budget`, which may be cancelled.
    None where no walk is found: `beyond`, of `most` moves.
    """
    core, cells = boards.inner_board(board, *size, inner)
    if tried is not None:
        tried = tried.within(cells)
    walks = (
        widening(core, *inner, budget, part, filled=FILLED)
        if pairs.covers(*inner)
        else beyond(core, inner, budget, part, most, tried)
    )
    best = min(walks, key=len, default=None)
    if best is None and tried is None and (most is None or pairs.covers(*inner)) and max(inner) > pairs.SAFE_SIDE:
        safe = (min(inner[0], pairs.SAFE_SIDE), min(inner[1], pairs.SAFE_SIDE))
        found = rolling.roll(core, *inner, safe, SAFE_WIDTH)
        rest = found and finish(found[1], inner, safe, budget, part)
        best = None if found is None or rest is None else found[0] + rest
    return None if best is None else [cells[c] for c in best]


def beyond(
    board: State, size: tuple[int, int], budget: Budget, part: Budget, most: int | None = None,
    tried: Tried | None = None,
) -> Iterator[Walk]:  # fmt: skip
    """Yield solutions of a near board that is larger than 10 × 10, of at most so many moves.

    Each is by another of the models and shorter than the one before: they differ by some per cent. Where none is found,
    and nothing is asked of the length, `rescue` goes on.
    """
    layers, found, stuck = int(LAYERS[0] * boards.far(board, size[0])) + LAYERS[1], False, None
    layers = layers if most is None else min(layers, most)
    width, hears = (tried.width, tried.hears) if tried else (BEYOND_WIDTH, None)
    for turn in [tried.turn] if tried else range(len(pairs.STRETCHED)):
        begun = part.spent
        stuck = PairBeam(pairs.model(*size, turn), width, layers)
        walk = least(board, stuck, budget, part, hears)
        if walk is not None and len(walk) <= (layers if found or most is not None else len(walk)):
            yield walk
            found, layers = True, len(walk) - 2
        if layers <= 0 or part.is_over or part.left < ANOTHER * (part.spent - begun):
            break
    if stuck is None or most is not None or found or budget.is_over:
        return
    if (walk := rescue(board, stuck, budget)) is not None:
        yield walk


def told_after(stem: Walk, hears: Callable[[Walk], None]) -> Callable[[Walk], None]:
    """Return what tells a walk that goes on from a stem; tell the stem."""
    hears(stem)
    return lambda rest: hears(stem + rest)


def least(
    board: State, beam: PairBeam, budget: Budget, part: Budget, hears: Callable[[Walk], None] | None = None
) -> Walk | None:
    """Return the shortest walk that a beam finds, as wide as the time of `part` allows, or begins and `mend` ends.

    The first layers are slower than the others, so the width is left alone for the first half of the time. The beam's
    last moves gain little, so mending begins where moves made and those it may take are fewest; `hears` is told how
    the board comes there.
    """
    width, height = beam.tables.width, beam.tables.height
    beam.start(board)
    pace = Pace(part, int(PACE * boards.far(board, width)) + 1, part.spent)
    half, now, stops = part.left / 2, beam.width, [(0, 0, beam.far(0))]
    while beam.goal_row < 0 and now and not beam.is_stuck and beam.layer < beam.layers:
        beam.advance(min(beam.layers, beam.layer + STRIDE), now)
        budget.look(beam.count)
        if beam.count:
            row = max(0, beam.goal_row)
            stops.append((beam.layer, row, beam.far(row)))
        now = pace.width(beam, now, beam.width) if part.left < half else now
    if beam.goal_row < 0 and hears is not None:  # the time may be up before anything is mended
        hears(stem_to(best_stop(stops, MENDING[0]), beam))
    walks, times = [], larger(board)
    for stem in stems(board, beam, stops, budget):
        near, tells = boards.after(board, stem), hears and told_after(stem, hears)
        if boards.far(near, width) > MENDED * times**0.5:
            continue
        is_hurried, rest = budget.left < HURRY * times, None
        if is_hurried:
            rest = mend(near, width, height, budget, tells, SIDES[:1])
        if rest is None and (not is_hurried or budget.left > LARGE * times):
            rest = mend(near, width, height, budget, tells)
        if rest is not None:
            walks.append(stem + rest)
        if budget.is_over or (walks and len(board) > pairs.BEYOND**2):
            break
    return min(walks, key=len, default=None)


Stop = tuple[int, int, int]
"""Where a beam may be left: a layer, a node, and the distance of its board."""


def stems(board: State, beam: PairBeam, stops: list[Stop], budget: Budget) -> Iterator[Walk]:
    """Yield walks of a beam after which the rest may be mended; of one that got stuck first the one that gets on."""
    if beam.goal_row < 0 and budget.left > HURRY * larger(board):
        stem = stem_to(best_stop(stops, WORTH), beam)
        yield stem + anew.nearer(boards.after(board, stem), beam, budget)
    for stop in dict.fromkeys(best_stop(stops, moves_each) for moves_each in MENDING):
        yield stem_to(stop, beam)


def best_stop(stops: list[Stop], worth: int) -> Stop:
    """Return the stop with the fewest moves, where a unit of the distance left takes so many."""
    return min(stops, key=lambda stop: stop[0] + worth * stop[2])


def stem_to(stop: Stop, beam: PairBeam) -> Walk:
    """Return the blank's walk to a stop of a beam."""
    layer, row, _ = stop
    return list(beam.path(row, layer))


def larger(board: State) -> float:
    """Return how many times larger than 20 × 20 a board is; 1 of smaller ones."""
    return max(1.0, len(board) / pairs.BEYOND**2)
