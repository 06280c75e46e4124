"""The fewest moves of many states together, from a table of all states of a small board, line or graph.

With kernels the table is that of `complete`, otherwise a dictionary of all states, level by level.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.core import breadth_first
from solvable.core.puzzle import State
from solvable.tiles.board import SlidingTiles
from solvable.tiles.census import complete, plain
from solvable.tiles.graphs.board import GraphTiles

if TYPE_CHECKING:
    from numpy.typing import NDArray

STATES_MAX = 200_000  # states in a dictionary: all of the 8-puzzle


def remaining(puzzle: SlidingTiles | GraphTiles) -> "Callable[[Any], NDArray[Any]] | None":
    """Return the function that maps many states, rows of cells, to their fewest moves, −1 for unsolvable ones.

    None if the puzzle has too many states for a table.
    """
    if isinstance(puzzle, SlidingTiles) and not complete.is_line(puzzle) and _has_table(puzzle):
        return partial(_in_table, puzzle)
    return partial(_in_dictionary, puzzle) if puzzle.count().solvable <= STATES_MAX else None


def _has_table(puzzle: SlidingTiles) -> bool:
    return puzzle.cells <= complete.TABLE_CELLS_MAX and kernels.has_library()


def _in_table(puzzle: SlidingTiles, states: Any) -> "NDArray[Any]":
    return complete.table(puzzle).look_up(states)


def _in_dictionary(puzzle: SlidingTiles | GraphTiles, states: Any) -> "NDArray[Any]":
    return breadth_first.looked_up(by_state(puzzle), states)


@lru_cache(maxsize=4)
def by_state(puzzle: SlidingTiles | GraphTiles) -> dict[State, int]:
    """Return the fewest moves of each solvable state of a small puzzle: for the 8-puzzle a second and 40 MB."""
    return {state: distance for distance, level in enumerate(_levels(puzzle)) for state in level}


def _levels(puzzle: SlidingTiles | GraphTiles) -> Iterable[Iterable[State]]:
    """Return the states at distance 0, 1, 2, …"""
    if isinstance(puzzle, GraphTiles):
        return puzzle.levels()
    return breadth_first.levels(puzzle) if complete.is_line(puzzle) else _of_board(puzzle)


def _of_board(puzzle: SlidingTiles) -> Iterable[Iterable[State]]:
    levels = plain.Levels(puzzle.width, puzzle.height, puzzle.homes[0], puzzle.metric)
    yield [puzzle.goal]
    while levels.step():
        yield (complete.renamed(puzzle, state) for state in levels.states())
