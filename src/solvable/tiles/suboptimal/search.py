"""Short solutions of boards of any size, improving while time lasts, each with a proved lower bound.

A first answer is there at once; then beams of the learned pair model solve the whole board again and again, wider and
wider (`whole_board`), or if there is no time for that the board that outer lines leave (`outer_lines`). The bound is
the best admissible one that costs no table.
"""

from __future__ import annotations

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.solution import Solution, State
from solvable.tiles import construct, heuristics, parity
from solvable.tiles.interface import Grid
from solvable.tiles.suboptimal import anytime, outer_lines, plain, whole_board
from solvable.tiles.suboptimal.anytime import Incumbent

BYTES_PER_MOVE = 16  # that a move of the human method takes, with all that improves it


def near(puzzle: Grid, state: State, budget: Budget) -> Solution:
    """Return the shortest solution found within the budget, with a proved lower bound.

    A first answer, by the human method, is there at once. Tables are filled when a process first needs them; if time
    is short for that, what they hold is summed as it is needed. Without a limit a fixed amount of work is done, and the
    answer is the same on every machine. If the budget is cancelled, also by the answer to an interrupt
    (KeyboardInterrupt), BudgetExceededError is raised with the best so far; at once if the moves of the human method
    would not fit into memory (`stream` needs none of it).
    """
    if min(puzzle.width, puzzle.height) == 1:
        return construct.solve(puzzle, state, budget)
    with budget.extended(anytime.FIRST_ANSWER_OVERRUN_S), budget:
        parity.require(state, puzzle.goal, puzzle.width)
        bound = heuristics.lower_bound(state, puzzle.goal, puzzle.width, puzzle.metric)
    if state == puzzle.goal:
        return Solution((), 0)
    construct.check_room(puzzle, bound, BYTES_PER_MOVE if kernels.has_library() else construct.PLAIN_MOVE)
    if kernels.has_library():
        return improved(Incumbent(puzzle, state, bound, budget))
    return plain.near(puzzle, state, bound, budget)


def improved(attempt: Incumbent) -> Solution:
    """Return the shortest solution that the kernels find within the budget; raise BudgetExceededError if cancelled."""
    bound, budget = attempt.bound, attempt.whole
    try:
        if anytime.first(attempt):
            (whole_board if whole_board.is_affordable(attempt) else outer_lines).improve(attempt)
    except KeyboardInterrupt:
        attempt.budget.goes_on()
        if not attempt.budget.is_cancelled:
            raise
    except BudgetExceededError:
        if not attempt.budget.is_over or (attempt.solution is None and not budget.is_cancelled):
            raise
    best = attempt.solution
    if best is None or budget.is_cancelled:
        raise budget.exceeded(bound, best)
    return best
