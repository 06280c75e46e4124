"""Sweeps bring the tiles of a large board near their homes: long walks of the blank, each the best of its kind.

The gain of a step is how much dx² + dy² of the slid tile falls, less a price; the price starts high, so that only steps
of far tiles pay, and falls by a tenth where no walk gains. The square of dx + dy would not care which of both a tile
uses up, so that one useful way would soon be left; this keeps both open. A walk never turns back along one axis (it
goes down the rows, say, as far as it pleases, and along each row one way as far as it pleases), so it touches each tile
once and the best one is found exactly, by dynamic programming over all cells; see `tiles/large_board/sweep.hpp`.
Monotone walks, which go one way along both axes, are a part of these; they need a quarter more moves
(docs/near-log.md).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.compact import Growing

PRICE_FACTOR = 0.9  # of the price where no walk gains
END_PRICE = 2.0  # the last price
MOVES_PER_BUDGET_CHECK = 1 << 17  # moves of sweeps between two looks at the budget, 50 to 100 ms
SIDE_MAX = (1 << 15) - 1  # side of a board: rows and columns of homes have 16 bits with their signs
LINE_PADDING = 16  # places that arrays of a line have beyond it, and
INT32_VALUE_MAX = 1 << 30  # what the values of walks must be less than to be computed in 32 bits, as `sweep.hpp` says
REACH_PLACES = 80  # places of a line that walks may wander over at first; all of them where none gains


class Prices(NamedTuple):
    """What a step costs: at first, in longer sides of the board; at last; and the factor where no walk gains."""

    start: float = 1.0
    end: float = END_PRICE
    fall: float = PRICE_FACTOR


USUAL = Prices()


def homes_of(state: Any, width: int) -> memoryview[int]:
    """Return the home cell of the tile on each cell, as row << 16 | column, of a board: a tuple, or an array of int64.

    (int32) The board's, then those of its mirror image in the main diagonal. Raises ValueError where a side is longer
    than `SIDE_MAX`.
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


def walks(
    homes: Any,
    width: int,
    height: int,
    blank: int,
    prices: Prices = USUAL,
    *,
    part: int,
    place: Callable[[int], Any] | None = None,
) -> Iterator[Any]:
    """Change `homes` (see `homes_of`) by sweeps; yield the blank's cells.

    All arrays but the last have at least `part` moves; they are new ones, or the beginnings of what `place` returns for
    so many moves at most. Takes 21 bytes a cell.
    """
    from solvable.kernels.buffers import calloc

    state = array("d", [blank, prices.start * max(width, height), REACH_PLACES, 0])
    room, kernel = room_for(width, height, int(state[1])), kernels.native()
    while state[1] >= prices.end:
        maximum = part + width * height
        moves = calloc("i", maximum) if place is None else place(maximum)
        made = kernel.sweep_walk(homes, state, prices.end, prices.fall, REACH_PLACES, room, part, moves)
        yield moves[:made]


def room_for(width: int, height: int, price: int, is_wide: bool | None = None) -> Any:
    """Return what the kernel computes sweeps in: values of 32 bits where those of all walks surely fit, else of 64.

    A walk gains at most twice the distances of all tiles, which are half the longest way each on average at most; the
    shortest ways, which the best are never worse than, lose at most their length times the longest way, twice, and
    the price.
    """
    from solvable.kernels.buffers import calloc, zeros

    way, cells = width + height, width * height
    if is_wide is None:
        is_wide = way * cells >= 2 * INT32_VALUE_MAX or way * (2 * way + price + 1) >= INT32_VALUE_MAX
    return kernels.native().struct(
        "SweepRoom",
        values=zeros("q", 4 * (max(width, height) + LINE_PADDING)),
        marks=calloc("B", (width + LINE_PADDING) * (height + LINE_PADDING)),
        moves=calloc("i", cells),
        w=width,
        h=height,
        is_wide=is_wide,
    )


def far(homes: memoryview[int], width: int) -> int:
    """Return the Manhattan distance of the board of these homes, the blank like a tile that was home when it began."""
    distance: int = kernels.native().sweep_distance(homes, width, len(homes) // 2 // width)
    return distance


def sweep(
    state: State,
    width: int,
    height: int,
    prices: Prices = USUAL,
    *,
    budget: Budget | None = None,
) -> tuple[memoryview[int], State]:
    """Return (the array of the blank's cells, the board then) after all sweeps, or those until the budget is over.

    Raises BudgetExceededError where it is cancelled.
    """
    made = Growing(0)
    board, _ = sweep_into(made, state, width, height, prices, budget=budget)
    return made.path, tuple(board)


def sweep_into(
    made: Growing,
    state: State,
    width: int,
    height: int,
    prices: Prices = USUAL,
    *,
    budget: Budget | None = None,
    is_enough: Callable[[Any], bool] | None = None,
) -> tuple[array[int], bool]:
    """Add all sweeps to `made`, or those until the budget is over or until `is_enough`, which is given the homes.

    Returns (the array of the board then, whether these were all). Raises BudgetExceededError where it is cancelled.
    """
    homes, blank = homes_of(state, width), state.index(0)
    is_all = is_enough is None or not is_enough(homes)
    parts = walks(homes, width, height, blank, prices, part=MOVES_PER_BUDGET_CHECK, place=made.place)
    while is_all and (cells := next(parts, None)) is not None:
        made.size += len(cells)
        blank = int(cells[-1]) if len(cells) else blank
        if budget is not None:
            budget.look()
        is_all = not (budget is not None and budget.is_over) and (is_enough is None or not is_enough(homes))
    return board_of(homes, width, blank), is_all
