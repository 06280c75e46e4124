"""Guided walks: sweeps by free walks of the blank, planned by a beam that sees how half-plane walks would go on.

The profit of a step is that of sweeps (`stream`). A half-plane walk may not turn back, which wastes what lies behind; a
free walk may, but a beam of free walks alone sticks in the corner where it began. So each of its walks is valued by its
profit and that of the best half-plane walk from where it ends. The first moves of the best walk are made, and the
beam looks anew; if nothing gains, the price falls. A tenth fewer moves than sweeps, at a hundredth of the speed
(docs/near-log.md, "Guided walks").
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal import stream
from solvable.tiles.suboptimal.boards import cells_of
from solvable.tiles.suboptimal.tuning import TUNING

PRICES = stream.Prices(0.85, 2.0, 0.92)
WINDOW_CELLS = 32  # cells around the blank in which half-plane walks are valued at first
BLANK, PRICE, NOWHERE = 0, 1, -1  # places of the state that lives on, as `guided.hpp` has it, and no cell before
NODES_PER_BUDGET_CHECK = 500_000  # between two looks at the budget, some 30 ms


@dataclass(frozen=True, slots=True)
class Beam:
    """The most walks of a layer, the moves looked ahead, and how many of them are made at once."""

    width: int = 60
    horizon: int = 32
    commit: int = 8

    def seconds(self, width: int, height: int, moves: int) -> float:
        """Return about how long so many moves take on a board of this size."""
        cells = min(width, 2 * WINDOW_CELLS + 1) * min(height, 2 * WINDOW_CELLS + 1)
        node, cell = TUNING.guide_s
        return moves / self.commit * (self.width * self.horizon * node + cells * cell)


def tree_for(width: int, layers: int) -> Any:
    """Return the tree of a beam's walks, as `walk_tree.hpp` has it."""
    from solvable.kernels.buffers import calloc, zeros

    nodes = (layers + 1) * (width + 1)
    small = {"parents": nodes, "steps": nodes, "born_of": 4 * width, "born_to": 4 * width, "ranks": 4 * width}
    arrays: dict[str, Any] = {name: calloc("i", size) for name, size in small.items()}
    arrays |= {name: zeros("q", layers + 1) for name in ("counts", "nodes", "blanks")}
    return kernels.native().struct("WalkTree", width=width, layers=layers, **arrays)


def room_for(width: int, height: int, beam: Beam) -> tuple[Any, dict[str, Any]]:
    """Return what the kernel works in, room for values, the tree and a plan, and the arrays of which it consists."""
    from solvable.kernels.buffers import calloc, zeros

    cells, longest = width * height, max(width, height) + stream.LINE_PADDING
    sizes = {
        "lines": 4 * longest, "down": cells, "across": cells, "profits": (beam.horizon + 1) * (beam.width + 1),
        "born_profits": 4 * beam.width, "planned_moves": beam.horizon,
    }  # fmt: skip
    arrays: dict[str, Any] = {name: calloc("i", size) for name, size in sizes.items()}
    arrays["planned_profits"] = zeros("q", beam.horizon)
    numbers = {"w": width, "h": height, "commit": beam.commit}
    return kernels.native().struct("GuidedRoom", tree=tree_for(beam.width, beam.horizon), **arrays, **numbers), arrays


def walk(
    state: State, width: int, height: int, beam: Beam, prices: stream.Prices = PRICES, budget: Budget | None = None
) -> tuple[array[int], State]:
    """Return (the array of the blank's cells, the board then) after guided walks down to the last price.

    If the budget is over before, sweeps do the rest, which takes them little time. Raises BudgetExceededError if it is
    cancelled.
    """
    from solvable.kernels.buffers import calloc

    budget = budget or Budget()
    homes, window = stream.homes_of(state, width), max(WINDOW_CELLS, beam.horizon)
    now = array("d", [state.index(0), prices.start * max(width, height), window, NOWHERE, 0, 0, 0])
    (room, _), kernel = room_for(width, height, beam), kernels.native()
    part = beam.commit * max(1, NODES_PER_BUDGET_CHECK // (beam.width * beam.horizon + width * height))
    made, moves = array("i"), calloc("i", part + beam.commit)
    while now[PRICE] >= prices.end and not budget.is_over:
        count = kernel.guided_walk(homes, now, prices.end, prices.fall, window, room, part, moves)
        made += cells_of(moves[:count])
        budget.look(count)
    blank, rest = int(now[BLANK]), stream.Prices(now[PRICE] / max(width, height), prices.end)
    for cells in stream.walks(homes, width, height, blank, rest, part=stream.MOVES_PER_BUDGET_CHECK):
        made += cells_of(cells)
        blank = int(cells[-1]) if len(cells) else blank
        budget.look()
    return made, tuple(stream.board_of(homes, width, blank))
