"""The number of quiet patterns of a board of any size, for rules that are polynomials in a row's and a column's
adjacency.

Let X and Y be the adjacency matrices of a row and of a column, a path's or a cycle's. Then the rules are (for plus and
plus0 on the plane: Sutner 1989; Barua & Ramakrishnan 1996)

    plus        Y⊗I + I⊗X + I         plus0    Y⊗I + I⊗X
    diagonal    Y⊗X + I               king0    (Y + I)⊗(X + I) − I        king    (Y + I)⊗(X + I)

The first four are F(X, Y) for F = x + y + 1, x + y, xy + 1, (x + 1)(y + 1) − 1, which vanish at y = N(x)/D(x), with N
and D of degree at most 1. Quiet patterns intertwine Y with N(X)/D(X), so over a field, with a the invariant factors of
X and b those of Y, the nullity is Σ deg gcd(a, D^(deg b)·b(N/D)). A path has one factor, g_{n+1}; a cycle two, from the
basis 1, z of GF(k)[z, 1/z]/(z^n − 1) over GF(k)[z + 1/z]: for n = 2m they are g_m and g_m·(y² − 4) (y·g_m twice if k =
2), for n = 2m + 1 they are g_{m+1} + g_m and that times y − 2. Here g_0 = 0, g_1 = 1, g_{j+1} = y·g_j − g_{j−1}.

For king and cross the elementary divisors over Z are known, so these work for every k. Cost: the longer side is reduced
modulo the shorter; near-linear in that with python-flint, quadratic without.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, zip_longest
from math import gcd, prod

from solvable.core.budget import check_step
from solvable.core.memory import check_memory, check_time
from solvable.lights.algebra.modular import factor
from solvable.lights.algebra.polynomials import Polynomial, maker, uses_flint
from solvable.lights.rules import WRAPS
from solvable.lights.wiring import Wiring, is_full

CURVES = {"plus": (-1, -1, 0, 1), "plus0": (-1, 0, 0, 1), "diagonal": (0, -1, 1, 0), "king0": (-1, 0, 1, 1)}
"""(p, q, r, s) such that the rule vanishes at y = (p·x + q)/(r·x + s); each of these maps is its own inverse."""

BYTES, SECONDS = 300, 5e-6
"""Bytes of all polynomials, and seconds of the longest step, for each cell of the shorter side."""

PLAIN_SECONDS = 1e-7
"""Seconds of the longest step without python-flint, divided by the square of the shorter side."""


def orders(puzzle: Wiring) -> tuple[int, ...] | None:
    """Return the orders of the quiet patterns' generators, the largest first; None if these theorems do not apply.

    They apply to king and cross for every k, to the other four rules for products of distinct primes; on a whole plane,
    cylinder or torus.
    """
    if not is_full(puzzle) or puzzle.surface not in WRAPS or not isinstance(puzzle.rule, str):
        return None
    if puzzle.rule in ("king", "cross"):
        divisors = (_king if puzzle.rule == "king" else _cross)(puzzle)
        return combined([_orders(divisors, p**e) for p, e in factor(puzzle.k)])
    primes = factor(puzzle.k)
    if puzzle.rule not in CURVES or any(e > 1 for _, e in primes):
        return None
    return combined([[p] * nullity(puzzle.width, puzzle.height, p, puzzle.rule, puzzle.surface) for p, _ in primes])


def combined(components: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """Return the orders of the fewest generators, given the orders for each prime, the largest first."""
    return tuple(map(prod, zip_longest(*components, fillvalue=1)))


def nullity(width: int, height: int, k: int = 2, rule: str = "plus", surface: str = "plane") -> int:
    """Return the dimension of the quiet patterns for a prime k and a rule of `CURVES`."""
    side = min(width, height)
    check_memory(BYTES * side, side)
    is_linear = uses_flint(side)
    seconds = SECONDS * side if is_linear else PLAIN_SECONDS * side**2
    check_time(10 * seconds, side, 1 if is_linear else 2)
    made = maker(k, side)
    x, one = made([0, 1]), made([1])
    short, long = sorted(zip((width, height), WRAPS[surface], strict=True))
    factors = invariant_factors(*short, x, one, None)
    p, q, r, s = CURVES[rule]
    others = invariant_factors(*long, made([q, p]), made([s, r]), factors[-1])
    count = 0
    for a in factors:
        for b in others:
            check_step(seconds)
            count += max(0, a.gcd(b).degree())
    return count


def invariant_factors(n: int, wraps: bool, x: Polynomial, unit: Polynomial, modulus: Polynomial) -> list[Polynomial]:
    """Return the invariant factors of the adjacency matrix of a path or cycle, each dividing the next, at x/unit.

    Each is multiplied by `unit` to its degree, and reduced if a modulus is given.
    """
    from solvable.lights.algebra.polynomials import fibonacci

    if not wraps:
        results = [fibonacci(n, x, unit, modulus)[1]]
    else:
        here, after = fibonacci(n // 2, x, unit, modulus)
        half = after + unit * here
        if n % 2:
            results = [half, half * (x - 2 * unit)]
        elif x.modulus() == 2:
            results = [here * x, here * x]
        else:
            results = [here, here * (x * x - 4 * unit * unit)]
    return results if modulus is None else [factor % modulus for factor in results]


def _orders(divisors: Counter[int], modulus: int) -> list[int]:
    """Return the orders > 1, the largest first, that diagonal entries over Z give modulo a prime power."""
    results = Counter[int]()
    for divisor, times in divisors.items():
        results[gcd(divisor, modulus)] += times
    return [*chain.from_iterable([order] * results[order] for order in sorted(results, reverse=True) if order > 1)]


def _king(puzzle: Wiring) -> Counter[int]:
    """Return the entries of a diagonal form over Z with their multiplicities: products of those of a row and a
    column.
    """
    sides = zip((puzzle.width, puzzle.height), WRAPS[puzzle.surface], strict=True)
    row, column = (_line(n, wraps) for n, wraps in sides)
    results = Counter[int]()
    for a, times in row.items():
        for b, more in column.items():
            results[a * b] += times * more
    return results


def _line(n: int, wraps: bool) -> Counter[int]:
    """Return the elementary divisors of I plus the adjacency matrix of a path or cycle of n cells.

    A path's determinant has period 6 and is 0 or ±1. On a cycle I + z + 1/z is z² + z + 1 up to a unit of Z[z]/(z^n −
    1), which divides z^n − 1 if 3 divides n, and otherwise leaves Z/3.
    """
    if wraps:
        return Counter({1: n - 2, 0: 2} if n % 3 == 0 else {1: n - 1, 3: 1})
    return Counter({1: n - 1, 0: 1} if n % 3 == 2 else {1: n})


def _cross(puzzle: Wiring) -> Counter[int]:
    """Return the entries of a diagonal form over Z with their multiplicities, for whole rows and columns.

    A quiet pattern is x_rc = R_r + C_c, the sums of its row and column (`cross`), where (w − 1)·R_r + ΣC = 0 = (h −
    1)·C_c + ΣR. w − 1 annihilates differences of two R, h − 1 those of two C; ΣC then determines one difference of the
    C and ΣR one of the R, which leaves two equations for R_0 and C_0.
    """
    w, h = puzzle.width, puzzle.height
    if min(w, h) == 1:
        return Counter({1: 1, 0: w * h - 1})  # every press toggles every lamp
    a, b = w - 1, h - 1
    first = gcd(a * b, b * w, a * h)
    results = Counter({1: w * h - w - h + 2})
    results[b] += w - 2
    results[a] += h - 2
    results[first] += 1
    results[((a * b) ** 2 - a * b * w * h) // first] += 1
    return results
