"""The lightest members of a coset `offset ^ span(basis)` of bit masks, by visiting all of them.

Gray-code order visits all 2^d members with one XOR and one population count each; it is the reference for every faster
method. Masks are compared lexicographically as press vectors, cell by cell from cell 0, 0 before 1.
"""

from collections.abc import Iterator, Sequence

from solvable.core.budget import checked
from solvable.lights.algebra.coset import Component, Fewest

METHOD = "all solutions"  # what an answer says, also where the kernel of `every_solution` weighed them
LOOK = 1 << 14  # members between two looks at the budget: some milliseconds


def members(offset: int, basis: Sequence[int]) -> Iterator[int]:
    """Yield all 2^len(basis) members of `offset ^ span(basis)`, in Gray-code order."""
    current = offset
    yield current
    for step in range(1, 1 << len(basis)):
        current ^= basis[(step & -step).bit_length() - 1]  # the one bit Gray code flips
        yield current


def lightest(offset: int, basis: Sequence[int]) -> int:
    """Return the lightest of `offset ^ span(basis)`, visiting all 2^len(basis) members.

    Gray-code order makes each step one XOR. Among equals it is the first that is met.
    """
    best = current = offset
    for step in checked(range(1, 1 << len(basis)), LOOK):
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
    current = minimum = offset
    weight, count = offset.bit_count(), 1
    for step in checked(range(1, 1 << len(basis)), LOOK):
        current ^= basis[(step & -step).bit_length() - 1]  # the one bit Gray code flips
        size = current.bit_count()
        if size < weight:
            weight, count, minimum = size, 1, current
        elif size == weight:
            count += 1
            if comes_before(current, minimum):
                minimum = current
    return weight, count, minimum


def by_gray_code(offset: int, rows: Sequence[int]) -> Component:
    """Return the answer for a component by visiting every member."""
    weight, count, least = optimal_members(offset, rows)

    def lightest_members() -> Iterator[int]:
        results = [member for member in members(offset, rows) if member.bit_count() == weight]
        yield from sorted(results, key=lambda member: f"{member:b}"[::-1])

    return Component(Fewest(least, weight, weight, count, METHOD, 1 << len(rows)), lightest_members)
