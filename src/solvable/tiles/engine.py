"""Driving the compiled search: one lane runs it in slices of nodes; several share one search.

A lane owns a stack of rows (see `kernels.ida` and `kernels.multi`). To share, a lane gives away the lower half of its
stack, the rows nearest the root and so the largest subtrees, each with the path to it; idle lanes wait for rows.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from solvable.tiles.frame import Cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

EMPTY, PAUSED, FOUND = 0, 1, 2  # what a kernel answers
SLICE = 2_000_000  # nodes between two looks at the clock: about 60 ms
SHARED_SLICE = 200_000  # the same where lanes share a search

Tick = Callable[[int], None]


class Problem(Protocol):
    """A state to solve with some tables, as the kernels take it."""

    wide: int  # words of a row
    scratch: int  # rows before the stack
    meta: int  # the word of a row whose bits 16 … 31 are g
    least: int  # the first bound
    stride: int  # between bounds

    def row(self, bound: int) -> "Array":
        """Return the first row of the stack."""

    def height(self, bound: int) -> int:
        """Return the most rows a stack can have."""

    def run(self, bound: int, budget: int, control: "Array", stack: "Array", path: "Array") -> int:
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
        lane.take(self.problem.row(bound), ())
        return lane


class Lane:
    """One stack, and the kernel that works on it."""

    def __init__(self, task: Task, bound: int) -> None:
        import numpy as np

        problem = task.problem
        self.task, self.bound, self.wide = task, bound, problem.wide
        self.stack = np.zeros((problem.height(bound) + problem.scratch) * problem.wide, np.uint64)
        self.first = problem.scratch * problem.wide
        self.path = np.zeros(bound + 2, np.uint8)
        self.control = np.zeros(3, np.uint64)

    def take(self, row: "Array", path: Cells) -> None:
        """Begin with one row, reached by `path`."""
        self.stack[self.first : self.first + self.wide] = row
        self.path[: len(path)] = path
        self.control[0] = 1

    def give(self) -> list[tuple["Array", Cells]]:
        """Return the lower half of the stack's rows, each with its path, and forget them."""
        height = int(self.control[0])
        half = height // 2
        rows = self.stack[self.first : self.first + height * self.wide].reshape(height, self.wide)
        given = []
        for row in rows[:half].copy():
            g = int(row[self.task.problem.meta]) >> 16 & 0xFFFF
            given.append((row, tuple(self.path[:g].tolist())))
        rows[: height - half] = rows[half:].copy()
        self.control[0] = height - half
        return given

    def run(self, budget: int) -> int:
        """Search on for some nodes; return EMPTY, PAUSED or FOUND, and count into the task."""
        before = self.control.tolist()
        status = self.task.problem.run(self.bound, budget, self.control, self.stack, self.path)
        self.task.nodes += int(self.control[1]) - before[1]
        self.task.expanded += int(self.control[2]) - before[2]
        return PAUSED if status == FOUND and not self.task.problem.accepts(self.solution()) else status

    def solution(self) -> Cells:
        """Return the blank's cells on the way to the goal, after FOUND."""
        return tuple(self.path[1 : self.bound + 1].tolist())


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
    """Rows that wait for an idle lane; the search is over when no lane works and no row waits, or at a solution."""

    rows: list[tuple["Array", Cells]]
    lanes: int
    working: int = 0
    over: bool = False
    solution: Cells | None = None
    changed: threading.Condition = field(default_factory=threading.Condition)

    def next_row(self) -> tuple["Array", Cells] | None:
        """Return a row to work on, waiting for one; None where the search is over."""
        with self.changed:
            while not self.rows and self.working and not self.over:
                self.changed.wait()
            if self.over or not self.rows:
                self.over = True
                self.changed.notify_all()
                return None
            self.working += 1
            return self.rows.pop()

    def finish(self, solution: Cells | None = None) -> None:
        """Say that a lane is done with its row."""
        with self.changed:
            self.working -= 1
            if solution is not None:
                self.solution, self.over = solution, True
            self.changed.notify_all()

    def stop(self) -> None:
        """End the search."""
        with self.changed:
            self.over = True
            self.changed.notify_all()

    def work(self, lane: Lane, tick: Tick) -> None:
        """Take rows and search them until the search is over."""
        while (item := self.next_row()) is not None:
            lane.take(*item)
            status = PAUSED
            try:
                while status == PAUSED and not self.over:
                    status = lane.run(SHARED_SLICE)
                    tick(lane.task.nodes)
                    if status == PAUSED and len(self.rows) < self.lanes and int(lane.control[0]) > 1:
                        self.add(lane.give())
            finally:
                self.finish(lane.solution() if status == FOUND else None)

    def add(self, rows: list[tuple["Array", Cells]]) -> None:
        """Let waiting lanes have rows."""
        with self.changed:
            self.rows += rows
            self.changed.notify_all()


def share(task: Task, bound: int, workers: int, tick: Tick) -> Cells | None:
    """Return like `alone`, searching with `workers` threads; the kernel runs without the GIL."""
    pool = Pool([(task.problem.row(bound), ())], workers)
    tasks = [Task(task.problem) for _ in range(workers)]
    failed: list[BaseException] = []

    def work(own: Task) -> None:
        try:
            pool.work(Lane(own, bound), lambda _: None)
        except BaseException as error:
            failed.append(error)
            pool.stop()

    threads = [threading.Thread(target=work, args=(own,), daemon=True) for own in tasks[1:]]
    for thread in threads:
        thread.start()
    try:
        pool.work(Lane(tasks[0], bound), lambda _: tick(task.nodes + sum(own.nodes for own in tasks)))
    finally:
        pool.stop()
        for thread in threads:
            thread.join()
        task.nodes += sum(own.nodes for own in tasks)
        task.expanded += sum(own.expanded for own in tasks)
    if failed:
        raise failed[0]
    return pool.solution
