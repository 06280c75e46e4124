"""Beams of growing width, one after the other or several at once, and what goes on where one gets stuck.

Beams are the rungs of a ladder: which width, which view of the board and which parameters each has depends on nothing
but its number, and a longer limit climbs further, so it hardly ever gives a longer solution. Only where beams are wide,
whose walks differ little, is the last one as wide as the time left allows. The shorter walk of two beams that err
elsewhere is about as short as that of one beam of three times the width (docs/near-log.md, "Views and the ladder").
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, replace

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import boards, pairs
from solvable.tiles.near.beam import MOST_WIDTH, PairBeam, Walk
from solvable.tiles.near.boards import far
from solvable.tiles.near.rescue import rescue

FIRST, SOON, FEW = 25, 100, 6  # the widths of the first rungs; then each of the first few has twice that before
WIDE, DOUBLED = 6400, 2  # the width of the next, and how many rungs there are of a width; then it doubles
FILLED = 800  # the least width of a beam that takes all the time that is left: narrower walks differ by some per cent
STEADY = 100, 1000  # without a time limit: the widths
MOST_LAYERS = 2.2, 100  # of a first beam, for each unit of distance, and more
GROWTH, TRIES = 4, 4  # times as wide after a failure, and failures before it is given up
SLOWER = 1.08  # times as long as of the last beam a node of the next may take
GROWS = 0.75  # power of their width with which the time of narrow beams grows, or less
LEAST_PART = 0.5  # of the last beam's width: the least of one for the rest of the time
MIXED_CELLS, MIXED_FROM = 64, 900  # of a board for which a second look-up table is made, and the width that pays it
MOST_BYTES, WITH_TABLES = 700_000_000, 950_000_000  # of all beams' arrays, and of these and the tables of a size
KINDS = (0, False), (1, False), (2, False)  # view, whether the parameters are mixed: in turn, by the number of the rung
KINDS_MIXED = (0, False), (1, True), (0, True), (1, False)


@dataclass(frozen=True, slots=True)
class Rung:
    """One beam: its width, the view of the board, and whether it goes by the mean of two sizes' parameters."""

    width: int
    view: int = 0
    is_mixed: bool = False


def rung(number: int, cells: int, width: int = 0) -> Rung:
    """Return a rung of the ladder, of the width given if one is."""
    if not width:
        width = WIDE << (number - FEW) // DOUBLED if number >= FEW else SOON << number - 1 if number else FIRST
    kinds = KINDS_MIXED if cells <= MIXED_CELLS and width >= MIXED_FROM else KINDS
    return Rung(width, *kinds[number % len(kinds)])


