from collections import Counter
from itertools import combinations, count, permutations
from math import factorial
from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, IllegalMoveError, NotationError, PuzzleError, UnsolvableError
from solvable.core.puzzle import State, replay
from solvable.tiles import SlidingTiles, moves
from solvable.tiles.census import complete
from solvable.tiles.graphs import bidirectional, orbits
from solvable.tiles.graphs.blocks import neighbours_of, theta_group
from solvable.tiles.graphs.board import GraphTiles

Edges = list[tuple[int, int]]

THETA: Edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)]
GRAPHS: dict[str, tuple[int, Edges]] = {
    "one vertex": (1, []),
    "path": (5, [(0, 1), (1, 2), (2, 3), (3, 4)]),
    "star": (5, [(0, 1), (0, 2), (0, 3), (0, 4)]),
    "cycle": (6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]),
    "diamond": (4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]),
    "complete": (5, list(combinations(range(5), 2))),
    "bipartite": (6, [(a, b) for a in range(3) for b in range(3, 6)]),
    "theta 0": (7, THETA),
    "like theta 0, but bipartite": (7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 2)]),
    "bow tie": (5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]),
    "lollipop": (6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5)]),
    "two diamonds on a bridge": (7, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3), (3, 5)]),
    "grid and tail": (7, [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5), (5, 6)]),
}


def component(puzzle: GraphTiles) -> dict[State, int]:
    """All states from which the goal is reached, with their distances, by the moves alone."""
    seen, frontier = {puzzle.goal: 0}, [puzzle.goal]
    for state in frontier:
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            if after not in seen:
                seen[after] = seen[state] + 1
                frontier.append(after)
    return seen


def random_graph(rng: Random) -> tuple[int, Edges]:
    size = rng.randrange(3, 7)
    edges = {(rng.randrange(vertex), vertex) for vertex in range(1, size)}
    spare = [edge for edge in combinations(range(size), 2) if edge not in edges]
    return size, sorted(edges | set(rng.sample(spare, rng.randrange(min(len(spare), 4) + 1))))


@pytest.mark.slow
@pytest.mark.parametrize("name", GRAPHS)
def test_verdict_and_count_equal_the_search(name: str) -> None:
    puzzle = GraphTiles(*GRAPHS[name])
    reached = component(puzzle)
    count = puzzle.count()
    assert (count.states, count.solvable) == (factorial(puzzle.vertices), len(reached))
    for state in permutations(range(puzzle.vertices)):
        assert (puzzle.obstruction(state) is None) == (state in reached)


def test_random_graphs_and_goals_with_equal_tiles_too() -> None:
    rng = Random(1)
    for _ in range(60):
        size, edges = random_graph(rng)
        tiles = [rng.randrange(1, 4) if rng.random() < 0.6 else vertex + 4 for vertex in range(size - 1)]
        tiles.insert(rng.randrange(size), 0)
        puzzle = GraphTiles(size, edges, tiles)
        reached = component(puzzle)
        assert puzzle.count().solvable == len(reached)
        every = set(permutations(puzzle.goal))
        assert puzzle.count().states == len(every)
        for state in every:
            assert (puzzle.obstruction(state) is None) == (state in reached)


def test_the_exception_of_wilson_has_120_arrangements() -> None:
    puzzle = GraphTiles(7, THETA)
    assert [block.kind for block in puzzle.blocks] == ["theta"]
    assert len(theta_group(puzzle.blocks[0], 6)) == 120
    assert puzzle.count().solvable == 7 * 120
    swapped = (2, 1, 3, 4, 5, 6, 0)
    proof = puzzle.obstruction(swapped)
    assert proof is not None
    assert proof.invariant == "theta"


@pytest.mark.parametrize(
    ("name", "state", "invariant", "value", "wanted"),
    [
        ("path", (2, 1, 3, 4, 0), "tiles", 2, 1),
        ("cycle", (1, 3, 2, 4, 5, 0), "order", 3, 2),
        ("bipartite", (2, 1, 3, 4, 5, 0), "parity", 1, 0),
        ("bow tie", (1, 4, 3, 2, 0), "tiles", 4, 2),
    ],
)
def test_the_reason_is_told(name: str, state: State, invariant: str, value: int, wanted: int) -> None:
    puzzle = GraphTiles(*GRAPHS[name])
    proof = puzzle.obstruction(state)
    assert proof is not None
    assert proof.invariant == invariant
    assert proof.weights == ()
    assert (proof.value, proof.wanted) == (value, wanted)
    for question in (puzzle.solve, puzzle.optimal):
        with pytest.raises(UnsolvableError):
            question(state)


