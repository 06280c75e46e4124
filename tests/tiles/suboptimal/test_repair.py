"""Boards with few tiles away from home are put right, whatever cycles these make."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import SlidingTiles
from solvable.core.budget import Budget, wall
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import State
from solvable.tiles import moves
from solvable.tiles.census.ranking import is_odd
from solvable.tiles.suboptimal import pair_heuristic, repair
from solvable.tiles.suboptimal.boards import after, manhattan, positions
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.tuning import TUNING

WIDTH, HEIGHT = 13, 11
GOAL = SlidingTiles(WIDTH, HEIGHT).goal


def swapped(board: State, a: int, b: int) -> State:
    """Return the board with the contents of two cells exchanged."""
    cells = list(board)
    cells[a], cells[b] = cells[b], cells[a]
    return tuple(cells)


def permuted(exchanges: int, seed: int) -> State:
    """Return the goal after so many exchanges of tiles at most two cells apart, in random places."""
    board, rng = GOAL, Random(seed)
    for _ in range(exchanges):
        cell = rng.randrange(HEIGHT - 2) * WIDTH + rng.randrange(WIDTH - 2)
        board = swapped(board, cell, cell + rng.choice((1, 2, WIDTH, WIDTH + 1)))
    return board


@pytest.mark.slow
@pytest.mark.parametrize("exchanges", [0, 2, 6, 12])
def test_cycles_are_put_right_wherever_the_blank_is(exchanges: int) -> None:
    for seed in range(3):
        board = permuted(exchanges, seed)
        board = after(board, [*repair.Ways(WIDTH, HEIGHT, 4).home(40 + seed)[-2::-1], 40 + seed])
        walk = repair.mend(board, WIDTH, HEIGHT, Budget())
        assert walk is not None
        assert moves.replay(WIDTH, board, walk) == GOAL


def test_two_pairs_exchanged_far_apart_are_put_right() -> None:
    board = swapped(swapped(GOAL, 0, 1), WIDTH * HEIGHT - 4, WIDTH * HEIGHT - 3)
    walk = repair.mend(board, WIDTH, HEIGHT, Budget())
    assert walk is not None
    assert moves.replay(WIDTH, board, walk) == GOAL


def test_a_budget_that_is_over_ends_it() -> None:
    assert repair.mend(permuted(6, 1), WIDTH, HEIGHT, Budget(0.0)) is None


def test_ways_go_from_cell_to_cell_and_into_boxes_by_their_first_cell() -> None:
    last = WIDTH * HEIGHT - 1
    for column in (0, 5, WIDTH - 1):
        ways = repair.Ways(WIDTH, HEIGHT, column)
        for cell in range(last):
            path = [cell, *ways.home(cell)]
            assert path[-1] == last and len(set(path)) == len(path)
            assert all(abs(a - b) in {1, WIDTH} for a, b in pairwise(path))
        for top, left in ((0, 0), (4, 3), (HEIGHT - 5, 2), (HEIGHT - 5, WIDTH - 5)):
            box = [r * WIDTH + c for r in range(top, top + 5) for c in range(left, left + 5)]
            into = ways.into(box)
            assert set(into[:-1]).isdisjoint(box)
            assert (into[-1] if into else last) in box


def test_ways_go_along_the_column_in_the_middle_of_the_tiles_that_are_not_home() -> None:
    board = swapped(swapped(GOAL, 2, 3), 2 + 6 * WIDTH, 2 + 7 * WIDTH)
    assert repair.ways_of(board, WIDTH, HEIGHT).column == 2
    assert repair.ways_of(swapped(board, 9, 10), WIDTH, HEIGHT).column == 3


@pytest.mark.parametrize("exchanges", [1, 3, 20, 60])
def test_hopeful_boxes_hold_most(exchanges: int) -> None:
    for seed in range(4):
        board = permuted(exchanges, seed)
        wrong = [(divmod(cell, WIDTH), divmod(board[cell] - 1, WIDTH)) for cell in repair.astray(board)]
        for side in (5, 7):
            found = []
            for top in range(HEIGHT - side + 1):
                for left in range(WIDTH - side + 1):
                    rows, columns = range(top, top + side), range(left, left + side)

                    def apart(place: tuple[int, int], rows: range = rows, columns: range = columns) -> int:
                        return sum(max(0, r[0] - x, x - r[-1]) for x, r in zip(place, (rows, columns), strict=True))

                    inside = sum(not apart(cell) and not apart(home) for cell, home in wrong)
                    found.append((-inside, -top, -left))
            best = sorted(each for each in found if each[0])[: TUNING.mend_boxes]
            assert repair.hopeful(board, WIDTH, HEIGHT, (side,)) == [(-y, -x, side, side) for _, y, x in best]


def test_targets_are_an_even_permutation_that_keeps_what_can_go_home() -> None:
    cells = [r * WIDTH + c for r in range(2, 7) for c in range(3, 8)]
    rng = Random(5)
    for _ in range(30):
        board = list(GOAL)
        tiles = [board[cell] for cell in cells[:-1]]
        rng.shuffle(tiles)
        for cell, tile in zip(cells, tiles, strict=False):
            board[cell] = tile
        for _ in range(rng.choice((0, 1, 3))):  # some belong elsewhere
            board = list(swapped(tuple(board), rng.choice(cells[:-1]), rng.randrange(WIDTH)))
        where = positions(GOAL)
        to = repair.targets(tuple(board), where, cells, WIDTH)
        assert sorted(to) == list(range(25)) and not is_odd(to)
        wanted = [where[board[cell]] for cell in cells]
        foreign = sum(cell not in cells for cell in wanted)
        wrong = sum(cells[a] != b for a, b in zip(to, wanted, strict=True))
        assert wrong in ({foreign} if foreign > 1 else {foreign, foreign + 1, foreign + 2})


def is_beside(one: int, other: int, width: int) -> bool:
    (r, c), (y, x) = divmod(one, width), divmod(other, width)
    return abs(r - y) + abs(c - x) == 1


def ring(side: int, inset: int) -> State:
    """Return a board on which the blank went round once, far from its home: a ring of tiles each one cell from home."""
    last, low, high = side * side - 1, inset, side - 1 - inset
    way = repair.straight(last, high * side + high, side)
    corners = [(high, low), (low, low), (low, high), (high, high)]
    at, walk = high * side + high, list(way)
    for row, column in corners:
        walk += repair.straight(at, row * side + column, side)
        at = row * side + column
    walk += [*way[-2::-1], last]
    return after((*range(1, last + 1), 0), walk)


@given(st.integers(2, 9), st.integers(2, 9), st.data())
def test_straight_ways_are_shortest_and_go_from_cell_to_cell(width: int, height: int, data: st.DataObject) -> None:
    start, end = (data.draw(st.integers(0, width * height - 1)) for _ in range(2))
    (r, c), (y, x) = divmod(start, width), divmod(end, width)
    path = [start, *repair.straight(start, end, width)]
    assert path[-1] == end and len(path) == abs(r - y) + abs(c - x) + 1
    assert all(is_beside(*each, width) for each in pairwise(path))
    assert len({cell % width for cell in path if cell // width != r}) <= 1  # the row comes first


@given(st.permutations(range(1, 12)))
def test_odd_cycles_are_as_many_as_parity_says(tiles: list[int]) -> None:
    board = (*tiles, 0)
    cycles = repair.odd_cycles(board)
    assert all(len(cycle) % 2 == 0 and board[cycle[-1]] - 1 == cycle[0] for cycle in cycles)
    assert len(cycles) % 2 == is_odd([tile - 1 for tile in tiles])
    assert repair.need(board, 4) >= 5 * manhattan(board, 4)


@pytest.mark.parametrize(("side", "inset"), [(14, 2), (16, 4), (22, 4)])
def test_a_ring_far_away_is_put_right(side: int, inset: int) -> None:
    board = ring(side, inset)
    far = manhattan(board, side)
    walk = repair.nearer(board, PairBeam(pair_heuristic.model(side, side, 0), 50, 1), Budget())
    left = after(board, walk)
    assert all(is_beside(*each, side) for each in pairwise([board.index(0), *walk]))
    assert far > 20 and manhattan(left, side) < far / 4
    assert len(walk) + repair.UNIT_MOVES * manhattan(left, side) < repair.UNIT_MOVES * far


def test_at_home_nothing_is_done_and_a_budget_that_is_over_ends_it() -> None:
    model = PairBeam(pair_heuristic.model(12, 12, 0), 10, 1)
    assert repair.nearer(SlidingTiles(12, 12).goal, model, Budget()) == []
    assert repair.nearer(ring(12, 2), model, Budget(0.0, clock=wall)) == []
    cancelled = Budget(progress=lambda _: False)
    with pytest.raises(BudgetExceededError):
        repair.nearer(ring(12, 2), model, cancelled)
