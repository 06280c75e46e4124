"""15-Puzzle Problem: the blank's moves, at most 50 of them; ours are the fewest."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.boards import shortest
from solvable.formats.judges.input import Input
from solvable.tiles.board import SlidingTiles

CASES_MAX = 10_000


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    board = SlidingTiles(4, 4)
    for _ in range(given.number(msg("the number of puzzles"), 0, CASES_MAX)):
        state = given.tiles(4, 4)
        solution = shortest(board, state)
        yield "This puzzle is not solvable." if solution is None else board.to_letters(state, solution.moves, "blank")
