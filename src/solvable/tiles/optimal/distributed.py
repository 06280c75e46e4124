"""Searches the parts of a bound by an executor (processes, or a cluster), with the answer of a single worker.

The parts of a bound are those of `node_ordering`, submitted in that order. A part that is not finished after a tenth of
a second (up to two seconds in large bounds) returns, and the rest of its stack is cut into pieces that take its place
in the order. So a part of any size is soon shared by all idle workers, and little is lost with a worker.

Results are processed in the order of a single worker, however early they arrive: the nodes of a bound are counted in
that order, and the solution is that of the first part that has one. Once some part has a solution, all parts after it
are cancelled; those before it are completed, since one of them may hold the solution that a single worker finds. So the
moves and the nodes do not depend on the executor, and equal those of a single worker, unless a beam was started during
a part so large that it was cut: a single worker may start it some nodes earlier.
"""

import heapq
import queue
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from solvable.core.executor import BUDGET_POLL_S, Executor
from solvable.tiles.optimal.lookups import Question, posed
from solvable.tiles.optimal.node_ordering import Order
from solvable.tiles.optimal.search_worker import (
    EMPTY,
    FOUND,
    PAUSED,
    ROWS_MAX,
    SLICE,
    STATES_PER_BLOCK,
    Share,
    Task,
    Tick,
    Worker,
)
from solvable.tiles.symmetry import Cells

if TYPE_CHECKING:  # not needed by a search in this process
    from concurrent.futures import Future

LOCAL_NODES_MAX = 2_000_000  # nodes of a bound that are searched in this process before parts are submitted
SLICES_MAX = 30  # slices of nodes after which a part returns: about two seconds
PARTS_PER_BOUND = 4_000  # parts that a bound should have: in small bounds a part returns after fewer slices
BOUND_NODES_GROWTH = 5  # times as many nodes, at least, as in the bound before
PIECES_PER_REMAINDER = 16  # pieces into which the rest of a returned part is cut
PARTS_QUEUED_PER_WORKER = 2  # parts submitted for each worker before the first returns

Key = tuple[int, ...]


class Outcome(NamedTuple):
    """The result of a part.

    `looks` are the nodes at each of a single worker's checks of the clock; `origins` and `deepest` the greatest depth
    below each origin of its rows; then a solution, or the `rest`: shares still to search, the last one first.
    """

    looks: tuple[int, ...]
    expanded: int
    origins: list[int]
    deepest: bytes
    solution: Cells | None
    rest: list[Share]


_posed = lru_cache(2)(posed)


def searched(question: Question, bound: int, shares: list[Share], slices: int) -> Outcome:
    """Return the outcome of searching these shares, the last one first, for `slices` slices: the task of a worker."""
    task = Task(_posed(question))
    worker = Worker(task, bound)
    worker.begin(bound, ROWS_MAX)
    remaining, looks, begun, status = list(shares), list[int](), 0, EMPTY
    while status != FOUND and len(looks) < slices and (remaining or status == PAUSED):
        if status == EMPTY:
            worker.take(remaining.pop())
        status = worker.run(SLICE - (task.nodes - begun))
        if task.nodes - begun >= SLICE or (status == EMPTY and not remaining):
            looks.append(task.nodes)
            begun = task.nodes
    if status == FOUND:
        looks.append(task.nodes)
    first = len(worker.deepest) - len(worker.deepest.lstrip(b"\0"))
    end = len(worker.deepest.rstrip(b"\0"))  # the origins of a part are few and adjacent
    origins = [origin for origin in range(first, end) if worker.deepest[origin]]
    deepest = bytes([worker.deepest[origin] for origin in origins])
    solution = worker.solution if status == FOUND else None
    outcome = Outcome(tuple(looks), task.expanded, origins, deepest, solution, [*remaining, *rest(worker, status)])
    worker.close()
    return outcome


def rest(worker: Worker, status: int) -> list[Share]:
    """Return what a paused search has still to do, one share for each depth."""
    if status != PAUSED:
        return []
    return [
        worker.share(start, rows, depth)
        for start, rows, depth, is_expanded in worker.stacked
        if rows and not is_expanded
    ]


def pieces(shares: list[Share]) -> list[list[Share]]:
    """Return the rest of a part, cut into parts in the order of the search.

    The rows nearest the root hold most of the work, so they are cut block by block, as they would be searched.
    """
    remaining, cut = list(shares), list[list[Share]]()
    while len(cut) < PIECES_PER_REMAINDER - 1 and (len(remaining) > 1 or len(remaining[0].rows) > STATES_PER_BLOCK):
        share = remaining.pop(0)
        size = len(share.rows) % STATES_PER_BLOCK or STATES_PER_BLOCK
        cut.insert(0, [share.some(0, size)])
        if len(share.rows) > size:
            remaining.insert(0, share.some(size))
    return [remaining, *cut]


