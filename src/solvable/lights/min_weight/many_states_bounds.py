"""For k > 2, beyond exhaustive search: a light member of a coset and a proved bound, improving until the time is up.

The bound: on any group of buttons every member weighs at least as much as the lightest member on that group, and if
members have few different restrictions to a group, all are quickly compared. So the sum of these minima over a
partition of the buttons is a lower bound; larger groups give better bounds and cost more. For prime k a group is a
flat, that is all buttons whose columns are in a space of low rank, chosen to contain many; because quiet patterns are
symmetric, it contains more buttons than a run of consecutive ones.

The member: repeatedly, the lightest of a random part of the coset around the best so far.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from math import prod
from random import Random

from solvable import kernels
from solvable.core.budget import Budget, check
from solvable.core.solution import Solution
from solvable.lights.algebra.modular import factor
from solvable.lights.algebra.module import Module, Vector, presses
from solvable.lights.min_weight.fourier import whole

NEARBY = 1 << 16  # members searched around the best
GROUP_ORDERS = (1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 22)  # restrictions to a group, step by step
ROUNDS = 60  # rounds without success
FLATS_MAX = 64
PRIME_MAX = 1 << 12


def independent(rows: Sequence[Vector], k: int) -> Iterator[tuple[Vector, int]]:
    """Yield independent generators, with their orders, of the module that the rows span over Z/k.

    For each prime power of k every step takes an entry of least valuation v, in the first column that has one, as
    pivot: all that is left is divisible by p^v, so the row has order p^(e-v). Each pivot column is cleared in the other
    rows as far as possible, which keeps them light.
    """
    for p, e in factor(k):
        modulus = p**e
        one = k // modulus * pow(k // modulus, -1, modulus)
        reduce = pivoted if kernels.has_library() else pivoted_reference
        for row, order in reduce(rows, p, e):
            yield (row if one == 1 else tuple([value * one % k for value in row])), order


def pivoted(rows: Sequence[Vector], p: int, e: int) -> Iterator[tuple[Vector, int]]:
    """Yield the same as `pivoted_reference`."""
    from solvable.kernels.buffers import Buffer, zeros

    modulus, pivot, found = p**e, kernels.native().modular_pivot, list[tuple[int, int]]()
    size = len(rows[0]) if rows else 0
    entries = array("I", [value % modulus for value in chain.from_iterable(rows)])
    matrix, done = Buffer(entries), Buffer(zeros("B", len(rows)))
    for valuation in range(e):
        while (row := pivot(matrix, len(rows), size, modulus, p**valuation, p ** (valuation + 1), done)) >= 0:
            check()
            found.append((row, modulus // p**valuation))
    for row, order in found:
        yield tuple(entries[row * size : (row + 1) * size]), order


def pivoted_reference(rows: Sequence[Vector], p: int, e: int) -> Iterator[tuple[Vector, int]]:
    """Yield independent generators, with their orders, of the module that the rows span over Z/p^e."""
    modulus, found = p**e, dict[int, int]()
    work = [[value % modulus for value in row] for row in rows]
    for valuation in range(e):
        scale = p**valuation
        # All rows without a pivot are multiples of p^valuation. Take the first entry that is not one of p^(valuation +
        # 1) and clear its column in the other rows; if there is none, go on to the next power.
        while True:
            check()
            hits = [
                (column, number)
                for number, row in enumerate(work)
                if number not in found
                and (column := next((c for c, value in enumerate(row) if value % (scale * p)), -1)) >= 0
            ]
            if not hits:
                break
            column, number = min(hits)
            inverse = pow(work[number][column] // scale, -1, modulus)
            pivot = [value * inverse % modulus for value in work[number]]
            for other, row in enumerate(work):
                if times := row[column] // scale:
                    work[other] = [(a - times * b) % modulus for a, b in zip(row, pivot, strict=True)]
            work[number] = pivot
            found[number] = modulus // scale
    for number, order in found.items():
        yield tuple(work[number]), order


def module_of(generators: Sequence[tuple[Vector, int]], k: int) -> Module:
    """Return the module of independent generators."""
    return Module(k, tuple(row for row, _ in generators), tuple(order for _, order in generators))


def on(rows: Sequence[Vector], buttons: Sequence[int]) -> list[Vector]:
    """Return the restrictions of the rows to these buttons."""
    return [tuple([row[button] for button in buttons]) for row in rows]


def partition(rows: Sequence[Vector], k: int, limit: int) -> Iterator[list[int]]:
    """Yield disjoint groups of all buttons, on each of which the module has at most about `limit` different
    restrictions.
    """
    columns = list(zip(*rows, strict=True))
    remaining = list(range(len(columns)))
    if factor(k) == ((k, 1),) and k < PRIME_MAX:
        rank = 0
        while k ** (rank + 1) <= limit:
            rank += 1
        choose = flat if kernels.has_library() else flat_reference
        for _ in range(FLATS_MAX):
            if remaining:
                chosen = set(choose([columns[button] for button in remaining], k, max(1, rank)))
                yield [button for index, button in enumerate(remaining) if index in chosen]
                remaining = [button for index, button in enumerate(remaining) if index not in chosen]
    if remaining:
        yield from _halved(rows, columns, k, limit, remaining)


def flat(columns: Sequence[Vector], p: int, rank: int) -> list[int]:
    """Return the same as `flat_reference`."""
    from solvable.kernels.buffers import Buffer, zeros

    kernel, count, size = kernels.native(), len(columns), len(columns[0])
    entries = array("I", chain.from_iterable(columns))
    vectors, lines, width = Buffer(entries), zeros("I", count * size), size * entries.itemsize
    for _ in range(rank):
        check()
        kernel.modular_lines(vectors, count, size, p, lines)
        flattened = lines.tobytes()
        counts = Counter([flattened[start : start + width] for start in range(0, len(flattened), width)])
        counts.pop(bytes(width), None)
        if not counts:
            break
        kernel.modular_project(vectors, count, size, p, array("I", max(reversed(counts), key=counts.__getitem__)))
    flattened, nothing = entries.tobytes(), bytes(width)
    return [place for place in range(count) if flattened[place * width : (place + 1) * width] == nothing]


def flat_reference(columns: Sequence[Vector], p: int, rank: int) -> list[int]:
    """Return the indices of the columns in a space of at most this rank, each step of which adds the most columns."""
    work = list(columns)
    for _ in range(rank):
        check()
        counts = Counter([line(column, p) for column in work if any(column)])
        if not counts:
            break
        # Among equals the last one, which gives better bounds
        commonest = max(reversed(counts), key=counts.__getitem__)
        work = [projected(column, commonest, p) for column in work]
    return [place for place, column in enumerate(work) if not any(column)]


def line(vector: Vector, p: int) -> Vector:
    """Return the multiple of a vector whose first nonzero entry is 1."""
    inverse = pow(next(filter(None, vector)), -1, p)
    return tuple([value * inverse % p for value in vector])


def projected(vector: Vector, along: Vector, p: int) -> Vector:
    """Return the vector minus a multiple of `along`, 0 at the first index where `along` is 1."""
    times = vector[along.index(1)]
    return tuple([(a - times * b) % p for a, b in zip(vector, along, strict=True)]) if times else vector


def _halved(
    rows: Sequence[Vector], columns: Sequence[Vector], k: int, limit: int, buttons: list[int]
) -> Iterator[list[int]]:
    order = prod(own for _, own in independent(on(rows, buttons), k))
    if order <= limit or len(buttons) == 1:
        yield buttons
        return
    buttons = sorted(buttons, key=lambda button: (columns[button], button))
    yield from _halved(rows, columns, k, limit, buttons[: len(buttons) // 2])
    yield from _halved(rows, columns, k, limit, buttons[len(buttons) // 2 :])


def least_on(offset: Sequence[int], rows: Sequence[Vector], k: int, buttons: Sequence[int]) -> int:
    """Return the least weight of the members on these buttons."""
    seen = module_of(list(independent(on(rows, buttons), k)), k)
    return whole([offset[button] for button in buttons], seen).minimum


def lower_bound(offset: Sequence[int], module: Module, limit: int, budget: Budget) -> int:
    """Return the sum of the least weights on the groups of a partition; 0 if interrupted."""
    bound = 0
    for group in partition(module.generators, module.k, limit):
        bound += least_on(offset, module.generators, module.k, group)
        if budget.is_over:
            return 0
    return bound


def improve(best: Vector, module: Module, rng: Random) -> Vector:
    """Return a member at least as light as `best`: the lightest of a random part of the coset around it."""
    shuffled = rng.sample(range(len(best)), len(best))
    back = sorted(range(len(best)), key=shuffled.__getitem__)
    chosen, size = list[tuple[Vector, int]](), 1
    generators = list(independent(on(module.generators, shuffled), module.k))
    for row, order in rng.sample(generators, len(generators)):
        if size * order <= NEARBY:
            chosen, size = [*chosen, (row, order)], size * order
    nearby = module_of(
        [(row, order) for row, (_, order) in zip(on([row for row, _ in chosen], back), chosen, strict=True)], module.k
    )
    return next(whole(best, nearby).lightest())


def approach(
    best: Vector, bound: int, module: Module, budget: Budget, *, sizes: Sequence[int], rounds: int
) -> tuple[Vector, int]:
    """Return (a member, a proved bound), improving both until the budget is over.

    The groups of buttons grow through `sizes`, the numbers of restrictions to a group; the search also ends if the two
    bounds meet, or after `rounds` rounds without success once all sizes were tried.
    """
    rng, waiting, in_vain = Random(0), list(sizes), 0
    while bound < sum(best) and (waiting or in_vain < rounds):
        if not budget.goes_on(bound, Solution(presses(best), bound)):
            break
        if waiting:
            bound = max(bound, lower_bound(best, module, waiting.pop(0), budget))
        result = improve(best, module, rng)
        in_vain = 0 if sum(result) < sum(best) else in_vain + 1
        best = min(best, result, key=sum)
    return best, bound
