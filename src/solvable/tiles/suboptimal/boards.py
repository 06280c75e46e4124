"""Plain facts of a canonical board: tile t belongs on cell t − 1, the blank on the last. And how else it can be seen.

In the inverse of a board names and cells change places: what stands on cell c and belongs on cell t is, there, what
belongs on c and stands on t. Its solutions are those of the board, taken back. The blank's home is then where the blank
stood, so one name is missing; mirrors bring that home near the last cell, where the pair model knows it. A beam on the
inverse starts at the goal, so it errs elsewhere, and is as good.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TypeAlias

from solvable.core.puzzle import State

Path: TypeAlias = "Sequence[int] | memoryview[int]"
VIEW_COUNT = 5  # the board itself, and its inverse in four mirrors


def positions(state: State) -> list[int]:
    """Return the cell of each tile, the blank first."""
    return sorted(range(len(state)), key=state.__getitem__)


def manhattan(board: State, width: int) -> int:
    """Return the Manhattan distance of a board."""
    cells = ((cell, tile - 1) for cell, tile in enumerate(board) if tile)
    return sum(abs(c // width - t // width) + abs(c % width - t % width) for c, t in cells)


def cells_of(walk: Path) -> array[int]:
    """Return a new array (int32) of a walk's cells."""
    from solvable.kernels.buffers import zeros

    if not isinstance(walk, array | memoryview):
        return array("i", walk)
    made = zeros("i", len(walk))
    memoryview(made)[:] = walk
    return made


def after(state: State, walk: list[int]) -> State:
    """Return the board after the blank's walk."""
    board = list(state)
    blank = board.index(0)
    for cell in walk:
        board[blank], board[cell] = board[cell], 0
        blank = cell
    return tuple(board)


def inner_board(board: State, width: int, height: int, inner: tuple[int, int]) -> tuple[State, list[int]]:
    """Return the inner board at the bottom right, its tiles renamed, and its cells."""
    iw, ih = inner
    cells = [r * width + c for r in range(height - ih, height) for c in range(width - iw, width)]
    name = {cell + 1: index for index, cell in enumerate(cells[:-1], start=1)}
    return tuple(name.get(board[cell], 0) for cell in cells), cells


def seen(board: State, width: int, view: int) -> State:
    """Return a board as it is seen: tile t belongs on cell t − 1, the blank on the cell of the missing tile."""
    if view == 0:
        return board
    places = mirror(board, width, view)
    at = {places[tile - 1]: places[cell] + 1 for cell, tile in enumerate(board) if tile}
    return tuple(at.get(cell, 0) for cell in range(len(board)))


def back(walk: list[int], board: State, width: int, view: int) -> list[int]:
    """Return the blank's walk that solves `board`, of one that solves what is seen."""
    if view == 0:
        return walk
    places = mirror(board, width, view)  # a mirror undoes itself
    path = [places[-1], *walk]  # the blank is at home at the end of the walk: here it begins there
    return [places[cell] for cell in reversed(path[:-1])]


def mirror(board: State, width: int, view: int) -> list[int]:
    """Return the image of each cell; the first of the mirrors brings the blank's cell nearest to the last cell."""
    rows, columns, blank = range(len(board) // width), range(width), board.index(0)
    mirrors = [
        [r * width + c for r in down for c in right]
        for down in (rows, rows[::-1])
        for right in (columns, columns[::-1])
    ]
    return sorted(mirrors, key=lambda image: -sum(divmod(image[blank], width)))[view - 1]