def widening(
    board: State, width: int, height: int, budget: Budget, part: Budget, workers: int = 1, late: float = 0.0,
    filled: int = FILLED,
) -> Iterator[Walk]:  # fmt: skip
    """Yield solutions, each shorter, by the rungs that end in the time of `part`; without a limit, of widths `STEADY`.

    As many rungs as there are workers are climbed at once. The first is climbed whole, those up to width `SOON` may be
    `late` by so many seconds; where one gets stuck, `rescue` goes on from its best board. A beam that leaves no time
    for another takes all of it, if that makes it `filled` nodes wide. Nodes are reported to `budget`, which may be
    cancelled.
    """
    distance, n = far(board, width), width * height
    room = min(MOST_BYTES, WITH_TABLES - pairs.BYTES * n**4) // workers
    if distance == 0:
        yield []
        return
    at, best, failures, each, before = 0, 0, 0, 0.0, 0
    with ExitStack() as put_off:
        put_off.enter_context(part.extended(late))
        while best not in {1, 2} and failures < TRIES:
            layers = best - 2 if best else int(MOST_LAYERS[0] * distance) + MOST_LAYERS[1]
            most = fit = min(room // (5 * layers + 4 * n + 150), MOST_WIDTH - 1)
            if rung(at, n).width > SOON:
                put_off.close()
            if part.is_limited and best and each:  # a coarse clock has not moved
                fit = fitting(part.left / (SLOWER * each * layers), before)
            rungs = (
                next_rungs(at, n, workers, (most, fit, max(filled, int(LEAST_PART * before))))
                if part.is_limited
                else steady_rungs(at, n, workers)
            )
            if not rungs:
                return
            if filled <= fit < min(most, rung(at + workers, n).width):  # it takes all the time that is left
                rungs = [replace(step, width=fit) for step in rungs]
            rungs = [replace(step, width=min(most, step.width * GROWTH**failures)) for step in rungs]
            beams = beams_of(rungs, (width, height), layers, budget)
            begun = part.spent
            walk = race(board, rungs, beams, budget, part, is_first=not best)
            each, before = (part.spent - begun) / max(1, *(beam.work for beam in beams)), rungs[-1].width
            if walk is None and not best:
                walk = rescue(board, beams[0], budget)
            if walk is not None:
                best = len(walk)
                yield walk
            failures += not best
            if part.is_over:
                return
            if best:
                at += workers if part.is_limited else 1


def fitting(width: float, before: int) -> int:
    """Return the width for which there is time, of that if nodes took as long as in the beam before, of its width."""
    if before < width and before < FILLED:
        width = max(width, min(FILLED, before * (width / before) ** (1 / GROWS)))
    return int(width)


def next_rungs(at: int, cells: int, workers: int, limits: tuple[int, int, int]) -> list[Rung]:
    """Return the next rungs; none where too little time is left, or all kinds have been as wide as memory allows.

    The limits are the width that memory allows, that which ends in time, and the least of one that takes all of it.
    """
    most, fit, least = limits
    rungs = [rung(at + k, cells) for k in range(workers)]
    kinds = len(KINDS_MIXED)
    is_last = at > kinds and rung(at - kinds, cells).width > most
    is_late = fit < min(most, rungs[-1].width) and fit < least
    return [] if is_last or is_late else rungs


def steady_rungs(at: int, cells: int, workers: int) -> list[Rung]:
    """Return the next rungs where there is no limit; none in the end."""
    return [rung(k, cells, STEADY[at]) for k in range(workers)] if at < len(STEADY) else []


def beams_of(rungs: list[Rung], size: tuple[int, int], layers: int, budget: Budget) -> list[PairBeam]:
    """Return a beam for each rung."""
    makers = {True: pairs.mixed_tables, False: pairs.tables}
    return [PairBeam(makers[step.is_mixed](*size, budget), step.width, layers) for step in rungs]


def race(
    board: State, rungs: list[Rung], beams: list[PairBeam], budget: Budget, part: Budget, *, is_first: bool
) -> Walk | None:
    """Return the shortest walk that the beams find, all at once, before `part` is over; the first end in any case."""
    together = budget.share()

    def search(k: int) -> Walk | None:
        """Return the walk of beam `k`; only the first one's nodes are reported."""
        own = together if k == 0 else together.share(through=lambda _: None)
        beam, width, view = beams[k], beams[k].tables.width, rungs[k].view
        until = part if part.is_limited and not is_first else None
        found = beam.search(boards.seen(board, width, view), beam.width, budget=own, until=until, ends=not is_first)
        return None if found is None else boards.back(found, board, width, view)

    if len(rungs) == 1:
        return search(0)
    with ThreadPoolExecutor(len(rungs)) as pool:
        searches = [pool.submit(search, k) for k in range(len(rungs))]
        try:
            wait(searches, return_when=FIRST_EXCEPTION)
            for ended in searches:
                if ended.done() and (error := ended.exception()) is not None:
                    raise error
        except BaseException:  # that of a beam, or an interrupt that comes while this thread waits
            together.cancel()
            raise
        walks = [walk for ended in searches if (walk := ended.result()) is not None]
    return min(walks, key=len, default=None)
