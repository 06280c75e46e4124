"""Admissible lower bounds for any goal: Manhattan distance, linear conflict, walking distance; lines for MTM.

Manhattan distance: each move brings one tile one step. Linear conflict (Hansson, Mayer & Yung 1992): of the tiles
already in their goal row, those outside a longest ordered run must leave it and return, 2 moves each; the same for
columns. Walking distance (Takahashi 2002): without the columns, the tiles' goal rows in each row form a smaller puzzle
whose exact distance bounds the vertical moves from below; the same for columns. Each move changes Manhattan distance by
one, so every bound except `lines` has the parity of every solution. These are the readable references for the compiled
searches.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache

from solvable import kernels
from solvable.core.budget import ITEMS_PER_CHECK, check, checked
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import State
from solvable.tiles.parity import array_of

COMPILED_FROM = 5000  # cells from which the kernel is used
LOOK = 1 << 19  # cells between two checks of the budget in force, about 10 ms
WALKING_DISTANCE_ROWS_MAX = 60_000  # rows-only arrangements; 4 × 4 has 24,964


def homes(goal: State) -> list[int]:
    """Return the goal cell of each tile, the blank's first."""
    cells = [0] * len(goal)
    for cell, tile in enumerate(goal):
        cells[tile] = cell
    return cells