def slices(nodes: int) -> int:
    """Return after how many slices the parts of a bound with about `nodes` nodes return."""
    return max(1, min(SLICES_MAX, nodes // (PARTS_PER_BOUND * SLICE)))


class Bound:
    """The parts of a bound: those waiting, best first; those submitted; those not counted yet."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Key, list[Share]]] = []
        self.submitted: dict[Key, Future[Outcome]] = {}
        self.uncounted: list[Key] = []
        self.outcomes: dict[Key, Outcome] = {}
        self.found: Key | None = None

    def add(self, key: Key, shares: list[Share]) -> None:
        """Add a part."""
        heapq.heappush(self.waiting, (key, shares))
        heapq.heappush(self.uncounted, key)

    def learn(self, key: Key, outcome: Outcome, *, is_cut: bool) -> None:
        """Record the outcome of a part; its rest becomes new parts."""
        self.outcomes[key] = outcome
        if outcome.solution is not None and (self.found is None or key < self.found):
            self.found = key
            self.waiting = [(other, shares) for other, shares in self.waiting if other < key]
            heapq.heapify(self.waiting)
            for other in [other for other in self.submitted if other > key]:
                self.submitted.pop(other).cancel()
        elif outcome.rest and (self.found is None or key < self.found):
            cut = pieces(outcome.rest) if is_cut else [outcome.rest]
            for number, shares in enumerate(cut):
                self.add((*key, number), shares)


class DistributedSearch:
    """A search whose large bounds are submitted to an executor; `tick` as in `ParallelSearch`."""

    def __init__(self, task: Task, question: Question, executor: Executor, tick: Tick, check: Tick) -> None:
        self.task, self.question, self.executor, self.tick, self.check = task, question, executor, tick, check
        self.order = Order(task)
        self.bound, self.slices = Bound(), 1
        self.returned: queue.SimpleQueue[tuple[Bound, Key, Future[Outcome]]] = queue.SimpleQueue()

    def close(self) -> None:
        """Cancel what was submitted."""
        for future in self.bound.submitted.values():
            future.cancel()
        self.order.worker.close()

    def search(self, bound: int) -> Cells | None:
        """Return the blank's cells of a solution of length `bound`, or None if there is none."""
        self.tick(self.task.nodes)
        parts, self.bound = Bound(), Bound()
        for number, share in enumerate(reversed(self.order.shares(bound))):
            parts.add((number,), [share])
        self.bound = parts
        frontier = self.order.frontier
        deepest = bytearray(len(frontier.rows) if frontier else 1)
        begun = self.looked = self.task.nodes
        self.slices = slices(BOUND_NODES_GROWTH * self.order.last)
        # Parts of the bound wait, are submitted, or have an outcome; all are counted in the order of a single worker.
        # The first LOCAL_NODES_MAX nodes are searched here, since a small bound is not worth a message.
        while parts.uncounted:
            while (
                parts.waiting
                and self.task.nodes - begun >= LOCAL_NODES_MAX
                and len(parts.submitted) < PARTS_QUEUED_PER_WORKER * self.executor.count
            ):
                self._submit(bound, *heapq.heappop(parts.waiting))
            if parts.submitted:
                self._wait(parts)
            else:
                key, shares = heapq.heappop(parts.waiting)
                parts.learn(key, searched(self.question, bound, shares, 1), is_cut=False)
            if (solution := self._count(parts, deepest)) is not None:
                return solution
        self.order.remember(deepest)
        return None

    def _submit(self, bound: int, key: Key, shares: list[Share]) -> None:
        parts = self.bound
        future = parts.submitted[key] = self.executor.submit(searched, self.question, bound, shares, self.slices)
        future.add_done_callback(lambda done: self.returned.put((parts, key, done)))

    def _wait(self, parts: Bound) -> None:
        """Wait until a part returns, checking the budget meanwhile."""
        while True:
            self.check(self.task.nodes + sum(outcome.looks[-1] for outcome in parts.outcomes.values()))
            try:
                of, key, future = self.returned.get(timeout=BUDGET_POLL_S)
            except queue.Empty:
                continue
            if of is parts and parts.submitted.pop(key, None) is not None:
                parts.learn(key, future.result(), is_cut=True)
                return

    def _count(self, parts: Bound, deepest: bytearray) -> Cells | None:
        """Count the returned parts in a single worker's order, up to the first missing one; return a solution."""
        while parts.uncounted and parts.uncounted[0] in parts.outcomes:
            outcome = parts.outcomes.pop(heapq.heappop(parts.uncounted))
            before = self.task.nodes
            self.task.expanded += outcome.expanded
            for origin, depth in zip(outcome.origins, outcome.deepest, strict=True):
                deepest[origin] = max(deepest[origin], depth)
            for look in outcome.looks:
                self.task.nodes = before + look
                if self.task.nodes - self.looked >= SLICE and not (outcome.solution and look == outcome.looks[-1]):
                    self.looked = self.task.nodes
                    self.tick(self.task.nodes)
            if outcome.solution is not None:
                return outcome.solution
        return None