@pytest.mark.parametrize("size", [(3, 3), (2, 2), (4, 2), (5, 1), (1, 1)])
def test_a_board_as_a_graph_is_the_sliding_puzzle(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size, goal="spiral")
    graph = GraphTiles.like(puzzle)
    assert graph.count() == puzzle.count()
    rng = Random(2)
    for _ in range(200):
        state = tuple(rng.sample(range(puzzle.cells), puzzle.cells))
        assert (graph.obstruction(state) is None) == (puzzle.obstruction(state) is None)
        assert graph.moves(state) == puzzle.moves(state)


@pytest.mark.slow
def test_shortest_solutions_on_small_graphs() -> None:
    for name in ("diamond", "theta 0", "bow tie", "grid and tail", "one vertex"):
        puzzle = GraphTiles(*GRAPHS[name])
        for state, distance in component(puzzle).items():
            solution = puzzle.optimal(state)
            assert len(solution) == solution.lower_bound == distance
            assert replay(puzzle, state, solution.moves) == puzzle.goal


@pytest.mark.parametrize("goal", [None, (1, 1, 2, 2, 3, 0)])
def test_all_shortest_solutions(goal: State | None) -> None:
    puzzle = GraphTiles.board(3, 2, goal)
    distances = component(puzzle)
    ways = {puzzle.goal: 1}  # how many shortest solutions each state has: the sum over the moves that go down
    for state in sorted(distances, key=distances.__getitem__):
        for after in (puzzle.apply(state, move) for move in puzzle.moves(state)):
            if distances[after] == distances[state] + 1:
                ways[after] = ways.get(after, 0) + ways[state]
    for state in Random(6).sample(sorted(distances), 60):
        found = [solution.moves for solution in puzzle.optimal_solutions(state)]
        assert len(set(found)) == len(found) == ways[state]
        assert all(len(path) == distances[state] for path in found)
        assert all(replay(puzzle, state, path) == puzzle.goal for path in found)


def test_shortest_solutions_of_the_8_puzzle() -> None:
    puzzle = SlidingTiles(3, 3)
    graph = GraphTiles.like(puzzle)
    for distance in (0, 1, 12, 20, 31):
        (state,) = complete.sample(puzzle, distance, 1, Random(distance))
        solution = graph.optimal(state)
        assert len(solution) == distance
        assert replay(puzzle, state, solution.moves) == puzzle.goal


def test_equal_tiles_free_the_parity() -> None:
    different = GraphTiles.board(3, 3)
    picture = GraphTiles.board(3, 3, (1, 1, 2, 3, 4, 5, 6, 7, 0))
    assert not different.has_equal_tiles
    assert picture.has_equal_tiles
    assert picture.parity_is_free
    assert not different.parity_is_free
    assert different.obstruction((1, 2, 3, 4, 5, 6, 8, 7, 0)) is not None
    state = (1, 1, 2, 3, 4, 5, 7, 6, 0)
    assert picture.obstruction(state) is None
    assert replay(picture, state, picture.solve(state).moves) == picture.goal
    count = picture.count()
    assert count.states == count.solvable == factorial(9) // 2


def test_a_picture_is_solved_as_the_best_of_all_ways_to_tell_its_tiles_apart() -> None:
    rng = Random(3)
    picture = GraphTiles.board(4, 2, (1, 1, 1, 2, 2, 3, 3, 0))
    reached = component(picture)
    assert len(reached) == picture.count().solvable == 8 * factorial(7) // 24
    for state in rng.sample(sorted(reached), 40):
        solution = picture.optimal(state)
        assert len(solution) == reached[state]
        assert replay(picture, state, solution.moves) == picture.goal
        quick = picture.solve(state)
        assert quick.lower_bound <= reached[state] <= len(quick)
        assert replay(picture, state, quick.moves) == picture.goal


@pytest.mark.parametrize("size", [(2, 2), (10, 10), (20, 24)])
def test_pictures_of_any_size_are_solved_at_once(size: tuple[int, int]) -> None:
    rng = Random(5)
    cells = size[0] * size[1]
    tiles = [rng.randrange(1, 3) for _ in range(cells - 1)]
    tiles.insert(rng.randrange(cells), 0)
    picture = GraphTiles.board(*size, tiles)
    for _ in range(3):
        state = picture.scramble(rng)
        end = moves.replay(size[0], state, picture.solve(state).moves)
        assert end == picture.goal


