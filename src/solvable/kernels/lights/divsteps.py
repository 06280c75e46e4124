"""Greatest common divisors, products and quotients over GF(2) by products of words: twin of `lights.nullity.fibonacci`.

Bernstein and Yang (2019) read both polynomials from the constant up, so that 63 steps of Euclid need nothing but two
words, and become one matrix of polynomials of degree up to 63:

    (d, f, g) → (1 − d, g, (f + g)/x) where d > 0 and g has the constant 1, else (d + 1, f, (g + g(0)·f)/x),

beginning with d = 1 and f, g, the coefficients of A and B in reverse, f of degree A's, so with the constant 1, g of one
less. After n ≥ 2·deg A − 1 steps g is 0 and f, in reverse again, the greatest common divisor, of degree
(d − n + 2·deg A − 1)/2.

Here nothing is divided: f and g begin at bit n of their arrays, and the factor v of f ≡ v·B is one of xⁿ·f. Bounds of
degrees are 2·deg f ≤ 2·deg A − 1 − n + d, of g with −d, and 2·deg v ≤ n + d + 1, of g's with −d; all by induction.
Compiled only where `base.carryless.is_there`.
"""

from typing import Any

import numpy as np

from solvable.kernels.base import carryless
from solvable.kernels.base.jit import jit
from solvable.kernels.base.lamps import LANES
from solvable.kernels.lights.polynomial import degree, reverse_bits

