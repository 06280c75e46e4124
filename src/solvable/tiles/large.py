"""Boards beyond the pair model: outer lines by rolling beams, the inner board by the model, windows of the path.

A board is solved from outside in by a rolling beam (`rolling`), from 40 × 40 on after long sweeps (`sweep`), until an
inner board remains for the pair model. Stretches of the path that stay in a box (`boxes`) and windows of it
(`windows`) are then searched for shorter walks between their ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from solvable.puzzle import State
from solvable.tiles import pairs
from solvable.tiles.anytime import Attempt, Walk

if TYPE_CHECKING:
    from solvable.tiles.rolling import Weights

SWEEP_FROM = 40
WIDE_FROM, WIDEST = 11, 5000  # side of boards that take one wide beam; its width at most
LOCAL, LEAST_LOCAL = 0.6, 60  # as many nodes take the same time with local terms; fewer do not gain by them
SHORT = 1.0  # seconds of which the outer lines take more
LOOK = 1e-5  # seconds a move of the path that listing its boxes takes
DEEP_SIDE, DEEP_SECONDS = 12, 4.0  # of boards whose inner board may be larger, if there is time


def improve(attempt: Attempt) -> None:
    """Improve a board beyond the pair model: outer lines by rolling beams, the inner board by the model, windows."""
    w, h = attempt.width, attempt.height
    before: Walk = []
    board = attempt.board
    if min(w, h) >= SWEEP_FROM:
        from solvable.tiles import sweep

        before, board = sweep.sweep(board, w, h)
    for inner, share, part in plans(attempt):
        outer = outer_lines(attempt, board, before, inner, monotonic() + share * attempt.left)
        if attempt.is_over:
            return
        if outer is None:
            continue
        walk, rest = outer
        limit = None if attempt.deadline is None else monotonic() + part * attempt.left
        core = finish(rest, w, h, inner, limit, attempt)
        if core is not None:
            attempt.offer(before + walk + core)
    polish(attempt)


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
    before: Walk
    inner: tuple[int, int]
    best: tuple[Walk, State] | None = None
    score: float = float("inf")

    def roll(self, width: int, weights: Weights | None, horizon: int, commit: int, deadline: float | None) -> None:
        """Try a rolling beam, with the local terms where no weights are given; offer what the first one leads to."""
        from solvable.tiles import local, rolling

        attempt, begun = self.attempt, monotonic()
        w, h = attempt.width, attempt.height
        attempt.tick()
        kind = local.Local if weights is None else rolling.Rolling
        found = rolling.drive(kind(self.board, w, h, self.inner, width, horizon, commit, weights), deadline=deadline)
        if found is None:
            return
        score = len(found[0]) + guess(inner_board(found[1], w, h, self.inner)[0], self.inner)
        if score < self.score:
            self.score, self.best = score, found
        if attempt.solution is None:
            core = finish(found[1], w, h, self.inner, begun, attempt)
            if core is not None:
                attempt.offer(self.before + found[0] + core)


def outer_lines(
    attempt: Attempt, board: State, before: Walk, inner: tuple[int, int], until: float
) -> tuple[Walk, State] | None:
    """Return the best (walk, board with the outer lines home) that rolling beams find until then; offer solutions."""
    outer = Outer(attempt, board, before, inner)
    (narrow_and_wide if max(attempt.width, attempt.height) >= WIDE_FROM else growing)(outer, until)
    return outer.best


def narrow_and_wide(outer: Outer, until: float) -> None:
    """Roll a narrow beam, then one with the local terms, as wide as the time allows, or other narrow ones."""
    from solvable.tiles import rolling

    attempt = outer.attempt
    weights = rolling.weights_for(attempt.width, attempt.height)
    width = 10 if min(attempt.width, attempt.height) >= SWEEP_FROM else 30
    for trial in range(len(weights)):
        begun = monotonic()
        outer.roll(width * 3**trial, weights[trial], 24, 8, None)
        if attempt.solution is not None:
            break
    spent = monotonic() - begun
    while attempt.deadline is not None and attempt.solution is not None:
        left = until - monotonic()
        wide = min(WIDEST, int(LOCAL * width * left / spent))
        if wide >= LEAST_LOCAL:
            outer.roll(wide, None, 40, 10, until)
            return
        trial += 1
        if left < spent or trial >= len(weights):
            return
        outer.roll(width, weights[trial], 24, 8, until)


def growing(outer: Outer, until: float) -> None:
    """Roll beams of several weights and growing width."""
    from solvable.tiles import rolling

    attempt = outer.attempt
    weights = rolling.weights_for(attempt.width, attempt.height)
    width = 100
    for trial in range(1000):
        begun = monotonic()
        deadline = None if attempt.solution is None else until
        outer.roll(width, weights[trial % len(weights)], 40, 10, deadline)
        if attempt.solution is None:
            if trial >= len(weights):
                return
            width *= 3
            continue
        spent = monotonic() - begun
        if attempt.deadline is None or monotonic() + spent > until:
            return
        if trial % len(weights) == 0 and monotonic() + 12 * spent < until:
            width = min(3000, 3 * width)


def guess(board: State, inner: tuple[int, int]) -> float:
    """Return the pair model's value of a board, in moves."""
    import numpy as np

    from solvable.kernels import beam as kernel
    from solvable.tiles import beam

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
    from solvable.tiles import beam, rolling

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
    from solvable.tiles import boxes, windows

    if attempt.best is None:
        return
    unlimited = attempt.deadline is None
    for rounds, spans in ((boxes.ROUNDS[:3], windows.SPANS[:3]), (boxes.ROUNDS, windows.SPANS)):
        shorten(attempt, rounds[:2] if unlimited else rounds)
        for walk in windows.polished(
            attempt.board, attempt.width, attempt.height, attempt.best, spans[:1] if unlimited else spans
        ):
            attempt.tick()
            if len(walk) < len(attempt.best):
                attempt.offer(walk)
            if attempt.is_over:
                return
        if unlimited:
            return


def shorten(attempt: Attempt, rounds: tuple[tuple[int, int], ...]) -> None:
    """Improve the best walk by boxes, where there is time to look at all of it."""
    import numpy as np

    from solvable.tiles import boxes

    if attempt.best is None or len(attempt.best) * LOOK > attempt.left:
        return
    start = attempt.board.index(0)
    path = np.array([start, *attempt.best])
    for shorter in boxes.shortened(path, attempt.width, attempt.height, lambda: attempt.left, rounds):
        attempt.tick()
        if shorter.size - 1 < len(attempt.best):
            attempt.offer(shorter[1:].tolist())
