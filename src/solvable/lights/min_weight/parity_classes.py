"""Fewest presses on the plane in 2^(d/2): classes of cells by the parities of row and column.

On the plane (plus rule) a quiet pattern's even-even and odd-odd cells can be chosen independently: the quiet space
restricted to one colour of the chessboard is a direct sum over the colour's two classes (A squared is the neighbour
rule on each sublattice). The code checks that and does not assume it; it also holds on tori and cylinders with even
sides. So for either colour a member is a pair of class members, and its weight is a sum of four class weights. Each
class has only 2^(its rank) members: the Walsh–Hadamard transform finds the lightest, and lists those within a limit.

The deficit of a class member is its weight minus the class's least. For t = 0, 1, … the search weighs, on the other
colour, all pairs of one colour whose deficits add to t, then those of the other colour. Any total ≤ 2t + 1 has one
colour ≤ t, so the search stops when the best total is that small, and has then found every optimum once, from its
smaller side. After t the proved bound is the sum of the class minima plus 2t + 2. Memory: the lists, about 2^(0.37 d)
entries.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.solution import Solution
from solvable.lights.min_weight.coset import (
    Component,
    CosetLeader,
    combine,
    echelon,
    lowest_bits,
    reduce,
    solution_of,
)
from solvable.lights.min_weight.walsh import Spectrum, packed, seconds

if TYPE_CHECKING:
    from solvable.kernels.buffers import Buffer

MAX_CLASS_RANK = 34  # rank of a class, whose transform has 2^34 members
PAIRS_PER_CALL = 1 << 26  # pairs weighed by one call of the kernel, to allow cancellation


@dataclass(frozen=True)
class Colour:
    """A basis reduced on one colour: the first `ranks[0]` rows vanish on its second class, the others on its first."""

    masks: tuple[int, int]
    ranks: tuple[int, int]
    rows: list[int]


def fewest(cells: int, offset: int, rows: Sequence[int], width: int, budget: Budget) -> Component | None:
    """Return the result for a component; None if the classes do not split it, or are too large for the time."""
    both = colours(cells, rows, width)
    ranks = [rank for colour in both or () for rank in colour.ranks]
    if both is None or max(ranks) > MAX_CLASS_RANK or sum(map(seconds, ranks)) > budget.left / 2:
        return None
    search = Search(cells, offset, rows, both)
    if not search.prepare(budget) or not search.run(budget):
        best = min(search.presses() if search.count else offset, offset, key=int.bit_count)
        answer = CosetLeader(
            best, best.bit_count(), search.lower_bound, None, "parity classes, interrupted", search.nodes
        )
        return Component(answer, lambda: iter(()))

    def lightest_members() -> Iterator[int]:
        yield from (search.presses(key) for key in search.all_keys())

    return Component(
        CosetLeader(search.presses(), search.weight, search.weight, search.count, "parity classes", search.nodes),
        lightest_members,
    )


def class_masks(cells: int, width: int) -> tuple[int, int, int, int]:
    """Return the cells of even row and even column, odd and odd, even and odd, odd and even, as masks."""
    height = -(-cells // width)
    even = sum(1 << column for column in range(0, width, 2))
    odd = sum(1 << column for column in range(1, width, 2))

    def over(row_bits: int, first: int) -> int:
        return sum(row_bits << width * row for row in range(first, height, 2))

    inside = (1 << cells) - 1
    return over(even, 0) & inside, over(odd, 1) & inside, over(odd, 0) & inside, over(even, 1) & inside


def split(basis: Sequence[int], first: int, second: int) -> Colour | None:
    """Return `basis` reduced on the classes `first` and `second`, or None if it is not their direct sum."""
    left, remaining = echelon(basis, first)
    right, hidden = echelon(remaining, second)
    pivots = lowest_bits(right, second)
    left = [reduce(row, right, pivots) for row in left]
    if hidden or any(row & second for row in left):
        return None
    return Colour((first, second), (len(left), len(right)), left + right)


def colours(cells: int, basis: Sequence[int], width: int) -> tuple[Colour, Colour] | None:
    """Return both colours' bases, or None if the classes do not split the quiet space."""
    even_even, odd_odd, even_odd, odd_even = class_masks(cells, width)
    black = split(basis, even_even, odd_odd)
    white = split(basis, even_odd, odd_even) if black else None
    return (black, white) if black and white else None


