"""Complete tables of small boards: the number of states by moves, the farthest states, every distance, perfect play.

A breadth-first search over sets of states as bits (`levels`) covers every board of up to 12 cells: the 239,500,800
states of 3 × 4 in seconds and 64 MB. Up to 10 cells the distance of each state is stored in a byte, 181,440 for the
8-puzzle: a look-up gives the distance, and the moves that reduce it are perfect play.
"""

from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.core import breadth_first
from solvable.core.budget import checked
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.puzzle import Budget, Move, Solution, State
from solvable.tiles.census import plain
from solvable.tiles.interface import Grid

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from solvable.tiles.census.levels import Levels


CELLS_MAX = 12  # cells of a complete search
TABLE_CELLS_MAX = 10  # cells of a table with a byte for each state
FARTHEST_CELLS_KEPT_MAX = 100_000  # cells of the farthest states that are stored, for a board of one line
INVALID = -2  # the kernel's result for rows that are not boards, as in `tiles/census.hpp`


@frozen
class Census:
    """The number of states at each distance from the goal, and the farthest of them."""

    histogram: tuple[int, ...]
    antipodes: tuple[State, ...]

    @property
    def radius(self) -> int:
        """The most moves that a solvable state needs."""
        return len(self.histogram) - 1


def distances(puzzle: Grid) -> tuple[int, ...]:
    """Return the numbers of states that need 0, 1, 2, … moves."""
    return complete(puzzle).histogram


@lru_cache(maxsize=64)
def complete(puzzle: Grid) -> Census:
    """Return the census of a board of at most 12 cells, or of one line; the result is cached."""
    return search(puzzle, Budget.of())


