"""Polynomials over GF(k), k prime: `Plain` on tuples, or python-flint's `nmod_poly` for degrees that justify importing
it.

Plain has only the operations that this package needs, in quadratic time, which is enough for sides up to a few hundred
cells. Both give the same polynomials.

`Ring` represents rows of a board as polynomials modulo m, and `System` solves linear equations between them (see
`transfer_matrix.primes`). flint aborts the process on matrices modulo composites, so only polynomials modulo primes are
used here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any

from solvable.core.budget import check

FLINT_DEGREE = 32  # degree from which python-flint saves more time than its import takes, 40 ms

Polynomial = Any
"""flint.nmod_poly, or Plain"""
Maker = Callable[[Sequence[int]], Polynomial]


def maker(k: int, degree: int) -> Maker:
    """Return the function that makes a polynomial over GF(k) from its coefficients, the constant first.

    `degree` is about the largest in the computation; all its polynomials must come from one maker.
    """
    if not uses_flint(degree):
        return lambda coefficients: Plain.of(coefficients, k)
    from flint import nmod_poly

    return lambda coefficients: nmod_poly(list(coefficients), k)


def uses_flint(degree: int) -> bool:
    """Return whether polynomials of such degrees are python-flint's, which are hundreds of times faster, near
    linear.
    """
    return degree >= FLINT_DEGREE and _has_flint()


@cache
def _has_flint() -> bool:
    try:
        import flint  # noqa: F401
    except ImportError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Plain:
    """A polynomial over GF(k): its coefficients, the constant first, the last one nonzero."""

    values: tuple[int, ...]
    k: int

    @classmethod
    def of(cls, coefficients: Sequence[int], k: int) -> Plain:
        """Return the polynomial of these integers modulo k."""
        values = [value % k for value in coefficients]
        while values and not values[-1]:
            values.pop()
        return cls(tuple(values), k)

    def degree(self) -> int:
        """Return the degree, −1 for 0."""
        return len(self.values) - 1

    def is_zero(self) -> bool:
        """Return whether this is 0."""
        return not self.values

    def coeffs(self) -> list[int]:
        """Return the coefficients, the constant first."""
        return list(self.values)

    def modulus(self) -> int:
        """Return k."""
        return self.k

    def _taken(self, other: Plain | int) -> Plain:
        return other if isinstance(other, Plain) else Plain.of([other], self.k)

    def __add__(self, other: Plain | int) -> Plain:
        pairs = zip_longest(self.values, self._taken(other).values, fillvalue=0)
        return Plain.of([a + b for a, b in pairs], self.k)

    def __neg__(self) -> Plain:
        return Plain.of([-a for a in self.values], self.k)

    def __sub__(self, other: Plain | int) -> Plain:
        return self + -self._taken(other)

    def __mul__(self, other: Plain | int) -> Plain:
        factors = self._taken(other).values
        product = [0] * (len(self.values) + len(factors))
        for i, a in enumerate(self.values):
            if a:
                for j, b in enumerate(factors, i):
                    product[j] += a * b
        return Plain.of(product, self.k)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, exponent: int) -> Plain:
        power = Plain.of([1], self.k)
        for bit in f"{exponent:b}":
            power = power * power * self if bit == "1" else power * power
        return power

    def __divmod__(self, other: Plain) -> tuple[Plain, Plain]:
        """Return quotient and remainder, by schoolbook division."""
        remaining, size = list(self.values), len(other.values)
        quotient = [0] * max(0, len(remaining) - size + 1)
        inverse = pow(other.values[-1], -1, self.k)
        for index in range(len(quotient) - 1, -1, -1):
            times = quotient[index] = remaining[index + size - 1] * inverse % self.k
            if times:
                for j, b in enumerate(other.values, index):
                    remaining[j] = (remaining[j] - times * b) % self.k
        return Plain.of(quotient, self.k), Plain.of(remaining, self.k)

    def __floordiv__(self, other: Plain) -> Plain:
        return divmod(self, other)[0]

    def __mod__(self, other: Plain) -> Plain:
        return divmod(self, other)[1]

    def gcd(self, other: Plain) -> Plain:
        """Return the monic greatest common divisor, by Euclid."""
        return self.xgcd(other)[0]

    def xgcd(self, other: Plain) -> tuple[Plain, Plain, Plain]:
        """Return (g, s, t): the monic greatest common divisor g = s·self + t·other."""
        here, after = (self, self - self + 1, self - self), (other, self - self, self - self + 1)
        while after[0].values:
            times = here[0] // after[0]
            here, after = after, tuple(a - times * b for a, b in zip(here, after, strict=True))  # type: ignore[assignment]
        scale = pow(here[0].values[-1], -1, self.k) if here[0].values else 1
        return here[0] * scale, here[1] * scale, here[2] * scale


Row = list[int]


@dataclass(frozen=True)
class Ring:
    """GF(k)[z]/modulus, the maps between rows and polynomials, and the chase's y = numerator/unit.

    `step` maps a row to that of z times its polynomial; unit · inverse(1) ≡ 1 and inverse(j) = inverse(1)^j.
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
    """Return F_j, F_{j+1} where F_0 = 0, F_1 = 1, F_{j+1} = a·F_j − b²·F_{j−1}, reduced if a modulus is given.

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
    """Return the `size` cells, modulo k, from which `_from_cells` makes `a`."""
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
        self.right = [[one * (i == j) for j in range(size)] for i in range(size)]  # transposed: row i is column i of N
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
        """Clear the lower left entry by a row operation of determinant 1, also applied to `transform`."""
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
