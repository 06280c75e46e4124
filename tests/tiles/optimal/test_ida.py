import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from tests.spent import spent

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, UnsolvableError
from solvable.core.puzzle import Event, State, replay
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import ida, lookups
from solvable.tiles.optimal.incumbent import Incumbent
from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.partitions import Pair, Partition, Tier
from solvable.tiles.symmetry import Frame

FIFTEEN = SlidingTiles(4, 4, goal="blank-first")


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLVABLE_CACHE", str(tmp_path_factory.mktemp("tables")))
        yield


def check(puzzle: SlidingTiles, state: State, found: ida.Result, length: int) -> None:
    assert replay(puzzle, state, found.moves) == puzzle.goal
    assert len(found.moves) == found.lower_bound == length


def distances(puzzle: SlidingTiles) -> dict[State, int]:
    """All states and their distances, breadth-first from the goal: moves can be undone."""
    found = {puzzle.goal: 0}
    layer = [puzzle.goal]
    while layer:
        after = [puzzle.apply(state, move) for state in layer for move in puzzle.moves(state)]
        layer = [*dict.fromkeys(state for state in after if state not in found)]
        found.update(dict.fromkeys(layer, max(found.values()) + 1 if layer else 0))
    return found


def goals(width: int, height: int) -> Iterator[State]:
    """A goal with the blank on each cell, the tiles in a random order."""
    rng = Random(width * 10 + height)
    for home in range(width * height):
        tiles = rng.sample(range(1, width * height), width * height - 1)
        tiles.insert(home, 0)
        yield tuple(tiles)


@pytest.mark.slow
@pytest.mark.parametrize("width,height", [(1, 4), (4, 1), (2, 2), (3, 2), (2, 3)])
def test_every_state_of_a_small_board_with_any_goal(width: int, height: int) -> None:
    for goal in goals(width, height):
        puzzle = SlidingTiles(width, height, goal=goal)
        for state, distance in distances(puzzle).items():
            check(puzzle, state, ida.search(puzzle, state, Budget()), distance)


@pytest.mark.parametrize("width,height", [(4, 2), (2, 4)])
def test_every_distance_of_a_board_of_eight_cells(width: int, height: int) -> None:
    puzzle = SlidingTiles(width, height, goal=next(goals(width, height)))
    rng = Random(5)
    for state, distance in rng.sample(sorted(distances(puzzle).items()), 500):
        check(puzzle, state, ida.search(puzzle, state, Budget()), distance)


def test_farthest_states_have_their_known_distance(
    histograms: dict[tuple[int, int, int, str], tuple[int, ...]],
    antipodes: list[tuple[tuple[int, int, int, str], State]],
) -> None:
    for (width, height, home, metric), state in antipodes:
        if metric == "stm" and (width, height) not in ((6, 2), (2, 6)):
            goal = [*range(1, width * height)]
            goal.insert(home, 0)
            puzzle = SlidingTiles(width, height, goal=tuple(goal))
            check(puzzle, state, ida.search(puzzle, state, Budget()), len(histograms[width, height, home, metric]) - 1)


TWINS = (
    Tier("twin", Frame(3, 3, 0), (((1, 2, 3), (4, 5), (6, 7, 8)),), images=2),
    Tier("twins", Frame(3, 3, 0), (((1, 2, 3), (4, 5), (6, 7, 8)), ((1, 3, 6), (2, 5), (4, 7, 8))), images=2),
    Tier("strip", Frame(4, 2, 1), (((0, 2, 3), (4, 5), (6, 7)),), images=1),
    Tier("middle", Frame(3, 3, 4), (((0, 1, 2), (3, 5), (6, 7, 8)),), images=2),
)


@pytest.mark.slow
@pytest.mark.parametrize("tier", TWINS, ids=lambda tier: tier.name)
def test_the_kernel_generates_exactly_the_nodes_of_its_reference(tier: Tier) -> None:
    frame = tier.frame
    goal = [*range(1, frame.cells)]
    goal.insert(frame.home, 0)
    puzzle = SlidingTiles(frame.width, frame.height, goal=tuple(goal))
    rng = Random(6)
    for _ in range(5):
        state = puzzle.scramble(rng)
        assert ida.search(puzzle, state, Budget(), tables=tier) == ida.search_reference(puzzle, state, tier)


def by_size(frame: Frame, size: int, number: int) -> Partition:
    """A partition into patterns of so many tiles, another one for each number."""
    tiles = [*frame.tiles]
    tiles = tiles[number:] + tiles[:number]
    return tuple(tuple(sorted(tiles[i : i + size])) for i in range(0, len(tiles), size))


