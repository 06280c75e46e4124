"""System: linear equations over Z/k for every k, prime or not; a solution or a certificate, all solutions, exact count.

k splits into prime powers by the Chinese remainder theorem. Over Z/p^e each step takes the remaining entry of least
valuation v, scales it to p^v, which divides all remaining entries, and clears its column below. So row i reads p^(v_i)
x_i + (multiples of p^(v_i)) = s_i: solvable iff p^(v_i) divides every s_i (0 below the rank), and then back
substitution finds a solution. The null module has p^(e·free + Σ v_i) members, and p^(e-v_i) times the tracked row
combination proves that there is none. No Howell form is needed. Cost O(n³) multiplications modulo p^e, by the kernel
`lights/modular.cpp`; without it, on lists (`PrimePowerReference`).
"""

from array import array
from collections.abc import Sequence
from itertools import zip_longest
from math import prod

from solvable import kernels
from solvable.core.budget import check, checked
from solvable.core.memory import check_memory, check_time
from solvable.lights.algebra.module import Module, Vector, check_listed

LOOK = 64  # rows between two checks of the budget in force
PART = 1 << 24  # multiplications between two checks of the budget: about 0.02 s


def factor(k: int) -> tuple[tuple[int, int], ...]:
    """Return the prime powers (p, e) of `k`, ascending, by trial division."""
    results, p = [], 2
    while p * p <= k:
        e = 0
        while k % p == 0:
            k, e = k // p, e + 1
        if e:
            results.append((p, e))
        p += 1
    return (*results, (k, 1)) if k > 1 else tuple(results)


def failing_row(p: int, modulus: int, valuations: Sequence[int], reduced: Sequence[int]) -> int | None:
    """Return the first row whose pivot p^valuation does not divide its right side, or that has the form 0 = nonzero."""
    for row, value in enumerate(reduced):
        if value % (p ** valuations[row] if row < len(valuations) else modulus):
            return row
    return None


def null_orders(p: int, modulus: int, valuations: Sequence[int], free: int) -> list[int]:
    """Return the orders of the null module's generators, the largest first: `free` of order p^e, then those of the
    pivots.
    """
    return [modulus] * free + sorted((p**valuation for valuation in valuations if valuation), reverse=True)


