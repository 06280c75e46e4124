"""Fewest presses of any puzzle: two colours go to `two_states`, more to `many_states`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvable.errors import BudgetExceededError
from solvable.lights.algebra.gf2 import pack, positions
from solvable.lights.algebra.module import is_listed, presses
from solvable.lights.watch import Watch, while_time_lasts
from solvable.puzzle import Progress, Solution, State

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut


@dataclass(frozen=True, slots=True)
class Fewest:
    """A solution with a proved bound; how many solutions are as short, None unless that was found out; the method.

    If `count` is known the solution is the lexicographically least, as press vectors cell by cell.
    """

    solution: Solution
    count: int | None
    method: str


def fewest(
    puzzle: "LightsOut",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Fewest:
    """Return a solution of the fewest presses, or the best within the limits with its bound; never raises for those."""
    if puzzle.nullity == 0:
        return Fewest(puzzle.solve(state), 1, "unique")
    simple = puzzle.bound(state)
    if not is_listed(puzzle.nullity, puzzle.presses):
        return Fewest(puzzle.solve(state), None, "bounds")
    if puzzle.k > 2:
        from solvable.lights.fewest import many_states

        found = many_states.fewest(puzzle.vector(state), puzzle.quiet, Watch(seconds, progress), bound=simple)
        return Fewest(Solution(presses(found.member), found.lower_bound), found.count, found.method)
    from solvable.lights.fewest import two_states

    best = two_states.fewest(
        *_coset(puzzle, state), width=_width(puzzle), seconds=seconds, workers=workers, progress=progress
    )
    bound = best.lower_bound if best.is_optimal else max(best.lower_bound, simple)
    return Fewest(Solution(tuple(positions(best.presses)), bound), best.optimal_count, best.method)


def optimal(
    puzzle: "LightsOut",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Solution:
    """Return a solution of the fewest presses, proved; raise BudgetExceededError with the best at a limit."""
    found = fewest(puzzle, state, seconds=seconds, workers=workers, progress=progress).solution
    if not found.is_optimal:
        raise BudgetExceededError("a limit was reached before the fewest presses were proved", found.lower_bound, found)
    return found


def optimal_solutions(
    puzzle: "LightsOut",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Iterator[Solution]:
    """Yield every solution of the fewest presses; raise BudgetExceededError where a limit comes before the last."""
    watch = Watch(seconds, progress)
    if puzzle.k == 2:
        from solvable.lights.fewest import two_states

        masks = two_states.all_fewest(
            *_coset(puzzle, state), width=_width(puzzle), seconds=seconds, workers=workers, progress=progress
        )
        found = (Solution(tuple(positions(mask)), mask.bit_count()) for mask in masks)
    else:
        from solvable.lights.fewest import many_states

        vectors = many_states.all_fewest(puzzle.vector(state), puzzle.quiet, watch)
        found = (Solution(presses(vector), sum(vector)) for vector in vectors)
    return while_time_lasts(found, watch)


def _coset(puzzle: "LightsOut", state: State) -> tuple[int, int, list[int]]:
    """Return (the number of buttons, a solution, the quiet patterns), presses as masks."""
    return puzzle.presses, pack(puzzle.vector(state)), [pack(pattern) for pattern in puzzle.quiet_patterns]


def _width(puzzle: "LightsOut") -> int | None:
    """Return the width where the buttons are cells numbered row by row."""
    return puzzle.width if isinstance(puzzle.rule, str) else None
