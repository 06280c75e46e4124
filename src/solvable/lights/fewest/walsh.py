"""Weights of all members of a coset at once, by the Walsh–Hadamard transform.

Let g(c) be the column of cell c in a basis of the quiet patterns and x the offset. Then the member that adds the rows
chosen by u has Σ (−1)^x[c] (−1)^(g(c)·u) cells not pressed less cells pressed, so with F[g] = Σ (−1)^x[c] over the
cells of column g, weight(u) = (cells − F̂(u))/2. That costs d·2^d additions whatever the board (0.15 ns for each u in
the compiled blocks), and nothing but the maxima is stored. Source: MacWilliams and Sloane 1977, chapter 14.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.budget import Budget, check
from solvable.lights.algebra.coset import Component, Fewest, bit_matrix, combine, lowest_bits, reduce

if TYPE_CHECKING:
    from numpy.typing import NDArray


MAX_RANK = 38  # a minute of one core; the kernels pack an index into 40 bits
ELEMENTS_PER_CALL = 1 << 27  # members weighed by one call of the kernel, some 20 ms, so that cancelling is heard
SLACK = 32  # numbers of a block more than it has, so that it may begin at a line of the cache
BLOCKS_PER_CALL = 1 << 12  # the same, where members are collected


def seconds(rank: int, workers: int = 1) -> float:
    """Return about how many seconds the transform of 2^rank members takes."""
    return 0.2e-9 * (1 << rank) / workers


def spectrum(function: Sequence[int]) -> list[int]:
    """Return the Walsh–Hadamard transform Σ_g f[g]·(−1)^popcount(g & u) for each u; the length is a power of 2."""
    values, half = list(function), 1
    while half < len(values):
        for low in range(len(values)):
            if not low & half:
                a, b = values[low], values[low | half]
                values[low], values[low | half] = a + b, a - b
        half *= 2
    return values


def support(rows: NDArray[Any], pressed: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the distinct columns of the 0/1 `rows` as ints, bit i for row i, and F at each of them.

    F is int16 where no sum of it, nor the number of cells, can overflow, else int32.
    """
    import numpy as np

    keys = np.zeros((rows.shape[1], 8), np.uint8)
    packed = np.packbits(rows, axis=0, bitorder="little")
    keys[:, : packed.shape[0]] = packed.T
    flat = keys.view(np.int64)[:, 0]
    order = np.argsort(flat, kind="stable")  # by `unique` numpy would load its masked arrays, in many milliseconds
    ordered = flat[order]
    is_first = np.ones(ordered.size, bool)
    is_first[1:] = ordered[1:] != ordered[:-1]
    distinct, place = ordered[is_first], np.empty(ordered.size, np.int64)
    place[order] = np.cumsum(is_first) - 1
    sums = np.zeros(distinct.size, np.int64)
    np.add.at(sums, place, 1 - 2 * pressed.astype(np.int64))
    small = pressed.size <= np.iinfo(np.int16).max  # and no sum of F is more
    return distinct, sums.astype(np.int16 if small else np.int32)


def fewest(cells: int, offset: int, rows: Sequence[int], budget: Budget) -> Component | None:
    """Return the answer for a component by its complete transform; None where that would take too long."""
    if len(rows) > MAX_RANK or seconds(len(rows), budget.workers) > budget.left:
        return None
    ordered = rows[::-1]  # the first pivot is the highest bit of an index
    offset = reduce(offset, rows, lowest_bits(rows))
    whole = spectrum_on(cells, offset, ordered, (1 << cells) - 1)
    if not whole.run(budget):
        best = combine(offset, ordered, whole.optimum())
        return Component(
            Fewest(best, best.bit_count(), 0, None, "transform, interrupted", whole.nodes), lambda: iter(())
        )
    count, index = whole.optima()

    def lightest_members() -> Iterator[int]:
        yield from (combine(offset, ordered, index) for index in whole.optimal_indices())

    best = combine(offset, ordered, index)
    return Component(
        Fewest(best, best.bit_count(), best.bit_count(), count, "transform", whole.nodes), lightest_members
    )


def spectrum_on(cells: int, offset: int, rows: Sequence[int], group: int) -> Spectrum:
    """Return the weights, on the cells of the mask `group`, of the coset `offset ^ span(rows)`."""
    matrix = bit_matrix([group, offset, *rows], cells)
    inside = matrix[0].astype(bool)
    return Spectrum(matrix[2:, inside], matrix[1, inside])


