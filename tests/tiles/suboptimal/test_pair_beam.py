"""The beam: values kept up to date, and exact where its width holds every state of a layer."""

from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiles.suboptimal import pair_model_reference as reference

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.tiles import moves
from solvable.tiles.suboptimal import pair_beam as beams
from solvable.tiles.suboptimal import pair_heuristic
from solvable.tiles.suboptimal.boards import VIEW_COUNT, manhattan, seen
from solvable.tiles.suboptimal.pair_beam import MOST_WIDTH, PairBeam


@pytest.mark.slow
@pytest.mark.parametrize("size", [(5, 5), (4, 6)])
def test_values_of_children_are_the_values_of_their_boards(size: tuple[int, int]) -> None:
    steps = pair_heuristic.parameters(pair_heuristic.SMALL)
    beam = PairBeam(pair_heuristic.filled(pair_heuristic.unfilled(steps, *size), Budget()), 40, 30)
    beam.start(SlidingTiles(*size).scramble(Random(1)))
    for layer in (1, 2, 7, 20):
        beam.advance(layer, 40)
        for row in range(beam.count):
            board, node = beam.board(row), beam.side * 40 + row
            assert board.index(0) == beam.blanks[node]
            assert reference.hash_of(board) == beam.hashes[node]
            assert manhattan(board, size[0]) == beam.far(row)
            assert beam.value(row) == reference.value(board, *size, steps)


def test_a_beam_that_keeps_every_state_is_breadth_first() -> None:
    puzzle = SlidingTiles(3, 2)
    distance = {puzzle.goal: 0}
    frontier = [puzzle.goal]
    for state in frontier:
        for move in puzzle.moves(state):
            child = puzzle.apply(state, move)
            if child not in distance:
                distance[child] = distance[state] + 1
                frontier.append(child)
    beam = PairBeam(pair_heuristic.tables(3, 2), 4000, 30)
    for state in frontier[5::40]:
        walk = beam.search(state)
        assert walk is not None
        assert len(walk) == distance[state]
        assert moves.replay(3, state, walk) == puzzle.goal
        assert PairBeam(beam.tables, 4000, len(walk)).search(state, is_pruned=True) == walk
        short = PairBeam(beam.tables, 4000, len(walk) - 1)
        assert short.search(state, is_pruned=True) is None
        assert short.count == 0  # all that was left was too far


@pytest.mark.slow
@settings(deadline=None, max_examples=6)
@given(
    st.sampled_from([(3, 3), (4, 3), (2, 5), (2, 2)]),
    st.integers(0, 999),
    st.integers(1, 20),
    st.none() | st.integers(0, 9),
)
def test_the_beam_keeps_the_same_boards_in_the_same_order_as_its_twin(
    size: tuple[int, int], seed: int, width: int, more: int | None
) -> None:
    """Also where it ends so many layers after the board's distance."""
    state = SlidingTiles(*size).scramble(Random(seed))
    end = None if more is None else manhattan(state, size[0]) + more
    steps = pair_heuristic.parameters(pair_heuristic.SMALL)
    beam = PairBeam(pair_heuristic.filled(pair_heuristic.unfilled(steps, *size), Budget()), 30, 40)
    beam.start(state)
    for boards in islice(reference.layers(beam, state, steps, width, end), 25):
        beam.advance(beam.layer + 1, width, beams.NO_END if end is None else end)
        assert [beam.board(row) for row in range(beam.count)] == boards
    assert beam.goal_row >= 0 or beam.count == 0 or beam.layer == 25


@settings(deadline=None, max_examples=12)
@given(st.sampled_from([(5, 5), (3, 3), (4, 3), (2, 5), (2, 2)]), st.integers(0, 999), st.integers(1, 30))
def test_gains_by_terms_are_those_of_whole_tables(size: tuple[int, int], seed: int, width: int) -> None:
    state, steps = SlidingTiles(*size).scramble(Random(seed)), pair_heuristic.parameters(pair_heuristic.SMALL)
    whole, unfilled = (
        pair_heuristic.filled(pair_heuristic.unfilled(steps, *size), Budget()),
        pair_heuristic.unfilled(steps, *size),
    )
    beams = [PairBeam(tables, width, 300) for tables in (whole, unfilled)]
    walks = [beam.search(state) for beam in beams]
    assert walks[0] == walks[1]
    for beam in beams:
        beam.start(state)
        assert beam.value(0) == reference.value(state, *size, steps)


