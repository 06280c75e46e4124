"""The checker's own counting against exhaustion."""

from itertools import product
from random import Random

import pytest

from solvable.checker.lights.linear import is_sum, null_order


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6, 8, 9, 12])
def test_null_order_counts_every_vector_that_the_rows_send_to_zero(k: int) -> None:
    rng = Random(k)
    for _ in range(20):
        height, width = rng.randint(1, 3), rng.randint(1, 4)
        rows = [[rng.randrange(k) for _ in range(width)] for _ in range(height)]
        counted = sum(
            all(sum(y * row[c] for y, row in zip(ys, rows, strict=True)) % k == 0 for c in range(width))
            for ys in product(range(k), repeat=height)
        )
        assert null_order(rows, k) == counted


@pytest.mark.parametrize("k", [2, 3, 4, 6])
def test_sums_of_rows_are_told_from_what_is_none(k: int) -> None:
    rng = Random(k)
    for _ in range(20):
        height, width = rng.randint(1, 3), rng.randint(1, 3)
        rows = [[rng.randrange(k) for _ in range(width)] for _ in range(height)]
        sums = {
            tuple(sum(y * row[c] for y, row in zip(ys, rows, strict=True)) % k for c in range(width))
            for ys in product(range(k), repeat=height)
        }
        for wanted in product(range(k), repeat=width):
            assert is_sum(wanted, rows, k, null_order(rows, k)) == (wanted in sums)
