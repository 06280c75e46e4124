"""The cycles of tiles that are not home, and what it takes to mend them: cycles of even length are odd permutations.

A blank that comes and goes by the same way permutes tiles evenly, so two odd cycles must be mended together: from the
one to the other takes some ten moves a cell.
"""

from __future__ import annotations

from itertools import combinations

from solvable.core.puzzle import State
from solvable.tiles.suboptimal.boards import manhattan

WORTH, APART = 5, 10  # moves that a unit of distance takes, and a cell between two odd cycles


def need(board: State, width: int) -> int:
    """Return about how many moves it takes to mend a board, the blank at home."""
    return WORTH * manhattan(board, width) + APART * matched(odd_cycles(board), width)


def odd_cycles(board: State) -> list[list[int]]:
    """Return the cells of each cycle of even length."""
    results, met = [], set[int]()
    for first, tile in enumerate(board):
        if tile in {0, first + 1} or first in met:
            continue
        cycle, cell = [first], tile - 1
        while cell != first and board[cell]:
            cycle.append(cell)
            cell = board[cell] - 1
        met.update(cycle)
        if len(cycle) % 2 == 0:
            results.append(cycle)
    return results


def matched(cycles: list[list[int]], width: int) -> int:
    """Return how far the cycles are apart in pairs, the nearest first, and then changed while that gets less."""
    away = {}
    for (one, cells), (other, more) in combinations(enumerate(cycles), 2):
        away[one, other] = away[other, one] = min(
            abs(a // width - b // width) + abs(a % width - b % width) for a in cells for b in more
        )
    left, pairs = set(range(len(cycles))), list[tuple[int, int]]()
    for one, other in sorted(away, key=lambda pair: (away[pair], pair)):
        if one in left and other in left:
            left -= {one, other}
            pairs.append((one, other))
    changes = True
    while changes:
        changes = False
        for x, y in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[x], pairs[y]
            ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
            best = min(ways, key=lambda way: away[way[0]] + away[way[1]])
            if away[best[0]] + away[best[1]] < away[a, b] + away[c, d]:
                (pairs[x], pairs[y]), changes = best, True
    return sum(away[pair] for pair in pairs)
