"""Turn the Lights Off: 10 × 10 boards with names; one solution each, its toggle matrix being regular."""

from collections.abc import Iterator

from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut
from solvable.shared.said import say

SIZE = 10
MOST_PRESSES = 100


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = LightsOut(SIZE, SIZE)
    while (name := given.line(say("the name of a board, or end"))) != "end":
        length = len(board.solve(given.lamps(SIZE, SIZE, {"#": 0, "O": 1})).moves)
        yield f"{name} {length if length <= MOST_PRESSES else -1}"
