"""On from where a beam of the pair model got stuck: it begins anew from its best board, or beside tiles not yet home.

On large boards a beam ends among rings of tiles, each one cell from home, which it left behind: worth little, and too
far away for its few nodes to walk there, since each step takes a tile from home. Alone on the best board it often gets
on, all nodes near the blank; else the blank goes straight to the next such tiles, and the beam begins there. What the
way there shifted it puts right as it comes back. Cost: some 100 layers a try.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal import boards
from solvable.tiles.suboptimal.local_search.cycles import WORTH
from solvable.tiles.suboptimal.local_search.repair import astray
from solvable.tiles.suboptimal.pair_beam import PairBeam, Walk
from solvable.tiles.suboptimal.tuning import TUNING

LAYERS, STRIDE = 2000, 5  # at most, and between two looks at the budget
GAIN_MOVES_MIN = 2  # moves that a try must gain, a unit of distance being WORTH so many


def nearer(board: State, stuck: PairBeam, budget: Budget) -> Walk:
    """Return the blank's walk to a board that is nearer home; an empty one where nothing is gained.

    `stuck` is a beam with the model to use. Raises BudgetExceededError where the budget is cancelled.
    """
    width, walk = stuck.tables.width, Walk()
    beam = PairBeam(stuck.tables, min(TUNING.restart_width, stuck.width), LAYERS)
    ways = islice(approaches(board, width), TUNING.restart_tries)
    while (way := next(ways, None)) is not None and not budget.is_over:
        there = boards.after(board, way)
        layer, row, remaining = gained(there, beam, budget)
        if len(way) + layer + WORTH * remaining + GAIN_MOVES_MIN < WORTH * boards.manhattan(board, width):
            stem = way + list(beam.path(row, layer))
            walk, board = walk + stem, boards.after(board, stem)
            ways = islice(approaches(board, width), TUNING.restart_tries)
    return walk


def gained(board: State, beam: PairBeam, budget: Budget) -> tuple[int, int, int]:
    """Return (layer, row, distance) of the board that a beam is best left with."""
    beam.start(board)
    best = 0, 0, beam.far(0)
    while beam.goal_row < 0 and beam.count and beam.layer < min(LAYERS, beam.lowest_layer + TUNING.restart_layers + 1):
        beam.advance(min(LAYERS, beam.layer + STRIDE), beam.width)
        budget.look(beam.count)
        if beam.count:
            row = max(0, beam.goal_row)
            here = beam.layer, row, beam.far(row)
            best = min(best, here, key=lambda each: each[0] + WORTH * each[2])
        if budget.is_over:
            break
    return best


def approaches(board: State, width: int) -> Iterator[Walk]:
    """Yield ways of the blank: none, then straight to each part of the board that is not home, the nearest first."""
    blank = board.index(0)

    def away(cell: int) -> int:
        return abs(cell // width - blank // width) + abs(cell % width - blank % width)

    yield []
    entries = sorted((min(part, key=away) for part in parts(board, width)), key=away)
    for entry in entries:
        if away(entry) > 1:
            ways = straight(blank, entry, width)
            yield from ways if ways[0] != ways[1] else ways[:1]


def straight(start: int, end: int, width: int) -> tuple[Walk, Walk]:
    """Return the two ways with at most one bend, without the first cell: along the column first, or along the row."""
    (r, c), (y, x) = divmod(start, width), divmod(end, width)
    down, right = (1 if y > r else -1), (1 if x > c else -1)
    rows, columns = (
        range(r + down, y + down, down) if y != r else (),
        range(c + right, x + right, right) if x != c else (),
    )
    return (
        [row * width + c for row in rows] + [y * width + column for column in columns],
        [r * width + column for column in columns] + [row * width + x for row in rows],
    )


def parts(board: State, width: int) -> list[list[int]]:
    """Return the cells of tiles that are not home, those that touch together."""
    left = set(astray(board))
    results = []
    while left:
        part = [left.pop()]
        for cell in part:  # which grows
            column = cell % width
            beside = (
                cell + down + right
                for right in (-1, 0, 1)
                if 0 <= column + right < width
                for down in (-width, 0, width)
            )
            for other in beside:
                if other in left:
                    left.remove(other)
                    part.append(other)
        results.append(part)
    return results
