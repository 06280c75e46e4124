import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.puzzle import State, replay
from solvable.tiles import SlidingTiles, symmetry
from solvable.tiles.optimal import ida, lookups, multi, node_ordering, parallel, search_worker
from solvable.tiles.pdb import labels, partitions


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLVABLE_CACHE", str(tmp_path_factory.mktemp("tables")))
        yield


def problem(puzzle: SlidingTiles, state: tuple[int, ...]) -> search_worker.Problem:
    seen = symmetry.orientation(puzzle.width, puzzle.height, puzzle.goal)
    if puzzle.metric == "mtm":
        return multi.Problem(labels.named("4x4-mtm-small"), seen.state(state))
    return lookups.Problem(lookups.load(partitions.named("4x4-663")), seen.state(state))


@pytest.mark.parametrize("metric,steps", [("stm", 60), ("mtm", 22)])
@pytest.mark.parametrize("workers", [1, 2])
def test_every_order_finds_the_same_lengths(metric: str, steps: int, workers: int) -> None:
    puzzle = SlidingTiles(4, 4, metric=metric)
    seen = symmetry.orientation(4, 4, puzzle.goal)
    rng = Random(1)
    for _ in range(8):
        state = puzzle.goal
        for _ in range(steps):
            state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
        small = labels.named("4x4-mtm-small") if metric == "mtm" else None
        length = ida.search(puzzle, state, Budget(), tables=small).lower_bound
        task = search_worker.Task(problem(puzzle, state))
        executor = parallel.ParallelSearch(task, workers, lambda _: None)
        for bound in task.bounds():
            executor.order.last = 1_000_000  # order every bound
            cells = executor.search(bound)
            if cells is not None:
                break
        assert bound == length
        assert replay(puzzle, state, seen.moves(cells or ())) == puzzle.goal


def test_the_parts_of_a_bound_are_its_whole_tree() -> None:
    """Whatever the cut, the parts' nodes and the nodes above the cut add up to the nodes of the search in one piece."""
    puzzle = SlidingTiles(4, 4)
    state = puzzle.scramble(Random(2))
    task = search_worker.Task(problem(puzzle, state))
    bound = task.problem.least + 2
    worker = search_worker.Worker(task, bound)
    assert parallel.search_serially(worker, [search_worker.Share.whole(task.problem, bound)], 1 << 40, None) is None
    whole = task.nodes
    for target in (50, 500, 5000):
        cut = search_worker.Task(problem(puzzle, state))
        sequence = node_ordering.Order(cut)
        frontier = sequence.grow(search_worker.Share.whole(cut.problem, bound), bound, target)
        assert frontier is not None
        assert len({*node_ordering.keys(frontier, frontier.depth)}) == len(frontier.rows)
        parts = [part.reversed() for part in sequence.sorted(frontier).parts(node_ordering.ROWS_PER_PART)][::-1]
        worker = search_worker.Worker(cut, bound)
        assert parallel.search_serially(worker, parts, 1 << 40, None) is None
        assert cut.nodes == whole
        deepest = worker.deepest[: len(frontier.rows)]
        assert frontier.depth <= min(deepest) <= max(deepest) < bound


def test_a_cut_never_has_more_rows_than_an_origin_can_number() -> None:
    puzzle = SlidingTiles(4, 4)
    task = search_worker.Task(problem(puzzle, puzzle.scramble(Random(2))))
    bound = task.problem.least + 30
    frontier = node_ordering.Order(task).grow(search_worker.Share.whole(task.problem, bound), bound, 10**9)
    assert frontier is not None
    assert search_worker.ROWS_MAX // 8 < len(frontier.rows) <= search_worker.ROWS_MAX


