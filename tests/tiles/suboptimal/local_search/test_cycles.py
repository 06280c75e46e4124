"""What is left of a board: odd cycles, and how far they are apart in pairs."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import SlidingTiles
from solvable.tiles.census.ranking import is_odd
from solvable.tiles.suboptimal.boards import manhattan
from solvable.tiles.suboptimal.local_search import cycles

WIDTH = 9


def least(places: list[list[int]], width: int) -> int:
    """Return the least sum over all ways to take the cycles in pairs, one may be left."""
    if len(places) < 2:
        return 0
    if len(places) % 2:
        return min(least(places[:k] + places[k + 1 :], width) for k in range(len(places)))
    first, rest = places[0], places[1:]

    def away(other: list[int]) -> int:
        return min(abs(a // width - b // width) + abs(a % width - b % width) for a in first for b in other)

    return min(away(rest[k]) + least(rest[:k] + rest[k + 1 :], width) for k in range(len(rest)))


@given(st.permutations(range(24)))
def test_a_board_is_odd_where_it_has_an_odd_number_of_odd_cycles(tiles: list[int]) -> None:
    board = (*(tile + 1 for tile in tiles), 0)
    assert len(cycles.odd_cycles(board)) % 2 == is_odd(tiles)
    assert all(len(cycle) % 2 == 0 for cycle in cycles.odd_cycles(board))


@pytest.mark.parametrize("seed", range(40))
def test_cycles_are_matched_as_near_as_can_be_nearly(seed: int) -> None:
    rng = Random(seed)
    number = rng.randrange(7)
    cells = rng.sample(range(WIDTH * WIDTH), 2 * number)
    found = [cells[k : k + 2] for k in range(0, 2 * number, 2)]
    wanted = least(found, WIDTH)
    assert wanted <= cycles.matched(found, WIDTH)
    if number in {0, 1, 2, 4}:  # all ways are tried
        assert cycles.matched(found, WIDTH) == wanted


def test_two_odd_cycles_need_more_where_they_are_apart() -> None:
    goal = SlidingTiles(WIDTH, WIDTH).goal

    def swapped(*pairs: tuple[int, int]) -> tuple[int, ...]:
        board = list(goal)
        for a, b in pairs:
            board[a], board[b] = board[b], board[a]
        return tuple(board)

    boards = [swapped((0, 1), (cell, cell + 1)) for cell in (3, 5, 40)]
    assert len({manhattan(board, WIDTH) for board in boards}) == 1
    needs = [cycles.need(board, WIDTH) for board in boards]
    assert needs == sorted(needs) and needs[0] < needs[1] < needs[2]
    assert cycles.need(goal, WIDTH) == 0
