"""Degrees of the gcds behind the nullity of squares, for a whole table: twin of `lights.nullity.fibonacci`."""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import jit
from solvable.kernels.lights.polynomial import fibonacci_pair, gather, gcd_degree

Words = np.ndarray[Any, np.dtype[np.uint64]]

ONE, HALF = np.uint64(1), np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
EVEN = np.uint64(0x5555555555555555)
FOURTHS = tuple(np.uint64((2**64 - 1) // (2 ** (4 * k) - 1) * (2**k - 1) << 3 * k) for k in (1, 2, 4, 8, 16))
"""The top quarter of each block of 4, 8, …, 64 bits."""


@jit
def symmetric_parts(a: Words) -> tuple[Words, Words]:
    """Return (P, R) with a(z) = P(y) + z·R(y), y = z² + z; the size of `a`, which is destroyed, is a power of 2 ≥ 2."""
    quarter = a.size >> 2
    while quarter:
        for start in range(0, a.size, 4 * quarter):
            block = a[start : start + 4 * quarter]
            for i in range(quarter):
                block[2 * quarter + i] ^= block[3 * quarter + i]
                block[quarter + i] ^= block[2 * quarter + i]
        quarter >>= 1
    for i in range(0, a.size, 2):
        a[i + 1] ^= a[i + 1] >> HALF
        a[i] ^= a[i + 1] << HALF
    for i in range(a.size):
        word = a[i]
        for level in range(4, -1, -1):
            quarter_bits, fourth = np.uint64(1 << level), FOURTHS[level]
            word ^= (word & fourth) >> quarter_bits
            word ^= word >> quarter_bits & fourth >> np.uint64(2 << level)
        a[i] = word
    even, odd = np.zeros(a.size >> 1, np.uint64), np.zeros(a.size >> 1, np.uint64)
    for i in range(even.size):
        even[i] = gather(a[2 * i]) ^ gather(a[2 * i + 1]) << HALF
        odd[i] = gather(a[2 * i] >> ONE) ^ gather(a[2 * i + 1] >> ONE) << HALF
    return even, odd


@jit
def parts_of_root(b: int) -> tuple[Words, Words]:
    """Return (P, R) with g_b(z) = P(y) + z·R(y), b odd; the nullity of the (b − 1)-square is 4·deg gcd(P, R)."""
    low, high = fibonacci_pair((b - 1) >> 1, 0)
    size = 2
    while size < low.size:
        size <<= 1
    root = np.zeros(size, np.uint64)
    root[: low.size] = low ^ high
    return symmetric_parts(root)


@jit
def fill_squares(nullities: Any, first: int, last: int) -> None:
    """Fill nullities[n] of the n-square from the odd part b of n + 1 = p·b: (d(b−1) + δ)·p − δ, δ = 2·[3|b].

    Those with first ≤ b < last, `first` being odd; all are filled from 1 to the length.
    """
    for b in range(first, last, 2):
        extra = 2 if b % 3 == 0 else 0
        even, odd = parts_of_root(b)
        base = 4 * gcd_degree(even, odd) + extra
        n = b
        while n <= nullities.size:
            nullities[n - 1] = base * (n // b) - extra
            n *= 2
