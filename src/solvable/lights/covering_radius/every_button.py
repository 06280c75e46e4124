"""The hardest state of a puzzle without quiet patterns: its solution presses each of n buttons k - 1 times.

A state's solutions are one of them plus the quiet patterns, so that every solvable state has a single press vector over
Z/k. It takes at most k - 1 presses of each button, n (k - 1) in all, and the vector that is k - 1 everywhere takes as
many: that is the worst case. As k - 1 is one press less than none at all, the state is the goal after one press of
every button.
"""

from collections.abc import Callable, Iterable, Sequence

from solvable.core.budget import checked
from solvable.core.puzzle import Move, Solution, State
from solvable.lights import rules
from solvable.lights.algebra.module import presses
from solvable.lights.rules import Toggle
from solvable.lights.wiring import Wiring, is_full

BORDER = 6  # rows and columns beside a border that are not like the others, an even number


def hardest(puzzle: Wiring) -> tuple[State, Solution]:
    """Return the hardest state of a puzzle without quiet patterns, and its one solution."""
    vector = [0] * puzzle.presses
    for button in puzzle.buttons:
        vector[button] = puzzle.k - 1
    moves = presses(vector)
    lit = zip(puzzle.goal, reached(puzzle), strict=True)
    return tuple([(wanted + amount) % puzzle.k for wanted, amount in lit]), Solution(moves, len(moves))


def reached(puzzle: Wiring) -> Sequence[int]:
    """Return what one press of every button adds to each cell.

    A rule reaches two cells far, and cells that far from all borders are alike, but for the two ways in which triangles
    point. So a large board is a small one whose middle rows and columns are repeated in turns.
    """
    whole = isinstance(puzzle.rule, str) and is_full(puzzle)
    if whole and puzzle.rule == "cross":
        return [puzzle.width + puzzle.height - 1] * puzzle.cells
    columns, rows = like(puzzle.width), like(puzzle.height)
    small = columns[-1] + 1, rows[-1] + 1
    if whole and small != (puzzle.width, puzzle.height):
        width, height = small
        added = _sum(range(width * height), lambda press: _toggle(puzzle, small, press), width * height)
        cut = [[added[row * width + column] for column in columns] for row in range(height)]
        return [amount for row in rows for amount in cut[row]]
    return _sum(puzzle.buttons, puzzle.toggle, puzzle.cells)


def _toggle(puzzle: Wiring, size: tuple[int, int], press: Move) -> Toggle:
    """Return what a press adds by the puzzle's named rule on a board of another size."""
    return rules.settle(rules.toggle(str(puzzle.rule), puzzle.surface, *size, press).items(), puzzle.k)


def _sum(presses: Iterable[Move], toggle: Callable[[Move], Toggle], cells: int) -> list[int]:
    """Return what these presses add to each cell."""
    total = [0] * cells
    for press in checked(presses):
        for cell, amount in toggle(press):
            total[cell] += amount
    return total


def like(size: int) -> list[int]:
    """Return, for each row of a board, the row of a small board that is like it: as near to a border, and as even."""
    less = max(0, size - 2 * BORDER - 2) // 2 * 2
    return [
        row if row < BORDER else row - less if row >= size - BORDER else BORDER + row % 2 if less else row
        for row in range(size)
    ]
