"""Short solutions of boards of any size, improving while time lasts, each with a proved lower bound.

On boards that the learned pair model covers, a beam ranked by it (`pairs`, `beam`) finds a solution at once, and wider
beams find shorter ones; `large` solves the others. The bound is the best admissible one that costs no table.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from solvable.puzzle import Progress, Solution, State
from solvable.tiles.anytime import Attempt

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles


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
    answer is the same on every machine. On boards that the pair model covers, `workers` beams of different widths run
    at once and the shortest solution counts; others use one. `progress` returning False raises BudgetExceededError
    with the best so far.
    """
    from solvable.tiles import construct, heuristics, large, pairs

    puzzle.require_solvable(state)
    deadline = None if seconds is None else monotonic() + seconds
    bound = heuristics.lower_bound(state, puzzle.goal, puzzle.width, puzzle.metric)
    if state == puzzle.goal:
        return Solution((), 0)
    if min(puzzle.width, puzzle.height) == 1:
        only = construct.solve(puzzle, state)
        return Solution(only.moves, len(only))
    attempt = Attempt(puzzle, state, bound, deadline, progress)
    if pairs.covers(puzzle.width, puzzle.height):
        small(attempt, max(1, workers))
    if attempt.solution is None:
        large.improve(attempt)
    if attempt.solution is None:
        return Solution(construct.solve(puzzle, state).moves, bound)
    return attempt.solution


def small(attempt: Attempt, workers: int) -> None:
    """Improve a board that the pair model covers: beams of growing width."""
    from solvable.tiles import beam

    size = attempt.width, attempt.height
    for walk in beam.widening(attempt.board, *size, attempt.deadline, attempt.tick, workers):
        attempt.offer(walk)
        if attempt.is_over:
            return
