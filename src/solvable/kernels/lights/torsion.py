"""Roots of unity ζ for which ζ + 1/ζ + 1 is such a sum again: for `lights.nullity.torsion`.

A polynomial modulo x^e − 1, e odd, is an array of words, bit i of them the coefficient of x^i, and two words of 0.
Squaring moves bit i to bit 2i mod e. P_j = x^(j−1)·f_j(x + 1/x + 1) takes squarings and shifts alone:

    P_2j = (x² + x + 1)·P_j²,   P_2j+1 = P_j+1² + x²·P_j²,

and is 0 at a root of unity ζ just where ζ + 1/ζ + 1 = η + 1/η for an η with η^j = 1.
Elements of GF(2^m), m < 64, are words, reduced by an irreducible polynomial whose bit m is left out.
"""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import jit

Words = np.ndarray[Any, np.dtype[np.uint64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]

ZERO, ONE, TWO, HALF = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(32)
WORD, ALL = np.uint64(63), np.uint64(2**64 - 1)
SPREAD = tuple(
    (np.uint64(by), np.uint64(mask))
    for by, mask in (
        (16, 0x0000FFFF0000FFFF), (8, 0x00FF00FF00FF00FF), (4, 0x0F0F0F0F0F0F0F0F), (2, 0x3333333333333333),
        (1, 0x5555555555555555),
    )
)  # fmt: skip


@jit
def least_factors(limit: int) -> Numbers:
    """Return the least prime factor of each odd number below `limit`, 1 for 1; even numbers have 0."""
    least = np.zeros(limit, np.int64)
    for number in range(1, limit, 2):
        least[number] = number
    p = 3
    while p * p < limit:
        if least[p] == p:
            for multiple in range(p * p, limit, 2 * p):
                if least[multiple] == multiple:
                    least[multiple] = p
        p += 2
    return least


@jit
def _power(exponent: int, modulus: int) -> int:
    """Return 2^exponent modulo a number below 2^31."""
    result, base = 1, 2
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


@jit
def _order_modulo_prime(p: int) -> int:
    """Return the order of 2 modulo an odd prime: p − 1 less the primes without which the power is still 1."""
    order = left = p - 1
    q = 2
    while left > 1:
        if q * q > left:
            q = left
        if left % q == 0:
            while left % q == 0:
                left //= q
            while order % q == 0 and _power(order // q, p) == 1:
                order //= q
        q += 1
    return order


@jit
def fill_orders(least: Numbers, orders: Numbers, classes: Numbers, totients: Numbers) -> None:
    """Set for each odd e > 1 the order of 2 modulo e, the least m with 2^m ≡ ±1, and φ(e)."""
    for e in range(3, least.size, 2):
        p = least[e]
        rest, part = e // p, p
        while rest % p == 0:
            rest, part = rest // p, part * p
        if rest > 1:
            a, b = orders[rest], orders[part]
            while b:
                a, b = b, a % b
            orders[e] = orders[rest] // a * orders[part]
            totients[e] = totients[rest] * totients[part]
        elif part == p:
            orders[e], totients[e] = _order_modulo_prime(p), p - 1
        else:
            below = e // p
            orders[e] = orders[below] if _power(orders[below], e) == 1 else orders[below] * p
            totients[e] = totients[below] * p
        half = orders[e] >> 1
        is_whole = orders[e] & 1 == 0 and _power(half, e) == e - 1
        classes[e] = half if is_whole else orders[e]


@jit
def _window(a: Words, bit: int) -> Any:
    """Return the 64 coefficients from `bit` on."""
    word, by = bit >> 6, np.uint64(bit & 63)
    return a[word] >> by | a[word + 1] << ONE << (WORD - by)


@jit
def _spread(word: Any) -> Any:
    """Return the low 32 bits of a word at its even bits."""
    word &= np.uint64(0xFFFFFFFF)
    for by, mask in SPREAD:
        word = (word | word << by) & mask
    return word


@jit
def _square(a: Words, out: Words, e: int, words: int, wraps: bool) -> None:
    """Set so many words of `out` to a² modulo x^e − 1; without `wraps` the upper half of `a` is 0."""
    for k in range(words):
        out[k] = _spread(a[k >> 1] >> (HALF if k & 1 else ZERO))
    if wraps:
        middle = (e + 1) >> 1
        for k in range(words):
            out[k] |= _spread(_window(a, middle + 32 * k) if middle + 32 * k < e else ZERO) << ONE
        out[words - 1] &= ALL >> (np.uint64(64 * words - e))


@jit
def _fold(a: Words, e: int, words: int, over: Any) -> None:
    """Add what is at x^e and above, `over` being the word behind the last, at 1 and above."""
    by = np.uint64(e & 63)
    beyond = over << (np.uint64(64) - by) | a[words - 1] >> by
    a[words - 1] &= ALL >> (np.uint64(64) - by)
    a[0] ^= beyond


@jit
def _combine(low: Words, high: Words, of_low: Words, of_high: Words, bit: int, e: int, words: int, wraps: bool) -> None:
    """Set P_j and P_j+1 by the squares of those for j >> 1, j & 1 being `bit`."""
    twice, both = (of_high, high) if bit else (of_low, low)
    mixed = low if bit else high
    before = before_low = ZERO
    for k in range(words):
        word, even = twice[k], of_low[k]
        both[k] = word ^ (word << ONE | before >> WORD) ^ (word << TWO | before >> np.uint64(62))
        mixed[k] = of_high[k] ^ (even << TWO | before_low >> np.uint64(62))
        before, before_low = word, even
    if wraps:
        _fold(both, e, words, before >> WORD ^ before >> np.uint64(62))
        _fold(mixed, e, words, before_low >> np.uint64(62))


@jit
def _lucas(e: int, index: int, low: Words, high: Words, of_low: Words, of_high: Words) -> None:
    """Set `low` to P_index modulo x^e − 1."""
    words = (e + 63) >> 6
    for k in range(words + 2):
        low[k] = high[k] = ZERO
    high[0] = ONE
    j, length, bits = 0, 1, 0  # P_j+1 has 2j + 1 coefficients
    while index >> bits:
        bits += 1
    for at in range(bits - 1, -1, -1):
        bit = index >> at & 1
        is_wrapped = 2 * j + 1 > (e + 1) >> 1
        j = min(2 * j + bit, e)  # beyond e coefficients it does not matter how many
        wraps = 2 * j + 1 > e
        length = words if wraps else (2 * j + 64) >> 6
        _square(low, of_low, e, length, is_wrapped)
        _square(high, of_high, e, length, is_wrapped)
        _combine(low, high, of_low, of_high, bit, e, length, wraps)


@jit
def _double(a: Words, out: Words, e: int) -> None:
    """Write the coefficients of `a` twice, one after the other, and two words of 0."""
    words = (e + 63) >> 6
    whole, by = e >> 6, np.uint64(e & 63)
    for k in range(words):
        out[k] = a[k]
    for k in range(words, 2 * words + 2):
        out[k] = ZERO
    for k in range(words):
        out[whole + k] |= a[k] << by
        out[whole + k + 1] |= a[k] >> ONE >> (WORD - by)


@jit
def _clear_lesser(a: Words, twice: Words, e: int, least: Numbers) -> bool:
    """Multiply by 1 + x^(e/p) for each prime p of e, 0 at roots of lesser orders; return whether 0 is left."""
    words, rest = (e + 63) >> 6, e
    while rest > 1:
        p = least[rest]
        while rest % p == 0:
            rest //= p
        _double(a, twice, e)
        for k in range(words):
            a[k] ^= _window(twice, 64 * k + e - e // p)
        a[words - 1] &= ALL >> np.uint64(64 * words - e)
    some = ZERO
    for k in range(words):
        some |= a[k]
    return bool(some == ZERO)


@jit
def _is_new(row: Words, basis: Words) -> bool:
    """Reduce a row by those of the basis, one for each bit, and add what is left; return whether anything is."""
    for k in range(row.size):
        while row[k]:
            word, lead = row[k], 64 * k
            while word > ONE:
                word >>= ONE
                lead += 1
            if not basis[lead, k]:
                for beyond in range(k, row.size):
                    basis[lead, beyond] = row[beyond]
                return True
            for beyond in range(k, row.size):
                row[beyond] ^= basis[lead, beyond]
    return False


@jit
def missing(e: int, index: int, order: int, half: int, totient: int, least: Numbers) -> int:
    """Return how many of the totient / order sets {ζ, ζ², ζ⁴, …} of roots of unity of order e may be roots of P_index.

    Where this is 0 none is. It is too many where random members do not span an ideal: hardly once in 2^24. `half` is
    the order of 2 modulo e and sign.

    Cleared of the roots of lesser orders, P_index generates an ideal of as many dimensions as there are sets on
    which it is not 0, in the algebra of what squaring leaves alone: that is spanned by the sums of its multiples over
    each set {i, 2i, 4i, …} of exponents. A row has such a sum for some ten multiples by a power of x, and more than
    there are sets; the rank of the rows is at most that dimension.
    """
    words = (e + 63) >> 6
    low, high = np.empty(words + 2, np.uint64), np.empty(words + 2, np.uint64)
    twice, other = np.empty(2 * words + 4, np.uint64), np.empty(words + 2, np.uint64)
    _lucas(e, index, low, high, twice, other)
    sets = totient // order
    if _clear_lesser(low, twice, e, least):
        return sets
    if totient == 2 * half or sets == 1:  # ζ and 1/ζ are roots together
        return 0
    _double(low, twice, e)
    width = (sets + 87) >> 6
    row, basis = np.empty(width, np.uint64), np.zeros((64 * width, width), np.uint64)
    seen = np.zeros(e, np.bool_)
    for first in range(e):
        if seen[first]:
            continue
        for k in range(width):
            row[k] = ZERO
        at = first
        while not seen[at]:
            seen[at] = True
            for k in range(width):
                row[k] ^= _window(twice, at + 64 * k)
            at = 2 * at
            if at >= e:
                at -= e
        if _is_new(row, basis):
            sets -= 1
            if sets == 0:
                break
    return sets


@jit
def _times(a: Any, b: Any, modulus: Any, m: int) -> Any:
    """Return a·b in GF(2^m)."""
    product, top = ZERO, ONE << np.uint64(m - 1)
    for _ in range(m):
        carry = product & top
        product = (product ^ carry) << ONE
        if carry:
            product ^= modulus
        if b & top:
            product ^= a
        b <<= ONE
    return product


@jit
def dickson(index: Any, z: Any, modulus: Any, m: int) -> Any:
    """Return ζ^index + ζ^−index for ζ + 1/ζ = z in GF(2^m)."""
    low, high = ZERO, z
    for at in range(63, -1, -1):
        if index >> np.uint64(at):
            cross = _times(low, high, modulus, m) ^ z
            if index >> np.uint64(at) & ONE:
                low, high = cross, _times(high, high, modulus, m)
            else:
                low, high = _times(low, low, modulus, m), cross
    return low


@jit
def _sum_of_order(e: int, modulus: Any, m: int, least: Numbers) -> Any:
    """Return some ζ + 1/ζ in GF(2^m) for ζ of order e, which divides 2^m − 1 or 2^m + 1."""
    number = np.uint64(e)
    group = (ONE << np.uint64(m)) - ONE
    if group % number != ZERO:
        group += TWO
    z = ZERO
    while True:
        z += ONE
        found = dickson(group // number, z, modulus, m)
        is_right, rest = found != ZERO and dickson(number, found, modulus, m) == ZERO, e
        while is_right and rest > 1:
            p = least[rest]
            is_right = dickson(np.uint64(e // p), found, modulus, m) != ZERO
            while rest % p == 0:
                rest //= p
        if is_right:
            return found


@jit
def beside(e: int, index: Any, primes: Words, modulus: Any, m: int, least: Numbers, orders: Words) -> int:
    """Write the orders of those η with η^index = 1 and ζ + 1/ζ + 1 = η + 1/η, ζ of order e; return how many.

    One ζ stands for all that squaring and inverting make of it: m sums ζ + 1/ζ. `primes` are those of the index; m < 64
    is the order of 2 modulo e and sign. There are at most as many as `orders` has room for, e / 2.
    """
    alpha = _sum_of_order(e, modulus, m, least)
    multiples = np.empty((8, 256), np.uint64)  # alpha times each byte
    for byte in range(8):
        for value in range(256):
            shifted = np.uint64(value) << np.uint64(8 * byte)
            is_inside = shifted >> np.uint64(m) == ZERO
            multiples[byte, value] = _times(alpha, shifted, modulus, m) if is_inside else ZERO
    middle = (e + 1) >> 1
    seen = np.zeros(middle, np.bool_)
    count, before, now = 0, ZERO, alpha
    for i in range(1, middle):
        a, b = e, i
        while b:
            a, b = b, a % b
        if not seen[i] and a == 1:
            at = i
            while not seen[at]:
                seen[at] = True
                at = min(2 * at, e - 2 * at)
            z = now ^ ONE
            if z != ZERO and dickson(index, z, modulus, m) == ZERO:
                order = index
                for p in primes:
                    while order % p == ZERO and dickson(order // p, z, modulus, m) == ZERO:
                        order //= p
                orders[count] = order
                count += 1
        following = before
        for byte in range(8):
            following ^= multiples[byte, now >> np.uint64(8 * byte) & np.uint64(255)]
        before, now = now, following
    return count
