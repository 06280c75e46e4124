"""Beams that begin anew where one got stuck: they put right what a walk left behind, and lose nothing."""

from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import SlidingTiles
from solvable.core.budget import Budget, wall
from solvable.core.errors import BudgetExceededError
from solvable.core.solution import State
from solvable.tiles.suboptimal import boards, pair_heuristic
from solvable.tiles.suboptimal.local_search import restart
from solvable.tiles.suboptimal.local_search.cycles import WORTH
from solvable.tiles.suboptimal.local_search.repair import astray
from solvable.tiles.suboptimal.pair_beam import PairBeam


def is_beside(one: int, other: int, width: int) -> bool:
    (r, c), (y, x) = divmod(one, width), divmod(other, width)
    return abs(r - y) + abs(c - x) == 1


def ring(side: int, inset: int) -> State:
    """Return a board on which the blank went round once, far from its home: a ring of tiles each one cell from home."""
    last, low, high = side * side - 1, inset, side - 1 - inset
    way = restart.straight(last, high * side + high, side)[0]
    corners = [(high, low), (low, low), (low, high), (high, high)]
    at, walk = high * side + high, list(way)
    for row, column in corners:
        walk += restart.straight(at, row * side + column, side)[0]
        at = row * side + column
    walk += [*way[-2::-1], last]
    return boards.after((*range(1, last + 1), 0), walk)


@given(st.integers(2, 9), st.integers(2, 9), st.data())
def test_straight_ways_are_shortest_and_go_from_cell_to_cell(width: int, height: int, data: st.DataObject) -> None:
    start, end = (data.draw(st.integers(0, width * height - 1)) for _ in range(2))
    (r, c), (y, x) = divmod(start, width), divmod(end, width)
    for way in restart.straight(start, end, width):
        path = [start, *way]
        assert path[-1] == end and len(way) == abs(r - y) + abs(c - x)
        assert all(is_beside(*each, width) for each in pairwise(path))


@pytest.mark.parametrize("size", [(7, 5), (12, 12)])
def test_parts_are_what_is_not_home_and_do_not_touch(size: tuple[int, int]) -> None:
    puzzle, rng = SlidingTiles(*size), Random(3)
    board = puzzle.goal
    for _ in range(60):
        board = puzzle.apply(board, rng.choice(list(puzzle.moves(board))))
    parts = restart.parts(board, size[0])
    assert sorted(cell for part in parts for cell in part) == astray(board)
    for one, other in combinations(parts, 2):
        for a in one:
            for b in other:
                assert max(abs(a // size[0] - b // size[0]), abs(a % size[0] - b % size[0])) > 1


@pytest.mark.parametrize(("side", "inset"), [(14, 2), (16, 4), (22, 4)])
def test_a_ring_far_away_is_put_right(side: int, inset: int) -> None:
    board = ring(side, inset)
    far = boards.manhattan(board, side)
    walk = restart.nearer(board, PairBeam(pair_heuristic.model(side, side, 0), 50, 1), Budget())
    left = boards.after(board, walk)
    assert all(is_beside(*each, side) for each in pairwise([board.index(0), *walk]))
    assert far > 20 and boards.manhattan(left, side) < far / 4
    assert len(walk) + WORTH * boards.manhattan(left, side) < WORTH * far


def test_at_home_nothing_is_done_and_a_budget_that_is_over_ends_it() -> None:
    model = PairBeam(pair_heuristic.model(12, 12, 0), 10, 1)
    assert restart.nearer(SlidingTiles(12, 12).goal, model, Budget()) == []
    assert restart.nearer(ring(12, 2), model, Budget(0.0, clock=wall)) == []
    cancelled = Budget(progress=lambda _: False)
    with pytest.raises(BudgetExceededError):
        restart.nearer(ring(12, 2), model, cancelled)
