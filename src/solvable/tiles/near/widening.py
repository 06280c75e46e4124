"""Beams of growing width, one after the other or several at once, and what goes on where one gets stuck."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import replace

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import pairs
from solvable.tiles.near.beam import FIRST, MOST_WIDTH, Pace, PairBeam, Walk
from solvable.tiles.near.boards import far
from solvable.tiles.near.rescue import rescue

FIRST_SHARE = 0.88  # of the time, for a first beam where it is short: the rest is for its rescue
SHORT = 8 * 6e-9  # seconds a node, cell and move for eight beams: where there is less, the time is short
LONGER = 1.6  # moves for each unit of distance, as a beam of the usual width finds them
MOST_LAYERS = 2.2, 100  # of a first beam, for each unit of distance, and more
STEADY, STEP_STEADY = 1000, 10  # without a time limit: the width of the last beam, and times the one before
GROWTH, TRIES = 4, 4  # times as wide after a failure, and failures before it is given up
WIDEST_FIRST = 16  # times the usual width: of a first beam that has all the time
ENOUGH = 30  # the least width of a next beam,
LEAST_NEXT = 2  # and the part of the last one's, inverse: else it would find nothing
LEAP, STEP = 20, 8  # times as wide as the last one: then it is only this part as wide, as its speed is not known
APART = 0.85  # widths of beams that run at once, each by the one before
MIXED_CELLS = 64  # of a board for which a second look-up table is made
MOST_BYTES = 700_000_000  # of all beams' arrays


def widening(board: State, width: int, height: int, budget: Budget, part: Budget, workers: int = 1) -> Iterator[Walk]:
    """Yield solutions by beams of growing width, in the time of `part`; without a limit, of the widths 100 and 1000.

    Where the time is short for a first beam of width 100 and others, the first is as wide as the time allows. Where
    it gets stuck, `rescue` goes on from its best board. Nodes are reported to `budget`, which may be cancelled.
    """
    distance = far(board, width)
    if distance == 0:
        yield []
        return
    n = width * height
    size, best, failures = FIRST, 0, 0
    is_short = part.left < SHORT * FIRST * LONGER * distance * n
    while best not in {1, 2} and failures < TRIES:
        layers = best - 2 if best else int(MOST_LAYERS[0] * distance) + MOST_LAYERS[1]
        most = WIDEST_FIRST * FIRST if is_short and not best else size
        most = min(most, MOST_BYTES // (5 * layers + 4 * n + 150) // workers, MOST_WIDTH - 1)
        begun, pace = part.spent, None
        if part.is_limited and (best or is_short):
            pace = Pace(part if best else part.share(FIRST_SHARE), best)
        walk, beam = race(board, (width, height), most, layers, budget, pace, workers)
        each = (part.spent - begun) / max(1, beam.work)
        if walk is None and not best:
            walk = rescue(board, beam, budget)
        if walk is not None:
            best = len(walk)
            yield walk
        elif not best:
            failures += 1
            size *= GROWTH
            if part.is_over:
                return
            continue
        if not part.is_limited:
            if size >= STEADY:
                return
            size *= STEP_STEADY
            continue
        fit = int(part.left / (each * best)) if each else most  # a coarse clock has not moved
        size, before = fit, min(most, beam.work // max(1, beam.layer))
        if size < max(ENOUGH, before // LEAST_NEXT):
            return
        if size > LEAP * before:
            size //= STEP


def race(
    board: State, size: tuple[int, int], width: int, layers: int, budget: Budget, pace: Pace | None, workers: int
) -> tuple[Walk | None, PairBeam]:
    """Return (the shortest walk of `workers` beams at once, the first beam); each is narrower than the one before.

    Every second one goes by `pairs.mixed_tables`, where they are not too large. The lengths found differ by chance, so
    the shortest is shorter.
    """
    models = [pairs.tables(*size, budget)]
    if workers > 1 and len(board) <= MIXED_CELLS:
        models.append(pairs.mixed_tables(*size, budget))
    beams = [PairBeam(models[k % len(models)], max(1, int(width * APART**k)), layers) for k in range(workers)]
    if workers == 1:
        return beams[0].search(board, width, limit=layers, budget=budget, pace=pace), beams[0]
    together = budget.share()

    def search(k: int) -> Walk | None:
        """Return the walk of beam `k`; only the first one's nodes are reported."""
        own = together if k == 0 else together.share(through=lambda _: None)
        paced = None if pace is None else replace(pace, share=APART**k)
        return beams[k].search(board, beams[k].width, limit=layers, budget=own, pace=paced)

    with ThreadPoolExecutor(workers) as pool:
        searches = [pool.submit(search, k) for k in range(workers)]
        try:
            wait(searches, return_when=FIRST_EXCEPTION)
            for ended in searches:
                if ended.done() and (error := ended.exception()) is not None:
                    raise error
        except BaseException:  # that of a beam, or an interrupt that comes while this thread waits
            together.cancel()
            raise
        walks = [walk for ended in searches if (walk := ended.result()) is not None]
    return min(walks, key=len, default=None), beams[0]
