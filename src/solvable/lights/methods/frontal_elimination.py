"""Large sparse wirings of two states: elimination along a moving front (`algebra.sparse`), anew for each right side.

Forcing makes each press a form in its parameters, which takes many of them where a graph has leaves and holes; a front,
the presses that are active at once, forgets a press with its last lamp.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solvable.core.budget import checked
from solvable.lights.algebra.masks import unpack
from solvable.lights.algebra.module import Module, Vector, check_listed
from solvable.lights.rules import Toggles

if TYPE_CHECKING:
    from solvable.lights.algebra.elimination import Solved
    from solvable.lights.algebra.sparse import Sparse


def matrix(cells: int, toggles: Toggles) -> "Sparse":
    """Return the equations, one for each lamp, in the presses."""
    from solvable.lights.algebra.sparse import Sparse

    return Sparse.from_rows([[cell for cell, _ in toggle] for toggle in checked(toggles)], cells).transposed()


def front(equations: "Sparse") -> int:
    """Return how many presses are active at once."""
    from solvable.lights.algebra import sparse

    return sparse.lifetimes(equations, sparse.ordering(equations, equations.transposed()))[1]


class Frontal:
    """Two states, any sparse wiring; `buttons` are the presses that the player has."""

    def __init__(self, equations: "Sparse", buttons: Sequence[int]) -> None:
        self._equations, self._lost = equations, equations.width - len(buttons)
        self._buttons = buttons
        self._last: tuple[tuple[int, ...], Solved] | None = None

    def _answer(self, right: Sequence[int] | None = None) -> "Solved":
        """Return what is known of one right side; without one, of any. The last answer is kept."""
        from solvable.lights.algebra.sparse import solve_sparse

        if self._last is None or (right is not None and self._last[0] != tuple(right)):
            asked = (0,) * self._equations.height if right is None else tuple(right)
            self._last = asked, solve_sparse(self._equations, asked)
        return self._last[1]

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        return self._vector(self._answer(right).solution, self._equations.width)

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return weights of the cells that every press leaves even while `right` is odd, or None."""
        return self._vector(self._answer(right).refutation, self._equations.height)

    def null(self) -> Module:
        """Return the quiet patterns."""
        check_listed(len(self.orders()), self._equations.width)
        rows = [self._vector(row, self._equations.width) for row in self._answer().quiet]
        lost = set(range(self._equations.width)) - set(self._buttons)
        patterns = tuple(row for row in rows if row is not None and not any(row[press] for press in lost))
        return Module(2, patterns, self.orders())

    def orders(self) -> tuple[int, ...]:
        """Return 2 for each generator of `null`."""
        return (2,) * (self._answer().nullity - self._lost)

    @staticmethod
    def _vector(mask: int | None, size: int) -> Vector | None:
        return None if mask is None else unpack(mask, size)
