"""The order of a null module over Z/k, by diagonalising with Euclid's steps — unlike any solver of this program.

Row and column operations that are invertible over Z keep the order; a diagonal d contributes gcd(d, k), a missing
diagonal entry contributes k. For k = 2 the rows are ints and one XOR pass does it.
"""

from collections.abc import Iterable, Sequence
from math import gcd


def null_order(rows: Iterable[Sequence[int]], k: int) -> int:
    """Return how many vectors y in (Z/k)^(number of rows) have yᵀ rows = 0. Cost: cubic in the size."""
    matrix = [list(row) for row in rows]
    if k == 2:
        return 1 << (len(matrix) - _rank2(matrix))
    order: int = k ** len(matrix)
    for divisor in _diagonal(matrix, k):
        order = order // k * gcd(divisor, k)
    return order


def _rank2(matrix: Sequence[Sequence[int]]) -> int:
    pivots: dict[int, int] = {}
    for row in matrix:
        word = int("".join(str(x) for x in reversed(row)) or "0", 2)
        while word:
            lead = word.bit_length()
            if lead not in pivots:
                pivots[lead] = word
                break
            word ^= pivots[lead]
    return len(pivots)


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
    """Reduce column `left` and row `top` by the entry where they meet; return whether both came out zero."""
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
            # column left is zero but for the pivot, so this column operation touches the pivot's row alone
            pivot_row[c] = x % pivot
            clean = clean and not pivot_row[c]
    return clean
