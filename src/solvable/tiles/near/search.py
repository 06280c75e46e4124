"""Short solutions of boards of any size, improving while time lasts, each with a proved lower bound.

A first answer is there at once; then beams of the learned pair model solve the whole board again and again, wider and
wider (`whole_board`), or where there is no time for that its inner board (`large_board`). The bound is the best
admissible one that costs no table.
"""

from __future__ import annotations

from functools import cache

from solvable import kernels
from solvable.budget import Budget
from solvable.clock import wall
from solvable.errors import BudgetExceededError
from solvable.solution import Solution, State
from solvable.tiles import compiling, construct, heuristics, parity
from solvable.tiles.near import beam, first_answer, large_board, whole_board
from solvable.tiles.near.anytime import Attempt
from solvable.tiles.sheet import Sheet

LOADING = 2.0  # seconds: kernels and tables are not worth loading for less
BYTES = 16  # that a move of the human method takes, with all that improves it


def near(puzzle: Sheet, state: State, budget: Budget) -> Solution:
    """Return the shortest solution found within the budget, with a proved lower bound.

    A first answer, by the human method, is there at once. Where kernels must be compiled first, the readable twin
    answers (`before_compiled`). Loading them does not count (`clock`); tables that are filled the first time in a
    process do, so where time is short they are filled as they are needed. Without a limit a
    fixed amount of work is done, and the answer is the same on every machine. To 10 × 10 as
    many beams as the budget has workers search views of the board at once and the shortest solution counts; others use
    one. Where the budget is cancelled, also by the answer to an interrupt (KeyboardInterrupt) that comes while
    kernels are compiled, BudgetExceededError is raised with the best so far; also at once where the moves of the human
    method would not fit into memory (`stream` needs none of it).
    """
    from solvable.tiles.near import plain

    if min(puzzle.width, puzzle.height) == 1:
        return construct.solve(puzzle, state, budget)
    with budget.extended(first_answer.GRACE), budget:
        parity.require(state, puzzle.goal, puzzle.width)
        bound = heuristics.lower_bound(state, puzzle.goal, puzzle.width, puzzle.metric)
    if state == puzzle.goal:
        return Solution((), 0)
    construct.check_room(puzzle, bound, BYTES if kernels.are_at_hand() else construct.PLAIN_MOVE)
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
    if len(best) > bound:  # the twin may have ended early, where what is left is too short for another of its beams
        coming.wait(prompt)
    if len(best) <= bound or prompt.is_over or not coming.are_here:
        return best
    attempt = Attempt(puzzle, state, bound, prompt)
    attempt.answer(best.moves)
    return compiled(attempt)


def compiled(attempt: Attempt) -> Solution:
    """Return the shortest solution that the kernels find within the budget; raise BudgetExceededError if cancelled."""
    bound, budget = attempt.bound, attempt.whole
    over: BudgetExceededError | None = None
    try:
        improve(attempt)
    except KeyboardInterrupt:
        attempt.budget.goes_on()
        if not attempt.budget.is_cancelled:
            raise
    except BudgetExceededError as error:
        if not attempt.budget.is_over:
            raise
        over = error
    best = attempt.solution
    if best is None and over is not None and not budget.is_cancelled:
        raise over
    if best is None or budget.is_cancelled:
        raise budget.exceeded(bound, best)
    return best


@cache
def load() -> None:
    """Load, or compile, all kernels, so that no time is lost to them later: each has something small to do."""
    first_answer.load()
    first_answer.load_sweeps()
    beam.load()
    beam.load_wide()
    large_board.load()


def improve(attempt: Attempt) -> None:
    """Find a first answer and better ones, while there is time."""
    if not first_answer.first(attempt):
        return
    if whole_board.is_affordable(attempt):
        whole_board.improve(attempt)
    else:
        large_board.improve(attempt)
