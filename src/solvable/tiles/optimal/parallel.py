"""Searching the bounds of a task one after the other, by one lane or by several threads that share the work.

All threads take parts from one list, the best first; the kernel runs without the GIL. Where the list is empty, a lane
that waits asks the others to pause, and the first that can gives half of its rows nearest the root; all this happens
between the threads themselves (`cpp/tiles/work_stealing.hpp`), so a lane waits for a few blocks of states. The lengths
found are those of one lane (the nodes are not: which parts are searched before a solution is found depends on the
threads).
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
from solvable.tiles.optimal.node_ordering import FEWEST, MOST, NODES_A_PART, ORDERED_NODES_MIN, Order, Part, Stage
from solvable.tiles.optimal.search_worker import (
    CONTROL_WORDS,
    FOUND,
    SLICE,
    STATES_PER_BLOCK,
    Lane,
    Share,
    Stack,
    Task,
    Tick,
)
from solvable.tiles.symmetry import Cells

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

BOUND_NODES_GROWTH = 5  # times as many nodes, at least, as in the bound before
# nodes of a bound after which it is shared, where it is not cut into parts from the beginning
SINGLE_THREAD_NODES_MAX = 60_000
NEXT, CLOSED, ELSE, LANES, APART = 0, 16, 24, 40, 8  # words of the queue (`cpp/tiles/work_stealing.hpp`)
DONE, GO, WAIT, OTHER, QUIT = 0, 1, 2, 3, 4  # what `work_stealing_exchange` answers
NAP, NAPS = 0.0001, 200  # seconds between two waits in vain; how many before a thread leaves

Work = Share | Stack


class Ahead(Order):
    """An order whose next frontier may be grown while the last parts of a bound are searched."""

    def __init__(self, task: Task, workers: int) -> None:
        super().__init__(task, workers)
        self.grower: Order | None = None
        self.grown: tuple[int, Share | None] | None = None

    def origins(self) -> int:
        """Return how many origins the rows of the bound have."""
        return len(self.frontier.rows) if self.frontier else 1

    def laid(self, bound: int) -> Share:
        """Return the rows of the frontier, or the root where the bound is not cut into parts."""
        return self.frontier or Share.whole(self.task.problem, bound)

    def prepare(self, bound: int, nodes: int) -> None:
        """Grow the frontier of the bound after this one, as it will be wanted after about so many nodes."""
        problem = self.task.problem
        # when this bound is over: some lanes have not counted their nodes yet
        expected = max(nodes, BOUND_NODES_GROWTH * self.last)
        after, target = bound + problem.stride, max(FEWEST, min(MOST, expected // NODES_A_PART))
        if self.grower is None:
            self.grower = Order(Task(problem))
        self.grown = after, self.grower.grow(Share.whole(problem, after), after, target)

    def grow(self, share: Share, bound: int, target: int) -> Share | None:
        """Return the frontier that was prepared, or grow one."""
        if self.grown is not None:
            (prepared, frontier), self.grown = self.grown, None
            if prepared == bound and self.grower is not None:
                self.task.collect(self.grower.task)  # now, so that each bound's nodes are its own
                return frontier
        return super().grow(share, bound, target)


class Pool:
    """What the lanes share in a bound: the arrays of `SharedSearch` (kept from bound to bound), and threads."""

    def __init__(self, lanes: list[Lane]) -> None:
        from solvable.kernels.buffers import calloc, zeros

        problem = lanes[0].task.problem
        maximum = STATES_PER_BLOCK * problem.spread()
        self.lanes, self.kernel = lanes, kernels.native()
        self.queue = zeros("Q", LANES + APART * len(lanes))
        self.queue[CLOSED] = 1
        controls = calloc("Q", len(lanes) * CONTROL_WORDS)
        self.steps = lanes[0].arrays.room + 2  # of a trail
        trails = calloc("I", len(lanes) * maximum * self.steps)
        self.trails = [
            trails[begin : begin + maximum * self.steps] for begin in range(0, len(trails), maximum * self.steps)
        ]
        self.wanted = bytearray(len(lanes))
        self.struct = self.kernel.struct(
            "SharedSearch",
            lanes=len(lanes), row=problem.wide, meta=problem.meta, queue=self.queue, controls=controls,
            control_words=CONTROL_WORDS, mailbox=calloc("Q", len(lanes) * (maximum + 1) * problem.wide),
            mailbox_rows=maximum + 1,
            trails=trails, trail_rows=maximum, trail_steps=self.steps,
        )  # fmt: skip
        self.jobs: list[Future[None]] = []
        self.failed: BaseException | None = None
        for me, lane in enumerate(lanes):
            control = controls[CONTROL_WORDS * me : CONTROL_WORDS * (me + 1)]
            control[:] = memoryview(lane.control)
            lane.control = control

    def holds(self, bound: int) -> bool:
        """Return whether the trails have room for a bound."""
        return bound + 2 <= self.steps

    def lay(self, frontier: Share, size: int, taken: int, other: Callable[[], None] | None) -> None:
        """Lay a frontier out, whose first rows are taken, the others to be taken by so many.

        The first lane does what else there is to do where most parts are taken.
        """
        self.solution: Cells | None = None
        self.frontier, self.size, self.other = frontier, max(1, size), other
        self.rows = memoryview(b"".join(frontier.rows)).cast("Q")
        for lane, trail in zip(self.lanes, self.trails, strict=True):
            lane.follow(frontier, trail, self.steps)
        self.queue[NEXT] = taken
        self.queue[ELSE] = other is not None

    def fill(self, stacks: list[Work]) -> None:
        """Give the lanes that have nothing some of these stacks, the first lane another's: for it closes the queue."""
        first = self.lanes[0]
        for me, lane in enumerate(self.lanes):
            if lane.is_idle and stacks:
                self.put(me, stacks.pop())
        busy = next((lane for lane in self.lanes if not lane.is_idle), first)
        if busy is not first:
            self.put(0, busy.left())
            busy.control[0] = 0

    def put(self, me: int, stack: Work) -> None:
        """Give a lane something to begin with, while the queue is closed."""
        assert isinstance(stack, Stack)
        for row, trail in enumerate(stack.trails):
            begin = self.steps * row
            self.trails[me][begin : begin + len(trail)] = array("I", trail)
        self.lanes[me].put(stack)

    @property
    def taken(self) -> int:
        """How many rows of the frontier were taken."""
        return min(self.queue[NEXT], len(self.frontier.rows))

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search, on the queue or on the stacks."""
        return self.taken == len(self.frontier.rows) and all(lane.is_idle for lane in self.lanes)

    def open(self) -> None:
        """Let all lanes begin, or go on."""
        self.kernel.work_stealing_open(self.struct, self.wanted)
        crew = threads(os.getpid(), len(self.lanes) - 1)
        self.jobs += [crew.submit(self.serve, me) for me, is_wanted in enumerate(self.wanted) if is_wanted]

    def interrupt(self) -> None:
        """Have all lanes come back soon, with what is on their stacks."""
        self.kernel.work_stealing_close(self.struct)

    def serve(self, me: int) -> None:
        """Search with one lane whenever the queue is open, until the search is over or pauses for long."""
        naps = 0
        try:
            while (answer := self.kernel.work_stealing_enter(self.struct, me)) != QUIT:
                if answer == GO:
                    self.work(me, None)
                    naps = 0
                elif naps < NAPS:
                    time.sleep(NAP)
                    naps += 1
                elif self.kernel.work_stealing_leave(self.struct, me):
                    return
        except BaseException as error:
            self.failed = error
            self.kernel.work_stealing_give_up(self.struct, me)
            self.kernel.work_stealing_close(self.struct)

    def work(self, me: int, tick: Tick | None) -> None:
        """Search with one lane until the queue is closed."""
        lane = self.lanes[me]
        while (answer := self.exchange(me, lane)) != DONE:
            if answer == WAIT:
                time.sleep(NAP)
            elif answer == OTHER:
                if self.other:
                    self.other()
            elif lane.run(SLICE) == FOUND:
                self.solution = lane.solution
                self.kernel.work_stealing_close(self.struct)
            if tick:
                tick(lane.task.nodes)

    def exchange(self, me: int, lane: Lane) -> int:
        """Call the kernel."""
        frontier, work = self.frontier, lane.arrays.shut
        answer: int = self.kernel.work_stealing_exchange(
            self.struct, work, me, self.size, frontier.depth, self.rows, len(frontier.rows)
        )
        return answer

    def settle(self) -> None:
        """Close the queue and wait until no other lane works; raise what stopped one."""
        self.kernel.work_stealing_close(self.struct)
        while not self.kernel.work_stealing_is_deserted(self.struct):
            time.sleep(NAP)
        if self.failed:
            raise self.failed

    def close(self) -> bool:
        """Let the threads go; return whether none works any more, as `settle` has seen to unless it was interrupted."""
        self.kernel.work_stealing_finish(self.struct)
        self.kernel.work_stealing_close(self.struct)
        for job in self.jobs:
            job.cancel()
        return bool(self.kernel.work_stealing_is_deserted(self.struct))


class Keeper(Protocol):
    """What keeps how far a search is, as a checkpoint does."""

    @property
    def is_due(self) -> bool:
        """Whether it is time to keep it again."""

    def keep(self, stage: Stage) -> None:
        """Keep it."""


class Crew:
    """The lanes of a search, each for a thread of its own where a bound is worth it."""

    def __init__(self, task: Task, workers: int, tick: Tick, keeper: Keeper | None = None) -> None:
        self.agenda, self.workers, self.tick, self.keeper = Ahead(task, workers), workers, tick, keeper
        self.lanes = [self.agenda.lane]
        self.pool: Pool | None = None
        self.has_begun = False  # whether this bound is being searched
        self.is_shared = False  # whether the threads are at work on this bound
        self.rest: list[Work] = []  # that no lane has, the best last; where the threads share, the stacks alone

    def close(self) -> None:
        """End the search; arrays are left to others where no thread writes to them any more."""
        if self.pool is None or self.pool.close():
            for lane in [*self.lanes, *([self.agenda.grower.lane] if self.agenda.grower else [])]:
                lane.close()

    def search(self, bound: int, stage: Stage | None = None) -> Cells | None:
        """Return the blank's cells of a solution of length `bound`, None where there is none.

        With a stage go on from there. Where a limit comes first, what is done is kept before the error is raised.
        """
        self.has_begun = self.is_shared = False
        try:
            self.tick(stage.nodes if stage else self.agenda.task.nodes)
            solution = self._searched(bound, stage)
        except BudgetExceededError:
            if self.keeper:
                self.keeper.keep(self.stage() if self.has_begun else stage or self.before(bound))
            raise
        if solution is None:
            self.agenda.remember(self.lanes[0].deepest)
        return solution

    def _searched(self, bound: int, stage: Stage | None) -> Cells | None:
        lane, agenda = self.lanes[0], self.agenda
        part = stage.part if stage else None
        shares = agenda.resumed(stage) if stage and part else agenda.shares(bound)
        lane.begin(bound, agenda.origins())
        if part:
            lane.deepest[: len(part.deepest)] = part.deepest
        stacks = [replace(stack, paths=agenda.laid(bound).paths) for stack in part.stacks] if part else []
        self.rest, self.has_begun = [*shares, *stacks], True
        if self.workers < 2:
            return alone(lane, self.rest, SLICE, self.looked)
        if part or len(shares) > 1:
            self.rest = [*stacks]
            return self.share(part.taken if part else 0)
        solution = alone(lane, self.rest, SINGLE_THREAD_NODES_MAX, None)
        return solution if solution is not None or lane.is_idle else self.share(len(agenda.laid(bound).rows))

    def looked(self, nodes: int) -> None:
        """Tick, and keep what one lane has done, now and then."""
        self.tick(nodes)
        if self.keeper and self.keeper.is_due:
            self.keeper.keep(self.stage())

    def share(self, taken: int) -> Cells | None:
        """Search with all threads, the first lane in this one, all but the rows of the frontier that are taken."""
        first, others = self.lanes[0], self.hired()
        pool, origins = self.opened(taken), self.agenda.origins()
        self.is_shared = True

        def tick(nodes: int) -> None:
            self.tick(nodes + sum(lane.task.nodes for lane in others))
            if self.keeper and self.keeper.is_due:
                pool.interrupt()

        while True:
            pool.fill(self.rest)
            pool.open()
            try:
                pool.work(0, tick)
            finally:
                pool.settle()
                for lane in others:
                    first.task.collect(lane.task)
                    first.deepest[:origins] = bytes(map(max, first.deepest[:origins], lane.deepest[:origins]))
            if pool.solution is not None or (pool.is_done and not self.rest):
                return pool.solution
            if self.keeper and self.keeper.is_due:
                self.keeper.keep(self.stage())

    def before(self, bound: int) -> Stage:
        """Return how far the search is before a bound is begun."""
        agenda, task = self.agenda, self.agenda.task
        return Stage(bound, task.nodes, task.expanded, task.nodes, agenda.last, agenda.memory, None)

    def stage(self) -> Stage:
        """Return how far the search is; no lane works meanwhile."""
        agenda = self.agenda
        frontier = agenda.laid(self.lanes[0].bound)
        count = len(frontier.rows)
        if self.is_shared and self.pool is not None:
            taken, busy = self.pool.taken, self.lanes
        else:
            taken = count - sum(len(share.rows) for share in self.rest if isinstance(share, Share))
            busy = self.lanes[:1]
        stacks = [lane.left(taken - len(lane.paths)) for lane in busy if not lane.is_idle]
        waiting = [stack for stack in self.rest if isinstance(stack, Stack)]
        deepest = bytes(self.lanes[0].deepest[: agenda.origins()])
        part = Part(frontier.depth, count, taken, deepest, (*stacks, *waiting))
        return replace(self.before(self.lanes[0].bound), begun=agenda.begun, part=part)

    def hired(self) -> list[Lane]:
        """Return the lanes of the other threads, made at their first use."""
        first = self.lanes[0]
        while len(self.lanes) < self.workers:
            self.lanes.append(Lane(Task(first.task.problem), first.bound))
        for lane in self.lanes[1:]:
            lane.begin(first.bound, self.agenda.origins())
        return self.lanes[1:]

    def opened(self, taken: int) -> Pool:
        """Return what the lanes share, laid out for a bound; made at its first use."""
        first = self.lanes[0]
        if self.pool is None or not self.pool.holds(first.bound):
            if self.pool:
                self.pool.close()
            self.pool = Pool(self.lanes)
        other = None if first.task.problem.origin is None else self.ahead
        count = 0 if first.is_idle else len(first.paths)  # of the only share, which was begun alone
        self.pool.trails[0][: count * self.pool.steps : self.pool.steps] = array("I", range(count)[::-1])
        self.pool.lay(self.agenda.laid(first.bound), self.agenda.size, taken, other)
        return self.pool

    def ahead(self) -> None:
        """Grow the frontier of the next bound, where this one is worth it."""
        nodes = sum(lane.task.nodes for lane in self.lanes) - self.agenda.begun
        if nodes >= ORDERED_NODES_MIN:
            self.agenda.prepare(self.lanes[0].bound, nodes)


@cache
def threads(_process: int, count: int) -> "ThreadPoolExecutor":
    """Return threads for this process, kept from search to search: to start one takes longer than an easy bound."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(count)


def alone(lane: Lane, shares: "list[Share] | list[Work]", budget: int, tick: Tick | None) -> Cells | None:
    """Search the shares from the last on; tick each `budget` nodes, or stop there without a tick."""
    looked = lane.task.nodes
    while shares or not lane.is_idle:
        if lane.is_idle:
            lane.take(shares.pop())
        if lane.run(budget) == FOUND:
            return lane.solution
        if lane.task.nodes - looked >= budget:
            if tick is None:
                return None
            looked = lane.task.nodes
            tick(looked)
    return None
