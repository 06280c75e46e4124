"""Boards beyond the pair model: outer lines by rolling beams, the inner board by the model, windows of the path.

A board is solved from outside in by a rolling beam (`rolling`), from 40 × 40 on after long sweeps (`sweep`), until an
inner board remains for the pair model. Windows of the path are then searched for shorter walks between their ends
(`windows`).
"""

from __future__ import annotations

from time import monotonic

from solvable.puzzle import State
from solvable.tiles import pairs
from solvable.tiles.anytime import Attempt, Walk

SWEEP_FROM = 40
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
    return [(inner, 0.55, 0.5)]


def outer_lines(
    attempt: Attempt, board: State, before: Walk, inner: tuple[int, int], until: float
) -> tuple[Walk, State] | None:
    """Return the best (walk, board with the outer lines home) that rolling beams find until then; offer solutions.

    Several weights are tried with beams of growing width; what counts is the walk and the model's value of the inner
    board together.
    """
    from solvable.tiles import rolling

    w, h = attempt.width, attempt.height
    best: tuple[float, Walk, State] | None = None
    width = 10 if min(w, h) >= SWEEP_FROM else 100 if max(w, h) < 15 else 30
    for trial in range(1000):
        attempt.tick()
        weights = rolling.weights_for(w, h)
        ahead = (24, 8) if width < 100 and max(w, h) > 14 else (40, 10)
        deadline = None if attempt.solution is None else until
        begun = monotonic()
        found = rolling.roll(
            board, w, h, inner, width, horizon=ahead[0], commit=ahead[1], weights=weights[trial % len(weights)],
            deadline=deadline,
        )  # fmt: skip
        if found is not None:
            score = len(found[0]) + guess(inner_board(found[1], w, h, inner)[0], inner)
            if best is None or score < best[0]:
                best = score, *found
            if attempt.solution is None:
                core = finish(found[1], w, h, inner, begun, attempt)
                if core is not None:
                    attempt.offer(before + found[0] + core)
        if attempt.solution is not None:
            spent = monotonic() - begun
            if attempt.deadline is None or monotonic() + spent > until:
                break
            if trial % len(weights) == 0 and monotonic() + 12 * spent < until:
                width = min(3000, 3 * width)
        elif trial >= len(weights):
            break
        else:
            width *= 3
    return None if best is None else (best[1], best[2])


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
    """Search windows of the path for shorter walks while time lasts; without a limit, the shortest windows once."""
    from solvable.tiles import windows

    if attempt.best is None:
        return
    spans = windows.SPANS[:1] if attempt.deadline is None else windows.SPANS
    for walk in windows.polished(attempt.board, attempt.width, attempt.height, attempt.best, spans):
        attempt.tick()
        if len(walk) < len(attempt.best):
            attempt.offer(walk)
        if attempt.is_over:
            return
