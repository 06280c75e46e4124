"""A board with several goals, or with goals that leave cells open: what is to be solved, and what was given."""

from collections.abc import Sequence

from solvable import families
from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.core.puzzle import Puzzle, State
from solvable.game_id import format_board, format_puzzle

Target = tuple[Puzzle, State]
"""A puzzle with one of the goals, and the board as its state."""
OpenGoal = Sequence[int | None]
"""A goal, cell by cell; None is a cell that does not matter."""


@frozen
class Targets:
    """The puzzles of which the nearest counts, at least one, each with the board as its state.

    `original` is the board as it was given, if it is another state there: its goals leave cells open. `symbols` are
    what its tiles are called, if not as in IDs.
    """

    every: tuple[Target, ...]
    original: Target | None = None
    symbols: tuple[str, ...] = ()

    @property
    def given(self) -> str:
        """The ID of the board as it was given; "" if it is that of each puzzle."""
        return format_board(*self.original) if self.original else ""

    @property
    def is_plain(self) -> bool:
        """Whether there is one puzzle, and nothing else to be said of the board."""
        return len(self.every) == 1 and self.original is None and not self.symbols

    def of(self, puzzle_id: str) -> Target:
        """Return the puzzle that has this ID, and its state."""
        return next((each for each in self.every if format_puzzle(each[0]) == puzzle_id), self.every[0])


def targets_of(puzzle: Puzzle, state: State, goals: Sequence[OpenGoal], symbols: Sequence[str] = ()) -> Targets:
    """Return the puzzles of reaching one of the goals from `state`; raise PuzzleError for what is no goal of it."""
    toward = families.of(puzzle).toward
    if toward is None:
        raise PuzzleError("this kind of puzzle has no other goal")
    every = tuple(dict.fromkeys(target for goal in goals for target in toward(puzzle, goal, state)))
    is_same = all(tuple(own) == tuple(state) for _, own in every)
    return Targets(every, None if is_same else (puzzle, state), tuple(symbols))
