from random import Random

import pytest

from solvable.lights.algebra import modular

POWERS = [(2, 1), (3, 1), (251, 1), (2, 2), (2, 3), (3, 2), (5, 2)]
LARGE = [(46337, 1), (46349, 1), (7, 11), (2, 30), (2147483647, 1)]  # on both sides of what vectors of i32 hold


@pytest.mark.slow
@pytest.mark.parametrize(("p", "e"), POWERS + LARGE)
@pytest.mark.parametrize("seed", range(20))
def test_the_kernels_are_their_reference(p: int, e: int, seed: int) -> None:
    rng = Random(seed)
    rows, width = rng.randrange(1, 9), rng.randrange(1, 9)
    matrix = [[rng.choice((0, rng.randrange(p**e), p % p**e)) for _ in range(width)] for _ in range(rows)]
    lists = modular.PrimePowerReference(matrix, width, p, e)
    arrays = modular.PrimePower(matrix, width, p, e)
    assert lists.columns == arrays.columns and lists.valuations == arrays.valuations and lists.free == arrays.free
    assert lists.orders() == arrays.orders() and lists.null() == arrays.null()
    x = [rng.randrange(p**e) for _ in range(width)]
    right = [sum(a * b for a, b in zip(row, x, strict=True)) % p**e for row in matrix]
    for side in (right, [rng.randrange(p**e) for _ in range(rows)]):
        assert lists.solve(side) == arrays.solve(side)
        assert lists.witness(side) == arrays.witness(side)
        assert (lists.solve(side) is None) == (lists.witness(side) is not None)
