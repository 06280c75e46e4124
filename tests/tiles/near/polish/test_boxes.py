"""Boxes: stretches against a plain list, what they carry against a replay, the tables against the model's own."""

from random import Random

import numpy as np
import pytest

from solvable import SlidingTiles
from solvable.budget import Budget
from solvable.kernels.tiles import boxes as kernel
from solvable.tiles.near import pairs
from solvable.tiles.near.boards import after, positions
from solvable.tiles.near.polish import boxes


def wander(width: int, height: int, steps: int, seed: int) -> list[int]:
    """Return a walk of the blank that never turns back at once, its first cell included."""
    puzzle, rng = SlidingTiles(width, height), Random(seed)
    state, cells = puzzle.goal, [puzzle.goal.index(0)]
    while len(cells) <= steps:
        cells.append(rng.choice([m for m in puzzle.moves(state) if len(cells) < 2 or m != cells[-2]]))
        state = puzzle.apply(state, cells[-1])
    return cells


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 5), (6, 5)])
def test_stretches_are_the_longest_stays_in_each_box(shape: tuple[int, int]) -> None:
    width, height, least = 6, 5, 4
    path = wander(width, height, 300, 1)
    expected = set()
    for top in range(height - shape[1] + 1):
        for left in range(width - shape[0] + 1):
            inside = [top <= cell // width < top + shape[1] and left <= cell % width < left + shape[0] for cell in path]
            begin = None
            for i, there in enumerate([*inside, False]):
                if there and begin is None:
                    begin = i
                if not there and begin is not None:
                    if i - 1 - begin >= least:
                        expected.add((begin, i - 1, top * width + left))
                    begin = None
    found = np.empty((10_000, 3), np.int64)
    entered = np.full(width * height, -1, np.int64)
    count = 0
    for begin, end in ((0, 100), (100, 101), (101, 302)):
        sizes = (width, height), shape
        count = kernel.stretches(np.array(path), begin, end, *sizes, least, entered, found, count)
    assert count == len(expected)
    assert {tuple(row) for row in found[:count].tolist()} == expected


def test_what_a_stretch_carries_is_what_its_moves_do() -> None:
    width, shape = 7, (4, 3)
    box = boxes.Box(*shape)
    local = wander(*shape, 60, 2)
    corner = 2 * width + 1
    path = np.array([corner + cell // shape[0] * width + cell % shape[0] for cell in local])
    n = shape[0] * shape[1]
    to, back = np.empty(n, np.int64), np.empty(n, np.int64)
    for a, b in ((0, 60), (7, 31), (20, 20)):
        blank = kernel.carried(path, a, b, width, corner, *shape, to, back)
        begin = list(range(1, n + 1))
        begin[local[a]] = 0
        end = after(tuple(begin), local[a + 1 : b + 1])
        assert blank == local[a]
        assert [end[to[p]] for p in range(n)] == begin
        if b > a:
            walk = box.solve(to.copy(), blank, 200, 200)
            assert walk is not None
            assert len(walk) <= b - a
            assert after(tuple(begin), walk.tolist()) == end


def test_with_the_blank_at_home_in_the_corner_values_are_the_models() -> None:
    width, height = 4, 3
    n = width * height
    steps = pairs.parameters(pairs.trained_size(width, height))
    box, model = boxes.Box(width, height).tables, pairs.spread(steps, width, height)
    for seed in range(5):
        state = SlidingTiles(width, height).scramble(Random(seed))
        pos = np.array([*positions(state), n])
        assert kernel.evaluate(pos, box.pair, box.single) == pairs.value(state, width, height, steps)
    all_but_last = np.arange(n)[:, None] * (n + 1) + np.arange(n)
    assert np.array_equal(box.pair[np.ix_(all_but_last.ravel(), all_but_last.ravel())], model.pair)
    assert np.array_equal(box.single[:, all_but_last.ravel()], model.single)


def test_paths_fall_and_end_on_the_same_board_whatever_the_time() -> None:
    width, height = 9, 7
    path = np.array(wander(width, height, 700, 3))
    start = [*range(1, width * height), 0]
    end = after(tuple(start), path[1:].tolist())
    lengths = [path.size]
    for each in boxes.shortened(path, width, height, Budget(), ((5, 100), (6, 100))):
        assert after(tuple(start), each[1:].tolist()) == end
        lengths.append(each.size)
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < 600
    assert not list(boxes.shortened(path, width, height, Budget(0.0)))
