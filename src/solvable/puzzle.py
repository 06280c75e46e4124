"""What a puzzle can do: the Puzzle protocol, over the values of `solution`.

A puzzle is an immutable value without a position, so sessions, front ends, files and proofs are written once for all
families.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Protocol

from solvable.budget import Budget
from solvable.solution import (
    Better,
    Bound,
    Count,
    Event,
    Move,
    Obstruction,
    Progress,
    Solution,
    State,
)

__all__ = [
    "Better",
    "Bound",
    "Budget",
    "Count",
    "Event",
    "Move",
    "Obstruction",
    "Progress",
    "Puzzle",
    "Solution",
    "State",
    "replay",
]


class Puzzle(Protocol):
    """What every puzzle can do; LightsOut and SlidingTiles are the two implementations."""

    @property
    def goal(self) -> State:
        """The state to reach."""

    def moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves of `state`."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after `move`; raise IllegalMoveError where it is not legal."""

    def obstruction(self, state: State) -> Obstruction | None:
        """Return a proof that `state` cannot reach the goal, or None where it can."""

    def solve(
        self,
        state: State,
        *,
        seconds: float | None = None,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Solution:
        """Return any solution, fast; raise UnsolvableError with the proof where there is none."""

    def optimal(
        self,
        state: State,
        *,
        seconds: float | None = None,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Solution:
        """Return a shortest solution, proved; raise BudgetExceededError with the best at a limit."""

    def optimal_solutions(self, state: State) -> Iterator[Solution]:
        """Yield every shortest solution."""

    def count(self) -> Count:
        """Return how many states are solvable, and in how many ways."""

    def scramble(self, rng: Random) -> State:
        """Return a uniformly random solvable state."""

    def parse(self, text: str) -> State:
        """Return the state that `text` (the CELLS of a game ID) writes; raise NotationError."""

    def format(self, state: State) -> str:
        """Return the CELLS of a game ID for `state`, rows separated by '/'."""


def replay(puzzle: Puzzle, state: State, moves: Iterable[Move]) -> State:
    """Return the state after all `moves`; raise IllegalMoveError at the first that is not legal."""
    for move in moves:
        state = puzzle.apply(state, move)
    return state
