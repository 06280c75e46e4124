"""Operations on a coset `offset ^ span(basis)` for all methods: echelon forms, components, visiting all members.

Rows are bit masks, bit c being cell c. Pivots are lowest set bits, so with an echelon basis and the offset cleared at
its pivots, lexicographic order (cell by cell from cell 0, 0 before 1) is the order of the pivot cells' bits: two
members differ by a quiet pattern, whose first cell is a pivot. A quiet space splits into components (of its matroid):
two cells belong together if an echelon row contains both, and the lightest member is found in each component
separately.

Gray-code order visits all 2^d members with one XOR and one population count each; it is the reference for every faster
method.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from solvable.core import budget
from solvable.core.budget import checked
from solvable.core.frozen import frozen
from solvable.core.solution import Solution
from solvable.lights.algebra.masks import positions

MANY = 64  # rows from which an elimination is long enough to check the budget


@frozen
class CosetLeader:
    """The lightest member found, a proved lower bound on its weight, and the number of members of that weight.

    `optimal_count` is None, and `presses` is not the lexicographically least, unless the bound is reached.
    """

    presses: int
    weight: int
    lower_bound: int
    optimal_count: int | None
    method: str
    nodes: int = 0  # members weighed

    @property
    def is_optimal(self) -> bool:
        """Whether the bound proves that no member is lighter."""
        return self.weight == self.lower_bound


@frozen
class Component:
    """The result for one component, with an iterator over all its lightest members in lexicographic order."""

    fewest: CosetLeader
    members: Callable[[], Iterator[int]]


def echelon(rows: Iterable[int], within: int = -1) -> tuple[list[int], list[int]]:
    """Return (reduced rows sorted by pivot, rows that vanish on the mask `within`) spanning the same space.

    Each reduced row's lowest bit within the mask is its pivot and is in no other row; dependent rows are dropped.
    """
    reduced: list[tuple[int, int]] = []  # (pivot bit, row)
    remaining: list[int] = []
    for row in rows:
        if len(reduced) > MANY:
            budget.check()
        for pivot, other in reduced:
            if row & pivot:
                row ^= other  # noqa: PLW2901
        if not row & within:
            if row:
                remaining.append(row)
            continue
        lowest = row & within & -(row & within)
        reduced = [(pivot, other ^ row if other & lowest else other) for pivot, other in reduced]
        reduced.append((lowest, row))
    reduced.sort()
    return [row for _, row in reduced], remaining


def lowest_bits(rows: Iterable[int], within: int = -1) -> list[int]:
    """Return the lowest set bit of each row within the mask, as a mask."""
    return [row & within & -(row & within) for row in rows]


def reduce(offset: int, rows: Sequence[int], pivots: Sequence[int]) -> int:
    """Return `offset` with the bits at the pivots cleared by the echelon `rows`."""
    for row, pivot in zip(rows, pivots, strict=True):
        if offset & pivot:
            offset ^= row
    return offset


def combine(offset: int, rows: Sequence[int], choice: int) -> int:
    """Return `offset` plus the rows chosen by the bits of `choice`, bit i for rows[i]."""
    for index, row in enumerate(rows):
        if choice >> index & 1:
            offset ^= row
    return offset


def solution_of(presses: int, lower_bound: int) -> Solution:
    """Return the presses of a mask as a solution with a proved bound."""
    return Solution(tuple(positions(presses)), min(lower_bound, presses.bit_count()))


def support(rows: Iterable[int]) -> int:
    """Return the cells in any of the rows."""
    cells = 0
    for row in rows:
        cells |= row
    return cells


def components(rows: Sequence[int]) -> list[list[int]]:
    """Return the echelon `rows` in groups of disjoint support, each group one component of the matroid."""
    groups: list[tuple[int, list[int]]] = []  # each with its support
    for row in checked(rows, 64):
        cells, joined, apart = row, list[int](), list[tuple[int, list[int]]]()
        for group in groups:
            if group[0] & row:
                cells |= group[0]
                joined += group[1]
            else:
                apart.append(group)
        groups = [*apart, (cells, [*joined, row])]
    return [sorted(members, key=lambda row: row & -row) for _, members in groups]


# Name of the method in an answer, also if the kernel of `every_solution` weighed the solutions
METHOD = "all solutions"
LOOK = 1 << 14  # members between two checks of the budget: a few milliseconds


def members(offset: int, basis: Sequence[int]) -> Iterator[int]:
    """Yield all 2^len(basis) members of `offset ^ span(basis)`, in Gray-code order."""
    current = offset
    yield current
    for step in range(1, 1 << len(basis)):
        current ^= basis[(step & -step).bit_length() - 1]  # the one bit that Gray code flips
        yield current


def lightest(offset: int, basis: Sequence[int]) -> int:
    """Return the lightest of `offset ^ span(basis)`, visiting all 2^len(basis) members.

    Gray-code order makes each step one XOR. Among equals it returns the first visited.
    """
    best = current = offset
    for step in checked(range(1, 1 << len(basis)), LOOK):
        current ^= basis[(step & -step).bit_length() - 1]  # the one bit that Gray code flips
        if current.bit_count() < best.bit_count():
            best = current
    return best


def comes_before(a: int, b: int) -> bool:
    """Return whether press vector `a` is lexicographically less than `b`: 0 at the first difference."""
    difference = a ^ b
    return bool(difference & -difference & b)


def optimal_members(offset: int, basis: Sequence[int]) -> tuple[int, int, int]:
    """Return (weight, number, the lexicographically least) of the lightest members of `offset ^ span(basis)`.

    `basis` must be independent.
    """
    current = minimum = offset
    weight, count = offset.bit_count(), 1
    for step in checked(range(1, 1 << len(basis)), LOOK):
        current ^= basis[(step & -step).bit_length() - 1]  # the one bit that Gray code flips
        size = current.bit_count()
        if size < weight:
            weight, count, minimum = size, 1, current
        elif size == weight:
            count += 1
            if comes_before(current, minimum):
                minimum = current
    return weight, count, minimum


def by_gray_code(offset: int, rows: Sequence[int]) -> Component:
    """Return the result for a component by visiting every member."""
    weight, count, least = optimal_members(offset, rows)

    def lightest_members() -> Iterator[int]:
        results = [member for member in members(offset, rows) if member.bit_count() == weight]
        yield from sorted(results, key=lambda member: f"{member:b}"[::-1])

    return Component(CosetLeader(least, weight, weight, count, METHOD, 1 << len(rows)), lightest_members)