@settings(deadline=None, max_examples=16)
@given(
    st.sampled_from([(5, 5), (3, 3), (2, 5), (2, 2), (12, 7), (7, 13), (17, 16)]),
    st.integers(0, 999),
    st.integers(0, VIEW_COUNT - 1),
    st.integers(1, 30),
)
def test_gains_by_terms_add_up_to_values_of_boards_seen_otherwise(
    size: tuple[int, int], seed: int, view: int, width: int
) -> None:
    """A tile is missing there, as boards are seen from the goal."""
    board = seen(SlidingTiles(*size).scramble(Random(seed)), size[0], view)
    steps = pair_heuristic.parameters(pair_heuristic.LARGE if max(size) > 10 else pair_heuristic.SMALL)
    tables = pair_heuristic.unfilled(steps, *size, len(board) + 1, 0.8)
    beam, anew = PairBeam(tables, width, 60), PairBeam(tables, 1, 1)
    beam.start(board)
    beam.advance(60, width)
    for row in range(beam.count):
        anew.start(beam.board(row))
        assert anew.value(0) == beam.value(row)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(12, 12), (16, 16), (17, 16), (20, 20), (14, 10), (21, 20)])
def test_gains_on_boards_of_more_than_127_tiles_add_up_to_values(size: tuple[int, int]) -> None:
    width, height = size
    steps = reference.stretch(pair_heuristic.parameters(pair_heuristic.LARGE), width, height, 0.8)
    beam = PairBeam(
        pair_heuristic.unfilled(pair_heuristic.parameters(pair_heuristic.LARGE), width, height, power=0.8), 30, 60
    )
    beam.start(SlidingTiles(width, height).scramble(Random(4)))
    beam.advance(40, 30)
    for row in range(3):
        board = beam.board(row)
        assert sorted(board) == list(range(width * height))
        assert beam.value(row) == reference.value(board, width, height, steps)


@pytest.mark.parametrize("size", [(pair_heuristic.LINES_MAX, 2), (2, pair_heuristic.LINES_MAX)])
def test_gains_on_the_longest_boards_add_up_to_values(size: tuple[int, int]) -> None:
    """Where homes are as far apart as can be, their difference is not taken for that of near ones."""
    board = list(SlidingTiles(*size).goal)
    first, beside = len(board) - size[0], len(board) - 2  # of the last row, and before the blank
    board[first], board[beside] = board[beside], board[first]
    tables = pair_heuristic.unfilled(pair_heuristic.parameters(pair_heuristic.LARGE), *size)
    beam, anew = PairBeam(tables, 20, 30), PairBeam(tables, 1, 1)
    beam.start(tuple(board))
    beam.advance(8, 20)
    for row in range(beam.count):
        anew.start(beam.board(row))
        assert anew.value(0) == beam.value(row)


@pytest.mark.slow
@pytest.mark.parametrize("is_whole", [True, False])
def test_values_of_many_children_of_one_slide_are_those_of_their_boards(is_whole: bool) -> None:
    steps = pair_heuristic.parameters(pair_heuristic.SMALL)
    tables = (
        pair_heuristic.filled(pair_heuristic.unfilled(steps, 5, 5), Budget())
        if is_whole
        else pair_heuristic.unfilled(steps, 5, 5)
    )
    beam = PairBeam(tables, 1000, 200)
    beam.start(SlidingTiles(5, 5).scramble(Random(3)))
    beam.advance(40, 1000)
    assert beam.count == 1000
    for row in range(0, 1000, 7):
        assert beam.value(row) == reference.value(beam.board(row), 5, 5, steps)


def test_a_beam_whose_nodes_the_kernel_could_not_number_is_refused() -> None:
    with pytest.raises(ValueError, match="less than 16384 tiles"):
        PairBeam(
            pair_heuristic.filled(
                pair_heuristic.unfilled(pair_heuristic.parameters(pair_heuristic.SMALL), 2, 2), Budget()
            ),
            MOST_WIDTH,
            1,
        )


def test_a_beam_that_no_longer_comes_nearer_is_given_up() -> None:
    tables = pair_heuristic.filled(
        pair_heuristic.unfilled(np.zeros(pair_heuristic.numbering()[1], np.int16), 8, 8), Budget()
    )  # Manhattan distance alone
    beam = PairBeam(tables, 10, 9000)
    assert beam.search(SlidingTiles(8, 8).scramble(Random(1))) is None
    assert beam.is_stuck
    assert beam.layer < 3000
