"""A bound's parts given to a crew: processes, or the workers of a cluster; the answer is that of one worker alone.

The parts of a bound are those of `node_ordering`, and they are given in that order. A part that is not done after a
tenth of a second, or two in large bounds, comes back: what is left of its stack is cut into pieces, each of which takes
its place in the order; so a part of any size is soon shared by all who have nothing to do, and little is lost with a
worker.

What comes back is taken in the order of one worker, however early it came: the nodes of a bound are counted so, and the
solution is that of the first part, in the order, that has one. As soon as some part has one, all after it are dropped;
those before it are seen through, for one of them may hold the solution that one worker finds. So the moves and
the nodes do not depend on the crew; nor do they differ from those of one worker, unless a beam beside the proof was
begun in a part so large that it was cut: one worker may begin it some nodes earlier.
"""

import heapq
import queue
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from solvable.core.executor import BUDGET_POLL_S, Executor
from solvable.tiles.optimal.node_ordering import Order
from solvable.tiles.optimal.question import Question, posed
from solvable.tiles.optimal.search_worker import (
    EMPTY,
    FOUND,
    PAUSED,
    ROWS_MAX,
    SLICE,
    STATES_PER_BLOCK,
    Lane,
    Share,
    Task,
    Tick,
)
from solvable.tiles.symmetry import Cells

if TYPE_CHECKING:  # one who searches alone does not need these
    from concurrent.futures import Future

LOCAL_NODES_MAX = 2_000_000  # nodes of a bound that are searched here, before its parts are given to others
SLICES_MAX = 30  # of nodes that a part is searched before it comes back: about two seconds
PARTS_PER_BOUND = 4_000  # of a bound that are wanted: fewer slices are searched of a part where the bound is small
BOUND_NODES_GROWTH = 5  # times as many nodes, at least, as in the bound before
PIECES_PER_REMAINDER = 16  # that are made of what is left of a part that comes back
PARTS_QUEUED_PER_WORKER = 2  # parts a worker that are given before the first of them has come back

Key = tuple[int, ...]


class Outcome(NamedTuple):
    """What came of a part: the nodes at each look of one worker at the clock, and the states expanded; the origins of
    its rows with the greatest depth below each; a solution, or the shares that are left, the last to be searched first.
    """

    looks: tuple[int, ...]
    expanded: int
    origins: list[int]
    deepest: bytes
    solution: Cells | None
    rest: list[Share]


_posed = lru_cache(2)(posed)


def searched(question: Question, bound: int, shares: list[Share], slices: int) -> Outcome:
    """Return what comes of searching these shares, from the last on, for so many slices: what a crew computes."""
    task = Task(_posed(question))
    lane = Lane(task, bound)
    lane.begin(bound, ROWS_MAX)
    remaining, looks, begun, status = list(shares), list[int](), 0, EMPTY
    while status != FOUND and len(looks) < slices and (remaining or status == PAUSED):
        if status == EMPTY:
            lane.take(remaining.pop())
        status = lane.run(SLICE - (task.nodes - begun))
        if task.nodes - begun >= SLICE or (status == EMPTY and not remaining):
            looks.append(task.nodes)
            begun = task.nodes
    if status == FOUND:
        looks.append(task.nodes)
    first = len(lane.deepest) - len(lane.deepest.lstrip(b"\0"))
    end = len(lane.deepest.rstrip(b"\0"))  # few origins lie between, next to each other
    origins = [origin for origin in range(first, end) if lane.deepest[origin]]
    deepest = bytes([lane.deepest[origin] for origin in origins])
    solution = lane.solution if status == FOUND else None
    outcome = Outcome(tuple(looks), task.expanded, origins, deepest, solution, [*remaining, *rest(lane, status)])
    lane.close()
    return outcome


def rest(lane: Lane, status: int) -> list[Share]:
    """Return what is left of a search that paused, a share for each depth."""
    if status != PAUSED:
        return []
    return [
        lane.share(start, rows, depth) for start, rows, depth, is_expanded in lane.stacked if rows and not is_expanded
    ]


