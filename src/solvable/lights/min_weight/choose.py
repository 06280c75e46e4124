"""Fewest presses of any puzzle: `two_states` solves two colours, `many_states` more."""

from collections.abc import Iterable, Iterator, Sequence
from math import log2
from typing import TYPE_CHECKING

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.frozen import frozen
from solvable.core.solution import Better, Bound, Event, Searched, Solution, State
from solvable.core.states import StateLike
from solvable.lights.algebra.masks import pack, positions
from solvable.lights.algebra.module import Vector, is_listed, presses
from solvable.lights.linear_system import LinearSystem
from solvable.lights.wiring import Wiring

if TYPE_CHECKING:
    from solvable.lights.min_weight.every_solution import Weighing

PROVABLE = 36  # quiet patterns of two states: two parity classes with half of them each take seconds
LISTED = 30  # bits of the number of solutions, for k > 2, that are compared one by one


@frozen
class Fewest:
    """A solution with a proved bound, the number of solutions of the same length (None if not counted), and the method.

    If `count` is known, the solution is the lexicographically least as a press vector.
    """

    solution: Solution
    count: int | None
    method: str
    nodes: int = 0  # solutions weighed


def at_once(board: Wiring, given: StateLike) -> Searched | None:
    """Return the fewest presses if a compiled kernel is prepared to find them in microseconds, else None.

    None also for anything but a tuple or list of numbers: `fewest`, which prepares the kernel, takes states that were
    parsed.
    """
    weighing: Weighing | None = board.system_cache.get("weighing")  # not computed here, since no budget is in force
    return None if weighing is None else weighing.search(board, given)


def fewest(system: LinearSystem, state: State, budget: Budget) -> Fewest:
    """Return a solution with the fewest presses, or the best within the limits with a bound.

    Raises BudgetExceededError only if the budget is over before any solution is found.
    """
    with budget:
        if system.weighing is not None and (searched := system.weighing.search(system.board, state)) is not None:
            return Fewest(searched.solution, searched.count, searched.method, searched.nodes)
        vector = system.vector(state)
        if system.nullity == 0:
            moves = presses(vector)
            return Fewest(Solution(moves, len(moves)), 1, "unique")
        simple = system.bound(state)
        if is_listed(system.nullity, system.board.presses):
            known = Improvements()
            try:
                return _proved(system, vector, simple, budget.share(through=known))
            except BudgetExceededError:  # raised inside linear algebra
                simple = max(simple, known.bound)
            if known.shortest is not None:
                return Fewest(Solution(known.shortest.moves, min(simple, len(known.shortest))), None, "bounds")
        moves = presses(vector)
        return Fewest(Solution(moves, min(simple, len(moves))), None, "bounds")


def _proved(system: LinearSystem, vector: Vector, simple: int, budget: Budget) -> Fewest:
    """Return the result of the search that starts from a solution; `simple` is a bound that is already proved."""
    if system.board.k > 2:
        from solvable.lights.min_weight import many_states

        result = many_states.fewest(vector, system.null_space, budget, bound=simple)
        return Fewest(Solution(presses(result.member), result.lower_bound), result.count, result.method, result.nodes)
    from solvable.lights.min_weight import two_states

    best = two_states.fewest(*_coset(system, vector), budget, width=_width(system))
    bound = best.lower_bound if best.is_optimal else max(best.lower_bound, simple)
    return Fewest(Solution(tuple(positions(best.presses)), bound), best.optimal_count, best.method, best.nodes)


class Improvements:
    """Passes events on, those with a solution shorter than all before as `Better`, and stores the best of them."""

    def __init__(self) -> None:
        self.shortest: Solution | None = None
        self.bound = 0

    def __call__(self, event: Event) -> Event:
        """Return the event as what it is."""
        self.bound = max(self.bound, event.lower_bound)
        if event.best is None or (self.shortest is not None and len(event.best) >= len(self.shortest)):
            return Bound(event.lower_bound, event.best, event.nodes)
        self.shortest = event.best
        return Better(event.lower_bound, event.best, event.nodes)


def is_provable(k: int, nullity: int) -> bool:
    """Return whether the exact methods can handle this nullity: the transform for two states, else comparison one by
    one.

    Components and parity classes may reach further; a caller with such a puzzle allows more time.
    """
    return nullity <= (PROVABLE if k == 2 else int(LISTED / log2(k)))


def search(system: LinearSystem, state: State, budget: Budget) -> Searched:
    """Return a solution with the fewest presses, or the best within the limits, and the cost of the search."""
    result = fewest(system, state, budget)
    return Searched(result.solution, result.nodes, result.method, result.count).of(system.board, state)


def optimal(system: LinearSystem, state: State, budget: Budget) -> Solution:
    """Return a proved solution with the fewest presses; raise BudgetExceededError with the best solution at a limit."""
    searched = fewest(system, state, budget)
    result = searched.solution.of(system.board, state, method=searched.method)
    if not result.is_optimal:
        raise BudgetExceededError(
            "a limit was reached before the fewest presses were proved", result.lower_bound, result
        )
    return result


def optimal_solutions(system: LinearSystem, state: State, budget: Budget) -> Iterator[Solution]:
    """Yield every solution with the fewest presses; raise BudgetExceededError if a limit is reached before the last."""
    share = budget.share(through=Improvements())
    with budget:
        vector = system.vector(state)
        if system.board.k == 2:
            from solvable.lights.min_weight import two_states

            masks = two_states.all_fewest(*_coset(system, vector), share, width=_width(system))
            results = (Solution(tuple(positions(mask)), mask.bit_count()) for mask in masks)
        else:
            from solvable.lights.min_weight import many_states

            vectors = many_states.all_fewest(vector, system.null_space, share)
            results = (Solution(presses(vector), sum(vector)) for vector in vectors)
    return while_time_lasts((solution.of(system.board, state) for solution in results), budget)


def while_time_lasts(solutions: Iterable[Solution], budget: Budget) -> Iterator[Solution]:
    """Yield the solutions, with the budget in force; raise BudgetExceededError, with the last solution, if the budget
    ends.

    The budget is not checked before the first.
    """
    following, last, number = iter(solutions), None, 0
    while True:
        with budget:
            solution = next(following, None)
        if solution is None:
            return
        if last is not None and not budget.goes_on(last.lower_bound, last, number):
            raise BudgetExceededError("a limit was reached before all solutions were listed", last.lower_bound, last)
        yield solution
        last, number = solution, number + 1


def _coset(system: LinearSystem, vector: Vector) -> tuple[int, int, Sequence[int]]:
    """Return (the number of buttons, a solution, the quiet patterns), presses as masks."""
    return system.board.presses, pack(vector), system.null_space.masks


def _width(system: LinearSystem) -> int | None:
    """Return the width if the buttons are cells numbered row by row, else None."""
    return system.board.width if isinstance(system.board.rule, str) else None
