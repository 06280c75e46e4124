"""The rolling beam with local pair terms: what its nodes carry is what their boards are worth from scratch."""

from random import Random

import pytest

from solvable import SlidingTiles
from solvable.budget import Budget
from solvable.tiles import moves
from solvable.tiles.near.boards import after
from solvable.tiles.near.outer import local


@pytest.mark.parametrize("size", [(9, 9), (11, 7)])
def test_nodes_carry_the_distances_and_local_terms_of_their_boards(size: tuple[int, int]) -> None:
    width, height = size
    start = SlidingTiles(width, height).scramble(Random(3))
    beam = local.Local(start, width, height, (5, 5), 20)

    def worth(board: tuple[int, ...]) -> int:
        pairs = ((divmod(cell, width), divmod(tile - 1, width)) for cell, tile in enumerate(board) if tile)
        far = sum(int(beam.plan.phi[abs(a - c) + abs(b - d)]) for (a, b), (c, d) in pairs)
        return far + local.value(board, width, height, beam.sight.terms)

    walk: list[int] = []
    for _ in range(3):
        walk += beam.advance(25)
        root = after(start, walk)
        assert tuple(beam.board.tolist()) == root
        paths = beam.paths()
        for node in range(0, len(paths), 7):
            assert beam.nodes.totals[node] == worth(after(root, paths[node])) - worth(start)


def test_local_terms_are_the_same_from_either_tile() -> None:
    near = local.local_terms(100.0)
    for u in range(49):
        for x in range(49):
            assert all(near[u, v, x] == near[x, 48 - v, u] for v in range(49))
    assert not near[:, :, 49].any()


def test_a_rolled_board_has_its_outer_lines_home() -> None:
    state = SlidingTiles(9, 8).scramble(Random(4))
    found = local.roll(state, 9, 8, (5, 5), 30)
    assert found is not None
    walk, board = found
    assert moves.replay(9, state, walk) == board
    inside = {r * 9 + c for r in range(3, 8) for c in range(4, 9)}
    assert all(board[cell] == cell + 1 for cell in range(72) if cell not in inside)


def test_a_walk_over_its_limit_is_given_up() -> None:
    state = SlidingTiles(9, 8).scramble(Random(5))
    assert local.roll(state, 9, 8, (5, 5), 10, limit=50) is None
    late = local.roll(state, 9, 8, (5, 5), 30, pace=Budget(0.0))  # goes on, narrow
    assert late is not None
