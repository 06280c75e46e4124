"""Linear equations over Z/p^e on lists: the readable reference for `modular.PrimePower`, step by step."""

from collections.abc import Sequence

from solvable.core.budget import checked

Row = list[int]


class PrimePower:
    """The equations `matrix` · x = right over Z/p^e, eliminated once, answered for many right sides."""

    def __init__(self, matrix: Sequence[Sequence[int]], width: int, p: int, e: int, *, tracked: bool = True) -> None:
        """Eliminate; where the row combinations are not `tracked`, only `orders` may be asked for."""
        self.p, self.e, self.modulus, self.width = p, e, p**e, width
        self._work = [
            [value % self.modulus for value in row] + ([int(j == i) for j in range(len(matrix))] if tracked else [])
            for i, row in enumerate(matrix)
        ]
        self.columns: list[int] = []  # the pivot column of each row, and its valuation
        self.valuations: list[int] = []
        for valuation in range(e):
            for column in checked(range(width), 8):
                while (row := self._hit(column, p ** (valuation + 1))) is not None:
                    self._eliminate(row, column, valuation)
        chosen = set(self.columns)
        self.free = [column for column in range(width) if column not in chosen]

    def _hit(self, column: int, divisor: int) -> int | None:
        """Return the first row left whose entry is no multiple of the divisor, None where there is none."""
        rows = range(len(self.columns), len(self._work))
        return next((row for row in rows if self._work[row][column] % divisor), None)

    def _eliminate(self, row: int, column: int, valuation: int) -> None:
        """Bring `row` up, scale its entry in `column` to p^valuation and clear the column below."""
        work, done, modulus, scale = self._work, len(self.columns), self.modulus, self.p**valuation
        work[done], work[row] = work[row], work[done]
        inverse = pow(work[done][column] // scale, -1, modulus)
        pivot = work[done] = [value * inverse % modulus for value in work[done]]
        for below in range(done + 1, len(work)):
            if times := work[below][column] // scale:
                work[below] = [(a - times * b) % modulus for a, b in zip(work[below], pivot, strict=True)]
        self.columns.append(column)
        self.valuations.append(valuation)

    def _right(self, right: Sequence[int]) -> Row:
        """Return `right` under the tracked row operations."""
        return [
            sum(a * b for a, b in zip(row[self.width :], right, strict=True)) % self.modulus
            for row in checked(self._work, 64)
        ]

    def _substitute(self, right: Sequence[int], x: Row) -> Row:
        """Return x with the pivot unknowns solved for `right`, the free ones as `x` has them."""
        for row in checked(range(len(self.columns) - 1, -1, -1), 64):
            scale, column = self.p ** self.valuations[row], self.columns[row]
            known = sum(a * b % self.modulus for a, b in zip(self._work[row], x, strict=False))
            x[column] = (x[column] + (right[row] - known) // scale) % self.modulus
        return x

    def solve(self, right: Sequence[int]) -> Row | None:
        """Return a solution, or None."""
        reduced = self._right(right)
        return None if self._failure(reduced) is not None else self._substitute(reduced, [0] * self.width)

    def witness(self, right: Sequence[int]) -> Row | None:
        """Return y with y·matrix = 0 and y·right ≠ 0 mod p^e, or None where a solution exists."""
        row = self._failure(self._right(right))
        if row is None:
            return None
        scale = self.p ** (self.e - self.valuations[row]) if row < len(self.columns) else 1
        return [value * scale % self.modulus for value in self._work[row][self.width :]]

    def _failure(self, reduced: Sequence[int]) -> int | None:
        for row, value in enumerate(reduced):
            if value % (self.p ** self.valuations[row] if row < len(self.columns) else self.modulus):
                return row
        return None

    def orders(self) -> Row:
        """Return the orders of the generators of the null module, the largest first."""
        partial = [self.p**valuation for valuation in self.valuations if valuation]
        return [self.modulus] * len(self.free) + sorted(partial, reverse=True)

    def null(self) -> list[tuple[Row, int]]:
        """Return independent generators of the null module with their orders, the largest orders first."""
        zero, partial = [0] * len(self.columns), zip(self.columns, self.valuations, strict=True)
        places = [(column, self.modulus) for column in self.free]
        places += [(column, self.p**valuation) for column, valuation in partial if valuation]
        results = []
        for column, order in places:
            x = [0] * self.width
            x[column] = self.modulus // order
            results.append((self._substitute(zero, x), order))
        return sorted(results, key=lambda generator: -generator[1])