def test_rows_are_collected_in_the_order_of_the_search_with_their_paths() -> None:
    puzzle = SlidingTiles(4, 4)
    state = puzzle.scramble(Random(5))
    task = search_worker.Task(problem(puzzle, state))
    bound = task.problem.least + 4
    worker = search_worker.Worker(task, bound)
    begun = worker.collect(search_worker.Share.whole(task.problem, bound), 3)
    at_once = worker.collect(begun, 6)
    for part in (1, 2, 5):
        steps = search_worker.Share.joined([worker.collect(each, 4) for each in begun.parts(part)])
        again = search_worker.Share.joined([worker.collect(each, 6) for each in steps.parts(part)])
        assert sorted(again.paths) == sorted(at_once.paths)
        assert [path[:3] for path in again.paths] == sorted((path[:3] for path in again.paths), key=begun.paths.index)
    for row, path in zip(at_once.rows, at_once.paths, strict=True):
        board = list(symmetry.orientation(4, 4, puzzle.goal).state(state))
        blank = board.index(0)
        for cell in path:
            board[blank], board[cell], blank = board[cell], board[blank], cell
        assert int.from_bytes(row[:8], sys.byteorder) == sum(tile << 4 * at for at, tile in enumerate(board))


def test_many_searches_at_once_share_the_threads() -> None:
    puzzle = SlidingTiles(4, 4)
    rng = Random(6)
    states = [puzzle.scramble(rng) for _ in range(6)]
    tables = partitions.named("4x4-663")
    lengths = [ida.search(puzzle, state, Budget(), tables=tables).lower_bound for state in states]
    with ThreadPoolExecutor(3) as together:
        found = together.map(
            lambda state: ida.search(puzzle, state, tables=tables, budget=Budget(workers=3)).lower_bound,
            states,
        )
        assert list(found) == lengths


def test_a_thread_that_cannot_be_started_ends_the_search_with_its_error(
    korf100: list[tuple[int, int, State]],
) -> None:
    puzzle, tables = SlidingTiles(4, 4, goal="blank-first"), partitions.named("4x4-663")
    length, _, state = korf100[2]
    parallel.threads(os.getpid(), 1).shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        ida.search(puzzle, state, tables=tables, budget=Budget(workers=2))
    parallel.threads.cache_clear()
    assert ida.search(puzzle, state, tables=tables, budget=Budget(workers=2)).lower_bound == length


def test_a_memory_recalls_by_the_beginning_of_a_path() -> None:
    rng = Random(3)
    paths = [*{bytes(rng.choices(range(16), k=6)) for _ in range(200)}]
    depths = [*range(len(paths))]
    keys = node_ordering.keys(search_worker.Share(paths, paths, 6), 6)
    memory = node_ordering.Memory(6, dict(zip(keys, depths, strict=True)))
    longer = [path + bytes(rng.choices(range(16), k=2)) for path in paths]
    assert memory.recall(search_worker.Share(longer, longer, 8)) == depths
    assert memory.recall(search_worker.Share([b""], [bytes([99] * 8)], 8)) == [0]


def test_keys_of_paths_are_those_of_the_reference() -> None:
    rng = Random(4)
    for depth in range(40):
        paths = [bytes(rng.choices(range(40), k=depth)) for _ in range(5)]
        for length in range(depth + 1):
            keys = node_ordering.keys(search_worker.Share(paths, paths, depth), length)
            assert keys.tolist() == [node_ordering.key_of(path[:length]) for path in paths]


def test_nothing_is_left_of_a_bound_below_the_estimate() -> None:
    puzzle = SlidingTiles(4, 4)
    task = search_worker.Task(problem(puzzle, puzzle.scramble(Random(4))))
    sequence = node_ordering.Order(task, last=1_000_000)
    shares = sequence.shares(task.problem.least)
    assert all(0 < len(share.rows) <= node_ordering.ROWS_PER_PART for share in shares)


def test_the_bounds_end_where_a_stack_would_not_hold_the_rows() -> None:
    puzzle = SlidingTiles(4, 4)
    task = search_worker.Task(problem(puzzle, puzzle.goal))
    last = max(task.bounds())
    assert last > 208  # more than any 24-puzzle needs
    assert len(search_worker.Worker(task, last).stack) <= search_worker.ROWS_MAX * task.problem.wide
