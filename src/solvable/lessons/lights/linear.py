"""Elimination as on paper, one pivot a step: rows of numbers modulo k.

Gauss and Jordan: among the rows without a pivot, take the first that has a unit in the column, that is a number that
can be made 1; swap it up, multiply it to get a 1, and subtract multiples of it from every other row. Modulo a prime
every number but 0 is a unit. If k is composite there may be no unit: then the greatest common divisor d of the column
and k is produced instead (adding one row to another t times suffices, since Z/k has stable range 1), all entries below
are multiples of d, and k/d times the row, in which the unknown vanishes, is appended as a new row, because it still is
a constraint (Howell 1986; Storjohann 2000). So every solution of the rows below a pivot d extends in exactly d ways.
Cost: rows² · columns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd, prod
from typing import Literal

Row = list[int]
Matrix = list[Row]


@dataclass(frozen=True, slots=True)
class Pivot:
    """The operations in a column: rows `row` and `swapped` were exchanged, row `row` was multiplied by `factor`, which
    made its entry `divisor`, and it was added `times` times to each row in `added`, pairs (other row, times).

    `part` is "all" if one record has all of it, and "free" if the column is zero (`row` is −1). If the divisor is not 1
    there are several records: "gather" added `factor` times row `swapped` to row `row`, which made the divisor; "lead"
    brings it up; "clear" adds; "more" appended `factor` times the row as row `swapped`.
    """

    column: int
    row: int = -1
    swapped: int = -1
    factor: int = 1
    added: tuple[tuple[int, int], ...] = ()
    divisor: int = 1
    part: Literal["all", "free", "gather", "lead", "clear", "more"] = "all"


def reduce(matrix: Matrix, columns: int, k: int) -> Iterator[Pivot]:
    """Reduce `matrix` in place in its first `columns` columns; yield the operations on each column as they are done."""
    top = 0
    for column in range(columns):
        source = _best(matrix, top, column, k)
        if source < 0:
            yield Pivot(column, part="free")
            continue
        yield from _gathered(matrix, top, column, source, k)
        matrix[top], matrix[source] = matrix[source], matrix[top]
        divisor = gcd(matrix[top][column], k)
        factor = _unit(matrix[top][column], divisor, k)
        if factor != 1:
            matrix[top] = [value * factor % k for value in matrix[top]]
        if divisor == 1:
            yield Pivot(column, top, source, factor, _clear(matrix, top, column, 1, k))
        else:
            yield Pivot(column, top, source, factor, divisor=divisor, part="lead")
            if added := _clear(matrix, top, column, divisor, k):
                yield Pivot(column, top, added=added, divisor=divisor, part="clear")
            times = k // divisor
            more = [value * times % k for value in matrix[top]]
            if any(more):
                matrix.append(more)
                yield Pivot(column, top, len(matrix) - 1, times, divisor=divisor, part="more")
        top += 1


def _best(matrix: Matrix, top: int, column: int, k: int) -> int:
    """Return the first row from `top` on whose entry has the least common divisor with k; −1 if all are 0."""
    best, minimum = -1, k
    for row in range(top, len(matrix)):
        common = gcd(matrix[row][column], k)
        if common < minimum:
            best, minimum = row, common
            if common == 1:
                break
    return best


def _gathered(matrix: Matrix, top: int, column: int, source: int, k: int) -> Iterator[Pivot]:
    """Add other rows to row `source` until its entry in the column divides all others from `top` on, modulo k."""
    if gcd(matrix[source][column], k) == 1:
        return
    for row in range(top, len(matrix)):
        here, other = matrix[source][column], matrix[row][column]
        divisor = gcd(here, other, k)
        if divisor < gcd(here, k):
            times = next(times for times in range(1, k) if gcd(here + times * other, k) == divisor)
            matrix[source] = [(a + times * b) % k for a, b in zip(matrix[source], matrix[row], strict=True)]
            yield Pivot(column, source, row, times, divisor=divisor, part="gather")


def _unit(value: int, divisor: int, k: int) -> int:
    """Return the least unit whose product with the value is its greatest common divisor with k."""
    return next(unit for unit in range(1, k) if value * unit % k == divisor and gcd(unit, k) == 1)


def _clear(matrix: Matrix, top: int, column: int, divisor: int, k: int) -> tuple[tuple[int, int], ...]:
    """Subtract row `top` from all others, as often as the divisor goes into their entry; return the additions made."""
    added, pivot = [], matrix[top]
    for row, entries in enumerate(matrix):
        if row != top and entries[column] >= divisor:
            times = -(entries[column] // divisor) % k
            added.append((row, times))
            matrix[row] = [(a + times * b) % k for a, b in zip(entries, pivot, strict=True)]
    return tuple(added)


@dataclass(frozen=True, slots=True)
class Reduced:
    """A reduced system A x = b: the rows, the pivots' columns in order, their entries, and the free columns."""

    rows: Matrix
    pivots: tuple[int, ...]
    divisors: tuple[int, ...]
    free: tuple[int, ...]
    k: int

    @property
    def is_consistent(self) -> bool:
        """Whether no row has the form 0 = nonzero."""
        return self.wrong is None

    @property
    def wrong(self) -> int | None:
        """The first row of the form 0 = nonzero."""
        return next((row for row in range(len(self.pivots), len(self.rows)) if self.rows[row][-1]), None)

    @property
    def span(self) -> int:
        """The number of linear combinations of the columns of A, which equals that of its rows: k^rank for a prime."""
        return prod(self.k // divisor for divisor in self.divisors)

    @property
    def augmented(self) -> int:
        """The same number for (A | b)."""
        return self.span * self.k // gcd(self.k, *(row[-1] for row in self.rows[len(self.pivots) :]))

    @property
    def orders(self) -> tuple[int, ...]:
        """The number of different multiples of each member of the null basis; their product is the size of the null
        space.
        """
        return (*(each for each in self.divisors if each > 1), *(self.k for _ in self.free))

    def solution(self) -> tuple[int, ...]:
        """Return the solution with every free unknown 0, read from the last row up."""
        return self._continued([0] * (len(self.pivots) + len(self.free)), len(self.pivots), 1)

    def null_basis(self) -> list[tuple[int, ...]]:
        """Return generators of the x with A x = 0: one for each pivot that is not 1, and one for each free unknown.

        Every such x is a unique sum of multiples, each less than the generator's order, as its entries from the right
        show.
        """
        size, basis = len(self.pivots) + len(self.free), []
        starts = [
            (row, column, self.k // divisor)
            for row, (column, divisor) in enumerate(zip(self.pivots, self.divisors, strict=True))
            if divisor > 1
        ]
        starts += [(sum(column < one for column in self.pivots), one, 1) for one in self.free]
        for rows, column, value in starts:
            result = [0] * size
            result[column] = value
            basis.append(self._continued(result, rows, 0))
        return basis

    def _continued(self, x: list[int], rows: int, right: int) -> tuple[int, ...]:
        """Return x with the unknowns of the first `rows` pivots chosen, from the last up, so that the rows hold."""
        for row in reversed(range(rows)):
            column, entries = self.pivots[row], self.rows[row]
            known = sum(entries[index] * x[index] for index in range(column + 1, len(x)) if x[index])
            x[column] = (right * entries[-1] - known) % self.k // self.divisors[row]
        return tuple(x)


def finished(rows: Matrix, done: Sequence[Pivot], k: int) -> Reduced:
    """Return the system whose rows were reduced by these operations."""
    leads = [each for each in done if each.part in {"all", "lead"}]
    pivots, divisors = tuple(each.column for each in leads), tuple(each.divisor for each in leads)
    return Reduced(rows, pivots, divisors, tuple(each.column for each in done if each.part == "free"), k)


def reduced(matrix: Sequence[Sequence[int]], right: Sequence[int], k: int) -> Reduced:
    """Return the system with these rows and right-hand sides, reduced."""
    columns = len(matrix[0]) if matrix else 0
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    return finished(rows, list(reduce(rows, columns, k)), k)


def is_prime(k: int) -> bool:
    """Return whether `k` is prime."""
    return k > 1 and all(k % divisor for divisor in range(2, int(k**0.5) + 1))
