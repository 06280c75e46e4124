"""The order in which the parts of a bound are searched: first those that reached deepest under the previous bound.

Nearly all nodes of an iterative-deepening search belong to the last two bounds, and the last one is short if the
solution is met early. Cut the tree at some depth: the part that holds the solution usually also came nearest to the
goal under the previous bound. So each part remembers the greatest depth expanded in it, and under the next bound the
parts are searched deepest first. (On 24-puzzles the last bound then takes a third of the nodes of a random order, and
often a hundredth.)
"""

import sys
from array import array
from collections.abc import Sequence

from solvable import kernels
from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.core.seeds import GOLDEN_RATIO_64
from solvable.tiles.optimal.search_worker import ROWS_MAX, Share, Stack, Task, Worker

ORDERED_NODES_MIN = 4_000  # nodes of the previous bound from which ordering pays
FIRST_CUT_DEPTH, CUT_DEPTH_STEP = 6, 2  # moves
NODES_PER_PART = 600  # of the previous bound
PARTS_MIN, PARTS_MAX = 128, 16_384
ROWS_PER_PART = 64  # rows searched together, by all workers
ROWS_MIN = 16  # rows searched together by one worker, at least
ROWS_GROWN_TOGETHER = 1024  # rows expanded by one call while the frontier grows


@frozen
class Memory:
    """The greatest depth reached in each part of a cut at depth `cut`, by the key of the part's path."""

    cut: int
    deepest: dict[int, int]

    def recall(self, frontier: Share) -> list[int]:
        """Return the depths reached by the parts that hold these rows; 0 for new ones."""
        return [self.deepest.get(key, 0) for key in keys(frontier, self.cut)]


@frozen
class Part:
    """The progress of a bound whose search has begun.

    Its frontier, at depth `cut` (0: the root alone), has `count` rows; the first `taken` are searched except for what
    the workers have on their `stacks`. `deepest` is the depth reached in each part.
    """

    cut: int
    count: int
    taken: int
    deepest: bytes
    stacks: tuple[Stack, ...]


@frozen
class Stage:
    """The progress of a search: its cost in all, before this bound and in the last one; the progress of this bound."""

    bound: int
    nodes: int
    expanded: int
    begun: int
    last: int
    memory: Memory | None
    part: Part | None


def keys(share: Share, length: int) -> "array[int]":
    """Return a hash of the first cells of each path; parts with equal hashes only share their place in the order."""
    from solvable.kernels.buffers import zeros

    results = zeros("Q", len(share.paths))
    kernels.native().path_keys(b"".join(share.paths), len(results), share.depth, length, results)
    return results


def key_of(path: bytes) -> int:
    """Return the hash of a path: the reference of the kernel `path_keys`."""
    key, word = 0, (1 << 64) - 1
    for k in range(0, len(path), 8):
        mixed = int.from_bytes(path[k : k + 8], "little") * pow(GOLDEN_RATIO_64, k // 8 + 1, 1 << 64) & word
        key += mixed ^ mixed >> 32
    return key & word


class Order:
    """Chooses the shares of each bound of a task in turn; `last` is the number of nodes of the previous bound."""

    def __init__(self, task: Task, workers: int = 1, last: int = 0) -> None:
        self.task, self.workers, self.last, self.begun = task, workers, last, 0
        self.worker = Worker(task, task.problem.least)
        self.memory: Memory | None = None
        self.frontier: Share | None = None

    def shares(self, bound: int) -> list[Share]:
        """Return the shares of a bound, the best last, in each the best row last; none if nothing is to be searched."""
        self.begun = self.task.nodes
        self.frontier = None
        whole = Share.whole(self.task.problem, bound)
        if self.last < ORDERED_NODES_MIN or bound <= FIRST_CUT_DEPTH or self.task.problem.origin is None:
            return [whole]
        frontier = self.grow(whole, bound, max(PARTS_MIN, min(PARTS_MAX, self.last // NODES_PER_PART)))
        if frontier is None:
            return []
        self.frontier = self.sorted(frontier)
        return self.cut(self.frontier)

    def resumed(self, stage: Stage) -> list[Share]:
        """Return the shares of a resumed bound that no worker has taken."""
        assert stage.part is not None
        part, share = stage.part, Share.whole(self.task.problem, stage.bound)
        self.recall(stage)
        self.frontier = None
        if part.cut:
            self.worker.begin(stage.bound)
            for cut in range(CUT_DEPTH_STEP, part.cut + 1, CUT_DEPTH_STEP):
                share = self.step(share, cut)
            share = self.frontier = self.sorted(share)
        if len(share.rows) != part.count:
            raise PuzzleError("the checkpoint does not fit the tables")
        self.recall(stage)
        return self.cut(share.some(part.taken)) if part.taken < part.count else []

    def recall(self, stage: Stage) -> None:
        """Restore the counts and the depths of a stage."""
        self.task.nodes, self.task.expanded = stage.nodes, stage.expanded
        self.begun, self.last, self.memory = stage.begun, stage.last, stage.memory

    @property
    def size(self) -> int:
        """The number of rows of a share."""
        return max(ROWS_MIN, ROWS_PER_PART // max(1, self.workers))

    def cut(self, frontier: Share) -> list[Share]:
        """Return the rows of a frontier as shares, the best last, in each the best row last."""
        return [part.reversed() for part in frontier.parts(self.size)][::-1]

    def step(self, share: Share, cut: int) -> Share:
        """Return the rows at depth `cut` below those of the previous cut."""
        return Share.joined([self.worker.collect(part, cut) for part in share.parts(ROWS_GROWN_TOGETHER)])

    def grow(self, share: Share, bound: int, target: int) -> Share | None:
        """Return the rows of the first cut with at least `target`, in the order of the search; None if no row is left.

        There are never more rows than the 16 bits of an origin can number: then the previous cut is returned.
        """
        self.worker.begin(bound)
        for cut in range(CUT_DEPTH_STEP, bound, CUT_DEPTH_STEP):
            grown = self.step(share, cut)
            if not len(grown.rows):
                return None
            if len(grown.rows) > ROWS_MAX:
                break
            shrinks, share = len(grown.rows) < len(share.rows), grown
            if cut >= FIRST_CUT_DEPTH and (len(grown.rows) >= target or shrinks):
                break
        return share

    def sorted(self, frontier: Share) -> Share:
        """Return the frontier, deepest part first, its rows numbered as origins in that order."""
        order: Sequence[int] = range(len(frontier.rows))
        if self.memory is not None and self.memory.cut <= frontier.depth:
            order = sorted(order, key=self.memory.recall(frontier).__getitem__, reverse=True)
        assert self.task.problem.origin is not None
        data = bytearray().join([frontier.rows[i] for i in order])
        quarter = 4 * self.task.problem.origin + (3 if sys.byteorder == "little" else 0)  # bits 48 … 63 of the word
        memoryview(data).cast("H")[quarter :: 4 * self.worker.wide] = array("H", range(len(order)))
        size, words = 8 * self.worker.wide, bytes(data)
        rows = [words[begin : begin + size] for begin in range(0, len(words), size)]
        return Share(rows, [frontier.paths[i] for i in order], frontier.depth)

    def remember(self, deepest: bytes | bytearray) -> None:
        """Record the depth that each part reached, after a bound without a solution."""
        self.last = self.task.nodes - self.begun
        if self.frontier is not None:
            depth = self.frontier.depth
            self.memory = Memory(depth, dict(zip(keys(self.frontier, depth), deepest, strict=False)))
