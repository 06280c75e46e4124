"""The plain search: the same lengths as everybody's, the same states as the readable search, and it can be stopped."""

from collections import deque
from random import Random

import pytest

from solvable.core.puzzle import State
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import bidirectional_bfs, plain, reference
from solvable.tiles.pdb import small
from solvable.tiles.pdb.automaton import automaton
from solvable.tiles.symmetry import Frame, orientation


def silent(_bound: int, _expanded: int) -> None:
    """Go on."""


def distances(puzzle: SlidingTiles) -> dict[State, int]:
    """The distance of every state, breadth-first."""
    found, queue = {puzzle.goal: 0}, deque([puzzle.goal])
    while queue:
        state = queue.popleft()
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            if after not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found


def check(puzzle: SlidingTiles, state: State, length: int) -> None:
    seen = orientation(puzzle.width, puzzle.height, puzzle.goal)
    if puzzle.metric == "mtm":
        cells, _ = bidirectional_bfs.search(seen.frame, seen.state(state), silent)
    else:
        found = plain.search(seen.frame, seen.state(state), silent)
        cells = found.cells
        assert found.bound == length
    assert len(cells) == length
    for move in seen.moves(cells):
        state = puzzle.apply(state, move)
    assert state == puzzle.goal


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize(("width", "height", "blank"), [(3, 2, 0), (2, 3, 1), (2, 2, 3), (3, 2, 4), (4, 2, 1)])
def test_every_state_of_small_boards_takes_its_distance(width: int, height: int, blank: int, metric: str) -> None:
    tiles = iter(range(1, width * height))
    goal = tuple(0 if cell == blank else next(tiles) for cell in range(width * height))
    puzzle = SlidingTiles(width, height, goal=goal, metric=metric)
    known = list(distances(puzzle).items())
    for state, length in Random(1).sample(known, min(360, len(known))):
        check(puzzle, state, length)


def test_the_farthest_boards_are_solved(
    antipodes: list[tuple[tuple[int, int, int, str], State]],
    histograms: dict[tuple[int, int, int, str], tuple[int, ...]],
) -> None:
    for key, state in {key: (key, state) for key, state in antipodes}.values():
        width, height, blank, metric = key
        frame = Frame(max(width, height), min(width, height), 0)
        if blank or frame.cells > 9 or not plain.covers(frame):
            continue
        puzzle = SlidingTiles(width, height, goal="blank-first", metric=metric)
        check(puzzle, state, len(histograms[key]) - 1)


@pytest.mark.slow
def test_15_puzzles_take_the_moves_that_are_known(korf100: list[tuple[int, int, State]]) -> None:
    puzzle = SlidingTiles(4, 4, goal="blank-first")
    for length, _, state in sorted(korf100)[:25]:
        check(puzzle, state, length)


@pytest.mark.slow
@pytest.mark.parametrize("home", [3, 12, 15, 5])
def test_any_home_of_the_blank(home: int) -> None:
    tiles = iter(range(1, 16))
    puzzle = SlidingTiles(4, 4, goal=tuple(0 if cell == home else next(tiles) for cell in range(16)))
    rng, state = Random(home), puzzle.goal
    for _ in range(34):
        state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
    check(puzzle, state, len(puzzle.optimal(state)))


@pytest.mark.parametrize("size", [(4, 4), (4, 3), (5, 2)])
def test_it_expands_the_states_of_the_readable_search(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size, goal="blank-first")
    frame = Frame(*size, 0)
    machine = small.obtain(frame).machine
    rng, state = Random(3), puzzle.goal
    for _ in range(90):
        state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
    by_bound: dict[int, int] = {}
    found = plain.search(frame, state, by_bound.setdefault)
    counter = reference.Counter()
    for bound, expanded in by_bound.items():
        assert expanded == counter.expanded
        if bound < found.bound:
            assert not any(reference.bounded(state, 0, bound, machine, plain.estimate(frame), counter))


def test_it_can_be_stopped_and_says_what_is_proved(korf100: list[tuple[int, int, State]]) -> None:
    heard: list[int] = []

    def stop(bound: int, expanded: int) -> None:
        heard.append(bound)
        if expanded > 12_000:
            raise TimeoutError

    length, _, state = korf100[0]
    with pytest.raises(TimeoutError):
        plain.search(Frame(4, 4, 0), state, stop)
    assert heard == sorted(heard) and heard[-1] <= length
    assert len(heard) > len(set(heard))


def test_the_shipped_automaton_is_the_one_that_is_made() -> None:
    assert small.obtain(Frame(4, 4, 0)).machine == automaton(4, 4, small.LETTERS)
