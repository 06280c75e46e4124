"""Solve huge boards as a stream of moves: the path is never held, only the board and a part of the path.

`stream(board, width, height)` takes a flat array of tiles (tile t belongs on cell t − 1, the blank last) and yields the
blank's cells in arrays of int32, of whatever kind has the buffer protocol; the array of tiles is changed as the moves
are made. Lines are solved by the human method's kernel, a row where the unsolved board is at least as high as wide and
a column else, which on random square boards expects less than 8/3 n³ moves. With `short`, sweeps first bring the tiles
near their homes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any

from solvable import kernels
from solvable.tiles import construct

SWEEP_END_PRICE = 1.0  # the last price of sweeping, see `sweeps`
MOVES_PER_CHUNK = 1 << 18  # moves of sweeps in an array
Place = Callable[[int], Any]


def fresh(most: int) -> Any:
    """Return a new array of so many moves."""
    from solvable.kernels.buffers import calloc

    return calloc("i", max(1, most))[:most]


def stream(board: Any, width: int, height: int, *, short: bool = False, place: Place = fresh) -> Iterator[Any]:
    """Yield the blank's cells in arrays, solving `board` (a flat int64 array, width and height ≥ 2) in place.

    The arrays are the beginnings of those that `place` returns for so many moves at most. Raises ValueError where the
    board cannot be solved, after the moves that solve all but two tiles; with `short` also where a side is longer than
    `sweeps.SIDE_MAX`, at once.
    """
    from solvable.kernels.buffers import calloc

    cells, kernel = width * height, kernels.native()
    where = calloc("q", cells)
    kernel.construct_places(board, cells, where)
    if short:
        yield from _swept(board, width, height, where[0], place)
        kernel.construct_places(board, cells, where)
    goal = array("q", (*range(1, cells), 0))
    top = left = 0
    while height - top > 2 or width - left > 2:
        is_row = height - top >= width - left
        yield from _line(board, where, goal, width, height, top, left, is_row, place)
        top, left = (top + 1, left) if is_row else (top, left + 1)
    ring = _ring(board, where, width, height)
    last = place(len(ring))
    last[:] = array("i", ring)
    yield last


def _swept(board: Any, width: int, height: int, blank: int, place: Place) -> Iterator[Any]:
    """Sweep the board, yielding the moves, and write the tiles back."""
    from solvable.tiles.suboptimal.large_board import sweeps

    homes = sweeps.homes_of(board, width)
    for part in sweeps.walks(
        homes, width, height, blank, sweeps.Prices(end=SWEEP_END_PRICE), part=MOVES_PER_CHUNK, place=place
    ):
        yield part
        blank = int(part[-1]) if len(part) else blank
    kernels.native().sweep_board(homes, width, height, blank, board)


def _line(
    board: Any, where: Any, goal: Any, width: int, height: int, top: int, left: int, is_row: bool, place: Place
) -> Iterator[Any]:
    """Solve the top row or the left column of the unsolved board; yield the blank's cells, of long ones in parts."""
    rows, columns = height - top, width - left
    size = (rows, columns) if is_row else (columns, rows)
    grid = (top * width + left, width, 1) if is_row else (top * width + left, 1, width)
    longest = 12 * (rows + columns + 8)  # moves of a tile
    at_once = max(2, construct.KERNEL_MOVES_MAX // longest)  # tiles
    words = construct.corner_word_array()
    for begin in range(0, size[1], at_once):
        path = place((min(at_once, size[1]) + 1) * longest + 200)
        made = kernels.native().construct_solve_line(
            board, where, goal, len(board), path, *grid, *size, 0, words, begin, begin + at_once
        )
        yield path[:made]


def _ring(board: Any, where: Any, width: int, height: int) -> list[int]:
    """Turn the last 2 × 2 into order; return the blank's cells."""
    a = (height - 2) * width + width - 2
    cells = (a, a + 1, a + width + 1, a + width)  # clockwise
    path: list[int] = []
    for _ in range(13):
        if all(board[cell] == cell + 1 for cell in cells if cell != cells[2]):
            return path
        index = cells.index(int(where[0]))
        to = cells[(index + 1) % 4]
        tile = board[to]
        board[cells[index]], board[to] = tile, 0
        where[tile], where[0] = cells[index], to
        path.append(to)
    raise ValueError("this board cannot be solved: its last two tiles are swapped")
