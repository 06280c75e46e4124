"""Large boards as streams of moves: sweeps that bring the tiles near their homes, then the lines of the human method.

A sweep is a long walk of the blank, the best of its kind. The gain of a step is how much dx² + dy² of the slid tile
falls, less a price; the price starts high, so that only steps of far tiles pay, and falls by a tenth if no walk gains.
(The square of dx + dy would not care which of both a tile uses up, so one useful way would soon be left.) A walk never
turns back along one axis, so it touches each tile once and the best one is found exactly, by dynamic programming over
all cells; see `tiles/large_board/sweep.hpp`. Monotone walks need a quarter more moves (docs/near-log.md).

`stream` never holds the path, only the board and the next moves. It solves a row if the unsolved board is at least as
high as wide and a column else, which on random square boards expects less than 8/3 n³ moves.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles import construct
from solvable.tiles.compact import Growing

SIDE_MAX = (1 << 15) - 1  # side of a board: rows and columns of homes have 16 bits with their signs
LINE_PADDING = 16  # places that the kernel's arrays of a line have beyond it
INT32_VALUE_MAX = 1 << 30  # what the values of walks must be less than to be computed in 32 bits, as `sweep.hpp` says
WINDOW_PLACES = 80  # places of a line that walks may wander over at first; all of them if none gains
MOVES_PER_BUDGET_CHECK = 1 << 17  # moves of sweeps between two looks at the budget, 50 to 100 ms
MOVES_PER_CHUNK = 1 << 18  # moves of sweeps in an array of a stream
Place = Callable[[int], Any]


class Prices(NamedTuple):
    """What a step costs: at first, in longer sides of the board; at last; and the factor if no walk gains."""

    start: float = 1.0
    end: float = 1.0
    fall: float = 0.9


PRICES = Prices()


def homes_of(state: Any, width: int) -> memoryview[int]:
    """Return the home cell of the tile on each cell, as row << 16 | column, of a board: a tuple, or an array of int64.

    (int32) The board's, then those of its mirror image in the main diagonal. Raises ValueError if a side is longer than
    `SIDE_MAX`.
    """
    from solvable.kernels.buffers import calloc

    if max(width, len(state) // width) > SIDE_MAX:
        raise ValueError(f"sweeps take boards to a side of {SIDE_MAX}, not {width} × {len(state) // width}")
    board, homes = array("q", state) if isinstance(state, tuple) else state, calloc("i", 2 * len(state))
    kernels.native().sweep_homes(board, width, len(state) // width, homes)
    return homes


def board_of(homes: memoryview[int], width: int, blank: int) -> array[int]:
    """Return the board (int64) of which these are the homes, its blank on that cell."""
    from solvable.kernels.buffers import zeros

    cells = len(homes) // 2
    board = zeros("q", cells)
    kernels.native().sweep_board(homes, width, cells // width, blank, board)
    return board


def far(homes: memoryview[int], width: int) -> int:
    """Return the Manhattan distance of the board of these homes, the blank like a tile that was home when it began."""
    distance: int = kernels.native().sweep_distance(homes, width, len(homes) // 2 // width)
    return distance


def fresh(most: int) -> Any:
    """Return a new array of so many moves."""
    from solvable.kernels.buffers import calloc

    return calloc("i", max(1, most))[:most]


def walks(
    homes: Any, width: int, height: int, blank: int, prices: Prices = PRICES, *, part: int, place: Place = fresh
) -> Iterator[Any]:
    """Change `homes` (see `homes_of`) by sweeps; yield the blank's cells.

    All arrays but the last have at least `part` moves; they are the beginnings of what `place` returns for so many
    moves at most. Takes 21 bytes a cell.
    """
    state = array("d", [blank, prices.start * max(width, height), WINDOW_PLACES, 0])
    room, kernel = room_for(width, height, int(state[1])), kernels.native()
    while state[1] >= prices.end:
        moves = place(part + width * height)
        made = kernel.sweep_walk(homes, state, prices.end, prices.fall, WINDOW_PLACES, room, part, moves)
        yield moves[:made]


def room_for(width: int, height: int, price: int, is_wide: bool | None = None) -> Any:
    """Return what the kernel computes sweeps in: values of 32 bits if those of all walks surely fit, else of 64.

    A walk gains at most twice the distances of all tiles, which are half the longest way each on average at most; the
    shortest ways, which the best are never worse than, lose at most their length times the longest way, twice, and
    the price.
    """
    from solvable.kernels.buffers import calloc, zeros

    way, cells = width + height, width * height
    if is_wide is None:
        is_wide = way * cells >= 2 * INT32_VALUE_MAX or way * (2 * way + price + 1) >= INT32_VALUE_MAX
    values = zeros("q", 4 * (max(width, height) + LINE_PADDING))
    marks, moves = calloc("B", (width + LINE_PADDING) * (height + LINE_PADDING)), calloc("i", cells)
    return kernels.native().struct(
        "SweepRoom", values=values, marks=marks, moves=moves, w=width, h=height, is_wide=is_wide
    )


def sweep(
    made: Growing, state: State, width: int, height: int, prices: Prices = PRICES, *, budget: Budget | None = None,
    is_enough: Callable[[Any], bool] = lambda _: False,
) -> tuple[array[int], bool]:  # fmt: skip
    """Add all sweeps to `made`, or those until the budget is over or until `is_enough`, which is given the homes.

    Returns (the array of the board then, whether these were all). Raises BudgetExceededError if it is cancelled.
    """
    homes, blank, budget = homes_of(state, width), state.index(0), budget or Budget()
    is_all = not is_enough(homes)
    parts = walks(homes, width, height, blank, prices, part=MOVES_PER_BUDGET_CHECK, place=made.place)
    while is_all and (cells := next(parts, None)) is not None:
        made.size += len(cells)
        blank = int(cells[-1]) if len(cells) else blank
        budget.look()
        is_all = not budget.is_over and not is_enough(homes)
    return board_of(homes, width, blank), is_all


def stream(board: Any, width: int, height: int, *, short: bool = False, place: Place = fresh) -> Iterator[Any]:
    """Yield the blank's cells in arrays (int32), solving `board` (a flat int64 array, width and height ≥ 2) in place.

    Tile t belongs on cell t − 1, the blank last. With `short`, sweeps first bring the tiles near their homes. The
    arrays are the beginnings of those that `place` returns for so many moves at most. Raises ValueError if the board
    cannot be solved, after the moves that solve all but two tiles; with `short` also if a side is longer than
    `SIDE_MAX`, at once.
    """
    from solvable.kernels.buffers import calloc

    cells, kernel = width * height, kernels.native()
    where = calloc("q", cells)
    kernel.construct_places(board, cells, where)
    if short:
        homes, blank = homes_of(board, width), where[0]
        for part in walks(homes, width, height, blank, part=MOVES_PER_CHUNK, place=place):
            yield part
            blank = int(part[-1]) if len(part) else blank
        kernel.sweep_board(homes, width, height, blank, board)
        kernel.construct_places(board, cells, where)
    goal, words, top, left = array("q", (*range(1, cells), 0)), construct.corner_word_array(), 0, 0
    while height - top > 2 or width - left > 2:
        rows, columns = height - top, width - left
        is_row = rows >= columns
        size, steps = ((rows, columns), (width, 1)) if is_row else ((columns, rows), (1, width))
        longest = 12 * (rows + columns + 8)  # moves of a tile
        at_once = max(2, construct.KERNEL_MOVES_MAX // longest)  # tiles
        for begin in range(0, size[1], at_once):
            path, end = place((min(at_once, size[1]) + 1) * longest + 200), begin + at_once
            grid = top * width + left, *steps, *size
            made = kernel.construct_solve_line(board, where, goal, cells, path, *grid, 0, words, begin, end)
            yield path[:made]
        top, left = (top + 1, left) if is_row else (top, left + 1)
    ring = _ring(board, width, height)
    last = place(len(ring))
    last[:] = array("i", ring)
    yield last


def _ring(board: Any, width: int, height: int) -> list[int]:
    """Turn the last 2 × 2 into order; return the blank's cells."""
    a = (height - 2) * width + width - 2
    cells = (a, a + 1, a + width + 1, a + width)  # clockwise
    path, at = list[int](), next(k for k, cell in enumerate(cells) if not board[cell])
    for _ in range(13):
        if all(board[cell] == cell + 1 for cell in cells if cell != cells[2]):
            return path
        to = (at + 1) % 4
        board[cells[at]], board[cells[to]] = board[cells[to]], 0
        path.append(cells[to])
        at = to
    raise ValueError("this board cannot be solved: its last two tiles are swapped")
