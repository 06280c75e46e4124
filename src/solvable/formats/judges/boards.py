"""What several tasks share: fewest presses or None, grids of presses as judges print them, tiles' ways in letters."""

from collections.abc import Iterable, Iterator

from solvable.errors import UnsolvableError
from solvable.lights.board import LightsOut
from solvable.puzzle import Solution, State
from solvable.tiles.board import SlidingTiles


def fewest(board: LightsOut, state: State) -> Solution | None:
    """Return a solution of the fewest presses, or None where there is none."""
    try:
        return board.optimal(state)
    except UnsolvableError:
        return None


def shortest(board: SlidingTiles, state: State) -> Solution | None:
    """Return a shortest solution, or None where there is none."""
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


def blank_letters(board: SlidingTiles, state: State, solution: Solution) -> str:
    """Return the directions that the blank takes, a letter a move."""
    from solvable.tiles.moves import to_letters

    return to_letters(board.width, state, solution.moves, "blank")
