"""A board searched from the goal has the same proof and a solution as short; the smaller way is taken where it pays."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from solvable import tables
from solvable.budget import Budget
from solvable.errors import BudgetExceededError
from solvable.puzzle import Event, State, replay
from solvable.shared.crew import Threads
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import checkpoint, ida, lookups, spread, threads, ways
from solvable.tiles.optimal.best_so_far import BestSoFar
from solvable.tiles.optimal.checkpoint import Checkpoint
from solvable.tiles.sheet import Sheet
from solvable.tiles.tables import partitions

PUZZLE = SlidingTiles(4, 3)
BACKWARD = "from the goal to the board"


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the other way be looked at for small boards too, from the first nodes on."""
    monkeypatch.setattr(ways, "FEWEST_CELLS", 0)
    monkeypatch.setattr(ways, "WORTH", 1)
    monkeypatch.setattr(ways, "BYTE", 0)


@pytest.mark.parametrize("goal", ["blank-last", "spiral", "3,1,2,4/5,0,6,7/8,9,11,10"])
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.usefixtures("both")
def test_whichever_way_is_searched_the_answer_is_as_short(
    goal: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = SlidingTiles(4, 3, goal=goal)
    went = 0
    for seed in range(40):
        state = puzzle.scramble(Random(seed))
        found = ida.search(puzzle, state, Budget(workers=workers))
        with monkeypatch.context() as usual:
            usual.setattr(ways, "FEWEST_CELLS", 20)
            assert len(found.moves) == found.lower_bound == ida.search(puzzle, state).lower_bound
        assert replay(puzzle, state, found.moves) == puzzle.goal
        went += BACKWARD in found.method
    assert 0 < went < 40


@pytest.mark.usefixtures("both")
def test_the_way_whose_next_bound_is_smaller_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look costs at most what the last bound has cost, and a slice; whoever was dearer is not taken."""
    monkeypatch.setattr(threads, "SLICE", 100)
    looks = []
    choose = ways.Course.choose

    def watched(self: ways.Course, bound: int) -> None:
        others, way, last, before = len(self.others), self.way, self.costs[-1], self.task.nodes
        expected = ways.expected_of(self.costs)
        choose(self, bound)
        if len(self.others) < others:
            assert self.task.nodes - before <= last + 200
            assert (self.way is not way) == (ways.expected_of(self.costs) < expected)
            looks.append(self.way is not way)

    monkeypatch.setattr(ways.Course, "choose", watched)
    for seed in range(30):
        ida.search(PUZZLE, PUZZLE.scramble(Random(seed)))
    assert 5 < sum(looks) < len(looks) - 3


def test_what_is_expected_of_a_bound_grows_as_it_did() -> None:
    assert ways.expected_of([]) == 0
    assert ways.expected_of([100]) == 100 * ways.USUAL == ways.expected_of([0, 100])
    assert ways.expected_of([7, 100, 400]) == 1600


@pytest.mark.usefixtures("both")
def test_a_crew_looks_at_other_ways_too_and_goes_as_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are given from the first nodes on, and are cut; looks, ways, moves and nodes are those of one worker."""
    monkeypatch.setattr(spread, "HERE", 300)
    monkeypatch.setattr(spread, "slices", lambda _: 1)
    for module in (spread, threads):
        monkeypatch.setattr(module, "SLICE", 200)
    went = 0
    with closing(Threads(2)) as crew:
        for seed in range(20):
            state = PUZZLE.scramble(Random(seed))
            found = ida.search(PUZZLE, state, Budget(crew=crew))
            alone = ida.search(PUZZLE, state)
            assert (found.moves, found.nodes, found.method) == (alone.moves, alone.nodes, alone.method)
            went += BACKWARD in found.method
    assert 0 < went < 20


@pytest.mark.usefixtures("both")
def test_a_second_partition_is_taken_where_it_is_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """As 5 × 5 has one: here a better one of 4 × 3 beside one of small patterns."""
    usual, second = partitions.named("4x3-3332"), partitions.named("4x3-74")
    monkeypatch.setattr(lookups, "fitting", lambda _, hurried=False: usual)
    taken = []

    def seconds(puzzle: Sheet, state: State) -> list[ways.Other]:
        return [ways.Other(puzzle, state, is_backward=False, given=second)]

    monkeypatch.setattr(ways, "others", seconds)
    for seed in range(10):
        state = PUZZLE.scramble(Random(seed))
        found = ida.search(PUZZLE, state)
        assert len(found.moves) == found.lower_bound == ida.search(PUZZLE, state, tables=second).lower_bound
        assert replay(PUZZLE, state, found.moves) == PUZZLE.goal
        taken.append(second.name in found.method)
    assert sum(taken) > 5


def test_the_second_partition_of_24_puzzles_is_tried_either_way_where_it_fits() -> None:
    puzzle = SlidingTiles(5, 5)
    second = partitions.named("5x5-6666b")
    assert sorted(tile for pattern in second.patterns for tile in pattern) == list(range(1, 25))
    corner, middle = puzzle.goal[::-1], (*puzzle.goal[:12], 0, *puzzle.goal[13:24], 13)
    assert [(each.is_backward, each.given) for each in ways.others(puzzle, corner)] == [
        (True, None), (False, second), (True, second),
    ]  # fmt: skip
    assert [(each.is_backward, each.given) for each in ways.others(puzzle, middle)] == [(True, None), (False, second)]


def test_small_boards_lines_of_tiles_and_given_tables_go_one_way() -> None:
    assert ways.others(SlidingTiles(4, 4), SlidingTiles(4, 4).goal) == []
    lines = SlidingTiles(5, 4, metric="mtm")
    assert ways.others(lines, lines.goal) == []
    large = SlidingTiles(5, 4)
    (other,) = ways.others(large, large.scramble(Random(3)))
    assert other.price == ways.BYTE * other.tier.bytes * (not tables.has(other.tier.name))


@pytest.mark.parametrize(("built", "paid", "factor", "looks"), [
    (True, 0.0, 0.0, 1), (False, 0.0, 0.9, 0), (False, 0.0, 1.1, 1), (False, 1.0, 1.1, 0), (False, 1.0, 2.1, 1),
])  # fmt: skip
@pytest.mark.usefixtures("both")
def test_a_table_is_built_where_a_bound_costs_twice_as_much_as_all_that_were(
    built: bool, paid: float, factor: float, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path))
    monkeypatch.setattr(ways, "BYTE", 1.0)
    state = PUZZLE.scramble(Random(2))
    (other,) = ways.others(PUZZLE, state)
    price = other.tier.bytes
    if built:
        monkeypatch.setattr(lookups, "_loaded", {})
        lookups.load(other.tier)
    known = BestSoFar(PUZZLE, state, Budget())
    with closing(ways.Course(known, ways.Other(PUZZLE, state, is_backward=False).way(known), [other])) as course:
        course.paid = paid * price
        course.costs = [0, int((ways.WORTH + ways.GAIN * price * factor) / ways.USUAL) + 1]
        course.choose(course.way.problem.least)
        assert len(course.others) == 1 - looks
        assert course.paid == price * (paid + (looks and not built))


@pytest.mark.usefixtures("both")
def test_a_kept_search_goes_on_the_way_it_went(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "SLICE", 100)
    monkeypatch.setattr(checkpoint, "EVERY", 0)
    went = 0
    for seed in range(12):
        state, path = PUZZLE.scramble(Random(seed)), tmp_path / str(seed)
        whole = ida.search(PUZZLE, state)
        rng, is_over = Random(seed), False
        while not is_over:
            stop = rng.randrange(2, 9)

            def goes_on(_: Event, left: list[int] = [stop]) -> bool:  # noqa: B006  each has its own
                left[0] -= 1
                return left[0] > 0

            try:
                found = ida.search(PUZZLE, state, Budget(progress=goes_on), checkpoint=path)
                is_over = True
            except BudgetExceededError as error:
                kept = Checkpoint(path, BestSoFar(PUZZLE, state, Budget()))
                assert kept.stage is None or kept.stage.bound == error.lower_bound
                went += kept.is_backward
        assert (len(found.moves), found.method) == (whole.lower_bound, whole.method)
        assert replay(PUZZLE, state, found.moves) == PUZZLE.goal
    assert went > 0
