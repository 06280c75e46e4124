"""Painter's Problem: the fewest bricks to paint until all are yellow."""

from collections.abc import Iterator

from solvable.formats.judges.boards import shortest, toward
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut
from solvable.shared.said import say

MOST = 15
MOST_CASES = 20


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    for _ in range(given.number(say("the number of walls"), 0, MOST_CASES)):
        size = given.number(say("the side of the wall"), 1, MOST)
        board = toward(LightsOut(size, size), 1)
        solution = shortest(board, given.lamps(size, size, {"y": 1, "w": 0}))
        yield "inf" if solution is None else str(len(solution.moves))
