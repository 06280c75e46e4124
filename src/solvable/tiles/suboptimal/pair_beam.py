"""Beam search by pair values: a short solution in one pass, its time set by the width.

All nodes of a layer are the same number of moves from the start, so the value alone ranks them; the best `width`
different ones go on. Nothing is proved. Cost: width × moves × 3 look-ups a cell and child.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Literal

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal.pair_heuristic import Tables, line_bytes, lines, neighbours
from solvable.tiles.suboptimal.tuning import TUNING

Walk = list[int]
VALUE_BUCKETS = 1 << 13  # of values, by which children are ordered
MOST_NAMES, MOST_WIDTH = 1 << 14, 1 << 21  # as the kernel packs them
PART, MOST_PART = 1_000_000, 20  # nodes times cells, and layers, between two looks at the budget: some 5 ms
NO_END = 1 << 30  # the end of a beam that has none


def random_words() -> Iterator[int]:
    """Yield numbers from 1 to 2⁶³ − 1 by PCG64 (O'Neill 2014) with seed 24, as NumPy's generator draws them."""
    state, increment, low = 0x28E8CA7FE7590977FE247AF3C66D6326, 0xAE95871B2F6AAC97E4C423C1811DE2B, (1 << 64) - 1
    while True:
        state = (state * 0x2360ED051FC65DA44385DF649FCCF645 + increment) % (1 << 128)
        word, turn = (state >> 64 ^ state) & low, state >> 122
        word = (word >> turn | word << 64 - turn) & low
        yield 1 + (word * (low >> 1) >> 64)


@lru_cache(maxsize=16)
def hash_codes(count: int) -> array[int]:
    """Return so many odd factors of hashes, the same for every count; not to be written to."""
    return array("Q", (word | 1 for word in islice(random_words(), count)))


def whole_lines(words: int) -> int:
    """Return as many words or more: a power of two, or whole lines of memory."""
    return 1 << (words - 1).bit_length() if words <= 8 else -(-words // 8) * 8


class PairBeam:
    """The arrays of a beam on one board size, reused from search to search.

    Nodes of two layers, row by row: the names on the cells (`names`), filled up to whole words (`row_names`), the
    value, hash and Manhattan distance, the cell of the blank and the one before. Without a table of gains u of the tile
    on each cell comes behind the words of cells, a byte each, then u of each name.
    """

    def __init__(self, tables: Tables, width: int, layers: int) -> None:
        from solvable.kernels.buffers import calloc, zeros

        n, names = tables.width * tables.height, tables.names
        if names >= MOST_NAMES or width >= MOST_WIDTH:
            raise ValueError(f"a beam holds boards of less than {MOST_NAMES} tiles, less than {MOST_WIDTH} of them")
        self.tables, self.width, self.layers = tables, width, layers
        codes = hash_codes(names + n)
        kind: Literal["B", "H"] = "B" if n <= 256 >= names else "H"
        size = 1 if kind == "B" else 2
        taken = -(-n * size // 8) + (0 if tables.is_whole else -(-(n + names) // 8))
        row, room = whole_lines(taken), 4 * width + 1
        boards = lines("B", 2 * width * 8 * row)
        self.names, self.row_names = boards.cast(kind), 8 * row // size
        self.values, self.hashes, self.distances = (
            calloc("i", 2 * width),
            calloc("Q", 2 * width),
            calloc("i", 2 * width),
        )
        self.blanks, previous = calloc(kind, 2 * width), calloc(kind, 2 * width)
        self.parents, self.moves = calloc("i", layers * width), calloc(kind, layers * width)
        self.seen = lines("Q", 1 << max(12, (8 * width - 1).bit_length()))
        line = line_bytes(names) if tables.is_whole else 0
        self._arrays = kernels.native().struct(
            "Beam",
            width=width, layers=layers, cells=n, names=names, name_bytes=size, row_bytes=8 * row,
            boards=boards, values=self.values, hashes=self.hashes, distances=self.distances,
            blanks=self.blanks.cast("B"), previous=previous.cast("B"),
            line=line, slides=tables.slides, terms=tables.terms,
            neighbours=neighbours(tables.width, tables.height, tables.holes),
            name_codes=codes[:names], cell_codes=codes[names:],
            cards=calloc("Q", room), by_tile=calloc("Q", room), keys=calloc("i", room), order=calloc("i", room),
            buckets=VALUE_BUCKETS, bucket_ends=zeros("i", VALUE_BUCKETS + 1),
            tile_ends=zeros("q", names + 1), step_ends=zeros("q", 4 * n + 1),
            scratch=zeros("B", -(-n // 16) * 16 * 32), groups=zeros("I", n), needed=zeros("q", n * line // 64 + 1),
            parents=self.parents, moves=self.moves.cast("B"), seen_count=len(self.seen), seen=self.seen,
        )  # fmt: skip
        self.layer = self.side = self.count = 0
        self.lowest = self.lowest_layer = self.work = self.goal_hash = 0
        self.goal_row = -1

    def board(self, row: int) -> State:
        """Return the board of node `row` of the present layer."""
        first = (self.side * self.width + row) * self.row_names
        return tuple(self.names[first : first + self.tables.width * self.tables.height])

    def far(self, row: int) -> int:
        """Return the Manhattan distance of the board of node `row` of the present layer."""
        return self.distances[self.side * self.width + row]

    def value(self, row: int) -> int:
        """Return the value of the board of node `row` of the present layer, in 1/1000."""
        return self.values[self.side * self.width + row]

    def start(self, state: State) -> None:
        """Put `state` (goal: tile t on cell t − 1; one tile may be missing) alone into the first layer."""
        from solvable.kernels.buffers import zeros

        now = zeros("q", 4)
        self.goal_hash = kernels.native().beam_start(self._arrays, array("q", state), now)
        self.layer, self.side, self.count, self.goal_row = now
        self.work = self.lowest_layer = 0
        self.lowest = self.value(0)

    def advance(self, stop: int, width: int, end: int = NO_END) -> None:
        """Go on to layer `stop`, with at most `width` nodes a layer, none too far from the goal to meet it by `end`."""
        layer, state = self.layer, array("q", (self.layer, self.side, self.count, self.goal_row))
        kernels.native().beam_advance(self._arrays, state, width, stop, end, self.goal_hash)
        self.layer, self.side, self.count, self.goal_row = state
        self.work += (self.layer - layer) * (self.count if self.goal_row < 0 else width)
        best = self.value(0)
        if best <= self.lowest - 1000:
            self.lowest, self.lowest_layer = best, self.layer

    @property
    def is_stuck(self) -> bool:
        """Whether the best value has not fallen by a move for so long that the goal will not be met any more."""
        return self.count == 0 or self.layer - self.lowest_layer > TUNING.stuck_layers

    def path(self, row: int, layer: int | None = None) -> tuple[int, ...]:
        """Return the blank's cells from the start to node `row` of a layer, the current one if none is given."""
        cells = []
        for index in range((self.layer if layer is None else layer) - 1, -1, -1):
            cells.append(self.moves[index * self.width + row])
            row = self.parents[index * self.width + row]
        return tuple(reversed(cells))

    def search(
        self, state: State, width: int, *, limit: int | None = None, budget: Budget | None = None,
        ends: bool = False,
    ) -> Walk | None:  # fmt: skip
        """Return the blank's walk that a beam of `width` meets first, within `limit` moves and the time, or None.

        If it `ends`, boards that cannot be home within the limit make room for others. Raises BudgetExceededError if
        the budget is cancelled.
        """
        self.start(state)
        limit = min(self.layers, limit or self.layers)
        end = limit if ends else NO_END
        part = PART // len(state)
        while self.goal_row < 0 and not self.is_stuck and self.layer < limit:
            self.advance(min(limit, self.layer + max(1, min(MOST_PART, part // width))), width, end)
            if budget is not None:
                budget.look(self.count)
                if budget.is_over:
                    break
        return list(self.path(self.goal_row)) if self.goal_row >= 0 else None
