"""Whole rows and columns (`cross`, the pressed cell once) on w × h cells, for every k: w + h equations instead of w·h.

With R_r and C_c the sums of the presses x in row r and column c, lamp (r, c) needs R_r + C_c − x_rc = b_rc. So the
sums decide all presses, and adding up the lamps of a row or of a column gives

    (w − 1)·R_r + ΣC = Σ_c b_rc,    (h − 1)·C_c + ΣR = Σ_r b_rc;

conversely each solution of these gives the board's solution x_rc = R_r + C_c − b_rc. The matrix is symmetric, so line
weights y that refute the right sides give a quiet pattern with the weight y_r + y_c at lamp (r, c). Cost: elimination
of w + h unknowns, and w·h. The surface makes no difference.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from solvable.core.budget import checked
from solvable.lights.algebra.gf2 import Binary, Dense, binary_system
from solvable.lights.algebra.masks import pack
from solvable.lights.algebra.modular import System
from solvable.lights.algebra.module import Module, Vector


class Cross:
    """The cross rule on a board of w × h cells, none dead, fixed or free."""

    def __init__(self, width: int, height: int, k: int) -> None:
        self._width, self._height, self._k = width, height, k

    @cached_property
    def _system(self) -> System | Binary | Dense:
        w, h, k = self._width, self._height, self._k
        rows = [[(w - 1) % k * (r == s) for s in range(h)] + [1] * w for r in checked(range(h), 16)]
        rows += [[1] * h + [(h - 1) % k * (c == d) for d in range(w)] for c in checked(range(w), 16)]
        return System(rows, w + h, k) if k > 2 else binary_system([pack(row) for row in rows], w + h)

    def _sums(self, cells: Sequence[int]) -> list[int]:
        """Return the sums of the rows and of the columns."""
        w = self._width
        rows = [sum(cells[start : start + w]) for start in checked(range(0, len(cells), w), 64)]
        return [total % self._k for total in chain(rows, (sum(cells[column::w]) for column in checked(range(w), 64)))]

    def _cells(self, lines: Sequence[int], less: Sequence[int] | None = None) -> Vector:
        """Return, for each cell, the value of its row plus that of its column, minus `less`."""
        columns = lines[self._height :]
        cells = [row + column for row in checked(lines[: self._height], 16) for column in columns]
        if less is not None:
            cells = [cell - minus for cell, minus in zip(cells, less, strict=True)]
        return tuple([cell % self._k for cell in cells])

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        lines = self._system.solve(self._sums(right))
        return None if lines is None else self._cells(lines, right)

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return a quiet pattern whose weighted sum over `right` is not 0, or None."""
        lines = self._system.witness(self._sums(right))
        return None if lines is None else self._cells(lines)

    def null(self) -> Module:
        """Return the quiet patterns."""
        lines = self._system.null()
        return Module(self._k, tuple(map(self._cells, lines.generators)), lines.orders)

    def orders(self) -> tuple[int, ...]:
        """Return the orders of the generators of `null`."""
        return self._system.orders()
