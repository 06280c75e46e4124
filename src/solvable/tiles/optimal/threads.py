"""Searching the bounds of a task one after the other, by one lane or by several threads that share the work.

All threads take parts from one list, the best first; the kernel runs without the GIL. Where the list is empty, a lane
that waits asks the others to pause, and the first that can gives half of its rows nearest the root; all this happens
between the threads themselves (`kernels.tiles.sharing`), so a lane waits for a few blocks of states. The lengths found
are those of one lane (the nodes are not: which parts are searched before a solution is found depends on the threads).
"""

import os
import time
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from solvable.tiles.frame import Cells
from solvable.tiles.optimal.deepest_first import FEWEST, FROM, MOST, NODES_A_PART, Order
from solvable.tiles.optimal.lanes import BLOCK, CONTROL, FOUND, PAUSED, SLICE, Lane, Share, Task, Tick

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

GROWTH = 5  # times as many nodes, at least, as in the bound before
ALONE = 60_000  # nodes of a bound after which it is shared, where it is not cut into parts from the beginning
NAP, NAPS = 0.0001, 200  # seconds between two waits in vain; how many before a thread leaves


class Ahead(Order):
    """An order whose next frontier may be grown while the last parts of a bound are searched."""

    def __init__(self, task: Task, workers: int) -> None:
        super().__init__(task, workers)
        self.grower: Order | None = None
        self.grown: tuple[int, Share | None] | None = None

    def origins(self) -> int:
        """Return how many origins the rows of the bound have."""
        return len(self.frontier.rows) if self.frontier else 1

    def prepare(self, bound: int, nodes: int) -> None:
        """Grow the frontier of the bound after this one, as it will be wanted after about so many nodes."""
        problem = self.task.problem
        expected = max(nodes, GROWTH * self.last)  # when this bound is over: some lanes have not counted theirs yet
        after, target = bound + problem.stride, max(FEWEST, min(MOST, expected // NODES_A_PART))
        if self.grower is None:
            self.grower = Order(Task(problem))
        self.grown = after, self.grower.grow(Share.whole(problem, after), after, target)
        self.task.collect(self.grower.task)

    def grow(self, share: Share, bound: int, target: int) -> Share | None:
        """Return the frontier that was prepared, or grow one."""
        if self.grown is not None:
            (prepared, frontier), self.grown = self.grown, None
            if prepared == bound:
                return frontier
        return super().grow(share, bound, target)


class Pool:
    """What the lanes share in a bound: arrays of `kernels.tiles.sharing` (kept from bound to bound), and threads."""

    def __init__(self, lanes: list[Lane]) -> None:
        import numpy as np

        from solvable.kernels.tiles import sharing

        problem = lanes[0].task.problem
        most = BLOCK * problem.spread()
        self.lanes, self.kernel = lanes, sharing
        self.desk = np.zeros(sharing.LANES + sharing.APART * len(lanes), np.uint64)
        self.desk[sharing.CLOSED] = 1
        self.controls = np.zeros((len(lanes), CONTROL), np.uint64)
        self.mail = np.empty((len(lanes), most + 1, problem.wide), np.uint64)
        self.trails = np.empty((len(lanes), most, lanes[0].arrays.room + 2), np.uint32)
        self.wanted = np.zeros(len(lanes), np.bool_)
        self.jobs: list[Future[None]] = []
        self.failed: BaseException | None = None
        for lane, control in zip(lanes, self.controls, strict=True):
            control[:] = lane.control
            lane.control = control

    def holds(self, bound: int) -> bool:
        """Return whether the trails have room for a bound."""
        return bound + 2 <= int(self.trails.shape[2])

    def open(self, frontier: Share, size: int, other: Callable[[], None] | None) -> None:
        """Lay a frontier out, its parts to be taken by so many rows; by 0: all of it on the stack of the first lane.

        The first lane does what else there is to do where most parts are taken.
        """
        import numpy as np

        self.solution: Cells | None = None
        self.frontier, self.size, self.other = frontier, size, other
        count = len(frontier.rows)
        for lane, trail in zip(self.lanes, self.trails, strict=True):
            lane.follow(frontier, trail)
        if not size:
            self.trails[0, :count, 0] = np.arange(count)[::-1]
        self.desk[self.kernel.NEXT] = 0 if size else count
        self.desk[self.kernel.ELSE] = other is not None
        self.kernel.opened(self.desk, self.controls, self.wanted)
        crew = threads(os.getpid(), len(self.lanes) - 1)
        self.jobs += [crew.submit(self.serve, int(me)) for me in np.flatnonzero(self.wanted)]

    def serve(self, me: int) -> None:
        """Search with one lane whenever the desk is open, until the search is over or pauses for long."""
        naps = 0
        try:
            while (answer := self.kernel.enter(me, self.desk)) != self.kernel.QUIT:
                if answer == self.kernel.GO:
                    self.work(me, None)
                    naps = 0
                elif naps < NAPS:
                    time.sleep(NAP)
                    naps += 1
                elif self.kernel.leave(me, self.desk):
                    return
        except BaseException as error:
            self.failed = error
            self.desk[self.kernel.LANES + self.kernel.APART * me] = self.kernel.AWAY
            self.kernel.close(self.desk, self.controls)

    def work(self, me: int, tick: Tick | None) -> None:
        """Search with one lane until the desk is closed."""
        lane = self.lanes[me]
        while (answer := self.exchange(me, lane)) != self.kernel.DONE:
            if answer == self.kernel.WAIT:
                time.sleep(NAP)
            elif answer == self.kernel.OTHER:
                if self.other:
                    self.other()
            elif lane.run(SLICE) == FOUND:
                self.solution = lane.solution
                self.kernel.close(self.desk, self.controls)
            if tick:
                tick(lane.task.nodes)

    def exchange(self, me: int, lane: Lane) -> int:
        """Call the kernel."""
        rows, stack = self.frontier.rows, (lane.control, lane.segments, lane.stack)
        shape = me, self.size, lane.task.problem.meta, self.frontier.depth
        return self.kernel.exchange(*shape, self.desk, self.controls, rows, stack, self.mail, self.trails)

    def settle(self) -> None:
        """Close the desk and wait until no other lane works; raise what stopped one."""
        self.kernel.close(self.desk, self.controls)
        while not self.kernel.deserted(self.desk, self.controls):
            time.sleep(NAP)
        if self.failed:
            raise self.failed

    def close(self) -> bool:
        """Let the threads go; return whether none works any more, as `settle` has seen to unless it was interrupted."""
        self.kernel.finish(self.desk)
        self.kernel.close(self.desk, self.controls)
        for job in self.jobs:
            job.cancel()
        return self.kernel.deserted(self.desk, self.controls)


class Crew:
    """The lanes of a search, each for a thread of its own where a bound is worth it."""

    def __init__(self, task: Task, workers: int, tick: Tick) -> None:
        self.agenda, self.workers, self.tick = Ahead(task, workers), workers, tick
        self.lanes = [self.agenda.lane]
        self.pool: Pool | None = None

    def close(self) -> None:
        """End the search; arrays are left to others where no thread writes to them any more."""
        if self.pool is None or self.pool.close():
            for lane in [*self.lanes, *([self.agenda.grower.lane] if self.agenda.grower else [])]:
                lane.close()

    def search(self, bound: int) -> Cells | None:
        """Return the blank's cells of a solution of length `bound`, None where there is none."""
        lane, agenda = self.lanes[0], self.agenda
        shares = agenda.shares(bound)
        lane.begin(bound, agenda.origins())
        if self.workers < 2:
            solution = alone(lane, shares, SLICE, self.tick)
        elif len(shares) > 1:
            solution = self.share(len(shares[-1].rows))
        else:
            solution = alone(lane, shares, ALONE, None)
            if solution is None and int(lane.control[0]):
                solution = self.share(0)
        if solution is None:
            agenda.remember(lane.deepest)
        return solution

    def share(self, size: int) -> Cells | None:
        """Search with all threads, the first lane in this one, by parts of this size; 0 where it has begun with all."""
        import numpy as np

        first, others = self.lanes[0], self.hired()
        pool = self.opened(size)
        try:
            pool.work(0, lambda nodes: self.tick(nodes + sum(lane.task.nodes for lane in others)))
        finally:
            pool.settle()
            for lane in others:
                first.task.collect(lane.task)
        deepest = first.deepest[: self.agenda.origins()]
        for lane in others:
            np.maximum(deepest, lane.deepest[: deepest.size], out=deepest)
        return pool.solution

    def hired(self) -> list[Lane]:
        """Return the lanes of the other threads, made at their first use."""
        first = self.lanes[0]
        while len(self.lanes) < self.workers:
            self.lanes.append(Lane(Task(first.task.problem), first.bound))
        for lane in self.lanes[1:]:
            lane.begin(first.bound, self.agenda.origins())
        return self.lanes[1:]

    def opened(self, size: int) -> Pool:
        """Return what the lanes share, ready for a bound; made at its first use."""
        first = self.lanes[0]
        if self.pool is None or not self.pool.holds(first.bound):
            if self.pool:
                self.pool.close()
            self.pool = Pool(self.lanes)
        whole = self.agenda.frontier or Share.whole(first.task.problem, first.bound)
        self.pool.open(whole, size, None if first.task.problem.origin is None else self.ahead)
        return self.pool

    def ahead(self) -> None:
        """Grow the frontier of the next bound, where this one is worth it."""
        nodes = sum(lane.task.nodes for lane in self.lanes) - self.agenda.begun
        if nodes >= FROM:
            self.agenda.prepare(self.lanes[0].bound, nodes)


@cache
def threads(_process: int, count: int) -> "ThreadPoolExecutor":
    """Return threads for this process, kept from search to search: to start one takes longer than an easy bound."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(count)


def alone(lane: Lane, shares: list[Share], budget: int, tick: Tick | None) -> Cells | None:
    """Search the shares from the last on; tick each `budget` nodes, or stop there without a tick."""
    looked = lane.task.nodes
    while shares:
        lane.take(shares.pop())
        status = PAUSED
        while status == PAUSED:
            status = lane.run(budget)
            if status == FOUND:
                return lane.solution
            if lane.task.nodes - looked >= budget:
                if tick is None:
                    return None
                looked = lane.task.nodes
                tick(looked)
    return None
