"""The fewest presses that lower counters by given amounts: min 1ᵀx with A x = b, x ≥ 0 integral, by branch and bound.

A part of the solution space bounds the presses of each button from below and above. Its linear relaxation, solved
exactly, gives a bound that is nearly always tight. Parts are taken in the order of their bounds, so the first integral
optimum is a solution with the fewest presses, and the bound of the next part is proved at any time (Land & Doig 1960).
A part with a fractional optimum is split at a button with a fractional value; one with an integral optimum, at a button
that is not fixed yet, so that every fewest solution is met once.

The simplex method works on integers over one common denominator, a determinant, so that each division is exact (Edmonds
1967); Bland's rule (1977) prevents cycling.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError

Buttons = Sequence[Sequence[int]]


@dataclass(frozen=True, order=True)
class Part:
    """A part of the solution space: least and most presses of each button; at least `bound` presses are needed in
    all.
    """

    bound: int
    number: int
    """Parts created later are deeper; among equal bounds they are taken first."""
    at_least: tuple[int, ...] = field(compare=False)
    at_most: tuple[int, ...] = field(compare=False)
    times: tuple[int, ...] = field(compare=False)
    """The optimum of the relaxation, over `denominator`."""
    denominator: int = field(compare=False)


class Search:
    """Branch and bound; `parts` linear programs were solved so far, and `lower_bound` presses are needed."""

    def __init__(self, buttons: Buttons, amounts: Sequence[int], budget: Budget) -> None:
        self.buttons, self.amounts, self.budget = buttons, amounts, budget
        self.parts = 0
        self.lower_bound = max(*amounts, -(-sum(amounts) // max(1, *map(len, buttons))))
        self._waiting: list[Part] = []

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """Yield every fewest solution: the presses of each button; nothing if there is none.

        Raises BudgetExceededError, with the bound proved so far, at a limit.
        """
        fewest: int | None = None
        maximum = tuple(min((self.amounts[counter] for counter in button), default=0) for button in self.buttons)
        self._add((0,) * len(self.buttons), maximum)
        while self._waiting:
            part = heappop(self._waiting)
            self.lower_bound = max(self.lower_bound, part.bound)
            if fewest is not None and part.bound > fewest:
                return
            broken = next((button for button, count in enumerate(part.times) if count % part.denominator), None)
            if broken is None and part.at_least == part.at_most:
                fewest = part.bound
                yield part.at_least
                continue
            self._split(part, broken)

    def _split(self, part: Part, broken: int | None) -> None:
        """Add the parts of `part` above and below the value of one button, and for an integral optimum also at it."""
        bounds = zip(part.at_least, part.at_most, strict=True)
        button = next(each for each, (low, high) in enumerate(bounds) if low < high) if broken is None else broken
        count = part.times[button] // part.denominator
        self._add(part.at_least, _with(part.at_most, button, count - (broken is None)))
        self._add(_with(part.at_least, button, count + 1), part.at_most)
        if broken is None:
            self._add(_with(part.at_least, button, count), _with(part.at_most, button, count))

    def _add(self, at_least: tuple[int, ...], at_most: tuple[int, ...]) -> None:
        """Add the part with these limits, if its relaxation has an optimum."""
        if any(low > high for low, high in zip(at_least, at_most, strict=True)):
            return
        try:
            result = relaxed(self.buttons, self.amounts, at_least, at_most, self.budget)
        except BudgetExceededError as error:
            raise BudgetExceededError(str(error), self.lower_bound) from None
        self.parts += 1
        if result is not None:
            times, denominator = result
            bound = -(-sum(times) // denominator)
            heappush(self._waiting, Part(bound, -self.parts, at_least, at_most, times, denominator))


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def relaxed(
    buttons: Buttons, amounts: Sequence[int], at_least: Sequence[int], at_most: Sequence[int], budget: Budget
) -> tuple[tuple[int, ...], int] | None:
    """Return presses over a denominator, within the limits, with the least sum; None if the amounts cannot be
    reached.
    """
    remaining = list(amounts)
    for button, count in zip(buttons, at_least, strict=True):
        for counter in button:
            remaining[counter] -= count
    if min(remaining, default=0) < 0:
        return None
    # a limit needs a row only if the counters do not already imply it
    capped = [
        button
        for button, reached in enumerate(buttons)
        if reached and at_most[button] - at_least[button] < min(remaining[counter] for counter in reached)
    ]
    rows = [[int(counter in button) for button in buttons] + [0] * len(capped) for counter in range(len(remaining))]
    for slack, limited in enumerate(capped):
        row = [0] * (len(buttons) + len(capped))
        row[limited] = row[len(buttons) + slack] = 1
        rows.append(row)
        remaining.append(at_most[limited] - at_least[limited])
    costs = [1] * len(buttons) + [0] * len(capped)
    table = Simplex(rows, remaining, costs, budget)
    if not table.is_feasible:
        return None
    times = table.solution()
    return tuple(times[button] + table.denominator * low for button, low in enumerate(at_least)), table.denominator


class Simplex:
    """The simplex method for min costs · x with rows · x = sides ≥ 0, x ≥ 0, in integers over one denominator."""

    def __init__(
        self, rows: Sequence[Sequence[int]], sides: Sequence[int], costs: Sequence[int], budget: Budget
    ) -> None:
        height, self.width, self.budget = len(rows), len(costs), budget
        self.denominator = 1
        self.basis = list(range(self.width, self.width + height))  # artificial columns, which are not stored
        self.table = [[*row, side] for row, side in zip(rows, sides, strict=True)]
        artificial = [-sum(column) for column in zip(*self.table, strict=True)] or [0] * (self.width + 1)
        self.table += [artificial, [*costs, 0]]  # the reduced cost of each column, in phase one and in phase two
        self._improve(height)
        self.is_feasible = not self.table[height][-1]
        if self.is_feasible:
            for index in range(height):  # artificial columns at zero leave the basis if possible
                if self.basis[index] >= self.width:
                    entering = next((column for column in range(self.width) if self.table[index][column]), None)
                    if entering is not None:
                        self._pivot(index, entering)
            self._improve(height + 1)

    def solution(self) -> list[int]:
        """Return x as numerators over the denominator."""
        values = [0] * self.width
        for row, column in zip(self.table, self.basis, strict=False):
            if column < self.width:
                values[column] = row[-1]
        return values

    def _improve(self, costs: int) -> None:
        """Pivot until no column has a negative cost in row `costs` of the table."""
        while True:
            self.budget.check()
            entering = next((column for column in range(self.width) if self.table[costs][column] < 0), None)
            if entering is None:
                return
            leaving = -1
            for index in range(len(self.basis)):
                row = self.table[index]
                if row[entering] > 0 and (leaving < 0 or self._is_before(index, leaving, entering)):
                    leaving = index
            self._pivot(leaving, entering)

    def _is_before(self, index: int, other: int, entering: int) -> bool:
        """Return whether row `index` limits the entering column more than `other`; in a tie the lower column leaves."""
        row, best = self.table[index], self.table[other]
        one, two = row[-1] * best[entering], best[-1] * row[entering]
        return one < two or (one == two and self.basis[index] < self.basis[other])

    def _pivot(self, index: int, entering: int) -> None:
        pivot_row, pivot = self.table[index], self.table[index][entering]
        if pivot < 0:  # only if its side is zero, so the row may be negated
            self.table[index] = pivot_row = [-value for value in pivot_row]
            pivot = -pivot
        for other, row in enumerate(self.table):
            if other == index:
                continue
            factor = row[entering]
            self.table[other] = [
                (value * pivot - factor * above) // self.denominator
                for value, above in zip(row, pivot_row, strict=True)
            ]
        self.denominator = pivot
        self.basis[index] = entering


def parity_weights(buttons: Buttons, amounts: Sequence[int]) -> tuple[int, ...] | None:
    """Return weights of 0 and 1 whose sum no press changes mod 2 but is odd for `amounts`; None if none exist.

    They solve y · (each button) = 0, y · amounts = 1 over GF(2); an equation is a row of bits, its right side the
    highest bit.
    """
    top = len(amounts)
    equations = [sum(1 << counter for counter in button) for button in buttons]
    equations.append(sum((amount & 1) << counter for counter, amount in enumerate(amounts)) | 1 << top)
    rows: dict[int, int] = {}  # by their leading bits, which are distinct
    for equation in equations:
        row = equation
        for lead, other in rows.items():
            row = row ^ other if row & lead else row
        lead = row & -row
        if lead == 1 << top:
            return None
        if row:
            rows = {old: other ^ row if other & lead else other for old, other in rows.items()}
            rows[lead] = row
    return tuple(rows.get(1 << counter, 0) >> top for counter in range(top))
