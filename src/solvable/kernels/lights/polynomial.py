"""Polynomials over GF(2) in uint64 arrays, least significant bit first: the twin of `lights.nullity.fibonacci`.

An array may be longer than its polynomial; degrees are found by scanning down from the top, −1 for zero.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from solvable.kernels.base.jit import jit

Words = np.ndarray[Any, np.dtype[np.uint64]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]

ONE, TOP, HALF = np.uint64(1), np.uint64(63), np.uint64(32)
EVEN = np.uint64(0x5555555555555555)
LOWER = tuple(np.uint64((2**64 - 1) // (2**half + 1)) for half in (1, 2, 4, 8, 16, 32))
"""The lower half of each block of 2, 4, …, 64 bits."""


@intrinsic
def _bit_length(_context: Any, word: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

    return types.int64(types.uint64), codegen


@intrinsic
def _reverse_bits(_context: Any, word: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bitreverse(args[0])

    return types.uint64(types.uint64), codegen


bit_length = cast(Callable[[np.uint64], int], _bit_length)
"""The number of bits up to the highest set one."""

reverse_bits = cast(Callable[[np.uint64], np.uint64], _reverse_bits)
"""The bits in reverse order."""


@jit
def degree(a: Words, below: int) -> int:
    """Return the degree of `a`, whose words from `below` on are zero."""
    while below > 0:
        below -= 1
        if a[below]:
            return 64 * below + bit_length(a[below]) - 1
    return -1


@jit
def add_shifted(target: Words, source: Words, length: int, shift: int) -> None:
    """Add the first `length` words of `source`, times z^shift, to `target`."""
    skip, left = shift >> 6, np.uint64(shift & 63)
    right = TOP - left
    part = target[skip : skip + length]  # a slice, so that the compiler knows its indices not to be negative
    part[0] ^= source[0] << left
    for i in range(1, length):
        part[i] ^= source[i] << left ^ (source[i - 1] >> ONE) >> right
    carry = (source[length - 1] >> ONE) >> right
    if carry:
        target[skip + length] ^= carry


@jit
def go_on(a: Words, b: Words, degrees: Words, words: int) -> bool:
    """Go on with Euclid for about so many word operations; return whether the two have changed places.

    degrees[0] and degrees[1] are those of `a` and `b`; once the second is −1, the first is that of their gcd.
    """
    (high, low), turned = (degrees[0], degrees[1]), False
    while low >= 0 and words > 0:
        if high < low:
            a, b, high, low, turned = b, a, low, high, not turned
            continue
        words -= (low >> 6) + 8
        add_shifted(a, b, (low >> 6) + 1, high - low)
        high = degree(a, (high >> 6) + 1)
    if low >= 0 and high < 0:
        high, low, turned = low, high, not turned
    degrees[0], degrees[1] = high, low
    return turned


@jit
def gcd_with_factor(a: Words, modulus: Words) -> tuple[Words, Words]:
    """Return (D, s): D = gcd(a, modulus) and s·a ≡ D modulo `modulus`; both arguments are destroyed."""
    low, high = modulus, a
    low_factor, high_factor = np.zeros(modulus.size + 1, np.uint64), np.zeros(modulus.size + 1, np.uint64)
    high_factor[0] = 1
    low_degree, high_degree = degree(low, low.size), degree(high, high.size)
    low_size, high_size = 1, 1  # words of the factors
    while high_degree >= 0:
        if low_degree < high_degree:
            low, high, low_degree, high_degree = high, low, high_degree, low_degree
            low_factor, high_factor, low_size, high_size = high_factor, low_factor, high_size, low_size
            if high_degree < 0:
                break
        shift = low_degree - high_degree
        add_shifted(low, high, (high_degree >> 6) + 1, shift)
        low_degree = degree(low, (low_degree >> 6) + 1)
        add_shifted(low_factor, high_factor, high_size, shift)
        low_size = (degree(low_factor, min(low_factor.size, max(low_size, high_size + (shift >> 6) + 1))) >> 6) + 1
        if low_degree < 0:
            return high, high_factor
    return low, low_factor


@jit
def spread(word: np.uint64) -> np.uint64:
    """Return the low 32 bits of a uint64 at its even bits."""
    word = (word ^ word << np.uint64(16)) & np.uint64(0x0000FFFF0000FFFF)
    word = (word ^ word << np.uint64(8)) & np.uint64(0x00FF00FF00FF00FF)
    word = (word ^ word << np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    word = (word ^ word << np.uint64(2)) & np.uint64(0x3333333333333333)
    return (word ^ word << ONE) & EVEN


@jit
def gather(word: np.uint64) -> np.uint64:
    """Return the even bits of a uint64 as its low 32 bits: the inverse of `spread`."""
    word &= EVEN
    word = (word ^ word >> ONE) & np.uint64(0x3333333333333333)
    word = (word ^ word >> np.uint64(2)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    word = (word ^ word >> np.uint64(4)) & np.uint64(0x00FF00FF00FF00FF)
    word = (word ^ word >> np.uint64(8)) & np.uint64(0x0000FFFF0000FFFF)
    return (word ^ word >> np.uint64(16)) & np.uint64(0xFFFFFFFF)


@jit
def fibonacci_pair(j: int, shift: int) -> tuple[Words, Words]:
    """Return f_j(z + shift) and f_{j+1}(z + shift) for shift 0 or 1, by doubling."""
    size = (j >> 6) + 1
    low, high = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    even, both = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    high[0] = 1
    level = 0
    while j >> level:
        level += 1
    while level:
        level -= 1
        odd = (j >> level & 1) == 1
        used = min(size, ((j >> level) >> 6) + 1)
        double(low, high, even[:used], both[:used], odd, shift)
        if odd:
            low, high, even, both = both, even, low, high
        else:
            low, high, even, both = even, both, low, high
    return low, high


@jit
def double(low: Words, high: Words, even: Words, both: Words, odd: bool, shift: int) -> None:
    """Fill `even` by f_{2j} and `both` by f_{2j+1} of f_j and f_{j+1}; by f_{2j+2} and f_{2j+1} when `odd`."""
    carry, shifted = np.uint64(0), np.uint64(shift)
    for i in range(even.size):
        half = np.uint64(32 * (i & 1))
        a, b = low[i >> 1] >> half & np.uint64(0xFFFFFFFF), high[i >> 1] >> half & np.uint64(0xFFFFFFFF)
        word = spread(b if odd else a)
        even[i] = (word << ONE | carry) ^ word * shifted
        carry = word >> TOP
        both[i] = spread(a ^ b)


@jit
def multiples(b: Words, size: int) -> Words:
    """Return b times each polynomial of degree below 8, in `size` words at the row that its bits number."""
    table = np.zeros((256, size), np.uint64)
    for digit in range(1, 256):
        carry = np.uint64(0)
        odd = np.uint64(digit & 1)
        for i in range(size):
            word = table[digit >> 1, i]
            added = b[i] if i < b.size else np.uint64(0)
            table[digit, i] = (word << ONE | carry) ^ added * odd
            carry = word >> TOP
    return table


@jit
def multiply(a: Words, b: Words, size: int) -> Words:
    """Return a·b in `size` words; quickest with the shorter polynomial second."""
    high = degree(a, a.size)
    length = ((degree(b, b.size) + 7) >> 3) + 1
    table = multiples(b, (length >> 3) + 1).view(np.uint8)
    product = np.zeros(size + 1, np.uint64)
    digits, out = a.view(np.uint8), product.view(np.uint8)
    for k in range((high >> 3) + 1):
        digit = digits[k]
        for i in range(length):
            out[k + i] ^= table[digit, i]
    return product[:size]


@jit
def divide(a: Words, b: Words) -> Words:
    """Return the quotient of a / b, leaving the remainder in `a`."""
    bottom, top = degree(b, b.size), degree(a, a.size)
    quotient = np.zeros(a.size, np.uint64)
    if top - bottom < 64:  # too few steps for a table
        while top >= bottom:
            add_shifted(a, b, (bottom >> 6) + 1, top - bottom)
            quotient[0] |= ONE << np.uint64(top - bottom)
            top = degree(a, (top >> 6) + 1)
        return quotient
    table = multiples(b, (bottom + 7 >> 6) + 1)
    clearing = np.zeros(256, np.uint8)
    for digit in range(256):
        word, left = bottom >> 6, np.uint64(bottom & 63)
        value = table[digit, word] >> left
        if word + 1 < table.shape[1]:
            value |= table[digit, word + 1] << ONE << (TOP - left)
        clearing[value & np.uint64(255)] = digit
    _clear(a.view(np.uint8), table.view(np.uint8), clearing, bottom, top, quotient.view(np.uint8))
    return quotient


@jit
def _clear(a: Bytes, table: Bytes, clearing: Bytes, bottom: int, top: int, quotient: Bytes) -> None:
    """Clear the coefficients of `a` from `top` down to `bottom`, eight a step, by multiples from the table."""
    length = (bottom + 7 >> 3) + 1
    left = bottom & 7
    for k in range(top - bottom >> 3, -1, -1):
        at = (bottom >> 3) + k
        value = np.int64(a[at]) >> left
        if left and at + 1 < a.size:
            value |= np.int64(a[at + 1]) << 8 - left
        digit = clearing[value & 255]
        quotient[k] = digit
        part = a[k : k + length]  # a slice, so that the compiler knows its indices not to be negative
        for i in range(part.size):
            part[i] ^= table[digit, i]


@jit
def from_cells(cells: Words) -> None:
    """Turn the coefficients c_j at bit j − 1 into the polynomial Σ c_j·f_j, in place; the size is a power of 2.

    Each block of 2K bits folds its upper half, reversed, into its lower (`lights.nullity.fibonacci.from_cells`).
    """
    half = cells.size >> 1
    while half:
        _fold_blocks(cells, half)
        half >>= 1
    _fold_words(cells, False)


@jit
def to_cells(cells: Words) -> None:
    """Undo `from_cells`, in place."""
    _fold_words(cells, True)
    half = 1
    while half < cells.size:
        _fold_blocks(cells, half)
        half <<= 1


@jit
def _fold_blocks(cells: Words, half: int) -> None:
    """Fold the upper half of each block of 2·half words, without its last bit, reversed into the lower half."""
    for start in range(0, cells.size, 2 * half):
        lower, upper = cells[start : start + half], cells[start + half : start + 2 * half]
        last = half - 1
        for i in range(last):
            lower[i] ^= reverse_bits(upper[last - i] << ONE | upper[last - i - 1] >> TOP)
        lower[last] ^= reverse_bits(upper[0] << ONE)


@jit
def _fold_words(cells: Words, upwards: bool) -> None:
    """Fold the blocks of 64 … 2 bits inside each word, largest blocks first, or last when `upwards`.

    `mirror` is the word with each block reversed, kept by the same steps.
    """
    for i in range(cells.size):
        word = cells[i]
        mirror = word if upwards else reverse_bits(word)
        for step in range(6):
            level = step if upwards else 5 - step
            half, lower = np.uint64(1 << level), LOWER[level]
            fold = lower >> ONE & lower
            if upwards:
                mirror = mirror >> half & lower | (mirror & lower) << half
            word, mirror = word ^ mirror >> ONE & fold, mirror ^ (word & fold << half) << ONE
            if not upwards:
                mirror = mirror >> half & lower | (mirror & lower) << half
        cells[i] = word
