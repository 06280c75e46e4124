"""Small tables: the readable costs, least over the blank's regions; the shipped ones proved entry by entry."""

from itertools import permutations
from random import Random

import pytest

from solvable.tiles.pdb import partitions, patterns, small
from solvable.tiles.symmetry import Frame


@pytest.mark.slow
@pytest.mark.parametrize(
    ("frame", "pattern"),
    [(Frame(3, 3, 0), (1, 2, 5)), (Frame(3, 3, 4), (0, 8)), (Frame(4, 3, 0), (1, 4, 5)), (Frame(4, 4, 0), (9, 12, 13))],
)
def test_a_table_has_the_least_costs_of_the_readable_one(frame: Frame, pattern: tuple[int, ...]) -> None:
    least: dict[int, int] = {}
    for (cells, _), distance in patterns.reference(frame, pattern).items():
        index = sum(cell << small.BITS * j for j, cell in enumerate(cells))
        least[index] = min(distance, least.get(index, distance))
    table = small.costs(frame, pattern)
    assert len(table) == 16 ** len(pattern)
    assert {index: table[index] for index in least} == least
    assert sum(table) == sum(least.values())


def test_the_shipped_tables_have_the_sums_of_those_made_from_nothing() -> None:
    costs = small.obtain(small.SHIPPED).costs
    assert [sum(costs[i << 20 : i + 1 << 20]) for i in range(3)] == [7_588_000, 6_892_432, 7_371_926]


def test_a_move_changes_the_parity_of_the_shipped_costs() -> None:
    frame, costs, rng = small.SHIPPED, small.obtain(small.SHIPPED).costs, Random(1)
    for i, pattern in enumerate(partitions.drawn(small.DRAWING)):
        goal = sum(cell << 4 * j for j, cell in enumerate(pattern))
        assert costs[(i << 20) + goal] == 0
        for _ in range(3000):
            cells = rng.sample(range(16), 5)
            index = (i << 20) + sum(cell << 4 * j for j, cell in enumerate(cells))
            for j, cell in enumerate(cells):
                for to in set(frame.neighbours(cell)) - set(cells):
                    assert (costs[index + (to - cell << 4 * j)] - costs[index]) % 2 == 1


def test_every_board_to_16_cells_gets_two_look_ups_that_share_all_tiles() -> None:
    for frame in (Frame(2, 2, 0), Frame(3, 2, 1), Frame(5, 2, 0), Frame(4, 4, 0)):
        tables = small.obtain(frame)
        for lookup in tables.lookups:
            assert sorted(lookup.image) == list(range(frame.cells))
            assert sorted(tile for pattern in lookup.partition for tile in pattern) == list(frame.tiles)


def test_every_order_of_a_pattern_is_met() -> None:
    table = small.costs(Frame(3, 2, 0), (1, 2, 3))
    reached = sum(table[a | b << 4 | c << 8] > 0 for a, b, c in permutations(range(6), 3))
    assert reached == 6 * 5 * 4 - 1
