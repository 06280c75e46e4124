"""The strange light switches (费解的开关): whether a 5 × 5 board is all lit within six steps, and in how many."""

from collections.abc import Iterator

from solvable.formats.judges.boards import shortest, toward
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut
from solvable.shared.said import say

MOST_STEPS = 6
MOST_CASES = 500


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = toward(LightsOut(5, 5), 1)
    for _ in range(given.number(say("the number of boards"), 0, MOST_CASES)):
        solution = shortest(board, given.lamps(5, 5, {"0": 0, "1": 1}))
        yield str(-1 if solution is None or len(solution.moves) > MOST_STEPS else len(solution.moves))
