"""Long polynomials over GF(2): the kernels' products, quotients and common divisors equal those of Python ints, by
vectors of every width that the processor has, and without its instruction."""

import os
import subprocess
import sys
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import kernels
from solvable.core.budget import Budget
from solvable.lights.algebra import gf2_polynomials as long
from solvable.lights.algebra.gf2_polynomials import Arithmetic, from_int, to_int
from solvable.lights.nullity import fibonacci as plain

WIDTHS = [width for width in (0, 2, 4, 8) if width <= kernels.native().carryless_width()]
polynomials = st.integers(0, 2**700 - 1)


def drawn(rng: Random, bits: int) -> int:
    """Return a polynomial of at most so many bits: dense, sparse, a power, or one of Fibonacci's."""
    kind = rng.randrange(5)
    if kind == 0:
        return rng.getrandbits(bits) & rng.getrandbits(bits) & rng.getrandbits(bits)
    if kind == 1:
        return 1 << rng.randrange(bits)
    if kind == 2:
        return plain.fibonacci(rng.randrange(bits))
    return rng.getrandbits(bits)


def pair(rng: Random) -> tuple[int, int]:
    """Return two polynomials, the first not 0, the second of lower degree: words just full, and common factors too."""
    bits = rng.choice([1, 2, 5, 62, 63, 64, 65, 126, 127, 128, 129, 200, 513, 1000])
    a, b = drawn(rng, bits), drawn(rng, rng.choice([bits, max(1, bits // 2), 3]))
    common = drawn(rng, rng.choice([1, 2, 40, 100])) if rng.random() < 0.5 else 1
    a, b = plain.multiply(a, common) or 1, plain.multiply(b, common)
    return a, plain.remainder(b, a)


def agrees(by: Arithmetic, a: int, b: int) -> None:
    """The kernels do with two polynomials, deg a > deg b, what Python ints do."""
    spare = len(from_int(a)) + 3
    product = plain.multiply(a, b)
    for one, other in ((a, b), (b, a)):
        assert to_int(by.multiply(from_int(one, spare), from_int(other))) == product
    for one, other in ((a, b), (b, a), (product ^ b, a)):
        if other:
            found = by.divide(from_int(one), from_int(other, spare))
            assert tuple(map(to_int, found)) == plain.divide(one, other)
    divisor, factor = map(to_int, by.gcd_with_factor(from_int(b), from_int(a, spare)))
    assert divisor == plain.gcd(a, b)
    assert plain.remainder(plain.multiply(factor, b) ^ divisor, a) == 0
    assert plain.degree(factor) < max(1, plain.degree(a) - plain.degree(divisor))
    for one, other in ((a, b), (b, a), (a, a), (a, a ^ b), (0, b), (0, 0)):
        assert by.common_degree(from_int(one), from_int(other, spare)) == plain.degree(plain.gcd(one, other))


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@given(st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=200)
def test_products_quotients_and_divisors_are_those_of_ints(width: int, rng: Random) -> None:
    agrees(Arithmetic(width), *pair(rng))


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_long_ones_too(width: int) -> None:
    rng = Random(width)
    a = rng.getrandbits(20_011) | 1 << 20_010
    for bits in (19_000, 20_005, 100):
        agrees(Arithmetic(width), a, rng.getrandbits(bits))


@pytest.mark.parametrize("width", WIDTHS)
def test_some_word_operations_at_a_time_lead_to_the_same(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, by = Random(1), Arithmetic(width)
    a, b = rng.getrandbits(3000) << 300 | 1, rng.getrandbits(3100)
    looks = count()
    monkeypatch.setattr(long, "PART", 20)
    with Budget(1e9, clock=looks.__next__):
        assert by.common_degree(from_int(a), from_int(b)) == plain.degree(plain.gcd(a, b))
    assert next(looks) > 50


@pytest.mark.parametrize("width", WIDTHS)
@given(st.integers(1, 10**12), st.integers(1, 1 << 200))
@settings(deadline=None, max_examples=60)
def test_fibonacci_polynomials_modulo_another(width: int, j: int, modulus: int) -> None:
    found = Arithmetic(width).fibonacci_modulo(j, from_int(modulus))
    assert tuple(map(to_int, found)) == plain.fibonacci_pair(j, 1, modulus)


@given(st.integers(0, 3000), st.sampled_from([0, 1]))
@settings(deadline=None, max_examples=100)
def test_fibonacci_polynomials(j: int, shift: int) -> None:
    low, high = long.fibonacci_pair(j, shift)
    assert (to_int(low), to_int(high)) == plain.fibonacci_pair(j, shift)
    assert to_int(long.root(2 * j + 1, shift)) == plain.root(2 * j + 1, shift)


@given(st.integers(1, 600), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_cells_become_sums_of_fibonacci_polynomials_and_return(width: int, rng: Random) -> None:
    cells = rng.getrandbits(width)
    polynomial = long.from_cells(from_int(cells, (width + 63) // 64), width)
    assert to_int(polynomial) == plain.from_cells(cells, width)
    assert to_int(long.to_cells(polynomial, width)) == cells


@given(polynomials)
@settings(deadline=None, max_examples=60)
def test_symmetric_parts(a: int) -> None:
    assert tuple(map(to_int, long.symmetric_parts(from_int(a)))) == plain.symmetric_parts(a)


@given(polynomials, polynomials)
def test_degrees_and_sums(a: int, b: int) -> None:
    words = from_int(a, 12)
    assert long.degree(words) == plain.degree(a)
    long.add(words, from_int(b))
    assert to_int(words) == a ^ b


def test_arrays_too_short_are_refused() -> None:
    with pytest.raises(ValueError, match="gf2_add: target must have at least 2 items, not 1"):
        long.add(from_int(1), from_int(1 << 64))


@pytest.mark.parametrize("size", [(2001, 2001), (1001, 1003), (1007, 5031), (1023, 10**9 + 7), (2189, 2189)])
def test_what_kernels_answer_is_what_ints_do(size: tuple[int, int]) -> None:
    assert plain.common_degree(*size) == plain.common_degree_reference(*size)


@pytest.mark.parametrize(("width", "height"), [(4094, 6824), (2000, 3000), (2184, 5 * (10**9 + 7) - 1)])
def test_sides_of_other_odd_parts_by_the_theorem_itself(width: int, height: int) -> None:
    """The first and the last have parts in common; one of the last is much longer than the other."""
    modulus = plain.fibonacci(width + 1)
    other = plain.fibonacci_pair(height + 1, 1, modulus)[0]
    expected = plain.degree(plain.gcd(modulus, other))
    assert plain.nullity(width, height) == plain.nullity(height, width) == expected
    assert (expected > 0) == (width != 2000)


@pytest.mark.parametrize("kernels_are", ["on", "off"])
def test_without_numpy_or_without_a_library_the_answers_are_the_same(kernels_are: str) -> None:
    code = """
import sys
sys.modules["numpy"] = None
from solvable.lights.nullity import fibonacci, roots_of_unity as torsion
print(fibonacci.nullity(4093, 5041), fibonacci.nullity(4999, 4999), *torsion.nullities(range(4090, 4095)))
"""
    environment = {name: value for name, value in os.environ.items() if name != "SOLVABLE_KERNELS"}
    if kernels_are == "off":
        environment["SOLVABLE_KERNELS"] = "off"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    sizes = [(4093, 5041), (4999, 4999), *((n, n) for n in range(4090, 4095))]
    assert [*map(int, done.stdout.split())] == [plain.nullity_reference(*size) for size in sizes]
