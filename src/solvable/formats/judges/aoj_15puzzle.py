"""15 Puzzle (ALDS1 13 C): the fewest moves of a board that needs at most 45."""

from collections.abc import Iterator

from solvable.formats.judges.boards import shortest
from solvable.formats.judges.input import Input
from solvable.tiles.board import SlidingTiles


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    solution = shortest(SlidingTiles(4, 4), given.tiles(4, 4))
    yield str(-1 if solution is None else len(solution.moves))
