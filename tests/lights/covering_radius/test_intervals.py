"""Worst cases: both ends of every interval are checked by other means than found them."""

from itertools import count, product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.lights.covering_radius import intervals
from solvable.lights.covering_radius.intervals import anneal_reference
from solvable.lights.covering_radius.known import KNOWN
from solvable.lights.min_weight import coset, two_states
from solvable.lights.transfer_matrix import ints, words


def quiet(width: int, height: int) -> list[int]:
    return [
        sum(row << width * r for r, row in enumerate(words.pattern(first, width, height)))
        for first in ints.quiet_first_rows(width, height)
    ]


def weigh(width: int, height: int, member: int) -> int:
    found = two_states.fewest(width * height, member, quiet(width, height), Budget(), width=width)
    assert found.is_optimal
    return found.weight


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 4), st.integers(1, 9), st.integers(0, 2**32 - 1))
def test_the_covering_radius_is_the_definition(rank: int, length: int, seed: int) -> None:
    rng = Random(seed)
    columns = [rng.randrange(1, 1 << rank) for _ in range(length)]
    assert intervals.covering_radius(columns) == intervals.covering_radius_reference(columns, rank)


def test_annealing_ends_with_what_it_has_when_its_time_is_up() -> None:
    looks = count()
    run = intervals.Annealing(intervals.Columns.of(256, quiet(16, 16)))
    many = 8 * intervals.SLICE // len(run.weights)
    presses, member = run.run(256, Random(1), many, Budget(2.5, clock=lambda: float(next(looks))))
    assert next(looks) == 4  # it began at 0, and was over at 3
    assert weigh(16, 16, member) == presses <= KNOWN[16][1]


@pytest.mark.parametrize("group", range(6))
def test_the_annealed_points_and_rows_are_the_references(group: int) -> None:
    space, symmetries = intervals.Columns.of(81, quiet(9, 9)), intervals.symmetric(9, 9)[group]
    run = intervals.Annealing(space, symmetries)
    pivots = [(row & -row).bit_length() - 1 for row in space.basis]
    images = [[space.of_cell[symmetry[pivot]] for pivot in pivots] for symmetry in symmetries]
    points = intervals.points_reference(images, len(pivots))
    rows = intervals.rows_reference(run.orbits, [point for point, _ in points])
    assert list(run.weights) == [weight for _, weight in points]
    assert list(run.rows) == [value for row in rows for value in row]


def test_covering_radii_of_famous_codes() -> None:
    hamming = [0b0001, 0b0010, 0b0100, 0b1000, 0b0111, 0b1011, 0b1101]
    assert intervals.covering_radius(hamming) == 1
    assert intervals.covering_radius([1] * 9) == 4  # repetition
    assert intervals.covering_radius(list(range(1, 16))) == 7  # simplex
    golay = 0b101011100011  # x^11 + … generates the binary Golay code; 12 shifts
    generator = [golay << shift for shift in range(12)]
    columns = [sum((row >> place & 1) << i for i, row in enumerate(generator)) for place in range(23)]
    assert intervals.covering_radius(columns) == 3


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 3), (3, 3), (4, 4), (5, 3), (2, 8)])
def test_flats_bound_every_state(size: tuple[int, int]) -> None:
    """All cosets of small boards, against the bound of every flat that one or two columns span."""
    cells, basis = size[0] * size[1], quiet(*size)
    space = intervals.Columns.of(cells, basis)
    pivots = {row & -row for row in space.basis}
    free = [1 << cell for cell in range(cells) if 1 << cell not in pivots]
    truth = 0
    for choice in product((0, 1), repeat=len(free)):
        offset = sum(bit * taken for bit, taken in zip(free, choice, strict=True))
        truth = max(truth, coset.optimal_members(offset, basis)[0])
    columns = list(space.counts)
    for chosen in [[], *([a] for a in columns), *([a, b] for a in columns for b in columns)]:
        assert intervals.bound_by_flat(space, space.flat(chosen)) >= truth
    found = intervals.search(*size, basis, Budget(0.5))
    assert found.presses == truth == weigh(*size, found.member)
    assert found.bound >= truth


