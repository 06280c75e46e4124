"""Polynomials over GF(k), k prime: `Plain` on tuples, or python-flint's `nmod_poly` if the degrees pay for loading it.

Plain has just what this package asks of a polynomial, in quadratic time: enough to a few hundred cells a side. Both
give the same polynomials.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any

FLINT_DEGREE = 32  # from which python-flint saves more time than loading it takes, 40 ms

Polynomial = Any
"""flint.nmod_poly, or Plain"""
Maker = Callable[[Sequence[int]], Polynomial]


def maker(k: int, degree: int) -> Maker:
    """Return the function that makes a polynomial over GF(k) from its coefficients, the constant first.

    `degree` is about the largest that is computed with; polynomials of one computation must have one maker.
    """
    if not uses_flint(degree):
        return lambda coefficients: Plain.of(coefficients, k)
    from flint import nmod_poly

    return lambda coefficients: nmod_poly(list(coefficients), k)


def uses_flint(degree: int) -> bool:
    """Return whether polynomials of such degrees are python-flint's: hundreds of times faster, near linear."""
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
    """A polynomial over GF(k): its coefficients, the constant first, the last not 0."""

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
        """Return the degree, −1 of 0."""
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
        """Return quotient and rest: schoolbook division."""
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
