"""The pair model: kernel against twin, symmetries, shipped parameters."""

from random import Random

import numpy as np
import pytest

from solvable import SlidingTiles
from solvable.kernels import beam as beam_kernel
from solvable.kernels import pairs as kernel
from solvable.tiles import pairs
from solvable.tiles.beam import positions


@pytest.mark.parametrize("size", [(5, 5), (3, 4), (6, 4)])
def test_expanded_tables_give_the_sum_of_features(size: tuple[int, int]) -> None:
    width, height = size
    steps = np.random.default_rng(1).integers(-900, 900, pairs.numbering()[1]).astype(np.int16)
    tables = pairs.spread(steps, width, height)
    puzzle, rng = SlidingTiles(width, height), Random(2)
    for _ in range(3):
        state = puzzle.scramble(rng)
        found = beam_kernel.evaluate(np.array(positions(state)), tables.pair, tables.single)
        assert found == pairs.value(state, width, height, steps)


def test_parameters_are_numbered_without_gaps_and_symmetric() -> None:
    numbers, count = pairs.numbering()
    assert sorted(set(numbers.tolist())) == list(range(count))
    rng = Random(3)
    for _ in range(200):
        u, x, v = ([rng.randrange(top) for _ in range(2)] for top in (7, 7, 11))
        one = pairs.raw_index("T1", (*u, *x, *v))
        swapped = pairs.raw_index("T1", (*x, *u, 10 - v[0], 10 - v[1]))
        turned = pairs.raw_index("T1", (u[1], 6 - u[0], x[1], 6 - x[0], v[1], 10 - v[0]))
        assert numbers[one] == numbers[swapped] == numbers[turned]


def test_value_is_the_same_after_transposition() -> None:
    steps = pairs.parameters(5)
    puzzle, rng = SlidingTiles(5, 5), Random(4)
    for _ in range(3):
        state = puzzle.scramble(rng)
        pos = np.array(positions(state))
        mirrored = np.empty_like(pos)
        kernel.transpose(pos, 5, mirrored)
        board = [0] * 25
        for tile, cell in enumerate(mirrored.tolist()):
            board[cell] = tile
        assert pairs.value(tuple(board), 5, 5, steps) == pairs.value(state, 5, 5, steps)


@pytest.mark.parametrize("size", pairs.SIZES)
def test_shipped_parameters_fit_the_model(size: int) -> None:
    assert pairs.parameters(size).shape == (pairs.numbering()[1],)


def test_a_size_without_a_file_has_the_mean_of_its_neighbours() -> None:
    below, mean, above = (pairs.parameters(size).astype(int) for size in (8, 9, 10))
    assert (mean == (below + above) // 2).all()
    assert all(pairs.trained_size(side, side) == min(max(side, 5), 10) for side in range(3, 15))


@pytest.mark.parametrize(("side", "beside"), [(5, 6), (8, 7)])
def test_mixed_tables_are_the_mean_of_two_sizes(side: int, beside: int) -> None:
    mean = (pairs.parameters(side).astype(int) + pairs.parameters(beside)) // 2
    state = SlidingTiles(side, side).scramble(Random(5))
    mixed = pairs.mixed_tables(side, side)
    found = beam_kernel.evaluate(np.array(positions(state)), mixed.pair, mixed.single)
    assert found == pairs.value(state, side, side, mean)
