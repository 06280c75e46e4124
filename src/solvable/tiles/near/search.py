"""Short solutions of boards of any size, improving while time lasts, each with a proved lower bound.

On boards that the learned pair model covers, a beam ranked by it (`pairs`, `beam`) finds a solution at once, and wider
beams find shorter ones; `large` solves the others. The bound is the best admissible one that costs no table.
"""

from __future__ import annotations

import logging

from solvable import kernels
from solvable.budget import Budget
from solvable.clock import wall
from solvable.errors import BudgetExceededError
from solvable.memory import check_memory
from solvable.solution import Solution, State
from solvable.tiles import compiling, construct, heuristics
from solvable.tiles.near import beam, first_answer, large, pairs
from solvable.tiles.near.anytime import Attempt
from solvable.tiles.near.widening import widening
from solvable.tiles.sheet import Sheet

log = logging.getLogger("solvable.tiles")
LOADING = 2.0  # seconds: kernels and tables are not worth loading for less
BYTES, LINES = 64, 8 / 3  # that a move of a solution takes; moves of the human method, times cells and longer side


def near(puzzle: Sheet, state: State, budget: Budget) -> Solution:
    """Return the shortest solution found within the budget, with a proved lower bound.

    A first answer, by the human method, is there at once. Where kernels must be compiled first, the readable twin
    answers (`before_compiled`). Loading them does not count (`clock`); tables that are filled
    the first time in a process may put the end off, until half of the seconds are left at most. Without a limit a
    fixed amount of work is done, and the answer is the same on every machine. On boards that the pair model covers,
    as many beams of different widths as the budget has workers run at once and the shortest solution counts; others
    use one. Where the budget is cancelled, also by the answer to an interrupt (KeyboardInterrupt) that comes while
    kernels are compiled, BudgetExceededError is raised with the best so far; also at once where the moves of the human
    method would not fit into memory (`stream` needs none of it).
    """
    from solvable.tiles.near import plain

    puzzle.require_solvable(state)
    bound = heuristics.lower_bound(state, puzzle.goal, puzzle.width, puzzle.metric)
    if state == puzzle.goal:
        return Solution((), 0)
    check_room(puzzle, bound)
    if min(puzzle.width, puzzle.height) == 1:
        only = construct.solve(puzzle, state)
        return Solution(only.moves, len(only))
    if not kernels.are_at_hand():
        return plain.near(puzzle, state, bound, budget)
    if compiling.are_ready(compiling.NEAR):
        return compiled(Attempt(puzzle, state, bound, budget))
    return before_compiled(puzzle, state, bound, budget)


def before_compiled(puzzle: Sheet, state: State, bound: int, budget: Budget) -> Solution:
    """Return what the readable twin finds while the kernels are compiled behind, and then they, where time is left.

    Nothing is compiled here, so all time counts. Without a limit the kernels are waited for, and all is done by them.
    """
    from solvable.tiles.near import plain

    coming = compiling.Coming(compiling.NEAR)
    if not budget.is_limited:
        budget.better(construct.solve(puzzle, state))
        coming.wait(budget)
        return compiled(Attempt(puzzle, state, bound, budget))
    prompt = budget.share(clock=wall)
    coming.begin()
    best = plain.near(puzzle, state, bound, prompt, lambda: coming.are_here and prompt.left > LOADING)
    if len(best) <= bound or prompt.is_over:
        return best
    attempt = Attempt(puzzle, state, bound, prompt, is_prompt=True)
    attempt.answer(best.moves)
    return compiled(attempt)


def compiled(attempt: Attempt) -> Solution:
    """Return the shortest solution that the kernels find within the budget; raise BudgetExceededError if cancelled."""
    bound, budget = attempt.bound, attempt.whole
    try:
        improve(attempt)
    except KeyboardInterrupt:
        attempt.budget.goes_on()
        if not attempt.budget.is_cancelled:
            raise
    except BudgetExceededError:
        if not attempt.budget.is_cancelled:
            raise
    best = attempt.solution
    if budget.is_cancelled:
        raise budget.exceeded(bound, best)
    if best is None:
        raise RuntimeError("the human method solves every board")
    return best


def improve(attempt: Attempt) -> None:
    """Find a first answer and better ones, while there is time."""
    first_answer.first(attempt)
    if pairs.covers(attempt.width, attempt.height):
        small(attempt)
    if attempt.best is None and not attempt.is_over:
        large.improve(attempt)


def check_room(puzzle: Sheet, bound: int) -> None:
    """Raise BudgetExceededError, and log why, where a solution of the human method may not fit into memory."""
    if min(puzzle.width, puzzle.height) == 1:
        return
    try:
        check_memory(BYTES * LINES * puzzle.cells * max(puzzle.width, puzzle.height), puzzle.cells, 1.5)
    except BudgetExceededError as error:
        log.warning(str(error))
        raise BudgetExceededError(str(error), bound) from None


def small(attempt: Attempt) -> None:
    """Improve a board that the pair model covers: beams of growing width."""
    size, budget = (attempt.width, attempt.height), attempt.budget
    with attempt.loading():
        beam.load()
        pairs.tables(*size, budget)
    for walk in widening(attempt.board, *size, budget, budget, budget.workers):
        attempt.offer(walk)
        if attempt.is_over:
            return
