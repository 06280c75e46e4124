"""Fitting the pair model: its numbers of parameters are the model's, its values are, and lessons are walks home."""

from argparse import Namespace
from itertools import pairwise
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.tiles.suboptimal import pair_model_reference as reference
from tools import fit_pairs, pair_model
from tools.pair_layout import RADICES

from solvable import SlidingTiles, kernels
from solvable.tiles.suboptimal import pair_heuristic
from solvable.tiles.suboptimal.boards import positions
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.pair_heuristic import PARAMETER_MAX, TERMS

SIZE = 4


def test_numbers_of_terms_are_those_of_the_kernel() -> None:
    numbers, count = pair_heuristic.numbering()
    steps = np.random.default_rng(1).integers(-900, 900, count).astype(np.int16)
    t1, here, inverse, t3, tu, tb, more = pair_model.raw_numbers()
    every, u, v = np.append(steps, 0), pair_model.U, pair_model.V
    assert more == count
    wanted = [np.empty(size, np.int16) for size in TERMS.values()]
    assert kernels.native().pairs_list_terms(steps, count, numbers, np.ones(25), *wanted) == abs(steps).max()
    assert (every[t1[:u, :u]].ravel() == wanted[0]).all()
    assert ((every[here] + every[inverse])[:u, :v].ravel() == wanted[1]).all()
    assert (every[t3].ravel() == wanted[2]).all()
    for none in (t1[u], t1[:, u], here[u], here[:, v], inverse[u], inverse[:, v]):  # of the blank, of homes far apart
        assert (every[none] == 0).all()
    assert (len(tu), len(tb)) == (prod(RADICES["TU"]), prod(RADICES["TB"]))


@pytest.mark.parametrize("size", [SIZE, 7, 12])
def test_values_are_the_model_s(size: int) -> None:
    torch = pytest.importorskip("torch")
    theta = np.round(300 * np.random.default_rng(4).normal(size=pair_heuristic.numbering()[1])) / 1000
    parameters = pair_model.Parameters(torch, theta, "cpu")
    model = pair_model.Boards(parameters, size, fit_pairs.POWER)
    boards = [SlidingTiles(size, size).scramble(Random(seed)) for seed in range(2)]
    pos = torch.tensor([positions(board) for board in boards])
    steps = reference.stretch(np.round(1000 * theta), size, size, fit_pairs.POWER)
    values = model.values(pos, parameters.terms())
    rounding = 0.01 if size <= 10 else 0.5  # T3 taken less is rounded to 1/1000, for 10,000 pairs
    wanted = [reference.value(board, size, size, steps) / 1000 for board in boards]
    assert values.tolist() == pytest.approx(wanted, abs=rounding)
    mirrored = model.values(model.mirror(pos), parameters.terms())
    assert mirrored.tolist() == pytest.approx(values.tolist(), abs=0.01)


def test_the_gradient_is_how_often_a_value_has_each_parameter() -> None:
    torch = pytest.importorskip("torch")
    theta = np.random.default_rng(4).normal(size=pair_heuristic.numbering()[1])
    parameters = pair_model.Parameters(torch, theta, "cpu")
    model = pair_model.Boards(parameters, SIZE, fit_pairs.POWER)
    pos = torch.tensor([positions(SlidingTiles(SIZE, SIZE).scramble(Random(2)))])
    value = model.values(pos, parameters.terms()).sum()
    value.backward()
    counts = parameters.leaf.grad
    assert (counts[:-1] == counts[:-1].round()).all()
    learned = float((counts * parameters.leaf.detach())[:-1].sum())
    assert learned == pytest.approx(float(value.detach() - model.distance(pos).sum()), abs=1e-3)


def check(walk: Any, size: int) -> None:
    """Assert that each board of a walk follows from the one before, and the last one is the goal."""
    assert walk[-1].tolist() == [size * size - 1, *range(size * size - 1)]
    for before, after in pairwise(walk):
        blank, tile = np.flatnonzero(before != after).tolist()
        assert blank == 0
        assert (after[0], after[tile]) == (before[tile], before[0])


def test_a_lesson_of_a_near_board_is_a_walk_home_by_boxes_where_the_beam_is_stuck() -> None:
    tables, ends = (
        pair_heuristic.unfilled(pair_heuristic.parameters(pair_heuristic.LARGE), 11, 11, power=fit_pairs.POWER),
        set(),
    )
    for width, seed in ((20, 5), (20, 7), (8, 4)):
        beam = PairBeam(tables, width, 900)
        state = fit_pairs.near_board(11, Random(seed))
        lesson = fit_pairs.learned(beam, state, 4, 3, np.random.default_rng(1))
        if lesson is None:
            continue
        check(lesson.walk, 11)
        assert lesson.walk[0].tolist() == positions(state)
        assert len(lesson.at) == len(lesson.others)
        assert lesson.at[:3] == [0, 4, 8]
        last = len(lesson.walk) - 1
        ends.add(lesson.at[-1] == last)
        assert lesson.at.count(last) in {0, fit_pairs.STUCK}
        assert all((np.sort(each, axis=1) == np.arange(121)).all() for each in lesson.others)
    assert ends == {True, False}


def test_a_fit_to_lessons_lessens_their_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    start, made = tmp_path / "start.npz", tmp_path / "made.npz"
    fit_pairs.write(start, steps=np.zeros(pair_heuristic.numbering()[1], np.int16))  # Manhattan distance alone
    lessons = Namespace(
        size=5, parameters=start, folder=tmp_path, seed=1, seconds=3.0, chunk=1.0, width=300, every=4, ranks=4
    )
    fit_pairs.write_lessons(lessons)
    fit_pairs.fit(
        Namespace(
            sizes="5", parameters=start, folder=tmp_path, seed=1, seconds=10.0, out=made, wait=False, renew=20.0,
            tell=0.0, ranks=4, boards=4_000, rate=0.003, hold=0.5, ranking=0.5, scale=1.07,
        )
    )  # fmt: skip
    told = [line.split("5: ")[1].split() for line in capsys.readouterr().out.splitlines() if "errors" in line]
    differences = [float(each[0]) for each in told]  # errors of ranks begin low: the same beam chose both boards
    assert np.mean(differences[-5:]) < 0.8 * np.mean(differences[:3])
    assert np.abs(fit_pairs.read(made)).max() <= PARAMETER_MAX
