"""Fewest presses for k > 2, where a button may be pressed up to k - 1 times: the least sum of residues in a coset.

All solutions are one of them plus the quiet patterns. Up to `EXACT` of them, all are weighed, slice by slice, by a
Fourier transform (`fourier`), so that the lightest are also counted and the lexicographically least press vector is
known. Beyond that, or when the time is up, the result is a light one and a proved bound (`many_states_bounds`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from solvable import kernels
from solvable.core.budget import Budget, check
from solvable.core.errors import BudgetExceededError
from solvable.core.message import msg
from solvable.core.solution import Solution
from solvable.lights.algebra.module import Module, Vector, presses
from solvable.lights.min_weight.fourier import Slice, slices

SLICE = 1 << 21  # members in one transform
EXACT = 1 << 30  # members that are all weighed: two minutes
ALONE = 1 << 24  # members that are weighed one at a time
_WALKED = 1 << 8  # members so few that they are visited directly
_CHARACTERS = 1 << 22  # buttons times k beyond which a table of characters does not help
_TRIED = 1 << 6  # multiples tried of one generator
_WEIGHT_MAX = (1 << 31) - 1  # largest sum of weights in a kernel
REFERENCE = 1 << 22  # members that are weighed without kernels if there is no limit: ten seconds
REFERENCE_SLICE = 1 << 13  # members in a slice in that case


@dataclass(frozen=True, slots=True)
class Lightest:
    """The lightest member found, a proved lower bound on its weight, and the number of members of that weight.

    `count` is None, and `member` need not be the lexicographically least, unless all were weighed.
    """

    member: Vector
    lower_bound: int
    count: int | None
    method: str
    nodes: int = 0  # members weighed


def lightest_reference(offset: Vector, module: Module) -> tuple[int, int, Vector]:
    """Return (weight, number, the lexicographically least) of the lightest members, visiting all; the reference."""
    members = sorted((sum(vector), vector) for vector in module.members(offset))
    weight, least = members[0]
    return weight, sum(other == weight for other, _ in members), least


def fewest(offset: Vector, module: Module, budget: Budget, *, bound: int = 0) -> Lightest:
    """Return the lightest of offset + module, or the best found within the budget; `bound` is already proved."""
    if module.order <= _WALKED:
        weight, count, least = lightest_reference(offset, module)
        return Lightest(least, weight, count, "all solutions", module.order)
    best = descend(offset, module)
    if not kernels.has_library() and module.order > REFERENCE and not budget.is_limited:
        return Lightest(best, min(bound, sum(best)), None, "bounds")
    tabled = _is_tabled(offset, module)
    if tabled and module.order > SLICE and kernels.has_library():
        best, bound = _approach(best, bound, module, budget)
    if module.order > (EXACT if tabled else ALONE):
        return Lightest(best, min(bound, sum(best)), None, "bounds")
    return _search(offset, module, budget, best, min(bound, sum(best)))


def _approach(best: Vector, bound: int, module: Module, budget: Budget) -> tuple[Vector, int]:
    """Return (a member, a proved bound): quickly if a search follows, else improved until the time is up or nothing
    helps.
    """
    from solvable.lights.min_weight import many_states_bounds as bounds

    sizes: tuple[int, ...] = bounds.GROUP_ORDERS[:3]
    rounds = 5
    if module.order > EXACT:
        rounds = bounds.ROUNDS
        if budget.is_limited:
            sizes, rounds = bounds.GROUP_ORDERS, 1 << 60
    return bounds.approach(best, bound, module, budget, sizes=sizes, rounds=rounds)


def _search(offset: Vector, module: Module, budget: Budget, best: Vector, bound: int) -> Lightest:
    """Weigh all members, slice by slice."""
    weight, count, nodes = sum(best) + 1, 0, 0
    method = "Fourier transform" if _is_tabled(offset, module) else "all solutions"
    for each in _slices(offset, module):
        nodes += len(each.weights)
        if each.minimum < weight:
            weight, count, best = each.minimum, each.count, each.first()
        elif each.minimum == weight:
            count, best = count + each.count, min(best, each.first())
        goes_on = budget.goes_on(bound, Solution(presses(best), bound), nodes)
        if not goes_on and nodes < module.order:
            return Lightest(best, bound, None, msg("{method}, interrupted", method=msg(method)), nodes)
    return Lightest(best, weight, count, method, nodes)


def all_fewest(offset: Vector, module: Module, budget: Budget) -> Iterator[Vector]:
    """Yield every lightest member of offset + module; raise BudgetExceededError if the least weight was not proved."""
    result = fewest(offset, module, budget)
    if result.count is None:
        raise BudgetExceededError("the fewest presses were not proved within the limits", result.lower_bound)
    weight = result.lower_bound
    if module.order <= _WALKED:
        yield from (vector for vector in module.members(offset) if sum(vector) == weight)
        return
    for each in _slices(offset, module):
        if each.minimum == weight:
            yield from each.lightest()


def descend(offset: Vector, module: Module) -> Vector:
    """Return a light member of offset + module: multiples of single generators are added as long as that reduces the
    weight.
    """
    best, improved = offset, True
    while improved:
        improved = False
        for generator, order in zip(module.generators, module.orders, strict=True):
            check()
            for multiple in range(1, min(order, _TRIED)):
                other = tuple((a + multiple * b) % module.k for a, b in zip(best, generator, strict=True))
                if sum(other) < sum(best):
                    best, improved = other, True
    return best


def _is_tabled(offset: Vector, module: Module) -> bool:
    return len(offset) * module.k <= _CHARACTERS and max(module.orders) <= SLICE


def _slices(offset: Vector, module: Module) -> Iterator[Slice]:
    """Yield all members, slice by slice; one at a time if weights are too large for kernels."""
    limit, split = SLICE if kernels.has_library() else REFERENCE_SLICE, 0
    if len(offset) * (module.k - 1) <= _WEIGHT_MAX:
        while split < len(module.orders) and prod(module.orders[: split + 1]) <= limit:
            split += 1
        yield from slices(offset, module, split)
        return
    nothing = Module(module.k, (), ())
    yield from (Slice(vector, nothing) for vector in module.members(offset))
