"""Fewest presses for k > 2, where a button may be pressed up to k - 1 times: the least sum of residues in a coset.

All solutions are one of them plus the quiet patterns. Up to `EXACT` of them are all weighed, slice by slice, by a
Fourier transform (`fourier`), so that the lightest are also counted and the lexicographically least, as press vector
cell by cell, is known. Beyond that, or when time is up, there is a light one and a proved bound (`many_states_bounds`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from solvable.core.budget import Budget, check
from solvable.core.errors import BudgetExceededError
from solvable.core.message import msg
from solvable.core.solution import Solution
from solvable.lights.algebra.module import Module, Vector, presses
from solvable.lights.min_weight import fourier
from solvable.lights.min_weight.fourier import Table, first_member, member

SLICE = 1 << 21  # members transformed at once
EXACT = 1 << 30  # members that are worth two minutes
ALONE = 1 << 24  # members that are worth as much one at a time
_PLAIN = 1 << 8  # members so few that the plain walk is done before numpy is there
_CHARACTERS = 1 << 22  # buttons times k: beyond that a table of characters is no help
_TRIED = 1 << 6  # multiples of one generator
PLAIN = 1 << 22  # members that are weighed without numpy where there is no limit: ten seconds
_TOGETHER = 1 << 10  # members of a piece then
_BYTES = 128  # states whose sums fit a byte


@dataclass(frozen=True, slots=True)
class Lightest:
    """The lightest member found, a proved lower bound on its weight, and how many members are that light.

    `count` is None, and `member` need not be the lexicographically least, unless all were weighed.
    """

    member: Vector
    lower_bound: int
    count: int | None
    method: str
    nodes: int = 0  # members that were weighed


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some members: the least weight, how many have it, the first and all of those, and how many were weighed."""

    weight: int
    count: int
    first: Callable[[], Vector]
    lightest: Callable[[], Iterator[Vector]]
    size: int


def lightest_reference(offset: Vector, module: Module) -> tuple[int, int, Vector]:
    """Return (weight, how many, the lexicographically least) of the lightest members, visiting all; the reference."""
    members = sorted((sum(vector), vector) for vector in module.members(offset))
    weight, least = members[0]
    return weight, sum(other == weight for other, _ in members), least


def fewest(offset: Vector, module: Module, budget: Budget, *, bound: int = 0) -> Lightest:
    """Return the lightest of offset + module, or the best found within the budget; `bound` is proved already."""
    if module.order <= _PLAIN:
        weight, count, least = lightest_reference(offset, module)
        return Lightest(least, weight, count, "all solutions", module.order)
    best = descend(offset, module)
    if not fourier.is_available() and module.order > PLAIN and not budget.is_limited:
        return Lightest(best, min(bound, sum(best)), None, "bounds")
    tabled = _is_tabled(offset, module)
    if tabled and module.order > SLICE:
        best, bound = _approach(best, bound, module, budget)
    if module.order > (EXACT if tabled else ALONE):
        return Lightest(best, min(bound, sum(best)), None, "bounds")
    return _search(offset, module, budget, best, min(bound, sum(best)))


def _approach(best: Vector, bound: int, module: Module, budget: Budget) -> tuple[Vector, int]:
    """Return (a member, a proved bound): quickly where a search follows, else until time is up or all is in vain."""
    from solvable.lights.min_weight import many_states_bounds as bounds

    sizes: tuple[int, ...] = bounds.GROUP_ORDERS[:3]
    rounds = 5
    if module.order > EXACT:
        rounds = bounds.ROUNDS
        if budget.is_limited:
            sizes, rounds = bounds.GROUP_ORDERS, 1 << 60
    return bounds.approach(best, bound, module, budget, sizes=sizes, rounds=rounds)