def byte_tables(rows: Sequence[int], offset: int, inside: int, words: int) -> array[int]:
    """Return tables[byte, value], flat: the sum of the rows chosen by the bits of `value` at that byte.

    The sums are packed vectors of the cells in the mask `inside`, each of `words` consecutive words; `offset` is added
    to every entry of the first byte.
    """
    from solvable.kernels.buffers import zeros

    size = -(-max(inside, offset, *rows, 1).bit_length() // 64)
    tables = zeros("Q", 256 * _index_bytes(len(rows)) * words)
    own = packed([offset], size), packed([inside], size)
    kernels.native().parity_tables(packed(rows, size), len(rows), *own, size, tables, words)
    return tables


def _index_bytes(rank: int) -> int:
    """Return the number of bytes of an index with `rank` bits."""
    return max(1, -(-rank // 8))


class Side:
    """One colour in the search: its classes' spectra and lists, and the contributions of its rows to the other
    colour.
    """

    def __init__(self, cells: int, offset: int, here: Colour, there: Colour, pivots: Sequence[int]) -> None:
        from solvable.kernels.buffers import Buffer, zeros

        self.ranks = here.ranks
        halves = here.rows[: self.ranks[0]], here.rows[self.ranks[0] :]
        self.spectra = [Spectrum(cells, offset, half, mask) for half, mask in zip(halves, here.masks, strict=True)]
        near, far = (max(1, -(-mask.bit_count() // 64)) for mask in there.masks)
        self.words = near, far  # words of the near and of the far class
        self.tables = [
            [byte_tables(half, own, mask, words) for mask, words in zip(there.masks, self.words, strict=True)]
            for half, own in zip(halves, (0, offset), strict=True)
        ]
        self.scratch = Buffer(zeros("Q", 129 * sum(self.words)))
        masks = [sum(1 << j for j, row in enumerate(here.rows) if row & pivot) for pivot in pivots]
        self.masks = Buffer(array("Q", masks))
        self.minima = 0, 0  # least weights of the classes, once known
        self.limit = -1
        self.starts: list[array[int]] = []
        self.lists: list[Buffer] = []  # indices and starts of the first class, then of the second

    @cached_property
    def classes(self) -> tuple[Any, Any]:
        """The contributions of members of the first and second class to the other colour, in the kernel's form."""
        one, two = (
            kernels.native().struct(
                "ParityClass",
                near_tables=near, far_tables=far, bytes=_index_bytes(rank),
                near_words=self.words[0], far_words=self.words[1],
            )
            for (near, far), rank in zip(self.tables, self.ranks, strict=True)
        )  # fmt: skip
        return one, two

    def reach(self, deficit: int, budget: Budget) -> bool:
        """Extend the lists to every index of at most this deficit; return False if the budget is over.

        The search ends near 2 − √2 of the mean deficit, so the first limit, 0.6 of it, is rarely exceeded; huge
        classes, for which that takes long, begin with a lower one.
        """
        from solvable.kernels.buffers import Buffer

        if deficit <= self.limit:
            return True
        usual = max(spectrum.highest for spectrum in self.spectra) * (3 if max(self.ranks) <= 30 else 2) // 10
        limit = max(deficit, usual + 2, self.limit * 9 // 8)
        built = [spectrum.within(limit, budget) for spectrum in self.spectra]
        lists = [both for both in built if both is not None]
        if len(lists) < len(built):
            return False
        self.limit, self.starts = limit, [both[1] for both in lists]
        self.lists = [Buffer(array) for both in lists for array in both]
        return True

    def calls(self, total: int) -> Iterator[tuple[int, int, int]]:
        """Yield (first, last, pairs): ranges of the first class's deficit, about PAIRS_PER_CALL pairs each."""
        one, two = ([b - a for a, b in pairwise(starts[: total + 2])] for starts in self.starts)
        pairs = [a * b for a, b in zip(one, reversed(two), strict=True)]
        if sum(pairs) <= PAIRS_PER_CALL:
            yield 0, total, sum(pairs)
            return
        yield from ((deficit, deficit, number) for deficit, number in enumerate(pairs) if number)


class Search:
    """The search over one coset; `run` returns when every optimum has been found or the budget is over."""

    def __init__(self, cells: int, offset: int, basis: Sequence[int], split_basis: tuple[Colour, Colour]) -> None:
        from solvable.kernels.buffers import Buffer

        self.rows = echelon(basis)[0][::-1]  # the first pivot is the key's highest bit
        pivots = lowest_bits(self.rows)
        self.offset = reduce(offset, self.rows, pivots)
        black, white = split_basis
        self.sides = [Side(cells, self.offset, black, white, pivots), Side(cells, self.offset, white, black, pivots)]
        self.answer = array("Q", [4 * cells + 4, 0, 2**64 - 1])
        self._answer = Buffer(self.answer)
        self.lower_bound = self.least = self.nodes = 0

    def prepare(self, budget: Budget) -> bool:
        """Find the class minima, whose sum is the first lower bound; return False if the budget is over."""
        for side in self.sides:
            for spectrum in side.spectra:
                is_done = spectrum.run(budget, self.lower_bound, self.nodes)
                self.nodes += spectrum.nodes
                if not is_done:
                    return False
                self.lower_bound += spectrum.minimum
            side.minima = side.spectra[0].minimum, side.spectra[1].minimum
        self.least = self.lower_bound
        return True

    def run(self, budget: Budget, found: array[int] | None = None) -> bool:
        """Search to the end; return whether the end was reached. Keys of the best members are written to `found`."""
        from solvable.kernels.buffers import Buffer

        keys = Buffer(array("Q") if found is None else found)
        total = 0
        while True:
            for which, side in enumerate(self.sides):
                if not side.reach(total, budget):
                    return False
                for first, last, pairs in side.calls(total):
                    self._scan(which, (total, first, last), keys)
                    self.nodes += pairs
                    if not budget.goes_on(self.lower_bound, self._best, self.nodes):
                        return False
                self.lower_bound = max(self.lower_bound, min(self.least + 2 * total + 1 + which, self.weight))
                if self.answer[0] <= 2 * total + which:
                    return True
            total += 1

    def _scan(self, which: int, span: tuple[int, int, int], found: Buffer) -> None:
        """Weigh the pairs of total deficit span[0] whose first class's deficit is in span[1:]."""
        side, other = self.sides[which], self.sides[1 - which]
        total, first, last = span
        kernels.native().parity_scan(
            total, first, last, total + which, *side.lists, *side.classes, *other.minima,
            side.ranks[0], side.masks, side.masks.size, self._answer, found, found.size, *side.words, side.scratch,
        )  # fmt: skip

    def all_keys(self) -> list[int]:
        """Return the keys of all lightest members, ascending, by a second search; the first must have ended."""
        from solvable.kernels.buffers import zeros

        results = zeros("Q", self.count)
        self.answer[1], self.answer[2] = 0, 2**64 - 1
        self.run(Budget.of(), results)
        return sorted(results)

    def _best(self) -> Solution | None:
        """Return the best member found so far as presses, None if there is none."""
        return solution_of(self.presses(), self.lower_bound) if self.count else None

    @property
    def weight(self) -> int:
        """The least weight found so far, more than the number of cells if there is none."""
        return self.least + self.answer[0]

    @property
    def count(self) -> int:
        """The number of members of that weight found so far."""
        return self.answer[1]

    def presses(self, key: int | None = None) -> int:
        """Return the member with this key; by default the lexicographically least of the best."""
        return combine(self.offset, self.rows, self.answer[2] if key is None else key)
