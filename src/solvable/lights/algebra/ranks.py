"""The ranks of the toggle matrix, and of the matrix beside a state: equal iff the state is solvable.

Where k is composite the rank is the length of the module that the presses span: the number of prime factors of its
order. A state adds to it the order of its difference modulo what presses can add.
"""

from collections.abc import Callable, Mapping

from solvable.core.puzzle import State
from solvable.lights.algebra.modular import factor
from solvable.lights.algebra.module import Vector


def ranks(
    k: int, buttons: int, orders: Mapping[int, int], right: State, witness: Callable[[State], Vector | None]
) -> tuple[int, int]:
    """Return (rank of A, rank of A beside `right`): `orders` says how many quiet generators have which order."""
    length = sum(e for _, e in factor(k))
    lost = sum(times * e for order, times in orders.items() for _, e in factor(order))
    rank, order = buttons * length - lost, k
    for p, e in factor(k):
        for _ in range(e):
            if witness(tuple(order // p * value % k for value in right)) is None:
                order //= p
    return rank, rank + sum(e for _, e in factor(order))
