"""Many boards of one two-colour puzzle of at most 64 cells: table look-ups, then the lightest of the coset.

`tables[i, v]` holds, for the value v of byte i of a state, what it adds to the presses and to the residual, which is
0 for solvable states. `quiet` lists all quiet patterns. Twin of `lights.bulk.solve_reference`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels import bits
from solvable.kernels.jit import jit

Array = NDArray[Any]
popcount: Any = bits.popcount
UNSOLVABLE = 255


@jit
def _lightest(presses: Any, quiet: Array) -> tuple[Any, Any]:
    """Return (weight, member) of the lexicographically least of the lightest of presses ^ quiet."""
    best, weight = presses, popcount(presses)
    for index in range(1, quiet.size):
        member = presses ^ quiet[index]
        size = popcount(member)
        if size <= weight:
            difference = member ^ best
            if size < weight or best & difference & (~difference + np.uint64(1)):
                best, weight = member, size
    return weight, best


@jit
def solve(states: Array, tables: Array, quiet: Array, presses: Array, weights: Array) -> None:
    """Write for each state its fewest presses and their number; 0 and 255 where it is unsolvable."""
    for index in range(states.size):
        state = states[index]
        found, residual = np.uint64(0), np.uint64(0)
        for byte in range(tables.shape[0]):
            value = (state >> np.uint64(8 * byte)) & np.uint64(255)
            found ^= tables[byte, value, 0]
            residual ^= tables[byte, value, 1]
        if residual:
            presses[index], weights[index] = 0, UNSOLVABLE
        else:
            weight, best = _lightest(found, quiet)
            presses[index], weights[index] = best, weight


@jit
def distribution(first: int, last: int, tables: Array, quiet: Array, counts: Array) -> None:
    """Count the states first ≤ state < last by their fewest presses; unsolvable ones are not counted."""
    for state in range(first, last):
        found, residual = np.uint64(0), np.uint64(0)
        for byte in range(tables.shape[0]):
            value = (state >> (8 * byte)) & 255
            found ^= tables[byte, value, 0]
            residual ^= tables[byte, value, 1]
        if residual == 0:
            weight = popcount(found)
            for index in range(1, quiet.size):
                weight = min(weight, popcount(found ^ quiet[index]))
            counts[weight] += 1
