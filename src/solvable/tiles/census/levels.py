"""Breadth-first levels of a board as sets of bits: the engine of the complete tables.

There is one array of words for each cell of the blank, with a bit for each half rank of the tiles' reading order
(`ranking`). Sixty ranks share a word, so a horizontal slide ORs words, a window followed by five tiles or more moves
words, and only the last windows scatter bits. In STM the blank alternates between the colours of a chessboard, so one
array stores a level and the next: 2 bits a state. MTM stores them separately, 3 bits a state, and a sweep along each
line carries the states already moved, so whole lines cost no more than single steps. The board is turned so that w ≤ h,
which makes the windows short. 3 × 4, 239,500,800 states: about a second in STM, two in MTM.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from math import factorial
from random import Random
from typing import TypeAlias

from solvable import kernels
from solvable.core.budget import check
from solvable.core.puzzle import State
from solvable.tiles.census import ranking

Words: TypeAlias = "memoryview[int]"


class Levels:
    """The states at increasing distances from the goal; `distance` and `count` are those of the current level.

    States are given as home cells: entry c is the goal cell of the tile in cell c.
    """

    def __init__(self, width: int, height: int, home: int, metric: str) -> None:
        from solvable.kernels.buffers import calloc

        self.turned = width > height
        self.width, self.height = min(width, height), max(width, height)
        self.metric = metric
        self.cells = width * height
        self.tiles = self.cells - 1
        self.outside = self._outside(width, height)
        self.home = self.outside.index(home)
        self.half = factorial(self.tiles) // 2
        self.per = min(self.half, 60)
        self.words = self.half // self.per
        self.odd = self._prefix_parity()
        self.slides: dict[tuple[int, bool], tuple[array[int], int, bool]] = {}
        self.level = [calloc("Q", self.words) for _ in range(self.cells)]
        self.visited = [calloc("Q", self.words) for _ in range(self.cells)]
        self.next = [calloc("Q", self.words) for _ in range(self.cells)] if metric == "mtm" else self.level
        self.counts = [0] * self.cells
        self.level[self.home][0] = self.visited[self.home][0] = 1
        self.counts[self.home] = self.count = 1
        self.distance = 0
        self.nothing = calloc("Q", self.words)  # to clear a set
        self.passed = calloc("Q", self.words), calloc("Q", self.words)  # for sweeps along a line

    def _outside(self, width: int, height: int) -> list[int]:
        """Return the cell of the given board for each cell of the turned one."""
        if not self.turned:
            return list(range(width * height))
        return [row * width + column for column in range(width) for row in range(height)]

    def _prefix_parity(self) -> tuple[bytes, bytes]:
        """Return, for each word, the parity of the digits that its ranks share, and the opposite."""
        parity = b"\0"
        for radix in range(self.tiles, 5, -1):
            digits = bytes(digit & 1 for digit in range(radix)), bytes(~digit & 1 for digit in range(radix))
            parity = b"".join(map(digits.__getitem__, parity))
        return parity, parity.translate(b"\1\0" + bytes(254))

    def arrangement_is_odd(self, blank: int) -> int:
        """Return the parity of the reading order of every solvable state with this blank."""
        return (blank // self.width - self.home // self.width) * (self.width - 1) & 1

    def step(self) -> bool:
        """Advance to the next level; return False, without a change, if there is none."""
        counts = self._reach_lines() if self.metric == "mtm" else self._reach_neighbours()
        if not sum(counts):
            return False
        self.counts, self.count = counts, sum(counts)
        self.level, self.next = self.next, self.level
        self.distance += 1
        return True

    def _reach_neighbours(self) -> list[int]:
        """Write the next level to the cells of the other colour."""
        kernel, counts = kernels.native(), [0] * self.cells
        # A state whose blank is at `blank` is reached from those with the blank at a neighbour. A step to the left or
        # right leaves the order of the tiles unchanged, so the sets are united; one up or down moves a tile past
        # others.
        for blank in range(self.cells):
            row, column = divmod(blank, self.width)
            if (row + column + self.home // self.width + self.home % self.width + self.distance) % 2 == 0:
                continue
            check()
            reached = self.level[blank]
            reached[:] = self.nothing
            for other in (blank - 1,) * (column > 0) + (blank + 1,) * (column < self.width - 1):
                if self.counts[other]:
                    kernel.census_unite(self.level[other], reached, self.words)
            if row and self.counts[blank - self.width]:
                self._slide(self.level[blank - self.width], reached, blank - self.width, down=True)
            if row < self.height - 1 and self.counts[blank + self.width]:
                self._slide(self.level[blank + self.width], reached, blank + self.width, down=False)
            counts[blank] = kernel.census_settle(reached, self.visited[blank], self.words)
        return counts

    def _reach_lines(self) -> list[int]:
        """Write the next level in MTM: sweep each row and column in both directions."""
        kernel, words = kernels.native(), self.words
        for reached in self.next:
            reached[:] = self.nothing
        passed, after = self.passed
        for row in range(self.height):
            cells = range(row * self.width, (row + 1) * self.width)
            for line in (cells, cells[::-1]):
                check()
                passed[:] = self.nothing
                for here, there in pairwise(line):
                    kernel.census_unite(self.level[here], passed, words)
                    kernel.census_unite(passed, self.next[there], words)
        for column in range(self.width):
            cells = range(column, self.cells, self.width)
            for line in (cells, cells[::-1]):
                check()
                passed[:] = self.nothing
                for here, there in pairwise(line):
                    kernel.census_unite(self.level[here], passed, words)
                    after[:] = self.nothing
                    self._slide(passed, after, here, down=there > here)
                    kernel.census_unite(after, self.next[there], words)
                    passed, after = after, passed
        return [kernel.census_settle(self.next[blank], self.visited[blank], words) for blank in range(self.cells)]

    def _slide(self, source: Words, target: Words, blank: int, *, down: bool) -> None:
        """OR the states of `source`, whose blank is at `blank`, into `target`, with the blank one row down or up."""
        kernel, index = kernels.native(), blank if down else blank - self.width
        if (index, down) not in self.slides:
            self.slides[index, down] = self._slide_table(index, down)
        table, size, is_blocks = self.slides[index, down]
        if is_blocks:
            kernel.census_shift_blocks(source, target, self.words, table, len(table), size)
        else:
            odd = self.odd[self.arrangement_is_odd(blank)]
            kernel.census_scatter(source, target, self.words, table, odd, size, self.per)

    def _slide_table(self, place: int, down: bool) -> "tuple[array[int], int, bool]":
        """Return the table of a vertical slide past the window at `place`, its words per block or per group, and which
        of the two.
        """
        after = self.tiles - place - self.width
        if after >= 5:
            table = ranking.window_table(self.tiles - place, self.width, down)
            return array("q", table), factorial(after) // 120, True
        size = max(self.tiles - place, min(self.tiles, 5))
        start = place - (self.tiles - size)
        tables = [ranking.half_table(size, start, self.width, down, odd) for odd in (False, True)]
        places = array("q", (64 * (rank // self.per) + rank % self.per for table in tables for rank in table))
        return places, factorial(size) // 2 // self.per, False

    def states(self) -> list[State]:
        """Return all states of the level."""
        return list(self._read(range(self.count)))

    def sample(self, count: int, rng: Random) -> list[State]:
        """Return `count` different states of the level, drawn uniformly, in random order."""
        places = rng.sample(range(self.count), count)
        results = dict(zip(sorted(places), self._read(sorted(places)), strict=True))
        return [results[index] for index in places]

    def _read(self, places: "range | list[int]") -> Iterator[State]:
        """Yield the states at these ascending indices in the level."""
        start = first = 0
        for blank, count in enumerate(self.counts):
            last = bisect_left(places, start + count, first)
            numbers = array("q", (place - start for place in places[first:last]))
            ranks = array("q", numbers)
            kernels.native().census_select(self.level[blank], self.words, self.per, numbers, len(numbers), ranks)
            for rank in ranks:
                yield self._state(blank, rank)
            start, first = start + count, last

    def _state(self, blank: int, half_rank: int) -> State:
        """Return the state with this blank and half rank, on the given board."""
        arrangement = ranking.unrank_half(half_rank, self.tiles, bool(self.arrangement_is_odd(blank)))
        homes = [cell for cell in range(self.cells) if cell != self.home]
        inside = [homes[index] for index in arrangement]
        inside.insert(blank, self.home)
        state = [0] * self.cells
        for cell, home in enumerate(inside):
            state[self.outside[cell]] = self.outside[home]
        return tuple(state)