def manhattan(state: State, goal: State, width: int) -> int:
    """Return the sum over the tiles of their steps to their goal cells."""
    home = homes(goal)
    return sum(
        abs(cell // width - home[tile] // width) + abs(cell % width - home[tile] % width)
        for cell, tile in enumerate(state)
        if tile
    )


def linear_conflict(state: State, goal: State, width: int) -> int:
    """Return Manhattan distance + 2 for each tile that must leave its goal row, or column, to let others pass."""
    if len(goal) >= COMPILED_FROM and kernels.has_library():
        board = _Large(state, goal, width)
        across, _, down, _ = board.steps()
        return across + down + 2 * board.leaving()
    home, cells = homes(goal), len(goal)
    leaving = 0
    for start in range(0, cells, width):
        there = (home[tile] for tile in state[start : start + width] if tile)
        leaving += _out_of_order([cell for cell in there if cell // width == start // width])
    for column in range(width):
        there = (home[tile] for tile in state[column::width] if tile)
        leaving += _out_of_order([cell for cell in there if cell % width == column])
    return manhattan(state, goal, width) + 2 * leaving


class _Large:
    """The tiles of a large board and their goal cells, in the form of the kernels of `cpp/tiles/distances.hpp`."""

    def __init__(self, state: State, goal: State, width: int) -> None:
        from solvable.kernels.buffers import zeros

        self.cells, self.width, self.tiles, self.homes = len(goal), width, array_of(state), zeros("i", len(goal))
        if not kernels.native().tile_homes(array_of(goal), self.cells, self.homes):
            raise IndexError("no cell has this number")

    def steps(self) -> list[int]:
        """Return the steps along rows, of all tiles and of the farthest, and along columns."""
        sums = array("q", (0, 0, 0, 0))
        for begin in range(0, self.cells, LOOK):
            end = min(begin + LOOK, self.cells)
            if not kernels.native().tile_steps(self.tiles, self.homes, self.cells, self.width, begin, end, sums):
                raise IndexError("no cell has this number")
            check()
        return sums.tolist()

    def leaving(self) -> int:
        """Return the number of tiles that must leave their goal row or column."""
        from solvable.kernels.buffers import zeros

        height = self.cells // self.width
        count, scratch = 0, zeros("i", 16 * max(self.width, height))
        for by_column, lines, length in ((False, height, self.width), (True, self.width, height)):
            together = max(16, LOOK // length // 16 * 16)
            for begin in range(0, lines, together):
                count += kernels.native().tiles_out_of_order(
                    self.tiles, self.homes, self.cells, self.width,
                    by_column, begin, min(begin + together, lines), scratch,
                )  # fmt: skip
                check()
        return count


def _out_of_order(goals: list[int]) -> int:
    """Return the fewest of `goals` to remove so that the others ascend (patience sorting)."""
    ends: list[int] = []  # the least last member of an ascending run of each length
    for goal in goals if len(goals) < ITEMS_PER_CHECK else checked(goals):
        offset = bisect_left(ends, goal)
        ends[offset : offset + 1] = [goal]
    return len(goals) - len(ends)


def walking_distance(state: State, goal: State, width: int) -> int:
    """Return the exact vertical + horizontal distance if tiles of the same goal row, or column, are identical.

    Raise PuzzleError if the table would be too big (beyond about 4 × 4).
    """
    height = len(goal) // width
    row, column = _row_of(width), _column_of(width)
    return _walk(state, goal, row, height, width) + _walk(state, goal, column, width, height)


def _row_of(width: int) -> Callable[[int], int]:
    return lambda cell: cell // width


def _column_of(width: int) -> Callable[[int], int]:
    return lambda cell: cell % width


def _walk(state: State, goal: State, line: Callable[[int], int], lines: int, length: int) -> int:
    """Return the walking distance of `state` if only `line` of a cell matters."""
    home = homes(goal)
    counts = [[0] * lines for _ in range(lines)]
    for cell, tile in enumerate(state):
        if tile:
            counts[line(cell)][line(home[tile])] += 1
    table = walking_table(lines, length, line(home[0]))
    return table[(line(state.index(0)), tuple(map(tuple, counts)))]


Walk = tuple[int, tuple[tuple[int, ...], ...]]  # the blank's line; the number of tiles of each goal line in each line


@lru_cache(maxsize=32)
def walking_table(lines: int, length: int, blank_line: int) -> dict[Walk, int]:
    """Return the distance of every arrangement of `lines` lines of `length` cells, by breadth-first search."""
    home = tuple(
        tuple((length - (line == blank_line)) * (line == goal) for goal in range(lines)) for line in range(lines)
    )
    table = {(blank_line, home): 0}
    frontier = [(blank_line, home)]
    while frontier:
        reached = []
        for walk in frontier:
            for after in _steps(walk):
                if after not in table:
                    table[after] = table[walk] + 1
                    reached.append(after)
        if len(table) > WALKING_DISTANCE_ROWS_MAX:
            raise PuzzleError(
                msg(
                    "the walking-distance table of {lines} lines of {length} cells is too big",
                    lines=lines,
                    length=length,
                )
            )
        frontier = reached
    return table


def _steps(walk: Walk) -> Iterator[Walk]:
    """Yield the results of moving one tile of a neighbouring line into the blank's line."""
    blank, counts = walk
    for other in (blank - 1, blank + 1):
        if not 0 <= other < len(counts):
            continue
        for kind, some in enumerate(counts[other]):
            if some:
                changed = [list(row) for row in counts]
                changed[other][kind] -= 1
                changed[blank][kind] += 1
                yield other, tuple(map(tuple, changed))


def lines(state: State, goal: State, width: int) -> int:
    """Return a lower bound in MTM, where one move slides up to a whole line.

    In a shortest solution horizontal and vertical moves alternate. There are at least as many horizontal ones as any
    tile needs, and at least the sum of all tiles' steps divided by the (width − 1) tiles of a move; the same for
    vertical ones.
    """
    height = len(goal) // width
    if len(goal) >= COMPILED_FROM and kernels.has_library():
        steps = _Large(state, goal, width).steps()
        across, down = (steps[0], steps[1]), (steps[2], steps[3])
    else:
        home = homes(goal)
        ways = [(cell, home[tile]) for cell, tile in enumerate(state) if tile]
        across, down = (
            (sum(each), max(each, default=0))
            for each in (
                [abs(cell % width - place % width) for cell, place in ways],
                [abs(cell // width - place // width) for cell, place in ways],
            )
        )
    horizontal = max(-(-across[0] // max(1, width - 1)), across[1])
    vertical = max(-(-down[0] // max(1, height - 1)), down[1])
    return max(horizontal + vertical, 2 * max(horizontal, vertical) - 1)


def lower_bound(state: State, goal: State, width: int, metric: str) -> int:
    """Return the best of these bounds that needs no table."""
    return linear_conflict(state, goal, width) if metric == "stm" else lines(state, goal, width)