SHAPES = ((4, 3, 2, 3), (4, 3, 2, 4), (5, 4, 1, 1), (5, 4, 1, 3), (5, 5, 1, 1), (5, 5, 1, 2), (6, 6, 1, 1))


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "size", "lookups"), SHAPES)
def test_rows_of_every_shape_are_searched_alike(width: int, height: int, size: int, lookups: int) -> None:
    """One to four look-ups, boards of one to five words, regions of 32 bits and of 64: the nodes of the reference."""
    frame = Frame(width, height, 0)
    parts = tuple(by_size(frame, size, number) for number in range(lookups))
    tier = Tier(f"{width}x{height}-by-{size}-{lookups}", frame, parts, images=1)
    puzzle = SlidingTiles(width, height, goal=tuple(range(frame.cells)))
    rng = Random(lookups)
    for steps in (1, 12):
        state, before = puzzle.goal, -1
        for _ in range(steps):
            move = rng.choice([move for move in puzzle.moves(state) if state.index(move) != before])
            before, state = state.index(0), puzzle.apply(state, move)
        assert ida.search(puzzle, state, Budget(), tables=tier) == ida.search_reference(puzzle, state, tier)


PAIRED = (
    (Frame(3, 3, 0), (((1, 2, 3), (4, 5), (6, 7, 8)), ((1, 4, 7), (2, 3), (5, 6, 8)))),
    (Frame(3, 3, 4), (((0, 1, 2), (3, 5), (6, 7, 8)), ((0, 3, 6), (1, 2), (5, 7, 8)))),
    (Frame(4, 2, 1), (((0, 2, 3), (4, 5), (6, 7)), ((0, 4, 5), (2, 3), (6, 7)))),
)


@pytest.mark.slow
@pytest.mark.parametrize(("frame", "both"), PAIRED)
def test_pairs_of_partitions_find_shortest_solutions_and_have_a_reference(
    frame: Frame, both: tuple[Partition, Partition]
) -> None:
    """As they are and as the mirror sees them, of one tier's tables and of two's; the first may be the mirrored one."""
    goal = [*range(1, frame.cells)]
    goal.insert(frame.home, 0)
    puzzle = SlidingTiles(frame.width, frame.height, goal=tuple(goal))
    images = min(2, len(frame.symmetries()))
    tiers = [Tier(f"pair{i}@{frame.home}", frame, (partition,), images) for i, partition in enumerate(both)]
    looks = [look for tier in tiers for look in tier.looks]
    rng = Random(7)
    for two in permutations(looks, 2):
        pair = Pair(two)
        for _ in range(3):
            state = puzzle.scramble(rng)
            found = ida.search(puzzle, state, Budget(), tables=pair)
            check(puzzle, state, found, ida.search(puzzle, state, Budget()).lower_bound)
            assert found == ida.search_reference(puzzle, state, pair)


@pytest.mark.slow
def test_korfs_hundred_15_puzzles(korf100: list[tuple[int, int, State]]) -> None:
    for length, _, state in korf100:
        check(FIFTEEN, state, ida.search(FIFTEEN, state, Budget()), length)


@pytest.mark.slow
def test_the_goal_may_turn(korf100: list[tuple[int, int, State]]) -> None:
    last = SlidingTiles(4, 4)
    for length, _, state in korf100[:10]:
        turned = tuple((16 - tile) % 16 for tile in reversed(state))
        check(last, turned, ida.search(last, turned, Budget()), length)


def test_two_workers_find_the_same_lengths(korf100: list[tuple[int, int, State]]) -> None:
    for length, _, state in korf100[:20]:
        check(FIFTEEN, state, ida.search(FIFTEEN, state, budget=Budget(workers=2)), length)


@pytest.mark.slow
@pytest.mark.parametrize("width,height,steps", [(5, 3, 0), (3, 6, 20), (8, 2, 24), (4, 5, 22), (5, 6, 12)])
def test_other_shapes(width: int, height: int, steps: int) -> None:
    rng = Random(7)
    name = {15: "5x3-6611", 18: "6x3-5552", 16: "8x2-555", 20: "5x4-5554", 30: "6x5-44444441"}[width * height]
    puzzle = SlidingTiles(width, height)
    for _ in range(3):
        state = puzzle.goal
        for _ in range(steps):
            state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
        if not steps:
            state = puzzle.scramble(rng)
        found = ida.search(puzzle, state, Budget(), tables=partitions.named(name))
        assert replay(puzzle, state, found.moves) == puzzle.goal
        other = ida.search(puzzle, state, tables=partitions.named(name), budget=Budget(workers=2))
        assert len(found.moves) == found.lower_bound == other.lower_bound
        if steps:
            plain = next(ida._plainly(puzzle, state, Incumbent(puzzle, state, Budget())))
            assert found.lower_bound == plain.lower_bound


