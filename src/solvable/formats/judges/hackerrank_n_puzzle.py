"""N Puzzle: a way to 0, 1, 2, … with the blank first, as the number of moves and a word a move.

Any way counts, so boards of 5 × 5 get a short one and not the shortest.
"""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.input import Input
from solvable.tiles.board import SlidingTiles

WORDS = {"U": "UP", "D": "DOWN", "L": "LEFT", "R": "RIGHT"}
LEAST, LARGEST_OPTIMAL, MOST = 3, 3, 5
SECONDS = 0.5


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    size = given.number(msg("the side of the board"), LEAST, MOST)
    board = SlidingTiles(size, size, goal="blank-first")
    state = given.tiles(size, size)
    solution = board.optimal(state) if size <= LARGEST_OPTIMAL else board.near(state, seconds=SECONDS)
    yield str(len(solution.moves))
    for letter in board.to_letters(state, solution.moves, "blank"):
        yield WORDS[letter]
