"""Some solution of every solvable state, on any graph: replayed, compared with all states, and within its bounds."""

from itertools import combinations, pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.solution import Solution, State
from solvable.tiles.graphs import blocks, short
from solvable.tiles.graphs.board import GraphTiles
from solvable.tiles.graphs.pebbles import construct, threes
from solvable.tiles.graphs.pebbles.ears import FEW, ears, is_joined, odd_cycle
from solvable.tiles.suboptimal import plain

Edges = list[tuple[int, int]]


def theta(*between: int) -> tuple[int, Edges]:
    """Return paths between the vertices 0 and 1 with so many vertices each."""
    edges, first = [], 2
    for count in between:
        path = [0, *range(first, first + count), 1]
        edges += list(pairwise(path))
        first += count
    return first, edges


def shuffled(vertices: int, edges: Edges, rng: Random) -> GraphTiles:
    names = list(range(vertices))
    rng.shuffle(names)
    return GraphTiles(vertices, [(names[a], names[b]) for a, b in edges])


@st.composite
def graphs(draw: st.DrawFn) -> GraphTiles:
    """Connected graphs, of trees to dense ones, with blocks of all kinds; some of their tiles may be alike."""
    rng = Random(draw(st.integers(0, 10**9)))
    size = draw(st.integers(2, 24))
    edges = {(rng.randrange(max(0, vertex - draw(st.integers(1, 6))), vertex), vertex) for vertex in range(1, size)}
    for _ in range(draw(st.integers(0, size))):
        a = rng.randrange(size)
        b = min(size - 1, a + rng.randrange(1, 9))
        edges |= {(a, b)} if a != b else set()
    labels = [1 + rng.randrange(size) for _ in range(size - 1)] if draw(st.booleans()) else list(range(1, size))
    goal = [*labels, 0]
    rng.shuffle(goal)
    return GraphTiles(size, edges, goal)


def some(puzzle: GraphTiles, state: State) -> Solution:
    """Return what `construct` finds, also where the puzzle is so small that `solve` searches."""
    way = puzzle.walk(state.index(0), puzzle.goal.index(0))
    moves = construct.solve(puzzle.neighbours, state, way, puzzle.comparisons(state))
    return Solution(moves, short.Task(puzzle.neighbours, state, puzzle.goal).bound)


def task_of(puzzle: GraphTiles, state: State) -> short.Task:
    """Return the task of a board with holes, which have a label of their own."""
    spare = max(puzzle.goal) + 1
    start, goal = (tuple(spare if label < 0 else label for label in each) for each in (state, puzzle.goal))
    return short.Task(puzzle.neighbours, start, goal, puzzle.width, puzzle.dead)


def check(puzzle: GraphTiles, seed: int) -> int:
    state = puzzle.scramble(Random(seed))
    solution = puzzle.solve(state) if puzzle.dead else some(puzzle, state)
    assert puzzle.apply_all(state, solution.moves) == puzzle.goal
    assert solution.lower_bound <= len(solution)
    assert all(a != b for a, b in zip(solution.moves, solution.moves[2:], strict=False))  # none straight back
    return len(solution)


@pytest.mark.slow
@given(graphs(), st.integers(0, 9))
@settings(max_examples=150, deadline=None)
def test_every_solvable_state_of_any_graph_is_solved(puzzle: GraphTiles, seed: int) -> None:
    check(puzzle, seed)


@pytest.mark.slow
@pytest.mark.parametrize("between", [(1, 2, 2), (0, 1, 2), (0, 1, 3), (1, 1, 2), (0, 2, 2)], ids=str)
def test_all_states_of_small_blocks(between: tuple[int, ...]) -> None:
    puzzle = GraphTiles(*theta(*between))
    solved = 0
    for state in permutations(range(puzzle.vertices)):
        if puzzle.obstruction(state) is None:
            assert puzzle.apply_all(state, some(puzzle, state).moves) == puzzle.goal
            solved += 1
    assert solved == puzzle.count().solvable


