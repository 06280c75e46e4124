"""Sweeps: every walk replayed, and worth what going through all of them finds."""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiles.suboptimal import walks_reference

from solvable import SlidingTiles, kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.tiles import moves
from solvable.tiles.compact import Growing
from solvable.tiles.suboptimal import stream as sweep_module
from solvable.tiles.suboptimal.stream import Prices


def distance(state: tuple[int, ...], width: int) -> int:
    """Return the Manhattan distance to tile t on cell t − 1."""
    at = ((cell, tile - 1) for cell, tile in enumerate(state) if tile)
    return sum(abs(a // width - b // width) + abs(a % width - b % width) for a, b in at)


def test_a_sweep_leaves_little_distance() -> None:
    puzzle = SlidingTiles(20, 16)
    state = puzzle.scramble(Random(8))
    made = Growing(0)
    end = tuple(sweep_module.sweep(made, state, 20, 16, Prices(end=2.0))[0])
    assert moves.replay(20, state, made.path.tolist()) == end
    assert distance(end, 20) < distance(state, 20) / 4


def profit_of(state: tuple[int, ...], w: int, cell: int, hole: int, price: int) -> int:
    """Return what sliding the tile on `cell` into `hole` gains, less the price."""
    home = state[cell] - 1
    before = (cell // w - home // w) ** 2 + (cell % w - home % w) ** 2
    after = (hole // w - home // w) ** 2 + (hole % w - home % w) ** 2
    return before - after - price


def most(state: tuple[int, ...], w: int, h: int, price: int, axis: int, window: int) -> int:
    """Return the most that a walk which never turns back along `axis` gains, by going through all of them."""
    start = divmod(state.index(0), w)
    span = (w, h)[axis]
    low = min(max(0, start[1 - axis] - min(span, window) // 2), span - min(span, window))

    def go(row: int, column: int, along: int, within: int) -> int:
        """Return the most from here on; `along` and `within` are the ways taken, 0 for none (in this line)."""
        best = 0
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            ahead, aside = (down, right) if axis == 0 else (right, down)
            to = row + down, column + right
            if not (0 <= to[0] < h and 0 <= to[1] < w and low <= to[1 - axis] < low + window):
                continue
            if (ahead and along == -ahead) or (aside and within == -aside):
                continue
            gain = profit_of(state, w, to[0] * w + to[1], row * w + column, price)
            best = max(best, gain + go(*to, ahead or along, aside))
        return best

    return go(*start, 0, 0)


def kernel_walk(
    state: tuple[int, ...], w: int, h: int, price: int, axis: int, window: int, *, is_wide: bool = False
) -> tuple[int, list[int]]:
    """Return the kernel's best walk, by values of int32 or of int64."""
    homes, room = sweep_module.homes_of(state, w), np.empty(w * h, np.int32)
    value, scratch = np.empty(1, np.int64), sweep_module.room_for(w, h, price, is_wide)
    length = kernels.native().sweep_best_walk(homes, state.index(0), axis, window, price, scratch, value, room)
    return int(value[0]), room[:length].tolist()


@pytest.mark.parametrize("size", [(4, 3), (3, 4), (2, 5), (5, 1)])
def test_no_walk_that_never_turns_back_gains_more(size: tuple[int, int]) -> None:
    w, h = size
    puzzle, rng = SlidingTiles(w, h), Random(11)
    for _ in range(12):
        state = puzzle.scramble(rng)
        for axis, price in product((0, 1), (0, 1, 3)):
            best = most(state, w, h, price, axis, max(size))
            assert walks_reference.best_walk(state, w, h, price, axis)[0] == best
            assert kernel_walk(state, w, h, price, axis, max(size))[0] == best
            for window in (1, 2, 3):
                assert kernel_walk(state, w, h, price, axis, window)[0] == most(state, w, h, price, axis, window)


@settings(deadline=None)
@given(st.integers(2, 40), st.integers(2, 9), st.integers(0, 12), st.sampled_from((0, 1)), st.booleans(), st.integers())
def test_the_kernels_walk_is_worth_what_its_twin_says(
    w: int, h: int, price: int, axis: int, is_wide: bool, seed: int
) -> None:
    state = SlidingTiles(w, h).scramble(Random(seed))
    value, walk = kernel_walk(state, w, h, price, axis, max(w, h), is_wide=is_wide)
    assert value == walks_reference.best_walk(state, w, h, price, axis)[0]
    for found in (walk, walks_reference.best_walk(state, w, h, price, axis)[1]):
        holes = [state.index(0), *found][: len(found)]
        assert sum(profit_of(state, w, cell, hole, price) for cell, hole in zip(found, holes, strict=True)) == value
        assert moves.replay(w, state, found)


def test_the_mirror_image_is_kept_as_it_is_anew() -> None:
    w, h = 12, 9
    state = SlidingTiles(w, h).scramble(Random(5))
    homes = sweep_module.homes_of(state, w)
    walk = walks_reference.best_walk(state, w, h, 4, 0)[1]
    blank = kernels.native().sweep_move(homes, w, h, state.index(0), np.array(walk, np.int32), len(walk))
    after = moves.replay(w, state, walk)
    anew = sweep_module.homes_of(after, w)
    assert blank == walk[-1] == after.index(0)
    assert tuple(sweep_module.board_of(homes, w, blank).tolist()) == after
    turned = blank % w * h + blank // w
    for kept, fresh, hole in zip((homes, homes[w * h :]), (anew, anew[w * h :]), (blank, turned), strict=True):
        assert all(kept[cell] == fresh[cell] for cell in range(w * h) if cell != hole)


@given(st.integers(1, 9), st.integers(1, 9), st.integers())
def test_homes_are_rows_and_columns_of_a_board_and_its_mirror_image(w: int, h: int, seed: int) -> None:
    state = tuple(Random(seed).sample(range(w * h), w * h))
    homes = sweep_module.homes_of(state, w)
    assert tuple(sweep_module.board_of(homes, w, state.index(0))) == state
    far = 0
    for cell, tile in enumerate(state):
        row, column = divmod(tile - 1, w)
        assert homes[cell] == row << 16 | column
        assert homes[w * h + cell % w * h + cell // w] == column << 16 | row & 0xFFFF
        far += abs(row - cell // w) + abs(column - cell % w)
    assert sweep_module.far(homes, w) == far


def test_boards_whose_homes_do_not_fit_are_refused() -> None:
    board = np.arange(2 * (sweep_module.SIDE_MAX + 1))
    for width in (2, sweep_module.SIDE_MAX + 1):
        with pytest.raises(ValueError, match="sweeps take boards to a side of 32767"):
            sweep_module.homes_of(board, width)
    assert len(sweep_module.homes_of(board[:-2], 2)) == 2 * 2 * sweep_module.SIDE_MAX


def test_values_that_may_not_fit_are_wide() -> None:
    assert not sweep_module.room_for(1000, 1000, 2500).fields.is_wide
    assert sweep_module.room_for(1100, 1000, 1000).fields.is_wide
    assert sweep_module.room_for(20_000, 2, 20_000).fields.is_wide


def test_sweeps_end_with_their_budget_and_are_cancelled_with_it() -> None:
    state = SlidingTiles(60, 60).scramble(Random(4))
    whole, walk = Growing(0), Growing(0)
    sweep_module.sweep(whole, state, 60, 60)
    board, is_all = sweep_module.sweep(walk, state, 60, 60, budget=Budget(0.0))
    assert 0 < walk.size < whole.size and not is_all
    assert moves.replay(60, state, walk.path.tolist()) == tuple(board)
    assert whole.path[: walk.size] == walk.path
    cancelled = Budget()
    cancelled.cancel()
    with pytest.raises(BudgetExceededError):
        sweep_module.sweep(Growing(0), state, 60, 60, budget=cancelled)
