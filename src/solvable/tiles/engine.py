"""Driving the compiled search: one lane runs it in slices of nodes; several share one search.

A lane owns a stack of rows (see `kernels.ida` and `kernels.multi`). To share, a lane gives away half of its rows
nearest the root, and so the largest subtrees, with the paths to them; idle lanes wait for such shares.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from solvable.errors import PuzzleError
from solvable.tiles.frame import Cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

EMPTY, PAUSED, FOUND = 0, 1, 2  # what a kernel answers
BLOCK = 64  # states that a kernel expands together
MOST_ROWS = 1 << 16  # of a stack: a row names its parent in 16 bits
SLICE = 2_000_000  # nodes between two looks at the clock: about 60 ms
ALONE, SHORT_SLICE, SHARED_SLICE = 60_000, 20_000, 200_000  # nodes before a search is shared; then between two looks

Tick = Callable[[int], None]


class Problem(Protocol):
    """A state to solve with some tables, as the kernels take it."""

    wide: int  # words of a row
    meta: int  # the word of a row whose bits 16 … 31 are the parent's row
    least: int  # the first bound
    stride: int  # between bounds

    def row(self, bound: int) -> "Array":
        """Return the first row of the stack."""

    def cells(self, meta: "Array") -> "Array":
        """Return the blank's cells of rows."""

    def spread(self) -> int:
        """Return the most children a state can have."""

    def run(self, bound: int, budget: int, control: "Array", stack: "Array", segments: "Array", plan: "Array") -> int:
        """Call the kernel."""

    def accepts(self, path: Cells) -> bool:
        """Return whether the blank's walk solves the state, where the tables alone cannot tell."""


@dataclass(slots=True)
class Task:
    """A problem, and what its search has cost."""

    problem: Problem
    nodes: int = 0
    expanded: int = 0

    def bounds(self) -> Iterator[int]:
        """Yield the bounds to try, without end."""
        return count(self.problem.least, self.problem.stride)

    def lane(self, bound: int) -> "Lane":
        """Return a lane with the whole search for one bound."""
        lane = Lane(self, bound)
        lane.take(self.share(bound))
        return lane

    def share(self, bound: int) -> "Share":
        """Return the whole search for one bound."""
        import numpy as np

        return Share(self.problem.row(bound).reshape(1, -1), np.zeros((1, 0), np.uint8))


@dataclass(frozen=True, slots=True)
class Share:
    """Rows of one depth to search, and the blank's cells on the way to each."""

    rows: "Array"
    paths: "Array"


class Lane:
    """One stack of rows in segments, each the states of one depth, and the kernel that works on it."""

    def __init__(self, task: Task, bound: int) -> None:
        import numpy as np

        problem = task.problem
        self.task, self.bound, self.wide = task, bound, problem.wide
        height = (bound + 2) * BLOCK * problem.spread()
        if height > MOST_ROWS:
            raise PuzzleError(f"solutions of {bound} moves are beyond this search")
        self.stack = np.zeros(height * problem.wide, np.uint64)
        self.segments = np.zeros(8 * (bound + 4), np.uint64)
        self.plan = np.zeros(BLOCK * problem.spread() * (problem.wide + 3), np.uint64)
        self.control = np.zeros(4, np.uint64)
        self.paths = np.zeros((0, 0), np.uint8)
        self.found: Cells = ()

    def take(self, share: Share) -> None:
        """Begin with a share of the search."""
        self.stack[: share.rows.size] = share.rows.ravel()
        self.paths = share.paths
        self.segments[:4] = 0, *share.paths.shape, 0
        self.control[0] = 1

    def give(self) -> Share | None:
        """Return half of the rows nearest the root, and forget them; None where there are too few."""
        segments = self.segments.reshape(-1, 4)[: int(self.control[0])]
        fresh = [segment for segment in segments if not segment[3] and segment[1]]
        if not fresh or (len(fresh) == 1 and fresh[0][1] < 2):
            return None
        start, rows, depth, _ = (int(field) for field in fresh[0])
        half = (rows + 1) // 2
        fresh[0][:2] = start + half, rows - half
        given = self.stack[start * self.wide : (start + half) * self.wide].reshape(half, self.wide).copy()
        return Share(given, self.paths_to(start, half, depth))

    def paths_to(self, start: int, count: int, depth: int) -> "Array":
        """Return the blank's cells on the way to rows of one depth, going from each to its parent."""
        import numpy as np

        metas = self.stack.reshape(-1, self.wide)[:, self.task.problem.meta]
        rows = np.arange(start, start + count, dtype=np.uint64)
        paths = np.zeros((count, depth), np.uint8)
        begun = self.paths.shape[1]
        for g in range(depth - 1, begun - 1, -1):
            meta = metas[rows]
            paths[:, g] = self.task.problem.cells(meta)
            rows = meta >> np.uint64(16) & np.uint64(0xFFFF)
        paths[:, :begun] = self.paths[rows]
        return paths

    def run(self, budget: int) -> int:
        """Search on for some nodes; return EMPTY, PAUSED or FOUND, and count into the task."""
        before = self.control.tolist()
        status = self.task.problem.run(self.bound, budget, self.control, self.stack, self.segments, self.plan)
        self.task.nodes += int(self.control[1]) - before[1]
        self.task.expanded += int(self.control[2]) - before[2]
        if status == FOUND:
            self.found = tuple(self.paths_to(int(self.control[3]), 1, self.bound)[0].tolist())
            return FOUND if self.task.problem.accepts(self.found) else PAUSED
        return status

    def solution(self) -> Cells:
        """Return the blank's cells on the way to the goal, after FOUND."""
        return self.found


