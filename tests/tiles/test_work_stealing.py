"""Threads that share a bound: what one worker gives another, and the tree that is left whole."""

from contextlib import closing
from itertools import count
from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import State, replay
from solvable.tiles import SlidingTiles, symmetry
from solvable.tiles.optimal import ida, lookups, node_ordering, parallel, search_worker
from solvable.tiles.pdb import partitions

PUZZLE = SlidingTiles(4, 4)
TABLES = partitions.named("4x4-663")
WORKS, WANTS, GIVEN = 2, 3, 5  # what a worker does (`cpp/tiles/work_stealing.hpp`)


def problem(state: State) -> lookups.Problem:
    return lookups.Problem(lookups.load(TABLES), symmetry.orientation(4, 4, PUZZLE.goal).state(state))


def test_a_worker_gives_what_its_reference_gives_with_the_paths() -> None:
    """The rows in the mailbox and the steps of their trails are `Worker.give`, also of rows that were given before."""
    for slices in range(1, 12):
        first = problem(PUZZLE.scramble(Random(slices)))
        bound = first.least + 10
        whole = search_worker.Share.whole(first, bound)
        giver, reference, taker = (search_worker.Worker(search_worker.Task(first), bound) for _ in range(3))
        for worker in (giver, reference):
            worker.take(whole)
            for _ in range(slices):
                worker.run(100)
        executor = parallel.SharedSearch([giver, taker])  # no thread serves it
        executor.lay(whole, 0, 1, None)
        executor.size, executor.queue[parallel.CLOSED] = 0, 0
        for _ in range(3):
            taker.begin(bound)
            (
                executor.queue[parallel.WORKER_QUEUES],
                executor.queue[parallel.WORKER_QUEUES + parallel.WORDS_PER_WORKER_QUEUE],
            ) = (
                WORKS,
                WANTS,
            )
            assert executor.exchange(0, giver) == parallel.GO
            share = reference.give()
            assert (share is not None) == (
                executor.queue[parallel.WORKER_QUEUES + parallel.WORDS_PER_WORKER_QUEUE] == GIVEN
            )
            size = 4 * reference.control[0]
            assert giver.segments[:size].tolist() == reference.segments[:size].tolist()
            if share is None:
                break
            assert executor.exchange(1, taker) == parallel.GO
            got = taker.share(0, len(share.rows), share.depth)
            assert got == share


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 3, 4])
@pytest.mark.parametrize("cut", [False, True])
def test_a_bound_is_searched_whole_whoever_takes_which_part(
    workers: int, cut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound without a solution costs the same nodes and comes equally deep, shared from its first nodes on."""
    monkeypatch.setattr(parallel, "SINGLE_THREAD_NODES_MAX", 1)
    monkeypatch.setattr(parallel, "ORDERED_NODES_MIN", 1 << 60)  # nothing is grown ahead
    for seed in range(6):
        state = PUZZLE.scramble(Random(seed))
        search_serially = search_worker.Task(problem(state))
        task = search_worker.Task(search_serially.problem)
        worker = search_worker.Worker(search_serially, search_serially.problem.least)
        with closing(parallel.ParallelSearch(task, workers, lambda _: None)) as executor:
            for bound in task.bounds():
                worker.begin(bound)
                solution = parallel.search_serially(
                    worker, [search_worker.Share.whole(task.problem, bound)], 1 << 40, None
                )
                if solution is not None or search_serially.nodes > 300_000:
                    break
                executor.order.last = 100_000 if cut else 0
                assert executor.search(bound) is None
                assert task.nodes == search_serially.nodes
                assert task.expanded == search_serially.expanded
                if executor.order.memory and executor.order.frontier:
                    assert executor.order.memory.deepest == deepest(
                        executor.order.frontier, search_serially.problem, bound
                    )


def deepest(frontier: search_worker.Share, searched: search_worker.Problem, bound: int) -> dict[int, int]:
    """Return how deep one worker comes below each row, by the keys of their paths."""
    worker = search_worker.Worker(search_worker.Task(searched), bound)
    worker.begin(bound, len(frontier.rows))
    parallel.search_serially(worker, [frontier], 1 << 40, None)
    keys = node_ordering.keys(frontier, frontier.depth)
    return dict(zip(keys, worker.deepest[: len(keys)], strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("workers", [2, 4])
@pytest.mark.parametrize("cut", [False, True])
def test_a_solution_is_told_through_many_hands(workers: int, cut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "SINGLE_THREAD_NODES_MAX", 1)
    for seed in range(12):
        state = PUZZLE.scramble(Random(seed))
        length = ida.search(PUZZLE, state, Budget(), tables=TABLES).lower_bound
        with closing(parallel.ParallelSearch(search_worker.Task(problem(state)), workers, lambda _: None)) as executor:
            bounds = range(executor.order.task.problem.least, length + 2, 2)
            for bound in bounds:
                executor.order.last = 100_000 if cut else 0
                cells = executor.search(bound)
                assert (cells is not None) == (bound == length)
                if cells:
                    assert replay(PUZZLE, state, symmetry.orientation(4, 4, PUZZLE.goal).moves(cells)) == PUZZLE.goal
                    break
            jobs = executor.pool.jobs if executor.pool else []
            assert not [job for job in jobs if job.done() and not job.cancelled() and job.exception()]


@pytest.mark.parametrize("workers", [2, 4])
def test_the_clock_is_looked_at_while_threads_share_a_bound(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "SLICE", 5_000)
    state, tables, clock = PUZZLE.scramble(Random(8)), partitions.named("4x4-555"), count()
    with pytest.raises(BudgetExceededError):
        ida.search(PUZZLE, state, Budget(50, workers=workers, clock=lambda: float(next(clock))), tables=tables)


def test_arrays_left_to_another_worker_change_nothing() -> None:
    """Arrays are lent from search to search, of boards and metrics in turn: one worker's nodes are what they were."""
    puzzles = [PUZZLE, SlidingTiles(3, 3), SlidingTiles(3, 4), PUZZLE]
    states = [puzzle.scramble(Random(7)) for puzzle in puzzles]
    search_worker._free_arrays.clear()
    fresh = []
    for puzzle, state in zip(puzzles, states, strict=True):
        search_worker._free_arrays.clear()
        fresh.append(ida.search(puzzle, state, Budget()))
    for _ in range(3):
        for puzzle, state, known in zip(puzzles, states, fresh, strict=True):
            ida.search(puzzle, state, budget=Budget(workers=3))
            assert ida.search(puzzle, state, Budget()) == known


def test_no_more_arrays_are_left_than_are_cached() -> None:
    least = search_worker.ARRAYS_CACHED_MAX + 1
    workers = [search_worker.Worker(search_worker.Task(problem(PUZZLE.goal)), 2) for _ in range(least)]
    for worker in workers:
        worker.close()
    assert len(search_worker._free_arrays) == search_worker.ARRAYS_CACHED_MAX


def test_the_walk_of_a_solution_is_what_a_share_says_of_its_row() -> None:
    """Whether the worker began at the root or, with the paths of a frontier, below it."""
    for seed in range(8):
        state = PUZZLE.scramble(Random(seed))
        length, first = ida.search(PUZZLE, state, Budget(), tables=TABLES).lower_bound, problem(state)
        whole = search_worker.Share.whole(first, length)
        for start in (whole, search_worker.Worker(search_worker.Task(first), length).collect(whole, 2)):
            worker = search_worker.Worker(search_worker.Task(first), length)
            worker.take(start)
            assert worker.run(1 << 40) == search_worker.FOUND
            begin, rows, *_ = worker._segment(worker.control[3])
            assert worker.share(begin + rows, 1, length).paths == [bytes(worker.solution)]
