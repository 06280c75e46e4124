import flint
from hypothesis import given
from hypothesis import strategies as st

from solvable.lights.algebra.polynomials import Plain

PRIMES = st.sampled_from([2, 3, 5, 7, 251])
COEFFICIENTS = st.lists(st.integers(-300, 300), max_size=9)


@given(PRIMES, COEFFICIENTS, COEFFICIENTS, st.integers(-5, 5), st.integers(0, 4))
def test_the_reference_computes_as_flint_does(k: int, a: list[int], b: list[int], number: int, exponent: int) -> None:
    one, other = Plain.of(a, k), Plain.of(b, k)
    f, g = flint.nmod_poly(a, k), flint.nmod_poly(b, k)
    pairs = [
        (one + other, f + g),
        (one - other, f - g),
        (one * other, f * g),
        (-one, -f),
        (number * one + number, number * f + number),
        (one**exponent, f**exponent),
        (one.gcd(other), f.gcd(g)),
    ]
    if not other.is_zero():
        pairs += [*zip(divmod(one, other), divmod(f, g), strict=True), (one // other, f // g), (one % other, f % g)]
    for plain, wanted in pairs:
        assert plain.coeffs() == [int(c) for c in wanted.coeffs()]
        assert plain.degree() == wanted.degree()
        assert plain.is_zero() == wanted.is_zero()
        assert plain.modulus() == wanted.modulus()


@given(PRIMES, COEFFICIENTS, COEFFICIENTS)
def test_the_divisor_is_a_combination(k: int, a: list[int], b: list[int]) -> None:
    one, other = Plain.of(a, k), Plain.of(b, k)
    divisor, s, t = one.xgcd(other)
    assert s * one + t * other == divisor
    assert divisor == one.gcd(other) == other.gcd(one)