def alone(task: Task, bound: int, tick: Tick) -> Cells | None:
    """Return the blank's cells of a solution of length `bound`, None where there is none."""
    lane = task.lane(bound)
    while True:
        status = lane.run(SLICE)
        if status == FOUND:
            return lane.solution()
        if status == EMPTY:
            return None
        tick(task.nodes)


@dataclass(slots=True)
class Pool:
    """Shares that wait for an idle lane; the search is over when no lane works and none waits, or at a solution."""

    lanes: int
    working: int
    shares: list[Share] = field(default_factory=list)
    over: bool = False
    solution: Cells | None = None
    changed: threading.Condition = field(default_factory=threading.Condition)

    def work(self, lane: Lane, tick: Tick) -> None:
        """Search the lane's share, giving of it to idle lanes, and then others' until the search is over."""
        while True:
            status, budget = PAUSED, SHORT_SLICE
            try:
                while status == PAUSED and not self.over:
                    if len(self.shares) < self.lanes:
                        self.add(lane.give())
                    status = lane.run(budget)
                    budget = min(2 * budget, SHARED_SLICE)
                    tick(lane.task.nodes)
            finally:
                self.finish(lane.solution() if status == FOUND else None)
            if not self.fetch(lane):
                return

    def fetch(self, lane: Lane) -> bool:
        """Give the lane a share, waiting for one; return False where the search is over."""
        with self.changed:
            while not self.shares and self.working and not self.over:
                self.changed.wait()
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


def share(task: Task, bound: int, workers: int, tick: Tick) -> Cells | None:
    """Return like `alone`, searching with `workers` threads; the kernel runs without the GIL.

    The first nodes are searched alone: most bounds need no more.
    """
    first = task.lane(bound)
    status = first.run(ALONE)
    if status != PAUSED:
        return first.solution() if status == FOUND else None
    pool = Pool(workers, working=1)
    tasks = [Task(task.problem) for _ in range(workers - 1)]
    failed: list[BaseException] = []

    def work(own: Task) -> None:
        try:
            lane = Lane(own, bound)
            if pool.fetch(lane):
                pool.work(lane, lambda _: None)
        except BaseException as error:
            failed.append(error)
            pool.stop()

    threads = [threading.Thread(target=work, args=(own,), daemon=True) for own in tasks]
    for thread in threads:
        thread.start()
    try:
        pool.work(first, lambda _: tick(task.nodes + sum(own.nodes for own in tasks)))
    finally:
        pool.stop()
        for thread in threads:
            thread.join()
        task.nodes += sum(own.nodes for own in tasks)
        task.expanded += sum(own.expanded for own in tasks)
    if failed:
        raise failed[0]
    return pool.solution
