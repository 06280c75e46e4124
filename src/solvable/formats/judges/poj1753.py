"""Flip Game: the fewest rounds until a 4 × 4 board is all white or all black."""

from collections.abc import Iterator

from solvable.formats.judges.boards import shortest, toward
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = LightsOut(4, 4)
    state = given.lamps(4, 4, {"b": 1, "w": 0})
    results = [shortest(toward(board, lit), state) for lit in (0, 1)]
    yield str(min((len(solution.moves) for solution in results if solution is not None), default="Impossible"))
