"""The readable twins of sweeps and guided walks: the best half-plane walks, and a plan by a beam of free walks."""

from __future__ import annotations

from solvable.core.puzzle import State
from solvable.tiles.suboptimal.guided import Beam


def values(state: State, width: int, height: int, price: int) -> list[int]:
    """Return for each cell the most that a half-plane walk from there gains, the blank's being a cell of its own tile.

    The readable twin of what the kernel `guided_look` finds in a window that holds the whole board.
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

    The readable twin of the kernel `guided_plan`; of walks worth the same where a layer is full, those of
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


def best_walk(state: State, width: int, height: int, price: int, axis: int) -> tuple[int, list[int]]:
    """Return (profit, the blank's cells) of the best walk that never turns back along `axis` (0: rows, 1: columns).

    The readable twin of the kernel `sweep_best_walk`.
    """
    span, count = (width, height) if axis == 0 else (height, width)
    unit, stride = (1, width) if axis == 0 else (width, 1)  # cells from place to place, from line to line

    def profit(cell: int, hole: int) -> int:
        """Return by how much dx² + dy² falls where the tile slides from `cell` to `hole`, less the price."""
        home = state[cell] - 1
        before, after = (((at // width - home // width) ** 2, (at % width - home % width) ** 2) for at in (cell, hole))
        return sum(before) - sum(after) - price

    blank = state.index(0)
    first, start = blank // stride % count, blank // unit % span
    best: tuple[int, list[int]] = (0, [])
    for step in (1, -1):
        come: list[tuple[int, list[int]] | None] = [None] * span
        come[start] = (0, [])
        line = first
        while True:
            ends: list[list[tuple[int, list[int]] | None]] = [come, come]
            for k, way in enumerate((1, -1)):
                ends[k] = list(come)
                for place in list(range(span))[::way]:
                    cell = line * stride + place * unit
                    before = ends[k][place - way] if 0 <= place - way < span else None
                    if before is not None and cell != blank:
                        value = before[0] + profit(cell, cell - way * unit)
                        here = ends[k][place]
                        if here is None or value > here[0]:
                            ends[k][place] = (value, [*before[1], cell])
            reached = [max((e for e in pair if e is not None), key=lambda e: e[0]) for pair in zip(*ends, strict=True)]
            best = max(best, *reached, key=lambda e: e[0])
            line += step
            if not 0 <= line < count:
                break
            cells = [line * stride + place * unit for place in range(span)]
            come = [
                (value + profit(cell, cell - step * stride), [*walk, cell])
                for (value, walk), cell in zip(reached, cells, strict=True)
            ]
    return best