def test_a_board_too_large_for_tables() -> None:
    puzzle = SlidingTiles(7, 7)
    state = puzzle.goal
    rng = Random(8)
    for _ in range(12):
        state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
    found = ida.search(puzzle, state, Budget())
    assert replay(puzzle, state, found.moves) == puzzle.goal
    assert len(found.moves) == found.lower_bound <= 12


@pytest.mark.parametrize("width,height", [(1, 3), (2, 2), (3, 2)])
def test_all_shortest_solutions_are_found_once(width: int, height: int) -> None:
    puzzle = SlidingTiles(width, height)
    near = distances(puzzle)
    ways: Counter[State] = Counter({puzzle.goal: 1})
    for state, distance in sorted(near.items(), key=lambda item: item[1]):
        for move in puzzle.moves(state):
            if near[puzzle.apply(state, move)] == distance - 1:
                ways[state] += ways[puzzle.apply(state, move)]
    for state, distance in near.items():
        found = [solution.moves for solution in ida.optimal_solutions(puzzle, state, Budget())]
        assert len(found) == len(set(found)) == ways[state]
        assert all(replay(puzzle, state, moves) == puzzle.goal and len(moves) == distance for moves in found)


def test_nothing_to_do() -> None:
    found = ida.search(FIFTEEN, FIFTEEN.goal, Budget())
    assert (found.moves, found.lower_bound, found.nodes) == ((), 0, 0)
    assert [solution.moves for solution in ida.optimal_solutions(FIFTEEN, FIFTEEN.goal, Budget())] == [()]


def test_a_solved_board_needs_no_kernel() -> None:
    program = (
        "import sys, solvable\n"
        "for puzzle in (solvable.SlidingTiles(4, 4), solvable.SlidingTiles(3, 3, metric='mtm')):\n"
        "    assert puzzle.optimal(puzzle.goal).moves == ()\n"
        "    assert [each.moves for each in puzzle.optimal_solutions(puzzle.goal)] == [()]\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_unsolvable_boards_are_refused_with_the_proof() -> None:
    state = (0, 2, 1, *range(3, 16))
    with pytest.raises(UnsolvableError):
        FIFTEEN.optimal(state)
    with pytest.raises(UnsolvableError):
        next(ida.optimal_solutions(FIFTEEN, state, Budget()))


HARD = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)  # one of the 17 farthest: 80 moves


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_limit_gives_the_proved_bound_and_a_valid_solution(workers: int) -> None:
    lookups.load(partitions.named("4x4-663"))
    begun = spent()
    with pytest.raises(BudgetExceededError) as caught:
        FIFTEEN.optimal(HARD, seconds=0.3, workers=workers)
    assert spent() - begun < 10
    best = caught.value.best
    assert best is not None
    assert 50 < caught.value.lower_bound == best.lower_bound <= 80 <= len(best.moves)
    assert replay(FIFTEEN, HARD, best.moves) == FIFTEEN.goal


def test_a_proof_that_overruns_leaves_time_for_a_short_solution() -> None:
    puzzle = SlidingTiles(6, 6)
    state = puzzle.scramble(Random(1))
    known = Incumbent(puzzle, state, Budget(0.1))
    known.budget.keep(100)
    with pytest.raises(BudgetExceededError, match=r"no proof within 0\.\d+ seconds") as caught:
        known.tick(0)
    assert caught.value.best is not None
    assert replay(puzzle, state, caught.value.best.moves) == puzzle.goal
    assert len(caught.value.best.moves) < len(puzzle.solve(state)) / 2


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_sees_bounds_and_nodes_and_may_cancel(workers: int) -> None:
    seen = []

    def progress(event: Event) -> bool:
        seen.append((event.lower_bound, event.best, event.nodes))
        return len(seen) < 5

    with pytest.raises(BudgetExceededError, match="cancelled"):
        FIFTEEN.optimal(HARD, progress=progress, workers=workers)
    assert len(seen) == 5
    assert seen == sorted(seen, key=lambda row: (row[0], row[2]))


def test_an_interrupt_stops_all_workers() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    for workers in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            FIFTEEN.optimal(HARD, progress=interrupt, workers=workers)


@pytest.mark.slow
def test_boards_too_large_for_a_proof_are_told_their_bound_at_once() -> None:
    puzzle = SlidingTiles(20, 20)
    state = puzzle.scramble(Random(1))
    with pytest.raises(BudgetExceededError) as caught:
        ida.search(puzzle, state, Budget())
    best = caught.value.best
    assert best is not None
    assert 0 < caught.value.lower_bound <= len(best.moves) < len(puzzle.solve(state))
