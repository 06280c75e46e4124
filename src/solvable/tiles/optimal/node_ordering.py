"""The order in which the parts of one bound are searched: first those that came deepest under the bound before.

Nearly all nodes of an iterative deepening search belong to the last two bounds, and in the last one all depends on
meeting the solution early. Cut the tree at some depth: of its parts, the one that holds the solution also came nearest
to the goal when the bound was smaller. So each part remembers the greatest depth expanded in it, and under the next
bound the parts are searched deepest first. (Measured on 24-puzzles: the last bound takes a third of the nodes
that a random order takes, and often a hundredth.)
"""

import sys
from array import array
from collections.abc import Sequence

from solvable import kernels
from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.tiles.optimal.search_worker import ROWS_MAX, Lane, Share, Stack, Task

ORDERED_NODES_MIN = 4_000  # nodes of the bound before, from which the order is worth its cost
FIRST_CUT, STEP = 6, 2  # depths
NODES_A_PART = 600
FEWEST, MOST = 128, 16_384  # parts
ROWS_PER_PART = 64  # rows searched together, by all workers
ROWS_MIN = 16
ROWS_GROWN_TOGETHER = 1024  # rows grown together
GOLDEN_RATIO_64 = 0x9E3779B97F4A7C15  # odd: 2⁶⁴ by the golden ratio, whose powers mix well


@frozen
class Memory:
    """How deep each part of a cut came: the cut's depth, and by the key of a part's path the greatest depth in it."""

    cut: int
    deepest: dict[int, int]

    def recall(self, frontier: Share) -> list[int]:
        """Return how deep the parts came that hold these rows; 0 for new ones."""
        return [self.deepest.get(key, 0) for key in keys(frontier, self.cut)]


@frozen
class Part:
    """How far the search of a bound is that was begun.

    Its frontier is that of a depth (0: the root alone), of so many rows, the first of which are searched but for what
    the lanes have on their stacks; and how deep each of its parts came.
    """

    cut: int
    count: int
    taken: int
    deepest: bytes
    stacks: tuple[Stack, ...]


@frozen
class Stage:
    """How far a search is: what it cost, before this bound and in the one before too; what is done of this one."""

    bound: int
    nodes: int
    expanded: int
    begun: int
    last: int
    memory: Memory | None
    part: Part | None


def keys(share: Share, length: int) -> "array[int]":
    """Return a number for the first cells of each path; two that are equal only share their place in the order."""
    from solvable.kernels.buffers import zeros

    results = zeros("Q", len(share.paths))
    kernels.native().path_keys(b"".join(share.paths), len(results), share.depth, length, results)
    return results


def key_of(path: bytes) -> int:
    """Return the number of a path: the reference of the kernel `path_keys`."""
    key, word = 0, (1 << 64) - 1
    for k in range(0, len(path), 8):
        mixed = int.from_bytes(path[k : k + 8], "little") * pow(GOLDEN_RATIO_64, k // 8 + 1, 1 << 64) & word
        key += mixed ^ mixed >> 32
    return key & word


class Order:
    """Chooses the shares of each bound of a task in turn; `last` is how many nodes the bound before took."""

    def __init__(self, task: Task, workers: int = 1, last: int = 0) -> None:
        self.task, self.workers, self.last, self.begun = task, workers, last, 0
        self.lane = Lane(task, task.problem.least)
        self.memory: Memory | None = None
        self.frontier: Share | None = None

    def shares(self, bound: int) -> list[Share]:
        """Return the shares of a bound, the best last, in each the best row last; none where there is nothing to do."""
        self.begun = self.task.nodes
        self.frontier = None
        whole = Share.whole(self.task.problem, bound)
        if self.last < ORDERED_NODES_MIN or bound <= FIRST_CUT or self.task.problem.origin is None:
            return [whole]
        frontier = self.grow(whole, bound, max(FEWEST, min(MOST, self.last // NODES_A_PART)))
        if frontier is None:
            return []
        self.frontier = self.sorted(frontier)
        return self.cut(self.frontier)

    def resumed(self, stage: Stage) -> list[Share]:
        """Return the shares of a bound that nobody has taken, as if this order had chosen those that are done."""
        assert stage.part is not None
        part, share = stage.part, Share.whole(self.task.problem, stage.bound)
        self.recall(stage)
        self.frontier = None
        if part.cut:
            self.lane.begin(stage.bound)
            for cut in range(STEP, part.cut + 1, STEP):
                share = self.step(share, cut)
            share = self.frontier = self.sorted(share)
        if len(share.rows) != part.count:
            raise PuzzleError("the checkpoint does not fit the tables")
        self.recall(stage)
        return self.cut(share.some(part.taken)) if part.taken < part.count else []

    def recall(self, stage: Stage) -> None:
        """Know what was known, and count what was counted."""
        self.task.nodes, self.task.expanded = stage.nodes, stage.expanded
        self.begun, self.last, self.memory = stage.begun, stage.last, stage.memory

    @property
    def size(self) -> int:
        """How many rows make a share."""
        return max(ROWS_MIN, ROWS_PER_PART // max(1, self.workers))

    def cut(self, frontier: Share) -> list[Share]:
        """Return the rows of a frontier as shares, the best last, in each the best row last."""
        return [part.reversed() for part in frontier.parts(self.size)][::-1]

    def step(self, share: Share, cut: int) -> Share:
        """Return the rows of a cut below those of the one before."""
        return Share.joined([self.lane.collect(part, cut) for part in share.parts(ROWS_GROWN_TOGETHER)])

    def grow(self, share: Share, bound: int, target: int) -> Share | None:
        """Return the rows of the first cut with so many, in the order of the search; None where there are none.

        They are never more than an origin's 16 bits can number: the cut before is taken then.
        """
        self.lane.begin(bound)
        for cut in range(STEP, bound, STEP):
            grown = self.step(share, cut)
            if not len(grown.rows):
                return None
            if len(grown.rows) > ROWS_MAX:
                break
            shrinks, share = len(grown.rows) < len(share.rows), grown
            if cut >= FIRST_CUT and (len(grown.rows) >= target or shrinks):
                break
        return share

    def sorted(self, frontier: Share) -> Share:
        """Return the frontier deepest part first, the rows numbered as origins in that order."""
        order: Sequence[int] = range(len(frontier.rows))
        if self.memory is not None and self.memory.cut <= frontier.depth:
            order = sorted(order, key=self.memory.recall(frontier).__getitem__, reverse=True)
        assert self.task.problem.origin is not None
        data = bytearray().join([frontier.rows[i] for i in order])
        quarter = 4 * self.task.problem.origin + (3 if sys.byteorder == "little" else 0)  # bits 48 … 63 of the word
        memoryview(data).cast("H")[quarter :: 4 * self.lane.wide] = array("H", range(len(order)))
        size, words = 8 * self.lane.wide, bytes(data)
        rows = [words[begin : begin + size] for begin in range(0, len(words), size)]
        return Share(rows, [frontier.paths[i] for i in order], frontier.depth)

    def remember(self, deepest: bytes | bytearray) -> None:
        """Note how deep each part came, after a bound without a solution."""
        self.last = self.task.nodes - self.begun
        if self.frontier is not None:
            depth = self.frontier.depth
            self.memory = Memory(depth, dict(zip(keys(self.frontier, depth), deepest, strict=False)))
