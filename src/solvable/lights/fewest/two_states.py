"""Fewest presses: the lightest members of a coset `offset ^ span(basis)` of bit masks.

All solutions of a board are one solution plus the quiet patterns, so the fewest presses are the lightest member of
that coset. Bit c of a mask is cell c. Gray-code order visits all 2^d members with one XOR and one population count
each; it is the reference for every faster method (nearest codeword, NP-hard in general). `choose` splits the quiet
patterns into components and takes for each the first method that serves: Gray code to dimension 12, the plane's parity
classes (`parity_classes`), the transform (`walsh`), and beyond them bounds that improve (`bounds`).

Masks are compared lexicographically as press vectors, cell by cell from cell 0, 0 before 1.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from sys import modules

from solvable.budget import Budget
from solvable.errors import BudgetExceededError
from solvable.lights.algebra.coset import Fewest, Part, components, echelon, support
from solvable.lights.algebra.masks import positions
from solvable.solution import Bound, Event, Solution

GRAY_CODE_RANK = 12
GRAY_CODE_RANK_COLD = 17  # where loading the compiled kernels would cost more


def members(offset: int, basis: Sequence[int]) -> Iterator[int]:
    """Yield all 2^len(basis) members of `offset ^ span(basis)`, in Gray-code order."""
    current = offset
    yield current
    for step in range(1, 1 << len(basis)):
        current ^= basis[(step & -step).bit_length() - 1]  # the one bit Gray code flips
        yield current


def lightest(offset: int, basis: Sequence[int]) -> int:
    """Return the lightest of `offset ^ span(basis)`, visiting all 2^len(basis) members.

    Gray-code order makes each step one XOR. The first met among equals.
    """
    best = current = offset
    for step in range(1, 1 << len(basis)):
        current ^= basis[(step & -step).bit_length() - 1]  # the one bit Gray code flips
        if current.bit_count() < best.bit_count():
            best = current
    return best


def comes_before(a: int, b: int) -> bool:
    """Return whether press vector `a` is lexicographically less than `b`: 0 where they first differ."""
    difference = a ^ b
    return bool(difference & -difference & b)


def optimal_members(offset: int, basis: Sequence[int]) -> tuple[int, int, int]:
    """Return (weight, how many, the lexicographically least) of the lightest members of `offset ^ span(basis)`.

    `basis` must be independent.
    """
    weight, count, least = offset.bit_count(), 0, offset
    for member in members(offset, basis):
        size = member.bit_count()
        if size < weight:
            weight, count, least = size, 1, member
        elif size == weight:
            count += 1
            if comes_before(member, least):
                least = member
    return weight, count, least


def fewest(cells: int, offset: int, basis: Sequence[int], budget: Budget, *, width: int | None = None) -> Fewest:
    """Return the lexicographically least of the lightest of `offset ^ span(basis)`, masks of `cells` bits.

    `width` says that cells are numbered row by row, which lets parity classes serve where they do. When the budget is
    over `lower_bound` may be less than `weight`.
    """
    outside, parts = _parts(cells, offset, basis, width, budget)
    presses, count = outside, 1
    for part in parts:
        presses ^= part.fewest.presses
        count *= part.fewest.optimal_count or 0
    lower_bound = outside.bit_count() + sum(part.fewest.lower_bound for part in parts)
    methods = list(dict.fromkeys(part.fewest.method for part in parts)) or ["unique"]
    return Fewest(
        presses,
        presses.bit_count(),
        lower_bound,
        count or None,
        ", ".join(methods),
        sum(part.fewest.nodes for part in parts),
    )


def all_fewest(
    cells: int, offset: int, basis: Sequence[int], budget: Budget, *, width: int | None = None
) -> Iterator[int]:
    """Yield every lightest member of `offset ^ span(basis)`; with one component in lexicographic order.

    Raises BudgetExceededError where they were not proved lightest within the limits.
    """
    outside, parts = _parts(cells, offset, basis, width, budget)
    if any(part.fewest.optimal_count is None for part in parts):
        bound = outside.bit_count() + sum(part.fewest.lower_bound for part in parts)
        raise BudgetExceededError("the fewest presses were not proved within the limits", bound)
    for choice in product(*(part.members() for part in parts)):
        presses = outside
        for member in choice:
            presses ^= member
        yield presses


def _parts(cells: int, offset: int, basis: Sequence[int], width: int | None, budget: Budget) -> tuple[int, list[Part]]:
    """Return (the presses outside all quiet patterns, the answer for each component)."""
    groups = components(echelon(basis)[0])
    offsets = [offset & support(rows) for rows in groups]
    outside = offset
    for own in offsets:
        outside ^= own
    best, bound, nodes, parts = offset, outside.bit_count(), 0, list[Part]()
    for own, rows in zip(offsets, groups, strict=True):
        joined = _Joined(positions(best ^ own), positions(own), bound, nodes)
        part = _part(cells, own, rows, width, budget.share(through=joined.event))
        best, bound, nodes = best ^ own ^ part.fewest.presses, bound + part.fewest.lower_bound, joined.nodes
        parts.append(part)
    return outside, parts


class _Joined:
    """What one component reports, joined with the presses of the others, the bounds on those done and their nodes."""

    def __init__(self, others: Sequence[int], own: Sequence[int], bound: int, before: int) -> None:
        self._others, self._own, self._bound, self._before = others, own, bound, before
        self.nodes = before

    def event(self, event: Event) -> Event:
        """Return the event of the whole."""
        self.nodes = self._before + event.nodes
        moves = tuple(sorted((*self._others, *(self._own if event.best is None else event.best.moves))))
        bound = min(self._bound + event.lower_bound, len(moves))
        return Bound(bound, Solution(moves, bound), self.nodes)


def _part(cells: int, offset: int, rows: list[int], width: int | None, budget: Budget) -> Part:
    """Answer for one component, whose echelon rows are given, by the method that serves."""
    if len(rows) <= (GRAY_CODE_RANK if "numba" in modules else GRAY_CODE_RANK_COLD):
        return by_gray_code(offset, rows)
    from solvable.lights.fewest import bounds, parity_classes, walsh

    part = parity_classes.fewest(cells, offset, rows, width, budget) if width else None
    part = part or walsh.fewest(cells, offset, rows, budget)
    return part or bounds.fewest(cells, offset, rows, width, budget)


def by_gray_code(offset: int, rows: Sequence[int]) -> Part:
    """Return the answer for a component by visiting every member."""
    weight, count, least = optimal_members(offset, rows)

    def lightest_members() -> Iterator[int]:
        found = [member for member in members(offset, rows) if member.bit_count() == weight]
        yield from sorted(found, key=lambda member: f"{member:b}"[::-1])

    return Part(Fewest(least, weight, weight, count, "Gray code", 1 << len(rows)), lightest_members)
