"""The number of solvable states by the presses they need.

A solvable state needs as many presses as the lightest member of a coset of the quiet patterns weighs; so the
distribution over all solvable states is that of the coset leaders. Without quiet patterns each state has one solution,
and the distribution is that of the digit sums, (1 + x + … + x^(k-1))^n. Otherwise all cosets are visited: one member of
each (for prime k those that are 0 at the pivots of the quiet patterns), with the buttons split into two halves, so that
for each quiet pattern the weights are sums from two short tables. Cost k^n byte operations for n buttons.
"""

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import log2
from operator import add

from solvable import kernels
from solvable.core.budget import checked
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.message import msg
from solvable.lights.algebra.module import Vector
from solvable.lights.linear_system import LinearSystem

CENSUS_ADDITIONS_MAX = 1 << 34  # additions: a few seconds
TABLE_BITS_MAX = 1 << 28  # bits of the numbers in a table
ADDITIONS_PER_CALL = 1 << 26  # additions per call, to allow cancellation


def press_distribution(system: LinearSystem) -> tuple[int, ...]:
    """Return the numbers of solvable states that need 0, 1, 2, … presses."""
    board, module = system.board, system.null_space
    buttons, k = list(board.buttons), board.k
    size = len(buttons)
    if module.order == 1:
        return _digit_sums(size, k)
    _refuse(size - len(module.generators), k, module.order)  # before searching for pivots
    quiet = [tuple(generator[button] for button in buttons) for generator in module.generators]
    pivots = _pivots(quiet, k) if all(order == k for order in module.orders) else set()
    places = [index for index in range(size) if index not in pivots]
    _refuse(len(places), k, module.order)
    members = [tuple(member[button] for button in buttons) for member in module.members((0,) * board.presses)]
    counts = (walked if kernels.has_library() else tallied)(members, places, sorted(pivots), k)
    repeats = k ** len(places) * module.order // k**size
    return tuple(count // repeats for count in counts)


def _refuse(exponent: int, k: int, order: int) -> None:
    """Raise PuzzleError if k^exponent cosets are too many to visit with all their members."""
    if exponent * log2(k) + log2(order) > log2(CENSUS_ADDITIONS_MAX):
        raise PuzzleError(
            msg(
                "{k}^{exponent} states with {solutions} solutions each are too many to visit",
                k=k,
                exponent=exponent,
                solutions=order,
            )
        )


def _digit_sums(size: int, k: int) -> tuple[int, ...]:
    """Return the number of vectors in (Z/k)^size by the sum of their digits: the coefficients of q = p^size.

    For p = 1 + x + … + x^(k−1), p·q' = size·p'·q gives each coefficient from the k − 1 before it. Raises
    BudgetExceededError if there are too many digits to write out.
    """
    entries = size * (k - 1) + 1
    if entries * size * log2(k) > TABLE_BITS_MAX or entries * k > TABLE_BITS_MAX:
        raise BudgetExceededError(
            msg(
                "a table of {entries} numbers of up to {k}^{exponent} is too long to write out",
                entries=entries,
                k=k,
                exponent=size,
            ),
            0,
        )
    counts = [1]
    for total in checked(range(1, entries), 64):
        before = counts[:-k:-1]
        counts.append(sum((size * j - total + j) * count for j, count in enumerate(before, 1)) // total)
    return tuple(counts)


def _pivots(vectors: Sequence[Vector], k: int) -> set[int]:
    """Return indices at which the members of the span take every combination of values once, by elimination through
    units.

    The set is empty if there are none, which is possible for composite k.
    """
    remaining, results = [list(vector) for vector in vectors], set[int]()
    while remaining:
        row = remaining.pop()
        index = next((place for place, value in enumerate(row) if _is_unit(value, k)), None)
        if index is None:
            return set()
        inverse = pow(row[index], -1, k)
        remaining = [
            [(a - other[index] * inverse * b) % k for a, b in zip(other, row, strict=True)] for other in remaining
        ]
        results.add(index)
    return results


def _is_unit(value: int, k: int) -> bool:
    from math import gcd

    return gcd(value, k) == 1


def walked(members: Sequence[Vector], places: Sequence[int], pivots: Sequence[int], k: int) -> list[int]:
    """Return how often 0, 1, 2, … is the least weight of x + member, over all x on `places` that are 0 on the
    `pivots`.
    """
    from solvable.kernels.buffers import zeros

    low, high = places[: len(places) // 2], places[len(places) // 2 :]
    size = (len(places) + len(pivots)) * (k - 1) + 1
    code, kernel = ("B" if size <= 256 else "I"), kernels.native()
    weights = kernel.coset_weights_8 if code == "B" else kernel.coset_weights_32
    leaders = kernel.coset_leaders_8 if code == "B" else kernel.coset_leaders_32

    def table(half: Sequence[int], bases: Sequence[int]) -> "array[int]":
        count = k ** len(half)
        results, shifts = zeros(code, len(members) * count), [member[index] for member in members for index in half]
        weights(array("i", shifts), len(half), array("i", bases), len(members), k, results, count)
        return results

    lefts = table(low, [sum(member[pivot] for pivot in pivots) for member in members])
    rights, counts = table(high, [0] * len(members)), zeros("q", size)
    left_count, right_count = k ** len(low), k ** len(high)
    minimum, step = zeros(code, right_count), max(1, ADDITIONS_PER_CALL // len(rights))
    for first in checked(range(0, left_count, step), 1):
        last = min(first + step, left_count)
        leaders(lefts, left_count, first, last, rights, right_count, len(members), counts, size, minimum)
    return _trimmed(list(counts))


def _trimmed(counts: list[int]) -> list[int]:
    """Return the counts without the zeros at the end."""
    while counts[-1] == 0:
        counts.pop()
    return counts


def tallied(members: Sequence[Vector], places: Sequence[int], pivots: Sequence[int], k: int) -> list[int]:
    """Return the same as `walked`; the reference. Halves with the same weights for all members are combined only
    once.
    """
    low, high = places[: len(places) // 2], places[len(places) // 2 :]
    base = [sum(member[pivot] for pivot in pivots) for member in members]
    lefts, rights = _weights(members, low, base, k), _weights(members, high, [0] * len(members), k)
    counts = [0] * ((len(places) + len(pivots)) * (k - 1) + 1)
    for left, times in checked(lefts.items(), 4):
        for right, more in rights.items():
            counts[min(map(add, left, right))] += times * more
    return _trimmed(counts)


def _weights(members: Sequence[Vector], places: Sequence[int], base: Sequence[int], k: int) -> Counter[tuple[int, ...]]:
    """Return how often each row of weights of x + member, one for each member, occurs over all x on the places."""
    shifts = [[member[index] for index in places] for member in members]
    return Counter(
        tuple([more + sum([(a + b) % k for a, b in zip(x, shift, strict=True)]) for more, shift in both])
        for both in (list(zip(base, shifts, strict=True)),)
        for x in checked(product(range(k), repeat=len(places)), 64)
    )
