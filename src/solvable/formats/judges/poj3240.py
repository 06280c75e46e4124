"""Fifteen puzzle of any size to 10 × 10: the blank's moves, any that solve it."""

from collections.abc import Iterator

from solvable.errors import UnsolvableError
from solvable.formats.judges.input import Input
from solvable.shared.said import say
from solvable.tiles.board import SlidingTiles

MOST = 10


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    size = given.number(say("the side of the board"), 1, MOST)
    board = SlidingTiles(size, size)
    state = given.tiles(size, size)
    try:
        yield board.to_letters(state, board.solve(state).moves, "blank")
    except UnsolvableError:
        yield "No Answer!"
