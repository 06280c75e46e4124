"""Beam search by pair values: a short solution in one pass, its time set by the width.

All nodes of a layer are the same number of moves from the start, so the value alone ranks them; the best `width`
different ones go on. Nothing is proved. Cost: width × moves × 3 look-ups a cell and child.
"""

from __future__ import annotations

from array import array
from typing import Literal

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal.pair_heuristic import Tables, line_bytes, neighbours

Walk = list[int]
VALUE_BUCKETS = 1 << 13  # of values, by which children are ordered
MOST_NAMES, MOST_WIDTH = 1 << 14, 1 << 21  # as the kernel packs them
PART, MOST_PART = 1_000_000, 20  # nodes times cells, and layers, between two looks at the budget: some 5 ms
MOVES_PER_DISTANCE = 2.1  # moves a unit of distance takes a beam: for the width that still ends in time
STUCK_LAYERS = 80  # without a gain of one move, after which a beam is given up: 60 to 100 find the same
BEAM_WIDTH_MIN = 8  # nodes of a layer: narrower beams find nothing
NO_END = 1 << 30  # the end of a beam that has none

Stop = tuple[int, int, int]
"""Where a beam may be left: a layer, a node, and the Manhattan distance of its board."""


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
        kind: Literal["B", "H"] = "B" if n <= 256 >= names else "H"
        size = 1 if kind == "B" else 2
        taken = -(-n * size // 8) + (0 if tables.is_whole else -(-(n + names) // 8))
        room = 4 * width + 1
        row = 1 << (taken - 1).bit_length() if taken <= 8 else -(-taken // 8) * 8  # words, or whole lines of memory
        boards = calloc("B", 2 * width * 8 * row)
        self.names, self.row_names = boards.cast(kind), 8 * row // size
        self.values, self.hashes, self.distances = (
            calloc("i", 2 * width),
            calloc("Q", 2 * width),
            calloc("i", 2 * width),
        )
        self.blanks, previous = calloc(kind, 2 * width), calloc(kind, 2 * width)
        self.parents, self.moves = calloc("i", layers * width), calloc(kind, layers * width)
        self.seen = calloc("Q", 1 << max(12, (8 * width - 1).bit_length()))
        line = line_bytes(names) if tables.is_whole else 0
        self._arrays = kernels.native().struct(
            "Beam",
            width=width, layers=layers, cells=n, names=names, name_bytes=size, row_bytes=8 * row,
            boards=boards, values=self.values, hashes=self.hashes, distances=self.distances,
            blanks=self.blanks.cast("B"), previous=previous.cast("B"),
            line=line, slides=tables.slides, terms=tables.terms,
            neighbours=neighbours(tables.width, tables.height, tables.holes),
            cards=calloc("Q", room), by_tile=calloc("Q", room), keys=calloc("i", room), order=calloc("i", room),
            buckets=VALUE_BUCKETS, bucket_ends=zeros("i", VALUE_BUCKETS + 1),
            tile_ends=zeros("q", names + 1), step_ends=zeros("q", 4 * n + 1),
            scratch=zeros("B", -(-n // 16) * 16 * 32), groups=zeros("I", n),
            parents=self.parents, moves=self.moves.cast("B"), seen_count=len(self.seen), seen=self.seen,
        )  # fmt: skip
        self.stops = list[Stop]()
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
        return self.count == 0 or self.layer - self.lowest_layer > STUCK_LAYERS

    def path(self, row: int, layer: int | None = None) -> Walk:
        """Return the blank's cells from the start to node `row` of a layer, the current one if none is given."""
        cells = []
        for index in range((self.layer if layer is None else layer) - 1, -1, -1):
            cells.append(self.moves[index * self.width + row])
            row = self.parents[index * self.width + row]
        return cells[::-1]

    def search(
        self, board: State, budget: Budget | None = None, *, is_pruned: bool = False, is_paced: bool = False,
        stride: int = MOST_PART,
    ) -> Walk | None:  # fmt: skip
        """Return the blank's walk from a board to the goal; None if the beam gets stuck or the time is up.

        If paced, the beam narrows in the second half of the time left so as to end in time. If pruned, nodes that
        cannot be home within the beam's layers make room for others. It may be left every `stride` layers at most.
        Raises BudgetExceededError if the budget is cancelled.
        """
        self.start(board)
        budget = budget or Budget()
        begun, total, width = budget.spent, budget.left, self.width
        moves = int(MOVES_PER_DISTANCE * self.far(0)) + 1
        stride = max(1, min(stride, PART // (len(board) * width)))
        self.stops = [(0, 0, self.far(0))]
        while self.goal_row < 0 and not self.is_stuck and self.layer < self.layers:
            self.advance(min(self.layers, self.layer + stride), width, self.layers if is_pruned else NO_END)
            budget.look(self.count)
            if self.count:
                row = max(0, self.goal_row)
                self.stops.append((self.layer, row, self.far(row)))
            remaining = budget.left
            if budget.is_over:
                break
            if is_paced and remaining < total / 2:
                each = max(1e-9, (budget.spent - begun) / max(1, self.work))  # seconds a node
                width = max(BEAM_WIDTH_MIN, min(self.width, int(remaining / (max(3, moves - self.layer) * each))))
        return self.path(self.goal_row) if self.goal_row >= 0 else None

    def stem(self, moves_each: int) -> tuple[Walk, int]:
        """Return the walk after which the beam is best left for another method, and the distance left then.

        That is the walk with the fewest moves in all, if a unit of the distance left takes so many.
        """
        layer, row, far = min(self.stops, key=lambda stop: stop[0] + moves_each * stop[2])
        return self.path(row, layer), far
