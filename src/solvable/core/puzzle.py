"""The Puzzle protocol, on the values of `solution`, and the capabilities that some puzzles have in addition.

A puzzle is an immutable value without a position, so sessions, front ends, files and proofs are written once for all
families. Code that needs more than `Puzzle` tests `isinstance(puzzle, Near)`, never for a class; what only one family
can do is a function that its `Family` offers. A capability is recognised by its methods, and the test computes nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Protocol, Unpack, runtime_checkable

import solvable.core.fork_safety  # noqa: F401 - for what it does in the child of a fork
from solvable.core.budget import Budget, Limits, ParallelLimits
from solvable.core.frozen import frozen
from solvable.core.solution import Better, Bound, Count, Event, Move, Obstruction, Progress, Searched, Solution, State

if TYPE_CHECKING:
    from random import Random

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
    "Searched",
    "Solution",
    "State",
    "WorstCase",
    "replay",
]


class Puzzle(Protocol):
    """The methods of every puzzle. A state is a tuple of ints, one for each cell; a move is an int.

    Methods that may take long have limits: `seconds`, `workers`, `progress`, or one `budget` (`solvable.Budget`) for
    all of these.
    """

    @property
    def goal(self) -> State:
        """The state to reach."""

    def moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves of `state`."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after `move`; raise IllegalMoveError if it is not legal."""

    def obstruction(self, state: State) -> Obstruction | None:
        """Return a proof that `state` cannot reach the goal, or None if it can."""

    def solve(self, state: State, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return any solution, fast. Raise UnsolvableError with the proof if there is none, and BudgetExceededError at
        a limit.
        """

    def optimal(self, state: State, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return a proved shortest solution. Raise UnsolvableError with the proof if there is none, and
        BudgetExceededError with the best solution so far at a limit.
        """

    def optimal_solutions(self, state: State, **limits: Unpack[ParallelLimits]) -> Iterator[Solution]:
        """Yield every shortest solution; raise BudgetExceededError if a limit is reached before the last."""

    def count(self) -> Count:
        """Return how many states there are, how many are solvable, and how many solutions each of these has."""

    def scramble(self, rng: "Random") -> State:
        """Return a uniformly random solvable state."""

    def parse(self, text: str) -> State:
        """Return the state written as `text` (the CELLS of a game ID); raise NotationError."""

    def format(self, state: State) -> str:
        """Return the CELLS of a game ID for `state`, rows separated by '/'."""

    def svg(self, state: Any = None, *, lang: str = "en") -> str:
        """Return `state` (by default the goal) as SVG with a title in this language."""


@frozen
class WorstCase:
    """A hardest state: the result of its search, the `bound` that no state exceeds, and the moves that prove it."""

    state: State
    searched: Searched
    bound: int
    flat: tuple[Move, ...] | None = None


@runtime_checkable
class AtOnce(Protocol):
    """Can make many moves in one call."""

    def apply_all(self, state: State, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`; raise IllegalMoveError at the first that is not legal."""


@runtime_checkable
class StateReader(Protocol):
    """Reads states in every usual form."""

    def state(self, given: Any) -> State:
        """Return `given` as a tuple of ints; raise PuzzleError if it is not a state."""


@runtime_checkable
class Shaped(Protocol):
    """A board of rows and columns; a width of 0 means that the cells are not in rows."""

    @property
    def width(self) -> int:
        """The number of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""


@runtime_checkable
class Lamps(Shaped, Protocol):
    """The cells are lamps with k states; the buttons need not be the cells."""

    @property
    def k(self) -> int:
        """The number of states of a lamp."""

    @property
    def dead(self) -> AbstractSet[int]:
        """The cells that do not exist."""

    @property
    def lampless(self) -> AbstractSet[int]:
        """The cells without a lamp, or whose lamp may end in any state."""

    @property
    def cells(self) -> int:
        """The number of cells, dead ones included."""

    @property
    def presses(self) -> int:
        """The number of buttons."""

    def matrix(self) -> Sequence[Sequence[int]]:
        """Return what each press adds to each cell, modulo k."""

    def ranks(self, state: State) -> tuple[int, int]:
        """Return the rank of the matrix, and of the matrix augmented by the state."""

    def difference(self, state: State) -> State:
        """Return what the presses must add to each cell."""

    def all_lit(self) -> State:
        """Return the state with every lamp at 1."""


@runtime_checkable
class Pieces(Protocol):
    """Pieces with names, each of which is in every state."""

    def name(self, label: int) -> str:
        """Return the text on a piece."""

    def check(self, state: State) -> None:
        """Raise PuzzleError unless `state` consists of the puzzle's pieces."""


@runtime_checkable
class WithGoal(Protocol):
    """Accepts any state as its goal."""

    def with_goal(self, goal: State) -> Puzzle:
        """Return the puzzle with another goal; raise PuzzleError if it does not fit."""


@runtime_checkable
class WithMetric(Protocol):
    """Counts moves in one of several metrics."""

    def with_metric(self, metric: str) -> Puzzle:
        """Return the puzzle that counts moves in `metric`."""


@runtime_checkable
class Near(Protocol):
    """Finds short solutions that improve until the time is up."""

    def near(self, state: State, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return a short solution with a proved bound."""


@runtime_checkable
class Searches(Protocol):
    """Reports the cost of a search for a shortest solution."""

    def search(self, state: State, **limits: Unpack[ParallelLimits]) -> Searched:
        """Return the best solution found, with its proved bound, the nodes searched and the method."""


@runtime_checkable
class Exact(Protocol):
    """Generates states that need an exact number of moves."""

    def exact(self, moves: int, number: int, rng: "Random") -> Iterator[State]:
        """Yield `number` different states that need exactly `moves`; raise PuzzleError if there are fewer."""


@runtime_checkable
class Levels(Protocol):
    """Counts the states by the moves they need."""

    def distances(self, **limits: Unpack[Limits]) -> Sequence[int]:
        """Return how many states need 0, 1, 2, … moves."""


class Stage(Protocol):
    """A stage of the human method: the piece that it brings home, and its moves."""

    @property
    def kind(self) -> str:
        """The kind of stage: place, under, turn, ring, swapped or blank."""

    @property
    def tile(self) -> int:
        """The piece that is moved to its place; 0 if none is."""

    @property
    def cell(self) -> int:
        """The cell to which the piece belongs."""

    @property
    def moves(self) -> Sequence[Move]:
        """The moves of the stage."""


@runtime_checkable
class Human(Shaped, Pieces, Protocol):
    """A board of pieces that can be solved by hand, stage by stage."""

    def stages(self, state: State) -> Sequence[Stage]:
        """Return the stages of the human method on `state`."""


def replay(puzzle: Puzzle, state: State, moves: Iterable[Move]) -> State:
    """Return the state after all `moves`; raise IllegalMoveError at the first that is not legal.

    >>> from solvable import SlidingTiles
    >>> replay(SlidingTiles(3, 2), (1, 2, 3, 4, 0, 5), [5])
    (1, 2, 3, 4, 5, 0)
    """
    if isinstance(puzzle, AtOnce):
        return puzzle.apply_all(state, moves)
    for move in moves:
        state = puzzle.apply(state, move)
    return state
