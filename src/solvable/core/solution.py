"""The values that every package uses: State, Move, Solution, Obstruction, Count, and the events of a search.

A state is the content of each cell, row by row (0 = off, or the blank). A move is a small int that the puzzle names:
the light that is pressed, or the tile that slides (in the multi-tile metric, any tile in line with the blank).

A running search reports events: `Bound`, a lower bound proved so far, and `Better`, a solution shorter than all before.
`answer.Done` is the last event.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen, hidden, replace

if TYPE_CHECKING:
    from fractions import Fraction

MOVES_SHOWN_MAX = 200  # moves shown in a notebook

State = tuple[int, ...]
"""The content of each cell, row by row: the state of a lamp (0: off), or the number of a tile (0: the blank)."""
Move = int
"""The cell, numbered row by row from 0, of the lamp that is pressed or of the tile before it slides."""


class Played(Protocol):
    """What a solution needs of its puzzle."""

    def apply_all(self, state: State, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`."""

    def to_letters(self, state: State, moves: Iterable[Move], of: str = "tile") -> str:
        """Return the moves as letters U D L R."""

    def svg(self, state: Any = None, *, solution: Any = None) -> str:
        """Return `state` as SVG, with the moves of a solution."""


@frozen
class Solution:
    """Moves that lead to the goal, and a proved lower bound on the number of moves of any solution.

    It iterates over its moves, and its `len` is their number; moves are ints, the cell that is pressed or the tile that
    slides. If a puzzle returned the solution, it also has the `puzzle` and the state that it solves (`start`); if a
    search found it, the `method` and the number of `nodes` searched. Solutions are equal if their moves and bounds are.

    >>> from solvable import LightsOut
    >>> solution = LightsOut(3, 3).optimal("110/000/000")
    >>> list(solution), len(solution), solution.is_optimal
    ([0, 2, 4, 5, 8], 5, True)
    >>> solution.final
    (0, 0, 0, 0, 0, 0, 0, 0, 0)
    """

    moves: Sequence[Move]
    lower_bound: int
    nodes: int = hidden(default=0)
    method: str = hidden(default="")
    puzzle: Any = hidden(default=None)
    start: State | None = hidden(default=None)

    @property
    def is_optimal(self) -> bool:
        """Whether no shorter solution exists: the number of moves equals the lower bound."""
        return len(self.moves) == self.lower_bound

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def of(self, puzzle: Any, start: State, nodes: int = 0, method: str = "") -> "Solution":
        """Return a copy with the puzzle and the state that it solves, the nodes searched and the method."""
        return replace(self, puzzle=puzzle, start=start, nodes=nodes or self.nodes, method=method or self.method)

    @property
    def final(self) -> State:
        """The state after all moves; raises PuzzleError if the solution has no puzzle (see `of`)."""
        puzzle, start = self._position()
        return puzzle.apply_all(start, self.moves)

    @property
    def letters(self) -> str:
        """The moves on a board of tiles as letters U D L R, each the direction in which a tile slides.

        Raises PuzzleError for other puzzles, and if the solution has no puzzle (see `of`).

        >>> from solvable import SlidingTiles
        >>> solution = SlidingTiles(3, 3).optimal("1,2,3/4,0,5/7,8,6")
        >>> solution.letters, solution.letters_of_blank
        ('LU', 'RD')
        """
        return self._letters("tile")

    @property
    def letters_of_blank(self) -> str:
        """The same moves, each letter the direction in which the blank goes."""
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
        """Return the board with the moves, for notebooks; None if there is no puzzle, or it has no picture."""
        return self.puzzle.svg(self.start, solution=self) if hasattr(self.puzzle, "svg") else None

    def _repr_latex_(self) -> str:
        """Return the moves, and what is proved about their number, for notebooks."""
        shown = ", ".join(map(str, self.moves[:MOVES_SHOWN_MAX])) + (r", \dots" if len(self) > MOVES_SHOWN_MAX else "")
        proved = "the fewest" if self.is_optimal else f"at least {self.lower_bound} are needed"
        return f"$({shown})$: {len(self)} move{'s' * (len(self) != 1)}, {proved}"


@frozen
class Searched:
    """What a search for a shortest solution returns: the solution, how many nodes were searched, and the method.

    `count` is the number of shortest solutions if it is known, else None.
    """

    solution: Solution
    nodes: int
    method: str
    count: int | None = None

    def of(self, puzzle: Any, start: State) -> "Searched":
        """Return a copy whose solution has the puzzle and the state that it solves."""
        return replace(self, solution=self.solution.of(puzzle, start, self.nodes, self.method))


@frozen
class Obstruction:
    """An invariant of every move on which the state and the goal disagree: a proof that no solution exists.

    Lights: `weights` is one weight in Z/k for each cell; every press changes the weighted sum by 0 mod k, yet the
    state's sum is `value` and the goal's is `wanted`. Tiles: there are no weights; for "parity", `value` and `wanted`
    are 0 or 1; for the "order" of a single line, they are two tiles (`tiles.parity`).
    """

    invariant: str
    weights: tuple[int, ...]
    value: int
    wanted: int


@frozen
class Count:
    """How many states a puzzle has, how many are solvable, and how many solutions each of these has.

    For lights, `nullity` is the number of independent quiet patterns. For tiles it is 0, and so is `solutions`, since
    there are infinitely many.
    """

    states: int
    solvable: int
    solutions: int
    nullity: int

    @property
    def probability(self) -> "Fraction":
        """The probability, a Fraction, that a uniformly random state is solvable."""
        from fractions import Fraction

        # divides without remainder if the solvable states are a group, which avoids a gcd of long numbers
        times, remainder = divmod(self.states, self.solvable)
        return Fraction(self.solvable, self.states) if remainder else Fraction(1, times)


@frozen
class Bound:
    """An event: a search has proved that no solution has fewer than `lower_bound` moves.

    `best` is the shortest solution so far, or None; `nodes` is the number of positions searched.
    """

    lower_bound: int
    best: Solution | None = None
    nodes: int = 0


@frozen
class Better:
    """An event: a search has found `best`, a solution shorter than all before; the other fields are those of
    `Bound`.
    """

    lower_bound: int
    best: Solution
    nodes: int = 0


Event = Bound | Better
Progress = Callable[[Event], bool | None]
"""A function that is called with each event of a search, and cancels it by returning False."""
