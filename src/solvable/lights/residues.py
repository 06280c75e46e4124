"""Fewest presses for k > 2, where a button may be pressed up to k - 1 times: the least sum of residues in a coset.

All solutions are one of them plus the quiet patterns. The first few generators are written out as a table, the others
walked through; each step adds one vector to the whole table and takes the least row sum: order · n additions.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from time import monotonic
from typing import TYPE_CHECKING, Any

from solvable.errors import BudgetExceededError
from solvable.lights.module import Module, Vector
from solvable.puzzle import Progress, Solution, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvable.lights.board import LightsOut

_TABLE = 1 << 20  # numbers in the table


def lightest(offset: Vector, module: Module) -> Vector:
    """Return the member of offset + module of least sum, the first met among equals; the reference."""
    return min(module.members(offset), key=sum)


def fewest(
    puzzle: "LightsOut", state: State, *, seconds: float | None = None, progress: Progress | None = None
) -> Solution:
    """Return a solution of the fewest presses, proved; raise BudgetExceededError with the best at a limit."""
    end = None if seconds is None else monotonic() + seconds
    bound, best, seen = puzzle.bound(state), puzzle.vector(state), 0
    for candidate, size in _leaders(best, puzzle.quiet):
        best, seen = min(best, candidate, key=sum), seen + size
        cancelled = progress is not None and progress(bound, sum(best), seen) is False
        if (cancelled or (end is not None and monotonic() > end)) and seen < puzzle.quiet.order:
            bound = min(bound, sum(best))
            raise BudgetExceededError(
                f"stopped after {seen} of {puzzle.quiet.order} solutions", bound, Solution(_moves(best), bound)
            )
    return Solution(_moves(best), sum(best))


def _moves(vector: Sequence[int]) -> tuple[int, ...]:
    return tuple(press for press, times in enumerate(vector) for _ in range(times))


def _leaders(offset: Vector, module: Module) -> Iterator[tuple[Vector, int]]:
    """Yield (the lightest, how many) of slice after slice of offset + module."""
    import numpy as np

    table, rest = _table(module)
    for multiples in product(*(range(module.orders[place]) for place in rest)):
        shift = np.array(offset, table.dtype)
        for place, multiple in zip(rest, multiples, strict=True):
            shift = (shift + multiple * np.array(module.generators[place], table.dtype)) % module.k
        sums = ((table + shift) % module.k).sum(axis=1, dtype=np.int64)
        lightest_row = int(sums.argmin())
        yield tuple(((table[lightest_row] + shift) % module.k).tolist()), len(table)


def _table(module: Module) -> "tuple[NDArray[Any], list[int]]":
    """Return all sums of the generators that fit into a table, and the places of the others."""
    import numpy as np

    width = len(module.generators[0])
    kind = np.uint8 if module.k <= 16 else np.int64  # (k - 1)² and 2k fit
    table, rest = np.zeros((1, width), kind), list[int]()
    for place, order in enumerate(module.orders):
        if table.size * order > max(_TABLE, width * order):
            rest.append(place)
            continue
        generator = np.array(module.generators[place], np.int64)
        multiples = np.arange(order, dtype=np.int64)[:, None] * generator[None, :] % module.k
        table = ((table[None, :, :] + multiples[:, None, :]) % module.k).astype(kind).reshape(-1, width)
    return table, rest