def _search(offset: Vector, module: Module, budget: Budget, best: Vector, bound: int) -> Lightest:
    """Weigh all members, piece by piece."""
    weight, count, nodes = sum(best) + 1, 0, 0
    method = "Fourier transform" if _is_tabled(offset, module) else "all solutions"
    for piece in _pieces(offset, module):
        nodes += piece.size
        if piece.weight < weight:
            weight, count, best = piece.weight, piece.count, piece.first()
        elif piece.weight == weight:
            count, best = count + piece.count, min(best, piece.first())
        goes_on = budget.goes_on(bound, Solution(presses(best), bound), nodes)
        if not goes_on and nodes < module.order:
            return Lightest(best, bound, None, msg("{method}, interrupted", method=msg(method)), nodes)
    return Lightest(best, weight, count, method, nodes)


def all_fewest(offset: Vector, module: Module, budget: Budget) -> Iterator[Vector]:
    """Yield every lightest member of offset + module; raise BudgetExceededError where that weight was not proved."""
    result = fewest(offset, module, budget)
    if result.count is None:
        raise BudgetExceededError("the fewest presses were not proved within the limits", result.lower_bound)
    weight = result.lower_bound
    if module.order <= _PLAIN:
        yield from (vector for vector in module.members(offset) if sum(vector) == weight)
        return
    for piece in _pieces(offset, module):
        if piece.weight == weight:
            yield from piece.lightest()


def descend(offset: Vector, module: Module) -> Vector:
    """Return a light member of offset + module: multiples of single generators are added while that helps."""
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
    return fourier.is_available() and len(offset) * module.k <= _CHARACTERS and max(module.orders) <= SLICE


def _pieces(offset: Vector, module: Module) -> Iterator[_Piece]:
    """Yield all members, slice after slice; one at a time where k is too large for tables."""
    if not _is_tabled(offset, module):
        yield from _packed(offset, module) if module.k <= _BYTES else map(_alone, module.members(offset))
        return
    split = 0
    while split < len(module.orders) and prod(module.orders[: split + 1]) <= SLICE:
        split += 1
    table = Table(offset, module, split)
    for remaining in product(*map(range, module.orders[split:])):
        yield _piece(offset, module, table, remaining)


def _alone(vector: Vector) -> _Piece:
    return _Piece(sum(vector), 1, lambda: vector, lambda: iter((vector,)), 1)


def _packed(offset: Vector, module: Module) -> Iterator[_Piece]:
    """Yield all members, some at a time, by adding vectors of bytes as integers."""
    size, reduced = len(offset), bytes(value % module.k for value in range(256))
    multiples = [
        [int.from_bytes(bytes(times * value % module.k for value in generator)) for times in range(order)]
        for generator, order in zip(module.generators, module.orders, strict=True)
    ]
    split = len(multiples)
    while split > 1 and prod(module.orders[split - 1 :]) <= _TOGETHER:
        split -= 1

    def added(vector: bytes, number: int) -> bytes:
        return (int.from_bytes(vector) + number).to_bytes(size).translate(reduced)

    for chosen in product(*multiples[:split]):
        members = [bytes(offset)]
        for numbers in (*((number,) for number in chosen), *multiples[split:]):
            members = [added(vector, number) for vector in members for number in numbers]
        check()
        yield _together(members)


def _together(members: Sequence[bytes]) -> _Piece:
    weights = list(map(sum, members))
    minimum = min(weights)
    lightest = [tuple(member) for member, weight in zip(members, weights, strict=True) if weight == minimum]
    return _Piece(minimum, len(lightest), lambda: min(lightest), lambda: iter(lightest), len(members))


def _piece(offset: Vector, module: Module, table: Table, rest: tuple[int, ...]) -> _Piece:
    weights = table.weights(rest)
    weight = int(weights.min())
    places = (weights == weight).nonzero()[0]

    def lightest() -> Iterator[Vector]:
        for place in places.tolist():
            yield member(offset, module, (*table.multiples(place), *rest))

    return _Piece(
        weight, places.size, lambda: first_member(offset, module, table, places, rest), lightest, weights.size
    )
