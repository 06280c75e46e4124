"""Grid: the interface of a sliding-tile puzzle for methods: its size, metric, goal and moves.

`board.SlidingTiles` implements it. Methods depend on this interface, so that the board can call them and they never
import the board.
"""

from random import Random
from typing import Protocol, runtime_checkable

from solvable.core.solution import Move, State


@runtime_checkable
class Grid(Protocol):
    """w × h cells, a metric and a goal."""

    def __hash__(self) -> int:
        """Return the hash; tables are cached by puzzle."""

    @property
    def width(self) -> int:
        """The number of cells in a row."""

    @property
    def height(self) -> int:
        """The number of cells in a column."""

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
        """The goal cell of each tile; `homes[0]` is the blank's."""

    def moves(self, state: State) -> tuple[Move, ...]:
        """Return the tiles that may be touched, ascending."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after touching the tile at cell `move`."""

    def check(self, state: State) -> None:
        """Raise PuzzleError unless `state` is a state of this board."""

    def require_solvable(self, state: State) -> None:
        """Raise UnsolvableError, with the proof, if `state` cannot reach the goal."""

    def scramble(self, rng: Random) -> State:
        """Return a uniformly random solvable state."""
