"""Ordinary two-colour boards of any size by polynomials over GF(2), each an int whose bit i is the coefficient of xⁱ.

Chasing makes row j + 1 the polynomial f_j(T + 1) applied to the first row; T is the adjacency matrix of a path of w
cells, whose characteristic polynomial is f_{w+1}(x); f_0 = 0, f_1 = 1, f_{j+1} = x f_j + f_{j-1}. So with g =
gcd(f_{h+1}(x + 1), f_{w+1}(x)) the nullity is deg g, and as the first cell is a cyclic vector of T, cell j being f_j(T)
of it, some first row clears a residual r if and only if g divides Σ r_j f_j(x) (Sutner 1989). Cost: O((w + h)²/64) word
operations.
"""

from collections.abc import Iterable
from functools import lru_cache

SIDE_MAX = 150_000  # cells on the longer side: a few seconds


@lru_cache(maxsize=8)
def common_divisor(width: int, height: int) -> int | None:
    """Return g, whose degree is the nullity; None if the board is too large."""
    if not 1 <= min(width, height) <= max(width, height) <= SIDE_MAX:
        return None
    a, b = _fibonacci(height + 1, shifted=True), _fibonacci(width + 1, shifted=False)
    while b:
        a, b = b, _rest(a, b)
    return a


def nullity(width: int, height: int) -> int | None:
    """Return the nullity of the ordinary w × h board; None if it is too large."""
    divisor = common_divisor(width, height)
    return None if divisor is None else divisor.bit_length() - 1


def is_solvable(rows: Iterable[int], width: int, height: int) -> bool | None:
    """Return whether some presses turn off the lamps in `rows`; None if the board is too large."""
    divisor = common_divisor(width, height)
    if divisor is None:
        return None
    if divisor == 1:
        return True
    full = (1 << width) - 1
    above = here = 0
    for lamps in rows:
        above, here = here, lamps ^ here ^ (here << 1 & full) ^ here >> 1 ^ above
    residual, before, now = 0, 0, 1
    for cell in range(width):
        if here >> cell & 1:
            residual ^= now
        before, now = now, now << 1 ^ before
    return _rest(residual, divisor) == 0


def _fibonacci(n: int, *, shifted: bool) -> int:
    before, now = 0, 1
    for _ in range(n - 1):
        before, now = now, now << 1 ^ (now if shifted else 0) ^ before
    return now


def _rest(a: int, b: int) -> int:
    size = b.bit_length()
    while (above := a.bit_length() - size) >= 0:
        a ^= b << above
    return a
