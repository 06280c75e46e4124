"""Views of a board: solved from either end, the same board."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiles.suboptimal import pair_model_reference as reference

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles import moves
from solvable.tiles.suboptimal import boards, pair_heuristic
from solvable.tiles.suboptimal.boards import VIEW_COUNT, after, manhattan
from solvable.tiles.suboptimal.pair_beam import PairBeam

SHAPES = [(3, 3), (4, 3), (2, 5), (5, 5), (6, 4)]


def home_of_the_blank(board: State) -> int:
    """Return the cell where no tile belongs."""
    return (set(range(len(board))) - {tile - 1 for tile in board if tile}).pop()


@given(st.sampled_from(SHAPES), st.lists(st.integers(0, 3), max_size=60))
def test_a_walk_seen_otherwise_leads_from_the_goal_to_the_board(shape: tuple[int, int], turns: list[int]) -> None:
    w, h = shape
    puzzle = SlidingTiles(w, h)
    board, walk = puzzle.goal, list[int]()
    for turn in turns:
        board = puzzle.apply(board, puzzle.moves(board)[turn % len(puzzle.moves(board))])
        walk.append(board.index(0))
    solving = [*reversed(walk[:-1]), w * h - 1] if walk else []
    assert after(board, solving) == puzzle.goal
    for view in range(1, VIEW_COUNT):
        seen = boards.seen(board, w, view)
        places = boards.mirror(board, w, view)
        there = [places[cell] for cell in walk]  # the inverse is solved by the way from the goal to the board
        at_home = after(seen, there)
        assert all(tile in {0, cell + 1} for cell, tile in enumerate(at_home))
        assert boards.back(there, board, w, view) == solving


@given(st.sampled_from(SHAPES), st.integers(0, 999))
def test_views_are_as_far_from_the_goal_and_the_first_has_its_blank_nearest_the_last_cell(
    shape: tuple[int, int], seed: int
) -> None:
    w, h = shape
    board = SlidingTiles(w, h).scramble(Random(seed))
    seen = [boards.seen(board, w, view) for view in range(VIEW_COUNT)]
    assert seen[0] == board
    assert {manhattan(each, w) for each in seen} == {manhattan(board, w)}
    homes = [sum(divmod(home_of_the_blank(each), w)) for each in seen[1:]]
    assert homes == sorted(homes, reverse=True)
    assert home_of_the_blank(seen[0]) == w * h - 1


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 999), st.integers(0, VIEW_COUNT - 1))
def test_a_beam_that_keeps_every_state_finds_the_same_length_in_every_view(seed: int, view: int) -> None:
    puzzle = SlidingTiles(3, 2)
    board = puzzle.scramble(Random(seed))
    beam = PairBeam(pair_heuristic.tables(3, 2), 4000, 30)
    shortest = beam.search(board)
    found = beam.search(boards.seen(board, 3, view))
    assert shortest is not None and found is not None
    walk = boards.back(found, board, 3, view)
    assert len(walk) == len(shortest)
    assert moves.replay(3, board, walk) == puzzle.goal


@pytest.mark.slow
@pytest.mark.parametrize("view", range(VIEW_COUNT))
@pytest.mark.parametrize("size", [(5, 5), (4, 6)])
def test_values_of_views_are_those_of_their_boards(size: tuple[int, int], view: int) -> None:
    board = boards.seen(SlidingTiles(*size).scramble(Random(7)), size[0], view)
    steps, names = pair_heuristic.parameters(pair_heuristic.SMALL), len(board) + 1
    for tables in (
        pair_heuristic.filled(pair_heuristic.unfilled(steps, *size, names), Budget()),
        pair_heuristic.unfilled(steps, *size, names),
    ):
        beam = PairBeam(tables, 40, 30)
        beam.start(board)
        beam.advance(20, 40)
        for row in range(beam.count):
            assert beam.value(row) == reference.value(beam.board(row), *size, steps)
