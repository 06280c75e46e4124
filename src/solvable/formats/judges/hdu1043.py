"""Eight: the blank's moves as small letters, a board a line; ours are the fewest."""

from collections.abc import Iterable, Iterator

from solvable.formats.judges import eights
from solvable.formats.judges.boards import shortest
from solvable.formats.judges.input import Input
from solvable.puzzle import State
from solvable.tiles.board import SlidingTiles

BLANK = "x"


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    states = []
    while not given.at_end:
        states.append(given.tiles(3, 3, BLANK))
    yield from ways(states)


def ways(states: Iterable[State]) -> Iterator[str]:
    """Yield for each state the blank's moves as small letters, or that there are none."""
    board, states = SlidingTiles(3, 3), list(states)
    if len(states) < eights.PAYS:
        for state in states:
            solution = shortest(board, state)
            yield "unsolvable" if solution is None else board.to_letters(state, solution.moves, "blank").lower()
        return
    table = eights.ways_home(board)
    for state in states:
        letters = eights.letters(board, table, state)
        yield "unsolvable" if letters is None else letters.lower()
