"""Searching the bounds of a task one after the other, by one lane or by several threads that share the work.

All threads take shares from one list, the best first; the kernel runs without the GIL. Where the list is empty, a lane
that waits asks the others to pause, and the first that can gives half of its rows nearest the root. So no lane waits
for more than a few blocks of states, and the lengths found are those of one lane (the nodes are not: which shares are
searched before a solution is found depends on the threads).
"""

import os
import threading
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from solvable.tiles.engine import FOUND, PAUSED, SLICE, Lane, Share, Task, Tick
from solvable.tiles.frame import Cells
from solvable.tiles.order import Order

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

ALONE = 60_000  # nodes of a bound after which it is shared, where it is not cut into parts from the beginning
ASKED = 20_000  # nodes between two looks at the lanes that wait, while some wait


@dataclass(slots=True)
class Pool:
    """Shares of one bound that wait for a lane; the bound is over when no lane works and none waits, or is solved."""

    lanes: list[Lane]
    shares: list[Share]
    working: int = 0
    idle: int = 0
    over: bool = False
    solution: Cells | None = None
    changed: threading.Condition = field(default_factory=threading.Condition)

    def work(self, lane: Lane, tick: Tick | None, *, begun: bool = False) -> None:
        """Search shares until the bound is over, the one that the lane has begun first."""
        while begun or self.fetch(lane):
            status, begun = PAUSED, False
            try:
                while status == PAUSED:
                    lane.resume()  # before looking round: whoever wants something from now on asks again
                    if self.over:
                        break
                    if self.idle > len(self.shares):
                        self.add(lane.give())
                    status = lane.run(ASKED if self.idle else SLICE)
                    if tick:
                        tick(lane.task.nodes)
            finally:
                self.finish(lane.solution if status == FOUND else None)

    def fetch(self, lane: Lane) -> bool:
        """Give the lane a share, waiting for one; return False where the bound is over."""
        with self.changed:
            self.idle += 1
            while not self.shares and self.working and not self.over:
                self.pause()
                self.changed.wait()
            self.idle -= 1
            if self.over or not self.shares:
                self.stop()
                return False
            self.working += 1
            lane.take(self.shares.pop())
            return True

    def finish(self, solution: Cells | None) -> None:
        """Say that a lane is done with its share."""
        with self.changed:
            self.working -= 1
            if solution is not None:
                self.solution = solution
                self.stop()
            self.changed.notify_all()

    def add(self, share: Share | None) -> None:
        """Let a waiting lane have a share."""
        with self.changed:
            if share is not None:
                self.shares.append(share)
                self.changed.notify_all()

    def stop(self) -> None:
        """End the bound."""
        with self.changed:
            self.over = True
            self.pause()
            self.changed.notify_all()

    def pause(self) -> None:
        """Ask the kernels to come back."""
        for lane in self.lanes:
            lane.pause()


class Crew:
    """The lanes of a search, each for a thread of its own where a bound is worth it."""

    def __init__(self, task: Task, workers: int, tick: Tick) -> None:
        self.order, self.workers, self.tick = Order(task, workers), workers, tick
        self.lanes = [self.order.lane]

    def search(self, bound: int) -> Cells | None:
        """Return the blank's cells of a solution of length `bound`, None where there is none."""
        lane, order = self.lanes[0], self.order
        shares = order.shares(bound)
        lane.begin(bound)
        if self.workers < 2:
            solution = alone(lane, shares, SLICE, self.tick)
        elif len(shares) > 1:
            solution = self.share(shares)
        else:
            solution = alone(lane, shares, ALONE, None)
            if solution is None and (shares or int(lane.control[0])):
                solution = self.share(shares)
        if solution is None:
            order.remember(lane.deepest)
        return solution

    def share(self, shares: list[Share]) -> Cells | None:
        """Search on with all threads, the first lane in this one."""
        import numpy as np

        first, others = self.lanes[0], self.hired()
        for lane in others:
            lane.begin(first.bound)
        begun = int(first.control[0]) > 0
        pool = Pool(self.lanes, shares, working=int(begun))

        def work(lane: Lane) -> None:
            try:
                pool.work(lane, None)
            finally:
                pool.stop()

        crew = threads(os.getpid(), len(others))
        jobs = [crew.submit(work, lane) for lane in others]
        try:
            pool.work(first, lambda nodes: self.tick(nodes + sum(lane.task.nodes for lane in others)), begun=begun)
        finally:
            pool.stop()
            failed = [job.exception() for job in jobs if not job.cancel()]  # waits for those that have begun
            for lane in others:
                first.task.collect(lane.task)
        for error in failed:
            if error:
                raise error
        for lane in others:
            np.maximum(first.deepest, lane.deepest, out=first.deepest)
        return pool.solution

    def hired(self) -> list[Lane]:
        """Return the lanes of the other threads, made at their first use."""
        first = self.lanes[0]
        while len(self.lanes) < self.workers:
            self.lanes.append(Lane(Task(first.task.problem), first.bound))
        return self.lanes[1:]


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
