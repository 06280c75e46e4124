"""Exhaustion over flats: the kernel against its reference, and proved worst cases against exhaustive truth."""

from array import array
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.budget import Budget
from solvable.lights.covering_radius import flats
from solvable.lights.covering_radius.intervals import Columns
from solvable.lights.transfer_matrix import ints, words

Counts = dict[int, int]


def quiet(size: int) -> list[int]:
    return [
        sum(row << size * r for r, row in enumerate(words.pattern(first, size, size)))
        for first in ints.quiet_first_rows(size, size)
    ]


def random_counts(seed: int, rank: int, most: int) -> Counts:
    rng = Random(seed)
    unit = {1 << i: rng.randint(1, most) for i in range(rank)}
    return unit | {rng.randrange(1, 1 << rank): rng.randint(1, most) for _ in range(rank)}


def least_maximum(counts: Counts, rank: int) -> int:
    """The least, over all class sums, of the greatest value of their transform."""
    columns = list(counts)
    return min(
        max(
            sum(-f if (column & u).bit_count() & 1 else f for f, column in zip(sums, columns, strict=True))
            for u in range(1 << rank)
        )
        for sums in product(*(range(-count, count + 1, 2) for count in counts.values()))
    )


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_exactly_what_is_impossible_is_excluded(rank: int, most: int, seed: int) -> None:
    counts = random_counts(seed, rank, most)
    truth = least_maximum(counts, rank)
    generators = flats.choose_generators(counts, rank, Random(seed))
    assert flats.excludes(counts, generators, truth - 1, Budget())
    assert not flats.excludes(counts, generators, truth, Budget())
    assert not flats.excludes(counts, generators[:-1], truth, Budget())  # a flat excludes no more than the whole


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_the_kernel_is_its_reference(rank: int, seed: int) -> None:
    counts = random_counts(seed, rank, 3)
    largest = Random(seed).randint(0, 8)
    batch, before = flats.Batch(memoryview(array("h")), 1, 0), [list[int]()]
    for step in flats.steps(counts, flats.choose_generators(counts, rank, Random(seed))):
        before = [[*sums, *new] for sums in before for new in flats.extend_reference(step, sums, largest)]
        longer, found = flats.StepColumns(step, largest).extend(batch)
        batch = longer.part(0, found)
        assert list(batch.sums) == [total for sums in before for total in sums]
        assert found == len(before)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "presses"), [(4, 7), (9, 37), (16, 124), (29, 443)])
def test_published_worst_cases_are_proved_from_above(size: int, presses: int) -> None:
    space = Columns.of(size * size, quiet(size))
    generators = flats.choose_generators(dict(space.counts), len(space.basis), Random(0))
    assert flats.proves(space, generators, presses, Budget())


def test_too_low_a_bound_is_not_proved() -> None:
    space = Columns.of(16, quiet(4))
    generators = flats.choose_generators(dict(space.counts), 4, Random(0))
    assert not flats.proves(space, generators, 6, Budget())


def test_the_published_worst_case_of_19_is_far_off() -> None:
    space = Columns.of(361, quiet(19))
    generators = flats.choose_generators(dict(space.counts), 13, Random(0))
    assert flats.proves(space, generators, 174, Budget())


def test_a_stopped_search_proves_nothing() -> None:
    space = Columns.of(81, quiet(9))
    generators = flats.choose_generators(dict(space.counts), 8, Random(0))
    assert not flats.proves(space, generators, 37, Budget(progress=lambda *_: False))
