"""Boards beyond the pair model: outer lines by rolling beams, the inner board by the model, windows of the path.

A board is solved from outside in by a rolling beam (`rolling`), where there is no time for a wide one after long sweeps
(`sweeps`), until an inner board remains for the pair model. Stretches of the path that stay in a box (`boxes`) and
windows of it (`windows`) are then searched for shorter walks between their ends. Where the time is up before the outer
lines are home, the human method ends what the beam began (`first_answer`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from solvable.clock import counted
from solvable.puzzle import State
from solvable.tiles.near import first_answer, pairs
from solvable.tiles.near.anytime import Attempt, Path, Walk

if TYPE_CHECKING:
    from solvable.tiles.near.boxes import Box
    from solvable.tiles.near.rolling import Rolling, Weights

SWEEP_FROM = 14
SWEPT = 1 << 17  # moves of sweeps between two looks at the clock
SWEEPING = 0.6  # of the time, after which no further sweeps are made
TRYING = 0.15  # of the time, after which no other sweeps are tried
TRIALS, TRIED = 60, 60_000  # of them, and cells that these may have together
FEW = 2500  # cells of boards that get local terms, if there is no limit of time
STARTS, FALLS = (0.8, 2.5), (0.8, 0.97)  # prices of sweeps that are tried
CLOSE = 5.0  # the last price before a beam with local terms
REST = 3.4  # moves that a unit of the distance left takes
UNSWEPT = 1.5  # nodes a cell with which beams with local terms gain by seeing the whole board
LESS = 3.0  # times less distance after sweeps
WIDE_FROM = 11  # side of boards that take one wide beam
WIDEST, WIDEST_LOCAL = 300, 5000  # beams; without local terms width soon gains nothing
LOCAL = 0.6  # as many nodes take the same time with local terms
LEAST_LOCAL, LEAST_SWEPT = 60, 20  # nodes with which they gain, and after sweeps
SHORT_SIDE, SLIM = 25, 4  # on boards both longer and slimmer local terms do not gain
PROBE = 30, 200  # the beam that tells the speed, and its moves
ROOM = 1.5  # width that a beam may reach, for one that its first moves allow
SHORT = 1.0  # seconds of which the outer lines take more
CORE = 0.03  # seconds that the inner board takes by the narrowest beam, if it is 9 × 9
TELL = 2.0e-7  # seconds a move that putting an answer together takes
LOOKS = 0.015  # seconds between two looks at the clock
BOX = 2.4e-8  # seconds that the tables of boxes take, times the fourth power of their cells
LOOK = 1e-5  # seconds a move of the path that listing its boxes takes
DEEP_SIDE, DEEP_SECONDS = 12, 4.0  # of boards whose inner board may be larger, if there is time


def improve(attempt: Attempt) -> None:
    """Improve a board beyond the pair model: outer lines by rolling beams, the inner board by the model, windows."""
    import numpy as np

    w, h = attempt.width, attempt.height
    begun = counted()
    load()
    for inner, _, _ in plans(attempt):
        pairs.tables(*inner)
    attempt.grant(begun)
    attempt.keep(LOOKS + TELL * w * h * max(w, h))
    end = last_price(attempt)
    before, board = (np.empty(0, np.int32), attempt.board) if end is None else swept(attempt, end)
    for inner, share, part in plans(attempt):
        if attempt.is_over:
            break
        outer = outer_lines(attempt, board, before, inner, counted() + share * attempt.left)
        if outer is None:
            continue
        walk, rest = outer
        limit = None if attempt.deadline is None else counted() + part * attempt.left
        core = finish(rest, w, h, inner, limit, attempt)
        if core is not None:
            attempt.offer(np.concatenate([before, walk, np.array(core, np.int32)]))
    polish(attempt)


@cache
def load() -> None:
    """Load, or compile, all kernels, so that no time is lost to them later: each has something small to do."""
    import numpy as np

    from solvable.tiles.near import beam, boxes, rolling, rolling_local, sweeps, windows

    board = (1, 2, 3, 4, 0, 5)
    rolling.roll(board, 3, 2, (2, 2), 1, limit=1)
    rolling_local.roll(board, 3, 2, (2, 2), 1, limit=1)
    beam.load()
    path = np.array([4, 5, 2, 1] * 7)  # round and round: twelve steps change nothing
    list(boxes.shortened(path, 3, 2, lambda: 1.0, ((2, 2),)))
    list(windows.polished(board, 3, 2, path[1:], ((20, 5, 10),)))
    list(sweeps.walks(sweeps.homes_of(board, 3), 3, 2, 4, start=1.0, end=0.5, part=1))


def last_price(attempt: Attempt) -> float | None:
    """Return the price down to which sweeps pay in the time there is; None where a wide beam had better see it all."""
    from solvable.tiles.near import rolling, sweeps

    w, h = attempt.width, attempt.height
    if min(w, h) < SWEEP_FROM:
        return None
    if attempt.deadline is None:
        return CLOSE if w * h <= FEW else sweeps.END
    inner, share, _ = plans(attempt)[0]
    until = counted() + share * attempt.left
    room = LOCAL * ROOM * affordable(Outer(attempt, attempt.board, (), inner), rolling.weights_for(w, h)[0], until)
    if not is_seen(w, h) or room * LESS < LEAST_SWEPT:
        return sweeps.END
    return CLOSE if room < UNSWEPT * w * h else None


def swept(attempt: Attempt, end: float) -> tuple[Path, State]:
    """Return (the blank's cells, the board) after the best of some sweeps; answer by them and by lines."""
    from solvable.tiles.near import sweeps

    rng, begun, left = Random(attempt.puzzle.cells), counted(), attempt.left
    found, least = [], float("inf")
    for trial in range(max(1, min(TRIALS, TRIED // attempt.puzzle.cells))):
        last = counted()
        start, fall = (rng.uniform(*STARTS), rng.uniform(*FALLS)) if trial else (1.0, sweeps.FALL)
        walk, board, far = one_sweep(attempt, start, end, fall, begun + SWEEPING * left)
        if len(walk) + REST * far < least:
            least, found = len(walk) + REST * far, [(walk, board)]
        if 2 * counted() - last > begun + TRYING * left:
            break
    first_answer.complete(attempt, *found[0])
    return found[0]


def one_sweep(attempt: Attempt, start: float, end: float, fall: float, until: float) -> tuple[Path, State, int]:
    """Return (the blank's cells, the board, its Manhattan distance) after sweeps, as many as there is time for."""
    from solvable.tiles.near import beam, sweeps

    w, h = attempt.width, attempt.height

    def is_late() -> bool:
        attempt.tick()
        return counted() > until

    walk, board = sweeps.sweep(attempt.board, w, h, start=start, end=end, fall=fall, part=SWEPT, halt=is_late)
    return walk, board, beam.far(board, w)


def is_seen(w: int, h: int) -> bool:
    """Return whether local terms gain on a board of these sides."""
    return max(w, h) <= SHORT_SIDE or max(w, h) <= SLIM * min(w, h)


def plans(attempt: Attempt) -> list[tuple[tuple[int, int], float, float]]:
    """Return the inner boards to leave to the model, each with its shares of the time left: outer lines, then model.

    The model's walks are shorter than those of outer lines, but on ten columns it needs a wide beam, thus time.
    """
    w, h = attempt.width, attempt.height
    inner = pairs.inner_size(w, h)
    if inner == (w, h):
        inner = (min(w, pairs.SAFE_SIDE), min(h, pairs.SAFE_SIDE))
    if inner == (pairs.SIDE, pairs.SIDE) and max(w, h) <= DEEP_SIDE and DEEP_SECONDS <= attempt.left < float("inf"):
        larger = (pairs.SIDE + 1, pairs.SIDE) if w > pairs.SIDE else (pairs.SIDE, pairs.SIDE + 1)
        return [(inner, 0.1, 0.1), (larger, 0.3, 0.9)]
    share = 0.55 if max(w, h) < WIDE_FROM else 0.75 if attempt.left < SHORT else 0.6
    return [(inner, share, 0.5 if max(w, h) < WIDE_FROM else 0.25)]


@dataclass(slots=True)
class Outer:
    """The best (walk, board with the outer lines home) so far, by the walk and the model's value of the rest."""

    attempt: Attempt
    board: State
    before: Path
    inner: tuple[int, int]
    best: tuple[Walk, State] | None = None
    score: float = float("inf")

    def rolling(self, width: int, weights: Weights | None, horizon: int, commit: int) -> Rolling:
        """Return a rolling beam, with the local terms where no weights are given."""
        from solvable.tiles.near import rolling, rolling_local

        kind = rolling_local.Local if weights is None else rolling.Rolling
        return kind(self.board, self.attempt.width, self.attempt.height, self.inner, width, horizon, commit, weights)

    def roll(self, beam: Rolling, until: float | None) -> None:
        """Drive a rolling beam; where the time is up before it is done, answer by what it has made."""
        import numpy as np

        from solvable.tiles.near import rolling

        attempt = self.attempt
        keep = CORE * (self.inner[0] * self.inner[1] / pairs.SIDE**2) ** 2.5 + TELL * len(self.before)

        def is_late() -> bool:
            attempt.tick()
            return bool(attempt.left < keep)

        found = rolling.drive(beam, deadline=until, halt=is_late)
        if found is None:
            first_answer.complete(attempt, np.concatenate([self.before, np.array(beam.walk, np.int32)]), beam.board)
            return
        score = len(found[0]) + guess(inner_board(found[1], beam.w, beam.h, self.inner)[0], self.inner)
        if score < self.score:
            self.score, self.best = score, found


def outer_lines(
    attempt: Attempt, board: State, before: Path, inner: tuple[int, int], until: float
) -> tuple[Walk, State] | None:
    """Return the best (walk, board with the outer lines home) that rolling beams find until then; None if they fail."""
    outer = Outer(attempt, board, before, inner)
    (one_wide if max(attempt.width, attempt.height) >= WIDE_FROM else growing)(outer, until)
    return outer.best


def one_wide(outer: Outer, until: float) -> None:
    """Roll a beam as wide as the time allows, with the local terms where that is wide enough; others if it fails."""
    from solvable.tiles.near import rolling

    attempt = outer.attempt
    weights = rolling.weights_for(attempt.width, attempt.height)
    is_near = is_seen(attempt.width, attempt.height)
    if attempt.deadline is None:
        if is_near and attempt.puzzle.cells <= FEW:
            outer.roll(outer.rolling(LEAST_LOCAL, None, 40, 10), None)
        for trial, terms in enumerate(weights):
            if outer.best is None:
                outer.roll(outer.rolling(rolling.NARROW * 3**trial, terms, 24, 8), None)
        return
    room = ROOM * affordable(outer, weights[0], until)
    if is_near and LOCAL * room >= (LEAST_SWEPT if len(outer.before) else LEAST_LOCAL):
        outer.roll(outer.rolling(min(WIDEST_LOCAL, int(LOCAL * room)), None, 40, 10), until)
        if outer.best is not None:
            return
    for terms in weights:
        begun = counted()
        outer.roll(outer.rolling(max(rolling.NARROW, min(WIDEST, int(room))), terms, 24, 8), until)
        if attempt.is_over or (outer.best is not None and 2 * counted() - begun > until):
            return


def affordable(outer: Outer, weights: Weights, until: float) -> float:
    """Return the width of a rolling beam that the time allows, told by its first moves."""
    from solvable.tiles.near import rolling

    width, moves = PROBE
    beam = outer.rolling(width, weights, 24, 8)
    left, begun = until - counted(), monotonic()
    made = len(beam.advance(moves))
    return left * made * width / ((monotonic() - begun) * rolling.USUAL * max(1, beam.far))


def growing(outer: Outer, until: float) -> None:
    """Roll beams of several weights and growing width."""
    from solvable.tiles.near import rolling

    attempt = outer.attempt
    weights = rolling.weights_for(attempt.width, attempt.height)
    width = 100
    for trial in range(1000):
        begun = counted()
        deadline = None if outer.best is None else until
        outer.roll(outer.rolling(width, weights[trial % len(weights)], 40, 10), deadline)
        if attempt.is_over:
            return
        if outer.best is None:
            if trial >= len(weights):
                return
            width *= 3
            continue
        spent = counted() - begun
        if attempt.deadline is None or counted() + spent > until:
            return
        if trial % len(weights) == 0 and counted() + 12 * spent < until:
            width = min(3000, 3 * width)


def guess(board: State, inner: tuple[int, int]) -> float:
    """Return the pair model's value of a board, in moves."""
    import numpy as np

    from solvable.kernels.tiles import beam as kernel
    from solvable.tiles.near import beam

    model = pairs.tables(*inner)
    return kernel.evaluate(np.array(beam.positions(board)), model.pair, model.single) / 1000


def inner_board(board: State, width: int, height: int, inner: tuple[int, int]) -> tuple[State, list[int]]:
    """Return the inner board at the bottom right, its tiles renamed, and its cells."""
    iw, ih = inner
    cells = [r * width + c for r in range(height - ih, height) for c in range(width - iw, width)]
    name = {cell + 1: place for place, cell in enumerate(cells[:-1], start=1)}
    return tuple(name.get(board[cell], 0) for cell in cells), cells


def finish(
    board: State, width: int, height: int, inner: tuple[int, int], deadline: float | None, attempt: Attempt
) -> Walk | None:
    """Return the blank's walk that solves the inner board, all else being home."""
    from solvable.tiles.near import beam, rolling

    iw, ih = inner
    core_board, cells = inner_board(board, width, height, inner)
    best: Walk | None = None
    for walk in beam.widening(core_board, iw, ih, deadline, attempt.tick):
        if best is None or len(walk) < len(best):
            best = walk
    if best is None and max(inner) > pairs.SAFE_SIDE:
        safe = (min(iw, pairs.SAFE_SIDE), min(ih, pairs.SAFE_SIDE))
        found = rolling.roll(core_board, iw, ih, safe, 100)
        core = found and finish(found[1], iw, ih, safe, deadline, attempt)
        best = None if found is None or core is None else found[0] + core
    return None if best is None else [cells[c] for c in best]


def polish(attempt: Attempt) -> None:
    """Search boxes and windows of the path for shorter walks while time lasts; without a limit, the cheapest once."""
    from solvable.tiles.near import boxes, windows

    if attempt.best is None:
        return
    unlimited = attempt.deadline is None
    for rounds, spans in ((boxes.ROUNDS[:3], windows.SPANS[:3]), (boxes.ROUNDS, windows.SPANS)):
        shorten(attempt, rounds[:2] if unlimited else rounds)
        slide(attempt, spans[:1] if unlimited else spans)
        if unlimited or attempt.is_over:
            return


def slide(attempt: Attempt, spans: tuple[tuple[int, int, int], ...]) -> None:
    """Improve the best walk by windows."""
    import numpy as np

    from solvable.tiles.near import windows

    if attempt.best is None:
        return
    path = shorter = np.array(attempt.best, np.int64)
    offered = 0
    for shorter, place in windows.polished(attempt.board, attempt.width, attempt.height, path, spans):
        attempt.tick()
        if attempt.is_over:
            break
        if abs(place - offered) * 16 > shorter.size > 0:  # to offer a path costs its length
            attempt.offer(shorter)
            offered = place
    attempt.offer(shorter)


MADE: WeakValueDictionary[tuple[int, int], Box] = WeakValueDictionary()  # boxes whose tables are there


def shorten(attempt: Attempt, rounds: tuple[tuple[int, int], ...]) -> None:
    """Improve the best walk by boxes, where there is time to make their tables and to look at all of it."""
    import numpy as np

    from solvable.tiles.near import boxes

    if attempt.best is None:
        return

    def left() -> float:
        attempt.tick()
        return attempt.left

    start = attempt.board.index(0)
    for side, beam in rounds:
        size = min(side, attempt.width), min(side, attempt.height)
        cells = size[0] * size[1]
        if len(attempt.best) * LOOK + (0 if size in MADE else BOX * cells**4) > attempt.left:
            continue
        MADE[size] = boxes.box(*size)
        path = np.append(start, np.asarray(attempt.best, np.int64))
        for shorter in boxes.shortened(path, attempt.width, attempt.height, left, ((side, beam),)):
            if shorter.size - 1 < len(attempt.best):
                attempt.offer(shorter[1:])
