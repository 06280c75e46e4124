"""The Pilots Brothers' refrigerator: a switch turns its row and its column; each state of 4 × 4 has one solution."""

from collections.abc import Iterator

from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = LightsOut(4, 4, rule="cross")
    presses = sorted(board.solve(given.lamps(4, 4, {"+": 1, "-": 0})).moves)
    yield str(len(presses))
    for cell in presses:
        yield f"{cell // 4 + 1} {cell % 4 + 1}"
