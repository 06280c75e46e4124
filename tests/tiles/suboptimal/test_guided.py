"""Guided walks: values and plans against their readable twins, every walk replayed."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiles.suboptimal import walks_reference

from solvable import SlidingTiles, kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import State
from solvable.tiles import moves
from solvable.tiles.compact import Growing
from solvable.tiles.suboptimal import guided, stream
from solvable.tiles.suboptimal.boards import manhattan
from solvable.tiles.suboptimal.guided import Beam


def swept_by(state: State, width: int, height: int, prices: stream.Prices) -> tuple[list[int], State]:
    """Return the walk of all sweeps, and the board then."""
    made = Growing(0)
    board, _ = stream.sweep(made, state, width, height, prices)
    return made.path.tolist(), tuple(board)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 20), st.integers(2, 7), st.integers(0, 6), st.integers(1, 6), st.integers(1, 7), st.integers())
def test_plans_are_worth_what_their_twins_say(w: int, h: int, price: int, width: int, horizon: int, seed: int) -> None:
    state, beam = SlidingTiles(w, h).scramble(Random(seed)), Beam(width, horizon, 1)
    homes, blank = stream.homes_of(state, w), state.index(0)
    (room, arrays), kernel, best = guided.room_for(w, h, beam), kernels.native(), np.empty(1, np.int64)
    kernel.guided_look(homes, blank, max(w, h), price, room)
    across = np.asarray(arrays["across"]).reshape(w, h).T.ravel()
    assert np.maximum(arrays["down"], across).tolist() == walks_reference.values(state, w, h, price)
    before = list(homes)
    length = kernel.guided_plan(homes, blank, -1, price, room, best)
    value, found, profits = int(best[0]), arrays["planned_moves"], arrays["planned_profits"]
    assert (value, length) == walks_reference.plan(state, w, h, price, beam)
    assert all(homes[cell] == before[cell] for cell in range(w * h) if cell != blank)  # the board is as it was
    total, board = 0, state
    for k, to in enumerate(found[:length].tolist()):
        total += walks_reference.profit(board, w, to, board.index(0), price)
        assert total == profits[k]
        board = moves.replay(w, board, [to])
    if length:
        assert value == total + walks_reference.values(state, w, h, price)[int(found[length - 1])]


def test_no_half_plane_walk_gains_more_than_its_value() -> None:
    w, h = 5, 4
    for seed in range(20):
        state = SlidingTiles(w, h).scramble(Random(seed))
        best = max(walks_reference.best_walk(state, w, h, 2, axis)[0] for axis in (0, 1))
        assert walks_reference.values(state, w, h, 2)[state.index(0)] >= best  # which may not cross its own first cell


@pytest.mark.parametrize("size", [(20, 16), (16, 30)])
def test_guided_walks_leave_little_distance(size: tuple[int, int]) -> None:
    state = SlidingTiles(*size).scramble(Random(8))
    walk, end = guided.walk(state, *size, Beam(20))
    swept, after = swept_by(state, *size, stream.Prices(end=2.0))
    assert moves.replay(size[0], state, walk.tolist()) == end
    assert len(walk) + 3.4 * manhattan(end, size[0]) < 0.96 * (len(swept) + 3.4 * manhattan(after, size[0]))


def test_without_time_sweeps_do_all() -> None:
    state = SlidingTiles(16, 16).scramble(Random(8))
    walk, end = guided.walk(state, 16, 16, Beam(), budget=Budget(0.0))
    swept, after = swept_by(state, 16, 16, stream.Prices(guided.PRICES.start, guided.PRICES.end))
    assert walk.tolist() == swept
    assert end == after


def test_cancelled_walks_raise() -> None:
    budget = Budget()
    budget.cancel()
    with pytest.raises(BudgetExceededError):
        guided.walk(SlidingTiles(16, 16).scramble(Random(8)), 16, 16, Beam(), budget=budget)
