"""The arrays for pattern tables, each computed once: masks, regions, cohorts, and changes of an order of tiles.

The Python side of `cpp/tiles/cohorts.hpp`, which defines the words.
"""

from array import array
from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import comb, factorial
from typing import Any

from solvable import kernels
from solvable.tiles.pdb.partitions import PATTERN_TILES_MAX, Pattern, Tier
from solvable.tiles.symmetry import Frame

# Cells of boards whose tables are grouped by cohort, those with one word a cohort, which is how the kernels distinguish
# them
COHORT_CELLS_MAX = 16


class Layout:
    """The masks of k tiles, their ranks, and the cohorts (see `cpp/tiles/cohorts.hpp`)."""

    def __init__(self, width: int, cells: int, k: int) -> None:
        from solvable.kernels.buffers import zeros

        kernel = kernels.native()
        self.width, self.cells, self.k, self.low_bits = width, cells, k, (cells + 1) // 2
        self.high, self.low = zeros("I", 1 << (cells - self.low_bits)), zeros("I", 1 << self.low_bits)
        kernel.cohort_ranks(cells, k, self.low_bits, self.high, self.low)
        self.masks, self.first = zeros("Q", comb(cells, k)), zeros("I", comb(cells, k) + 1)
        listed = width, cells, k, self.masks, len(self.masks), self.first
        self.found = zeros("Q", kernel.cohort_regions(*listed, array("Q"), 0))
        kernel.cohort_regions(*listed, self.found, len(self.found))

    @cached_property
    def struct(self) -> Any:
        """The same in the kernels' form."""
        return kernels.native().struct(
            "CohortLayout",
            width=self.width, cells=self.cells, k=self.k, low_bits=self.low_bits, high=self.high, low=self.low,
            masks=self.masks, mask_count=len(self.masks), first=self.first,
            regions=self.found, region_count=len(self.found),
        )  # fmt: skip


@lru_cache(16)
def layout(width: int, height: int, k: int) -> Layout:
    """Return the layout for patterns of `k` tiles."""
    return Layout(width, width * height, k)


@lru_cache(PATTERN_TILES_MAX)
def transitions(k: int) -> "array[int]":
    """Return how the rank of an order of `k` tiles changes when its i-th tile becomes the j-th."""
    from solvable.kernels.buffers import zeros

    table = zeros("H", k * k * factorial(k))
    kernels.native().cohort_transitions(k, factorial(k), table)
    return table


def joined(typecode: str, parts: "Iterable[array[int]]") -> "array[int]":
    """Return arrays concatenated, with items of this type."""
    results = array(typecode)
    for part in parts:
        results += part if part.typecode == typecode else array(typecode, part)
    return results


def words(count: int) -> int:
    """Return the number of 64-bit words for `count` bits."""
    return (count + 63) // 64


def is_by_order(frame: Frame) -> bool:
    """Return whether a table groups the cohorts of one order together, not the orders of one cohort.

    That pays if there are more cohorts than orders ("How it works" in docs/optimal.md).
    """
    return frame.cells > COHORT_CELLS_MAX


def wide(frame: Frame, k: int) -> int:
    """Return the number of 64-bit words of a table for each order, or for each cohort if the table is not by order."""
    return words(len(layout(frame.width, frame.height, k).found) if is_by_order(frame) else factorial(k))


def goal_cohort(frame: Frame, pattern: Pattern) -> int:
    """Return the cohort of the pattern at home."""
    here = layout(frame.width, frame.height, len(pattern))
    mask = sum(1 << c for c in pattern)
    rank = here.high[mask >> here.low_bits] + here.low[mask & (1 << here.low_bits) - 1]
    choices = [rank, *range(here.first[rank], here.first[rank + 1])]
    result: int = next(cohort for cohort in choices if here.found[cohort] >> frame.home & 1)
    return result


def sizes(tier: Tier) -> list[int]:
    """Return the words of the table of each pattern of the tier."""
    frame = tier.frame

    def rows(k: int) -> int:
        """Return the number of groups of `wide` words in the table of a pattern of k tiles."""
        return factorial(k) if is_by_order(frame) else len(layout(frame.width, frame.height, k).found)

    return [rows(len(pattern)) * wide(frame, len(pattern)) for pattern in tier.patterns]


def states(tier: Tier) -> int:
    """Return the number of states of all patterns together; for a pattern of all tiles only half are reachable."""
    shape = tier.frame.width, tier.frame.height
    return sum(len(layout(*shape, len(pattern)).found) * factorial(len(pattern)) for pattern in tier.patterns)
