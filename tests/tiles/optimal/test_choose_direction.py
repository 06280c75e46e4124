"""A board searched from the goal has the same proof and a solution as short; the smaller way is taken where it pays."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from solvable.core import disk_cache
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.executor import ThreadExecutor
from solvable.core.puzzle import Event, replay
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import checkpoint, choose_direction, distributed, ida, lookups, parallel, search_worker
from solvable.tiles.optimal.checkpoint import Checkpoint
from solvable.tiles.optimal.incumbent import Incumbent
from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.partitions import Tier
from solvable.tiles.symmetry import Frame

PUZZLE = SlidingTiles(4, 3)
BACKWARD = "from the goal to the board"


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the other way be looked at for small boards too, from the first nodes on."""
    monkeypatch.setattr(choose_direction, "ALTERNATIVE_CELLS_MIN", 0)
    monkeypatch.setattr(choose_direction, "NODES_EXPECTED_MIN", 1)
    monkeypatch.setattr(choose_direction, "NODES_PER_TABLE_BYTE", 0)


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
            usual.setattr(choose_direction, "ALTERNATIVE_CELLS_MIN", 20)
            assert len(found.moves) == found.lower_bound == ida.search(puzzle, state, Budget()).lower_bound
        assert replay(puzzle, state, found.moves) == puzzle.goal
        went += BACKWARD in found.method
    assert 0 < went < 40


@pytest.mark.usefixtures("both")
def test_the_way_whose_next_bound_is_smaller_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look costs at most what the last bound has cost, and a slice; whoever was dearer is not taken."""
    monkeypatch.setattr(parallel, "SLICE", 100)
    looks = []
    choose = choose_direction.IterativeDeepening.choose

    def watched(self: choose_direction.IterativeDeepening, bound: int) -> None:
        others, way, last, before = len(self.alternatives), self.direction, self.costs[-1], self.task.nodes
        expected = choose_direction.expected_of(self.costs)
        choose(self, bound)
        if len(self.alternatives) < others:
            assert self.task.nodes - before <= last + 200
            assert (self.direction is not way) == (choose_direction.expected_of(self.costs) < expected)
            looks.append(self.direction is not way)

    monkeypatch.setattr(choose_direction.IterativeDeepening, "choose", watched)
    for seed in range(30):
        ida.search(PUZZLE, PUZZLE.scramble(Random(seed)), Budget())
    assert 5 < sum(looks) < len(looks) - 3


def test_what_is_expected_of_a_bound_grows_as_it_did() -> None:
    assert choose_direction.expected_of([]) == 0
    assert (
        choose_direction.expected_of([100])
        == 100 * choose_direction.USUAL_GROWTH
        == choose_direction.expected_of([0, 100])
    )
    assert choose_direction.expected_of([7, 100, 400]) == 1600


@pytest.mark.slow
@pytest.mark.usefixtures("both")
@pytest.mark.parametrize("pairs", [False, True])
def test_a_crew_looks_at_other_ways_too_and_goes_as_one_worker(
    pairs: bool, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Parts are given from the first nodes on, and are cut; looks, ways, moves and nodes are those of one worker."""
    if pairs:
        request.getfixturevalue("library")
    monkeypatch.setattr(distributed, "LOCAL_NODES_MAX", 300)
    monkeypatch.setattr(distributed, "slices", lambda _: 1)
    for module in (distributed, parallel):
        monkeypatch.setattr(module, "SLICE", 200)
    went = 0
    with closing(ThreadExecutor(2)) as executor:
        for seed in range(20):
            state = PUZZLE.scramble(Random(seed))
            found = ida.search(PUZZLE, state, Budget(executor=executor))
            alone = ida.search(PUZZLE, state, Budget())
            assert (found.moves, found.nodes, found.method) == (alone.moves, alone.nodes, alone.method)
            went += (" and 4x3" if pairs else BACKWARD) in found.method
    assert 0 < went < (21 if pairs else 20)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> tuple[Tier, ...]:
    """Partitions of 4 × 3, as 5 × 5 has some: the usual one of small patterns, better ones beside it."""
    tiers = tuple(map(partitions.named, ("4x3-3332", "4x3-443", "4x3-74")))
    monkeypatch.setattr(choose_direction, "TABLE_PRICE_FACTOR", 0)
    monkeypatch.setattr(choose_direction, "TRIAL_NODES_MAX", 500)
    monkeypatch.setattr(lookups, "fitting", lambda frame, hurried=False: partitions.named(named(frame, "3332")))
    monkeypatch.setattr(partitions, "library", lambda frame: tuple(map(partitions.named, (
        named(frame, "3332"), named(frame, "443"), named(frame, "74"),
    ))))  # fmt: skip
    return tiers