class Spectrum:
    """The weights of a coset, never all in memory: the least, how many, which, and all within a limit."""

    def __init__(self, rows: NDArray[Any], pressed: NDArray[Any]) -> None:
        import numpy as np

        self.rank, self.cells, self.nodes = len(rows), int(rows.shape[1]), 0
        self.keys, self.coefficients = support(rows, pressed)
        self.passes = 2 if self.rank < 22 else 3
        self.blocks = np.full(1 << max(0, self.rank - self.block_bits), -self.cells, self.coefficients.dtype)

    @property
    def block_bits(self) -> int:
        """The number of bits of an index inside its block."""
        return 5 + 4 * self.passes

    @property
    def highest(self) -> int:
        """The largest sum met so far."""
        return int(self.blocks.max())

    @property
    def minimum(self) -> int:
        """The least weight met so far."""
        return (self.cells - self.highest) // 2

    def run(self, budget: Budget, lower_bound: int = 0, nodes: int = 0) -> bool:
        """Find the maximum of every block; return False where the budget was over before the end.

        Reported are `lower_bound`, and `nodes` more than the members weighed.
        """
        kernel = self._kernel("maxima")

        def maxima(first: int, last: int) -> None:
            kernel(*self._function, first, last, self.blocks, *self._scratch())

        step = max(1, ELEMENTS_PER_CALL >> self.block_bits)
        spans = [(first, min(first + step, self.blocks.size)) for first in range(0, self.blocks.size, step)]
        for _ in each(maxima, spans, budget.workers):
            self.nodes += min(step << self.block_bits, 1 << self.rank)
            if not budget.goes_on(lower_bound, None, nodes + self.nodes):
                return False
        return True

    def within(self, limit: int, budget: Budget) -> tuple[NDArray[Any], NDArray[Any]] | None:
        """Return (indices, starts): those from starts[t] to starts[t + 1] weigh t more than the minimum, t ≤ limit.

        None where the budget is over before the end.
        """
        import numpy as np

        parts = []
        for tops in self._tops(limit):
            found, number, _ = self._collect_in(tops, limit, tops.size << self.block_bits - 6)
            if number > found.size:
                found, _, _ = self._collect_in(tops, limit, number)
            parts.append(found)
            if budget.is_over:
                return None
        found = np.concatenate(parts)
        starts, indices = np.empty(limit + 2, np.int64), np.empty(found.size, np.int64)
        kernels.native().parity_sort(found, found.size, limit, starts, indices, np.empty_like(starts))
        return indices, starts

    def optimum(self) -> int:
        """Return the index of a lightest member of those met so far."""
        return self._collect_in(next(self._tops(0))[:1], 0, 0)[2]

    def optima(self) -> tuple[int, int]:
        """Return how many members are lightest and the least index of one."""
        count, first = 0, -1
        for tops in self._tops(0):
            check()
            more, least = self._collect_in(tops, 0, 0)[1:]
            count += more
            first = least if first < 0 else min(first, least)
        return count, first

    def optimal_indices(self) -> Iterator[int]:
        """Yield the index of every lightest member, ascending."""
        import numpy as np

        for top in np.flatnonzero(self.blocks == self.highest):
            check()
            found, _, _ = self._collect_in(np.array([top], np.int64), 0, 1 << self.block_bits)
            yield from (int(index) for index in np.sort(found))

    def _tops(self, limit: int) -> Iterator[NDArray[Any]]:
        """Yield the blocks with an index within the limit, in Gray-code order, some at a time."""
        import numpy as np

        steps = np.arange(self.blocks.size, dtype=np.int64)
        tops = steps ^ (steps >> 1)
        tops = tops[self.blocks[tops].astype(np.int64) >= self.highest - 2 * limit]
        for first in range(0, tops.size, BLOCKS_PER_CALL):
            yield tops[first : first + BLOCKS_PER_CALL]

    def _collect_in(self, tops: NDArray[Any], limit: int, room: int) -> tuple[NDArray[Any], int, int]:
        import numpy as np

        found, least = np.empty(room, np.int64), np.empty(1, np.int64)
        arguments = self.highest, limit, tops, tops.size, found, room, least
        number: int = self._kernel("collect")(*self._function, *arguments, *self._scratch())
        return found[:number].copy(), number, int(least[0])

    def _kernel(self, name: str) -> Any:
        """Return the kernel of that name for the type of the coefficients."""
        return getattr(kernels.native(), f"walsh_{name}_{8 * self.coefficients.itemsize}")

    @property
    def _function(self) -> tuple[Any, ...]:
        """What is transformed, as the kernels take it."""
        return self.keys, self.coefficients, self.keys.size, self.rank, self.passes

    def _scratch(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return memory for one call of a kernel: signed coefficients, two blocks, keys by their top bits."""
        import numpy as np

        top_bits = max(0, self.rank - self.block_bits)
        work = np.empty((2 << self.block_bits) + SLACK, self.coefficients.dtype)
        return np.empty_like(self.coefficients), work, np.empty(top_bits * self.keys.size, np.int32)


def each(work: Callable[[int, int], None], spans: list[tuple[int, int]], workers: int) -> Iterator[None]:
    """Do the work for every span, on `workers` threads, yielding after each."""
    if workers <= 1 or len(spans) <= 1:
        for first, last in spans:
            work(first, last)
            yield
        return
    with ThreadPoolExecutor(workers) as pool:
        for start in range(0, len(spans), workers):
            list(pool.map(lambda span: work(*span), spans[start : start + workers]))
            for _ in spans[start : start + workers]:
                yield
