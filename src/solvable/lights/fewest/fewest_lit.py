"""As few lit lamps as possible, where the goal need not be reached: the Gale–Berlekamp question on any wiring.

The reachable states are a coset of the span of the toggles, so the answer is its lightest member. The span may be
large, and the functionals that vanish on it few: then the lamps left are a lightest set whose columns in those add up
to the state's, found breadth first from both ends (`by_functionals`). Else it is nearest-codeword decoding by the same
methods as fewest presses (`two_states`), with cells in the place of presses.
"""

from collections.abc import Sequence

from solvable.budget import Budget
from solvable.errors import BudgetExceededError, PuzzleError
from solvable.lights.algebra.gf2 import Span, binary_system
from solvable.lights.algebra.masks import pack, unpack
from solvable.lights.checked import checked
from solvable.lights.wiring import Solved
from solvable.said import say
from solvable.solution import Bound, Progress, Solution, State

FUNCTIONALS = 24


def fewest_lit(
    puzzle: Solved,
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> tuple[State, Solution]:
    """Return (a reachable state that differs from the goal in the fewest lamps, presses that lead there).

    The presses are the fewest for that state, or the best within the limits with their bound. Two colours only. Raises
    BudgetExceededError with presses to the best state found and the bound on the lamps where those are not proved.
    """
    if puzzle.k != 2:
        raise PuzzleError("the fewest lit lamps are counted for two colours")
    budget = Budget.of(budget, seconds, workers, progress)
    with budget:
        return _fewest_lit(puzzle, state, budget)


def _fewest_lit(puzzle: Solved, state: State, budget: Budget) -> tuple[State, Solution]:
    from solvable.lights.fewest.choose import fewest

    toggles = [sum(1 << cell for cell, _ in puzzle.toggles[press]) for press in checked(puzzle.buttons)]
    wrong = pack(puzzle.difference(state))
    live = [cell for cell in range(puzzle.cells) if cell not in puzzle.dead]
    functionals = [pack(vector) for vector in binary_system(toggles, puzzle.cells).null().generators]
    if len(functionals) - len(puzzle.dead) <= FUNCTIONALS:
        left = by_functionals(wrong, functionals, live)
        left = wrong if wrong.bit_count() == left.bit_count() else left  # nothing need be pressed
        toward = puzzle.with_goal(unpack(left ^ pack(puzzle.goal), puzzle.cells))
        return toward.goal, fewest(toward, state, budget).solution
    from solvable.lights.fewest import two_states

    basis = [toggles[index] for index in Span(toggles).chosen]
    lamps = budget.share(through=lambda event: Bound(event.lower_bound, None, event.nodes))  # not presses
    found = two_states.fewest(puzzle.cells, wrong, basis, lamps)
    toward = puzzle.with_goal(unpack(found.presses ^ pack(puzzle.goal), puzzle.cells))
    if not found.is_optimal:
        raise BudgetExceededError(
            say("{lamps} lamps were left when a limit was reached", lamps=found.weight),
            found.lower_bound,
            toward.solve(state),
        )
    return toward.goal, fewest(toward, state, budget).solution


def by_functionals(wrong: int, functionals: Sequence[int], live: Sequence[int]) -> int:
    """Return a lightest mask of `live` cells on which every functional is what it is on `wrong`."""
    columns = {
        sum((functional >> cell & 1) << place for place, functional in enumerate(functionals)): cell for cell in live
    }
    wanted = sum(((functional & wrong).bit_count() & 1) << place for place, functional in enumerate(functionals))
    near, far = {0: 0}, {wanted: 0}
    ends = ((near, [*near]), (far, [*far]))
    while not (met := near.keys() & far.keys()):
        reached, edge = min(ends, key=lambda end: len(end[1]))
        edge[:] = _grown(reached, edge, columns)
    return min(near[column] ^ far[column] for column in met)


def _grown(reached: dict[int, int], edge: Sequence[int], columns: dict[int, int]) -> list[int]:
    """Add to `reached` what is one cell further than `edge`, each with its cells, and return it."""
    found = []
    for here in checked(edge, 64):
        cells = reached[here]
        for column, cell in columns.items():
            if (there := here ^ column) not in reached:
                reached[there] = cells | 1 << cell
                found.append(there)
    return found
