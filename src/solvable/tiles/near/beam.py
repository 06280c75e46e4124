"""Beam search by pair values: a short solution in one pass, its time set by the width.

All nodes of a layer are the same number of moves from the start, so the value alone ranks them; the best `width`
different ones go on. Nothing is proved. Cost: width × moves × 3 look-ups a cell and child.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from solvable.clock import counted
from solvable.puzzle import State
from solvable.tiles.near.anytime import Late

if TYPE_CHECKING:
    from solvable.tiles.near.pairs import Tables


Walk = list[int]


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


def positions(state: State) -> list[int]:
    """Return the cell of each tile, the blank first."""
    cells = [0] * len(state)
    for cell, tile in enumerate(state):
        cells[tile] = cell
    return cells


def lines(rows: int, words: int) -> Any:
    """Return an array of rows × words (uint64) that begins with a line of memory (64 bytes)."""
    import numpy as np

    room = np.empty(rows * words + 8, np.uint64)
    skip = -room.ctypes.data % 64 // 8
    return room[skip : skip + rows * words].reshape(rows, words)


BUCKETS = 1 << 13
MOST_NAMES, MOST_WIDTH = 127, 1 << 22  # as the kernel packs them
NOWHERE = 255  # the previous cell of a blank that comes from none
PATIENCE = 100  # layers; where the goal was met, the best value had never stood still for more than 50


class PairBeam:
    """The arrays of a beam on one board size, reused from search to search."""

    def __init__(self, tables: Tables, width: int, layers: int) -> None:
        import numpy as np

        from solvable.kernels.tiles import beam as kernel

        n, names = tables.width * tables.height, tables.names
        if names > MOST_NAMES or width >= MOST_WIDTH:
            raise ValueError(f"a beam holds boards of at most {MOST_NAMES} tiles, less than {MOST_WIDTH} of them")
        self.tables, self.width, self.layers = tables, width, layers
        zobrist = np.random.default_rng(24).integers(1, 1 << 63, (names, n), dtype=np.uint64)
        self.model = kernel.Model(tables.slides, neighbours(tables.width, tables.height), zobrist)
        words = lines(2 * width, 1 << (-(-n // 8) - 1).bit_length()).reshape(2, width, -1)
        self.nodes = kernel.Nodes(
            words=words,
            cells=words.view(np.uint8),
            values=np.empty((2, width), np.int32),
            hashes=np.empty((2, width), np.uint64),
            blanks=np.empty((2, width), np.uint8),
            previous=np.empty((2, width), np.uint8),
        )
        room = 4 * width + 1
        by_tile, cards = np.empty((2, room), np.uint64)
        self.children = kernel.Children(
            keys=np.empty(room, np.int32),
            rows=np.empty((room, 2), np.uint64),
            by_tile=by_tile,
            cards=cards,
            order=np.empty(room, np.int32),
            tally=np.empty(BUCKETS + 1, np.int32),
        )
        self.history = kernel.History(
            parents=np.empty((layers, width), np.int32),
            moves=np.empty((layers, width), np.uint8),
            seen=np.zeros(1 << max(12, (8 * width - 1).bit_length()), np.uint64),
        )
        self.layer = self.side = self.count = 0
        self.lowest = self.lowest_layer = self.work = 0
        self.goal_row = -1
        self.goal_hash = np.uint64(0)

    def positions(self, rows: Any) -> Any:
        """Return for each of the present nodes `rows` the cell of each tile, the blank first; boards with all tiles."""
        import numpy as np

        boards = self.nodes.cells[self.side, rows, : self.tables.width * self.tables.height]
        return np.argsort(boards, axis=1).astype(np.uint8)

    def hash_of(self, state: State) -> Any:
        """Return the Zobrist hash of a board."""
        import numpy as np

        board = np.array(state)
        return np.bitwise_xor.reduce(self.model.zobrist[board, np.arange(board.size)][board > 0])

    def start(self, state: State) -> None:
        """Put `state` (goal: tile t on cell t − 1; one tile may be missing) alone into the first layer."""
        import numpy as np

        from solvable.kernels.tiles import beam as kernel

        board = np.array(state)
        n, tiles = board.size, board[board > 0]
        pos = np.full(self.tables.names, n)
        pos[board] = np.arange(n)
        nodes, seen = self.nodes, self.history.seen
        seen[:] = 0
        nodes.cells[0, 0] = 0
        nodes.cells[0, 0, :n] = board
        nodes.values[0, 0] = kernel.evaluate(pos, self.tables.pair, self.tables.single)
        nodes.hashes[0, 0] = self.hash_of(state)
        self.goal_hash = np.bitwise_xor.reduce(self.model.zobrist[tiles, tiles - 1])
        seen[int(nodes.hashes[0, 0]) & (seen.size - 1)] = nodes.hashes[0, 0]
        nodes.blanks[0, 0] = pos[0]
        nodes.previous[0, 0] = NOWHERE
        self.layer = self.side = self.work = 0
        self.count = 1
        self.lowest, self.lowest_layer = int(nodes.values[0, 0]), 0
        self.goal_row = 0 if nodes.hashes[0, 0] == self.goal_hash else -1

    def advance(self, stop: int, width: int) -> None:
        """Go on to layer `stop`, with at most `width` nodes a layer."""
        from solvable.kernels.tiles import beam as kernel

        layer = self.layer
        self.layer, self.side, self.count, self.goal_row = kernel.pair_layers(
            self.nodes,
            self.side,
            self.count,
            width,
            layer,
            stop,
            self.goal_hash,
            self.model,
            self.children,
            self.history,
        )
        self.work += (self.layer - layer) * (self.count if self.goal_row < 0 else width)
        best = int(self.nodes.values[self.side, 0])
        if best <= self.lowest - 1000:
            self.lowest, self.lowest_layer = best, self.layer

    @property
    def is_stuck(self) -> bool:
        """Whether the best value has not fallen by a move for so long that the goal will not be met any more."""
        return self.count == 0 or self.layer - self.lowest_layer > PATIENCE

    def path(self, row: int, layer: int | None = None) -> tuple[int, ...]:
        """Return the blank's cells from the start to node `row` of a layer, the current one if none is given."""
        cells = []
        for at in range((self.layer if layer is None else layer) - 1, -1, -1):
            cells.append(int(self.history.moves[at, row]))
            row = int(self.history.parents[at, row])
        return tuple(reversed(cells))

    def search(self, state: State, width: int, *, limit: int | None = None, clock: Clock | None = None) -> Walk | None:
        """Return the blank's walk that a beam of `width` meets first, within `limit` moves; None where there is none.

        With a clock the width follows the time left, so that a beam is in time if it needs `clock.moves` layers.
        """
        self.start(state)
        limit = min(self.layers, limit or self.layers)
        now, part = width, 1_000_000 // len(state)  # a part takes some 5 ms
        if clock is not None:
            clock.begun = monotonic()
            now = width if clock.moves else min(width, FIRST)
        while self.goal_row < 0 and not self.is_stuck and self.layer < limit:
            self.advance(min(limit, self.layer + max(1, min(20, part // now))), now)
            if clock is not None:
                now = clock.width(self, now, width)
                if not now:
                    return None
        return list(self.path(self.goal_row)) if self.goal_row >= 0 else None


def layers_reference(beam: PairBeam, state: State, steps: Any, width: int) -> Iterator[list[State]]:
    """Yield the boards of each layer in the order kept, with the parameters `steps`: the twin of `PairBeam.advance`.

    Keys are compared in buckets, ties left in the order of the parents and of the blank's steps; a board is new unless
    the last one noted in its slot was the same.
    """
    from solvable.tiles.near import anytime, pairs

    w, h = beam.tables.width, beam.tables.height
    goal = (*range(1, w * h), 0)
    seen: dict[int, State] = {}

    def is_new(board: State) -> bool:
        slot = int(beam.hash_of(board)) & (beam.history.seen.size - 1)
        old = seen.get(slot)
        seen[slot] = board
        return old != board

    is_new(state)
    nodes = [(state, -1)]
    while nodes and nodes[-1][0] != goal:
        children = []
        for board, previous in nodes:
            blank = board.index(0)
            for cell in beam.model.neighbours[blank].tolist():
                if cell not in {-1, previous}:
                    child = anytime.after(board, [cell])
                    children.append((pairs.value(child, w, h, steps), child, blank))
        low, high = min(children)[0], max(children)[0]
        bucket = max(0, ((high - low) // BUCKETS).bit_length())
        children.sort(key=lambda each: (each[0] - low) >> bucket)
        nodes = []
        for _, child, blank in children:
            if len(nodes) < width and (not nodes or nodes[-1][0] != goal) and is_new(child):
                nodes.append((child, blank))
        yield [board for board, _ in nodes]


@dataclass(slots=True)
class Clock:
    """Fits a beam's width to the time left: seconds a node and layer are measured as it goes.

    `moves` is the length to beat. Where it is 0, no solution is known: then the best value tells how many moves are
    left, and the beam goes on, narrow, when the time is up.
    """

    deadline: float
    moves: int
    tick: Callable[[int], None]
    begun: float = 0.0
    share: float = 1.0  # of the width that the time allows

    def width(self, beam: PairBeam, present: int, most: int) -> int:
        """Return the width to go on with, 0 where the time is up; the present one until enough is measured."""
        now = counted()
        self.tick(beam.count)
        if self.moves and now > self.deadline:
            return 0
        if beam.work < EVIDENCE * present:
            return present
        left = self.moves - beam.layer if self.moves else SLACK * beam.lowest // 1000
        each = (monotonic() - self.begun) / max(1, beam.work)
        fit = self.share * (self.deadline - now) / (max(3, left) * each)
        return max(16 if self.moves else NARROW, int(min(most, fit)))


@cache
def load() -> None:
    """Load, or compile, the kernels of the beam, so that no time is lost to them later: a beam on a small board."""
    from solvable.tiles.near import pairs

    PairBeam(pairs.spread(pairs.parameters(pairs.SIZES[0]), 2, 2), 1, 2).search((1, 0, 3, 2), 1)


FIRST_SHARE = 0.88  # of the time, for a first beam where it is short: the rest is for its rescue
NARROW, FIRST = 50, 100  # widths: the least of a first beam, the usual one where there is time for more beams
EVIDENCE = 4  # full layers before the speed is known; the first, growing ones cost more for each node
SLACK = 1.2  # moves of a first beam for each move of its best value
APART = 0.85  # widths of beams that run at once, each by the one before
MIXED_CELLS = 64  # of a board for which a second look-up table is made
MOST_BYTES = 700_000_000  # of all beams' arrays


def far(board: State, width: int) -> int:
    """Return the Manhattan distance of a board whose tile t belongs on cell t − 1."""
    cells = ((cell, tile - 1) for cell, tile in enumerate(board) if tile)
    return sum(abs(c // width - t // width) + abs(c % width - t % width) for c, t in cells)


def widening(
    board: State, width: int, height: int, deadline: float | None, tick: Callable[[int], None], workers: int = 1
) -> Iterator[Walk]:
    """Yield solutions by beams of growing width; without a time limit, of the widths 100 and 1000.

    Where the time is short for a first beam of width 100 and others, the first is as wide as the time allows. Where
    it gets stuck, `rescue` goes on from its best board.
    """
    from solvable.tiles.near.rescue import rescue

    if far(board, width) == 0:
        yield []
        return
    n = width * height
    size, best, failures, each = FIRST, 0, 0, 0.0
    is_short = deadline is not None and deadline - counted() < 8 * FIRST * 1.6 * far(board, width) * n * 6e-9
    while best not in {1, 2} and failures < 4:
        layers = best - 2 if best else int(2.2 * far(board, width)) + 100
        most = 16 * FIRST if is_short and not best else size
        most = min(most, MOST_BYTES // (5 * layers + 4 * n + 150) // workers)
        begun, start = counted(), monotonic()
        clock = None
        if deadline is not None and (best or is_short):
            clock = Clock(deadline if best else begun + FIRST_SHARE * (deadline - begun), best, tick)
        walk, beam = race(board, (width, height), most, layers, clock, workers)
        each = (monotonic() - start) / max(1, beam.work)
        if walk is None and not best:
            walk = rescue(board, beam)
        if walk is not None:
            best = len(walk)
            yield walk
        elif not best:
            failures += 1
            size *= 4
            if deadline is not None and counted() > deadline:
                return
            continue
        if deadline is None:
            if size >= 1000:
                return
            size *= 10
            continue
        left = deadline - counted()
        size, before = int(left / (each * best)), min(most, beam.work // max(1, beam.layer))
        if size < max(30, before // 2):
            return
        if size > 20 * before:
            size //= 8


def race(
    board: State, size: tuple[int, int], width: int, layers: int, clock: Clock | None, workers: int
) -> tuple[Walk | None, PairBeam]:
    """Return (the shortest walk of `workers` beams at once, the first beam); each is narrower than the one before.

    Every second one goes by `pairs.mixed_tables`, where they are not too large. The lengths found differ by chance, so
    the shortest is shorter.
    """
    from solvable.tiles.near import pairs

    models = [pairs.tables(*size)]
    if workers > 1 and len(board) <= MIXED_CELLS:
        models.append(pairs.mixed_tables(*size))
    beams = [PairBeam(models[k % len(models)], max(1, int(width * APART**k)), layers) for k in range(workers)]
    if workers == 1:
        return beams[0].search(board, width, limit=layers, clock=clock), beams[0]
    stop = Event()

    def check(_nodes: int) -> None:
        if stop.is_set():
            raise Late

    def search(k: int) -> Walk | None:
        own = clock if clock is None or k == 0 else replace(clock, tick=check, share=APART**k)
        try:
            return beams[k].search(board, beams[k].width, limit=layers, clock=own)
        except Late:
            return None
        except BaseException:
            stop.set()
            raise

    with ThreadPoolExecutor(workers) as pool:
        walks = [walk for walk in pool.map(search, range(workers)) if walk is not None]
    return min(walks, key=len, default=None), beams[0]
