"""Threads that share a bound: what one lane gives another, and the tree that is left whole."""

from contextlib import closing
from random import Random

import pytest

from solvable.budget import Budget
from solvable.puzzle import State, replay
from solvable.tiles import SlidingTiles, frame
from solvable.tiles.optimal import deepest_first, ida, lanes, lookups, threads
from solvable.tiles.tables import partitions

PUZZLE = SlidingTiles(4, 4)
TABLES = partitions.named("4x4-663")
WORKS, WANTS, GIVEN = 2, 3, 5  # what a lane does (`cpp/tiles/sharing.hpp`)


def problem(state: State) -> lookups.Problem:
    return lookups.Problem(lookups.load(TABLES), frame.view(4, 4, PUZZLE.goal).state(state))


def test_a_lane_gives_what_its_twin_gives_with_the_paths() -> None:
    """The rows in the mail and the steps of their trails are `Lane.give`, also of rows that were given before."""
    for slices in range(1, 12):
        first = problem(PUZZLE.scramble(Random(slices)))
        bound = first.least + 10
        whole = lanes.Share.whole(first, bound)
        giver, twin, taker = (lanes.Lane(lanes.Task(first), bound) for _ in range(3))
        for lane in (giver, twin):
            lane.take(whole)
            for _ in range(slices):
                lane.run(100)
        crew = threads.Pool([giver, taker])  # no thread serves it
        crew.lay(whole, 0, 1, None)
        crew.size, crew.desk[threads.CLOSED] = 0, 0
        for _ in range(3):
            taker.begin(bound)
            crew.desk[threads.LANES], crew.desk[threads.LANES + threads.APART] = WORKS, WANTS
            assert crew.exchange(0, giver) == threads.GO
            share = twin.give()
            assert (share is not None) == (crew.desk[threads.LANES + threads.APART] == GIVEN)
            size = 4 * twin.control[0]
            assert giver.segments[:size].tolist() == twin.segments[:size].tolist()
            if share is None:
                break
            assert crew.exchange(1, taker) == threads.GO
            got = taker.share(0, len(share.rows), share.depth)
            assert got == share


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
@pytest.mark.parametrize("cut", [False, True])
def test_a_bound_is_searched_whole_whoever_takes_which_part(
    workers: int, cut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound without a solution costs the same nodes and comes equally deep, shared from its first nodes on."""
    monkeypatch.setattr(threads, "ALONE", 1)
    monkeypatch.setattr(threads, "FROM", 1 << 60)  # nothing is grown ahead
    for seed in range(6):
        state = PUZZLE.scramble(Random(seed))
        alone = lanes.Task(problem(state))
        task = lanes.Task(alone.problem)
        lane = lanes.Lane(alone, alone.problem.least)
        with closing(threads.Crew(task, workers, lambda _: None)) as crew:
            for bound in task.bounds():
                lane.begin(bound)
                solution = threads.alone(lane, [lanes.Share.whole(task.problem, bound)], 1 << 40, None)
                if solution is not None or alone.nodes > 300_000:
                    break
                crew.agenda.last = 100_000 if cut else 0
                assert crew.search(bound) is None
                assert task.nodes == alone.nodes
                assert task.expanded == alone.expanded
                if crew.agenda.memory and crew.agenda.frontier:
                    assert crew.agenda.memory.deepest == deepest(crew.agenda.frontier, alone.problem, bound)


def deepest(frontier: lanes.Share, searched: lanes.Problem, bound: int) -> dict[int, int]:
    """Return how deep one lane comes below each row, by the keys of their paths."""
    lane = lanes.Lane(lanes.Task(searched), bound)
    lane.begin(bound, len(frontier.rows))
    threads.alone(lane, [frontier], 1 << 40, None)
    keys = deepest_first.keys(frontier, frontier.depth)
    return dict(zip(keys, lane.deepest[: len(keys)], strict=True))


@pytest.mark.parametrize("workers", [2, 4])
@pytest.mark.parametrize("cut", [False, True])
def test_a_solution_is_told_through_many_hands(workers: int, cut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "ALONE", 1)
    for seed in range(12):
        state = PUZZLE.scramble(Random(seed))
        length = ida.search(PUZZLE, state, tables=TABLES).lower_bound
        with closing(threads.Crew(lanes.Task(problem(state)), workers, lambda _: None)) as crew:
            bounds = range(crew.agenda.task.problem.least, length + 2, 2)
            for bound in bounds:
                crew.agenda.last = 100_000 if cut else 0
                cells = crew.search(bound)
                assert (cells is not None) == (bound == length)
                if cells:
                    assert replay(PUZZLE, state, frame.view(4, 4, PUZZLE.goal).moves(cells)) == PUZZLE.goal
                    break


def test_arrays_left_to_another_lane_change_nothing() -> None:
    """Arrays are lent from search to search, of boards and metrics in turn: one worker's nodes are what they were."""
    puzzles = [PUZZLE, SlidingTiles(3, 3), SlidingTiles(3, 4), PUZZLE]
    states = [puzzle.scramble(Random(7)) for puzzle in puzzles]
    lanes._kept.clear()
    fresh = []
    for puzzle, state in zip(puzzles, states, strict=True):
        lanes._kept.clear()
        fresh.append(ida.search(puzzle, state))
    for _ in range(3):
        for puzzle, state, known in zip(puzzles, states, fresh, strict=True):
            ida.search(puzzle, state, budget=Budget(workers=3))
            assert ida.search(puzzle, state) == known


def test_the_walk_of_a_solution_is_what_a_share_says_of_its_row() -> None:
    """Whether the lane began at the root or, with the paths of a frontier, below it."""
    for seed in range(8):
        state = PUZZLE.scramble(Random(seed))
        length, first = ida.search(PUZZLE, state, tables=TABLES).lower_bound, problem(state)
        whole = lanes.Share.whole(first, length)
        for start in (whole, lanes.Lane(lanes.Task(first), length).collect(whole, 2)):
            lane = lanes.Lane(lanes.Task(first), length)
            lane.take(start)
            assert lane.run(1 << 40) == lanes.FOUND
            begin, rows, *_ = lane._segment(lane.control[3])
            assert lane.share(begin + rows, 1, length).paths == [bytes(lane.solution)]
