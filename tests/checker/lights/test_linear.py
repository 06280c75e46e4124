"""The checker's own counting against exhaustion."""

from itertools import product
from random import Random

import pytest

from solvable.checker.lights.linear import null_order


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
