"""Wiring and Solved: what a method may know of a lights puzzle, and what of one whose equations are solved already.

`board.LightsOut` is both. Methods are written over these, so that the board may call them and none calls the board.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from solvable.core.budget import Budget
from solvable.core.solution import Move, Obstruction, Searched, Solution, State
from solvable.lights.algebra.module import Module, Vector
from solvable.lights.rules import Toggle, Toggles


class Wiring(Protocol):
    """w × h cells, each a lamp of k states, and what each press adds."""

    @property
    def width(self) -> int:
        """Cells of a row."""

    @property
    def height(self) -> int:
        """Cells of a column."""

    @property
    def k(self) -> int:
        """The number of states of a lamp."""

    @property
    def rule(self) -> str | Toggles:
        """A name from `rules.RULES`, or what each press adds."""

    @property
    def surface(self) -> str:
        """What the sheet's sides are glued to."""

    @property
    def dead(self) -> frozenset[int]:
        """The cells that do not exist."""

    @property
    def fixed(self) -> frozenset[int]:
        """The cells that cannot be pressed."""

    @property
    def free(self) -> frozenset[int]:
        """The cells whose lamps do not matter."""

    @property
    def lampless(self) -> frozenset[int]:
        """The cells without a lamp that counts: dead and free ones."""

    @property
    def cells(self) -> int:
        """The number of cells, dead ones included."""

    @property
    def presses(self) -> int:
        """The number of presses, those of dead and fixed cells included."""

    @property
    def buttons(self) -> Sequence[Move]:
        """The presses that the player has, ascending."""

    @property
    def toggles(self) -> Toggles:
        """What each press adds: (cell, amount), ascending."""

    def toggle(self, press: Move) -> Toggle:
        """Return what one press adds."""


def is_full(puzzle: Wiring) -> bool:
    """Return whether every cell exists, can be pressed, and counts: none is dead, fixed or free."""
    return not puzzle.dead and not puzzle.fixed and not puzzle.free


class AtOnce(Protocol):
    """What finds the fewest presses in microseconds."""

    def search(self, puzzle: "Solved", given: Any) -> Searched | None:
        """Return the fewest presses of a board, or None where this cannot find them."""


class Solved(Wiring, Protocol):
    """A wiring with a goal, one solution for each state, and the quiet patterns between all of them."""

    @property
    def goal(self) -> State:
        """The state to reach."""

    @property
    def name(self) -> str:
        """That of a catalogued variant, or ""."""

    @property
    def nullity(self) -> int:
        """The dimension of the quiet patterns."""

    @property
    def is_symmetric(self) -> bool:
        """Whether press i adds to cell j what press j adds to cell i."""

    @property
    def weighing(self) -> AtOnce | None:
        """What weighs all solutions of a board at once; None where they are too many."""

    @property
    def quiet(self) -> Module:
        """The quiet patterns."""

    @property
    def quiet_patterns(self) -> tuple[Vector, ...]:
        """A basis of the quiet patterns."""

    def moves(self, state: State) -> Sequence[Move]:
        """Return the presses that the player has."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after one press."""

    def apply_all(self, state: State, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`."""

    def with_goal(self, goal: Sequence[int] | None) -> "Solved":
        """Return the same puzzle with another goal."""

    def obstruction(self, state: State) -> Obstruction | None:
        """Return a proof that `state` cannot reach the goal, or None."""

    def solve(self, state: State, *, budget: Budget | None = None) -> Solution:
        """Return any solution."""

    def optimal(self, state: State, *, budget: Budget | None = None) -> Solution:
        """Return a solution of the fewest presses, proved."""

    def search(self, state: State, *, budget: Budget | None = None) -> Searched:
        """Return a solution of the fewest presses and what it cost."""

    def difference(self, state: Sequence[int]) -> State:
        """Return goal - state mod k: what the presses must add."""

    def vector(self, state: State) -> Vector:
        """Return a solution as the number of presses of each button; raise UnsolvableError with the proof."""

    def bound(self, state: State) -> int:
        """Return a simple lower bound on the presses."""
