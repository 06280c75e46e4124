"""Searches the bounds of a task one after the other, with one worker or with several threads that share the work.

All threads take parts from one list, the best first; the kernel runs without the GIL. When the list is empty, an idle
worker requests work from the others, and the first that can gives half of its rows nearest the root. This happens
between the threads themselves (`cpp/tiles/work_stealing.hpp`), so a worker waits for only a few blocks of states. The
lengths are those of a single worker; the nodes are not, since which parts are searched before a solution is found
depends on the threads.
"""

import os
import time
from array import array
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Protocol

from solvable import kernels
from solvable.core.errors import BudgetExceededError
from solvable.core.frozen import replace
from solvable.tiles.optimal.node_ordering import (
    NODES_PER_PART,
    ORDERED_NODES_MIN,
    PARTS_MAX,
    PARTS_MIN,
    Order,
    Part,
    Stage,
)
from solvable.tiles.optimal.search_worker import (
    CONTROL_WORDS,
    FOUND,
    SLICE,
    STATES_PER_BLOCK,
    Share,
    Stack,
    Task,
    Tick,
    Worker,
)
from solvable.tiles.symmetry import Cells

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

BOUND_NODES_GROWTH = 5  # nodes of a bound relative to the one before, at least
SINGLE_THREAD_NODES_MAX = 60_000  # nodes after which a bound that was not cut into parts is shared
NEXT, CLOSED, ELSE = 0, 16, 24  # words of the queue (`cpp/tiles/work_stealing.hpp`)
WORKER_QUEUES, WORDS_PER_WORKER_QUEUE = 40, 8  # its first word for the workers, and the words for each
DONE, GO, WAIT, OTHER, QUIT = 0, 1, 2, 3, 4  # results of `work_stealing_exchange`
IDLE_SLEEP_S = 0.0001  # seconds that an idle thread sleeps between two attempts to get work
IDLE_SLEEPS_MAX = 200  # sleeps after which it returns

Work = Share | Stack


