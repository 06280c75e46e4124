"""The values that every room speaks of: State, Move, Solution, Obstruction, Count, and the events of a search.

A state is the content of each cell, row by row (0 = off, or the blank). A move is a small int that the puzzle names:
the light you press, or the tile that slides (in the multi-tile metric any tile in line with the blank).

A search that runs reports what it knows: `Bound`, what is proved by now, and `Better`, a solution shorter than all
before. `answer.Done` ends the row.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from solvable.errors import PuzzleError

if TYPE_CHECKING:
    from fractions import Fraction

SHOWN = 200  # moves in a notebook
LONG = 1 << 16  # bits of a number that Python divides slowly

State = tuple[int, ...]
Move = int


class Played(Protocol):
    """What a solution asks of the puzzle that it solves."""

    def apply_all(self, state: State, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`."""

    def to_letters(self, state: State, moves: Iterable[Move], of: str = "tile") -> str:
        """Return the moves as letters U D L R."""

    def svg(self, state: Any = None, *, solution: Any = None) -> str:
        """Return `state` as SVG, with the moves of a solution."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Moves that lead to the goal, and a proved lower bound on how many any solution needs.

    One that a puzzle gives knows the `puzzle` and the state that it solves (`start`), and where a search found it, how
    many `nodes` that took and by which `method`. Equal are solutions of the same moves and the same bound.

    >>> from solvable import LightsOut
    >>> solution = LightsOut(3, 3).optimal("110/000/000")
    >>> list(solution), len(solution), solution.is_optimal
    ([0, 2, 4, 5, 8], 5, True)
    >>> solution.final
    (0, 0, 0, 0, 0, 0, 0, 0, 0)
    """

    moves: Sequence[Move]
    lower_bound: int
    nodes: int = field(default=0, compare=False, repr=False)
    method: str = field(default="", compare=False, repr=False)
    puzzle: Any = field(default=None, compare=False, repr=False)
    start: State | None = field(default=None, compare=False, repr=False)

    @property
    def is_optimal(self) -> bool:
        """Whether no shorter solution exists."""
        return len(self.moves) == self.lower_bound

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def of(self, puzzle: Any, start: State, nodes: int = 0, method: str = "") -> "Solution":
        """Return the same solution, which knows the puzzle and the state that it solves, and what it cost."""
        return replace(self, puzzle=puzzle, start=start, nodes=nodes or self.nodes, method=method or self.method)

    @property
    def final(self) -> State:
        """The state that the moves end in."""
        puzzle, start = self._position()
        return puzzle.apply_all(start, self.moves)

    @property
    def letters(self) -> str:
        """The moves of tiles on a board as letters U D L R, each where a tile goes.

        >>> from solvable import SlidingTiles
        >>> solution = SlidingTiles(3, 3).optimal("1,2,3/4,0,5/7,8,6")
        >>> solution.letters, solution.letters_of_blank
        ('LU', 'RD')
        """
        return self._letters("tile")

    @property
    def letters_of_blank(self) -> str:
        """The same moves, each letter where the blank goes."""
        return self._letters("blank")

    def _letters(self, of: str) -> str:
        puzzle, start = self._position()
        if not hasattr(puzzle, "to_letters"):
            raise PuzzleError("only moves of tiles on a board are letters")
        return puzzle.to_letters(start, self.moves, of)

    def _position(self) -> tuple[Played, State]:
        if self.puzzle is None or self.start is None:
            raise PuzzleError("this solution does not know its puzzle: use solution.of(puzzle, state)")
        return self.puzzle, self.start

    def _repr_svg_(self) -> str | None:
        """Return the board with the moves, for notebooks; None where there is no puzzle, or no picture of it."""
        return self.puzzle.svg(self.start, solution=self) if hasattr(self.puzzle, "svg") else None

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

    def of(self, puzzle: Any, start: State) -> "Searched":
        """Return the same, whose solution knows the puzzle and the state that it solves, and what it cost."""
        return replace(self, solution=self.solution.of(puzzle, start, self.nodes, self.method))


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
    def probability(self) -> "Fraction":
        """The probability that a uniformly random state is solvable."""
        from fractions import Fraction

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
