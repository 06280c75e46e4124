"""Elimination as it is done with a pencil, one pivot a step: rows of numbers modulo a prime, nothing hidden.

Gauss and Jordan: of the rows below those that have a pivot, take the first that is not zero in the column; bring it up
by a swap, divide it by its entry, and take it away from every other row that has one. Cost: rows² · columns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Row = list[int]
Matrix = list[Row]


@dataclass(frozen=True, slots=True)
class Pivot:
    """What was done in a column: rows `row` and `swapped` changed places, row `row` was multiplied by `factor`, and
    `times` of it were added to each row of `added`, pairs (other row, times). `row` is −1 where there is no pivot."""

    column: int
    row: int = -1
    swapped: int = -1
    factor: int = 1
    added: tuple[tuple[int, int], ...] = ()


def reduce(matrix: Matrix, columns: int, p: int) -> Iterator[Pivot]:
    """Reduce `matrix` in place, its first `columns` columns one by one; yield what was done in each."""
    top = 0
    for column in range(columns):
        source = next((row for row in range(top, len(matrix)) if matrix[row][column]), -1)
        if source < 0:
            yield Pivot(column)
            continue
        matrix[top], matrix[source] = matrix[source], matrix[top]
        factor = pow(matrix[top][column], -1, p)
        if factor != 1:
            matrix[top] = [value * factor % p for value in matrix[top]]
        added = []
        for row, entries in enumerate(matrix):
            if row != top and entries[column]:
                times = -entries[column] % p
                added.append((row, times))
                matrix[row] = [(a + times * b) % p for a, b in zip(entries, matrix[top], strict=True)]
        yield Pivot(column, top, source, factor, tuple(added))
        top += 1


@dataclass(frozen=True, slots=True)
class Reduced:
    """A system A x = b when all is done: the rows, the pivots' columns in order, and those that are free."""

    rows: Matrix
    pivots: tuple[int, ...]
    free: tuple[int, ...]
    p: int

    @property
    def is_consistent(self) -> bool:
        """Whether no row says 0 = something else."""
        return not any(row[-1] for row in self.rows[len(self.pivots) :])

    def solution(self) -> tuple[int, ...]:
        """Return the solution with every free unknown 0."""
        found = [0] * (len(self.pivots) + len(self.free))
        for row, column in enumerate(self.pivots):
            found[column] = self.rows[row][-1]
        return tuple(found)

    def null_basis(self) -> list[tuple[int, ...]]:
        """Return for each free unknown the x with A x = 0 in which it is 1 and the other free ones are 0."""
        basis = []
        for one in self.free:
            found = [0] * (len(self.pivots) + len(self.free))
            found[one] = 1
            for row, column in enumerate(self.pivots):
                found[column] = -self.rows[row][one] % self.p
            basis.append(tuple(found))
        return basis


def reduced(matrix: Sequence[Sequence[int]], right: Sequence[int], p: int) -> Reduced:
    """Return the system with these rows and right-hand sides, reduced."""
    columns = len(matrix[0]) if matrix else 0
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    done = list(reduce(rows, columns, p))
    pivots = tuple(each.column for each in done if each.row >= 0)
    return Reduced(rows, pivots, tuple(each.column for each in done if each.row < 0), p)


def is_prime(k: int) -> bool:
    """Return whether `k` is prime."""
    return k > 1 and all(k % divisor for divisor in range(2, int(k**0.5) + 1))
