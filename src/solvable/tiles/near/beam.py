"""Beam search by pair values: a short solution in one pass, its time set by the width.

All nodes of a layer are the same number of moves from the start, so the value alone ranks them; the best `width`
different ones go on. Nothing is proved. Cost: width × moves × 3 look-ups a cell and child.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Any, NamedTuple

from solvable import kernels
from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near.pair_layout import NO_SHIFT, line_bytes
from solvable.tiles.near.pairs import Tables, lines
from solvable.tiles.near.tuning import TUNING

Walk = list[int]
BUCKETS = 1 << 13  # of values, by which children are ordered
MOST_NAMES, MOST_WIDTH = 1 << 14, 1 << 21  # as the kernel packs them
PART, MOST_PART = 1_000_000, 20  # nodes times cells, and layers, between two looks at the budget: some 5 ms
FOREVER = 1 << 30  # the end of a beam that has none


def neighbours(width: int, height: int) -> Any:
    """Return the array of the up to four cells beside each cell, −1 where there is none."""
    import numpy as np

    table = np.full((width * height, 4), -1, np.int64)
    for cell in range(width * height):
        row, column = divmod(cell, width)
        beside = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        for k, (r, c) in enumerate(beside):
            if 0 <= r < height and 0 <= c < width:
                table[cell, k] = r * width + c
    return table


@lru_cache(maxsize=4)
def distances(width: int, height: int, names: int) -> Any:
    """Return the array of the Manhattan distances of each name on each cell: tile t belongs on cell t − 1.

    The last ones are kept, so they must not be written to.
    """
    import numpy as np

    row, column = np.divmod(np.arange(max(names, width * height), dtype=np.int16), np.int16(width))
    rows, columns = (abs(each[:, None] - each[None, : width * height]) for each in (row, column))
    found = np.zeros((names, width * height), np.int16)
    found[1:] = (rows + columns)[: names - 1]
    return found


def whole_lines(words: int) -> int:
    """Return as many words or more: a power of two, or whole lines of memory."""
    return 1 << (words - 1).bit_length() if words <= 8 else -(-words // 8) * 8


class Nodes(NamedTuple):
    """The nodes of two layers: row by row the board by cells and as bytes (the same memory), its value, hash and
    Manhattan distance, the cell of the blank and the cell before.

    Without a table of gains u of the tile on each cell comes behind the words of cells, a byte each, then u of each
    name.
    """

    cells: Any
    bytes: Any
    values: Any
    hashes: Any
    far: Any
    blanks: Any
    previous: Any


class PairBeam:
    """The arrays of a beam on one board size, reused from search to search."""

    def __init__(self, tables: Tables, width: int, layers: int) -> None:
        import numpy as np

        n, names = tables.width * tables.height, tables.names
        if names >= MOST_NAMES or width >= MOST_WIDTH:
            raise ValueError(f"a beam holds boards of less than {MOST_NAMES} tiles, less than {MOST_WIDTH} of them")
        self.tables, self.width, self.layers = tables, width, layers
        codes = np.random.default_rng(24).integers(1, 1 << 63, names + n, dtype=np.uint64) | np.uint64(1)
        self.name_codes, self.cell_codes = codes[:names], codes[names:]
        self.neighbours = neighbours(tables.width, tables.height)
        self.homeward = distances(tables.width, tables.height, names)
        name = np.uint8 if n <= 256 >= names else np.uint16
        size = name().itemsize
        taken = -(-n * size // 8) + (0 if tables.is_whole else -(-(n + names) // 8))
        words = lines(2 * width, whole_lines(taken)).reshape(2, width, -1)
        self.nodes = Nodes(
            cells=words.view(name),
            bytes=words.view(np.uint8),
            values=np.empty((2, width), np.int32),
            hashes=np.empty((2, width), np.uint64),
            far=np.empty((2, width), np.int32),
            blanks=np.empty((2, width), name),
            previous=np.empty((2, width), name),
        )
        self.parents, self.moves = np.empty((layers, width), np.int32), np.empty((layers, width), name)
        self.seen = np.zeros(1 << max(12, (8 * width - 1).bit_length()), np.uint64)
        line, room = line_bytes(names) if tables.is_whole else 0, 4 * width + 1
        nodes = self.nodes
        self._arrays = kernels.native().struct(
            "Beam",
            width=width, layers=layers, cells=n, names=names, name_bytes=size, row_bytes=8 * words.shape[2],
            boards=nodes.bytes, values=nodes.values, hashes=nodes.hashes, distances=nodes.far,
            blanks=nodes.blanks.view(np.uint8), previous=nodes.previous.view(np.uint8),
            line=line, slides=tables.slides, terms=tables.terms,
            neighbours=self.neighbours, name_codes=self.name_codes, cell_codes=self.cell_codes, homeward=self.homeward,
            cards=np.empty(room, np.uint64), by_tile=np.empty(room, np.uint64),
            keys=np.empty(room, np.int32), order=np.empty(room, np.int32),
            buckets=BUCKETS, bucket_ends=np.empty(BUCKETS + 1, np.int32),
            tile_ends=np.empty(names + 1, np.int64), step_ends=np.empty(4 * n + 1, np.int64),
            scratch=np.empty(-(-n // 16) * 16 * 32, np.uint8), groups=np.zeros(n, np.uint32),
            needed=np.empty(n * line // 64 + 1, np.int64),
            parents=self.parents, moves=self.moves.view(np.uint8), seen_count=self.seen.size, seen=self.seen,
        )  # fmt: skip
        self.layer = self.side = self.count = 0
        self.lowest = self.lowest_layer = self.work = 0
        self.goal_row = -1
        self.goal_hash = np.uint64(0)

    def positions(self, rows: Any) -> Any:
        """Return for each of the present nodes `rows` the cell of each tile, the blank first; boards with all tiles."""
        import numpy as np

        boards = self.nodes.cells[self.side, rows, : self.tables.width * self.tables.height]
        return np.argsort(boards, axis=1).astype(boards.dtype)

    def board(self, row: int) -> State:
        """Return the board of node `row` of the present layer."""
        return tuple(self.nodes.cells[self.side, row, : self.tables.width * self.tables.height].tolist())

    def far(self, row: int) -> int:
        """Return the Manhattan distance of the board of node `row` of the present layer."""
        return int(self.nodes.far[self.side, row])

    def hash_of(self, state: State) -> Any:
        """Return the Zobrist hash of a board."""
        import numpy as np

        board = np.array(state)
        return self.code(board[board > 0], np.flatnonzero(board))

    def code(self, tiles: Any, cells: Any) -> Any:
        """Return the hash of a board that has these tiles on these cells."""
        import numpy as np

        products = self.name_codes[tiles] * self.cell_codes[cells]
        return np.bitwise_xor.reduce(products ^ products >> np.uint64(32))

    def start(self, state: State) -> None:
        """Put `state` (goal: tile t on cell t − 1; one tile may be missing) alone into the first layer."""
        import numpy as np

        board = np.array(state)
        n, tiles = board.size, board[board > 0]
        pos = np.full(self.tables.names, n)
        pos[board] = np.arange(n)
        nodes, seen = self.nodes, self.seen
        seen[:] = 0
        nodes.cells[0, 0] = 0
        nodes.cells[0, 0, :n] = board
        if not self.tables.is_whole:
            self.list_shifts(board)
        nodes.values[0, 0] = self.tables.value(pos)
        nodes.hashes[0, 0] = self.hash_of(state)
        nodes.far[0, 0] = self.homeward[board, np.arange(n)].sum()
        self.goal_hash = self.code(tiles, tiles - 1)
        seen[int(nodes.hashes[0, 0]) & (seen.size - 1)] = nodes.hashes[0, 0]
        nodes.blanks[0, 0] = pos[0]
        nodes.previous[0, 0] = pos[0]  # none is its own neighbour
        self.layer = self.side = self.work = 0
        self.count = 1
        self.lowest, self.lowest_layer = int(nodes.values[0, 0]), 0
        self.goal_row = 0 if nodes.hashes[0, 0] == self.goal_hash else -1

    def list_shifts(self, board: Any) -> None:
        """Write u of the tile on each cell of the first node, and of each name."""
        import numpy as np

        names, width = self.tables.names, self.tables.width
        here, homes = (np.divmod(cells, width) for cells in (np.arange(board.size), (board - 1) % board.size))
        row, column = ((here[k] - homes[k]).clip(-3, 3) + 3 for k in (0, 1))
        at = -(-board.size * self.nodes.cells.itemsize // 8) * 8
        room = self.nodes.bytes[0, 0, at : at + board.size + names]
        room[board.size :] = NO_SHIFT
        room[: board.size] = room[board.size + board] = 7 * row + column

    def advance(self, stop: int, width: int, end: int = FOREVER) -> None:
        """Go on to layer `stop`, with at most `width` nodes a layer, none too far from the goal to meet it by `end`."""
        layer, state = self.layer, array("q", (self.layer, self.side, self.count, self.goal_row))
        kernels.native().beam_advance(self._arrays, state, width, stop, end, self.goal_hash)
        self.layer, self.side, self.count, self.goal_row = state
        self.work += (self.layer - layer) * (self.count if self.goal_row < 0 else width)
        best = int(self.nodes.values[self.side, 0])
        if best <= self.lowest - 1000:
            self.lowest, self.lowest_layer = best, self.layer

    @property
    def is_stuck(self) -> bool:
        """Whether the best value has not fallen by a move for so long that the goal will not be met any more."""
        return self.count == 0 or self.layer - self.lowest_layer > TUNING.stuck_layers

    def path(self, row: int, layer: int | None = None) -> tuple[int, ...]:
        """Return the blank's cells from the start to node `row` of a layer, the current one if none is given."""
        cells = []
        for at in range((self.layer if layer is None else layer) - 1, -1, -1):
            cells.append(int(self.moves[at, row]))
            row = int(self.parents[at, row])
        return tuple(reversed(cells))

    def search(
        self, state: State, width: int, *, limit: int | None = None, budget: Budget | None = None,
        ends: bool = False,
    ) -> Walk | None:  # fmt: skip
        """Return the blank's walk that a beam of `width` meets first, within `limit` moves; None where there is none.

        Where it `ends`, boards that cannot be home within the limit make room for others. Raises BudgetExceededError
        where the budget is cancelled.
        """
        self.start(state)
        limit = min(self.layers, limit or self.layers)
        end = limit if ends else FOREVER
        part = PART // len(state)
        while self.goal_row < 0 and not self.is_stuck and self.layer < limit:
            self.advance(min(limit, self.layer + max(1, min(MOST_PART, part // width))), width, end)
            if budget is not None:
                budget.look(self.count)
        return list(self.path(self.goal_row)) if self.goal_row >= 0 else None
