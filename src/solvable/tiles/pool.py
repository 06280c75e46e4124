"""Searching the shares of one bound, by one lane or by several threads that give each other of their work."""

import threading
from dataclasses import dataclass, field

from solvable.tiles.engine import EMPTY, FOUND, PAUSED, SLICE, Lane, Share, Task, Tick
from solvable.tiles.frame import Cells
from solvable.tiles.order import Order

ALONE, SLICE_SHARED = 60_000, 50_000  # nodes before a bound is shared; then between two looks at idle lanes


def search(order: Order, bound: int, workers: int, tick: Tick) -> Cells | None:
    """Return the blank's cells of a solution of length `bound`, None where there is none."""
    lane = order.lane
    shares = order.shares(bound)
    lane.begin(bound)
    if workers < 2:
        solution = alone(lane, shares, SLICE, tick)
    else:
        solution = alone(lane, shares, ALONE, None)
        if solution is None and (shares or int(lane.control[0])):
            solution = share(lane, shares, workers, tick)
    if solution is None:
        order.remember(lane.deepest)
    return solution


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


@dataclass(slots=True)
class Pool:
    """Shares that wait for a lane; the search is over when no lane works and none waits, or at a solution."""

    shares: list[Share]
    working: int = 0
    idle: int = 0
    over: bool = False
    solution: Cells | None = None
    changed: threading.Condition = field(default_factory=threading.Condition)

    def work(self, lane: Lane, tick: Tick, status: int = EMPTY) -> None:
        """Search shares until the search is over; PAUSED: the lane has begun one. Give to idle lanes."""
        while status == PAUSED or self.fetch(lane):
            status = PAUSED
            try:
                while status == PAUSED and not self.over:
                    if self.idle > len(self.shares):
                        self.add(lane.give())
                    status = lane.run(SLICE_SHARED)
                    tick(lane.task.nodes)
            finally:
                self.finish(lane.solution if status == FOUND else None)
                status = EMPTY

    def fetch(self, lane: Lane) -> bool:
        """Give the lane a share, waiting for one; return False where the search is over."""
        with self.changed:
            self.idle += 1
            while not self.shares and self.working and not self.over:
                self.changed.wait()
            self.idle -= 1
            if self.over or not self.shares:
                self.over = True
                self.changed.notify_all()
                return False
            self.working += 1
            lane.take(self.shares.pop())
            return True

    def finish(self, solution: Cells | None) -> None:
        """Say that a lane is done with its share."""
        with self.changed:
            self.working -= 1
            if solution is not None:
                self.solution, self.over = solution, True
            self.changed.notify_all()

    def add(self, share: Share | None) -> None:
        """Let a waiting lane have a share."""
        with self.changed:
            if share is not None:
                self.shares.append(share)
                self.changed.notify_all()

    def stop(self) -> None:
        """End the search."""
        with self.changed:
            self.over = True
            self.changed.notify_all()


def share(first: Lane, shares: list[Share], workers: int, tick: Tick) -> Cells | None:
    """Search on with `workers` threads, where `first` has begun; the kernel runs without the GIL."""
    import numpy as np

    task = first.task
    begun = int(first.control[0]) > 0
    pool = Pool(shares, working=int(begun))
    tasks = [Task(task.problem) for _ in range(workers - 1)]
    lanes = [Lane(own, first.bound) for own in tasks]
    failed: list[BaseException] = []

    def work(lane: Lane) -> None:
        try:
            pool.work(lane, lambda _: None)
        except BaseException as error:
            failed.append(error)
            pool.stop()

    threads = [threading.Thread(target=work, args=(lane,), daemon=True) for lane in lanes]
    for thread in threads:
        thread.start()
    try:
        pool.work(first, lambda _: tick(task.nodes + sum(own.nodes for own in tasks)), PAUSED if begun else EMPTY)
    finally:
        pool.stop()
        for thread in threads:
            thread.join()
        task.nodes += sum(own.nodes for own in tasks)
        task.expanded += sum(own.expanded for own in tasks)
    if failed:
        raise failed[0]
    for lane in lanes:
        np.maximum(first.deepest, lane.deepest, out=first.deepest)
    return pool.solution