LONG = [
    (a, b, sum_ - a - b)
    for sum_ in range(7, 14)
    for a in range(sum_)
    for b in range(max(a, 1), sum_)
    if sum_ - a - b >= b
]  # of 9 to 15 vertices: which turns of three there are depends on which paths are odd, and how short they are


@pytest.mark.slow
@pytest.mark.parametrize("between", LONG, ids=str)
def test_long_cycles_are_sorted_by_threes(between: tuple[int, int, int]) -> None:
    rng = Random(str(between))
    puzzle = shuffled(*theta(*between), rng)
    assert len(ears(dict(enumerate(puzzle.neighbours)), puzzle.goal.index(0))[1]) == puzzle.vertices
    check(puzzle, rng.randrange(100))


@pytest.mark.parametrize("between", [(1, 2, 4), (3, 3, 3), (0, 4, 5), (2, 3, 4)], ids=str)
def test_a_turn_of_three_turns_any_three(between: tuple[int, ...]) -> None:
    vertices, edges = theta(*between)
    puzzle = GraphTiles(vertices, edges)
    entry = puzzle.goal.index(0)
    rounds = list(threes.walks_round(puzzle.neighbours, entry))
    turns = threes.Turns(threes.turn_of_three(rounds), [*rounds, *(~walk for walk in rounds)])
    for places in permutations([vertex for vertex in range(vertices) if vertex != entry], 3):
        walk = turns.of(places)
        a, b, c = places
        moves = [vertex for part in walk.parts for vertex in part]
        assert threes.walked(vertices, entry, moves).effect == walk.effect
        assert {place: end for place, end in enumerate(walk.effect) if place != end} == {a: b, b: c, c: a}


@pytest.mark.slow
def test_a_cycle_is_turned_the_shorter_way_and_never_more_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    n = 1500
    puzzle = GraphTiles(n, [(vertex, (vertex + 1) % n) for vertex in range(n)])
    for places in (1, 700, 760, n - 2):
        state = (*puzzle.goal[places:-1], *puzzle.goal[:places], 0)
        solution = puzzle.solve(state)
        assert puzzle.apply_all(state, solution.moves) == puzzle.goal
        assert len(solution) == n * min(places, n - 1 - places)
    monkeypatch.setenv("SOLVABLE_MEMORY", "1M")
    with pytest.raises(BudgetExceededError, match="more than 1048576 moves, too many to keep"):
        puzzle.solve((*puzzle.goal[700:-1], *puzzle.goal[:700], 0))


def test_cycles_that_are_too_long_are_told() -> None:
    puzzle = GraphTiles(*theta(40, 40, 40))
    state = puzzle.scramble(Random(1))
    with pytest.raises(BudgetExceededError, match="cycles of 122 cells are too long"):
        puzzle.solve(state)
    with pytest.raises(BudgetExceededError) as stopped:
        puzzle.optimal(state, seconds=0.2)
    assert stopped.value.best is None
    assert stopped.value.lower_bound > 1


@given(graphs())
@settings(max_examples=150, deadline=None)
def test_what_ears_leave_keeps_the_freedom_of_the_block(puzzle: GraphTiles) -> None:
    for block, entry in puzzle.entries(puzzle.goal.index(0)):
        if block.kind not in (blocks.EVEN, blocks.ALL):
            continue
        links = {vertex: set(others) for vertex, others in blocks.neighbours_of(block.edges).items()}
        found, rest = ears(links, entry)
        left = set(block.vertices)
        for ear in found:
            left -= set(ear.inner)
            assert set(ear.ends) <= left
            path = [ear.ends[0], *ear.inner, ear.ends[1]]
            assert all(b in links[a] for a, b in pairwise(path))
            inside = {vertex: links[vertex] & left for vertex in left}
            assert two_connected(inside)
        assert left == rest and entry in rest
        inside = {vertex: links[vertex] & rest for vertex in rest}
        assert blocks.kind_of(inside) == block.kind or (len(block.vertices) <= FEW and rest == set(block.vertices))


