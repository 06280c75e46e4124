"""A search by an executor is that of one worker: moves, nodes of each bound, whatever parts are cut or workers lost."""

from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random

import pytest

from solvable import batch
from solvable.batch.processes import Processes
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.executor import Executor, ThreadExecutor
from solvable.core.puzzle import Event, State, replay
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import distributed, ida, parallel, search_worker
from solvable.tiles.pdb import labels, partitions
from solvable.tiles.pdb.labels import Collection
from solvable.tiles.pdb.partitions import Tier

PUZZLE = SlidingTiles(4, 4)
HARD = PUZZLE.parse("0,12,9,13/15,11,10,14/3,7,2,5/4,8,6,1")  # 80 moves
TABLES = partitions.named("4x4-663")
Tables = Tier | Collection


@pytest.fixture
def executor() -> Iterator[Executor]:
    with closing(ThreadExecutor(2)) as hired:
        yield hired


@pytest.fixture(params=[(1, 5_000), (3, 40_000)])
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have parts given at once, and cut after few nodes."""
    slices, size = request.param
    monkeypatch.setattr(distributed, "LOCAL_NODES_MAX", 2 * size)
    monkeypatch.setattr(distributed, "slices", lambda _: slices)
    for module in (distributed, parallel):
        monkeypatch.setattr(module, "SLICE", size)


def found(
    puzzle: SlidingTiles, state: State, tables: Tables, executor: Executor | None, hear: Callable[[Event], object] = id
) -> tuple[ida.Result, dict[int, int]]:
    """Return what a search finds, and the nodes before each bound."""
    nodes: dict[int, int] = {}

    def progress(event: Event) -> bool:
        hear(event)
        nodes.setdefault(event.lower_bound, event.nodes)
        return True

    result = ida.search(puzzle, state, Budget(progress=progress, executor=executor), tables=tables)
    return result, nodes


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", [49, 3, 17])
def test_moves_and_nodes_are_those_of_one_worker(seed: int, executor: Executor) -> None:
    state = PUZZLE.scramble(Random(seed))
    assert found(PUZZLE, state, TABLES, executor) == found(PUZZLE, state, TABLES, None)


@pytest.mark.usefixtures("small")
def test_in_the_multi_tile_metric_too(executor: Executor) -> None:
    puzzle = SlidingTiles(4, 3, metric="mtm")
    tables = labels.named("4x3-mtm")
    state = max(
        (puzzle.scramble(Random(seed)) for seed in range(40)), key=lambda each: found_nodes(puzzle, each, tables)
    )
    assert found(puzzle, state, tables, executor) == found(puzzle, state, tables, None)


def found_nodes(puzzle: SlidingTiles, state: State, tables: Tables) -> int:
    return found(puzzle, state, tables, None)[0].nodes


def test_a_process_that_is_killed_costs_only_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "LOCAL_NODES_MAX", 50_000)
    state = PUZZLE.scramble(Random(49))
    with closing(batch.make_executor(1)) as executor:
        assert isinstance(executor, Processes)
        killed: list[int] = []

        def kill(event: Event) -> None:
            if event.nodes > 300_000 and executor._processes and not killed:
                killed.append(executor._processes[0].pid)
                executor._processes[0].kill()

        assert found(PUZZLE, state, TABLES, executor, kill) == found(PUZZLE, state, TABLES, None)
        assert killed and len(executor._processes) == 2


def test_a_limit_and_whoever_cancels_end_it_with_what_is_known(executor: Executor) -> None:
    with pytest.raises(BudgetExceededError) as caught:
        ida.search(PUZZLE, HARD, Budget(0.3, executor=executor), tables=TABLES)
    assert caught.value.lower_bound >= 60 and caught.value.best is not None
    assert replay(PUZZLE, HARD, caught.value.best.moves) == PUZZLE.goal
    with pytest.raises(BudgetExceededError):
        ida.search(PUZZLE, HARD, Budget(progress=lambda event: event.nodes < 10**6, executor=executor), tables=TABLES)


def test_what_is_left_is_cut_without_changing_the_order() -> None:
    rng = Random(1)
    for sizes in ([5], [200], [64], [65], [3, 190, 1], [64, 2, 2, 2, 2, 80]):
        shares = [
            search_worker.Share([rng.randbytes(24) for _ in range(n)], [rng.randbytes(depth) for _ in range(n)], depth)
            for depth, n in enumerate(sizes)
        ]
        cut = distributed.pieces(shares)
        assert 1 <= len(cut) <= distributed.PIECES_PER_REMAINDER and all(cut)
        rows = [row for part in reversed(cut) for share in part for row in share.rows]  # the last is searched first
        assert rows == [row for share in shares for row in share.rows]
        assert all(len(share.rows) == len(share.paths) for part in cut for share in part)
    assert len(distributed.pieces([search_worker.Share([bytes(24)] * 65, [b"1"] * 65, 1)])) == 2
