"""Short solutions in plain Python: they solve the board, they are short, and they end."""

from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Event
from solvable.tiles import SlidingTiles, heuristics
from solvable.tiles.suboptimal import plain
from solvable.tiles.suboptimal.search import near


@pytest.fixture(autouse=True)
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")


SIZES = [(2, 2), (3, 2), (2, 5), (3, 3), (4, 4), (5, 4), (4, 6), (11, 10)]
KINDS = [(size, metric, goal) for size in SIZES for metric in ("stm", "mtm") for goal in ("blank-last", "blank-first")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "metric", "goal"),
    [*KINDS, ((5, 4), "mtm", "spiral"), ((4, 4), "stm", "spiral"), ((24, 20), "stm", "blank-last")],
)
def test_every_board_is_solved(size: tuple[int, int], metric: str, goal: str) -> None:
    puzzle = SlidingTiles(*size, metric=metric, goal=goal)
    state = puzzle.scramble(Random(7))
    solution = near(puzzle, state, Budget(0.1))
    assert solution.lower_bound <= len(solution)
    for move in solution.moves:
        state = puzzle.apply(state, move)
    assert state == puzzle.goal


@pytest.mark.slow
def test_15_puzzles_are_a_tenth_longer_than_the_shortest_at_most(
    korf100: list[tuple[int, int, tuple[int, ...]]],
) -> None:
    puzzle = SlidingTiles(4, 4, goal="blank-first")
    sample = korf100[:4]
    moves = [len(plain.near(puzzle, state, bound, Budget())) for _, bound, state in sample]  # a beam of fixed width
    assert sum(moves) <= 1.1 * sum(length for length, _, _ in sample)


@pytest.mark.slow
def test_larger_boards_take_far_fewer_moves_than_by_the_human_method() -> None:
    for side, factor in ((5, 2.2), (6, 2.5)):
        puzzle = SlidingTiles(side, side)
        state = puzzle.scramble(Random(4))
        solution = near(puzzle, state, Budget())
        assert len(solution) < factor * heuristics.manhattan(state, puzzle.goal, side)
        assert side > 5 or solution == near(puzzle, state, Budget())


def test_who_cancels_has_the_best_so_far() -> None:
    puzzle = SlidingTiles(6, 6)
    events: list[Event] = []

    def progress(event: Event) -> bool:
        events.append(event)
        return len(events) < 30

    with pytest.raises(BudgetExceededError) as caught:
        near(puzzle, puzzle.scramble(Random(1)), Budget(60, progress=progress))
    assert caught.value.best is not None
