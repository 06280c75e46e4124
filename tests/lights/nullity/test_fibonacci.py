from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import PuzzleError
from solvable.lights.nullity import fibonacci as poly
from solvable.lights.nullity import roots_of_unity

ORACLES = Path(__file__).parents[2] / "oracles" / "lights"
polynomials = st.integers(0, 2**400 - 1)


def read_oracle(name: str) -> dict[int, int]:
    lines = (ORACLES / name).read_text().splitlines()[1:]
    return {int(n): int(value) for n, value in (line.split() for line in lines)}


def product(a: int, b: int) -> int:
    total = 0
    for i in range(b.bit_length()):
        total ^= (a << i) * (b >> i & 1)
    return total


def brute_nullity(width: int, height: int) -> int:
    pivots: dict[int, int] = {}
    for cell in range(width * height):
        r, c = divmod(cell, width)
        pressed = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        row = sum(1 << y * width + x for y, x in pressed if 0 <= y < height and 0 <= x < width)
        while row and row.bit_length() in pivots:
            row ^= pivots[row.bit_length()]
        if row:
            pivots[row.bit_length()] = row
    return width * height - len(pivots)


def solvable_states(width: int, height: int) -> int:
    """Project Euler 707's F(w, h), which it calls the number of solvable states, modulo 10⁹ + 7."""
    return pow(2, width * height - poly.nullity(width, height), 10**9 + 7)


def fibonacci_sum(width: int, terms: int) -> int:
    """Project Euler 707's S(w, n), the sum of F(w, h) over the first n Fibonacci numbers h."""
    total, here, following = 0, 1, 1
    for _ in range(terms):
        total += solvable_states(width, here)
        here, following = following, here + following
    return total % (10**9 + 7)


@pytest.mark.parametrize("shift", [0, 1])
def test_fibonacci_polynomials_obey_their_recurrence(shift: int) -> None:
    last, here = 0, 1
    for j in range(1, 200):
        assert poly.fibonacci(j, shift) == here
        last, here = here, here << 1 ^ here * shift ^ last


@given(st.integers(0, 10**6), st.integers(2, 2**90))
@settings(deadline=None, max_examples=50)
def test_fibonacci_polynomials_modulo_another(j: int, modulus: int) -> None:
    low, high = poly.fibonacci_pair(j, 1, modulus)
    after = poly.fibonacci_pair(j + 1, 1, modulus)
    assert after[0] == high
    assert after[1] == poly.remainder(high << 1 ^ high ^ low, modulus)


@given(polynomials, polynomials)
def test_arithmetic_against_the_schoolbook(a: int, b: int) -> None:
    assert poly.multiply(a, b) == product(a, b)
    assert poly.square(a) == product(a, a)
    if b:
        quotient, rest = poly.divide(a, b)
        assert product(quotient, b) ^ rest == a
        assert poly.degree(rest) < poly.degree(b)
        assert poly.remainder(a, b) == rest


@given(polynomials, polynomials, polynomials)
def test_greatest_common_divisors(a: int, b: int, c: int) -> None:
    a, b = product(a, c), product(b, c)
    divisor = poly.gcd(a, b)
    if a and b:
        assert poly.remainder(divisor, c) == poly.remainder(a, divisor) == poly.remainder(b, divisor) == 0
        common, factor = poly.gcd_with_factor(a, b)
        assert common == divisor
        assert poly.remainder(product(factor, a) ^ common, b) == 0
    else:
        assert divisor == a | b


@given(st.data(), st.integers(1, 300))
def test_cells_become_sums_of_fibonacci_polynomials_and_return(data: st.DataObject, width: int) -> None:
    cells = data.draw(st.integers(0, 2**width - 1))
    total = 0
    for j in range(width):
        total ^= poly.fibonacci(j + 1) * (cells >> j & 1)
    assert poly.from_cells(cells, width) == total
    assert poly.to_cells(total, width) == cells


@given(polynomials)
def test_symmetric_parts_recombine(a: int) -> None:
    even, odd = poly.symmetric_parts(a)
    total, power = 0, 1
    for i in range(201):
        total ^= product(power, (even >> i & 1) ^ (odd >> i & 1) << 1)
        power = power << 2 ^ power << 1
    assert total == a


def test_the_root_of_an_odd_fibonacci_polynomial() -> None:
    for b in range(1, 100, 2):
        assert poly.square(poly.root(b)) == poly.fibonacci(b)


def test_nullity_against_elimination() -> None:
    for width in range(1, 15):
        for height in range(1, width + 1):
            assert poly.nullity(width, height) == poly.nullity(height, width) == brute_nullity(width, height)


def test_the_rectangle_formula_against_the_theorem() -> None:
    for width in range(1, 101):
        for height in range(1, 101):
            assert poly.nullity(width, height) == poly.nullity_reference(width, height)


def test_nullity_of_squares_as_published() -> None:
    published = read_oracle("b159257.txt")
    for n in [*range(1, 600), 1023, 4095, 4999, 8191, 10**4, 16383, 19999, 24999]:
        assert poly.nullity(n, n) == published[n]


def test_the_whole_table_as_published() -> None:
    published = read_oracle("b159257.txt")
    assert [*roots_of_unity.nullities(range(1, 25_001))] == [published[n] for n in range(1, 25_001)]
    for some in (range(1, 101), [24_999, 5, 9], range(1, 25_000, 3_000), []):
        assert [*roots_of_unity.nullities(some)] == [published[n] for n in some]
    assert poly.nullity(100_000, 100_000) == 0


def test_nullity_of_tori_as_published() -> None:
    published = read_oracle("b165738.txt")
    assert [*roots_of_unity.nullities(range(2, 25_002), "torus")] == [published[n] for n in range(2, 25_002)]
    assert [*roots_of_unity.nullities(range(2, 50), "torus")] == [published[n] for n in range(2, 50)]
    assert poly.torus_nullity(1) == 0
    for n in [*range(2, 300), 1024, 9999, 24576, 25000]:
        assert poly.torus_nullity(n) == published[n]


def test_closed_forms() -> None:
    for k in range(1, 14):
        assert poly.nullity(2**k - 1, 2**k - 1) == 0
        assert poly.nullity(5 * 2 ** (k - 1) - 1, 5 * 2 ** (k - 1) - 1) == 2 ** (k + 1)
    for n in range(1, 200):
        assert poly.nullity(1, n) == (n % 3 == 2)


def test_one_side_may_be_astronomical() -> None:
    """Project Euler 707; its heights grow to 41 digits."""
    assert solvable_states(4, 4) == 4096
    assert solvable_states(7, 11) == 270016253
    assert [fibonacci_sum(3, 3), fibonacci_sum(4, 5), fibonacci_sum(5, 7)] == [32, 1052960, 346547294]
    assert fibonacci_sum(199, 199) == 652907799


def test_an_empty_board_is_refused() -> None:
    with pytest.raises(PuzzleError, match="the width must be a whole number from 1, not 0"):
        poly.nullity(0, 5)
    for size in (0, -2):
        with pytest.raises(PuzzleError, match=f"from 1, not {size}"):
            poly.torus_nullity(size)
    with pytest.raises(PuzzleError, match="from 1, not 0"):
        list(roots_of_unity.nullities(range(2000)))
