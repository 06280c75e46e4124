"""Fewest presses of any puzzle: two colours go to `weight`, more, where a press may be repeated, to `residues`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solvable.errors import BudgetExceededError
from solvable.lights.gf2 import pack, positions
from solvable.puzzle import Progress, Solution, State

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut
    from solvable.lights.coset import Fewest


def optimal(
    puzzle: "LightsOut",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Solution:
    """Return a solution of the fewest presses, proved; raise BudgetExceededError with the best at a limit.

    For two colours it is the lexicographically least, as press vectors cell by cell, 0 before 1.
    """
    if puzzle.nullity == 0:
        return puzzle.solve(state)
    if puzzle.k > 2:
        from solvable.lights import residues

        return residues.fewest(puzzle, state, seconds=seconds, progress=progress)
    found = fewest(puzzle, state, seconds=seconds, workers=workers, progress=progress)
    bound = found.lower_bound if found.is_optimal else max(found.lower_bound, puzzle.bound(state))
    solution = Solution(tuple(positions(found.presses)), bound)
    if not solution.is_optimal:
        raise BudgetExceededError("a limit was reached before the fewest presses were proved", bound, solution)
    return solution


def fewest(
    puzzle: "LightsOut",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> "Fewest":
    """Return the fewest presses of a two-colour puzzle, with their bound, how many solutions have them, the method."""
    from solvable.lights import weight

    return weight.fewest(
        puzzle.presses,
        pack(puzzle.vector(state)),
        [pack(pattern) for pattern in puzzle.quiet_patterns],
        width=puzzle.width if isinstance(puzzle.rule, str) else None,
        seconds=seconds,
        workers=workers,
        progress=progress,
    )


def optimal_solutions(puzzle: "LightsOut", state: State) -> Iterator[Solution]:
    """Yield every solution of the fewest presses."""
    if puzzle.k == 2:
        from solvable.lights import weight

        offset, basis = pack(puzzle.vector(state)), [pack(pattern) for pattern in puzzle.quiet_patterns]
        width = puzzle.width if isinstance(puzzle.rule, str) else None
        for mask in weight.all_fewest(puzzle.presses, offset, basis, width=width):
            yield Solution(tuple(positions(mask)), mask.bit_count())
        return
    best = len(optimal(puzzle, state))
    for solution in puzzle.solutions(state):
        if len(solution) == best:
            yield Solution(solution.moves, best)
