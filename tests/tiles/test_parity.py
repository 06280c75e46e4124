from bisect import bisect_left, insort
from itertools import combinations, permutations
from random import Random

import pytest

from solvable.tiles import SlidingTiles, parity


def component(width: int, height: int, start: tuple[int, ...]) -> set[tuple[int, ...]]:
    """All arrangements reached from `start`, by a breadth-first search that knows nothing of parity."""
    seen, frontier = {start}, [start]
    while frontier:
        reached = []
        for state in frontier:
            blank = state.index(0)
            row, column = divmod(blank, width)
            near = [blank - width] * (row > 0) + [blank + width] * (row < height - 1)
            near += [blank - 1] * (column > 0) + [blank + 1] * (column < width - 1)
            for cell in near:
                board = list(state)
                board[blank], board[cell] = board[cell], 0
                after = tuple(board)
                if after not in seen:
                    seen.add(after)
                    reached.append(after)
        frontier = reached
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("size", [(3, 3), (4, 2), (2, 3), (2, 2), (1, 4), (5, 1), (1, 1)])
def test_verdict_equals_reachability_on_every_arrangement(size: tuple[int, int]) -> None:
    width, height = size
    goal = SlidingTiles(width, height).goal
    solvable = component(width, height, goal)
    for state in permutations(range(width * height)):
        assert parity.is_reachable(state, goal, width) == (state in solvable)


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3), (4, 1)])
def test_equivalence_of_any_two_arrangements(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size)
    states = list(permutations(range(puzzle.cells)))[:: 7 if puzzle.cells > 4 else 1]
    for a in states[:12]:
        reached = component(*size, a)
        assert all(puzzle.equivalent(a, b) == puzzle.equivalent(b, a) == (b in reached) for b in states)


def test_the_classic_pair() -> None:
    puzzle = SlidingTiles(3, 3)
    a, b = puzzle.parse("1 3 2/6 0 5/4 7 8"), puzzle.parse("1 2 3/4 5 6/7 8 0")
    assert puzzle.equivalent(a, b)
    told = parity.explain(a, b, 3)
    assert told.is_reachable
    assert (told.inversions, told.blank_row, told.blank_column) == (4, 1, 1)
    assert (told.goal_inversions, told.goal_blank_row, told.goal_blank_column) == (0, 2, 2)


def test_swapping_two_tiles_is_refuted_with_the_numbers() -> None:
    goal = SlidingTiles(4, 4).goal
    loyd = (*range(1, 14), 15, 14, 0)
    told = parity.explain(loyd, goal, 4)
    assert not told.is_reachable
    assert (told.inversions, told.permutation, told.distance, told.value) == (1, 1, 0, 1)
    assert told.cycles == ((15, 14),)
    proof = parity.obstruction(loyd, goal, 4)
    assert proof is not None
    assert (proof.invariant, proof.weights, proof.value, proof.wanted) == ("parity", (), 1, 0)


def test_a_published_count_of_inversions() -> None:
    assert parity.inversions((5, 1, 4, 3, 10, 8, 2, 13, 6, 9, 14, 12, 7, 15, 11, 0)) == 27


def test_inversions_and_cycles_by_definition() -> None:
    rng = Random(4)
    for size in [(3, 3), (4, 5), (1, 7)]:
        puzzle = SlidingTiles(*size)
        goal = tuple(rng.sample(range(puzzle.cells), puzzle.cells))
        state = tuple(rng.sample(range(puzzle.cells), puzzle.cells))
        tiles = [tile for tile in state if tile]
        assert parity.inversions(state) == sum(a > b for a, b in combinations(tiles, 2))
        told = parity.explain(state, goal, size[0])
        for cycle in told.cycles:
            for tile, other in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
                assert goal.index(tile) == state.index(other)
        assert {tile for cycle in told.cycles for tile in cycle} == {
            tile for tile, wanted in zip(state, goal, strict=True) if tile != wanted
        }
        assert told.permutation == sum(len(cycle) - 1 for cycle in told.cycles) % 2


def test_the_kernel_counts_the_same_cycles_however_often_it_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(9)
    for steps in (1, 2, 7, 1000):
        monkeypatch.setattr(parity, "STEPS_PER_BUDGET_CHECK", steps)
        for cells in (1, 2, 5, 60):
            goal, state = (tuple(rng.sample(range(cells), cells)) for _ in range(2))
            assert parity._cycles_compiled(state, goal) == parity.count_cycles(state, goal)
        assert parity._cycles_compiled(goal, goal) == len(goal)
    assert parity._cycles_compiled((0, 2), (0, 1)) is None
    assert parity._cycles_compiled((0, 1), (0, -1)) is None
    assert parity._cycles_compiled((0, 2**40), (0, 1)) is None
    assert parity._cycles_compiled((0, 1), (0, 1, 2)) is None


def test_the_kernel_counts_the_same_inversions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parity, "LARGE", 0)
    rng = Random(5)
    for cells in (1, 2, 3, 4, 7, 8, 9, 33, 100):
        for state in (rng.sample(range(cells), cells), [rng.randrange(4) for _ in range(cells)]):
            tiles = [tile for tile in state if tile]
            by_definition = sum(a > b for a, b in combinations(tiles, 2))
            assert parity.inversions(tuple(state)) == parity.count_inversions(tiles) == by_definition


def test_inversions_of_big_boards() -> None:
    cells = 80 * 80
    assert parity.inversions(tuple(range(cells - 1, -1, -1))) == (cells - 1) * (cells - 2) // 2
    state = tuple(Random(1).sample(range(cells), cells))
    seen: list[int] = []
    total = 0
    for tile in state:
        if tile:
            total += len(seen) - bisect_left(seen, tile)
            insort(seen, tile)
    assert parity.inversions(state) == total


@pytest.mark.parametrize("size", [(3, 4), (5, 2), (4, 4), (6, 3)])
def test_the_rules_players_use(size: tuple[int, int]) -> None:
    """Odd width: inversions alone decide. Even width: inversions + the blank's rows."""
    width, height = size
    rng = Random(8)
    for _ in range(50):
        state, goal = (tuple(rng.sample(range(width * height), width * height)) for _ in range(2))
        told = parity.explain(state, goal, width)
        odd = told.inversions + told.goal_inversions
        if width % 2 == 0:
            odd += told.blank_row + told.goal_blank_row
        assert told.is_reachable == (odd % 2 == 0)


def test_a_line_keeps_its_order() -> None:
    goal = (1, 2, 3, 0)
    assert parity.is_reachable((0, 1, 2, 3), goal, 4)
    told = parity.explain((2, 3, 1, 0), goal, 1)  # an even permutation, yet out of order
    assert (told.value, told.order, told.is_reachable) == (0, (2, 1), False)
    proof = parity.obstruction((2, 3, 1, 0), goal, 1)
    assert proof is not None
    assert (proof.invariant, proof.value, proof.wanted) == ("order", 2, 1)
