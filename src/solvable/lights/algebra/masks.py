"""Bit vectors as Python ints, bit c being coordinate c: conversion from and to tuples, positions of the ones,
transposition.
"""

from collections.abc import Sequence
from itertools import compress

_LONG = 1 << 11  # bits from which converting digits is faster than clearing one bit after another
_TO_DIGIT = bytes((48, 49)) + bytes(254)
_FROM_DIGIT = bytes(49) + b"\x01" + bytes(206)


def pack(bits: Sequence[int]) -> int:
    """Return the int whose bit i is `bits[i]` (each 0 or 1)."""
    return int(b"0" + bytes(bits)[::-1].translate(_TO_DIGIT), 2)


def unpack(mask: int, size: int) -> tuple[int, ...]:
    """Return the lowest `size` bits of `mask`, bit 0 first."""
    digits = f"{mask & ((1 << size) - 1):0{size}b}" if size else ""
    return tuple(digits[::-1].encode().translate(_FROM_DIGIT))


def positions(mask: int) -> list[int]:
    """Return the set bits of `mask`, ascending."""
    if mask.bit_length() > _LONG:
        return list(compress(range(mask.bit_length()), f"{mask:b}"[::-1].encode().translate(_FROM_DIGIT)))
    results = []
    while mask:
        low = mask & -mask
        results.append(low.bit_length() - 1)
        mask ^= low
    return results


def transpose(rows: Sequence[int], width: int) -> list[int]:
    """Return the columns of the bit matrix `rows` as ints: bit r of column c is bit c of row r."""
    if not rows or not width:
        return [0] * width
    lines = [f"{row:0{width}b}"[::-1] for row in reversed(rows)]
    return [int("".join(column), 2) for column in zip(*lines, strict=True)]


def dot(a: int, b: int) -> int:
    """Return the scalar product of two bit vectors."""
    return (a & b).bit_count() & 1
