"""Minimum number of flips to convert a binary matrix to a zero matrix; a matrix a line."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.boards import shortest
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    while not given.at_end:
        rows = given.matrix(msg("a matrix of 0 and 1, at most 3 × 3, like [[0,0],[0,1]]"), 3, 3, 1)
        solution = shortest(LightsOut(len(rows[0]), len(rows)), tuple(cell for row in rows for cell in row))
        yield str(-1 if solution is None else len(solution.moves))
