"""What a lights puzzle shows in a notebook beside its board: a small toggle matrix as LaTeX."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut

_TYPESET = 16  # rows and columns of a matrix


def latex(puzzle: "LightsOut") -> str | None:
    """Return the toggle matrix (row i is what press i adds) as LaTeX, or None where it is too large to read."""
    if max(puzzle.cells, puzzle.presses) > _TYPESET:
        return None
    rows = r"\\".join("&".join(map(str, row)) for row in puzzle.matrix())
    return rf"$A = \begin{{pmatrix}}{rows}\end{{pmatrix}} \pmod{{{puzzle.k}}}$"
