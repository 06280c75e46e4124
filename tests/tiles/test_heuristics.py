from random import Random

import pytest

from solvable.core.errors import PuzzleError
from solvable.core.puzzle import State
from solvable.tiles import SlidingTiles, heuristics

BOUNDS = (heuristics.manhattan, heuristics.linear_conflict, heuristics.walking_distance)


def distances(puzzle: SlidingTiles, limit: int = 200_000) -> dict[State, int]:
    """The exact distances, by breadth-first search from the goal."""
    depth = {puzzle.goal: 0}
    frontier = [puzzle.goal]
    while frontier and len(depth) < limit:
        reached = []
        for state in frontier:
            for move in puzzle.moves(state):
                after = puzzle.apply(state, move)
                if after not in depth:
                    depth[after] = depth[state] + 1
                    reached.append(after)
        frontier = reached
    return depth


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3), (4, 2), (1, 4)])
@pytest.mark.parametrize("goal", ["blank-last", "spiral", "random"])
def test_every_bound_is_admissible_and_of_the_right_parity(size: tuple[int, int], goal: str) -> None:
    cells = size[0] * size[1]
    puzzle = SlidingTiles(*size, goal=Random(1).sample(range(cells), cells) if goal == "random" else goal)
    for state, exact in distances(puzzle).items():
        for bound in BOUNDS:
            value = bound(state, puzzle.goal, size[0])
            assert value <= exact
            assert (exact - value) % 2 == 0
        assert heuristics.linear_conflict(state, puzzle.goal, size[0]) >= heuristics.manhattan(
            state, puzzle.goal, size[0]
        )


@pytest.mark.slow
def test_admissible_near_the_goal_of_the_15_puzzle() -> None:
    puzzle = SlidingTiles(4, 4)
    for state, exact in distances(puzzle, 8000).items():
        assert all(bound(state, puzzle.goal, 4) <= exact for bound in BOUNDS)


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 4), (3, 1), (1, 4)])
def test_the_line_bound_is_admissible_in_mtm(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size, metric="mtm", goal="spiral")
    for state, exact in distances(puzzle).items():
        assert heuristics.lines(state, puzzle.goal, size[0]) <= exact


def test_manhattan_of_korfs_instances(korf100: list[tuple[int, int, State]]) -> None:
    goal = tuple(range(16))
    for optimal, manhattan, state in korf100:
        assert heuristics.manhattan(state, goal, 4) == manhattan
        assert manhattan <= heuristics.linear_conflict(state, goal, 4) <= optimal
        assert manhattan <= heuristics.walking_distance(state, goal, 4) <= optimal


def test_two_reversed_tiles_cost_two_more() -> None:
    goal = SlidingTiles(4, 4).goal
    assert heuristics.linear_conflict((2, 1, *goal[2:]), goal, 4) == 4
    assert heuristics.linear_conflict((4, 3, 2, 1, *goal[4:]), goal, 4) == 8 + 6
    assert heuristics.linear_conflict((0, *goal[1:15], 1), goal, 4) == 6


def test_the_walking_distance_table_of_the_15_puzzle() -> None:
    table = heuristics.walking_table(4, 4, 3)
    assert len(table) == 24_964
    assert max(table.values()) == 35


@pytest.mark.slow
def test_too_big_a_walking_distance_is_refused() -> None:
    goal = SlidingTiles(6, 6).goal
    with pytest.raises(PuzzleError):
        heuristics.walking_distance(goal, goal, 6)


@pytest.mark.parametrize("size", [(1, 7), (7, 1), (5, 4), (17, 16), (16, 33), (40, 40), (90, 60)])
@pytest.mark.parametrize("moved", [2, 20, 10_000])
def test_the_kernels_bounds_are_those_of_the_reference(
    size: tuple[int, int], moved: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few tiles exchanged most are at home; with all shuffled few are in their lines."""
    rng, count = Random(moved), size[0] * size[1]
    goal = tuple(rng.sample(range(count), count))
    mixed = list(goal)
    for _ in range(min(moved, 3 * count)):
        a, b = rng.randrange(count), rng.randrange(count)
        b = b if rng.random() < 0.5 else a // size[0] * size[0] + b % size[0]  # within its row
        mixed[a], mixed[b] = mixed[b], mixed[a]
    state = tuple(mixed)
    found = set()
    for least in (0, 1 << 30):
        monkeypatch.setattr(heuristics, "COMPILED_FROM", least)
        found.add((heuristics.linear_conflict(state, goal, size[0]), heuristics.lines(state, goal, size[0])))
    assert len(found) == 1


def test_a_single_cell() -> None:
    assert all(bound((0,), (0,), 1) == 0 for bound in (*BOUNDS, heuristics.lines))
