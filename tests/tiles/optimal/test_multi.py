from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.puzzle import State, replay
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import ida, multi
from solvable.tiles.optimal.incumbent import Incumbent
from solvable.tiles.pdb import labels
from solvable.tiles.pdb.labels import Collection, Labelling
from solvable.tiles.symmetry import Frame


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        place = tmp_path_factory.mktemp("tables")
        patch.setenv("SOLVABLE_CACHE", str(place))
        yield place


LABELLINGS = (
    Labelling(3, (-1, 0, 0, 1, 1, 1, 2, 2, 3)),
    Labelling(3, (0, 1, 1, -1, 2, 2)),
    Labelling(4, (0, 0, 0, 1, 1, -1, 1, 1)),
    Labelling(2, (0, 0, 0, 1, 1, -1, 1, 1)),
    Labelling(6, (-1, *[0] * 14, 1, 1, 1)),  # more than 16 cells
)


@pytest.mark.parametrize("labelling", LABELLINGS, ids=lambda labelling: str(labelling.labels))
def test_labelled_tables_equal_their_reference(labelling: Labelling) -> None:
    frame = Frame(labelling.width, len(labelling.labels) // labelling.width, labelling.labels.index(-1))
    table = labels.make(Collection("", frame, (labelling,), ((0, False),)))
    words = labels.distances(frame, table)
    known = labels.codes(labelling.symbols, labelling.bits)
    distances = labels.reference(labelling)
    assert len(distances) == labelling.states
    for board, distance in distances.items():
        code = labels.code_of([label for label in board if label >= 0], labelling.bits)
        assert words[labels.rank(code, known)] >> 2 * board.index(-1) & 3 == distance % 3


@pytest.mark.parametrize("labelling", LABELLINGS[:4], ids=lambda labelling: str(labelling.labels))
def test_the_verifier_finds_every_wrong_entry(labelling: Labelling) -> None:
    frame = Frame(labelling.width, len(labelling.labels) // labelling.width, labelling.labels.index(-1))
    collection = Collection("", frame, (labelling,), ((0, False),))
    table = labels.make(collection)
    assert labels.wrong(collection, table) == ""
    rng = Random(5)
    for _ in range(20):
        rank, cell = rng.randrange(labelling.ranks), rng.randrange(frame.cells)
        broken = labels.distances(frame, memoryview(bytearray(table)).cast("Q"))
        broken[rank] ^= rng.choice((1, 2, 3)) << 2 * cell
        assert "wrong entry" in labels.wrong(collection, broken) or "not at distance 0" in labels.wrong(
            collection, broken
        )


@pytest.mark.parametrize("labelling", LABELLINGS, ids=lambda labelling: str(labelling.labels))
def test_codes_are_ranked_as_the_reference_ranks_them(labelling: Labelling) -> None:
    symbols, bits = labelling.symbols, labelling.bits
    assert labels.codes(symbols, bits) == labels.codes_reference(symbols, bits)


def distances(puzzle: SlidingTiles) -> dict[State, int]:
    """All states and their distances, breadth-first from the goal."""
    found, layer = {puzzle.goal: 0}, [puzzle.goal]
    while layer:
        after = [puzzle.apply(state, move) for state in layer for move in puzzle.moves(state)]
        further = found[layer[0]] + 1
        layer = [*dict.fromkeys(state for state in after if state not in found)]
        found.update(dict.fromkeys(layer, further))
    return found


def goal(width: int, height: int, home: int, rng: Random) -> State:
    tiles = rng.sample(range(1, width * height), width * height - 1)
    return (*tiles[:home], 0, *tiles[home:])


@pytest.mark.slow
@pytest.mark.parametrize("width,height", [(1, 4), (4, 1), (2, 2), (3, 2), (2, 3)])
def test_every_state_of_a_small_board_with_any_goal(width: int, height: int) -> None:
    rng = Random(1)
    for home in range(width * height):
        puzzle = SlidingTiles(width, height, metric="mtm", goal=goal(width, height, home, rng))
        for state, distance in distances(puzzle).items():
            found = ida.search(puzzle, state, Budget())
            assert replay(puzzle, state, found.moves) == puzzle.goal
            assert len(found.moves) == found.lower_bound == distance


@pytest.mark.slow
@pytest.mark.parametrize("width,height,home", [(4, 2, 1), (2, 4, 7)])
def test_distances_of_a_board_of_eight_cells(width: int, height: int, home: int) -> None:
    rng = Random(2)
    puzzle = SlidingTiles(width, height, metric="mtm", goal=goal(width, height, home, rng))
    for state, distance in rng.sample(sorted(distances(puzzle).items()), 300):
        assert len(ida.search(puzzle, state, Budget()).moves) == distance


def test_farthest_states_have_their_known_distance(
    histograms: dict[tuple[int, int, int, str], tuple[int, ...]],
    antipodes: list[tuple[tuple[int, int, int, str], State]],
) -> None:
    for (width, height, home, metric), state in antipodes:
        if metric == "mtm" and width * height <= 9:
            goal = [*range(1, width * height)]
            goal.insert(home, 0)
            puzzle = SlidingTiles(width, height, metric="mtm", goal=tuple(goal))
            found = ida.search(puzzle, state, Budget())
            assert replay(puzzle, state, found.moves) == puzzle.goal
            assert len(found.moves) == len(histograms[width, height, home, metric]) - 1


@pytest.mark.slow
@pytest.mark.parametrize("width,height,steps", [(3, 4, 0), (4, 4, 14), (5, 3, 0), (3, 6, 8), (5, 5, 6), (6, 6, 4)])
def test_other_shapes_agree_with_the_plain_search(width: int, height: int, steps: int) -> None:
    rng = Random(3)
    puzzle = SlidingTiles(width, height, metric="mtm", goal="spiral" if width != height else "blank-last")
    small = labels.named("4x4-mtm-small") if width * height == 16 else None
    for _ in range(2):
        state = puzzle.scramble(rng) if not steps else puzzle.goal
        for _ in range(steps):
            state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
        found = ida.search(puzzle, state, Budget(), tables=small)
        assert replay(puzzle, state, found.moves) == puzzle.goal
        assert len(found.moves) == found.lower_bound
        if steps:
            assert len(found.moves) <= steps
            known = Incumbent(puzzle, state, Budget())
            assert found.lower_bound == next(ida._plainly(puzzle, state, known)).lower_bound
        assert len(ida.search(puzzle, state, tables=small, budget=Budget(workers=2)).moves) == found.lower_bound


def test_all_shortest_solutions_are_found_once() -> None:
    puzzle = SlidingTiles(3, 2, metric="mtm")
    near = distances(puzzle)
    ways: Counter[State] = Counter({puzzle.goal: 1})
    for state, distance in sorted(near.items(), key=lambda item: item[1]):
        for move in puzzle.moves(state):
            if near[puzzle.apply(state, move)] == distance - 1:
                ways[state] += ways[puzzle.apply(state, move)]
    for state in near:
        found = [solution.moves for solution in ida.optimal_solutions(puzzle, state, Budget())]
        assert len(found) == len(set(found)) == ways[state]
        assert all(replay(puzzle, state, moves) == puzzle.goal for moves in found)


@pytest.mark.slow
def test_labels_alone_may_look_solved() -> None:
    """All tiles of one label: every board is at distance 0 of the labels once the blank is home."""
    frame = Frame(3, 3, 0)
    blind = Collection("blind", frame, (Labelling(3, (-1, *[0] * 8)),), ((0, False), (0, True)))
    puzzle = SlidingTiles(3, 3, metric="mtm", goal="blank-first")
    near = distances(puzzle)
    for state in Random(4).sample([state for state, distance in near.items() if distance < 9], 8):
        assert len(ida.search(puzzle, state, Budget(), tables=blind).moves) == near[state]


@pytest.mark.parametrize("name", ["", "4x4", "3x4-mtm", "9x9-mtm", "x-mtm", "4x4@16-mtm"])
def test_a_name_that_means_no_table_is_refused(name: str) -> None:
    with pytest.raises(PuzzleError, match="unknown table"):
        labels.named(name)


def test_sizes_of_the_named_tables() -> None:
    big = labels.named("4x4-mtm")
    assert [labelling.ranks for labelling in big.labellings] == [15_765_750, 9_459_450]
    assert big.bytes < 110_000_000
    assert labels.named("4x4-mtm-small").bytes == 2 * 756_756 * 4


def test_a_cancelled_search_says_what_is_proved() -> None:
    puzzle = SlidingTiles(4, 4, metric="mtm")
    far = (0, 12, 8, 4, 15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1)
    small = labels.named("4x4-mtm-small")
    ida.search(puzzle, puzzle.apply(puzzle.goal, 14), Budget(), tables=small)  # now they are built
    with pytest.raises(BudgetExceededError) as caught:
        ida.search(puzzle, far, tables=small, budget=Budget(progress=lambda *_: False))
    best = caught.value.best
    assert best is not None
    assert 20 < caught.value.lower_bound <= 43 <= len(best.moves)
    assert replay(puzzle, far, best.moves) == puzzle.goal


def test_a_search_cancelled_while_tables_are_built_has_a_bound() -> None:
    known = Incumbent(SlidingTiles(3, 3), (8, 6, 7, 2, 5, 4, 3, 0, 1), Budget(progress=lambda *_: False))
    with pytest.raises(BudgetExceededError) as caught:
        known.building(0, 0)
    assert caught.value.lower_bound >= 21  # the Manhattan distance


def test_the_loaded_collections_are_few() -> None:
    for frame in (Frame(3, 2, 0), Frame(2, 2, 0), Frame(3, 3, 0)):
        multi.load(labels.fitting(frame))
    assert len(multi._loaded) <= multi.COLLECTIONS_CACHED_MAX
