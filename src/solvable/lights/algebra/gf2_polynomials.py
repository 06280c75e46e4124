"""Long polynomials over GF(2) as arrays of 64-bit words, by the C++ kernels, which also accept numpy arrays.

Bit i & 63 of word i >> 6 is the coefficient of z^i; an array may be longer than its polynomial. References, on Python
ints, are in `lights.nullity.fibonacci`.
"""

from array import array
from functools import cache
from typing import Any

from solvable import kernels
from solvable.core.budget import check
from solvable.core.frozen import frozen

Words = Any
"""A buffer of 64-bit words: an `array`, a memoryview, a numpy array."""

PART = 1 << 25
"""Word operations between two checks of the budget: about 0.02 s."""

SPARE = 40
"""Words after those of a polynomial that the kernels may use."""


@frozen
class Arithmetic:
    """Products, quotients and greatest common divisors with vectors of `level` words (`carryless.hpp`); 0 without
    vectors.
    """

    width: int

    def multiply(self, a: Words, b: Words) -> "array[int]":
        """Return a·b, in an array with spare words."""
        product, scratch = _zeros(len(a) + len(b) + SPARE), _zeros(max(len(a), len(b)) + SPARE)
        kernels.native().gf2_multiply(a, len(a), b, len(b), product, scratch, self.width)
        return product

    def divide(self, a: Words, b: Words) -> "tuple[array[int], array[int]]":
        """Return the quotient of a / b, as long as `a`, and the remainder, as long as `b`, which is not 0."""
        quotient, remainder, scratch = _zeros(len(a)), _zeros(len(b)), _zeros(len(a) + len(b) + SPARE)
        kernels.native().gf2_divide(a, len(a), b, len(b), quotient, remainder, scratch, self.width)
        return quotient, remainder

    def common_degree(self, a: Words, b: Words) -> int:
        """Return the degree of the greatest common divisor, −1 if both are 0; checks the budget from time to time."""
        return self._euclid(a, b, 0)[1][-1]

    def gcd_with_factor(self, a: Words, modulus: Words) -> "tuple[array[int], array[int]]":
        """Return (D, s): D = gcd(a, modulus) and s·a ≡ D modulo `modulus`, of greater degree; deg s < deg modulus/D."""
        room = (len(modulus) + 20) // 8 * 8
        scratch, state, size = self._euclid(modulus, a, room)
        divisor, factor = _zeros(state[-1] // 64 + 1), _zeros(len(modulus))
        kernels.native().gf2_euclid_end(
            scratch, size, room, state, self.width, divisor, len(divisor), factor, len(factor)
        )
        return divisor, factor

    def _euclid(self, a: Words, b: Words, room: int) -> "tuple[array[int], array[int], int]":
        """Return the scratch, the state and the size of `gf2_euclid` after its last call."""
        euclid, size = kernels.native().gf2_euclid, (2 * max(len(a), len(b)) + 20) // 8 * 8
        scratch, state = _zeros(2 * size + 2 * room + 8), array("q", bytes(8 * 5))
        while euclid(a, len(a), b, len(b), scratch, size, room, state, self.width, PART):
            check()
        return scratch, state, size

    def fibonacci_modulo(self, j: int, modulus: Words) -> "tuple[array[int], array[int]]":
        """Return f_j(z + 1) and f_{j+1}(z + 1) modulo `modulus`, by doubling from the largest index whose polynomial is
        not much longer than the modulus.
        """
        size = len(modulus)
        count = max(0, j.bit_length() - (128 * size).bit_length())
        bits = bytes(map(int, f"{j:b}"))[j.bit_length() - count :] if count else b""
        low, high = fibonacci_pair(j >> count, 1, 2 * size)
        scratch, done, step = _zeros(5 * size + 2 * len(low) + SPARE), 0, kernels.native().gf2_fibonacci_modulo
        while (done := step(bits, count, done, modulus, size, low, high, len(low), scratch, self.width, PART)) < count:
            check()
        return low[:size], high[:size]


@cache
def arithmetic() -> Arithmetic:
    """Return the arithmetic for this processor."""
    return Arithmetic(kernels.native().carryless_width())


def _zeros(size: int) -> "array[int]":
    return array("Q", bytes(8 * size))


def degree(a: Words) -> int:
    """Return the degree, −1 for zero."""
    return int(kernels.native().gf2_degree(a, len(a)))


def fibonacci_pair(j: int, shift: int, room: int = 0) -> "tuple[array[int], array[int]]":
    """Return f_j(z + shift) and f_{j+1}(z + shift) for a shift of 0 or 1, in at least `room` words."""
    size = j // 64 + 1
    low, high = _zeros(max(size, room)), _zeros(max(size, room))
    kernels.native().gf2_fibonacci_pair(j, shift, low, high, _zeros(2 * size))
    return low, high


def root(b: int, shift: int = 0) -> "array[int]":
    """Return g_b(z + shift), the square root of f_b, for odd b."""
    low, high = fibonacci_pair(b // 2, shift)
    add(low, high)
    return low


def root_modulo(b: int, modulus: Words) -> "array[int]":
    """Return g_b(z + 1) modulo `modulus`, for odd b."""
    low, high = arithmetic().fibonacci_modulo(b // 2, modulus)
    add(low, high)
    return low


def add(target: Words, source: Words) -> None:
    """Add the polynomial `source` to `target`, whose array is not shorter."""
    kernels.native().gf2_add(target, source, len(source))


def symmetric_parts(a: Words) -> "tuple[array[int], array[int]]":
    """Return (P, R) with a(z) = P(y) + z·R(y), y = z² + z."""
    size = max(2, 1 << (len(a) - 1).bit_length())
    padded, even, odd = _zeros(size), _zeros(size // 2), _zeros(size // 2)
    add(padded, a)
    kernels.native().gf2_symmetric_parts(padded, size, even, odd)
    return even, odd


def from_cells(row: Words, width: int) -> "array[int]":
    """Return the polynomial Σ c_j·f_j of the cells c_j at bit j − 1 of a row, in a power of 2 of words."""
    cells = _padded(row, (width + 63) // 64)
    kernels.native().gf2_from_cells(cells, len(cells))
    return cells


def to_cells(polynomial: Words, width: int) -> "array[int]":
    """Return the row of cells from which `from_cells` makes `polynomial`, whose degree is below `width`."""
    words = (width + 63) // 64
    cells = _padded(polynomial, words)
    kernels.native().gf2_to_cells(cells, len(cells))
    return cells[:words]


def _padded(row: Words, words: int) -> "array[int]":
    """Return a copy of the first `words` words of `row`, padded with zeros to a power of 2."""
    padded = array("Q", row[:words])
    padded.extend(bytes((1 << (words - 1).bit_length()) - len(padded)))
    return padded


def from_int(a: int, size: int = 0) -> "array[int]":
    """Return a polynomial given as a Python int, in at least `size` words."""
    return array("Q", a.to_bytes(8 * max(size, a.bit_length() // 64 + 1), "little"))


def to_int(a: Any) -> int:
    """Return a polynomial as a Python int."""
    return int.from_bytes(a.tobytes(), "little")
