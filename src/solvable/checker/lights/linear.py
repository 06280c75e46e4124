"""Null modules over Z/k, by diagonalisation with Euclid's algorithm, a method that no solver of this program uses.

Row and column operations that are invertible over Z do not change the module up to isomorphism: it is a sum of cyclic
modules, of order gcd(d, k) for each diagonal entry d, and of order k for each missing one. For k = 2 the rows are ints
and one XOR pass does it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import gcd, prod

DIGITS = b"01" * 128  # maps the digits of a number to their values mod 2


def null_orders(rows: Iterable[Sequence[int]], k: int) -> list[int]:
    """Return the orders > 1 of cyclic modules whose direct sum is the module of all y with yᵀ rows = 0. Cost: cubic."""
    matrix = [list(row) for row in rows]
    if k == 2:
        return [2] * (len(matrix) - len(_pivots(matrix)))
    orders = [gcd(divisor, k) for divisor in _diagonal(matrix, k)]
    return [order for order in orders if order > 1] + [k] * (len(matrix) - len(orders))


def null_order(rows: Iterable[Sequence[int]], k: int) -> int:
    """Return the number of vectors y in (Z/k)^(number of rows) with yᵀ rows = 0. Cost: cubic in the size."""
    return prod(null_orders(rows, k))


def is_sum(wanted: Sequence[int], rows: Sequence[Sequence[int]], k: int, order: int) -> bool:
    """Return whether `wanted` is a combination of the rows; `order` is the number of vectors y with yᵀ rows = 0.

    It is one exactly if adding it does not enlarge the module spanned by the rows.
    """
    if k == 2:
        return not _rest(wanted, _pivots(rows))
    return null_order([*rows, wanted], k) == order * k


def generators(orders: Iterable[int]) -> int:
    """Return the least number of elements that generate a sum of cyclic modules of these orders."""
    times: dict[int, int] = {}
    for order in orders:
        for prime in factors(order):
            times[prime] = times.get(prime, 0) + 1
    return max(times.values(), default=0)


def factors(number: int) -> dict[int, int]:
    """Return the primes of `number`, and how often each divides it, by trial division."""
    results: dict[int, int] = {}
    divisor = 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            number //= divisor
            results[divisor] = results.get(divisor, 0) + 1
        divisor += 1
    return results | ({number: results.get(number, 0) + 1} if number > 1 else {})


def solutions(rows: Sequence[Sequence[int]], wanted: Sequence[int], k: int, most: int) -> Iterator[list[int]] | None:
    """Return all x with xᵀ rows = wanted over Z/k, one by one; None if there are none or more than `most`.

    Each row stores which combination of the given rows it is. Column operations need no record, since `wanted` is
    transformed along as one more row.
    """
    n = len(rows)
    work = [[x % k for x in row] + [int(i == j) for j in range(n)] for i, row in enumerate(rows)]
    left = [x % k for x in wanted]
    width, some, quiet = len(left), [0] * n, list[tuple[list[int], int]]()
    while True:
        entries = [(row[c], r, c) for r, row in enumerate(work) for c in range(width) if row[c]]
        if not entries:
            break
        _, top, column = min(entries)
        if not _clear_beside(work, left, top, column, width, k):
            continue
        row = work.pop(top)
        order = gcd(row[column], k)
        if left[column] % order:
            return None
        times = left[column] // order * pow(row[column] // order, -1, k // order)
        some = [(x + times * y) % k for x, y in zip(some, row[width:], strict=True)]
        left[column] = 0
        if order > 1:
            quiet.append(([k // order * y % k for y in row[width:]], order))
    quiet += [(row[width:], k) for row in work]
    if any(left) or prod(order for _, order in quiet) > most:
        return None
    return _members(some, quiet, k)


def _members(some: list[int], quiet: Sequence[tuple[list[int], int]], k: int) -> Iterator[list[int]]:
    for times in product(*(range(order) for _, order in quiet)):
        member = list(some)
        for t, (pattern, _) in zip(times, quiet, strict=True):
            if t:
                member = [(x + t * y) % k for x, y in zip(member, pattern, strict=True)]
        yield member


def _clear_beside(rows: list[list[int]], left: list[int], top: int, column: int, width: int, k: int) -> bool:
    """Do the same as `_clear`, including the columns of `left`; rows are longer than the `width` columns that count."""
    pivot_row = rows[top]
    pivot, clean = pivot_row[column], True
    for r, row in enumerate(rows):
        times = row[column] // pivot
        if r != top and times:
            rows[r] = [(x - times * y) % k for x, y in zip(row, pivot_row, strict=True)]
        clean = clean and (r == top or not rows[r][column])
    for c in range(width) if clean else ():
        if c != column and (times := pivot_row[c] // pivot):
            pivot_row[c] -= times * pivot
            left[c] = (left[c] - times * left[column]) % k
            clean = clean and not pivot_row[c]
        elif c != column and pivot_row[c]:
            clean = False
    return clean


def _pivots(matrix: Iterable[Sequence[int]]) -> dict[int, int]:
    """Return rows of two colours as words, combined so that their highest bits, the keys, are distinct."""
    pivots: dict[int, int] = {}
    for row in matrix:
        if word := _rest(row, pivots):
            pivots[word.bit_length()] = word
    return pivots


def _rest(row: Sequence[int], pivots: Mapping[int, int]) -> int:
    """Return what remains of a row after reduction by the pivots, 0 if it is a sum of them."""
    word = int(bytes(row)[::-1].translate(DIGITS) or b"0", 2)
    while (lead := word.bit_length()) in pivots:
        word ^= pivots[lead]
    return word


def _diagonal(matrix: list[list[int]], k: int) -> Iterable[int]:
    """Yield the nonzero diagonal entries after Euclid's steps on rows and columns."""
    rows = [[x % k for x in row] for row in matrix]
    while True:
        rows = [row for row in rows if any(row)]
        if not rows:
            return
        _, top, left = min((x, r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x)
        if _clear(rows, top, left, k):
            yield rows.pop(top)[left]


def _clear(rows: list[list[int]], top: int, left: int, k: int) -> bool:
    """Reduce column `left` and row `top` by the entry that they share; return whether both are zero now."""
    pivot_row = rows[top]
    pivot = pivot_row[left]
    clean = True
    for r, row in enumerate(rows):
        times = row[left] // pivot
        if r != top and times:
            rows[r] = [(x - times * y) % k for x, y in zip(row, pivot_row, strict=True)]
        if r != top and rows[r][left]:
            clean = False
    if not clean:
        return False
    for c, x in enumerate(pivot_row):
        if c != left and x:
            # column left is zero except for the pivot, so this column operation changes only the pivot's row
            pivot_row[c] = x % pivot
            clean = clean and not pivot_row[c]
    return clean
