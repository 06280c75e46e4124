"""The boards with which episodes begin: uniform over the solvable states, after random moves, or at an exact distance.

All randomness comes from the generator passed in, so a seed repeats its episodes. No episode begins with a solved
board.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Exact, Lamps, Levels, Puzzle, State

Range = int | tuple[int, int]
TOGETHER = 64  # boards of an exact distance drawn in one call from a complete table
TABLED = 10**6  # states of the largest such table
CHECK_S = 3.0  # seconds to check, at construction, that a board at the largest distance exists
TRIES = 1000  # draws until one is not the goal


def bounds(value: Range | None, name: str) -> tuple[int, int] | None:
    """Return the least and the largest of a number or a pair, None for None; raise PuzzleError if the value is
    neither.
    """
    if value is None:
        return None
    low, high = value if isinstance(value, tuple | list) else (value, value)
    if not 1 <= low <= high:
        raise PuzzleError(
            msg("{name} is a number from 1, or a pair of them, not {value}", name=name, value=repr(value))
        )
    return low, high


@dataclass
class Starts:
    """Draws boards of `puzzle`: after `depth` random moves from the goal, at a `distance`, or uniformly."""

    puzzle: Puzzle
    depth: tuple[int, int] | None = None
    distance: tuple[int, int] | None = None
    _drawn: dict[int, list[State]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.depth and self.distance:
            raise PuzzleError("boards have a depth or a distance, not both")
        if self.distance and not isinstance(self.puzzle, Exact):
            raise PuzzleError("this puzzle has no boards of an exact distance")
        if self.distance:
            self._check_distance(self.distance[1])

    def _check_distance(self, most: int) -> None:
        """Raise PuzzleError if no board needs `most` moves; if one does, boards on its way to the goal need every
        smaller number.
        """
        assert isinstance(self.puzzle, Exact)  # checked by __post_init__
        try:
            with Budget(CHECK_S):
                next(iter(self.puzzle.exact(most, 1, Random(most))))
        except BudgetExceededError:
            return  # it may be found later, with more time
        except PuzzleError as error:
            message = msg("no board has the distance {moves}: {error}", moves=most, error=msg(error.message))
            raise PuzzleError(message) from None

    def forget(self) -> None:
        """Discard boards that were drawn in advance, so that a seed starts anew."""
        self._drawn.clear()

    def draw(self, rng: Random) -> State:
        """Return a board; raise PuzzleError if only the goal is found."""
        if self.distance:
            return self._at(rng.randint(*self.distance), rng)
        for _ in range(TRIES):
            state = self._walked(rng.randint(*self.depth), rng) if self.depth else self.puzzle.scramble(rng)
            if state != self.puzzle.goal:
                return state
        raise PuzzleError("no board but the solved one was found")

    def _at(self, moves: int, rng: Random) -> State:
        """Return a board that needs exactly `moves` moves; with a complete table, many are drawn at a time."""
        assert isinstance(self.puzzle, Exact)  # checked by __post_init__
        waiting = self._drawn.setdefault(moves, [])
        if not waiting:
            is_tabled = isinstance(self.puzzle, Levels) and self.puzzle.count().solvable <= TABLED
            waiting += _exact(self.puzzle, moves, rng, (TOGETHER, 8, 1) if is_tabled else (1,))
        return waiting.pop()

    def _walked(self, moves: int, rng: Random) -> State:
        """Return the goal after `moves` random moves: distinct presses, or a walk without immediate reversals."""
        puzzle, state = self.puzzle, self.puzzle.goal
        if isinstance(puzzle, Lamps):
            buttons = list(puzzle.moves(state))
            maximum = len(buttons) * (puzzle.k - 1)
            for index in rng.sample(range(maximum), min(moves, maximum)):
                state = puzzle.apply(state, buttons[index % len(buttons)])
            return state
        before: State = ()
        for _ in range(moves):
            after = [puzzle.apply(state, move) for move in puzzle.moves(state)]
            before, state = state, rng.choice([each for each in after if each != before] or after)
        return state


def _exact(puzzle: Exact, moves: int, rng: Random, numbers: Sequence[int]) -> list[State]:
    """Return the boards for the first of these numbers that exist."""
    for number in numbers[:-1]:
        try:
            return list(puzzle.exact(moves, number, rng))
        except PuzzleError:
            continue  # there are fewer
    return list(puzzle.exact(moves, numbers[-1], rng))
