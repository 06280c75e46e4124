"""Short solutions of boards of any size, improving while time lasts, each with a proved lower bound.

Up to 100 cells a beam ranked by the learned pair model (`pairs`, `beam`) finds a solution at once, and wider beams
find shorter ones. Larger boards are solved from outside in by a rolling beam (`rolling`), from 40 × 40 on after long
sweeps (`sweep`), until an inner board remains for the pair model. Windows of the path are then searched for shorter
walks between their ends (`windows`). The bound is the best admissible one that costs no table.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from solvable.puzzle import Progress, Solution, State
from solvable.tiles.anytime import Attempt, Walk

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

SIDE, SAFE_SIDE = 8, 5  # of boards that the pair model solves, and solves without fail


def near(
    puzzle: SlidingTiles,
    state: State,
    *,
    seconds: float | None = 1.0,
    workers: int = 1,
    progress: Progress | None = None,
) -> Solution:
    """Return the shortest solution found within `seconds`, with a proved lower bound.

    The first answer comes even where the time is shorter. Without a limit a fixed amount of work is done, and the
    answer is the same on every machine. `progress` returning False raises BudgetExceededError with the best so far.
    """
    from solvable.tiles import construct, heuristics

    puzzle.require_solvable(state)
    deadline = None if seconds is None else monotonic() + seconds
    bound = heuristics.lower_bound(state, puzzle.goal, puzzle.width, puzzle.metric)
    if state == puzzle.goal:
        return Solution((), 0)
    if min(puzzle.width, puzzle.height) == 1:
        only = construct.solve(puzzle, state)
        return Solution(only.moves, len(only))
    attempt = Attempt(puzzle, state, bound, deadline, progress)
    if inner_size(puzzle.width, puzzle.height) == (puzzle.width, puzzle.height):
        small(attempt)
    if attempt.solution is None:
        large(attempt)
    if attempt.solution is None:
        return Solution(construct.solve(puzzle, state).moves, bound)
    return attempt.solution


def small(attempt: Attempt) -> None:
    """Improve a board that the pair model covers: beams of growing width."""
    from solvable.tiles import beam

    for walk in beam.widening(attempt.board, attempt.width, attempt.height, attempt):
        attempt.offer(walk)
        if attempt.is_over:
            return


def inner_size(width: int, height: int) -> tuple[int, int]:
    """Return the largest inner board that the pair model covers: up to SIDE rows and columns."""
    return min(width, SIDE), min(height, SIDE)


def large(attempt: Attempt) -> None:
    """Improve a board beyond the pair model: outer lines by rolling beams, the inner board by the model."""
    from solvable.tiles import rolling, sweep

    w, h = attempt.width, attempt.height
    before: Walk = []
    board = attempt.board
    if min(w, h) >= 40:
        before, board = sweep.sweep(board, w, h)
    inner = inner_size(w, h)
    if inner == (w, h):
        inner = (min(w, SAFE_SIDE), min(h, SAFE_SIDE))
    width = 10 if min(w, h) >= 40 else 30
    while True:
        begun = monotonic()
        deadline = None if attempt.solution is None else attempt.deadline
        attempt.tick()
        found = rolling.roll(board, w, h, inner, width, deadline=deadline)
        if found is not None:
            walk, outer = found
            core = finish(outer, w, h, inner)
            if core is not None:
                attempt.offer(before + walk + core)
        spent = monotonic() - begun
        if attempt.is_over or attempt.left < 3 * spent or width > 3000:
            return
        width = width * 3 if attempt.left < 10 * spent else width * min(10, int(attempt.left / spent / 2))


def finish(board: State, width: int, height: int, inner: tuple[int, int]) -> Walk | None:
    """Return the blank's walk that solves the inner board at the bottom right, all else being home."""
    from solvable.tiles import beam, rolling

    iw, ih = inner
    cells = [r * width + c for r in range(height - ih, height) for c in range(width - iw, width)]
    name = {cell + 1: place for place, cell in enumerate(cells[:-1], start=1)}
    small_board = tuple(name.get(board[cell], 0) for cell in cells)
    best: Walk | None = None
    for walk in beam.widening(small_board, iw, ih, None):
        if best is None or len(walk) < len(best):
            best = walk
    if best is None and max(inner) > SAFE_SIDE:
        safe = (min(iw, SAFE_SIDE), min(ih, SAFE_SIDE))
        found = rolling.roll(small_board, iw, ih, safe, 100)
        core = found and finish(found[1], iw, ih, safe)
        best = None if found is None or core is None else found[0] + core
    return None if best is None else [cells[c] for c in best]