Words = np.ndarray[Any, np.dtype[np.uint64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]
combine: Any = carryless.combine
top_product: Any = carryless.top_product
add_product: Any = carryless.add_product
STEPS = 63
NONE, ONE, TOP = np.uint64(0), np.uint64(1), np.uint64(63)


@jit
def reversed_part(a: Words, top: int, size: int) -> Words:
    """Return Σ a_(top − j)·x^j, in `size` words and some of 0; bits outside the array are 0."""
    found = np.zeros(size + LANES, np.uint64)
    for k in range(size):
        low = top - 64 * k - 63
        if low + 63 < 0:
            break
        word, shift = low >> 6, np.uint64(low & 63)
        value = a[word] >> shift if 0 <= word < a.size else NONE
        if shift and 0 <= word + 1 < a.size:
            value |= a[word + 1] << ONE << (TOP - shift)
        found[k] = reverse_bits(value)
    return found


@jit
def in_order(a: Words, b: Words) -> tuple[Words, Words]:
    """Return two polynomials with the same common divisors, the second of lower degree; both may be changed."""
    high, low = degree(a, a.size), degree(b, b.size)
    if high < low:
        return b, a
    if high == low:
        for i in range((high >> 6) + 1):
            b[i] ^= a[i]
    return a, b


@jit
def begin(a: Words, b: Words, with_factor: bool) -> tuple[Words, Words, Words, Words, Numbers]:
    """Return f, g, their factors, and (n, d, deg a) for two polynomials, deg b < deg a."""
    high = degree(a, a.size)
    size = (2 * high + 2 * STEPS >> 6) + 3
    f, g = reversed_part(a, high, size), reversed_part(b, high - 1, size)
    room = (high + STEPS >> 6) + 3 + LANES if with_factor else 0
    v, w = np.zeros(room, np.uint64), np.zeros(room, np.uint64)
    if with_factor:
        w[0] = ONE
    return f, g, v, w, np.array([0, 1, high])


@jit
def go_on(f: Words, g: Words, v: Words, w: Words, numbers: Numbers, words: int) -> bool:
    """Go on for about so many word operations; return whether g is not 0 yet."""
    n, delta, high = numbers
    matrix = np.empty(4, np.uint64)
    while n + delta < 2 * high and words > 0:
        first, shift = n >> 6, np.uint64(n & 63)
        low = f[first] >> shift | f[first + 1] << ONE << (TOP - shift)
        other = g[first] >> shift | g[first + 1] << ONE << (TOP - shift)
        delta = steps(low, other, delta, matrix)
        last = (2 * high + n + STEPS + abs(delta) >> 7) + 2
        n += STEPS
        combine(f, g, first, last, matrix)
        if v.size:
            used = (n + abs(delta) + 1 >> 7) + 2
            combine(v, w, 0, used, matrix)
            words -= used
        words -= last - first + 8
    numbers[0], numbers[1] = n, delta
    return bool(n + delta < 2 * high)


@jit
def steps(f: np.uint64, g: np.uint64, delta: int, matrix: Words) -> int:
    """Write the matrix of 63 steps, times x⁶³, from the lowest words of two polynomials; return the new d."""
    a, b, c, d = ONE, NONE, NONE, ONE
    for _ in range(STEPS):
        odd = NONE - (g & ONE)
        turned = odd if delta > 0 else NONE
        g ^= f & odd
        c ^= a & odd
        d ^= b & odd
        f ^= g & turned  # the sum and the old f are the old g
        a ^= c & turned
        b ^= d & turned
        g >>= ONE
        a <<= ONE
        b <<= ONE
        delta = 1 - delta if turned else 1 + delta
    matrix[0], matrix[1], matrix[2], matrix[3] = a, b, c, d
    return delta


@jit
def common_degree(numbers: Numbers) -> int:
    """Return the degree of the greatest common divisor, once g is 0."""
    return int(numbers[1] - numbers[0] + 2 * numbers[2] - 1 >> 1)


@jit
def gcd_with_factor(a: Words, modulus: Words) -> tuple[Words, Words]:
    """Return (D, s): D = gcd(a, modulus) and s·a ≡ D modulo `modulus`, of greater degree; deg s < deg modulus/D."""
    f, g, v, w, numbers = begin(modulus, a, True)
    while go_on(f, g, v, w, numbers, 1 << 62):
        pass
    n, common, high = numbers[0], common_degree(numbers), numbers[2]
    divisor = reversed_part(f, n + common, (common >> 6) + 1)
    factor = reversed_part(v, n - high + 1 + common, (high >> 6) + 1)
    return divisor[: modulus.size], factor[: modulus.size]


@jit
def multiply(a: Words, b: Words, size: int) -> Words:
    """Return a·b in `size` words, which hold it."""
    long, short = degree(a, a.size) + 64 >> 6, degree(b, b.size) + 64 >> 6
    if long < short:
        a, b, long, short = b, a, short, long
    factor = np.zeros(long + 1 + LANES, np.uint64)
    factor[:long] = a[:long]
    product = np.zeros(max(size, long + short + 1 + LANES), np.uint64)
    for k in range(short):
        add_product(product, k, factor, long + 1, b[k])
    return product[:size]


@jit
def divide(a: Words, b: Words) -> Words:
    """Return the quotient of a / b, leaving the remainder in `a`."""
    bottom, top = degree(b, b.size), degree(a, a.size)
    quotient = np.zeros(a.size, np.uint64)
    if top < bottom:
        return quotient
    left = np.uint64(~bottom & 63)  # so that the highest coefficient of b is that of a word
    size = (bottom >> 6) + 1
    divisor, rest = np.zeros(size + 1 + LANES, np.uint64), np.zeros((top >> 6) + 3 + LANES, np.uint64)
    shifted(b, size, left, divisor)
    shifted(a, (top >> 6) + 1, left, rest)
    inverse = inverse_of(divisor[size - 1])
    for k in range(top - bottom >> 6, -1, -1):
        high = rest[k + size] << ONE | rest[k + size - 1] >> TOP
        quotient[k] = top_product(high, inverse)
        add_product(rest, k, divisor, size + 1, quotient[k])
    a[:] = NONE
    for i in range(size):
        a[i] = rest[i] >> left | rest[i + 1] << ONE << (TOP - left)
    return quotient


@jit
def shifted(a: Words, size: int, left: np.uint64, target: Words) -> None:
    """Write the first words of `a` to `target`, moved up by less than a word."""
    carry = NONE
    for i in range(size):
        target[i] = a[i] << left | carry
        carry = a[i] >> ONE >> (TOP - left)
    target[size] |= carry


@jit
def inverse_of(word: np.uint64) -> np.uint64:
    """Return what gives the upper half of a quotient by a word whose highest bit is set (`top_product`)."""
    found = np.uint64(1) << TOP
    for _ in range(6):  # Newton: each step has twice the bits right
        found = top_product(top_product(found, found), word)
    return found
