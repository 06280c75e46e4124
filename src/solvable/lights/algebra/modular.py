"""System: linear equations over Z/k for every k, prime or not; verdict with certificate, all solutions, exact count.

k splits into prime powers by the Chinese remainder theorem. Over Z/p^e each step takes the entry of least valuation v
left, scales it to p^v, which then divides everything left, and clears its column below. So row i reads
p^(v_i) x_i + (multiples of p^(v_i)) = s_i: solvable iff p^(v_i) divides every s_i (0 below the rank), and then back
substitution finds a solution. The null module has p^(e·free + Σ v_i) members, and p^(e-v_i) times the tracked row
combination proves the contrary. No Howell form is needed. Cost O(n³) numpy operations; small systems, and all where
there is no numpy, are done on lists (`plain`).
"""

from collections.abc import Sequence
from itertools import zip_longest
from math import prod
from typing import TYPE_CHECKING

from solvable import kernels
from solvable.budget import check, checked
from solvable.lights.algebra import plain
from solvable.lights.algebra.module import Module, Vector, check_listed
from solvable.memory import check_memory, check_time

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.int64]

LOOK = 64  # rows between two looks at the budget in force
SMALL = 1 << 12  # numbers in a system that is done on lists
_ROWS = 128  # subtracted from at once, so that temporary arrays stay small


def factor(k: int) -> tuple[tuple[int, int], ...]:
    """Return the prime powers (p, e) of `k`, ascending, by trial division."""
    found, p = [], 2
    while p * p <= k:
        e = 0
        while k % p == 0:
            k, e = k // p, e + 1
        if e:
            found.append((p, e))
        p += 1
    return (*found, (k, 1)) if k > 1 else tuple(found)


