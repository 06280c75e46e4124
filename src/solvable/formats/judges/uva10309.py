"""Turn the Lights Off: 10 × 10 boards with names; one solution each, its toggle matrix being regular."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut

SIZE = 10
PRESSES_MAX = 100


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = LightsOut(SIZE, SIZE)
    while (name := given.line(msg("the name of a board, or end"))) != "end":
        length = len(board.solve(given.lamps(SIZE, SIZE, {"#": 0, "O": 1})).moves)
        yield f"{name} {length if length <= PRESSES_MAX else -1}"
