"""Elimination as it is done with a pencil, one pivot a step: rows of numbers modulo k, nothing hidden.

Gauss and Jordan: of the rows below those that have a pivot, take the first that has a unit in the column, a number
that can be made 1; bring it up by a swap, multiply it, and take it away from every other row that has one. Modulo a
prime every number but 0 is a unit. If k is composite there may be none: then the greatest common divisor d of the
column and k is made instead (one row added to another t times is enough, Z/k having stable range 1), all below are
multiples of it, and k/d times the row, which has lost the unknown, is written below as a row of its own, for it still
says something (Howell 1986; Storjohann 2000). So whatever satisfies the rows below a pivot d can be continued in
exactly d ways. Cost: rows² · columns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd, prod
from typing import Literal

Row = list[int]
Matrix = list[Row]


@dataclass(frozen=True, slots=True)
class Pivot:
    """What was done in a column: rows `row` and `swapped` changed places, row `row` was multiplied by `factor`, which
    made `divisor` in the column, and `times` of it were added to each row of `added`, pairs (other row, times).

    `part` is "all" of it; "free" if there is nothing in the column (`row` is −1). If the divisor is not 1 there
    are several: "lead" brings it up, "clear" adds, and "more" has written down `factor` times the row as row `swapped`.
    A "gather" before has added `factor` times row `swapped` to row `row`, which made the divisor.
    """

    column: int
    row: int = -1
    swapped: int = -1
    factor: int = 1
    added: tuple[tuple[int, int], ...] = ()
    divisor: int = 1
    part: Literal["all", "free", "gather", "lead", "clear", "more"] = "all"


def reduce(matrix: Matrix, columns: int, k: int) -> Iterator[Pivot]:
    """Reduce `matrix` in place, its first `columns` columns one by one; yield what was done in each, as it is done."""
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
    """Return the first row from `top` on whose entry has the least divisor in common with k; −1 if all are 0."""
    best, minimum = -1, k
    for row in range(top, len(matrix)):
        common = gcd(matrix[row][column], k)
        if common < minimum:
            best, minimum = row, common
            if common == 1:
                break
    return best


def _gathered(matrix: Matrix, top: int, column: int, source: int, k: int) -> Iterator[Pivot]:
    """Add other rows to row `source` until its entry there divides all others from `top` on, modulo k."""
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
    """Return the least unit that makes the value its greatest common divisor with k."""
    return next(unit for unit in range(1, k) if value * unit % k == divisor and gcd(unit, k) == 1)


def _clear(matrix: Matrix, top: int, column: int, divisor: int, k: int) -> tuple[tuple[int, int], ...]:
    """Take row `top` away from all others, as often as the divisor goes into their entry; return what was added."""
    added, pivot = [], matrix[top]
    for row, entries in enumerate(matrix):
        if row != top and entries[column] >= divisor:
            times = -(entries[column] // divisor) % k
            added.append((row, times))
            matrix[row] = [(a + times * b) % k for a, b in zip(entries, pivot, strict=True)]
    return tuple(added)


@dataclass(frozen=True, slots=True)
class Reduced:
    """A system A x = b when all is done: the rows, the pivots' columns in order, what stands there, and those that are
    free."""

    rows: Matrix
    pivots: tuple[int, ...]
    divisors: tuple[int, ...]
    free: tuple[int, ...]
    k: int

    @property
    def is_consistent(self) -> bool:
        """Whether no row says 0 = something else."""
        return self.wrong is None

    @property
    def wrong(self) -> int | None:
        """The first row that says 0 = something else."""
        return next((row for row in range(len(self.pivots), len(self.rows)) if self.rows[row][-1]), None)

    @property
    def span(self) -> int:
        """How many vectors are sums of multiples of the columns of A, or as well of its rows: k^rank for a prime."""
        return prod(self.k // divisor for divisor in self.divisors)

    @property
    def augmented(self) -> int:
        """The same of (A | b)."""
        return self.span * self.k // gcd(self.k, *(row[-1] for row in self.rows[len(self.pivots) :]))

    @property
    def orders(self) -> tuple[int, ...]:
        """How many multiples of each member of the null basis are different; their product counts the null space."""
        return (*(each for each in self.divisors if each > 1), *(self.k for _ in self.free))

    def solution(self) -> tuple[int, ...]:
        """Return the solution with every free unknown 0, read from the last row up."""
        return self._continued([0] * (len(self.pivots) + len(self.free)), len(self.pivots), 1)

    def null_basis(self) -> list[tuple[int, ...]]:
        """Return what generates the x with A x = 0: one for each pivot that is not 1, and one for each free unknown.

        Every such x is in one way a sum of multiples, of each fewer than its order: look at it from the right.
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
        """Return x with the unknowns of the first so many pivots chosen, from the last up, so that the rows hold."""
        for row in reversed(range(rows)):
            column, entries = self.pivots[row], self.rows[row]
            known = sum(entries[index] * x[index] for index in range(column + 1, len(x)) if x[index])
            x[column] = (right * entries[-1] - known) % self.k // self.divisors[row]
        return tuple(x)


def finished(rows: Matrix, done: Sequence[Pivot], k: int) -> Reduced:
    """Return the system whose rows were reduced so."""
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
