"""Fliptile: the grid of the fewest presses, of these the first in lexicographic order.

All solutions are one of them plus the quiet patterns, at most 2^8 on the statement's boards: all are looked at.
"""

from collections.abc import Iterable, Iterator

from solvable.core.errors import UnsolvableError
from solvable.core.message import msg
from solvable.formats.judges.boards import press_rows
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut

SIDE_MAX = 15


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    height = given.number(msg("the number of rows"), 1, SIDE_MAX)
    width = given.number(msg("the number of columns"), 1, SIDE_MAX)
    board = LightsOut(width, height)
    state = given.lamps(width, height, {"0": 0, "1": 1})
    try:
        results = [solution.moves for solution in board.solutions(state)]
    except UnsolvableError:
        yield "IMPOSSIBLE"
        return
    yield from press_rows(board, min(results, key=_rank))


def _rank(presses: Iterable[int]) -> tuple[int, list[int]]:
    """Of as many presses, the grid is first whose first press that the other has not is later."""
    in_order = sorted(presses)
    return len(in_order), [-cell for cell in in_order]
