"""The parts of a polynomial whose gcd gives the nullity of a square: twin of `lights.nullity.fibonacci`."""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import jit
from solvable.kernels.lights.polynomial import fibonacci_pair, gather

Words = np.ndarray[Any, np.dtype[np.uint64]]

ONE, HALF = np.uint64(1), np.uint64(32)
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
