"""Giant boards by polynomials, as methods for puzzles: states in, vectors out.

`PlaneRows` is for the ordinary game, `PlaneRings` for the plus rule with prime k on a plane, cylinder or torus; both
take time near-linear in the board.
"""

from array import array
from collections.abc import Iterable, Sequence
from itertools import chain

from solvable.core.budget import checked
from solvable.core.errors import UnsolvableError
from solvable.lights.algebra.masks import pack, unpack
from solvable.lights.algebra.modular import factor
from solvable.lights.algebra.module import Module, Vector
from solvable.lights.nullity import fibonacci
from solvable.lights.rules import WRAPS
from solvable.lights.transfer_matrix import ints, primes
from solvable.lights.transfer_matrix.primes import Plane
from solvable.lights.transfer_matrix.words import pattern
from solvable.lights.wiring import Wiring, is_full, is_ordinary


class PlaneRows:
    """The ordinary game by polynomials (`ints`), in time near-linear in the board, on a plane of w × h cells."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height

    def _rows(self, cells: Sequence[int]) -> list[int]:
        return [pack(cells[start : start + self._width]) for start in checked(range(0, len(cells), self._width), 64)]

    def _cells(self, board: Iterable[int]) -> Vector:
        return tuple(chain.from_iterable(unpack(row, self._width) for row in checked(board, 64)))

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        try:
            return self._cells(ints.solve(self._rows(right), self._width, in_place=True).presses)
        except UnsolvableError:
            return None

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return a quiet pattern with an odd overlap with `right`, or None."""
        try:
            ints.first_row(ints.residual(self._rows(right), self._width), self._width, self._height)
        except UnsolvableError as error:
            return tuple(error.obstruction.weights)
        return None

    def null(self) -> Module:
        """Return the quiet patterns."""
        first = ints.quiet_first_rows(self._width, self._height)
        patterns = tuple(self._cells(pattern(row, self._width, self._height)) for row in first)
        return Module(2, patterns, self.orders())

    def orders(self) -> tuple[int, ...]:
        """Return 2 for each generator of `null`."""
        return (2,) * fibonacci.nullity(self._width, self._height)


class PlaneRings:
    """The plus rule for prime k on plane, cylinder and torus, by polynomials (`primes`), in near-linear time."""

    def __init__(self, plane: Plane) -> None:
        self._plane = plane

    def _dark_after(self, right: Sequence[int]) -> "array[int] | bytearray":
        """Return the cells of the board that the presses adding `right` turn off."""
        k = self._plane.k
        if k > 256:
            return array("H", [-value % k for value in right])
        return bytearray(right).translate(bytes(-value % k for value in range(256)))

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        board = self._dark_after(right)
        try:
            primes.solve_cells(self._plane, board)
        except UnsolvableError:
            return None
        return tuple(board)

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return a quiet pattern whose weighted sum over `right` is not 0, or None."""
        try:
            primes.solve_cells(self._plane, self._dark_after(right))
        except UnsolvableError as error:
            return tuple(error.obstruction.weights)
        return None

    def null(self) -> Module:
        """Return the quiet patterns."""
        starts = primes.quiet_starts(self._plane)
        patterns = tuple(tuple(chain.from_iterable(primes.pattern(self._plane, *start))) for start in starts)
        return Module(self._plane.k, patterns, self.orders())

    def orders(self) -> tuple[int, ...]:
        """Return k for each generator of `null`."""
        return (self._plane.k,) * self._plane.nullity


def of(puzzle: Wiring) -> PlaneRows | PlaneRings | None:
    """Return the method for a giant board of the plus rule, prime k, on a plane, cylinder or torus; None for other
    puzzles.
    """
    if is_ordinary(puzzle):
        return PlaneRows(puzzle.width, puzzle.height)
    plane = plane_of(puzzle)
    return None if plane is None else PlaneRings(plane)


def plane_of(puzzle: Wiring) -> Plane | None:
    """Return the plane, cylinder or torus (plus rule, prime k, every cell counts) of `puzzle`, or None if it is not
    one.
    """
    is_prime = puzzle.k < primes.STATES_MAX and factor(puzzle.k) == ((puzzle.k, 1),)
    if puzzle.rule != "plus" or puzzle.surface not in WRAPS or not is_full(puzzle) or not is_prime:
        return None
    return Plane(puzzle.width, puzzle.height, puzzle.k, puzzle.surface)
