"""The toggle matrix of a lights puzzle: written out, whether it is symmetric, and a small one as LaTeX."""

from solvable.core.budget import checked
from solvable.core.memory import check_memory
from solvable.lights import rules
from solvable.lights.wiring import Wiring

ENTRY = 8  # bytes of an entry of a matrix
_TYPESET = 16  # rows and columns of a matrix


def matrix(puzzle: Wiring) -> tuple[tuple[int, ...], ...]:
    """Return the toggle matrix: row i is what press i adds to each cell; refused where it does not fit into memory."""
    check_memory(ENTRY * puzzle.presses * puzzle.cells, puzzle.cells, 2)
    rows = []
    for toggle in checked(puzzle.toggles, 64):
        row = [0] * puzzle.cells
        for cell, amount in toggle:
            row[cell] = amount
        rows.append(tuple(row))
    return tuple(rows)


def is_symmetric(puzzle: Wiring) -> bool:
    """Return whether press i adds to cell j what press j adds to cell i."""
    if puzzle.fixed or puzzle.free or puzzle.presses != puzzle.cells:
        return False
    if isinstance(puzzle.rule, str) and puzzle.surface in ("plane", "cylinder", "torus"):
        return True  # the offsets are symmetric, and so are whole rows and columns, and triangles
    return rules.is_symmetric(puzzle.toggles)


def latex(puzzle: Wiring) -> str | None:
    """Return the toggle matrix (row i is what press i adds) as LaTeX, or None where it is too large to read."""
    if max(puzzle.cells, puzzle.presses) > _TYPESET:
        return None
    rows = r"\\".join("&".join(map(str, row)) for row in matrix(puzzle))
    return rf"$A = \begin{{pmatrix}}{rows}\end{{pmatrix}} \pmod{{{puzzle.k}}}$"