def named(frame: Frame, sizes: str) -> str:
    """Return the name of a tier of 4 × 3."""
    return "4x3" + (f"@{frame.home}" if frame.home else "") + "-" + sizes


@pytest.mark.usefixtures("both")
def test_a_pair_of_partitions_is_taken_where_it_is_smaller(library: tuple[Tier, ...]) -> None:
    assert library[0].frame == partitions.named("4x3-74").frame
    taken = 0
    for seed in range(20):
        state = PUZZLE.scramble(Random(seed))
        found = ida.search(PUZZLE, state, Budget())
        assert (
            len(found.moves) == found.lower_bound == ida.search(PUZZLE, state, Budget(), tables=library[2]).lower_bound
        )
        assert replay(PUZZLE, state, found.moves) == PUZZLE.goal
        taken += " and 4x3" in found.method
    assert taken > 10


@pytest.mark.usefixtures("both", "library")
def test_a_race_is_won_by_the_pair_that_promises_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it yields is what the nodes of all pairs under the last two small bounds say, each searched by itself."""
    monkeypatch.setattr(choose_direction, "TRIAL_NODES_MAX", 2_000)
    monkeypatch.setattr(choose_direction, "TRIAL_NODES_FACTOR", 10**9)
    monkeypatch.setattr(choose_direction, "HOPELESS_NODES_FACTOR", 10**9)
    state = PUZZLE.scramble(Random(11))
    known = Incumbent(PUZZLE, state, Budget(), seeks=False)
    _, race, _ = choose_direction.alternatives(PUZZLE, state)
    assert isinstance(race, choose_direction.PartitionTrial)
    usual = choose_direction.Alternative(PUZZLE, state, is_backward=False)
    with closing(choose_direction.IterativeDeepening(known, usual.direction(known))) as deepening:
        bounds = deepening.task.bounds()
        bound = next(bounds)
        while deepening.search(bound) is None and deepening.costs[-1] < 20_000:
            bound = next(bounds)
        small = max(i for i, nodes in enumerate(deepening.costs) if nodes <= choose_direction.TRIAL_NODES_MAX)
        at = deepening.direction.problem.least + 2 * small
        promised = {}
        for pair in race.pairs:
            problem = choose_direction.Alternative(PUZZLE, state, False, pair).direction(known).problem
            costs = (nodes_of(problem, at - 2), nodes_of(problem, at))
            promised[pair.name] = choose_direction.promised(*costs)
        before = deepening.task.nodes
        found = [way.name for way in race.directions(deepening, bound)]
        assert found == sorted(promised, key=promised.__getitem__)[: choose_direction.FINALIST_PAIRS]
        assert deepening.task.nodes > before  # what was tried is counted


def test_what_a_pair_promises_grows_as_it_did() -> None:
    assert choose_direction.promised(100, 400) == 400 * 4**3
    assert choose_direction.promised(0, 400) == 400 * choose_direction.USUAL_GROWTH**3
    assert choose_direction.promised(0, 0) == 0


def nodes_of(problem: search_worker.Problem, bound: int) -> int:
    """Return the nodes of one bound."""
    if bound < problem.least:
        return 0
    task = search_worker.Task(problem)
    with closing(search_worker.Worker(task, bound)) as worker:
        assert parallel.search_serially(worker, [search_worker.Share.whole(problem, bound)], 1 << 40, None) is None
    return task.nodes


@pytest.mark.usefixtures("both", "library")
def test_no_pair_is_tried_that_way_where_the_usual_partition_is_far_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    state = PUZZLE.scramble(Random(11))
    known = Incumbent(PUZZLE, state, Budget(), seeks=False)
    _, race, _ = choose_direction.alternatives(PUZZLE, state)
    tried = list[str]()
    with closing(
        choose_direction.IterativeDeepening(
            known, choose_direction.Alternative(PUZZLE, state, is_backward=False).direction(known)
        )
    ) as deepening:
        bound = deepening.direction.problem.least
        deepening.search(bound)
        monkeypatch.setattr(deepening, "tried", lambda way, *_: tried.append(way.name))
        assert [*race.directions(deepening, bound)] == []
    assert tried == ["4x3-3332"]


def test_pairs_of_24_puzzles_are_tried_either_way_and_cost_what_their_tables_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path))
    puzzle = SlidingTiles(5, 5)
    for state in (puzzle.goal[::-1], (*puzzle.goal[:12], 0, *puzzle.goal[13:24], 13)):
        backward, *races = choose_direction.alternatives(puzzle, state)
        assert isinstance(backward, choose_direction.Alternative)
        trials = [each for each in races if isinstance(each, choose_direction.PartitionTrial)]
        assert [(each.is_backward, len(each.pairs)) for each in trials] == [(False, 44), (True, 44)]
        for race in races:
            assert isinstance(race, choose_direction.PartitionTrial)
            bytes_ = sum(tier.bytes for tier in race.tiers)
            assert race.price == choose_direction.TRIAL_NODES_MAX * 44 + choose_direction.NODES_PER_TABLE_BYTE * bytes_
            monkeypatch.setattr(disk_cache, "has", lambda _: True)
            assert race.price == choose_direction.TRIAL_NODES_MAX * 44
            monkeypatch.undo()
            monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path))


def test_small_boards_lines_of_tiles_and_given_tables_go_one_way() -> None:
    assert choose_direction.alternatives(SlidingTiles(4, 4), SlidingTiles(4, 4).goal) == []
    lines = SlidingTiles(5, 4, metric="mtm")
    assert choose_direction.alternatives(lines, lines.goal) == []
    large = SlidingTiles(5, 4)
    (other,) = choose_direction.alternatives(large, large.scramble(Random(3)))
    assert isinstance(other, choose_direction.Alternative)
    (tier,) = other.tiers
    assert other.price == choose_direction.NODES_PER_TABLE_BYTE * tier.bytes * (not disk_cache.has(tier.name))


@pytest.mark.parametrize(("built", "paid", "factor", "looks"), [
    (True, 0.0, 0.0, 1), (False, 0.0, 0.9, 0), (False, 0.0, 1.1, 1), (False, 1.0, 1.1, 0), (False, 1.0, 2.1, 1),
])  # fmt: skip
@pytest.mark.usefixtures("both")
def test_a_table_is_built_where_a_bound_costs_twice_as_much_as_all_that_were(
    built: bool, paid: float, factor: float, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path))
    monkeypatch.setattr(choose_direction, "NODES_PER_TABLE_BYTE", 1.0)
    state = PUZZLE.scramble(Random(2))
    (other,) = choose_direction.alternatives(PUZZLE, state)
    assert isinstance(other, choose_direction.Alternative)
    (tier,) = other.tiers
    price = tier.bytes
    if built:
        monkeypatch.setattr(lookups, "_loaded", {})
        monkeypatch.setattr(lookups, "_read", {})
        lookups.load(tier)
    known = Incumbent(PUZZLE, state, Budget())
    with closing(
        choose_direction.IterativeDeepening(
            known, choose_direction.Alternative(PUZZLE, state, is_backward=False).direction(known), [other]
        )
    ) as deepening:
        deepening.paid = paid * price
        deepening.costs = [
            0,
            int(
                (choose_direction.NODES_EXPECTED_MIN + choose_direction.TABLE_PRICE_FACTOR * price * factor)
                / choose_direction.USUAL_GROWTH
            )
            + 1,
        ]
        deepening.choose(deepening.direction.problem.least)
        assert len(deepening.alternatives) == 1 - looks
        assert deepening.paid == price * (paid + (looks and not built))


@pytest.mark.slow
@pytest.mark.usefixtures("both")
@pytest.mark.parametrize("pairs", [False, True])
def test_a_kept_search_goes_on_the_way_it_went(
    pairs: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if pairs:
        request.getfixturevalue("library")
    monkeypatch.setattr(parallel, "SLICE", 100)
    monkeypatch.setattr(checkpoint, "WRITE_INTERVAL_S", 0)
    went = 0
    for seed in range(12):
        state, path = PUZZLE.scramble(Random(seed)), tmp_path / str(seed)
        whole = ida.search(PUZZLE, state, Budget())
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
                kept = Checkpoint(path, Incumbent(PUZZLE, state, Budget()))
                assert kept.stage is None or kept.stage.bound == error.lower_bound
                went += "+" in kept.name if pairs else kept.is_backward
        assert (len(found.moves), found.method) == (whole.lower_bound, whole.method)
        assert replay(PUZZLE, state, found.moves) == PUZZLE.goal
    assert went > 0
