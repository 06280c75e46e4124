"""Module: the sums of multiples of a few vectors over Z/k, such as the quiet patterns of a puzzle.

For k = 2 it is a space of bit vectors; for composite k the generators may have different orders.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2, log10, prod
from typing import Any

from solvable.core.budget import check, checked
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.lights.algebra.masks import pack, unpack

Vector = tuple[int, ...]

LONGEST = 1 << 24  # the most presses that are listed
NUMBERS_MAX = 1 << 26  # numbers in generators that are written out, 8 bytes each
DIGITS = 1 << 26  # bits of a number that is written out: twenty million digits, a few seconds
_PART = 1 << 16  # presses between two checks of the budget
_SHORT = 1 << 20  # bits up to which Python's products take less time than importing flint


@dataclass(frozen=True)
class Module:
    """The sums of multiples of independent `generators` over Z/k; generator i has order `orders[i]`."""

    k: int
    generators: tuple[Vector, ...]
    orders: tuple[int, ...]

    @property
    def order(self) -> int:
        """The number of members."""
        return prod(self.orders)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The generators as bit masks, for k = 2."""
        return tuple(map(pack, self.generators))

    def members(self, offset: Vector) -> Iterator[Vector]:
        """Yield all members of the coset offset + module; the multiples of the last generator change fastest.

        Each member is one vector addition away from one before it.
        """
        if not self.generators:
            return iter((tuple(offset),))
        return self._by_masks(offset) if self.k == 2 else self._walk(tuple(offset), 0)

    def _walk(self, vector: Vector, place: int) -> Iterator[Vector]:
        if place == len(self.generators):
            check()
            yield vector
            return
        generator = self.generators[place]
        for multiple in range(self.orders[place]):
            if multiple:
                vector = tuple([(a + b) % self.k for a, b in zip(vector, generator, strict=True)])
            yield from self._walk(vector, place + 1)

    def _by_masks(self, offset: Vector) -> Iterator[Vector]:
        generators = self.masks[::-1]
        changes = [generators[0]]  # of the binary counter: bit i and all bits below it
        for generator in generators[1:]:
            changes.append(changes[-1] ^ generator)
        size, mask = len(offset), pack(offset)
        yield unpack(mask, size)
        for step in checked(range(1, 1 << len(generators)), 64):
            mask ^= changes[(step & -step).bit_length() - 1]
            yield unpack(mask, size)


def is_listed(generators: int, width: int) -> bool:
    """Return whether this many generators with `width` presses each are small enough to write out."""
    return generators * width <= NUMBERS_MAX


def check_listed(generators: int, width: int) -> None:
    """Raise PuzzleError if this many generators with `width` presses each are too large to write out."""
    check_memory(16 * generators * width, width)
    if not is_listed(generators, width):
        raise PuzzleError(
            msg(
                "{count} quiet patterns of {presses} presses are too many to write out", count=generators, presses=width
            )
        )


def product_of_powers(powers: Iterable[tuple[int, int]]) -> int:
    """Return the product of base^exponent over (base, exponent); raise BudgetExceededError if it has too many
    digits.
    """
    powers = [(base, exponent) for base, exponent in powers if base > 1 and exponent > 0]
    bits = sum(exponent * log2(base) for base, exponent in powers)
    if bits > DIGITS:
        written = "·".join(f"{base}^{exponent}" for base, exponent in powers)
        raise BudgetExceededError(
            msg(
                "{number} has about {digits} digits, too many to write out", number=written, digits=int(bits * log10(2))
            ),
            0,
        )
    twos = [(base & -base).bit_length() - 1 for base, _ in powers]
    shift = sum(two * exponent for two, (_, exponent) in zip(twos, powers, strict=True))
    one = 1 if bits - shift < _SHORT else _long_one()
    odd = ((one * (base >> two)) ** exponent for two, (base, exponent) in zip(twos, powers, strict=True))
    return int(prod(odd, start=one)) << shift


def _long_one() -> Any:
    """Return 1 as a number of flint, if that is installed: its products of long numbers take near-linear time."""
    try:
        from flint import fmpz
    except ImportError:
        return 1
    return fmpz(1)


def presses(vector: Sequence[int]) -> tuple[int, ...]:
    """Return the ascending list of presses in which each button occurs as often as `vector` states; raise PuzzleError
    beyond LONGEST.
    """
    if (total := sum(vector)) > LONGEST:
        raise PuzzleError(msg("the solution takes {presses} presses, too many to list", presses=total))
    return tuple([press for press, times in checked(enumerate(vector), _PART) for _ in range(times)])
