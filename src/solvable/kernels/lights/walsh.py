"""Walsh–Hadamard transform of a sparse function, in blocks that fit the cache; twin of `lights.fewest.walsh.spectrum`.

The function is given by its support: f[u] = Σ coefficients[i] over the keys[i] equal to u; its transform at u is
Σ coefficients[i]·(−1)^popcount(keys[i] & u). The bits of u are 5 lane bits (32 elements a vector), 4·passes block
bits, and the rest, walked in Gray order: flipping bit j adds −2·c·H[lane bits of the key] for each key with that bit,
so the lanes never need a butterfly. Each block then takes `passes` radix-16 passes. 0.15 ns an element.

`keys` are int64 below 2^rank, `coefficients` int16 or int32 — the type of all arithmetic, modulo 2^16 or 2^32.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits, vectors
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
trailing_zeros: Any = bits.trailing_zeros
popcount: Any = bits.popcount
butterflies: Any = vectors.butterflies
butterflies_maximum: Any = vectors.butterflies_maximum
add_multiple: Any = vectors.add_multiple
lanes_at_least: Any = vectors.lanes_at_least
LANE_BITS = 5
LANES = 32


@jit
def _hadamard(like: Array) -> Array:
    signs = np.empty(LANES * LANES, like.dtype)
    for row in range(LANES):
        for lane in range(LANES):
            signs[row * LANES + lane] = 1 - 2 * np.int64(popcount(np.uint64(row & lane)) & np.uint64(1))
    return signs


@jit
def _keys_by_top_bit(keys: Array, low_bits: int, top_bits: int) -> tuple[Array, Array]:
    """Return the indices of the keys with each top bit, one list after the other, and where each list starts."""
    starts = np.empty(top_bits + 1, np.int64)
    lists = np.empty(top_bits * keys.size, np.int32)
    place = 0
    for bit in range(top_bits):
        starts[bit] = place
        for index in range(keys.size):
            if (keys[index] >> (low_bits + bit)) & 1:
                lists[place] = index
                place += 1
    starts[top_bits] = place
    return lists, starts


@jit
def _load_block(keys: Array, signed: Array, signs: Array, low_bits: int, top: int, source: Array) -> None:
    """Fill `source` with the block of top bits `top`; negate the entries of `signed` that are odd there."""
    source[:] = 0
    low_mask = (1 << low_bits) - 1
    for index in range(keys.size):
        key = keys[index]
        if popcount(np.uint64((key >> low_bits) & top)) & np.uint64(1):
            signed[index] = -signed[index]
        place = ((key & low_mask) >> LANE_BITS) * LANES
        add_multiple(source, place, signs, (key & (LANES - 1)) * LANES, signed[index])


@jit
def _flip(keys: Array, signed: Array, signs: Array, low_bits: int, flipped: Array, source: Array) -> None:
    """Change one top bit: the keys `flipped` have it, and change sign."""
    low_mask = (1 << low_bits) - 1
    for index in flipped:
        key = keys[index]
        old = signed[index]
        signed[index] = -old
        add_multiple(source, ((key & low_mask) >> LANE_BITS) * LANES, signs, (key & (LANES - 1)) * LANES, -2 * old)


@jit
def _pass(source: Array, target: Array, stride: int) -> None:
    """Transform `source` to `target` over the four bits whose lowest is worth `stride` elements."""
    for high in range(0, source.size, 16 * stride):
        for low in range(0, stride, LANES):
            butterflies(source, target, high + low, stride)


@jit
def maxima(keys: Array, coefficients: Array, rank: int, passes: int, first: int, last: int, out: Array) -> None:
    """Write the maximum of each block to `out`, for the Gray-code steps first ≤ step < last.

    A block is 2^(5 + 4·passes) consecutive elements, `passes` ≥ 2; out[b] is the maximum of block b.
    """
    low_bits = LANE_BITS + 4 * passes
    source, work = np.empty(1 << low_bits, out.dtype), np.empty(1 << low_bits, out.dtype)
    best, lowest = np.empty(LANES, out.dtype), 1 - (1 << (8 * out.itemsize - 1))
    signed, signs = coefficients.copy(), _hadamard(out)
    lists, starts = _keys_by_top_bit(keys, low_bits, max(0, rank - low_bits))
    top = first ^ (first >> 1)
    _load_block(keys, signed, signs, low_bits, top, source)
    for step in range(first, last):
        if step > first:
            bit = int(trailing_zeros(np.uint64(step)))
            top ^= 1 << bit
            _flip(keys, signed, signs, low_bits, lists[starts[bit] : starts[bit + 1]], source)
        _pass(source, work, LANES)
        stride = LANES * 16
        for _ in range(passes - 2):
            _pass(work, work, stride)
            stride *= 16
        for lane in range(LANES):
            best[lane] = lowest
        for low in range(0, stride, LANES):
            butterflies_maximum(work, low, stride, best)
        out[top] = best[0]
        for lane in range(1, LANES):
            out[top] = max(out[top], best[lane])


@jit
def collect(
    keys: Array,
    coefficients: Array,
    rank: int,
    passes: int,
    highest: int,
    limit: int,
    tops: Array,
    found: Array,
    number: int,
) -> tuple[int, int]:
    """Append deficit << 40 | index to found[number:] for deficits (highest − value)/2 ≤ limit in the blocks `tops`.

    Returns (the number so far, the least index of deficit 0 or −1). The number may pass the size of `found`: the rest
    are only counted. Blocks in Gray-code order cost least.
    """
    low_bits = LANE_BITS + 4 * passes
    source, work = np.empty(1 << low_bits, coefficients.dtype), np.empty(1 << low_bits, coefficients.dtype)
    signed, signs = coefficients.copy(), _hadamard(coefficients)
    lists, starts = _keys_by_top_bit(keys, low_bits, max(0, rank - low_bits))
    least, current, first = max(highest - 2 * limit, -(1 << (8 * work.itemsize - 1))), 0, -1
    _load_block(keys, signed, signs, low_bits, 0, source)
    for top in tops:
        change = current ^ top
        while change:
            bit = np.int64(trailing_zeros(np.uint64(change)))
            _flip(keys, signed, signs, low_bits, lists[starts[bit] : starts[bit + 1]], source)
            change &= change - 1
        current = top
        _pass(source, work, LANES)
        stride = LANES * 16
        for _ in range(passes - 1):
            _pass(work, work, stride)
            stride *= 16
        for start in range(0, work.size, LANES):
            lanes = lanes_at_least(work, start, least)
            while lanes:
                index = start + np.int64(trailing_zeros(lanes))
                lanes &= lanes - np.uint64(1)
                if index >> rank:
                    break
                whole = top << low_bits | index
                if work[index] == highest and (first < 0 or whole < first):
                    first = whole
                if number < found.size:
                    found[number] = ((highest - np.int64(work[index])) >> 1) << 40 | whole
                number += 1
    return number, first
