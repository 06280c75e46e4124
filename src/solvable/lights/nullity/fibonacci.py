"""Fibonacci polynomials over GF(2) as Python ints: the number of quiet patterns of a w × h board of any size.

Chasing the lights makes every row a polynomial in the path's adjacency matrix T applied to the first row, and the
row after the last is f_{h+1}(T + I) applied to it, so with f_0 = 0, f_1 = 1, f_{j+1} = z·f_j + f_{j−1}

    nullity(w, h) = deg gcd(f_{w+1}(z), f_{h+1}(z + 1))        (Sutner 1989, 2000),

as f_{w+1} is T's minimal polynomial. `nullity` first halves the degree, and quarters it for squares: if n + 1 = p·b
with p a power of 2 and b odd, f_{n+1} = z^(p−1)·g_b^(2p) with g_b = f_{(b+1)/2} + f_{(b−1)/2}; and with y = z² + z,
unchanged by z → z + 1, g_b(z) = P(y) + z·R(y) gives gcd(g_b(z), g_b(z + 1)) = gcd(P, R)(y).

Legend: bit i of an int is the coefficient of z^i. Cost: degree²/64 word operations.
"""

from solvable import kernels
from solvable.core.budget import check, checked
from solvable.core.errors import whole_number
from solvable.core.memory import check_memory, check_time
from solvable.lights.algebra import gf2_polynomials

LONG = 1 << 13
"""Bits from which a greatest common divisor checks the budget."""

BYTES = 4
"""Bytes that a greatest common divisor takes for each unit of the odd part of a side."""

SECONDS = {0: 5e-13, 2: 1.5e-13, 4: 1e-13, 8: 5e-14}
"""Seconds that it takes for a side of odd part b, divided by b², by the width of the processor's products
(`carryless.hpp`).
"""

PLAIN_SECONDS = 5e-12
"""The same with Python ints."""

KERNEL_DEGREE = 500
"""From this degree the kernel computes a greatest common divisor; for squares, from four times it."""


def degree(a: int) -> int:
    """Return the degree of `a`; −1 for zero."""
    return a.bit_length() - 1


def square(a: int) -> int:
    """Return a(z)² = a(z²): the bits, read in base 4."""
    return int(f"{a:b}", 4)


def fibonacci(j: int, shift: int = 0) -> int:
    """Return f_j(z + shift), by f_{2j} = z·f_j² and f_{2j+1} = f_{j+1}² + f_j²."""
    return fibonacci_pair(j, shift)[0]


def fibonacci_pair(j: int, shift: int = 0, modulus: int = 0) -> tuple[int, int]:
    """Return f_j(z + shift) and f_{j+1}(z + shift), reduced by `modulus` if that is not 0."""
    low, high = 0, 1
    for bit in f"{j:b}":
        even, both = square(low), square(low ^ high)  # f_j², f_{2j+1}
        if bit == "1":
            even = square(high)
        even = even << 1 ^ even * shift  # f_{2j}, or f_{2j+2}
        if modulus:
            even, both = remainder(even, modulus), remainder(both, modulus)
        low, high = (both, even) if bit == "1" else (even, both)
    return low, high


