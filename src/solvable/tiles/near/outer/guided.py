"""Guided walks: sweeps by free walks of the blank, planned by a beam that sees how half-plane walks would go on.

The profit of a step is that of `sweeps`. A half-plane walk may not turn back, which wastes what lies behind; a free
walk may, but a beam of free walks alone sticks in the corner where it began. So each of its walks is valued by its
profit and that of the best half-plane walk from where it ends. The first moves of the best walk are made, and the
beam looks anew; where nothing gains, the price falls. A tenth fewer moves than sweeps, at a hundredth of the speed
(docs/near-log.md, "Guided walks").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solvable import kernels
from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near.outer import sweeps

START, FALL, END = 0.85, 0.92, 2.0  # the first price in longer sides, its factor, and the last price
REACH = 32  # cells around the blank in which half-plane walks are valued at first
BLANK, PRICE, NOWHERE = 0, 1, -1  # places of the state that lives on, as `guided.hpp` has it, and no cell before
NODES = 500_000  # between two looks at the budget, some 30 ms
NODE, CELL = 5e-8, 1e-8  # seconds that a node takes, and a cell in sight of a plan


@dataclass(frozen=True, slots=True)
class Beam:
    """The most walks of a layer, the moves looked ahead, and how many of them are made at once."""

    width: int = 60
    horizon: int = 32
    commit: int = 8

    def seconds(self, width: int, height: int, moves: int) -> float:
        """Return about how long so many moves take on a board of this size."""
        cells = min(width, 2 * REACH + 1) * min(height, 2 * REACH + 1)
        return moves / self.commit * (self.width * self.horizon * NODE + cells * CELL)


def room_for(width: int, height: int, beam: Beam) -> tuple[Any, dict[str, Any]]:
    """Return what the kernel works in, room for values, the tree and a plan, and the arrays of which it consists."""
    import numpy as np

    cells, longest = width * height, max(width, height) + sweeps.PADDING
    nodes, most, layers = (beam.horizon + 1) * (beam.width + 1), 4 * beam.width, beam.horizon + 1
    names = {
        np.int32: {
            "lines": 4 * longest, "down": cells, "across": cells, "parents": nodes, "steps": nodes, "profits": nodes,
            "born_of": most, "born_to": most, "born_profits": most, "ranks": most, "planned_moves": beam.horizon,
        },
        np.int64: {"counts": layers, "nodes": layers, "blanks": layers, "planned_profits": beam.horizon},
    }  # fmt: skip
    arrays = {name: np.zeros(size, kind) for kind, sizes in names.items() for name, size in sizes.items()}
    numbers = {"w": width, "h": height, "width": beam.width, "horizon": beam.horizon, "commit": beam.commit}
    return kernels.native().struct("GuidedRoom", **arrays, **numbers), arrays


def walk(
    state: State, width: int, height: int, beam: Beam, *, start: float = START, end: float = END,
    fall: float = FALL, budget: Budget | None = None,
) -> tuple[Any, State]:  # fmt: skip
    """Return (the array of the blank's cells, the board then) after guided walks down to the price `end`.

    Where the budget is over before, sweeps do the rest, which takes them little time. Raises BudgetExceededError where
    it is cancelled.
    """
    import numpy as np

    homes, reach = sweeps.homes_of(state, width), max(REACH, beam.horizon)
    now = np.array([state.index(0), start * max(width, height), reach, NOWHERE, 0, 0, 0])
    (room, _), kernel = room_for(width, height, beam), kernels.native()
    part = beam.commit * max(1, NODES // (beam.width * beam.horizon + width * height))
    made = [np.empty(0, np.int32)]
    while now[PRICE] >= end and not (budget is not None and budget.is_over):
        moves = np.empty(part + beam.commit, np.int32)
        count = kernel.guided_walk(homes, now, end, fall, reach, room, part, moves)
        made.append(moves[:count])
        if budget is not None:
            budget.look(count)
    blank, price = int(now[BLANK]), now[PRICE] / max(width, height)
    for cells in sweeps.walks(homes, width, height, blank, sweeps.Prices(price, end), part=sweeps.PART):
        made.append(cells)
        blank = int(cells[-1]) if cells.size else blank
        if budget is not None:
            budget.look()
    return np.concatenate(made), tuple(sweeps.board_of(homes, width, blank).tolist())


def values(state: State, width: int, height: int, price: int) -> list[int]:
    """Return for each cell the most that a half-plane walk from there gains, the blank's being a cell of its own tile.

    The reference of what the kernel `guided_look` finds in a window that holds the whole board.
    """
    board = [tile or cell + 1 for cell, tile in enumerate(state)]
    best = [0] * len(board)
    for span, count, unit, stride in ((width, height, 1, width), (height, width, width, 1)):
        for step in (1, -1):
            further = [0] * span  # the values on the line that comes next
            for line in range(count)[::-step]:
                cells = [line * stride + place * unit for place in range(span)]
                leave = [0] * span
                if 0 <= line + step < count:
                    steps = ((cell + step * stride, cell) for cell in cells)
                    leave = [
                        max(0, profit(board, width, *both, price) + value)
                        for both, value in zip(steps, further, strict=True)
                    ]
                ways = []
                for way in (1, -1):
                    here = list(leave)
                    for place in list(range(span))[::-way]:
                        if 0 <= place + way < span:
                            on = profit(board, width, cells[place + way], cells[place], price) + here[place + way]
                            here[place] = max(here[place], on)
                    ways.append(here)
                further = [max(pair) for pair in zip(*ways, strict=True)]
                for cell, value in zip(cells, further, strict=True):
                    best[cell] = max(best[cell], value)
    return best


def profit(board: list[int] | State, width: int, cell: int, hole: int, price: int) -> int:
    """Return by how much dx² + dy² falls where the tile slides from `cell` to `hole`, less the price."""
    home = divmod(board[cell] - 1, width)
    before, after = (sum((a - b) ** 2 for a, b in zip(divmod(at, width), home, strict=True)) for at in (cell, hole))
    return before - after - price


def plan(state: State, width: int, height: int, price: int, beam: Beam, last: int = -1) -> tuple[int, int]:
    """Return (the most profit and value of the free walks that a beam meets, the length of the first such walk).

    The reference of the kernel `guided_plan`; of walks worth the same where a layer is full, those of
    earlier parents stay.
    """
    worth = values(state, width, height, price)
    layer: list[tuple[int, State, int, int]] = [(0, state, state.index(0), last)]
    best = 0, 0
    for length in range(1, beam.horizon + 1):
        children: list[tuple[int, int, tuple[int, State, int, int]]] = []
        for made, board, blank, before in layer:
            r, c = divmod(blank, width)
            beside = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
            for to in (y * width + x for y, x in beside if 0 <= y < height and 0 <= x < width):
                if to != before:
                    after = list(board)
                    after[blank], after[to] = after[to], 0
                    total = made + profit(board, width, to, blank, price)
                    children.append((total + worth[to], -len(children), (total, tuple(after), to, blank)))
        kept = sorted(sorted(children, reverse=True)[: beam.width], key=lambda child: -child[1])
        layer = [child for _, _, child in kept]
        best = max(best, (max((rank for rank, _, _ in kept), default=0), -length))
    return best[0], -best[1]
