from itertools import permutations
from random import Random

import numpy as np
import pytest

from solvable.core import breadth_first
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError, UnsolvableError
from solvable.core.puzzle import Bound, Event, State, replay
from solvable.tiles import SlidingTiles
from solvable.tiles.census import complete, levels, plain, ranking

LARGEST_HERE = 10  # 3 × 4 and 2 × 6 are in benchmarks/census.py


def board(width: int, height: int, blank: int, metric: str) -> SlidingTiles:
    tiles = list(range(1, width * height))
    tiles.insert(blank, 0)
    return SlidingTiles(width, height, metric=metric, goal=tiles)


def test_histograms_equal_the_published_ones(histograms: dict[tuple[int, int, int, str], tuple[int, ...]]) -> None:
    small = {key: counts for key, counts in histograms.items() if key[0] * key[1] <= LARGEST_HERE}
    assert len(small) >= 25
    for key, counts in small.items():
        puzzle = board(*key)
        assert complete.distances(puzzle) == counts
        assert sum(counts) == puzzle.count().solvable
        assert len(complete.complete(puzzle).antipodes) == counts[-1]


def test_antipodes_equal_the_published_ones(antipodes: list[tuple[tuple[int, int, int, str], State]]) -> None:
    for key, state in antipodes:
        if key[0] * key[1] <= LARGEST_HERE:
            assert state in complete.complete(board(*key)).antipodes


def test_the_8_puzzle() -> None:
    puzzle = SlidingTiles(3, 3)
    assert complete.complete(puzzle).radius == 31
    assert {puzzle.format(state) for state in complete.complete(puzzle).antipodes} == {
        "6,4,7/8,5,0/3,2,1",
        "8,6,7/2,5,4/3,0,1",
    }


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize(("size", "home"), [((2, 2), 1), ((3, 2), 4), ((2, 3), 3), ((4, 2), 6), ((2, 4), 1)])
def test_levels_equal_the_reference(size: tuple[int, int], home: int, metric: str) -> None:
    goal = [tile for tile in Random(home).sample(range(size[0] * size[1]), size[0] * size[1]) if tile]
    goal.insert(home, 0)
    puzzle = SlidingTiles(*size, metric=metric, goal=goal)
    levels = complete.start(puzzle)
    for distance, states in enumerate(breadth_first.levels(puzzle)):
        assert levels.distance == distance
        assert {complete.renamed(puzzle, state) for state in levels.states()} == set(states)
        assert levels.count == len(states)
        going = levels.step()
    assert not going
    assert not levels.step()
    assert levels.count == len(states)


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["blank-last", "spiral", (3, 1, 4, 0, 5, 8, 2, 6, 7)])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_every_arrangement_of_3x3_is_looked_up(goal: str | State, metric: str) -> None:
    """Parity's verdict, reachability and the table agree on all 362,880 arrangements; the table satisfies Bellman."""
    puzzle = SlidingTiles(3, 3, metric=metric, goal=goal)
    table = complete.table(puzzle)
    boards = np.array(list(permutations(range(9))))
    found = table.look_up(boards)
    histogram = np.bincount(found[found >= 0])
    assert tuple(histogram) == complete.distances(puzzle)
    assert (found == -1).sum() == 181_440
    rng = Random(1)
    for index in rng.sample(range(len(boards)), 300):
        state = tuple(boards[index].tolist())
        assert puzzle.equivalent(state, puzzle.goal) == (found[index] >= 0)
        if found[index] > 0:
            around = [int(table.look_up([puzzle.apply(state, move)])[0]) for move in puzzle.moves(state)]
            assert min(around) == found[index] - 1


def test_perfect_play() -> None:
    for puzzle in (SlidingTiles(3, 3), SlidingTiles(2, 5), SlidingTiles(5, 2, metric="mtm")):
        table = complete.table(puzzle)
        state = complete.complete(puzzle).antipodes[0]
        solution = table.solve(state)
        assert solution.is_optimal
        assert len(solution) == complete.complete(puzzle).radius
        assert replay(puzzle, state, solution.moves) == puzzle.goal
        assert table.best_moves(puzzle.goal) == ()
        for move in table.best_moves(state):
            assert table.distance(puzzle.apply(state, move)) == len(solution) - 1