def divide(a: int, b: int) -> tuple[int, int]:
    """Return quotient and remainder of a / b, eight coefficients at a time."""
    shift = degree(b)
    clearing = _clearing(b)
    quotient, remaining = bytearray(), 0
    for byte in checked(a.to_bytes(a.bit_length() // 8 + 1)):
        remaining = remaining << 8 | byte
        digit, multiple = clearing[remaining >> shift]
        quotient.append(digit)
        remaining ^= multiple
    return int.from_bytes(quotient), remaining


def remainder(a: int, b: int) -> int:
    """Return the remainder of a / b."""
    excess = a.bit_length() - b.bit_length()
    if excess > 64:
        return divide(a, b)[1]
    while excess >= 0:
        a ^= b << excess
        excess = a.bit_length() - b.bit_length()
    return a


def multiply(a: int, b: int) -> int:
    """Return a·b, eight coefficients of `a` at a time."""
    multiples = _multiples(b)
    product = 0
    for byte in checked(a.to_bytes(a.bit_length() // 8 + 1)):
        product = product << 8 ^ multiples[byte]
    return product


def gcd(a: int, b: int) -> int:
    """Return the greatest common divisor of `a` and `b`."""
    while b:
        excess = a.bit_length() - b.bit_length()
        if excess < 0:
            a, b, excess = b, a, -excess
        a ^= b << excess
        if not a:
            return b
    return a


def gcd_with_factor(a: int, modulus: int) -> tuple[int, int]:
    """Return (D, s): D = gcd(a, modulus) and s·a ≡ D modulo `modulus`."""
    low, high, low_factor, high_factor = modulus, a, 0, 1  # each remainder is congruent to its factor times a
    is_long = a.bit_length() > LONG
    while high:
        if is_long:
            check()
        excess = low.bit_length() - high.bit_length()
        if excess < 0:
            low, high, low_factor, high_factor, excess = high, low, high_factor, low_factor, -excess
        low ^= high << excess
        low_factor ^= high_factor << excess
        if not low:
            return high, high_factor
    return low, low_factor


def _multiples(b: int) -> list[int]:
    """Return b times each polynomial of degree below 8."""
    multiples = [0]
    for bit in range(8):
        multiples += [multiple ^ b << bit for multiple in multiples]
    return multiples


def _clearing(b: int) -> list[tuple[int, int]]:
    """Return, for each value of the eight coefficients at deg b … deg b + 7, the multiple of b that clears them."""
    clearing = [(0, 0)] * 256
    for digit, multiple in enumerate(_multiples(b)):
        clearing[multiple >> degree(b)] = digit, multiple
    return clearing


def from_cells(cells: int, width: int) -> int:
    """Return Σ c_j·f_j for the row with c_j at bit j − 1: the polynomial whose value at T makes the row of cell 1.

    By halves: f_{K+j} = z^K·f_j + f_{K−j} folds the upper half of each block of 2K bits, reversed, into its lower half;
    `mirror`, updated by the same steps, is the row with each block reversed.
    """
    size = 1 << (width - 1).bit_length()
    mirror = int(f"{cells:0{size}b}"[::-1], 2)
    half = size >> 1
    while half:
        fold = _repeat((1 << half - 1) - 1, half << 1, size)
        cells, mirror = cells ^ mirror >> 1 & fold, mirror ^ (cells & fold << half) << 1
        lower = _repeat((1 << half) - 1, half << 1, size)
        mirror = mirror >> half & lower | (mirror & lower) << half
        half >>= 1
    return cells


def to_cells(polynomial: int, width: int) -> int:
    """Return the row of cells from which `from_cells` makes `polynomial`, whose degree is below `width`."""
    size = 1 << (width - 1).bit_length()
    cells = mirror = polynomial
    half = 1
    while half < size:
        lower = _repeat((1 << half) - 1, half << 1, size)
        mirror = mirror >> half & lower | (mirror & lower) << half
        fold = _repeat((1 << half - 1) - 1, half << 1, size)
        cells, mirror = cells ^ mirror >> 1 & fold, mirror ^ (cells & fold << half) << 1
        half <<= 1
    return cells


def _repeat(block: int, period: int, size: int) -> int:
    """Return `block` at every multiple of `period` below `size`; both are powers of 2."""
    while period < size:
        block |= block << period
        period <<= 1
    return block


def nullity_reference(width: int, height: int) -> int:
    """Return the nullity of the width × height board directly by the theorem: the reference for `nullity`."""
    return degree(gcd(fibonacci(width + 1), fibonacci(height + 1, shift=1)))


def nullity(width: int, height: int) -> int:
    """Return the number of independent quiet patterns of the width × height board (plus rule, plane, two colours).

    A million by a million takes 10 ms; one side may have hundreds of digits. Raises PuzzleError if a side is below 1,
    and BudgetExceededError, before it starts, if it would take too much time or memory.

    With width + 1 = p·b, height + 1 = q·c (p, q powers of 2; b, c odd) the gcd's exponents at z, at z + 1 and elsewhere
    follow from f_{pb} = z^(p−1)·g_b^(2p). (Sutner 1989, 2000)
    """
    width, height = whole_number(width, "the width", 1), whole_number(height, "the height", 1)
    b, c = odd_part(width + 1), odd_part(height + 1)
    check_memory(BYTES * min(b, c), min(b, c))
    check_time(_seconds(min(b, c)), min(b, c), 2)
    p, q = (width + 1) // b, (height + 1) // c
    common = 2 * min(p, q) * common_degree(b, c)
    return common + (c % 3 == 0) * min(p - 1, 2 * q) + (b % 3 == 0) * min(q - 1, 2 * p)


def _seconds(b: int) -> float:
    """Return the approximate seconds of a greatest common divisor for a side of odd part b."""
    if b < 2 * KERNEL_DEGREE or not kernels.has_library():
        return PLAIN_SECONDS * b**2
    return SECONDS[gf2_polynomials.arithmetic().width] * b**2


def torus_nullity(size: int) -> int:
    """Return the nullity of the size × size torus: its symmetric parts are planes of size − 1 (Yamagishi 2014)."""
    if whole_number(size, "the width", 1) == 1:
        return 0  # the press toggles its only lamp five times
    return 2 * nullity(size - 1, size - 1) + 4 * (size % 3 == 0)


def odd_part(n: int) -> int:
    """Return `n` without its factors 2."""
    return n // (n & -n)


def root(b: int, shift: int = 0, modulus: int = 0) -> int:
    """Return g_b(z + shift) for odd b, the square root of f_b, reduced by `modulus` if that is not 0."""
    low, high = fibonacci_pair((b - 1) // 2, shift, modulus)
    return low ^ high


def symmetric_parts(a: int) -> tuple[int, int]:
    """Return (P, R) with a(z) = P(y) + z·R(y), y = z² + z.

    By halves, since z² = y + z also holds for the K-th powers (K a power of 2): in each block of 4K coefficients A₀ +
    A₁z^K + A₂z^2K + A₃z^3K = A₀ + (A₁+A₂+A₃)z^K + y^K·(A₂+A₃ + A₃z^K).
    """
    size = 4
    while size < a.bit_length():
        size <<= 1
    quarter = size >> 2
    while quarter:
        third = _repeat((1 << quarter) - 1, quarter << 2, size) << 2 * quarter
        a ^= a >> quarter & third
        a ^= a >> quarter & third >> quarter
        quarter >>= 1
    bits = f"{a:b}"[::-1]
    return int(bits[::2][::-1], 2), int(bits[1::2][::-1] or "0", 2)


def common_degree(b: int, c: int) -> int:
    """Return deg gcd(g_b(z), g_c(z + 1)) for odd b and c; by the kernels from KERNEL_DEGREE."""
    b, c = min(b, c), max(b, c)
    if b < (4 if b == c else 2) * KERNEL_DEGREE or not kernels.has_library():
        return common_degree_reference(b, c)
    by, long = gf2_polynomials.arithmetic(), gf2_polynomials
    if b == c:
        return 2 * by.common_degree(*long.symmetric_parts(long.root(b)))
    modulus = long.root(b)
    return by.common_degree(modulus, long.root_modulo(c, modulus) if c > 2 * b else long.root(c, 1))


def common_degree_reference(b: int, c: int) -> int:
    """Return the same as `common_degree` for b ≤ c, with Python ints."""
    modulus = root(b)
    if b == c:
        return 2 * degree(gcd(*symmetric_parts(modulus)))
    return degree(gcd(modulus, root(c, 1, modulus if c > 2 * b else 0)))
