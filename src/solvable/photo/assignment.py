"""The cheapest way to give each of n cells one of n numbers (Kuhn 1955, Jonker & Volgenant 1987), in O(n³).

Rows are added one by one; each looks for the shortest path of exchanges to a free column, by prices that keep every
reduced cost at least 0.
"""

from collections.abc import Sequence
from math import inf

Costs = Sequence[Sequence[float]]


def assigned(costs: Costs) -> list[int]:
    """Return the column of each row, all different, at the least cost in all."""
    first = [min(range(len(row)), key=row.__getitem__) for row in costs]
    if len(set(first)) == len(costs):
        return first
    size = len(costs)
    row_price, column_price = [0.0] * (size + 1), [0.0] * (size + 1)
    row_of = [0] * (size + 1)  # by column, both from 1; column 0 holds the row that looks for one
    for row in range(1, size + 1):
        row_of[0] = row
        before = _path(costs, row_of, row_price, column_price)
        column = before.pop()
        while column:
            row_of[column] = row_of[before[column]]
            column = before[column]
    columns = [0] * size
    for column in range(1, size + 1):
        columns[row_of[column] - 1] = column - 1
    return columns


def _path(costs: Costs, row_of: list[int], row_price: list[float], column_price: list[float]) -> list[int]:
    """Return for each column the one before it on the cheapest path, and last the free column where it ends."""
    size = len(costs)
    minimum, before, is_done = [inf] * (size + 1), [0] * (size + 1), [False] * (size + 1)
    column = 0
    while row_of[column]:
        is_done[column] = True
        row, step, nearest = row_of[column], inf, 0
        for other in range(1, size + 1):
            if is_done[other]:
                continue
            reduced = costs[row - 1][other - 1] - row_price[row] - column_price[other]
            if reduced < minimum[other]:
                minimum[other], before[other] = reduced, column
            if minimum[other] < step:
                step, nearest = minimum[other], other
        for other in range(size + 1):
            if is_done[other]:
                row_price[row_of[other]] += step
                column_price[other] -= step
            else:
                minimum[other] -= step
        column = nearest
    return [*before, column]


def margin(costs: Costs, columns: Sequence[int]) -> float:
    """Return by how much the cheapest exchange of two rows' columns costs more; infinite for one row."""
    return min(
        (
            costs[one][columns[other]]
            + costs[other][columns[one]]
            - costs[one][columns[one]]
            - costs[other][columns[other]]
            for one in range(len(costs))
            for other in range(one)
        ),
        default=inf,
    )
