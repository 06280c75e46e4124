"""The words both families share: State, Move, Solution, Obstruction, and the Puzzle protocol.

A state is the content of each cell, row by row (0 = off, or the blank). A move is the cell you touch: the light
you press, or the tile that slides (in the multi-tile metric any tile in line with the blank). A puzzle is an
immutable value without a position, so sessions, front ends, files and proofs are written once for both families.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Protocol

SHOWN = 200  # moves in a notebook
LONG = 1 << 16  # bits of a number that Python divides slowly

State = tuple[int, ...]
Move = int

Progress = Callable[[int, int | None, int], bool | None]
"""Called with (proved lower bound, best length so far or None, nodes); returning False cancels the search."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Moves that lead to the goal, and a proved lower bound on how many any solution needs."""

    moves: tuple[Move, ...]
    lower_bound: int

    @property
    def is_optimal(self) -> bool:
        """Whether no shorter solution exists."""
        return len(self.moves) == self.lower_bound

    def __len__(self) -> int:
        return len(self.moves)

    def _repr_latex_(self) -> str:
        """Return the moves, and what is proved of their number, for notebooks."""
        shown = ", ".join(map(str, self.moves[:SHOWN])) + (r", \dots" if len(self) > SHOWN else "")
        proved = "the fewest" if self.is_optimal else f"at least {self.lower_bound} are needed"
        return f"$({shown})$: {len(self)} move{'s' * (len(self) != 1)}, {proved}"


@dataclass(frozen=True, slots=True)
class Obstruction:
    """An invariant of every move on which the state and the goal disagree: a proof that no solution exists.

    Lights: `weights` is one weight in Z/k for each cell; every press changes the weighted sum by 0 mod k, yet the
    state's sum is `value` and the goal's is `wanted`. Tiles: the parity invariant, no weights.
    """

    invariant: str
    weights: tuple[int, ...]
    value: int
    wanted: int


@dataclass(frozen=True, slots=True)
class Count:
    """How many states there are, how many are solvable, and in how many ways each.

    For tiles `solutions` is 0 (infinitely many) and `nullity` is 0.
    """

    states: int
    solvable: int
    solutions: int
    nullity: int

    @property
    def probability(self) -> Fraction:
        """The probability that a uniformly random state is solvable."""
        times, rest = _divide(self.states, self.solvable)  # no rest where solvable states are a group, and no long gcd
        return Fraction(self.solvable, self.states) if rest else Fraction(1, times)


def _divide(a: int, b: int) -> tuple[int, int]:
    """Return the quotient and the rest; of long numbers by flint, since Python's own division takes quadratic time."""
    if a.bit_length() < LONG:
        return divmod(a, b)
    from flint import fmpz

    quotient, rest = divmod(fmpz(a), fmpz(b))
    return int(quotient), int(rest)


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
