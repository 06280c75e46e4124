"""The way home from every state of a small board of tiles, breadth first from the goal: for inputs of many boards.

A state is a string, one character a cell; 181,440 states of 3 × 3 take half a second and 40 MB.
"""

from solvable.puzzle import State
from solvable.tiles.board import SlidingTiles

SMALLEST = ord("0")  # the blank's character, and the tiles' after it
AWAY = "~"  # a character that no tile has
PAYS = 12  # boards of one input from which on the table costs less than as many searches

Ways = dict[str, str]
"""The blank's direction of the next move home; "" at the goal."""


def ways_home(board: SlidingTiles) -> Ways:
    """Return the first letter of a shortest way home from every solvable state."""
    blank = chr(SMALLEST)
    start = key(board.goal)
    found, layer = {start: ""}, [start]
    neighbours = _neighbours(board)
    while layer:
        after = []
        for state in layer:
            for cell, back in neighbours[state.index(blank)]:
                tile = state[cell]
                other = state.replace(tile, AWAY).replace(blank, tile).replace(AWAY, blank)
                if other not in found:
                    found[other] = back
                    after.append(other)
        layer = after
    return found


def letters(board: SlidingTiles, ways: Ways, state: State) -> str | None:
    """Return the blank's moves of a shortest way home, or None where there is none."""
    if key(state) not in ways:
        return None
    cells, taken = list(state), []
    steps = {"U": -board.width, "D": board.width, "L": -1, "R": 1}
    while letter := ways[key(cells)]:
        taken.append(letter)
        blank = cells.index(0)
        other = blank + steps[letter]
        cells[blank], cells[other] = cells[other], 0
    return "".join(taken)


def key(state: State | list[int]) -> str:
    """Return the state as a string."""
    return "".join(chr(SMALLEST + tile) for tile in state)


def _neighbours(board: SlidingTiles) -> list[list[tuple[int, str]]]:
    """Return for each cell the cells beside it, each with the direction back."""
    found: list[list[tuple[int, str]]] = []
    for cell in range(board.cells):
        row, column = divmod(cell, board.width)
        beside = [(cell - board.width, "D", row > 0), (cell + board.width, "U", row + 1 < board.height)]
        beside += [(cell - 1, "R", column > 0), (cell + 1, "L", column + 1 < board.width)]
        found.append([(other, back) for other, back, inside in beside if inside])
    return found
