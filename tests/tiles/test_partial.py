"""Goals that leave cells open: how few moves, against breadth-first search over all states of small boards."""

from collections import deque
from collections.abc import Sequence
from random import Random

import pytest

import solvable
from solvable import SlidingTiles
from solvable.answers import nearest
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle, State, replay
from solvable.formats.base import targets_of
from solvable.tiles.graphs.board import GraphTiles
from solvable.tiles.partial import completions

Goal = Sequence[int | None]


def agrees(goal: Goal, state: State) -> bool:
    return all(wanted is None or wanted == tile for wanted, tile in zip(goal, state, strict=True))


def fewest(puzzle: Puzzle, state: State, goals: Sequence[Goal]) -> int | None:
    """Return how few moves lead to a state that agrees with one of the goals, visiting all states; None for never."""
    distance, queue = {state: 0}, deque([state])
    while queue:
        here = queue.popleft()
        if any(agrees(goal, here) for goal in goals):
            return distance[here]
        for move in puzzle.moves(here):
            if (there := puzzle.apply(here, move)) not in distance:
                distance[there] = distance[here] + 1
                queue.append(there)
    return None


def compare(puzzle: Puzzle, state: State, goals: Sequence[Goal]) -> None:
    """Compare the verdict and the length, and replay the moves on the board as it was given."""
    wanted, targets = fewest(puzzle, state, goals), targets_of(puzzle, state, goals)
    answer = nearest.solve(targets)
    assert solvable.verify(answer).verdict == "right", answer
    checked = nearest.check(targets)
    assert solvable.verify(checked).verdict == "right", checked
    assert (checked["verdict"] == "solvable") == (wanted is not None)
    if wanted is None:
        assert answer["verdict"] == "unsolvable"
        return
    assert (answer["verdict"], answer["length"]) == ("solved", wanted)
    assert any(agrees(goal, replay(puzzle, state, answer["moves"])) for goal in goals)
    for mode in ("any", "near"):
        other = nearest.solve(targets, mode=mode)
        assert other["lower_bound"] <= wanted <= other["length"]
        assert solvable.verify(other), other
    listed = {tuple(each["moves"]) for each in nearest.solve_all(targets)}
    assert tuple(answer["moves"]) in listed
    assert {len(moves) for moves in listed} == {wanted}


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3), (4, 1)])
def test_goals_with_open_cells(size: tuple[int, int]) -> None:
    puzzle, rng = SlidingTiles(*size), Random(f"{size}")
    for _ in range(25):
        state, home = (tuple(rng.sample(range(puzzle.cells), puzzle.cells)) for _ in range(2))
        share = rng.random()
        compare(puzzle, state, [[None if rng.random() < share else tile for tile in home]])


@pytest.mark.slow
def test_goals_with_open_cells_of_tiles_alike_and_holes() -> None:
    rng = Random(7)
    for puzzle in (
        GraphTiles.board(3, 2, (1, 1, 2, 2, 3, 0)),
        GraphTiles.board(3, 3, dead=[4]),
        GraphTiles(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]),
    ):
        for _ in range(15):
            state, home = puzzle.scramble(rng), puzzle.scramble(rng)
            open_cells = [cell for cell in range(puzzle.vertices) if cell not in puzzle.dead and rng.random() < 0.5]
            compare(puzzle, state, [[None if cell in open_cells else home[cell] for cell in range(puzzle.vertices)]])


def test_several_goals() -> None:
    puzzle, rng = SlidingTiles(3, 2), Random(11)
    for number in range(20):
        state, *goals = (tuple(rng.sample(range(6), 6)) for _ in range(2 + number % 3))
        compare(puzzle, state, goals)
    compare(puzzle, (1, 2, 3, 4, 0, 5), [(1, 2, 3, 4, 5, 0), (1, 2, None, 4, None, None), (0, 1, 2, 3, 4, 5)])


@pytest.mark.slow
def test_samples_of_3x3() -> None:
    puzzle = SlidingTiles(3, 3)
    compare(puzzle, (8, 6, 7, 2, 5, 4, 3, 0, 1), [(1, 2, 3, *[None] * 6)])
    compare(puzzle, (2, 1, 3, 4, 5, 6, 7, 8, 0), [(1, 2, 3, 4, 5, 6, None, None, None)])


def test_the_goals_that_one_stands_for() -> None:
    state = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    labels, goals = completions((1, 2, 3, 4, 5, 6, None, None, None), state)
    assert labels == {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 7}
    assert sorted(goal[6:] for goal in goals) == [(0, 7, 7), (7, 0, 7), (7, 7, 0)]
    assert completions((1, None, 2, 0), (1, 1, 2, 0)) == ({0: 0, 1: 1, 2: 2}, [(1, 1, 2, 0)])
    assert len(completions((1, None, None, None), (1, 1, 2, 0))[1]) == 6  # the other 1, the 2 and the blank, anywhere
    with pytest.raises(PuzzleError, match="fewer tiles 1"):
        completions((1, 1, None, 0), (1, 2, 3, 0))
    with pytest.raises(PuzzleError, match="at most 100"):
        completions([1, *[None] * 200, 2], [0, 1, *range(2, 202)][:202])  # type: ignore[arg-type]


def test_only_single_tiles_slide_where_tiles_are_alike() -> None:
    puzzle = SlidingTiles(3, 3, metric="mtm")
    with pytest.raises(PuzzleError, match="single-tile"):
        targets_of(puzzle, (1, 2, 3, 4, 5, 6, 7, 0, 8), [(1, 2, 3, *[None] * 5, 0)])
    ((whole, _),) = targets_of(puzzle, (1, 2, 3, 4, 5, 6, 7, 0, 8), [(1, 2, 3, 4, 5, 6, 7, None, 0)]).every
    assert whole == puzzle  # one open cell: nothing is open
