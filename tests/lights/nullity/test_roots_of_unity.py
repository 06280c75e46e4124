"""Nullities of all squares by roots of unity, against polynomials, the definition and elimination."""

from collections import Counter
from math import gcd, lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.lights.nullity import fibonacci, roots_of_unity

TOP = 1201
ORDERS = roots_of_unity.Orders(TOP)


def powers_of_two(e: int) -> list[int]:
    """Return 1, 2, 4, … modulo e, until 1 comes again."""
    powers = [1 % e]
    while (following := 2 * powers[-1] % e) != powers[0]:
        powers.append(following)
    return powers


def turned(a: int, by: int, e: int) -> int:
    """Return x^by·a modulo x^e − 1."""
    by %= e
    return (a << by | a >> (e - by)) & (1 << e) - 1


def squared(a: int, e: int) -> int:
    """Return a² modulo x^e − 1, exponent by exponent."""
    return sum(1 << 2 * i % e for i in range(e) if a >> i & 1)


def value(e: int, index: int) -> int:
    """Return x^(index−1)·f_index(x + 1/x + 1) modulo x^e − 1, by the recursion from index to index + 1."""
    before, now = 0, 1
    for _ in range(1, index):
        before, now = now, turned(before, 2, e) ^ now ^ turned(now, 1, e) ^ turned(now, 2, e)
    return now


def test_orders_by_definition() -> None:
    for e in range(3, TOP + 1, 2):
        powers = powers_of_two(e)
        assert ORDERS.orders[e] == len(powers)
        assert ORDERS.degrees[e] == (powers.index(e - 1) if e - 1 in powers else len(powers))
        assert ORDERS.totients[e] == sum(gcd(i, e) == 1 for i in range(e))


@pytest.mark.parametrize("above", [0, 600])
def test_companions_by_definition(above: int) -> None:
    for e in range(3, TOP + 1, 2):
        same = [other for other in range(3, TOP + 1, 2) if ORDERS.degrees[other] == ORDERS.degrees[e]]
        assert ORDERS.companions(e, above) == [other for other in same if above < lcm(e, other) <= TOP]


def test_doubling_is_the_recursion() -> None:
    """The recursions that the kernel takes, P_2j and P_2j+1 by squares, give what one step after the other gives."""
    for e in (5, 9, 131):
        for j in range(1, 40):
            now, after = squared(value(e, j), e), squared(value(e, j + 1), e)
            assert value(e, 2 * j) == now ^ turned(now, 1, e) ^ turned(now, 2, e)
            assert value(e, 2 * j + 1) == after ^ turned(now, 2, e)


def vanishing(e: int, index: int) -> int:
    """Return on how many sets of primitive e-th roots f_index(x + 1/x + 1) is 0: what its multiples do not span."""
    cleared = value(e, index)
    for p in roots_of_unity.primes_of(e):
        cleared ^= turned(cleared, e // p, e)
    basis = dict[int, int]()
    for by in range(e):  # an ideal is spanned by the multiples by powers of x
        row = turned(cleared, by, e)
        while row and (lead := row.bit_length()) in basis:
            row ^= basis[lead]
        if row:
            basis[row.bit_length()] = row
    return (int(ORDERS.totients[e]) - len(basis)) // int(ORDERS.orders[e])


@pytest.mark.parametrize("e", [131, 147, 171, 205, 255, 257])
@pytest.mark.parametrize("times", [1, 3])
def test_the_kernel_leaves_out_just_what_vanishes(e: int, times: int) -> None:
    assert ORDERS.missing(e, times * e) == vanishing(e, times * e)


@given(st.integers(64, TOP // 2).map(lambda half: 2 * half + 1), st.integers(1, 2000))
@settings(max_examples=20, deadline=None)
def test_nothing_that_vanishes_is_left_out(e: int, index: int) -> None:
    assert ORDERS.missing(e, index) >= vanishing(e, index)


def test_companions_by_polynomials() -> None:
    """Every pair of orders with a common field, and some without: tried one by one or by ranks, as gcds have it."""
    top = 301
    orders = roots_of_unity.Orders(top)
    for e in range(3, top + 1, 2):
        found = Counter({other: roots_of_unity.common_reference(e, other) for other in orders.companions(e)})
        assert orders.common(e, orders.companions(e)) == +found
    for e, other in ((5, 3), (9, 7), (17, 31), (31, 33), (15, 63)):
        assert (roots_of_unity.common_reference(e, other) > 0) <= (orders.degrees[e] == orders.degrees[other])


@pytest.mark.parametrize("m", range(1, 24))
def test_fields(m: int) -> None:
    """The least irreducible polynomial has no divisor of lesser degree; there is none below it."""
    for modulus in range(1 << m | 1, roots_of_unity.irreducible(m) + 1, 2):
        factors = (fibonacci.gcd(fibonacci.remainder(_power(d, modulus) ^ 2, modulus), modulus) for d in range(1, m))
        is_irreducible = all(factor == 1 for factor in factors)
        assert is_irreducible == (modulus == roots_of_unity.irreducible(m)) or m == 1


def _power(times: int, modulus: int) -> int:
    value = 2
    for _ in range(times):
        value = fibonacci.remainder(fibonacci.square(value), modulus)
    return value


def test_squares_as_by_polynomials() -> None:
    assert [*roots_of_unity.plane(1, 700)] == [fibonacci.nullity(n, n) for n in range(1, 701)]


@given(st.integers(0, 700))
@settings(max_examples=15, deadline=None)
def test_what_is_known_changes_nothing(size: int) -> None:
    whole = [*roots_of_unity.plane(1, 700)]
    known = size, roots_of_unity.new_sums(whole[:size])
    assert [*roots_of_unity.plane(size + 1, 700, known)] == whole[size:]
    assert [*roots_of_unity.plane(max(size - 99, 1), 700, known)] == whole[max(size - 100, 0) :]


def test_what_is_kept_is_what_is_found() -> None:
    """To 10⁶ `python -m tools.nullities` does so."""
    to, new = roots_of_unity.squares()
    assert new == sorted(new)
    assert new[-1][0] <= to + 1
    assert roots_of_unity.new_sums([*roots_of_unity.plane(1, 3000)]) == [row for row in new if row[0] <= 3001]
    assert [*roots_of_unity.nullities(range(990, 1006))] == [fibonacci.nullity(n, n) for n in range(990, 1006)]


@pytest.mark.parametrize("n", [5 * 2**14 - 1, 31775 - 1, 65537 - 1, 3 * 21845 - 1, 99_999])
def test_kept_nullities_of_large_squares_are_those_of_polynomials(n: int) -> None:
    assert [*roots_of_unity.nullities([n])] == [fibonacci.nullity(n, n)]


def test_beyond_what_is_kept_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    to, new = 1600, [row for row in roots_of_unity.squares()[1] if row[0] <= 1601]
    monkeypatch.setattr(roots_of_unity, "squares", lambda: (to, new))
    assert [*roots_of_unity.nullities(range(1590, 2100))] == [*roots_of_unity.plane(1590, 2099)]


def test_a_table_ends_in_time() -> None:
    with pytest.raises(BudgetExceededError), Budget(0.1):
        list(roots_of_unity.plane(1, 10**5))


@pytest.mark.parametrize("start", [1, 2, 3])
def test_tori_side_by_side_are_those_one_by_one(start: int) -> None:
    sides = range(start, 60)
    assert list(roots_of_unity.nullities(sides, "torus")) == [fibonacci.torus_nullity(n) for n in sides]