class PrimePower:
    """The equations `matrix` · x = right over Z/p^e, eliminated once by kernels, solved for many right sides."""

    def __init__(self, matrix: Sequence[Sequence[int]], width: int, p: int, e: int, *, tracked: bool = True) -> None:
        """Eliminate; if the row combinations are not `tracked`, only `orders` may be used."""
        from solvable.kernels.buffers import Buffer, zeros

        self.p, self.e, self.modulus, self.width, self._rows = p, e, p**e, width, len(matrix)
        self._stride = width + (self._rows if tracked else 0)
        self._work = zeros("I", self._rows * self._stride)
        for number, row in checked(enumerate(matrix), LOOK):
            start = number * self._stride
            self._work[start : start + width] = array("I", [value % self.modulus for value in row])
        if tracked:  # the row combinations are appended as columns
            self._work[width :: self._stride + 1] = array("I", [1]) * self._rows
        pivots, valuations, state = zeros("q", self._rows), zeros("q", self._rows), zeros("q", 3)
        work = Buffer(self._work)
        while not kernels.native().modular_eliminate(
            work, self._rows, self._stride, width, p, e, pivots, valuations, state, PART
        ):
            check()
        self.columns = pivots[: state[0]].tolist()  # the pivot column of each row, and its valuation
        self.valuations = valuations[: state[0]].tolist()
        chosen = set(self.columns)
        self.free = [column for column in range(width) if column not in chosen]

    def _right(self, right: Sequence[int]) -> "array[int]":
        """Return `right` under the tracked row operations."""
        from solvable.kernels.buffers import zeros

        reduced, side = zeros("I", self._rows), array("I", [value % self.modulus for value in right])
        kernels.native().modular_products(
            self._work, self._rows, self._stride, self.width, side, self._rows, self.modulus, reduced
        )
        return reduced

    def _substitute(self, right: "array[int]", x: "array[int]") -> list[int]:
        """Return x with the pivot unknowns solved for `right` and the free ones unchanged."""
        pivots, scales = array("q", self.columns), array("q", [self.p**valuation for valuation in self.valuations])
        check()
        kernels.native().modular_substitute(
            self._work, len(pivots), self._stride, self.width, self.modulus, pivots, scales, right, x
        )
        return x.tolist()

    def solve(self, right: Sequence[int]) -> list[int] | None:
        """Return a solution, or None."""
        from solvable.kernels.buffers import zeros

        reduced = self._right(right)
        return None if self._failure(reduced) is not None else self._substitute(reduced, zeros("I", self.width))

    def witness(self, right: Sequence[int]) -> list[int] | None:
        """Return y with y·matrix = 0 and y·right ≠ 0 mod p^e, or None if a solution exists."""
        row = self._failure(self._right(right))
        if row is None:
            return None
        scale = self.p ** (self.e - self.valuations[row]) if row < len(self.columns) else 1
        combination = self._work[row * self._stride + self.width : (row + 1) * self._stride]
        return [value * scale % self.modulus for value in combination]

    def _failure(self, reduced: Sequence[int]) -> int | None:
        return failing_row(self.p, self.modulus, self.valuations, reduced)

    def orders(self) -> list[int]:
        """Return the orders of the generators of the null module, the largest first."""
        return null_orders(self.p, self.modulus, self.valuations, len(self.free))

    def null(self) -> list[tuple[list[int], int]]:
        """Return independent generators of the null module with their orders, the largest orders first."""
        from solvable.kernels.buffers import zeros

        zero, partial = zeros("I", len(self.columns)), zip(self.columns, self.valuations, strict=True)
        places = [(column, self.modulus) for column in self.free]
        places += [(column, self.p**valuation) for column, valuation in partial if valuation]
        results = []
        for column, order in places:
            x = zeros("I", self.width)
            x[column] = self.modulus // order
            results.append((self._substitute(zero, x), order))
        return sorted(results, key=lambda generator: -generator[1])


