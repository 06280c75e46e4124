"""A stuck beam's best board is solved another way."""

from random import Random

import numpy as np
import pytest

from solvable import SlidingTiles
from solvable.tiles import moves
from solvable.tiles.near import pairs
from solvable.tiles.near.beam import PairBeam
from solvable.tiles.near.boards import far
from solvable.tiles.near.kept import Kept
from solvable.tiles.near.rescue import rescue


@pytest.mark.parametrize("size", [(8, 8), (7, 9), (10, 10)])
def test_a_rescued_walk_leads_to_the_goal(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size)
    state = puzzle.scramble(Random(1))
    tables = pairs.spread(np.zeros(pairs.numbering()[1], np.int16), *size)  # Manhattan distance alone
    beam = PairBeam(tables, 10, 9000)
    assert beam.search(state, 10) is None
    walk = rescue(state, beam)
    assert walk is not None
    assert moves.replay(size[0], state, walk) == puzzle.goal


def test_the_best_board_of_a_stuck_beam_lies_on_its_path() -> None:
    puzzle = SlidingTiles(8, 8)
    state = puzzle.scramble(Random(1))
    beam = PairBeam(pairs.spread(np.zeros(pairs.numbering()[1], np.int16), 8, 8), 10, 9000)
    beam.search(state, 10)
    stem = beam.path(0, beam.lowest_layer)
    assert len(stem) == beam.lowest_layer
    best = moves.replay(8, state, stem)
    assert 1000 * far(best, 8) <= beam.lowest < 1000 * far(state, 8)


def test_a_board_that_a_small_beam_covers_needs_no_rescue() -> None:
    beam = PairBeam(pairs.tables(5, 5), 10, 100)
    state = SlidingTiles(5, 5).scramble(Random(2))
    beam.start(state)
    assert rescue(state, beam) is None


def test_what_is_left_of_a_large_board_needs_no_whole_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "_tables", Kept(2))
    puzzle = SlidingTiles(12, 12)
    state = puzzle.scramble(Random(1))
    beam = PairBeam(pairs.unfilled(np.zeros(pairs.numbering()[1], np.int16), 12, 12), 2, 9000)
    assert beam.search(state, 2) is None
    walk = rescue(state, beam)
    assert walk is not None
    assert moves.replay(12, state, walk) == puzzle.goal
    assert [*pairs._tables.things] == [(10, 10, False)]
