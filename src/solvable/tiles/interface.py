"""Sheet: what a method of solving may know of a sliding-tile puzzle — its size, metric, goal and moves.

`board.SlidingTiles` is one. Methods are written over this, so that the board may call them and none calls the board.
"""

from random import Random
from typing import Protocol, runtime_checkable

from solvable.core.solution import Move, State


@runtime_checkable
class Grid(Protocol):
    """w × h cells, a metric and a goal."""

    def __hash__(self) -> int:
        """Return the hash: tables are kept by puzzle."""

    @property
    def width(self) -> int:
        """Cells of a row."""

    @property
    def height(self) -> int:
        """Cells of a column."""

    @property
    def metric(self) -> str:
        """`stm` or `mtm`."""

    @property
    def goal(self) -> State:
        """The state to reach."""

    @property
    def cells(self) -> int:
        """The number of cells, w · h."""

    @property
    def homes(self) -> tuple[int, ...]:
        """The home of each tile; `homes[0]` is the blank's."""

    def moves(self, state: State) -> tuple[Move, ...]:
        """Return the tiles that may be touched, ascending."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after touching the tile at cell `move`."""

    def check(self, state: State) -> None:
        """Raise PuzzleError unless `state` is one of this board."""

    def require_solvable(self, state: State) -> None:
        """Raise UnsolvableError with the proof if `state` cannot reach the goal."""

    def scramble(self, rng: Random) -> State:
        """Return a uniformly random solvable state."""