class PrimePowerReference:
    """The same as `PrimePower`, on lists: the readable reference, step by step."""

    def __init__(self, matrix: Sequence[Sequence[int]], width: int, p: int, e: int, *, tracked: bool = True) -> None:
        """Eliminate; if the row combinations are not `tracked`, only `orders` may be used."""
        self.p, self.e, self.modulus, self.width = p, e, p**e, width
        self._work = [
            [value % self.modulus for value in row] + ([int(j == i) for j in range(len(matrix))] if tracked else [])
            for i, row in enumerate(matrix)
        ]
        self.columns: list[int] = []  # the pivot column of each row, and its valuation
        self.valuations: list[int] = []
        for valuation in range(e):
            for column in checked(range(width), 8):
                while (row := self._hit(column, p ** (valuation + 1))) is not None:
                    self._eliminate(row, column, valuation)
        chosen = set(self.columns)
        self.free = [column for column in range(width) if column not in chosen]

    def _hit(self, column: int, divisor: int) -> int | None:
        """Return the first remaining row whose entry is not a multiple of the divisor, None if there is none."""
        rows = range(len(self.columns), len(self._work))
        return next((row for row in rows if self._work[row][column] % divisor), None)

    def _eliminate(self, row: int, column: int, valuation: int) -> None:
        """Bring `row` up, scale its entry in `column` to p^valuation and clear the column below."""
        work, done, modulus, scale = self._work, len(self.columns), self.modulus, self.p**valuation
        work[done], work[row] = work[row], work[done]
        inverse = pow(work[done][column] // scale, -1, modulus)
        pivot = work[done] = [value * inverse % modulus for value in work[done]]
        for below in range(done + 1, len(work)):
            if times := work[below][column] // scale:
                work[below] = [(a - times * b) % modulus for a, b in zip(work[below], pivot, strict=True)]
        self.columns.append(column)
        self.valuations.append(valuation)

    def _right(self, right: Sequence[int]) -> list[int]:
        """Return `right` under the tracked row operations."""
        return [
            sum(a * b for a, b in zip(row[self.width :], right, strict=True)) % self.modulus
            for row in checked(self._work, 64)
        ]

    def _substitute(self, right: Sequence[int], x: list[int]) -> list[int]:
        """Return x with the pivot unknowns solved for `right` and the free ones unchanged."""
        for row in checked(range(len(self.columns) - 1, -1, -1), 64):
            scale, column = self.p ** self.valuations[row], self.columns[row]
            known = sum(a * b % self.modulus for a, b in zip(self._work[row], x, strict=False))
            x[column] = (x[column] + (right[row] - known) // scale) % self.modulus
        return x

    def solve(self, right: Sequence[int]) -> list[int] | None:
        """Return a solution, or None."""
        reduced = self._right(right)
        return None if self._failure(reduced) is not None else self._substitute(reduced, [0] * self.width)

    def witness(self, right: Sequence[int]) -> list[int] | None:
        """Return y with y·matrix = 0 and y·right ≠ 0 mod p^e, or None if a solution exists."""
        row = self._failure(self._right(right))
        if row is None:
            return None
        scale = self.p ** (self.e - self.valuations[row]) if row < len(self.columns) else 1
        return [value * scale % self.modulus for value in self._work[row][self.width :]]

    def _failure(self, reduced: Sequence[int]) -> int | None:
        return failing_row(self.p, self.modulus, self.valuations, reduced)

    def orders(self) -> list[int]:
        """Return the orders of the generators of the null module, the largest first."""
        return null_orders(self.p, self.modulus, self.valuations, len(self.free))

    def null(self) -> list[tuple[list[int], int]]:
        """Return independent generators of the null module with their orders, the largest orders first."""
        zero, partial = [0] * len(self.columns), zip(self.columns, self.valuations, strict=True)
        places = [(column, self.modulus) for column in self.free]
        places += [(column, self.p**valuation) for column, valuation in partial if valuation]
        results = []
        for column, order in places:
            x = [0] * self.width
            x[column] = self.modulus // order
            results.append((self._substitute(zero, x), order))
        return sorted(results, key=lambda generator: -generator[1])


Part = PrimePowerReference | PrimePower


class System:
    """The equations `rows` · x = right over Z/k, eliminated once, solved for many right sides."""

    def __init__(self, rows: Sequence[Sequence[int]], width: int, k: int, *, tracked: bool = True) -> None:
        """Eliminate for each prime power; if not `tracked`, only `orders` may be used."""
        self.k, self.width = k, width
        part = PrimePower if kernels.has_library() else PrimePowerReference
        self.components: list[Part] = [part(rows, width, p, e, tracked=tracked) for p, e in factor(k)]
        self._ones = [
            k // component.modulus * pow(k // component.modulus, -1, component.modulus) for component in self.components
        ]

    def orders(self) -> tuple[int, ...]:
        """Return the orders of the generators of `null`, without writing them out."""
        components = [component.orders() for component in self.components]
        return tuple(prod(orders) for orders in zip_longest(*components, fillvalue=1))

    def null(self) -> Module:
        """Return the null module on the least number of generators, the maximum over the primes."""
        check_listed(len(self.orders()), self.width)
        components = [component.null() for component in self.components]
        generators, orders = [], []
        for index in range(max(map(len, components))):
            total, order = [0] * self.width, 1
            for null, one in zip(components, self._ones, strict=True):
                if index < len(null):
                    vector, size = null[index]
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
        """Return y with y·rows = 0 and y·right ≠ 0 mod k, or None if a solution exists."""
        for component in self.components:
            y = component.witness(right)
            if y is not None:
                return tuple(self.k // component.modulus * value for value in y)
        return None


def check_system(cells: int, rows: int, width: int, k: int) -> None:
    """Raise BudgetExceededError if a `System` for `cells` cells would take too much memory or time."""
    entries = rows * (rows + width)
    check_memory(24.0 * entries * len(factor(k)), cells)
    check_time(entries * min(rows, width) * 5e-9 * len(factor(k)), cells, 1.5)
