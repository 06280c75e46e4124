"""Extended Lights Out: a 5 × 6 board has one solution, its toggle matrix being regular."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.boards import press_rows
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut

CASES_MAX = 10_000


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = LightsOut(6, 5)
    for case in range(given.number(msg("the number of puzzles"), 0, CASES_MAX)):
        yield f"PUZZLE #{case + 1}"
        yield from press_rows(board, board.solve(given.lamps(6, 5, {"0": 0, "1": 1})).moves)
