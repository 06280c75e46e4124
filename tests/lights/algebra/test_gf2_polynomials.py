"""Long polynomials over GF(2): products, quotients and common divisors by the processor's instruction equal those of
Python ints, on processors of every kind."""

import os
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.kernels.base import carryless
from solvable.lights.algebra import gf2_polynomials as long
from solvable.lights.nullity import fibonacci as plain

needs_the_instruction = pytest.mark.skipif(not carryless.is_there(), reason="the processor has no PCLMULQDQ")


def to_words(a: int, size: int = 0) -> Any:
    size = size or max(1, (a.bit_length() + 63) // 64)
    return np.frombuffer(a.to_bytes(8 * size, "little"), np.uint64).copy()


def to_int(words: Any) -> int:
    return int.from_bytes(words.tobytes(), "little")


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


def agrees(a: int, b: int) -> None:
    """The kernels do with two polynomials what Python ints do."""
    from solvable.kernels.lights import divsteps as kernel

    size = to_words(a).size
    product = plain.multiply(a, b)
    for one, other in ((a, b), (b, a)):
        assert to_int(kernel.multiply(to_words(one, size), to_words(other), 2 * size)) == product
    if b:
        rest = to_words(a)
        assert (to_int(kernel.divide(rest, to_words(b))), to_int(rest)) == plain.divide(a, b)
    rest = to_words(b, size)
    assert (to_int(kernel.divide(rest, to_words(a))), to_int(rest)) == (0, b)
    divisor, factor = (to_int(found) for found in kernel.gcd_with_factor(to_words(b), to_words(a)))
    assert divisor == plain.gcd(a, b)
    assert plain.remainder(plain.multiply(factor, b) ^ divisor, a) == 0
    assert plain.degree(factor) < max(1, plain.degree(a) - plain.degree(divisor))
    for one, other in ((a, b), (b, a), (a, a), (a, a ^ b)):
        expected = plain.degree(plain.gcd(one, other))
        assert long.by_products(to_words(one), to_words(other)) == expected
        assert long.by_shifts(to_words(one), to_words(other)) == expected


@needs_the_instruction
@given(st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=300)
def test_products_quotients_and_divisors_are_those_of_ints(rng: Random) -> None:
    agrees(*pair(rng))


@needs_the_instruction
def test_some_word_operations_at_a_time_lead_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    a, b = rng.getrandbits(3000) << 300 | 1, rng.getrandbits(3100)
    whole = long.by_products(to_words(a), to_words(b))
    looks: list[None] = []
    monkeypatch.setattr(long, "PART", 20)
    monkeypatch.setattr(long, "check", lambda: looks.append(None))
    assert long.by_products(to_words(a), to_words(b)) == whole == plain.degree(plain.gcd(a, b))
    assert len(looks) > 50


@needs_the_instruction
@pytest.mark.parametrize("features", ["+pclmul", "+pclmul,+vpclmulqdq", "+pclmul,+vpclmulqdq,+avx512f"])
def test_so_it_is_by_two_four_and_eight_words_at_once(features: str) -> None:
    """And on processors whose vectors are shorter, or that multiply one pair at once."""
    from numba.core.registry import cpu_target

    can = set(cpu_target.target_context.codegen().magic_tuple()[2].split(","))
    if not set(features.split(",")) <= can:
        pytest.skip("this processor can do less")
    code = """
from random import Random
from solvable.kernels.base import carryless
from tests.lights.algebra.test_gf2_polynomials import agrees, pair
assert carryless.is_there()
rng = Random(2)
for _ in range(200):
    agrees(*pair(rng))
"""
    chosen_by = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": features}
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **chosen_by}, check=True)


@given(st.integers(1, 10**12), st.integers(1, 1 << 200))
@settings(deadline=None, max_examples=60)
def test_fibonacci_polynomials_modulo_another(j: int, modulus: int) -> None:
    found = long.fibonacci_modulo(j, to_words(modulus))
    assert tuple(map(to_int, found)) == plain.fibonacci_pair(j, 1, modulus)


@pytest.mark.parametrize("name", ["x86-64", "x86-64-v3"])
def test_a_processor_without_the_instruction_does_by_shifts(name: str) -> None:
    code = """
from solvable.kernels.base import carryless
from solvable.lights.algebra import gf2_polynomials
from solvable.lights.methods import plane_ints, plane_words
from solvable.lights.nullity import fibonacci
from tests.lights.methods.test_plane_words import check_twins, reachable
from random import Random
assert not carryless.is_there()
assert gf2_polynomials.arithmetic().__name__.endswith("polynomial")
check_twins(reachable(Random(1), 300, 200), 300)
for size in ((4093, 4093), (4093, 5041)):
    assert fibonacci.nullity(*size) == fibonacci.nullity_reference(*size)
"""
    chosen_by = {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": ""}
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **chosen_by}, check=True)


@pytest.mark.parametrize(("width", "height"), [(4094, 6824), (2000, 3000), (2184, 5 * (10**9 + 7) - 1)])
def test_sides_of_other_odd_parts_by_the_theorem_itself(width: int, height: int) -> None:
    """The first and the last have parts in common; one of the last is much longer than the other."""
    modulus = plain.fibonacci(width + 1)
    other = plain.fibonacci_pair(height + 1, 1, modulus)[0]
    expected = plain.degree(plain.gcd(modulus, other))
    assert plain.nullity(width, height) == plain.nullity(height, width) == expected
    assert (expected > 0) == (width != 2000)
