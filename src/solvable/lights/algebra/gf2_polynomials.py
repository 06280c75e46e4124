"""Long polynomials over GF(2) as arrays of 64-bit words, by the C++ kernels; numpy's arrays are taken, too.

Bit i & 63 of word i >> 6 is the coefficient of z^i; an array may be longer than its polynomial. References, on Python
ints, are in `lights.nullity.fibonacci`.
"""

from array import array
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.budget import check

if TYPE_CHECKING:
    from solvable.lights.methods.plane_rows import Words as NumpyWords

    Words = array[int] | NumpyWords

PART = 1 << 25
"""Word operations between two looks at the budget: some hundredths of a second."""

SPARE = 32
"""Words behind those of a polynomial that the kernels may use."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Products, quotients and common divisors, by vectors of so many words (`carryless.hpp`); 0 without them."""

    width: int

    def multiply(self, a: "Words", b: "Words") -> "array[int]":
        """Return a·b, in an array with words to spare."""
        product, scratch = _zeros(len(a) + len(b) + SPARE), _zeros(max(len(a), len(b)) + SPARE)
        kernels.native().gf2_multiply(a, len(a), b, len(b), product, scratch, self.width)
        return product

    def divide(self, a: "Words", b: "Words") -> "tuple[array[int], array[int]]":
        """Return the quotient of a / b, as long as `a`, and the remainder, as long as `b`, which is not 0."""
        quotient, remainder, scratch = _zeros(len(a)), _zeros(len(b)), _zeros(len(a) + len(b) + SPARE)
        kernels.native().gf2_divide(a, len(a), b, len(b), quotient, remainder, scratch, self.width)
        return quotient, remainder

    def common_degree(self, a: "Words", b: "Words") -> int:
        """Return the degree of the greatest common divisor, −1 if both are 0; looks at the budget now and then."""
        if degree(a) < degree(b):
            a, b = b, a
        return _common_degree(self._euclid(a, b, with_factor=False)[1])

    def gcd_with_factor(self, a: "Words", modulus: "Words") -> "tuple[array[int], array[int]]":
        """Return (D, s): D = gcd(a, modulus) and s·a ≡ D modulo `modulus`, of greater degree; deg s < deg modulus/D."""
        euclid, state = self._euclid(modulus, a, with_factor=True)
        divisor, factor = _zeros(_common_degree(state) // 64 + 1), _zeros(degree(modulus) // 64 + 1)
        kernels.native().gf2_euclid_end(euclid, divisor, len(divisor), factor, len(factor))
        return divisor, factor

    def _euclid(self, a: "Words", b: "Words", with_factor: bool) -> "tuple[Any, array[int]]":
        """Return a `Gf2Euclid` that is done, and its state, for deg a ≥ deg b."""
        kernel, high = kernels.native(), degree(a)
        size, room = (2 * high + 126) // 64 + 19, ((high + 63) // 64 + 19) * with_factor
        f, g, v, w, state = _zeros(size), _zeros(size), _zeros(room), _zeros(room), array("q", [0, 0, 0])
        euclid = kernel.struct("Gf2Euclid", f=f, g=g, size=size, v=v, w=w, room=room, state=state, width=self.width)
        kernel.gf2_euclid_begin(euclid, a, len(a), b, len(b))
        while kernel.gf2_euclid_go_on(euclid, PART):
            check()
        return euclid, state

    def fibonacci_modulo(self, j: int, modulus: "Words") -> "tuple[array[int], array[int]]":
        """Return f_j(z + 1) and f_{j+1}(z + 1) modulo `modulus`, by doubling from the largest index not much longer."""
        size = len(modulus)
        level = max(0, j.bit_length() - (128 * size).bit_length())
        low, high = fibonacci_pair(j >> level, 1)
        while level:
            check()
            level -= 1
            odd, even, both = bool(j >> level & 1), _zeros(2 * size), _zeros(2 * size)
            low, high = self.divide(low, modulus)[1], self.divide(high, modulus)[1]
            kernels.native().gf2_double(low, high, odd, 1, even, both, 2 * size)
            low, high = (both, even) if odd else (even, both)
        return self.divide(low, modulus)[1], self.divide(high, modulus)[1]


@cache
def arithmetic() -> Arithmetic:
    """Return the arithmetic that suits this processor."""
    return Arithmetic(kernels.native().carryless_width())


def _zeros(size: int) -> "array[int]":
    return array("Q", bytes(8 * size))


def _common_degree(state: "array[int]") -> int:
    n, d, high = state
    return (d - n + 2 * high - 1) // 2


def degree(a: "Words") -> int:
    """Return the degree, −1 for zero."""
    return int(kernels.native().gf2_degree(a, len(a)))


def fibonacci_pair(j: int, shift: int) -> "tuple[array[int], array[int]]":
    """Return f_j(z + shift) and f_{j+1}(z + shift) for a shift of 0 or 1."""
    size = j // 64 + 1
    low, high = _zeros(size), _zeros(size)
    kernels.native().gf2_fibonacci_pair(j, shift, low, high, _zeros(2 * size))
    return low, high


def root(b: int, shift: int = 0) -> "array[int]":
    """Return g_b(z + shift), the square root of f_b, for odd b."""
    low, high = fibonacci_pair(b // 2, shift)
    add(low, high)
    return low


def root_modulo(b: int, modulus: "Words") -> "array[int]":
    """Return g_b(z + 1) modulo `modulus`, for odd b."""
    low, high = arithmetic().fibonacci_modulo(b // 2, modulus)
    add(low, high)
    return low


def add(target: "Words", source: "Words") -> None:
    """Add a polynomial to another whose array is not shorter."""
    kernels.native().gf2_add(target, source, len(source))


def symmetric_parts(a: "Words") -> "tuple[array[int], array[int]]":
    """Return (P, R) with a(z) = P(y) + z·R(y), y = z² + z."""
    size = max(2, 1 << (len(a) - 1).bit_length())
    padded, even, odd = _zeros(size), _zeros(size // 2), _zeros(size // 2)
    add(padded, a)
    kernels.native().gf2_symmetric_parts(padded, size, even, odd)
    return even, odd


def from_cells(cells: "Words") -> None:
    """Turn the coefficients c_j at bit j − 1 into the polynomial Σ c_j·f_j, in place; the size is a power of 2."""
    kernels.native().gf2_from_cells(cells, len(cells))


def to_cells(cells: "Words") -> None:
    """Undo `from_cells`, in place."""
    kernels.native().gf2_to_cells(cells, len(cells))


def from_int(a: int, size: int = 0) -> "array[int]":
    """Return a polynomial given as a Python int, in at least so many words."""
    return array("Q", a.to_bytes(8 * max(size, a.bit_length() // 64 + 1), "little"))


def to_int(a: Any) -> int:
    """Return a polynomial as a Python int."""
    return int.from_bytes(a.tobytes(), "little")
