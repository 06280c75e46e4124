"""Many boards of one two-colour puzzle of at most 64 cells: table look-ups, then the lightest of the coset.

`tables[i, v]` holds, for the value v of the i-th group of `bits` cells, what it adds to the presses; above them, from
bit `shift` on, or where `residuals` is not empty there, what it adds to the residual, which is 0 for solvable states.
`quiet` lists all quiet patterns in lexicographic order, and the presses are 0 at their pivots: so the first of the
lightest members is the lexicographically least. Nothing branches on the data. Twin of `lights.bulk.solve_reference`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
popcount: Any = bits.popcount
UNSOLVABLE = 255


@jit
def _look_up(state: Any, tables: Array, width: Any) -> Any:
    mask, total = (np.uint64(1) << width) - np.uint64(1), np.uint64(0)
    for group in range(tables.shape[0]):
        total ^= tables[group, (state >> (width * np.uint64(group))) & mask]
    return total


@jit
def solve(
    states: Array, tables: Array, residuals: Array, width: int, shift: int, quiet: Array, presses: Array, weights: Array
) -> None:
    """Write for each state its fewest presses and their number; 0 and 255 where it is unsolvable."""
    group_width, above = np.uint64(width), np.uint64(shift)
    inside = ~np.uint64(0) if shift >= 64 else (np.uint64(1) << above) - np.uint64(1)
    for index in range(states.size):
        found = _look_up(states[index], tables, group_width)
        residual = (found & ~inside) | _look_up(states[index], residuals, group_width)
        found &= inside
        best, weight = found, popcount(found)
        for place in range(1, quiet.size):
            member = found ^ quiet[place]
            size = popcount(member)
            best = member if size < weight else best
            weight = min(weight, size)
        presses[index] = np.uint64(0) if residual else best
        weights[index] = UNSOLVABLE if residual else weight


@jit
def distribution(
    first: int, last: int, tables: Array, residuals: Array, width: int, shift: int, quiet: Array, counts: Array
) -> None:
    """Count the states first ≤ state < last by their fewest presses; unsolvable ones are not counted."""
    group_width, above = np.uint64(width), np.uint64(shift)
    inside = ~np.uint64(0) if shift >= 64 else (np.uint64(1) << above) - np.uint64(1)
    for state in range(first, last):
        found = _look_up(np.uint64(state), tables, group_width)
        if (found & ~inside) | _look_up(np.uint64(state), residuals, group_width):
            continue
        weight = popcount(found)
        for place in range(1, quiet.size):
            weight = min(weight, popcount(found ^ quiet[place]))
        counts[weight] += 1
