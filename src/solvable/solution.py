"""The values that every room speaks of: State, Move, Solution, Obstruction, Count, and the events of a search.

A state is the content of each cell, row by row (0 = off, or the blank). A move is a small int that the puzzle names:
the light you press, or the tile that slides (in the multi-tile metric any tile in line with the blank).

A search that runs reports what it knows: `Bound`, what is proved by now, and `Better`, a solution shorter than all
before. `answer.Done` ends the row.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

SHOWN = 200  # moves in a notebook
LONG = 1 << 16  # bits of a number that Python divides slowly

State = tuple[int, ...]
Move = int


@dataclass(frozen=True, slots=True)
class Solution:
    """Moves that lead to the goal, and a proved lower bound on how many any solution needs."""

    moves: Sequence[Move]
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
class Searched:
    """What a search for a shortest solution gives: the solution, the nodes it took, and by which method.

    `count` is how many shortest solutions there are, where that is known.
    """

    solution: Solution
    nodes: int
    method: str
    count: int | None = None


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


@dataclass(frozen=True, slots=True)
class Bound:
    """What a search has proved by now: no solution has fewer than `lower_bound` moves.

    `best` is the shortest solution known, None where there is none yet; `nodes` counts the work done.
    """

    lower_bound: int
    best: Solution | None = None
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Better:
    """A search has found a solution shorter than all before: `best`; the rest is as in `Bound`."""

    lower_bound: int
    best: Solution
    nodes: int = 0


Event = Bound | Better
Progress = Callable[[Event], bool | None]
"""Called with each event of a search; returning False cancels it."""


def _divide(a: int, b: int) -> tuple[int, int]:
    """Return the quotient and the rest; of long numbers by flint, since Python's own division takes quadratic time."""
    if a.bit_length() < LONG:
        return divmod(a, b)
    try:
        from flint import fmpz
    except ImportError:
        return divmod(a, b)
    quotient, rest = divmod(fmpz(a), fmpz(b))
    return int(quotient), int(rest)
