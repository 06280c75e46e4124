"""What several tasks share: a shortest solution or None, and grids of presses as judges print them."""

from collections.abc import Iterable, Iterator

from solvable.core.errors import UnsolvableError
from solvable.core.puzzle import Puzzle, Solution, State
from solvable.lights.board import LightsOut


def shortest(board: Puzzle, state: State) -> Solution | None:
    """Return a solution of the fewest moves, or None where there is none."""
    try:
        return board.optimal(state)
    except UnsolvableError:
        return None


def toward(board: LightsOut, lit: int) -> LightsOut:
    """Return the board whose goal has all lamps in the state `lit`."""
    return board.with_goal((lit,) * board.cells)


def press_rows(board: LightsOut, presses: Iterable[int]) -> Iterator[str]:
    """Yield the rows of the grid of presses, 1 where a cell is pressed, spaced."""
    pressed = set(presses)
    for row in range(board.height):
        yield " ".join(str(int(row * board.width + column in pressed)) for column in range(board.width))
