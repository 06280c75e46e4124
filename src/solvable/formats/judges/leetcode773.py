"""Sliding puzzle: the fewest moves of a 2 × 3 board, a matrix a line."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.boards import shortest
from solvable.formats.judges.input import Input
from solvable.tiles.board import SlidingTiles


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = SlidingTiles(3, 2)
    expected = msg("two rows of the numbers 0 to 5, like [[1,2,3],[4,0,5]]")
    while not given.at_end:
        rows = given.matrix(expected, 3, 2, 5)
        state = tuple(cell for row in rows for cell in row)
        if sorted(state) != list(range(6)):
            given.fail(msg("this is not a matrix"), expected)
        solution = shortest(board, state)
        yield str(-1 if solution is None else len(solution.moves))
