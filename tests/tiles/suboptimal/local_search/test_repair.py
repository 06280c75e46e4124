"""Boards with few tiles away from home are put right, whatever cycles these make."""

from itertools import pairwise
from random import Random

import pytest

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles import moves
from solvable.tiles.census.ranking import is_odd
from solvable.tiles.suboptimal.anytime import joined
from solvable.tiles.suboptimal.boards import after, positions
from solvable.tiles.suboptimal.local_search import repair
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


def test_the_way_is_the_shortest_to_the_tiles_that_are_not_home() -> None:
    board = swapped(swapped(GOAL, 2, 3), 2 + 6 * WIDTH, 2 + 7 * WIDTH)
    assert repair.ways_of(board, WIDTH, HEIGHT).column in {2, 3}


@pytest.mark.parametrize("exchanges", [1, 3, 20, 60])
def test_hopeful_boxes_hold_most_and_are_nearest_to_others(exchanges: int) -> None:
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
                    nearest = min((apart(cell) for cell, _ in wrong if apart(cell)), default=WIDTH + HEIGHT)
                    found.append((-inside, nearest, -top, -left))
            best = sorted(each for each in found if each[0])[: TUNING.mend_boxes]
            assert repair.hopeful(board, WIDTH, HEIGHT, (side,)) == [(-y, -x, side, side) for _, _, y, x in best]


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


@pytest.mark.parametrize("permutation", [[0, 1, 2], [1, 0, 2], [1, 2, 0], [1, 0, 3, 2], [1, 2, 3, 0]])
def test_parity_is_that_of_inversions(permutation: list[int]) -> None:
    inversions = sum(a > b for k, a in enumerate(permutation) for b in permutation[k + 1 :])
    assert is_odd(permutation) == (inversions % 2 == 1)


@pytest.mark.parametrize("seed", range(6))
def test_tours_in_another_order_do_the_same_and_are_not_longer(seed: int) -> None:
    rng, board, tours = Random(seed), GOAL, list[repair.Tour]()
    for _ in range(8):  # there, around a square, and back
        way = repair.Ways(WIDTH, HEIGHT, rng.randrange(WIDTH)).into([rng.randrange(len(GOAL) - 1)])
        row, column = divmod(way[-1], WIDTH)
        down, right = (WIDTH if row < HEIGHT - 1 else -WIDTH), (1 if column < WIDTH - 1 else -1)
        square = [way[-1] + down, way[-1] + down + right, way[-1] + right, way[-1]]
        walk = [*way, *square, *way[-2::-1], len(GOAL) - 1]
        made = after(board, walk)
        moved = {tile for pair in zip(board, made, strict=True) if pair[0] != pair[1] for tile in pair}
        tours.append(repair.Tour(walk, frozenset(moved)))
        board = made
    order = repair.ordered(tours, len(GOAL) - 1)
    plain = joined(*(tour.walk for tour in tours), start=len(GOAL) - 1)
    better = joined(*order, start=len(GOAL) - 1)
    assert after(GOAL, plain) == after(GOAL, better) == board
    assert len(better) <= len(plain)