@pytest.mark.parametrize(("size", "presses"), [(4, 7), (5, 15), (11, 65), (14, 123), (17, 199), (24, 375)])
def test_published_worst_cases_are_proved(size: int, presses: int) -> None:
    basis = quiet(size, size)
    found = intervals.search(size, size, basis, Budget(60), goal=presses)
    assert found.is_exact
    assert found.presses == presses == weigh(size, size, found.member)
    assert intervals.bound_by_flat(intervals.Columns.of(size * size, basis), found.flat) == presses


@pytest.mark.parametrize("size", sorted(KNOWN))
def test_stored_intervals_hold(size: int) -> None:
    found = intervals.known(size, quiet(size, size))
    assert found is not None
    assert found.presses == KNOWN[size][0] == weigh(size, size, found.member)
    assert found.bound == KNOWN[size][1]


def test_stored_intervals_are_no_worse_than_published() -> None:
    for size, low, high in [
        (9, 37, 38),
        (16, 124, 125),
        (19, 165, 181),
        (23, 261, 268),
        (30, 409, 449),
        (33, 521, 544),
    ]:
        assert low <= KNOWN[size][0] <= KNOWN[size][1] <= high
    assert intervals.known(25, []) is None


def test_the_published_worst_case_of_19_is_impossible() -> None:
    space = intervals.Columns.of(361, quiet(19, 19))
    assert intervals.bound_by_flat(space, space.flat([])) == 181
    turns = iter(range(20))
    watch = Budget(progress=lambda *_: next(turns) < 19)
    assert intervals.find_flat(space, Random(0), watch, goal=177, redundancy=12)[0] <= 178


def test_what_is_no_flat_is_refused() -> None:
    space = intervals.Columns.of(25, quiet(5, 5))
    with pytest.raises(PuzzleError, match="not a flat"):
        intervals.bound_by_flat(space, 1)
    with pytest.raises(PuzzleError, match="redundancy"):
        intervals.covering_radius([1 << i % 5 | i for i in range(1, 60)])
    with pytest.raises(PuzzleError, match="nullity"):
        intervals.Annealing(intervals.Columns.of(30, [1 << i for i in range(21)]))


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 5), st.integers(1, 40), st.integers(0, 2**32 - 1), st.integers(0, 80))
def test_annealing_is_its_reference(orbits: int, points: int, seed: int, moves: int) -> None:
    rng = Random(seed)
    rows = np.array([[rng.choice((-1, 1)) * rng.randint(0, 4) for _ in range(points)] for _ in range(orbits)], np.int16)
    limits = np.array([rng.randint(0, 9) for _ in range(orbits)], np.int64)
    begin = [int(limit) % 2 * rng.choice((-1, 1)) for limit in limits]
    sums, weights = np.array(begin, np.int64), np.array([rng.randint(1, 8) for _ in range(points)], np.int32)
    values = np.zeros(points, np.int16)
    target, hot, factor = rng.randint(0, 6), rng.uniform(0.5, 9), rng.uniform(0.8, 1)
    kernel = kernels.native()
    annealing = kernel.struct(
        "Annealing",
        rows=rows,
        limits=limits,
        row_count=orbits,
        sums=sums,
        values=values,
        weights=weights,
        points=points,
    )
    kernel.annealing_values(annealing)
    excess = kernel.covering_anneal(annealing, target, moves, hot, factor, seed)
    expected = anneal_reference(
        rows.tolist(), limits.tolist(), begin, weights.tolist(), target, moves, hot, factor, seed
    )
    assert sums.tolist() == expected
    assert values.tolist() == (rows * sums[:, None]).sum(axis=0).tolist()
    assert excess == int((weights * np.maximum(values - target, 0).astype(np.int64) ** 2).sum())
