"""Without kernels plain Python answers as the kernels do."""

from random import Random

import pytest

from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import State
from solvable.tiles import SlidingTiles


@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("size", [(3, 3), (3, 2), (4, 2), (4, 3)])
def test_both_ways_take_the_same_moves(size: tuple[int, int], metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(*size, metric=metric)
    if metric == "mtm" and puzzle.cells > 9:
        return
    boards = [puzzle.scramble(Random(seed)) for seed in range(8)]
    compiled = [len(puzzle.optimal(state)) for state in boards]
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    for state, length in zip(boards, compiled, strict=True):
        solution = puzzle.optimal(state)
        assert len(solution) == solution.lower_bound == length


def test_a_limit_brings_what_is_proved_and_a_solution(
    korf100: list[tuple[int, int, State]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    length, _, state = max(korf100)
    with pytest.raises(BudgetExceededError) as caught:
        SlidingTiles(4, 4, goal="blank-first").optimal(state, seconds=0.1)
    assert caught.value.best is not None
    assert caught.value.lower_bound <= length <= len(caught.value.best.moves)


@pytest.mark.parametrize("size", [(3, 3), (4, 2), (4, 3)])
def test_both_ways_list_the_same_shortest_solutions(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(*size)
    boards = [puzzle.scramble(Random(seed)) for seed in range(4)]
    compiled = [{solution.moves for solution in puzzle.optimal_solutions(state)} for state in boards]
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    for state, expected in zip(boards, compiled, strict=True):
        found = [solution.moves for solution in puzzle.optimal_solutions(state)]
        assert len(found) == len(expected) and set(found) == expected