def pieces(shares: list[Share]) -> list[list[Share]]:
    """Return what is left of a part, cut into parts, the first to be searched first.

    The rows nearest the root hold most of what is left, so they are cut block by block: as they would be searched.
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
    """Return after how many slices the parts of a bound with so many nodes come back."""
    return max(1, min(SLICES_MAX, nodes // (PARTS_PER_BOUND * SLICE)))


class Bound:
    """The parts of a bound: those to be given, the best first; those given; those that the count has not reached."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Key, list[Share]]] = []
        self.given: dict[Key, Future[Outcome]] = {}
        self.uncounted: list[Key] = []
        self.outcomes: dict[Key, Outcome] = {}
        self.found: Key | None = None

    def add(self, key: Key, shares: list[Share]) -> None:
        """Add a part."""
        heapq.heappush(self.waiting, (key, shares))
        heapq.heappush(self.uncounted, key)

    def learn(self, key: Key, outcome: Outcome, *, is_cut: bool) -> None:
        """Note what came of a part, and what is left of it as parts of their own."""
        self.outcomes[key] = outcome
        if outcome.solution is not None and (self.found is None or key < self.found):
            self.found = key
            self.waiting = [(other, shares) for other, shares in self.waiting if other < key]
            heapq.heapify(self.waiting)
            for other in [other for other in self.given if other > key]:
                self.given.pop(other).cancel()
        elif outcome.rest and (self.found is None or key < self.found):
            cut = pieces(outcome.rest) if is_cut else [outcome.rest]
            for number, shares in enumerate(cut):
                self.add((*key, number), shares)


class Spread:
    """A search whose large bounds are given to a crew; `tick` as in `parallel.Crew`, `check` looks at the budget."""

    def __init__(self, task: Task, question: Question, crew: Executor, tick: Tick, check: Tick) -> None:
        self.task, self.question, self.crew, self.tick, self.check = task, question, crew, tick, check
        self.agenda = Order(task)
        self.bound, self.slices = Bound(), 1
        self.returned: queue.SimpleQueue[tuple[Bound, Key, Future[Outcome]]] = queue.SimpleQueue()

    def close(self) -> None:
        """Drop what was given."""
        for future in self.bound.given.values():
            future.cancel()
        self.agenda.lane.close()

    def search(self, bound: int) -> Cells | None:
        """Return the blank's cells of a solution of length `bound`, None where there is none."""
        self.tick(self.task.nodes)
        parts, self.bound = Bound(), Bound()
        for number, share in enumerate(reversed(self.agenda.shares(bound))):
            parts.add((number,), [share])
        self.bound = parts
        frontier = self.agenda.frontier
        deepest = bytearray(len(frontier.rows) if frontier else 1)
        begun = self.looked = self.task.nodes
        self.slices = slices(BOUND_NODES_GROWTH * self.agenda.last)
        while parts.uncounted:
            while (
                parts.waiting
                and self.task.nodes - begun >= LOCAL_NODES_MAX
                and len(parts.given) < PARTS_QUEUED_PER_WORKER * self.crew.count
            ):
                self._give(bound, *heapq.heappop(parts.waiting))
            if parts.given:
                self._wait(parts)
            else:
                key, shares = heapq.heappop(parts.waiting)
                parts.learn(key, searched(self.question, bound, shares, 1), is_cut=False)
            if (solution := self._count(parts, deepest)) is not None:
                return solution
        self.agenda.remember(deepest)
        return None

    def _give(self, bound: int, key: Key, shares: list[Share]) -> None:
        parts = self.bound
        future = parts.given[key] = self.crew.submit(searched, self.question, bound, shares, self.slices)
        future.add_done_callback(lambda done: self.returned.put((parts, key, done)))

    def _wait(self, parts: Bound) -> None:
        """Wait until a part has come back, and look at the budget meanwhile."""
        while True:
            self.check(self.task.nodes + sum(outcome.looks[-1] for outcome in parts.outcomes.values()))
            try:
                of, key, future = self.returned.get(timeout=BUDGET_POLL_S)
            except queue.Empty:
                continue
            if of is parts and parts.given.pop(key, None) is not None:
                parts.learn(key, future.result(), is_cut=True)
                return

    def _count(self, parts: Bound, deepest: bytearray) -> Cells | None:
        """Count the parts that have come back as one worker would, up to the first that has not; return a solution."""
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
