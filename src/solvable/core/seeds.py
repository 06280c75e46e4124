"""The random numbers of a seed: the same on every machine, in every version, and in Simon Tatham's puzzles.

Tatham's generator (random.c of the Portable Puzzle Collection) hashes the seed with SHA-1 twice into a 40-byte state
whose own SHA-1 gives 20 bytes at a time; for the next 20 the first half of the state is incremented as a little-endian
number. `upto` is exactly uniform: it draws three bits more than needed and rejects the uneven rest. Cost: one SHA-1 for
every 20 bytes drawn. Checked against the real programs by tests/core/test_seeds.py.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from random import Random

DIGEST_BYTES = 20  # bytes of a SHA-1 digest
HASHED_BYTES_MAX = 1 << 12  # bytes that are hashed in advance
BYTE_LIMIT_MAX = 31  # the largest limit whose numbers take one byte each
GOLDEN_RATIO_64 = 0x9E3779B97F4A7C15  # 2⁶⁴ divided by the golden ratio, made odd: multiples and powers mix well


class Generator:
    """The stream of random numbers that `seed` (its UTF-8 bytes) determines."""

    def __init__(self, seed: str) -> None:
        from hashlib import sha1

        first = sha1(seed.encode("utf-8", "surrogateescape"), usedforsecurity=False).digest()
        self._counter = int.from_bytes(first, "little")
        self._key = sha1(first, usedforsecurity=False).digest()
        self._sha1 = sha1
        self._bytes = self._hash()
        self._position = 0

    def _hash(self) -> bytes:
        return self._sha1(self._counter.to_bytes(DIGEST_BYTES, "little") + self._key, usedforsecurity=False).digest()

    def _more(self, size: int) -> None:
        """Extend the stream to `size` bytes, and at least double the last extension, so that many draws are fast."""
        pieces = [self._bytes[self._position :]]
        missing = max(size - len(pieces[0]), min(HASHED_BYTES_MAX, 2 * self._position))
        for _ in range(-(-missing // DIGEST_BYTES)):
            self._counter = (self._counter + 1) % (1 << 8 * DIGEST_BYTES)
            pieces.append(self._hash())
        self._bytes, self._position = b"".join(pieces), 0

    def bits(self, count: int) -> int:
        """Return a number of `count` random bits."""
        start, end = self._position, self._position + (count + 7) // 8
        if end > len(self._bytes):
            self._more(end - start)
            start, end = 0, end - start
        self._position = end
        return int.from_bytes(self._bytes[start:end], "big") & ((1 << count) - 1)

    def upto(self, limit: int) -> int:
        """Return a uniformly random number of 0 … limit − 1."""
        if limit < 1:
            raise ValueError(f"limit must be positive, not {limit}")
        count = limit.bit_length() + 3
        size, mask, step = (count + 7) // 8, (1 << count) - 1, (1 << count) // limit
        while True:  # `bits`, inlined for speed
            start = self._position
            end = self._position = start + size
            if end > len(self._bytes):
                self._position = start
                self._more(size)
                start, end = 0, size
                self._position = size
            number = int.from_bytes(self._bytes[start:end], "big") & mask
            if number < step * limit:  # else in the uneven rest
                return number // step

    def small(self, limit: int, count: int) -> bytes:
        """Return the results of `count` calls of `upto(limit)`, limit ≤ `BYTE_LIMIT_MAX`, in a fraction of their
        time.
        """
        mask = (1 << limit.bit_length() + 3) - 1
        step = (mask + 1) // limit
        numbers = bytes((byte & mask) // step for byte in range(256))
        refused = bytes(byte for byte in range(256) if numbers[byte] >= limit)
        drawn = b""
        while missing := count - len(drawn):
            if self._position + missing > len(self._bytes):
                self._more(missing)
            start, self._position = self._position, self._position + missing
            drawn += self._bytes[start : self._position].translate(numbers, refused)
        return drawn


def small(upto: Callable[[int], int], limit: int, count: int) -> bytes:
    """Return `count` random numbers 0 ≤ upto(limit) < limit ≤ BYTE_LIMIT_MAX, in one call if `upto` is a Generator's
    method.
    """
    generator = getattr(upto, "__self__", None)
    if isinstance(generator, Generator) and upto == generator.upto:
        return generator.small(limit, count)
    return bytes(upto(limit) for _ in range(count))


Seed: TypeAlias = "Random | int | str"
"""The source of a scramble: a generator, or the seed of a game ID."""


def upto_of(seed: int | str) -> Callable[[int], int]:
    """Return the random numbers 0 ≤ upto(limit) < limit of a seed, those of the game ID `…#seed`."""
    return Generator(str(seed)).upto
