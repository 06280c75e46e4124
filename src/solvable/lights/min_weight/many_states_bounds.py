"""Beyond what can be searched, for k > 2: a light member of a coset, and a proved bound, improving while time lasts.

The bound: on any group of buttons a member weighs at least what the lightest member does there, and where few different
members are seen on a group they are soon searched. So the sum of these minima over a partition of the buttons is
a lower bound; larger groups bound better and cost more. For prime k a group is a flat, all buttons whose columns lie
in a space of low rank, chosen to hold many: more than as many buttons in a row, as quiet patterns are symmetric.

The member: the lightest of a random part of the coset around the best so far, again and again.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from solvable.core.budget import Budget, check
from solvable.core.solution import Solution
from solvable.lights.algebra.modular import factor
from solvable.lights.algebra.module import Module, Vector, presses
from solvable.lights.min_weight.fourier import Table, member

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[Any]

NEARBY = 1 << 16  # members searched around the best
GROUP_ORDERS = (1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 22)  # members seen on a group, step by step
ROUNDS = 60  # in vain
FLATS_MAX = 64
PRIME_MAX = 1 << 12


def independent(rows: "Matrix", k: int) -> Iterator[tuple["Matrix", int]]:
    """Yield independent generators, with their orders, of the module that the rows span over Z/k.

    For each prime power of k every step takes an entry of least valuation v, in the first column that has one, as
    pivot: all that is left is divisible by p^v, so the row has order p^(e-v). Each pivot column is cleared in the other
    rows as far as possible, which keeps them light.
    """
    for p, e in factor(k):
        modulus = p**e
        one = k // modulus * pow(k // modulus, -1, modulus)
        work, done = rows % modulus, list[tuple[int, int]]()
        for valuation in range(e):
            scale = p**valuation
            while True:
                check()
                hits = work % (scale * p) != 0
                hits[[row for row, _ in done]] = False
                columns = hits.any(axis=0)
                if not columns.any():
                    break
                column = int(columns.argmax())
                row = int(hits[:, column].argmax())
                work[row] = work[row] * pow(int(work[row, column]) // scale, -1, modulus) % modulus
                factors = work[:, column] // scale
                factors[row] = 0
                work = (work - factors[:, None] * work[row]) % modulus
                done.append((row, modulus // scale))
        for row, order in done:
            yield work[row] * one % k, order


def matrix_of(module: Module) -> "Matrix":
    """Return the generators as an array."""
    import numpy as np

    return np.array(module.generators, np.int64)


def module_of(generators: Sequence[tuple["Matrix", int]], k: int) -> Module:
    """Return the module of independent generators."""
    return Module(k, tuple(tuple(row.tolist()) for row, _ in generators), tuple(order for _, order in generators))


def partition(rows: "Matrix", k: int, limit: int) -> Iterator[list[int]]:
    """Yield disjoint groups of all buttons on each of which the module has about `limit` different members at most."""
    remaining = list(range(rows.shape[1]))
    if factor(k) == ((k, 1),) and k < PRIME_MAX:
        rank = 0
        while k ** (rank + 1) <= limit:
            rank += 1
        for _ in range(FLATS_MAX):
            if remaining:
                flat = set(_flat(rows[:, remaining].T, k, max(1, rank)))
                yield [button for index, button in enumerate(remaining) if index in flat]
                remaining = [button for index, button in enumerate(remaining) if index not in flat]
    if remaining:
        yield from _halved(rows, k, limit, remaining)


def _flat(columns: "Matrix", p: int, rank: int) -> list[int]:
    """Return the places of the columns in a space of at most this rank, each step taking in the most more."""
    import numpy as np

    inverses = np.array([0, *(pow(value, -1, p) for value in range(1, p))])
    mixing = np.random.default_rng(0).integers(1, 1 << 62, columns.shape[1])
    work = columns % p
    for _ in range(rank):
        outside = work[work.any(axis=1)]
        if not len(outside):
            break
        leading = (outside != 0).argmax(axis=1)
        lines = outside * inverses[outside[np.arange(len(outside)), leading]][:, None] % p
        _, first, count = np.unique(lines @ mixing, return_index=True, return_counts=True)  # hashes: only a choice
        line = lines[first[count.argmax()]]
        work = (work - work[:, (line != 0).argmax()][:, None] * line) % p
    result: list[int] = np.flatnonzero(~work.any(axis=1)).tolist()
    return result


def _halved(rows: "Matrix", k: int, limit: int, buttons: list[int]) -> Iterator[list[int]]:
    order = 1
    for _, own in independent(rows[:, buttons], k):
        order *= own
    if order <= limit or len(buttons) == 1:
        yield buttons
        return
    buttons = sorted(buttons, key=lambda button: (rows[:, button].tolist(), button))
    yield from _halved(rows, k, limit, buttons[: len(buttons) // 2])
    yield from _halved(rows, k, limit, buttons[len(buttons) // 2 :])


def least_on(offset: Sequence[int], rows: "Matrix", k: int, buttons: Sequence[int]) -> int:
    """Return the least weight that a member has on these buttons."""
    seen = module_of(list(independent(rows[:, buttons], k)), k)
    return int(Table([offset[button] for button in buttons], seen, len(seen.orders)).weights().min())


def lower_bound(offset: Sequence[int], module: Module, limit: int, budget: Budget) -> int:
    """Return the sum of the least weights on the groups of a partition; 0 when interrupted."""
    rows, bound = matrix_of(module), 0
    for group in partition(rows, module.k, limit):
        bound += least_on(offset, rows, module.k, group)
        if budget.is_over:
            return 0
    return bound


def improve(best: Vector, module: Module, rng: Random) -> Vector:
    """Return a member at least as light as `best`: the lightest of a random part of the coset around it."""
    import numpy as np

    shuffled = rng.sample(range(len(best)), len(best))
    back = np.argsort(shuffled)
    chosen, size = list[tuple[Any, int]](), 1
    generators = list(independent(matrix_of(module)[:, shuffled], module.k))
    for row, order in rng.sample(generators, len(generators)):
        if size * order <= NEARBY:
            chosen, size = [*chosen, (row[back], order)], size * order
    nearby = module_of(chosen, module.k)
    table = Table(best, nearby, len(nearby.orders))
    return member(best, nearby, table.multiples(int(table.weights().argmin())))


def approach(
    best: Vector, bound: int, module: Module, budget: Budget, *, sizes: Sequence[int], rounds: int
) -> tuple[Vector, int]:
    """Return (a member, a proved bound), improving both until the budget is over.

    The groups of buttons grow through `sizes`, members seen on a group; the search also ends where both meet, or after
    `rounds` in vain once all sizes were tried.
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
