"""As few lit lamps as possible, where the goal need not be reached: the Gale–Berlekamp question on any wiring.

The reachable states are a coset of the span of the toggles, so the answer is its lightest member: nearest-codeword
decoding, by the same methods as fewest presses (`weight`), with cells in the place of presses.
"""

from typing import TYPE_CHECKING

from solvable.errors import BudgetExceededError, PuzzleError
from solvable.lights.gf2 import Span, pack, unpack
from solvable.puzzle import Progress, Solution, State

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut


def fewest_lit(
    puzzle: "LightsOut",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> tuple[State, Solution]:
    """Return (a reachable state that differs from the goal in the fewest lamps, presses that lead there).

    The presses are the fewest for that state. Two colours only. Raises BudgetExceededError with the presses to the best
    state found and the bound on the lamps at a limit.
    """
    from solvable.lights import weight

    if puzzle.k != 2:
        raise PuzzleError("the fewest lit lamps are counted for two colours")
    toggles = [sum(1 << cell for cell, _ in puzzle.toggles[press]) for press in puzzle.buttons]
    independent = Span(toggles)
    basis = [toggles[index] for index in independent.chosen]
    found = weight.fewest(
        puzzle.cells, pack(puzzle.difference(state)), basis, seconds=seconds, workers=workers, progress=progress
    )
    best = unpack(found.presses ^ pack(puzzle.goal), puzzle.cells)
    toward = puzzle.with_goal(best)
    if not found.is_optimal:
        raise BudgetExceededError(
            f"{found.weight} lamps were left when a limit was reached", found.lower_bound, toward.solve(state)
        )
    return best, toward.optimal(state)
