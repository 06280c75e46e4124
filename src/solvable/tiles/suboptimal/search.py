"""Short solutions of boards of any size, improving while time lasts, each with a proved lower bound.

A first answer is there at once; then beams of the learned pair model solve the whole board again and again, wider and
wider (`whole_board`), or where there is no time for that its inner board (`search`). The bound is the best
admissible one that costs no table.
"""

from __future__ import annotations

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.solution import Solution, State
from solvable.tiles import construct, heuristics, parity
from solvable.tiles.interface import Grid
from solvable.tiles.suboptimal import initial, whole_board
from solvable.tiles.suboptimal.anytime import Incumbent
from solvable.tiles.suboptimal.large_board import search

BYTES_PER_MOVE = 16  # that a move of the human method takes, with all that improves it


def near(puzzle: Grid, state: State, budget: Budget) -> Solution:
    """Return the shortest solution found within the budget, with a proved lower bound.

    A first answer, by the human method, is there at once. Tables are filled when a process first needs them; if time
    is short for that, what they hold is summed as it is needed. Without a limit a fixed amount of work is done, and the
    answer is the same on every machine. If the budget is cancelled, also by the answer to an interrupt
    (KeyboardInterrupt), BudgetExceededError is raised with the best so far; at once if the moves of the human method
    would not fit into memory (`stream` needs none of it).
    """
    from solvable.tiles.suboptimal import plain

    if min(puzzle.width, puzzle.height) == 1:
        return construct.solve(puzzle, state, budget)
    with budget.extended(initial.FIRST_ANSWER_OVERRUN_S), budget:
        parity.require(state, puzzle.goal, puzzle.width)
        bound = heuristics.lower_bound(state, puzzle.goal, puzzle.width, puzzle.metric)
    if state == puzzle.goal:
        return Solution((), 0)
    construct.check_room(puzzle, bound, BYTES_PER_MOVE if kernels.has_library() else construct.PLAIN_MOVE)
    if kernels.has_library():
        return anytime(Incumbent(puzzle, state, bound, budget))
    return plain.near(puzzle, state, bound, budget)


def anytime(attempt: Incumbent) -> Solution:
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


def improve(attempt: Incumbent) -> None:
    """Find a first answer and better ones, while there is time."""
    if not initial.first(attempt):
        return
    if whole_board.is_affordable(attempt):
        whole_board.improve(attempt)
    else:
        search.improve(attempt)
