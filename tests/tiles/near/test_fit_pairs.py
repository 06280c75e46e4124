"""Fitting the pair model: its numbers of parameters are the model's, and its gradient is that of the value."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from tools import fit_pairs, train_pairs

from solvable import SlidingTiles
from solvable.tiles.near import pairs
from solvable.tiles.near.beam import PairBeam
from solvable.tiles.near.boards import positions

SIZE = 4


def test_numbered_terms_add_up_to_the_value() -> None:
    numbers, count = pairs.numbering()
    steps = np.random.default_rng(1).integers(-900, 900, count).astype(np.int16)
    n = SIZE * SIZE
    terms = np.empty((fit_pairs.TERMS, (n - 1) * (n - 2) // 2, n * n), np.int32)
    tu, tb = np.zeros((n, n), np.int64), np.zeros((n, n, n), np.int64)
    fit_pairs.number_pairs(SIZE, SIZE, numbers, count, terms)
    fit_pairs.number_singles(SIZE, SIZE, numbers, tu, tb)
    every = np.append(steps, np.zeros(fit_pairs.SPARE, np.int16)).astype(int)
    first, second = np.tril_indices(n - 1, -1)
    state = SlidingTiles(SIZE, SIZE).scramble(Random(2))
    pos = np.array(positions(state))
    found = every[terms[:, np.arange(len(first)), pos[first + 1] * n + pos[second + 1]]].sum()
    found += sum(every[tu[t, pos[t]]] + every[tb[t, pos[t], pos[0]]] for t in range(1, n))
    away = sum(abs(pos[t] // SIZE - (t - 1) // SIZE) + abs(pos[t] % SIZE - (t - 1) % SIZE) for t in range(1, n))
    assert found + 1000 * away == pairs.value(state, SIZE, SIZE, steps)


def test_a_lesson_is_a_walk_home_and_boards_of_its_layers() -> None:
    beam = PairBeam(pairs.spread(pairs.parameters(5), SIZE, SIZE), 50, 200)
    state = SlidingTiles(SIZE, SIZE).scramble(Random(3))
    found = train_pairs.walked(beam, state, 50, 200, 3, np.random.default_rng(1))
    assert found is not None
    walk, others = found[0], np.array(found[1])
    assert walk[0].tolist() == list(positions(state))
    assert walk[-1].tolist() == [SIZE * SIZE - 1, *range(SIZE * SIZE - 1)]
    assert others.shape == (len(walk) - 1, 3, SIZE * SIZE)
    for before, after in pairwise(walk):
        blank, tile = np.flatnonzero(before != after).tolist()
        assert blank == 0
        assert (after[0], after[tile]) == (before[tile], before[0])
    assert (np.sort(others, axis=2) == np.arange(SIZE * SIZE)).all()


def test_the_gradient_is_how_often_a_value_has_each_parameter() -> None:
    torch = pytest.importorskip("torch")
    theta = np.random.default_rng(4).normal(size=pairs.numbering()[1])
    model = fit_pairs.Model(torch, SIZE, theta, "cpu")
    boards = [SlidingTiles(SIZE, SIZE).scramble(Random(seed)) for seed in range(3)]
    pos = torch.tensor([positions(board) for board in boards])
    values, weights = model.values(pos), torch.tensor([1.0, -2.0, 0.5])
    away = model.away[model.singles(pos)[0]].sum(1)
    assert float((model.gradient(pos, weights) * model.theta).sum()) == pytest.approx(
        float((weights * (values - away)).sum()), abs=1e-3
    )
    assert model.values(model.mirror(pos)).tolist() == pytest.approx(values.tolist(), abs=1e-3)