class LookaheadOrder(Order):
    """An order that can grow the next frontier while the last parts of a bound are searched."""

    def __init__(self, task: Task, workers: int) -> None:
        super().__init__(task, workers)
        self.grower: Order | None = None
        self.grown: tuple[int, Share | None] | None = None

    def origins(self) -> int:
        """Return the number of origins of the bound's rows."""
        return len(self.frontier.rows) if self.frontier else 1

    def laid(self, bound: int) -> Share:
        """Return the rows of the frontier, or the root if the bound is not cut into parts."""
        return self.frontier or Share.whole(self.task.problem, bound)

    def prepare(self, bound: int, nodes: int) -> None:
        """Grow the frontier of the next bound, with the size it should have if this bound takes `nodes` nodes."""
        problem = self.task.problem
        # by the end of this bound: some workers have not counted their nodes yet
        expected = max(nodes, BOUND_NODES_GROWTH * self.last)
        after, target = bound + problem.stride, max(PARTS_MIN, min(PARTS_MAX, expected // NODES_PER_PART))
        if self.grower is None:
            self.grower = Order(Task(problem))
        self.grown = after, self.grower.grow(Share.whole(problem, after), after, target)

    def grow(self, share: Share, bound: int, target: int) -> Share | None:
        """Return the frontier that was prepared, or grow one."""
        if self.grown is not None:
            (prepared, frontier), self.grown = self.grown, None
            if prepared == bound and self.grower is not None:
                self.task.collect(self.grower.task)  # only now, so that nodes count for their own bound
                return frontier
        return super().grow(share, bound, target)


class SharedSearch:
    """What the workers share: the arrays of the kernels' `SharedSearch`, reused from bound to bound, and threads."""

    def __init__(self, workers: list[Worker]) -> None:
        from solvable.kernels.buffers import calloc, zeros

        problem = workers[0].task.problem
        maximum = STATES_PER_BLOCK * problem.spread()
        self.workers, self.kernel = workers, kernels.native()
        self.queue = zeros("Q", WORKER_QUEUES + WORDS_PER_WORKER_QUEUE * len(workers))
        self.queue[CLOSED] = 1
        controls = calloc("Q", len(workers) * CONTROL_WORDS)
        self.steps = workers[0].arrays.room + 2  # of a trail
        trails = calloc("I", len(workers) * maximum * self.steps)
        self.trails = [
            trails[begin : begin + maximum * self.steps] for begin in range(0, len(trails), maximum * self.steps)
        ]
        self.wanted = bytearray(len(workers))
        self.struct = self.kernel.struct(
            "SharedSearch",
            workers=len(workers), row=problem.wide, meta=problem.meta, queue=self.queue, controls=controls,
            control_words=CONTROL_WORDS, mailbox=calloc("Q", len(workers) * (maximum + 1) * problem.wide),
            mailbox_rows=maximum + 1,
            trails=trails, trail_rows=maximum, trail_steps=self.steps,
        )  # fmt: skip
        self.jobs: list[Future[None]] = []
        self.failed: BaseException | None = None
        for me, worker in enumerate(workers):
            control = controls[CONTROL_WORDS * me : CONTROL_WORDS * (me + 1)]
            control[:] = memoryview(worker.control)
            worker.control = control

    def holds(self, bound: int) -> bool:
        """Return whether the trails have room for a bound."""
        return bound + 2 <= self.steps

    def lay(self, frontier: Share, size: int, taken: int, other: Callable[[], None] | None) -> None:
        """Set the frontier, its first `taken` rows already taken; workers take `size` rows at a time.

        The first worker calls `other` once most parts are taken.
        """
        self.solution: Cells | None = None
        self.frontier, self.size, self.other = frontier, max(1, size), other
        self.rows = memoryview(b"".join(frontier.rows)).cast("Q")
        for worker, trail in zip(self.workers, self.trails, strict=True):
            worker.follow(frontier, trail, self.steps)
        self.queue[NEXT] = taken
        self.queue[ELSE] = other is not None

    def fill(self, stacks: list[Work]) -> None:
        """Give idle workers these stacks; the first worker, which closes the queue, gets a busy one's if need be."""
        first = self.workers[0]
        for me, worker in enumerate(self.workers):
            if worker.is_idle and stacks:
                self.put(me, stacks.pop())
        busy = next((worker for worker in self.workers if not worker.is_idle), first)
        if busy is not first:
            self.put(0, busy.left())
            busy.control[0] = 0

    def put(self, me: int, stack: Work) -> None:
        """Give a worker a stack to begin with, while the queue is closed."""
        assert isinstance(stack, Stack)
        for row, trail in enumerate(stack.trails):
            begin = self.steps * row
            self.trails[me][begin : begin + len(trail)] = array("I", trail)
        self.workers[me].put(stack)

    @property
    def taken(self) -> int:
        """The number of rows of the frontier that were taken."""
        return min(self.queue[NEXT], len(self.frontier.rows))

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search, in the queue or on the stacks."""
        return self.taken == len(self.frontier.rows) and all(worker.is_idle for worker in self.workers)

    def open(self) -> None:
        """Start or resume all workers."""
        self.kernel.work_stealing_open(self.struct, self.wanted)
        executor = threads(os.getpid(), len(self.workers) - 1)
        for me in (me for me, is_wanted in enumerate(self.wanted) if is_wanted):
            try:
                self.jobs.append(executor.submit(self.serve, me))
            except RuntimeError as error:  # the system has no more threads
                self.fail(me, error)

    def interrupt(self) -> None:
        """Make all workers return soon, with their stacks."""
        self.kernel.work_stealing_close(self.struct)

    def serve(self, me: int) -> None:
        """Run one worker whenever the queue is open, until the search ends or pauses for long."""
        sleeps = 0
        try:
            while (answer := self.kernel.work_stealing_enter(self.struct, me)) != QUIT:
                if answer == GO:
                    self.work(me, None)
                    sleeps = 0
                elif sleeps < IDLE_SLEEPS_MAX:
                    time.sleep(IDLE_SLEEP_S)
                    sleeps += 1
                elif self.kernel.work_stealing_leave(self.struct, me):
                    return
        except BaseException as error:
            self.fail(me, error)

    def fail(self, me: int, error: BaseException) -> None:
        """End the work of all for the error of one, which `settle` raises."""
        self.failed = error
        self.kernel.work_stealing_give_up(self.struct, me)
        self.kernel.work_stealing_close(self.struct)

    def work(self, me: int, tick: Tick | None) -> None:
        """Run one worker until the queue is closed."""
        worker = self.workers[me]
        while (answer := self.exchange(me, worker)) != DONE:
            if answer == WAIT:
                time.sleep(IDLE_SLEEP_S)
            elif answer == OTHER:
                if self.other:
                    self.other()
            elif worker.run(SLICE) == FOUND:
                self.solution = worker.solution
                self.kernel.work_stealing_close(self.struct)
            if tick:
                tick(worker.task.nodes)

    def exchange(self, me: int, worker: Worker) -> int:
        """Call the kernel: exchange work with the other workers."""
        frontier, work = self.frontier, worker.arrays.shut
        answer: int = self.kernel.work_stealing_exchange(
            self.struct, work, me, self.size, frontier.depth, self.rows, len(frontier.rows)
        )
        return answer

    def settle(self) -> None:
        """Close the queue and wait for all other workers; raise the error of one that failed."""
        self.kernel.work_stealing_close(self.struct)
        while not self.kernel.work_stealing_is_deserted(self.struct):
            time.sleep(IDLE_SLEEP_S)
        if self.failed:
            raise self.failed

    def close(self) -> bool:
        """Release the threads; return whether all have stopped, as after `settle` unless that was interrupted."""
        self.kernel.work_stealing_finish(self.struct)
        self.kernel.work_stealing_close(self.struct)
        for job in self.jobs:
            job.cancel()
        return bool(self.kernel.work_stealing_is_deserted(self.struct))


class Checkpointer(Protocol):
    """Saves the progress of a search; see `checkpoint`."""

    @property
    def is_due(self) -> bool:
        """Whether it is time to save again."""

    def save(self, stage: Stage) -> None:
        """Save the progress."""


class ParallelSearch:
    """A search by `count` workers, in threads of their own if a bound is large enough."""

    def __init__(self, task: Task, count: int, tick: Tick, checkpointer: Checkpointer | None = None) -> None:
        self.order, self.count, self.tick, self.checkpointer = LookaheadOrder(task, count), count, tick, checkpointer
        self.workers = [self.order.worker]
        self.pool: SharedSearch | None = None
        self.has_begun = False  # whether the search of this bound has begun
        self.is_shared = False  # whether several threads search this bound
        self.rest: list[Work] = []  # work of no worker, the best last; with several threads, stacks only

    def close(self) -> None:
        """End the search; arrays are reused unless a thread may still write to them."""
        if self.pool is None or self.pool.close():
            for worker in [*self.workers, *([self.order.grower.worker] if self.order.grower else [])]:
                worker.close()

    def search(self, bound: int, stage: Stage | None = None) -> Cells | None:
        """Return the blank's cells of a solution of length `bound`, or None if there is none.

        With a stage, resume from it. At a limit the progress is saved before the error is raised.
        """
        self.has_begun = self.is_shared = False
        try:
            self.tick(stage.nodes if stage else self.order.task.nodes)
            solution = self._searched(bound, stage)
        except BudgetExceededError:
            if self.checkpointer:
                self.checkpointer.save(self.stage() if self.has_begun else stage or self.before(bound))
            raise
        if solution is None:
            self.order.remember(self.workers[0].deepest)
        return solution

    def _searched(self, bound: int, stage: Stage | None) -> Cells | None:
        worker, order = self.workers[0], self.order
        part = stage.part if stage else None
        shares = order.resumed(stage) if stage and part else order.shares(bound)
        worker.begin(bound, order.origins())
        if part:
            worker.deepest[: len(part.deepest)] = part.deepest
        stacks = [replace(stack, paths=order.laid(bound).paths) for stack in part.stacks] if part else []
        self.rest, self.has_begun = [*shares, *stacks], True
        if self.count < 2:
            return search_serially(worker, self.rest, SLICE, self.looked)
        if part or len(shares) > 1:
            self.rest = [*stacks]
            return self.share(part.taken if part else 0)
        solution = search_serially(worker, self.rest, SINGLE_THREAD_NODES_MAX, None)
        return solution if solution is not None or worker.is_idle else self.share(len(order.laid(bound).rows))

    def looked(self, nodes: int) -> None:
        """Check the budget, and save the progress if it is time."""
        self.tick(nodes)
        if self.checkpointer and self.checkpointer.is_due:
            self.checkpointer.save(self.stage())

    def share(self, taken: int) -> Cells | None:
        """Search the rows of the frontier from `taken` on with all workers, the first one in this thread."""
        first, others = self.workers[0], self.other_workers()
        pool, origins = self.opened(taken), self.order.origins()
        self.is_shared = True

        def tick(nodes: int) -> None:
            self.tick(nodes + sum(worker.task.nodes for worker in others))
            if self.checkpointer and self.checkpointer.is_due:
                pool.interrupt()

        while True:
            pool.fill(self.rest)
            pool.open()
            try:
                pool.work(0, tick)
            finally:
                pool.settle()
                for worker in others:
                    first.task.collect(worker.task)
                    first.deepest[:origins] = bytes(map(max, first.deepest[:origins], worker.deepest[:origins]))
            if pool.solution is not None or (pool.is_done and not self.rest):
                return pool.solution
            if self.checkpointer and self.checkpointer.is_due:
                self.checkpointer.save(self.stage())

    def before(self, bound: int) -> Stage:
        """Return the stage of the search before a bound begins."""
        order, task = self.order, self.order.task
        return Stage(bound, task.nodes, task.expanded, task.nodes, order.last, order.memory, None)

    def stage(self) -> Stage:
        """Return the stage of the search; all workers must be paused."""
        order = self.order
        frontier = order.laid(self.workers[0].bound)
        count = len(frontier.rows)
        if self.is_shared and self.pool is not None:
            taken, busy = self.pool.taken, self.workers
        else:
            taken = count - sum(len(share.rows) for share in self.rest if isinstance(share, Share))
            busy = self.workers[:1]
        stacks = [worker.left(taken - len(worker.paths)) for worker in busy if not worker.is_idle]
        waiting = [stack for stack in self.rest if isinstance(stack, Stack)]
        deepest = bytes(self.workers[0].deepest[: order.origins()])
        part = Part(frontier.depth, count, taken, deepest, (*stacks, *waiting))
        return replace(self.before(self.workers[0].bound), begun=order.begun, part=part)

    def other_workers(self) -> list[Worker]:
        """Return the workers of the other threads, created when first needed."""
        first = self.workers[0]
        while len(self.workers) < self.count:
            self.workers.append(Worker(Task(first.task.problem), first.bound))
        for worker in self.workers[1:]:
            worker.begin(first.bound, self.order.origins())
        return self.workers[1:]

    def opened(self, taken: int) -> SharedSearch:
        """Return the shared arrays, set up for this bound; created when first needed."""
        first = self.workers[0]
        if self.pool is None or not self.pool.holds(first.bound):
            if self.pool:
                self.pool.close()
            self.pool = SharedSearch(self.workers)
        other = None if first.task.problem.origin is None else self.ahead
        count = 0 if first.is_idle else len(first.paths)  # of the only share, which one worker has begun
        self.pool.trails[0][: count * self.pool.steps : self.pool.steps] = array("I", range(count)[::-1])
        self.pool.lay(self.order.laid(first.bound), self.order.size, taken, other)
        return self.pool

    def ahead(self) -> None:
        """Grow the frontier of the next bound if this one is large enough."""
        nodes = sum(worker.task.nodes for worker in self.workers) - self.order.begun
        if nodes >= ORDERED_NODES_MIN:
            self.order.prepare(self.workers[0].bound, nodes)


@cache
def threads(_process: int, count: int) -> "ThreadPoolExecutor":
    """Return the threads of this process, reused by later searches: starting one takes longer than an easy bound."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(count)


def search_serially(worker: Worker, shares: "list[Share] | list[Work]", budget: int, tick: Tick | None) -> Cells | None:
    """Search the shares, the last one first; call `tick` every `budget` nodes, or stop there if it is None."""
    looked = worker.task.nodes
    while shares or not worker.is_idle:
        if worker.is_idle:
            worker.take(shares.pop())
        if worker.run(budget) == FOUND:
            return worker.solution
        if worker.task.nodes - looked >= budget:
            if tick is None:
                return None
            looked = worker.task.nodes
            tick(looked)
    return None
