"""As few lit lamps as possible, when the goal need not be reached: the Gale–Berlekamp problem on any wiring.

The reachable states are a coset of the span of the toggles, so the answer is its lightest member. If few functionals
vanish on the span, the remaining lamps are a lightest set whose columns in these functionals add up to the state's,
found by bidirectional breadth-first search (`by_functionals`). Otherwise it is nearest-codeword decoding by the methods
for fewest presses (`two_states`), with cells instead of presses.
"""

from collections.abc import Sequence

from solvable.core.budget import Budget, checked
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.memory import check_memory, check_time
from solvable.core.message import msg
from solvable.core.solution import Bound, Solution, State
from solvable.lights.algebra.gf2 import Span, binary_system
from solvable.lights.algebra.masks import pack, unpack
from solvable.lights.linear_system import LinearSystem
from solvable.lights.wiring import Wiring

FUNCTIONALS = 24  # functionals up to which `by_functionals` is used: at most 2^24 sums of their columns
SECONDS = 1e-11  # of elimination for each bit of each row and column


def fewest_lit(system: LinearSystem, state: State, budget: Budget) -> tuple[State, Solution]:
    """Return (a reachable state that differs from the goal in the fewest lamps, presses that lead there).

    The presses are the fewest for that state, or the best within the limits with their bound. Two colours only. Raises
    BudgetExceededError, with presses to the best state found and the bound on the lamps, if that state is not proved
    optimal.
    """
    if system.board.k != 2:
        raise PuzzleError("the fewest lit lamps are counted for two colours")
    with budget:
        return _fewest_lit(system, state, budget)


def _fewest_lit(system: LinearSystem, state: State, budget: Budget) -> tuple[State, Solution]:
    from solvable.lights.min_weight.choose import fewest

    puzzle = system.board
    wrong = pack(system.difference(state))
    live = [cell for cell in checked(range(puzzle.cells)) if cell not in puzzle.lampless]
    if len(live) - (len(puzzle.buttons) - system.nullity) <= FUNCTIONALS:
        remaining = by_functionals(wrong, _functionals(system), live)
        remaining = wrong if wrong.bit_count() == remaining.bit_count() else remaining  # no presses are needed
        toward = LinearSystem(puzzle.with_goal(unpack(remaining ^ pack(puzzle.goal), puzzle.cells)))
        return toward.board.goal, fewest(toward, state, budget).solution
    from solvable.lights.min_weight import two_states

    toggles = _toggles(puzzle)
    basis = [toggles[index] for index in Span(toggles).chosen]
    # The bound is on lamps, not presses
    lamps = budget.share(through=lambda event: Bound(event.lower_bound, None, event.nodes))
    result = two_states.fewest(puzzle.cells, wrong, basis, lamps)
    toward = LinearSystem(puzzle.with_goal(unpack(result.presses ^ pack(puzzle.goal), puzzle.cells)))
    if not result.is_optimal:
        raise BudgetExceededError(
            msg("{lamps} lamps were left when a limit was reached", lamps=result.weight),
            result.lower_bound,
            toward.solution(state),
        )
    return toward.board.goal, fewest(toward, state, budget).solution


def _toggles(puzzle: Wiring) -> list[int]:
    """Return what each button toggles, as masks; raise BudgetExceededError if eliminating them would take too long."""
    bits = puzzle.cells + len(puzzle.buttons)
    check_memory(len(puzzle.buttons) * bits / 4, puzzle.cells, 2)
    check_time(len(puzzle.buttons) ** 2 * bits * SECONDS, puzzle.cells, 3)
    return [sum(1 << cell for cell, _ in puzzle.toggles[press]) for press in checked(puzzle.buttons, 64)]


def _functionals(system: LinearSystem) -> list[int]:
    """Return a basis of the functionals of the cells that vanish on every toggle."""
    if system.board.is_symmetric:
        return [*system.null_space.masks]
    return [*binary_system(_toggles(system.board), system.board.cells).null().masks]


def by_functionals(wrong: int, functionals: Sequence[int], live: Sequence[int]) -> int:
    """Return a lightest mask of `live` cells on which every functional has the same value as on `wrong`."""
    columns = {
        sum((functional >> cell & 1) << index for index, functional in enumerate(functionals)): cell
        for cell in checked(live)
    }
    wanted = sum(((functional & wrong).bit_count() & 1) << index for index, functional in enumerate(functionals))
    near, far = {0: -1}, {wanted: -1}  # each sum of columns, with the last cell on the way to it
    ends = ((near, [*near]), (far, [*far]))
    while not (met := near.keys() & far.keys()):
        reached, edge = min(ends, key=lambda end: len(end[1]))
        check_memory(150.0 * min(len(edge) * len(columns), 1 << len(functionals)), len(live))
        edge[:] = _grown(reached, edge, columns)
    back = {cell: column for column, cell in columns.items()}
    return min(_cells(near, column, back) ^ _cells(far, column, back) for column in checked(met, 64))


def _grown(reached: dict[int, int], edge: Sequence[int], columns: dict[int, int]) -> list[int]:
    """Add to `reached` the sums one cell further than `edge`, and return them."""
    results, every = [], 1 + (1 << 18) // len(columns)
    for here in checked(edge, every):
        for column, cell in columns.items():
            if (there := here ^ column) not in reached:
                reached[there] = cell
                results.append(there)
    return results


def _cells(reached: dict[int, int], column: int, back: dict[int, int]) -> int:
    """Return the cells on the way to a sum of columns, as a mask."""
    cells = 0
    while (cell := reached[column]) >= 0:
        cells |= 1 << cell
        column ^= back[cell]
    return cells