def two_connected(links: dict[int, set[int]]) -> bool:
    """Whether the graph stays connected without any one vertex."""
    for gone in links:
        start = next(vertex for vertex in links if vertex != gone)
        seen, frontier = {start}, [start]
        for vertex in frontier:
            for other in links[vertex] - seen - {gone}:
                seen.add(other)
                frontier.append(other)
        if len(seen) < len(links) - 1:
            return False
    return True


@given(graphs())
@settings(max_examples=100, deadline=None)
def test_odd_cycles_and_joined_vertices(puzzle: GraphTiles) -> None:
    links = {vertex: set(others) for vertex, others in enumerate(puzzle.neighbours)}
    assert bool(odd_cycle(links, 0)) != blocks.is_bipartite(puzzle.edges)
    for cycle in [odd_cycle(links, 0)]:
        assert len(cycle) % 2 or not cycle
        assert all(len(links[vertex] & cycle) >= 2 for vertex in cycle)
    for block in puzzle.blocks:
        for a, b in combinations(block.vertices[:6], 2):
            assert is_joined(links, set(), (a, b))
    parts = [set(block.vertices) for block in puzzle.blocks]
    for a, b in combinations(range(min(8, puzzle.vertices)), 2):
        assert is_joined(links, set(), (a, b)) == any({a, b} <= part for part in parts)


@pytest.mark.slow
def test_boards_with_holes_take_about_as_many_moves_as_others() -> None:
    for width, height, dead, most in (
        (4, 4, (), 160),
        (5, 5, (12,), 420),
        (6, 6, (14, 20), 800),
        (10, 10, (55,), 3600),
    ):
        assert check(GraphTiles.board(width, height, dead=dead), 1) <= most
    assert check(GraphTiles.board(30, 30, dead=(40, 41, 100, 500)), 1) <= 4 * 30**3


@pytest.mark.slow
def test_a_limit_gives_the_best_so_far_and_beams_find_shorter_ones() -> None:
    puzzle = GraphTiles.board(5, 5, dead=[12])
    state = puzzle.scramble(Random(3))
    first = puzzle.solve(state)
    with pytest.raises(BudgetExceededError) as stopped:
        puzzle.optimal(state, seconds=0)
    assert isinstance(stopped.value.best, Solution)
    assert len(stopped.value.best) <= len(first)
    for near in (puzzle.near(state, seconds=0.2), short.shorter(task_of(puzzle, state), first, Budget())):
        assert puzzle.apply_all(state, near.moves) == puzzle.goal
        assert near.lower_bound <= len(near) <= len(first)
    assert len(near) < 0.7 * len(first)


@pytest.mark.parametrize(("size", "dead"), [((6, 6), (8, 27)), ((5, 5), (12,)), ((5, 6), (14,))])
def test_boards_with_holes_are_solved_by_the_pair_model(size: tuple[int, int], dead: tuple[int, ...]) -> None:
    puzzle = GraphTiles.board(*size, dead=dead)
    state = puzzle.scramble(Random(3))
    task, first = task_of(puzzle, state), puzzle.solve(state)
    assert task.is_paired and not task_of(puzzle.with_goal([min(label, 3) for label in puzzle.goal]), state).is_paired
    near = short.shorter(task, first, Budget())
    assert puzzle.apply_all(state, near.moves) == puzzle.goal
    assert task.bound <= len(near) < 0.7 * len(first)


@given(graphs(), st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_a_beam_finds_solutions_within_its_limit(puzzle: GraphTiles, seed: int) -> None:
    state = puzzle.scramble(Random(seed))
    task = short.Task(puzzle.neighbours, state, puzzle.goal)
    assert task.steps is not None
    found = plain.beam(
        puzzle.neighbours, task.steps, state, lambda board: tuple(board) == puzzle.goal, 50, 60, Budget()
    )
    if found is not None:
        assert len(found) <= 60
        assert puzzle.apply_all(state, found) == puzzle.goal
        assert task.bound <= len(found)
