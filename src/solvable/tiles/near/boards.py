"""Plain facts of a canonical board: tile t belongs on cell t − 1, the blank on the last."""

from __future__ import annotations

from solvable.puzzle import State


def positions(state: State) -> list[int]:
    """Return the cell of each tile, the blank first."""
    cells = [0] * len(state)
    for cell, tile in enumerate(state):
        cells[tile] = cell
    return cells


def far(board: State, width: int) -> int:
    """Return the Manhattan distance of a board."""
    cells = ((cell, tile - 1) for cell, tile in enumerate(board) if tile)
    return sum(abs(c // width - t // width) + abs(c % width - t % width) for c, t in cells)


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
    name = {cell + 1: place for place, cell in enumerate(cells[:-1], start=1)}
    return tuple(name.get(board[cell], 0) for cell in cells), cells
