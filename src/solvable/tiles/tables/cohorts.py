"""The arrays behind pattern tables, each made once: masks, regions, cohorts, and the turns of an order of tiles.

The Python side of `cpp/tiles/cohorts.hpp`, which defines the words.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, factorial
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.tiles.frame import Frame
from solvable.tiles.tables.partitions import LARGEST, Pattern, Tier

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


SMALL = 16  # cells of boards whose tables are by cohort: those of one word, by which the kernels tell them


@dataclass(frozen=True)
class Layout:
    """The masks of k tiles, their ranks, and the cohorts (see `cpp/tiles/cohorts.hpp`)."""

    width: int
    cells: int
    k: int
    low_bits: int
    high: "Array"
    low: "Array"
    masks: "Array"
    first: "Array"
    found: "Array"

    @cached_property
    def struct(self) -> Any:
        """The same as the kernels take it."""
        return kernels.native().struct(
            "CohortLayout",
            width=self.width, cells=self.cells, k=self.k, low_bits=self.low_bits, high=self.high, low=self.low,
            masks=self.masks, mask_count=self.masks.size, first=self.first,
            regions=self.found, region_count=self.found.size,
        )  # fmt: skip


@lru_cache(16)
def layout(width: int, height: int, k: int) -> Layout:
    """Return the layout for patterns of `k` tiles."""
    import numpy as np

    kernel, n = kernels.native(), width * height
    low_bits = (n + 1) // 2
    high, low = np.zeros(1 << (n - low_bits), np.uint32), np.zeros(1 << low_bits, np.uint32)
    kernel.cohort_ranks(n, k, low_bits, high, low)
    masks = np.zeros(comb(n, k), np.uint64)
    first = np.zeros(masks.size + 1, np.uint32)
    found = np.zeros(kernel.cohort_regions(width, n, k, masks, masks.size, first, np.zeros(0, np.uint64), 0), np.uint64)
    kernel.cohort_regions(width, n, k, masks, masks.size, first, found, found.size)
    return Layout(width, n, k, low_bits, high, low, masks, first, found)


@lru_cache(LARGEST)
def transitions(k: int) -> "Array":
    """Return how the rank of an order of `k` tiles changes when its i-th tile becomes the j-th."""
    import numpy as np

    table = np.zeros(k * k * factorial(k), np.uint16)
    kernels.native().cohort_transitions(k, factorial(k), table)
    return table


def words(count: int) -> int:
    """Return the number of 64-bit words of so many bits."""
    return (count + 63) // 64


def is_by_order(frame: Frame) -> bool:
    """Return whether the cohorts of one order lie side by side in a table, not the orders of one cohort.

    Pays where there are more cohorts than orders ("How it works" in docs/optimal.md).
    """
    return frame.cells > SMALL


def wide(frame: Frame, k: int) -> int:
    """Return how many 64-bit words of a table an order takes, or a cohort where tables are not by order."""
    return words(layout(frame.width, frame.height, k).found.size if is_by_order(frame) else factorial(k))


def goal_cohort(frame: Frame, pattern: Pattern) -> int:
    """Return the cohort of the pattern at home."""
    here = layout(frame.width, frame.height, len(pattern))
    mask = sum(1 << c for c in pattern)
    rank = int(here.high[mask >> here.low_bits]) + int(here.low[mask & (1 << here.low_bits) - 1])
    choices = [rank, *range(int(here.first[rank]), int(here.first[rank + 1]))]
    return int(next(c for c in choices if int(here.found[c]) >> frame.home & 1))


def sizes(tier: Tier) -> list[int]:
    """Return the words of the table of each pattern of the tier."""
    frame = tier.frame

    def rows(k: int) -> int:
        """Return how often a pattern of k tiles takes so many words."""
        return factorial(k) if is_by_order(frame) else int(layout(frame.width, frame.height, k).found.size)

    return [rows(len(pattern)) * wide(frame, len(pattern)) for pattern in tier.patterns]


def states(tier: Tier) -> int:
    """Return the number of states of all patterns together; of a pattern of all tiles only half can be reached."""
    shape = tier.frame.width, tier.frame.height
    return sum(layout(*shape, len(pattern)).found.size * factorial(len(pattern)) for pattern in tier.patterns)
