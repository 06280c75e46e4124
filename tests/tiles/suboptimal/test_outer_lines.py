"""The beam for outer lines: its stages cover them, and it makes the moves of its readable twin."""

from random import Random
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiles.suboptimal import outer_lines_reference

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.tiles import moves
from solvable.tiles.suboptimal import outer_lines
from solvable.tiles.suboptimal.boards import after, positions
from solvable.tiles.suboptimal.outer_lines import OuterLines, pair_distances, stage_list


class Ticking:
    """A clock that goes on by so much whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.step, self.now = step, 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def first_unfinished(board: tuple[int, ...], stages: list[tuple[int, int, int, int]]) -> int:
    for number, (a, b, _, _) in enumerate(stages):
        if any(tile and board[tile - 1] != tile for tile in (a, b)):
            return number
    return len(stages)


@pytest.mark.parametrize(("size", "inner"), [((8, 8), (5, 5)), ((12, 7), (5, 5)), ((6, 11), (6, 4))])
def test_stages_are_the_tiles_outside_the_inner_board(size: tuple[int, int], inner: tuple[int, int]) -> None:
    width, height = size
    stages = stage_list(width, height, *inner)
    tiles = [tile for a, b, _, _ in stages for tile in (a, b) if tile]
    outside = {
        r * width + c + 1 for r in range(height) for c in range(width) if r < height - inner[1] or c < width - inner[0]
    }
    assert len(tiles) == len(set(tiles))
    assert set(tiles) == outside


@settings(deadline=None, max_examples=20)
@given(st.integers(4, 7), st.integers(4, 7), st.integers(1, 8), st.integers(2, 24), st.integers())
def test_the_beam_makes_the_moves_of_its_readable_twin(w: int, h: int, beam: int, layers: int, seed: int) -> None:
    state, behind = SlidingTiles(w, h).scramble(Random(seed)), layers // 2
    lines = OuterLines(state, w, h, (3, 3), 12)
    twin = outer_lines_reference.Twin(state, w, h, lines.stages, len(lines.seen))
    for _ in range(6):
        if not lines.stages_left:
            break
        with mock.patch.multiple(outer_lines, LAYERS=layers, BEHIND=behind):
            lines.advance(1, beam)
        twin.advance(beam, layers, behind)
        assert lines.walk.tolist() == twin.walk
        assert tuple(lines.board) == twin.board == after(state, twin.walk)
        assert lines.cells.tolist() == positions(twin.board)
        assert lines.stages_left == len(lines.stages) - first_unfinished(twin.board, lines.stages)
        assert lines.progress[0] == twin.mu


def test_the_window_of_a_pair_holds_breadth_first_distances() -> None:
    depth, span = 3, 3
    m = depth * span
    table = pair_distances(depth, span)
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


@pytest.mark.parametrize(("width", "height"), [(10, 10), (12, 7), (5, 11), (9, 7)])
def test_a_beam_brings_the_outer_lines_home(width: int, height: int) -> None:
    state = SlidingTiles(width, height).scramble(Random(4))
    lines = OuterLines(state, width, height, (5, 5), 30)
    assert lines.solve(Budget())
    assert moves.replay(width, state, lines.walk.tolist()) == tuple(lines.board)
    assert first_unfinished(tuple(lines.board), lines.stages) == len(lines.stages)


def test_a_board_whose_outer_lines_are_home_needs_no_moves() -> None:
    lines = OuterLines(SlidingTiles(8, 6).goal, 8, 6, (5, 5), 30)
    assert lines.solve(Budget())
    assert not lines.walk


def test_a_beam_is_given_up_when_its_time_is_over() -> None:
    state = SlidingTiles(30, 30).scramble(Random(6))
    lines = OuterLines(state, 30, 30, (5, 5), 10)
    assert not lines.solve(Budget(-1))
    assert lines.walk
    assert moves.replay(30, state, lines.walk.tolist()) == tuple(lines.board)


def test_a_beam_is_as_wide_as_the_time_allows() -> None:
    state, widths = SlidingTiles(12, 12).scramble(Random(6)), []
    for seconds in (0.3, 1000.0):
        lines = OuterLines(state, 12, 12, (5, 5), 100)
        with mock.patch.object(lines, "advance", wraps=lines.advance) as advance:
            lines.solve(Budget(seconds, clock=Ticking(0.02)))
        widths.append([call.args[1] for call in advance.mock_calls])
    assert widths[0][0] == widths[1][0] == outer_lines.FIRST_BEAM_WIDTH
    assert widths[0][1] < 30 < widths[1][1] == 100
