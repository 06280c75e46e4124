"""The rolling beam: its stages cover the outer lines, and what its nodes carry is what a plain count gives."""

from random import Random

import numpy as np
import pytest

from solvable import SlidingTiles, kernels
from solvable.core.budget import Budget
from solvable.tiles import moves
from solvable.tiles.suboptimal import rolling
from solvable.tiles.suboptimal.boards import after, manhattan


def first_unfinished(board: tuple[int, ...], stages: list[tuple[int, int, int, int]]) -> int:
    for number, (a, b, _, _) in enumerate(stages):
        if any(tile and board[tile - 1] != tile for tile in (a, b)):
            return number
    return len(stages)


@pytest.mark.parametrize(("size", "inner"), [((8, 8), (5, 5)), ((12, 7), (5, 5)), ((6, 11), (6, 4))])
def test_stages_are_the_tiles_outside_the_inner_board(size: tuple[int, int], inner: tuple[int, int]) -> None:
    width, height = size
    stages = rolling.stage_list(width, height, *inner)
    tiles = [tile for a, b, _, _ in stages for tile in (a, b) if tile]
    outside = {
        r * width + c + 1 for r in range(height) for c in range(width) if r < height - inner[1] or c < width - inner[0]
    }
    assert len(tiles) == len(set(tiles))
    assert set(tiles) == outside


def paths_of(beam: rolling.Rolling) -> list[list[int]]:
    """Return for each node of the beam the blank's cells from the board that is committed."""
    nodes, length = beam.nodes, int(beam.progress[1])
    slots, width = len(nodes["parents"]) // beam.beam, beam.beam
    paths = []
    for node in range(nodes["counts"][length]):
        path, row = [], node
        for layer in range(length, 0, -1):
            slot = (int(beam.progress[0]) + layer) % slots
            path.append(nodes["steps"][slot * width + row])
            row = nodes["parents"][slot * width + row]
        paths.append(path[::-1])
    return paths


def test_nodes_carry_the_sums_and_stages_of_their_boards() -> None:
    width = height = 8
    start = SlidingTiles(width, height).scramble(Random(3))
    beam = rolling.Rolling(start, width, height, (5, 5), 20)
    stages = rolling.stage_list(width, height, 5, 5)

    def total(board: tuple[int, ...]) -> int:
        pairs = ((divmod(cell, width), divmod(tile - 1, width)) for cell, tile in enumerate(board) if tile)
        return sum(int(beam.phi[abs(a - c) + abs(b - d)]) for (a, b), (c, d) in pairs)

    walk: list[int] = []
    for _ in range(12):
        walk += beam.advance(1)
        root = after(start, walk)
        assert tuple(beam.board.tolist()) == root
        assert beam.far == manhattan(root, width)
        paths = paths_of(beam)
        assert len(set(map(tuple, paths))) == len(paths) > 0
        for node, path in enumerate(paths):
            board = after(root, path)
            assert beam.nodes["totals"][node] == total(board) - total(start)
            assert beam.nodes["stages"][node] == first_unfinished(board, stages)


@pytest.mark.parametrize("made", [1, 5, 48, 49, 1000, 30_000])
@pytest.mark.parametrize("spread", [10, 10**3, 10**7])
def test_children_are_ordered_by_key(made: int, spread: int) -> None:
    rng = np.random.default_rng(made)
    keys = rng.integers(-500, 500, made) + (rng.random(made) < 0.1) * spread
    order, spare = np.empty((2, made), np.int64)
    kernels.native().rolling_order(keys, made, order, spare)
    assert sorted(order.tolist()) == list(range(made))
    assert np.array_equal(keys[order], np.sort(keys))


def test_the_window_of_a_pair_holds_breadth_first_distances() -> None:
    depth, span = 3, 3
    m = depth * span
    table = rolling.pair_distances(depth, span)
    closed = set(range(span - 2))

    def children(node: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        blank, a, b = node
        near = [
            c
            for c in range(m)
            if c not in closed and abs(c // span - blank // span) + abs(c % span - blank % span) == 1
        ]
        return [(c, blank if a == c else a, blank if b == c else b) for c in near]

    layer = {(blank, span - 2, span - 1) for blank in range(span, m)}
    distance = dict.fromkeys(layer, 0)
    depth_now = 0
    while layer:
        depth_now += 1
        layer = {child for node in layer for child in children(node) if child not in distance}
        distance |= dict.fromkeys(layer, depth_now)
    for code, moves_left in enumerate(table.tolist()):
        assert moves_left == distance.get((code // (m * m), code // m % m, code % m), 255)


def test_a_rolled_board_has_its_outer_lines_home() -> None:
    puzzle = SlidingTiles(9, 7)
    state = puzzle.scramble(Random(4))
    found = rolling.drive(rolling.Rolling(state, 9, 7, (5, 5), 30))
    assert found is not None
    walk, board = found
    assert moves.replay(9, state, walk) == board
    assert first_unfinished(board, rolling.stage_list(9, 7, 5, 5)) == len(rolling.stage_list(9, 7, 5, 5))


def test_a_late_beam_goes_on_narrow() -> None:
    state = SlidingTiles(8, 8).scramble(Random(6))
    found = rolling.drive(rolling.Rolling(state, 8, 8, (5, 5), 200), pace=Budget(-1))
    assert found is not None
    assert moves.replay(8, state, found[0]) == found[1]