class PrimePower:
    """The equations `matrix` · x = right over Z/p^e, eliminated once, answered for many right sides."""

    def __init__(self, matrix: "Matrix", p: int, e: int, *, tracked: bool = True) -> None:
        """Eliminate; where the row combinations are not `tracked`, only `orders` may be asked for."""
        import numpy as np

        self.p, self.e, self.modulus = p, e, p**e
        rows, self.width = matrix.shape
        self._work = np.zeros((rows, self.width + (rows if tracked else 0)), np.int64)
        for begin in range(0, rows, LOOK):
            check()
            self._work[begin : begin + LOOK, : self.width] = matrix[begin : begin + LOOK] % self.modulus
        if tracked:
            np.fill_diagonal(self._work[:, self.width :], 1)  # the combinations of rows ride along
        self.columns: list[int] = []  # the pivot column of each row, and its valuation
        self.valuations: list[int] = []
        self._valuation = self._next = 0
        while (place := self._least(len(self.columns))) is not None:
            self._eliminate(*place)
        chosen = set(self.columns)
        self.free = [column for column in range(self.width) if column not in chosen]

    def _least(self, done: int) -> tuple[int, int, int] | None:
        """Return (row, column, valuation) of an entry of least valuation from row `done` on; None if all are 0.

        Columns before `_next` have none of this valuation left, and row operations bring none back.
        """
        while self._valuation < self.e:
            divisor = self.p ** (self._valuation + 1)
            while self._next < self.width:
                hits = (self._work[done:, self._next] % divisor).nonzero()[0]
                if hits.size:
                    return done + int(hits[0]), self._next, self._valuation
                self._next += 1
            self._valuation, self._next = self._valuation + 1, 0
        return None

    def _eliminate(self, row: int, column: int, valuation: int) -> None:
        """Bring `row` up, scale its entry in `column` to p^valuation and clear the column below."""
        work, done, scale = self._work, len(self.columns), self.p**valuation
        work[[done, row]] = work[[row, done]]
        unit = int(work[done, column]) // scale
        work[done] = work[done] * pow(unit, -1, self.modulus) % self.modulus
        below = done + 1 + (work[done + 1 :, column] != 0).nonzero()[0]
        left = column if self.e == 1 else 0  # of a field's entries those before the column are 0
        for start in range(0, len(below), _ROWS):
            check()
            rows = below[start : start + _ROWS]
            component = work[rows, left:]
            component -= (work[rows, column] // scale)[:, None] * work[done, left:]
            component %= self.modulus
            work[rows, left:] = component
        self.columns.append(column)
        self.valuations.append(valuation)

    def _right(self, right: Sequence[int]) -> "Matrix":
        """Return `right` under the tracked row operations."""
        import numpy as np

        components, side = [np.zeros(0, np.int64)], np.array(right, np.int64) % self.modulus
        for start in range(0, len(self._work), _ROWS):
            check()
            products = self._work[start : start + _ROWS, self.width :] * side % self.modulus
            components.append(products.sum(axis=1) % self.modulus)
        return np.concatenate(components)

    def _substitute(self, right: "Matrix", x: "Matrix") -> "Matrix":
        """Return x with the pivot unknowns solved for `right`, the free ones as `x` has them."""
        for row in checked(range(len(self.columns) - 1, -1, -1), 64):
            scale, column = self.p ** self.valuations[row], self.columns[row]
            known = int((self._work[row, : self.width] * x % self.modulus).sum())
            x[column] = (x[column] + (int(right[row]) - known) // scale) % self.modulus
        return x

    def solve(self, right: Sequence[int]) -> list[int] | None:
        """Return a solution, or None."""
        import numpy as np

        reduced = self._right(right)
        if self._failure(reduced) is not None:
            return None
        found: list[int] = self._substitute(reduced, np.zeros(self.width, np.int64)).tolist()
        return found

    def witness(self, right: Sequence[int]) -> list[int] | None:
        """Return y with y·matrix = 0 and y·right ≠ 0 mod p^e, or None where a solution exists."""
        row = self._failure(self._right(right))
        if row is None:
            return None
        scale = self.p ** (self.e - self.valuations[row]) if row < len(self.columns) else 1
        combination: list[int] = (self._work[row, self.width :] * scale % self.modulus).tolist()
        return combination

    def _failure(self, reduced: "Matrix") -> int | None:
        for row, value in enumerate(reduced.tolist()):
            if value % (self.p ** self.valuations[row] if row < len(self.columns) else self.modulus):
                return row
        return None

    def orders(self) -> list[int]:
        """Return the orders of the generators of the null module, the largest first."""
        partial = [self.p**valuation for valuation in self.valuations if valuation]
        return [self.modulus] * len(self.free) + sorted(partial, reverse=True)

    def null(self) -> list[tuple[list[int], int]]:
        """Return independent generators of the null module with their orders, the largest orders first."""
        import numpy as np

        zero = np.zeros(len(self.columns), np.int64)
        found = []
        for column, order in [(column, self.modulus) for column in self.free] + [
            (column, self.p**valuation)
            for column, valuation in zip(self.columns, self.valuations, strict=True)
            if valuation
        ]:
            x = np.zeros(self.width, np.int64)
            x[column] = self.modulus // order
            found.append((self._substitute(zero, x).tolist(), order))
        return sorted(found, key=lambda generator: -generator[1])


Part = plain.PrimePower | PrimePower


class System:
    """The equations `rows` · x = right over Z/k, eliminated once, answered for many right sides."""

    def __init__(self, rows: Sequence[Sequence[int]], width: int, k: int, *, tracked: bool = True) -> None:
        """Eliminate for each prime power; where it is not `tracked`, only `orders` may be asked for."""
        self.k, self.width = k, width
        is_small = len(rows) * (len(rows) + width) <= SMALL or not kernels.has_native()
        self.components = (_listed if is_small else _arrays)(rows, width, k, tracked)
        self._ones = [
            k // component.modulus * pow(k // component.modulus, -1, component.modulus) for component in self.components
        ]

    def orders(self) -> tuple[int, ...]:
        """Return the orders of the generators of `null`, without writing them out."""
        components = [component.orders() for component in self.components]
        return tuple(prod(orders) for orders in zip_longest(*components, fillvalue=1))

    def null(self) -> Module:
        """Return the null module on the least number of generators, which is the greatest over the primes."""
        check_listed(len(self.orders()), self.width)
        components = [component.null() for component in self.components]
        generators, orders = [], []
        for place in range(max(map(len, components))):
            total, order = [0] * self.width, 1
            for null, one in zip(components, self._ones, strict=True):
                if place < len(null):
                    vector, size = null[place]
                    check()
                    total = [(a + one * b) % self.k for a, b in zip(total, vector, strict=True)]
                    order *= size
            generators.append(tuple(total))
            orders.append(order)
        return Module(self.k, tuple(generators), tuple(orders))

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        total = [0] * self.width
        for component, one in zip(self.components, self._ones, strict=True):
            x = component.solve(right)
            if x is None:
                return None
            total = [(a + one * b) % self.k for a, b in zip(total, x, strict=True)]
        return tuple(total)

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return y with y·rows = 0 and y·right ≠ 0 mod k, or None where a solution exists."""
        for component in self.components:
            y = component.witness(right)
            if y is not None:
                return tuple(self.k // component.modulus * value for value in y)
        return None


def _listed(rows: Sequence[Sequence[int]], width: int, k: int, tracked: bool) -> list[Part]:
    """Return the equations modulo each prime power, on lists."""
    return [plain.PrimePower(rows, width, p, e, tracked=tracked) for p, e in factor(k)]


def _arrays(rows: Sequence[Sequence[int]], width: int, k: int, tracked: bool) -> list[Part]:
    """Return the same by numpy."""
    import numpy as np

    matrix = np.empty((len(rows), width), np.int64)
    for place, row in enumerate(checked(rows, LOOK)):
        matrix[place] = row
    return [PrimePower(matrix, p, e, tracked=tracked) for p, e in factor(k)]


def check_system(cells: int, rows: int, width: int, k: int) -> None:
    """Raise BudgetExceededError where a `System` for so many cells takes more memory or time than there is."""
    entries = rows * (rows + width)
    check_memory(24.0 * entries * len(factor(k)), cells)
    check_time(entries * min(rows, width) * 5e-9 * len(factor(k)), cells, 1.5)
