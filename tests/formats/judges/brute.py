"""Plain programs for the judges' tasks, as a contestant would write them first; they share nothing with the library."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import product

Grid = tuple[int, ...]
"""Presses or lamps of a board, row by row."""


def all_presses(width: int, height: int, state: Grid, goal: int = 0) -> Iterator[Grid]:
    """Yield every grid of presses: each first row is tried, and the lamps above say the rows below."""
    for first in product((0, 1), repeat=width):
        rows = [list(first)]
        for row in range(1, height + 1):
            rows.append([lamp(rows, width, state, row - 1, column) ^ goal for column in range(width)])
        if not any(rows[height]):
            yield tuple(cell for row in rows[:height] for cell in row)


def lamp(rows: list[list[int]], width: int, state: Grid, row: int, column: int) -> int:
    """Return the lamp after the presses of the rows known so far."""
    lit = state[row * width + column] ^ rows[row][column]
    if row:
        lit ^= rows[row - 1][column]
    if column:
        lit ^= rows[row][column - 1]
    if column + 1 < width:
        lit ^= rows[row][column + 1]
    return lit


def subsets(count: int, effects: Sequence[int], wanted: int) -> Iterator[int]:
    """Yield how many effects each subset has whose sum over GF(2) is `wanted`."""
    for chosen in product((0, 1), repeat=count):
        total = 0
        for pick, effect in zip(chosen, effects, strict=True):
            total ^= effect * pick
        if total == wanted:
            yield sum(chosen)


def distances(width: int, height: int, goal: Grid) -> dict[Grid, int]:
    """Return the distance of every state of a board of tiles that reaches `goal`, breadth first."""
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        state = queue.popleft()
        for other in steps(width, height, state).values():
            if other not in found:
                found[other] = found[state] + 1
                queue.append(other)
    return found


def steps(width: int, height: int, state: Grid) -> dict[str, Grid]:
    """Return the states after each move of the blank, by its letter."""
    blank = state.index(0)
    row, column = divmod(blank, width)
    inside = {"U": row > 0, "D": row < height - 1, "L": column > 0, "R": column < width - 1}
    offsets = {"U": -width, "D": width, "L": -1, "R": 1}
    return {letter: swapped(state, blank, blank + offsets[letter]) for letter, can in inside.items() if can}


def swapped(state: Grid, one: int, other: int) -> Grid:
    """Return the state with two cells exchanged."""
    cells = list(state)
    cells[one], cells[other] = cells[other], cells[one]
    return tuple(cells)


def walked(width: int, height: int, state: Grid, letters: str) -> Grid:
    """Return where the blank's moves lead; KeyError for a move off the board."""
    for letter in letters:
        state = steps(width, height, state)[letter]
    return state


def is_even(order: Sequence[int]) -> bool:
    """Return whether a permutation is even."""
    return sum(order[i] > order[j] for j in range(len(order)) for i in range(j)) % 2 == 0
