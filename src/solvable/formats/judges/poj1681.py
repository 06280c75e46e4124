"""Painter's Problem: the fewest bricks to paint until all are yellow."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.boards import shortest, toward
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut

SIDE_MAX = 15
CASES_MAX = 20


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    for _ in range(given.number(msg("the number of walls"), 0, CASES_MAX)):
        size = given.number(msg("the side of the wall"), 1, SIDE_MAX)
        board = toward(LightsOut(size, size), 1)
        solution = shortest(board, given.lamps(size, size, {"y": 1, "w": 0}))
        yield "inf" if solution is None else str(len(solution.moves))
