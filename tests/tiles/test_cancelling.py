"""Whoever cancels from another thread has an answer, or the error, at once; the same where the time is up."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from tests.spent import LATE, Cancelled

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Better, Event, State, replay
from solvable.tiles import SlidingTiles, generate
from solvable.tiles.census import complete
from solvable.tiles.graphs.board import GraphTiles
from solvable.tiles.optimal import lookups
from solvable.tiles.pdb import partitions, registry

BEFORE = 0.3  # seconds to the cancelling
FIFTEEN = SlidingTiles(4, 4, goal="blank-first")
FARTHEST = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)  # 80 moves
HOLED, LARGE = GraphTiles.board(5, 5, dead=(5,)), GraphTiles.board(90, 90, dead=(5,))
PATH = GraphTiles(900, [(v, v + 1) for v in range(899)], goal=[1] * 899 + [0])
CYCLE = GraphTiles(10_000, [(v, (v + 1) % 10_000) for v in range(10_000)])
TURNED = (*CYCLE.goal[:5], *CYCLE.goal[6:4:-1], *CYCLE.goal[7:])
LIKE = GraphTiles.board(5, 5, goal=(1, 1, *range(2, 24), 0))


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLVABLE_CACHE", str(tmp_path_factory.mktemp("tables")))
        lookups.load(partitions.named("4x4-663"))
        yield


def scrambled(width: int, height: int, metric: str = "stm") -> tuple[SlidingTiles, State]:
    puzzle = SlidingTiles(width, height, metric=metric)
    return puzzle, puzzle.scramble(Random(1))


def shortest(width: int, height: int, metric: str = "stm") -> Callable[[Budget], object]:
    puzzle, state = scrambled(width, height, metric)
    return lambda budget: puzzle.optimal(state, budget=budget)


def in_force(work: Callable[[], object]) -> Callable[[Budget], object]:
    def run(budget: Budget) -> object:
        with budget:
            return work()

    return run


LONG: dict[str, Callable[[Budget], object]] = {
    "15-puzzle": lambda budget: FIFTEEN.optimal(FARTHEST, budget=budget),
    "all of it": lambda budget: list(FIFTEEN.optimal_solutions(FARTHEST, budget=budget)),
    "6 x 6": shortest(6, 6),
    "10 x 10": shortest(10, 10),
    "6 x 6, lines": shortest(6, 6, "mtm"),
    "10 x 10, lines": shortest(10, 10, "mtm"),
    "a board with a hole": lambda budget: HOLED.optimal(HOLED.scramble(Random(1)), budget=budget),
    "all of it with a hole": lambda budget: list(HOLED.optimal_solutions(HOLED.scramble(Random(1)), budget=budget)),
    "a large board with a hole": lambda budget: LARGE.near(LARGE.scramble(Random(1)), budget=budget),
    "tiles alike": lambda budget: LIKE.optimal(LIKE.scramble(Random(1)), budget=budget),
    "a cycle": lambda budget: CYCLE.solve(TURNED, budget=budget),
    "an obstruction": in_force(lambda: CYCLE.obstruction(TURNED)),
    "a count": in_force(PATH.count),
    "a census": lambda budget: complete.search(SlidingTiles(4, 3), budget=budget),
    "a census of lines": lambda budget: complete.search(SlidingTiles(4, 3, metric="mtm"), budget=budget),
    "a census of a graph": lambda budget: HOLED.distances(budget=budget),
    "exact boards": lambda budget: list(generate.exact(SlidingTiles(4, 4), 70, 50, Random(1), budget=budget)),
    "exact boards of a graph": lambda budget: list(HOLED.exact(90, 1, Random(1), budget=budget)),
    "patterns": lambda budget: registry.build("4x4-78", budget=budget),
    "labels": lambda budget: registry.build("4x4-mtm", budget=budget),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_whoever_cancels_does_not_wait(name: str) -> None:
    work = LONG[name]
    with pytest.raises(BudgetExceededError):
        work(Budget(0.05))  # kernels are loaded
    budget = Budget()
    cancelled = Cancelled(budget, BEFORE)
    with pytest.raises(BudgetExceededError):
        work(budget)
    assert cancelled.late() < LATE


@pytest.mark.slow
def test_a_huge_board_has_a_bound_and_no_solution_of_a_hundred_million_moves() -> None:
    puzzle, state = scrambled(300, 300)
    with pytest.raises(BudgetExceededError) as caught:
        puzzle.optimal(state)
    assert caught.value.best is None
    assert caught.value.lower_bound > 10_000_000


@pytest.mark.slow
def test_each_better_solution_is_told_once_with_what_it_cost() -> None:
    seen: list[Event] = []
    state = FIFTEEN.scramble(Random(2))
    found = FIFTEEN.search(state, progress=seen.append)
    better = [event for event in seen if isinstance(event, Better)]
    lengths = [len(event.best) for event in better]
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[-1] == len(found.solution)
    assert replay(FIFTEEN, state, better[-1].best.moves) == FIFTEEN.goal
    assert found.solution.is_optimal
    assert found.nodes > 0
    assert found.method.startswith("IDA*")


@pytest.mark.parametrize(
    "puzzle,steps,method",
    [(GraphTiles.board(3, 3, dead=(4,)), 2, "way home"), (GraphTiles.board(4, 3, dead=(0,)), 41, "bidirectional"),
     (GraphTiles.board(3, 3, goal=(1, 1, *range(2, 8), 0)), 20, "IDA*")],
)  # fmt: skip
def test_a_graph_tells_its_method(puzzle: GraphTiles, steps: int, method: str) -> None:
    rng, state = Random(3), puzzle.goal
    for _ in range(steps):
        state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
    seen: list[Event] = []
    found = puzzle.search(state, progress=seen.append)
    assert method in found.method
    assert found.solution == puzzle.optimal(state)
    assert (found.nodes > 0) == (method != "way home")
    assert all(event.lower_bound <= len(found.solution) for event in seen)
