"""The checker's exhaustion excludes no worst case that there is, and finds the published ones."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import LightsOut
from solvable.checker.lights.exhaustion import is_excluded


def covering_radius(columns: list[int], rank: int) -> int:
    """The greatest least weight of a coset, by the definition."""
    words = [[(column & u).bit_count() & 1 for column in columns] for u in range(1 << rank)]
    cosets = product((0, 1), repeat=len(columns))
    return max(min(sum(a != b for a, b in zip(x, word, strict=True)) for word in words) for x in cosets)


@given(st.integers(1, 3).flatmap(lambda rank: st.tuples(st.just(rank), st.lists(st.integers(0, 2**rank - 1)))))
def test_what_is_needed_is_never_excluded(code: tuple[int, list[int]]) -> None:
    rank, columns = code[0], code[1][:8]
    needed = covering_radius(columns, rank)
    assert not any(is_excluded(columns, bound) for bound in range(needed))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "presses"), [(4, 7), (9, 37), (16, 124), (29, 443)])
def test_published_worst_cases_are_found(size: int, presses: int) -> None:
    patterns = LightsOut(size, size).quiet_patterns
    columns = [sum(row[cell] << i for i, row in enumerate(patterns)) for cell in range(size * size)]
    assert is_excluded(columns, presses)
