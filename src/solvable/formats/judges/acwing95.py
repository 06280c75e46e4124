"""The strange light switches (费解的开关): whether a 5 × 5 board is all lit within six steps, and in how many."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.boards import shortest, toward
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut

STEPS_MAX = 6
CASES_MAX = 500


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = toward(LightsOut(5, 5), 1)
    for _ in range(given.number(msg("the number of boards"), 0, CASES_MAX)):
        solution = shortest(board, given.lamps(5, 5, {"0": 0, "1": 1}))
        yield str(-1 if solution is None or len(solution.moves) > STEPS_MAX else len(solution.moves))
