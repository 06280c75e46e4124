"""The weights of all members of a coset, by the Walsh–Hadamard transform.

Let g(c) be the column of cell c in a basis of the quiet patterns and x the offset. In the member that adds the rows
chosen by u, the cells not pressed minus the cells pressed are Σ (−1)^x[c] (−1)^(g(c)·u), so with F[g] = Σ (−1)^x[c]
over the cells of column g, weight(u) = (cells − F̂(u))/2. That costs d·2^d additions for any board (0.15 ns for each u
in the compiled blocks), and only the maxima are stored. Source: MacWilliams and Sloane 1977, chapter 14.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from solvable import kernels
from solvable.core.budget import Budget, check
from solvable.lights.min_weight.coset import Component, CosetLeader, combine, lowest_bits, reduce

MAX_RANK = 38  # a minute of one core; the kernels pack an index into 40 bits
ELEMENTS_PER_CALL = 1 << 27  # members weighed by one call of the kernel, about 20 ms, to allow cancellation
NARROW_MAX = (1 << 15) - 1  # largest sum in 16 bits
SLACK = 32  # spare numbers of a block, so that it can be aligned to a cache line
BLOCKS_PER_CALL = 1 << 12  # blocks in one call when members are collected


def seconds(rank: int, workers: int = 1) -> float:
    """Return the approximate seconds for the transform of 2^rank members."""
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


def support_reference(cells: int, offset: int, rows: Sequence[int], group: int) -> dict[int, int]:
    """Return F at each column (bit i for rows[i]) of the cells in the mask `group`."""
    sums = dict[int, int]()
    for cell in range(cells):
        if group >> cell & 1:
            column = sum((row >> cell & 1) << i for i, row in enumerate(rows))
            sums[column] = sums.get(column, 0) + (-1) ** (offset >> cell & 1)
    return sums


def support(cells: int, offset: int, rows: Sequence[int], group: int) -> tuple[array[int], array[int]]:
    """Return the columns of `support_reference`, at most 40 rows, and F at each of them.

    F is int16 if neither its sums nor the number of cells can overflow, else int32.
    """
    from solvable.kernels.buffers import zeros

    size, words, slot_bits = group.bit_count(), max(1, -(-cells // 64)), group.bit_count().bit_length() + 1
    keys, sums, slots = zeros("q", size), zeros("i", size), zeros("i", 1 << slot_bits)
    own = packed([offset & group], words), packed([group], words)
    count = kernels.native().walsh_support(
        packed(rows, words), len(rows), *own, words, size, keys, sums, slots, slot_bits
    )
    return keys[:count], array("h" if size <= NARROW_MAX else "i", sums[:count])  # no sum of F exceeds `size`


def packed(masks: Sequence[int], words: int) -> array[int]:
    """Return bit masks as `words` words each, one after another."""
    return array("Q", b"".join([mask.to_bytes(8 * words, "little") for mask in masks]))


def fewest(cells: int, offset: int, rows: Sequence[int], budget: Budget) -> Component | None:
    """Return the result for a component by its complete transform; None if that would take too long."""
    if len(rows) > MAX_RANK or seconds(len(rows), budget.workers) > budget.left:
        return None
    ordered = rows[::-1]  # the first pivot is the highest bit of an index
    offset = reduce(offset, rows, lowest_bits(rows))
    whole = Spectrum(cells, offset, ordered, (1 << cells) - 1)
    if not whole.run(budget):
        best = combine(offset, ordered, whole.optimum())
        return Component(
            CosetLeader(best, best.bit_count(), 0, None, "transform, interrupted", whole.nodes), lambda: iter(())
        )
    count, index = whole.optima()

    def lightest_members() -> Iterator[int]:
        yield from (combine(offset, ordered, index) for index in whole.optimal_indices())

    best = combine(offset, ordered, index)
    return Component(
        CosetLeader(best, best.bit_count(), best.bit_count(), count, "transform", whole.nodes), lightest_members
    )


class Spectrum:
    """The weights of a coset, never all in memory: the least, its number, the members that have it, and all within a
    limit.
    """

    def __init__(self, cells: int, offset: int, rows: Sequence[int], group: int) -> None:
        """Prepare for the coset `offset ^ span(rows)`, weighed on the cells of the mask `group`."""
        self.rank, self.cells, self.nodes = len(rows), group.bit_count(), 0
        self.keys, self.coefficients = support(cells, offset, rows, group)
        self.passes = 2 if self.rank < 22 else 3
        self.highest = -self.cells  # the largest sum found so far
        self.blocks = array(self.coefficients.typecode, [-self.cells]) * (1 << max(0, self.rank - self.block_bits))

    @property
    def block_bits(self) -> int:
        """The number of bits of an index inside its block."""
        return 5 + 4 * self.passes

    @property
    def minimum(self) -> int:
        """The least weight found so far."""
        return (self.cells - self.highest) // 2

    def run(self, budget: Budget, lower_bound: int = 0, nodes: int = 0) -> bool:
        """Find the maximum of every block; return False if the budget is over before the end.

        Reports `lower_bound`, and `nodes` plus the number of members weighed.
        """
        kernel = self._kernel("maxima")

        def maxima(first: int, last: int) -> None:
            kernel(*self._function, first, last, self.blocks, *self._scratch())

        step, size, is_done = max(1, ELEMENTS_PER_CALL >> self.block_bits), len(self.blocks), True
        spans = [(first, min(first + step, size)) for first in range(0, size, step)]
        for _ in each(maxima, spans, budget.workers):
            self.nodes += min(step << self.block_bits, 1 << self.rank)
            if not budget.goes_on(lower_bound, None, nodes + self.nodes):
                is_done = False
                break
        self.highest = max(self.blocks)
        return is_done

    def within(self, limit: int, budget: Budget) -> tuple[memoryview[int], array[int]] | None:
        """Return (indices, starts): those from starts[t] to starts[t + 1] weigh t more than the minimum, t ≤ limit.

        None if the budget is over before the end.
        """
        from solvable.kernels.buffers import calloc, zeros

        entries = array("q")
        for tops in self._tops(limit):
            result, number, _ = self._collect_in(tops, limit, len(tops) << self.block_bits - 6)
            if number > len(result):
                result, _, _ = self._collect_in(tops, limit, number)
            entries.frombytes(result[:number].cast("B"))
            if budget.is_over:
                return None
        starts, places, indices = zeros("q", limit + 2), zeros("q", limit + 2), calloc("q", len(entries))
        kernels.native().parity_sort(entries, len(entries), limit, starts, indices, places)
        return indices, starts

    def optimum(self) -> int:
        """Return the index of a lightest member found so far."""
        return self._collect_in(next(self._tops(0))[:1], 0, 0)[2]

    def optima(self) -> tuple[int, int]:
        """Return the number of lightest members and the least index of one."""
        count, first = 0, -1
        for tops in self._tops(0):
            check()
            more, least = self._collect_in(tops, 0, 0)[1:]
            count += more
            first = least if first < 0 else min(first, least)
        return count, first

    def optimal_indices(self) -> Iterator[int]:
        """Yield the index of every lightest member, ascending."""
        for top, value in enumerate(self.blocks):
            if value == self.highest:
                check()
                result, number, _ = self._collect_in(array("q", [top]), 0, 1 << self.block_bits)
                yield from sorted(result[:number])

    def _tops(self, limit: int) -> Iterator[array[int]]:
        """Yield the blocks with an index within the limit, in Gray-code order, in batches."""
        least, blocks = self.highest - 2 * limit, self.blocks
        tops = array("q", [top for step in range(len(blocks)) if blocks[top := step ^ step >> 1] >= least])
        for first in range(0, len(tops), BLOCKS_PER_CALL):
            yield tops[first : first + BLOCKS_PER_CALL]

    def _collect_in(self, tops: array[int], limit: int, room: int) -> tuple[memoryview[int], int, int]:
        """Return (deficit << 40 | index of each index within the limit, their number, the least of deficit 0)."""
        from solvable.kernels.buffers import calloc, zeros

        result, least = calloc("q", room), zeros("q", 1)
        arguments = self.highest, limit, tops, len(tops), result, room, least
        number: int = self._kernel("collect")(*self._function, *arguments, *self._scratch())
        return result, number, least[0]

    def _kernel(self, name: str) -> Any:
        """Return the kernel of that name for the type of the coefficients."""
        return getattr(kernels.native(), f"walsh_{name}_{8 * self.coefficients.itemsize}")

    @property
    def _function(self) -> tuple[Any, ...]:
        """The function to be transformed, in the kernels' form."""
        return self.keys, self.coefficients, len(self.keys), self.rank, self.passes

    def _scratch(self) -> tuple[array[int], array[int], array[int]]:
        """Return memory for one call of a kernel: signed coefficients, two blocks, keys by their top bits."""
        from solvable.kernels.buffers import zeros

        count, top_bits, code = len(self.keys), max(0, self.rank - self.block_bits), self.coefficients.typecode
        return zeros(code, count), zeros(code, (2 << self.block_bits) + SLACK), zeros("i", top_bits * count)


def each(work: Callable[[int, int], None], spans: list[tuple[int, int]], workers: int) -> Iterator[None]:
    """Do the work for every span, on `workers` threads; yield after each span."""
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
