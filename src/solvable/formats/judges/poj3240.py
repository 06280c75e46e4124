"""Fifteen puzzle of any size to 10 × 10: the blank's moves, any that solve it."""

from collections.abc import Iterator

from solvable.core.errors import UnsolvableError
from solvable.core.message import msg
from solvable.formats.judges.input import Input
from solvable.tiles.board import SlidingTiles

SIDE_MAX = 10


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    size = given.number(msg("the side of the board"), 1, SIDE_MAX)
    board = SlidingTiles(size, size)
    state = given.tiles(size, size)
    try:
        yield board.to_letters(state, board.solve(state).moves, "blank")
    except UnsolvableError:
        yield "No Answer!"
