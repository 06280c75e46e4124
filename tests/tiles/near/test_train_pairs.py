"""Training the pair model: a learning step of the kernel is that of the model's own features."""

from random import Random
from typing import Any

import numpy as np
import pytest
from tools import train_pairs

from solvable import SlidingTiles
from solvable.tiles.near import pairs
from solvable.tiles.near.boards import far, positions


def gradient(state: tuple[int, ...], size: tuple[int, int], count: int) -> Any:
    """Return how often a board's value has each parameter."""
    numbers, _ = pairs.numbering()
    found = np.zeros(count)
    for name, index in pairs.features(state, *size):
        if name != "MD":
            found[numbers[pairs.raw_index(name, index)]] += 1
    return found


@pytest.mark.parametrize("size", [(3, 3), (4, 3), (6, 7)])
def test_a_step_changes_the_parameters_of_both_boards(size: tuple[int, int]) -> None:
    count, rng, boards = pairs.numbering()[1], np.random.default_rng(1), Random(2)
    puzzle, learner = SlidingTiles(*size), train_pairs.Learner(*size)
    theta, rates = rng.normal(size=count), np.array([0.3, 0.2, 0.1])
    kinds, wanted = np.array([0, 1, 2, 2, 0]), np.array([4.0, 30.0, 1.0, -500.0, 2.0])
    states = [(puzzle.scramble(boards), puzzle.scramble(boards)) for _ in kinds]
    near = states[4][0]
    for _ in range(3):
        near = puzzle.apply(near, boards.choice(list(puzzle.moves(near))))
    states[4] = states[4][0], near  # most tiles stand alike
    left, right = (np.array([positions(pair[side]) for pair in states]) for side in (0, 1))
    expected = theta.copy()
    errors: list[list[float]] = [[], [], []]
    for (first, second), kind, goal in zip(states, kinds, wanted, strict=True):
        counts, value = gradient(first, size, count), float(far(first, size[0]))
        if kind != 1:
            counts, value = counts - gradient(second, size, count), value - far(second, size[0])
        error = goal - value - counts @ expected
        errors[kind].append(max(error, 0.0) if kind == 2 else abs(error))
        error = min(max(error, 0.0), 2.0) if kind == 2 else error
        step = rates[kind] * error / max(counts @ counts, 1.0)
        expected = np.where(counts == 0, expected, np.clip(expected + step * counts, -4, 4))
    for _ in range(2):  # the room is left as it was found
        learned = theta.copy()
        found = learner.learn(learned, left, right, wanted, kinds, rates)
        assert found == pytest.approx([np.mean(each) for each in errors])
        assert learned == pytest.approx(expected, abs=1e-9)
        assert (learned != theta).any()


def test_mirror_images_are_worth_as_much() -> None:
    state, steps = SlidingTiles(5, 5).scramble(Random(4)), pairs.parameters(5)
    image = train_pairs.mirror(np.array([positions(state)]), 5)[0]
    board = tuple(np.argsort(image).tolist())
    assert pairs.value(board, 5, 5, steps) == pairs.value(state, 5, 5, steps)
    assert (train_pairs.mirror(image, 5) == positions(state)).all()
    assert train_pairs.manhattan(np.array(positions(state)), 5) == far(state, 5)
