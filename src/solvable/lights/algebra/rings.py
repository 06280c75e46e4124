"""Rows of a board as polynomials over GF(k), k prime, modulo m, and linear equations between them (see `plane_primes`).

By `polynomials`: for large degrees python-flint's nmod_poly. flint aborts the process on matrices modulo composites, so
only polynomials modulo primes are used here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from solvable.core.budget import check
from solvable.lights.algebra.polynomials import Maker, Polynomial, maker

Row = list[int]


@dataclass(frozen=True)
class Ring:
    """GF(k)[z]/modulus, what turns a row into a polynomial and back, and the chase's y = numerator/unit.

    `step` turns a row into that of z times its polynomial; unit · inverse(1) ≡ 1 and inverse(j) = inverse(1)^j.
    """

    modulus: Polynomial
    numerator: Polynomial
    unit: Polynomial
    inverse: Callable[[int], Polynomial]
    to_polynomial: Callable[[Sequence[int]], Polynomial]
    to_row: Callable[[Polynomial], Row]
    step: Callable[[Row], Row]

    def fibonacci(self, j: int) -> list[Polynomial]:
        """Return f_{j−1}, f_j, f_{j+1} at y, where f_0 = 0, f_1 = 1, f_{j+1} = y·f_j − f_{j−1}."""
        low, high = fibonacci(j, self.numerator, self.unit, self.modulus)
        scaled = [self.numerator * low - high, self.unit * low, high]
        return [a % self.modulus * self.inverse(j) % self.modulus for a in scaled]


def cycle_ring(width: int, k: int) -> Ring:
    """Return the ring of cyclic rows: column j (from 0) is z^j, and y = −(z + 1 + 1/z)."""
    made = maker(k, width)
    z = made([0, 1])
    return Ring(
        modulus=z**width - 1,
        numerator=-(z * z + z + 1),
        unit=z,
        inverse=lambda j: z ** (-j % width),
        to_polynomial=made,
        to_row=lambda a: coefficients(a, width),
        step=lambda row: row[-1:] + row[:-1],
    )


def path_ring(width: int, k: int) -> Ring:
    """Return the ring of rows with ends: column j (from 1) is g_j = z·g_{j−1} − g_{j−2}, and y = −(z + 1).

    So z adds the neighbours of each cell, and T's characteristic polynomial is g_{width+1}.
    """
    made = maker(k, width)
    z, one = made([0, 1]), made([1])
    dickson = [z * z - 2]  # t^K + t^−K in z = t + 1/t, at K = 2, 4, …
    while 2 << len(dickson) < width:
        dickson.append(dickson[-1] ** 2 - 2)
    return Ring(
        modulus=fibonacci(width, z, one)[1],
        numerator=-(z + 1),
        unit=one,
        inverse=lambda _: one,
        to_polynomial=lambda row: _from_cells(list(row), dickson, made),
        to_row=lambda a: [c % k for c in _to_cells(a, width, dickson)],
        step=lambda row: [(left + right) % k for left, right in zip([0, *row], [*row[1:], 0], strict=False)],
    )


def coefficients(a: Polynomial, size: int) -> Row:
    """Return the first `size` coefficients of `a`."""
    results = [int(c) for c in a.coeffs()]
    return results + [0] * (size - len(results))


def fibonacci(j: int, a: Polynomial, b: Polynomial, modulus: Polynomial = None) -> tuple[Polynomial, Polynomial]:
    """Return F_j, F_{j+1} where F_0 = 0, F_1 = 1, F_{j+1} = a·F_j − b²·F_{j−1}, reduced where a modulus is given.

    That is b^(j−1)·f_j at y = a/b. By F_{2j} = F_j·(2F_{j+1} − a·F_j) and F_{2j+1} = F_{j+1}² − b²·F_j².
    """
    low, high = a - a, a - a + 1
    for bit in f"{j:b}":
        check()
        even, odd = low * (high + high - a * low), high * high - (b * low) ** 2
        low, high = (odd, a * odd - b * b * even) if bit == "1" else (even, odd)
        if modulus is not None:
            low, high = low % modulus, high % modulus
    return low, high


def _from_cells(cells: Row, dickson: Sequence[Polynomial], made: Maker) -> Polynomial:
    """Return Σ c_j·g_j. By halves, as g_{K+j} = (t^K + t^−K)·g_j + g_{K−j}."""
    if len(cells) <= 4:
        a, b, c, d = cells + [0] * (4 - len(cells))
        return made([a - c, b - 2 * d, c, d])
    level = (len(cells) - 1).bit_length() - 1
    half = 1 << level
    low, high = cells[:half], cells[half:]
    for i, c in enumerate(high[: half - 1]):
        low[half - 2 - i] += c
    return _from_cells(low, dickson, made) + dickson[level - 1] * _from_cells(high, dickson, made)


def _to_cells(a: Polynomial, size: int, dickson: Sequence[Polynomial]) -> Row:
    """Return the `size` cells, modulo k, that `_from_cells` makes `a` of."""
    if size <= 4:
        result = coefficients(a, 4)
        return [result[0] + result[2], result[1] + 2 * result[3], result[2], result[3]][:size]
    level = (size - 1).bit_length() - 1
    half = 1 << level
    upper, lower = divmod(a, dickson[level - 1])
    low, high = _to_cells(lower, half, dickson), _to_cells(upper, size - half, dickson)
    for i, c in enumerate(high[: half - 1]):
        low[half - 2 - i] -= c
    return low + high


class System:
    """Equations M·X ≡ R over GF(k)[z]/m for a 1 × 1 or 2 × 2 matrix M, brought to diagonal form L·M·N once."""

    def __init__(self, matrix: Sequence[Sequence[Polynomial]], modulus: Polynomial) -> None:
        one = modulus - modulus + 1
        self.modulus = modulus
        size = len(matrix)
        self.matrix = [[entry % modulus for entry in row] for row in matrix]
        self.left = [[one * (i == j) for j in range(size)] for i in range(size)]
        self.right = [[one * (i == j) for j in range(size)] for i in range(size)]  # transposed: a row for a column of N
        while size == 2 and not (self.matrix[1][0].is_zero() and self.matrix[0][1].is_zero()):
            self._clear(self.matrix, self.left)
            self.matrix = _transposed(self.matrix)
            self._clear(self.matrix, self.right)
            self.matrix = _transposed(self.matrix)
        bezout = [self.matrix[i][i].xgcd(modulus) for i in range(size)]
        self.divisors = [divisor for divisor, _, _ in bezout]
        self.inverses = [inverse for _, inverse, _ in bezout]

    @property
    def nullity(self) -> int:
        """The dimension of the solutions of M·X ≡ 0."""
        return sum(divisor.degree() for divisor in self.divisors)

    def solve(self, right_side: Sequence[Polynomial]) -> list[Polynomial] | None:
        """Return a solution of M·X ≡ `right_side`, or None."""
        results = []
        for row, divisor, inverse in zip(self.left, self.divisors, self.inverses, strict=True):
            total = sum((a * b for a, b in zip(row, right_side, strict=True)), self.modulus) % self.modulus
            quotient, remainder = divmod(total, divisor)
            if not remainder.is_zero():
                return None
            results.append(inverse * quotient % (self.modulus // divisor))
        columns = zip(*self.right, strict=True)
        return [sum((a * b for a, b in zip(row, results, strict=True)), self.modulus) % self.modulus for row in columns]

    def kernel(self) -> Iterator[tuple[list[Polynomial], int]]:
        """Yield (X, d): X, z·X, …, z^(d−1)·X of all X together are a basis of the solutions of M·X ≡ 0."""
        for column, divisor in zip(self.right, self.divisors, strict=True):
            if divisor.degree():
                cofactor = self.modulus // divisor
                yield [cofactor * entry % self.modulus for entry in column], divisor.degree()

    def _clear(self, matrix: list[list[Polynomial]], transform: list[list[Polynomial]]) -> None:
        """Clear the lower left entry by a row operation of determinant 1, also done to `transform`."""
        a, c = matrix[0][0], matrix[1][0]
        if c.is_zero():
            return
        if not a.is_zero() and (c % a).is_zero():
            operation = [[1, 0], [-(c // a), 1]]
        else:
            divisor, u, v = a.xgcd(c)
            operation = [[u, v], [-(c // divisor), a // divisor]]
        for rows in (matrix, transform):
            rows[:] = [
                [(p * above + q * below) % self.modulus for above, below in zip(*rows, strict=True)]
                for p, q in operation
            ]


def _transposed(matrix: list[list[Polynomial]]) -> list[list[Polynomial]]:
    return [list(column) for column in zip(*matrix, strict=True)]
