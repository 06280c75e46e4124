"""Fewest presses of any puzzle: which method, and what it returns.

A unique solution is the fewest. Two colours go to `weight`; more colours, where a press may be repeated, to `residues`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solvable.puzzle import Progress, Solution, State

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut


def optimal(
    puzzle: "LightsOut",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Solution:
    """Return a solution of the fewest presses, proved; raise BudgetExceededError with the best at a limit."""
    if puzzle.quiet.order == 1:
        return puzzle.solve(state)
    if puzzle.k == 2:
        from solvable.lights import gf2, weight

        if not hasattr(weight, "fewest"):
            basis = [gf2.pack(pattern) for pattern in puzzle.quiet_patterns]
            best = weight.lightest(gf2.pack(puzzle.vector(state)), basis)
            return Solution(tuple(gf2.positions(best)), best.bit_count())
        found: Solution = weight.fewest(puzzle, state, seconds=seconds, workers=workers, progress=progress)
        return found
    from solvable.lights import residues

    return residues.fewest(puzzle, state, seconds=seconds, progress=progress)


def optimal_solutions(puzzle: "LightsOut", state: State) -> Iterator[Solution]:
    """Yield every solution of the fewest presses."""
    best = len(optimal(puzzle, state))
    for solution in puzzle.solutions(state):
        if len(solution) == best:
            yield Solution(solution.moves, best)