def test_boards_may_come_as_rows_or_as_grids() -> None:
    table = complete.table(SlidingTiles(3, 2))
    boards = np.array([[1, 2, 3, 4, 5, 0], [2, 1, 3, 4, 5, 0], [1, 2, 0, 4, 5, 3]])
    assert table.look_up(boards).tolist() == table.look_up(boards.reshape(3, 2, 3)).tolist() == [0, -1, 1]
    assert table.look_up(boards[0]).shape == ()
    for wrong in ([[1, 2, 3]], [[1, 1, 2, 3, 4, 0]], [[1, 2, 3, 4, 5, 6]], [[-1, 2, 3, 4, 5, 0]]):
        with pytest.raises(PuzzleError):
            table.look_up(wrong)
    with pytest.raises(UnsolvableError):
        table.distance((2, 1, 3, 4, 5, 0))


def test_samples_are_different_states_of_that_distance() -> None:
    rng = Random(7)
    for puzzle in (SlidingTiles(3, 3, goal="spiral"), SlidingTiles(4, 2, metric="mtm")):
        table = complete.table(puzzle)
        for distance in (0, 1, 7, 20):
            count = min(40, complete.distances(puzzle)[distance])
            states = complete.sample(puzzle, distance, count, rng)
            assert len(set(states)) == count
            assert {table.distance(state) for state in states} == {distance}
    assert complete.sample(SlidingTiles(5, 1), 3, 1, rng) == [(1, 0, 2, 3, 4)]
    for distance, count in ((31, 3), (32, 1), (-1, 1)):
        with pytest.raises(PuzzleError):
            complete.sample(SlidingTiles(3, 3), distance, count, rng)


def test_limits_are_refused_and_searches_can_be_stopped() -> None:
    for question in (complete.complete, complete.table):
        with pytest.raises(PuzzleError):
            question(SlidingTiles(4, 4))
    with pytest.raises(PuzzleError):
        complete.table(SlidingTiles(4, 1))
    heard: list[Event] = []

    def listen(event: Event) -> bool:
        heard.append(event)
        return event.lower_bound < 5

    with pytest.raises(BudgetExceededError) as error:
        complete.search(SlidingTiles(3, 3), Budget(progress=listen))
    assert error.value.lower_bound == 5
    assert heard == [Bound(distance, None, states) for distance, states in enumerate((3, 7, 15, 31, 51), 1)]


def test_ranks_are_lexicographic() -> None:
    orders = list(permutations(range(5)))
    assert [tuple(ranking.unrank(number, 5)) for number in range(120)] == orders
    halves = {odd: [tuple(ranking.unrank_half(number, 5, odd)) for number in range(60)] for odd in (False, True)}
    assert sorted(halves[False] + halves[True]) == orders
    assert all(ranking.is_odd(order) == odd for odd, half in halves.items() for order in half)


def test_a_window_is_turned_by_its_table() -> None:
    for down in (True, False):
        half = ranking.half_table(6, 2, 3, down, odd=True)
        for number, after in enumerate(half):
            order = ranking.unrank_half(number, 6, odd=True)
            assert tuple(ranking.unrank_half(after, 6, odd=True)) == ranking.rotated(order, 2, 3, down)
    turned = ranking.rotated([4, 1, 3, 0, 2], 1, 3, down=True)
    assert turned == (4, 0, 1, 3, 2)
    assert ranking.rotated(turned, 1, 3, down=False) == (4, 1, 3, 0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize(("size", "home"), [((2, 2), 1), ((3, 2), 4), ((2, 3), 3), ((4, 2), 6), ((2, 4), 0)])
def test_sets_of_bytes_hold_the_same_levels_in_the_same_order(size: tuple[int, int], home: int, metric: str) -> None:
    fast, sets = levels.Levels(*size, home, metric), plain.Levels(*size, home, metric)
    while True:
        assert (fast.distance, fast.count) == (sets.distance, sets.count)
        assert fast.states() == sets.states()
        assert fast.sample(fast.count // 2, Random(home)) == sets.sample(sets.count // 2, Random(home))
        if not fast.step():
            break
        assert sets.step()
    assert not sets.step()