def search(puzzle: Grid, budget: Budget) -> Census:
    """Return the census, reporting the distance reached and the states so far after each level.

    Raise BudgetExceededError at a limit.
    """
    if is_line(puzzle):
        with budget:
            blanks = list(checked(blanks_of_line(puzzle)))
        return Census(
            tuple(map(len, blanks)),
            tuple(line(puzzle, blank) for blank in blanks[-1][: max(1, FARTHEST_CELLS_KEPT_MAX // puzzle.cells)]),
        )
    levels = start(puzzle)
    histogram = [1]
    with budget:
        while levels.step():
            histogram.append(levels.count)
            if not budget.goes_on(levels.distance, nodes=sum(histogram)):
                raise BudgetExceededError("stopped before the table was complete", levels.distance)
    return Census(tuple(histogram), tuple(renamed(puzzle, state) for state in levels.states()))


def is_line(puzzle: Grid) -> bool:
    """Return whether the board has one row or column, so that only the blank's position can change."""
    return min(puzzle.width, puzzle.height) == 1


def blanks_of_line(puzzle: Grid) -> Iterator[list[int]]:
    """Yield the cells of the blank, ascending, that are 0, 1, 2, … moves from home, on a board of one line."""
    home, cells = puzzle.homes[0], puzzle.cells
    yield [home]
    if puzzle.metric == "mtm":
        others = [cell for cell in range(cells) if cell != home]
        if others:
            yield others
        return
    for steps in range(1, max(home, cells - 1 - home) + 1):
        yield [cell for cell in (home - steps, home + steps) if 0 <= cell < cells]


def line(puzzle: Grid, blank: int) -> State:
    """Return the state of a board of one line whose blank is on cell `blank`."""
    tiles = [tile for tile in puzzle.goal if tile]
    tiles.insert(blank, 0)
    return tuple(tiles)


def start(puzzle: Grid, largest: int = CELLS_MAX) -> "Levels | plain.Levels":
    """Return the levels of a board, at the goal; raise PuzzleError if it has too many cells."""
    if puzzle.cells > largest:
        raise PuzzleError(
            msg(
                "a complete table is for at most {most} cells; this board has {cells}", most=largest, cells=puzzle.cells
            )
        )
    if not kernels.has_library():
        return plain.Levels(puzzle.width, puzzle.height, puzzle.homes[0], puzzle.metric)
    from solvable.tiles.census.levels import Levels

    return Levels(puzzle.width, puzzle.height, puzzle.homes[0], puzzle.metric)


def renamed(puzzle: Grid, homes: State) -> State:
    """Return the state whose cell c contains the tile with the goal cell `homes[c]`."""
    return tuple(puzzle.goal[home] for home in homes)


def sample(puzzle: Grid, distance: int, count: int, rng: Random) -> list[State]:
    """Return `count` different states that need exactly `distance` moves, drawn uniformly.

    Raise PuzzleError if there are fewer.
    """
    if distance < 0:
        raise PuzzleError(msg("no board needs {moves} moves", moves=distance))
    if is_line(puzzle):
        blanks = list(checked(blanks_of_line(puzzle)))
        farthest = len(blanks) - 1
        there = len(blanks[distance]) if distance <= farthest else 0
        if count <= there:
            return [line(puzzle, blank) for blank in rng.sample(blanks[distance], count)]
    else:
        levels = start(puzzle)
        while levels.distance < distance and levels.step():
            pass
        farthest = levels.distance
        there = levels.count if farthest == distance else 0
        if count <= there:
            return [renamed(puzzle, state) for state in levels.sample(count, rng)]
    if not there:
        raise PuzzleError(
            msg("no board of this puzzle needs {moves} moves: {most} are always enough", moves=distance, most=farthest)
        )
    raise breadth_first.too_few(there, distance, count)


@lru_cache(maxsize=8)
def table(puzzle: Grid) -> "Table":
    """Return the distance table of a board of at most 10 cells, built at first use."""
    return Table(puzzle)


class Table:
    """All distances of a small board: look-up of many boards, and perfect play."""

    def __init__(self, puzzle: Grid) -> None:
        from solvable.kernels.buffers import calloc
        from solvable.tiles.census.levels import Levels

        if is_line(puzzle):
            raise PuzzleError("a board of one line needs no table")
        start(puzzle, TABLE_CELLS_MAX)
        kernel = kernels.native()
        levels = Levels(puzzle.width, puzzle.height, puzzle.homes[0], puzzle.metric)
        self.puzzle = puzzle
        homes = [cell for cell in range(levels.cells) if cell != levels.home]
        home = array("q", [-1]) * levels.cells
        for index, cell in enumerate(homes):
            home[puzzle.goal[levels.outside[cell]]] = index
        distances, going = calloc("B", levels.cells * levels.half), True
        while going:
            for blank, count in enumerate(levels.counts):
                if count:
                    row = distances[blank * levels.half : (blank + 1) * levels.half]
                    kernel.census_write(levels.level[blank], levels.words, row, levels.per, levels.distance)
            going = levels.step()
        self.distances = distances.toreadonly()
        self._kernel_struct = kernel.struct(
            "CensusTable",
            columns=array("q", levels.outside), home=home,
            odd=array("q", [levels.arrangement_is_odd(blank) for blank in range(levels.cells)]),
            distances=self.distances, cells=levels.cells, half=levels.half,
        )  # fmt: skip

    def look_up(self, boards: "ArrayLike") -> "NDArray[Any]":
        """Return the distances (an array of int16) of boards given as an array, or as anything that numpy converts into
        one: rows of cells, or h × w each; −1 if there is no solution.

        Raise PuzzleError if a row is not a permutation of the tiles.
        """
        import numpy as np

        rows = np.asarray(boards)
        cells = self.puzzle.cells
        shape = rows.shape[:-1] if rows.shape[-1:] == (cells,) else rows.shape[:-2]
        if rows.shape not in ((*shape, cells), (*shape, self.puzzle.height, self.puzzle.width)):
            raise PuzzleError(
                msg(
                    "boards must come as rows of {cells} cells, not in the shape {shape}",
                    cells=cells,
                    shape=str(rows.shape),
                )
            )
        rows = np.ascontiguousarray(rows.reshape(-1, cells), np.int64)
        return np.array(self._distances(rows, len(rows)), np.int16).reshape(shape)

    def _distances(self, boards: Any, count: int) -> "array[int]":
        """Return the distances of `count` boards, given as consecutive 64-bit numbers of cells."""
        results = array("h", bytes(2 * count))
        kernels.native().census_look_up(self._kernel_struct, boards, count, results)
        if INVALID in results:
            raise PuzzleError(
                msg(
                    "board {value} does not have each of 0 .. {last} once",
                    value=results.index(INVALID),
                    last=self.puzzle.cells - 1,
                )
            )
        return results

    def distance(self, state: State) -> int:
        """Return the fewest moves from `state`; raise UnsolvableError if there is no solution."""
        self.puzzle.require_solvable(state)
        return self._distances(array("q", state), 1)[0]

    def best_moves(self, state: State) -> tuple[Move, ...]:
        """Return every move that reduces the distance to the goal by one: the moves of perfect play."""
        distance = self.distance(state)
        moves = self.puzzle.moves(state)
        boards = array("q", chain.from_iterable(self.puzzle.apply(state, move) for move in moves))
        after = self._distances(boards, len(moves))
        return tuple(move for move, remaining in zip(moves, after, strict=True) if remaining < distance)

    def solve(self, state: State) -> Solution:
        """Return a shortest solution, with the lowest cell if several moves are best."""
        path = []
        for _ in range(self.distance(state)):
            path.append(self.best_moves(state)[0])
            state = self.puzzle.apply(state, path[-1])
        return Solution(tuple(path), len(path))