def test_scrambles_are_uniform_over_the_solvable_states() -> None:
    rng = Random(4)
    for puzzle in (
        GraphTiles(*GRAPHS["bow tie"]),
        GraphTiles(*GRAPHS["diamond"]),
        GraphTiles(5, [*GRAPHS["cycle"][1][:3], (3, 4), (4, 0)], (1, 2, 1, 2, 0)),
        GraphTiles.board(3, 2, (1, 1, 1, 2, 2, 0)),
        GraphTiles.board(2, 2),
    ):
        reached = component(puzzle)
        drawn = Counter(puzzle.scramble(rng) for _ in range(100 * len(reached)))
        assert set(drawn) == set(reached)
        assert all(40 < count < 180 for count in drawn.values())
    theta = GraphTiles(7, THETA)
    assert all(theta.obstruction(theta.scramble(rng)) is None for _ in range(50))


def test_levels_and_distances_are_of_the_same_states() -> None:
    for puzzle in (GraphTiles.board(3, 3, dead=(4,)), GraphTiles(*GRAPHS["diamond"])):
        levels = list(puzzle.levels())
        assert tuple(map(len, levels)) == puzzle.distances()
        assert {state for level in levels for state in level} == set(component(puzzle))


def test_long_graphs_need_no_recursion() -> None:
    path = GraphTiles(3000, [(vertex, vertex + 1) for vertex in range(2999)])
    assert path.obstruction((0, *range(1, 3000))) is None
    cycle = GraphTiles(3000, [(vertex, (vertex + 1) % 3000) for vertex in range(3000)])
    assert cycle.obstruction((*range(2, 3000), 1, 0)) is None
    assert cycle.count().solvable == 3000 * 2999
    assert neighbours_of([(0, 1)]) == {0: [1], 1: [0]}


@pytest.mark.slow
def test_limits_return_a_bound() -> None:
    holed = GraphTiles.board(4, 4, dead=(5,))
    state = holed.scramble(Random(1))
    for limits in ({"progress": lambda event: event.lower_bound < 12}, {"seconds": 0.05}):
        with pytest.raises(BudgetExceededError) as error:
            holed.optimal(state, **limits)
        assert error.value.lower_bound >= 1
    picture = GraphTiles.board(4, 4, (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 0))
    state = picture.scramble(Random(1))
    with pytest.raises(BudgetExceededError) as error:
        picture.optimal(state, progress=lambda event: event.lower_bound < 12)
    assert error.value.lower_bound >= 12
    assert error.value.best is not None
    assert replay(picture, state, error.value.best.moves) == picture.goal


def test_a_look_at_the_clock_comes_after_so_many_states_however_many_links_a_vertex_has() -> None:
    n, seen = 60, list[int]()
    complete = GraphTiles(n, [(a, b) for a in range(n) for b in range(a)])
    budget = Budget(9.5, progress=lambda event: seen.append(event.nodes), clock=map(float, count()).__next__)
    with pytest.raises(BudgetExceededError, match="in time"):  # each look takes a second
        complete.optimal(complete.scramble(Random(1)), budget=budget)
    assert seen[-1] < 11 * bidirectional.CELLS_PER_BUDGET_CHECK // n


def test_the_states_of_a_level_are_written_with_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bidirectional, "CELLS_PER_BUDGET_CHECK", 25)
    budget = Budget()
    states = bidirectional.watched([bytes(range(25))] * 3, budget)
    assert next(states) == bytes(range(25))
    budget.cancel()
    with pytest.raises(BudgetExceededError):
        next(states)


def test_what_is_no_graph_or_no_state_is_refused() -> None:
    for vertices, edges, goal in (
        (3, [(0, 1)], None),
        (2, [(0, 0)], None),
        (2, [(0, 2)], None),
        (0, [], None),
        (2, [(0, 1)], (1, 2)),
        (2, [(0, 1)], (1, 0, 0)),
    ):
        with pytest.raises(PuzzleError):
            GraphTiles(vertices, edges, goal)
    puzzle = GraphTiles(3, [(0, 1), (1, 2)])
    assert puzzle.parse("1, _ 2") == (1, 0, 2)
    assert puzzle.format((1, 0, 2)) == "1,0,2"
    for wrong in ("1,2", "1,1,0", "3,1,0"):
        with pytest.raises(PuzzleError):
            puzzle.parse(wrong)
    with pytest.raises(NotationError) as error:
        puzzle.parse("1,x,0")
    assert error.value.column == 3
    with pytest.raises(IllegalMoveError):
        puzzle.apply((1, 2, 0), 0)


def test_a_place_is_chosen_as_often_as_its_weight_says() -> None:
    for weights in ([3], [0, 2, 0, 5, 1, 0], [1] * 200):
        places = [place for place, weight in enumerate(weights) for _ in range(weight)]
        assert [orbits.chosen(weights, number) for number in range(sum(weights))] == places
