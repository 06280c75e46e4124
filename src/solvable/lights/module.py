"""Module: the sums of multiples of a few vectors over Z/k, as the quiet patterns of a puzzle are.

For k = 2 it is a space of bit vectors; for composite k the generators may have different orders.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

Vector = tuple[int, ...]


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

    def members(self, offset: Vector) -> Iterator[Vector]:
        """Yield all members of the coset offset + module."""
        for multiples in product(*map(range, self.orders)):
            vector = list(offset)
            for multiple, generator in zip(multiples, self.generators, strict=True):
                if multiple:
                    vector = [(a + multiple * b) % self.k for a, b in zip(vector, generator, strict=True)]
            yield tuple(vector)
