"""Short solutions of boards of any size, improving while time lasts, each with a proved lower bound.

On boards that the learned pair model covers, a beam ranked by it (`pairs`, `beam`) finds a solution at once, and wider
beams find shorter ones; `large` solves the others. The bound is the best admissible one that costs no table.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from solvable.clock import counted
from solvable.errors import BudgetExceededError
from solvable.memory import check_memory
from solvable.puzzle import Progress, Solution, State
from solvable.tiles.near.anytime import Attempt

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

log = logging.getLogger("solvable.tiles")
BYTES, LINES = 64, 8 / 3  # that a move of a solution takes; moves of the human method, times cells and longer side


def near(
    puzzle: SlidingTiles,
    state: State,
    *,
    seconds: float | None = 1.0,
    workers: int = 1,
    progress: Progress | None = None,
) -> Solution:
    """Return the shortest solution found within `seconds`, with a proved lower bound.

    A first answer, by the human method, is there at once. Compiling does not count (`clock`); tables that are filled
    the first time in a process may put the end off, until half of the seconds are left at most. Without a limit a
    fixed amount of work is done, and the answer is the same on every machine. On boards that the pair model covers,
    `workers` beams of different widths run at once and the shortest solution counts; others use one. Where `progress`
    returns False, also to an interrupt (KeyboardInterrupt) that comes while kernels are compiled, BudgetExceededError
    is raised with the best so far; also at once where the moves of the human method would not fit into memory
    (`stream` needs none of it).
    """
    from solvable import kernels
    from solvable.tiles import construct, heuristics
    from solvable.tiles.near import first_answer, large, pairs, plain

    puzzle.require_solvable(state)
    deadline = None if seconds is None else counted() + seconds
    bound = heuristics.lower_bound(state, puzzle.goal, puzzle.width, puzzle.metric)
    if state == puzzle.goal:
        return Solution((), 0)
    check_room(puzzle, bound)
    if min(puzzle.width, puzzle.height) == 1:
        only = construct.solve(puzzle, state)
        return Solution(only.moves, len(only))
    if not kernels.are_at_hand():
        return plain.near(puzzle, state, bound, seconds, progress)
    attempt = Attempt(puzzle, state, bound, deadline, progress)
    try:
        first_answer.first(attempt)
        if pairs.covers(puzzle.width, puzzle.height):
            small(attempt, max(1, workers))
        if attempt.best is None and not attempt.is_over:
            large.improve(attempt)
    except KeyboardInterrupt:
        attempt.tick()
        raise
    if attempt.solution is None:
        raise RuntimeError("the human method solves every board")
    return attempt.solution


def check_room(puzzle: SlidingTiles, bound: int) -> None:
    """Raise BudgetExceededError, and log why, where a solution of the human method may not fit into memory."""
    if min(puzzle.width, puzzle.height) == 1:
        return
    try:
        check_memory(BYTES * LINES * puzzle.cells * max(puzzle.width, puzzle.height), puzzle.cells, 1.5)
    except BudgetExceededError as error:
        log.warning(str(error))
        raise BudgetExceededError(str(error), bound) from None


def small(attempt: Attempt, workers: int) -> None:
    """Improve a board that the pair model covers: beams of growing width."""
    from solvable.tiles.near import beam, pairs

    size = attempt.width, attempt.height
    begun = counted()
    beam.load()
    pairs.tables(*size)
    attempt.grant(begun)
    for walk in beam.widening(attempt.board, *size, attempt.deadline, attempt.tick, workers):
        attempt.offer(walk)
        if attempt.is_over:
            return
