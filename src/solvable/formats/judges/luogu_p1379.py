"""The eight digits (八数码难题): the fewest moves to 123804765, the blank in the middle."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.boards import shortest
from solvable.formats.judges.input import Input
from solvable.tiles.board import SlidingTiles

GOAL = (1, 2, 3, 8, 0, 4, 7, 6, 5)


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    expected = msg("the digits 0 to 8, each once, joined")
    word = given.word(expected)
    if sorted(word) != list("012345678"):
        given.fail(msg("{word} does not fit here", word=repr(word[:12])), expected)
    solution = shortest(SlidingTiles(3, 3, goal=GOAL), tuple(map(int, word)))
    yield str(-1 if solution is None else len(solution.moves))
