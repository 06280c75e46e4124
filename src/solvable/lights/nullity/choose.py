"""How many quiet patterns a puzzle has, and of which orders: the choice among theorems, one chase, and elimination.

The ordinary game asks `fibonacci`. Other rules that are polynomials in a row's and a column's adjacency have theorems
(`kronecker`). Large boards of two states, or of the plus rule, take one chase without a right side (`transfer_matrix`,
`methods.chase`). Where none of these applies, the method that solves the puzzle finds it, by elimination.
"""

from collections import Counter
from collections.abc import Callable

from solvable import kernels
from solvable.lights.wiring import Wiring, is_full

GIANT = 1 << 12  # cells from which polynomials beat forcing


def is_ordinary(puzzle: Wiring) -> bool:
    """Return whether this is the ordinary game: two states, plus rule, a plane without dead, fixed or free cells."""
    return puzzle.k == 2 and puzzle.rule == "plus" and puzzle.surface == "plane" and is_full(puzzle)


def orders(puzzle: Wiring, eliminated: Callable[[], tuple[int, ...]]) -> Counter[int]:
    """Return how many generators of the quiet patterns have each order; `eliminated` finds them if nothing else does.

    Their number is the nullity, and a solvable state has as many solutions as the product of the orders.
    """
    if is_ordinary(puzzle):
        from solvable.lights.nullity import fibonacci

        return Counter({2: fibonacci.nullity(puzzle.width, puzzle.height)})
    quick = quick_orders(puzzle)
    return Counter(eliminated() if quick is None else quick)


def quick_orders(puzzle: Wiring) -> tuple[int, ...] | None:
    """Return the orders by theorems or by one chase; None where neither applies."""
    from solvable.lights.nullity import kronecker

    result = kronecker.orders(puzzle)
    if result is None and puzzle.cells >= GIANT:
        from solvable.lights.methods import chase
        from solvable.lights.nullity import transfer_matrix

        if kernels.has_library() and transfer_matrix.serves(puzzle):
            return (2,) * transfer_matrix.nullity(puzzle)
        if chase.is_chased(puzzle):
            return chase.orders(puzzle)
    return result
