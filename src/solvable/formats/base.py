"""What a format is: a name, a summary, a reader and, if the format can express boards, a writer.

A reader returns None for a text that does not look like its format, and raises NotationError for one that does but
is wrong. The note of a reading says what was assumed: which symbol is lit, which goal is meant.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from solvable import families
from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen, replace
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.text import Text
from solvable.game_id import format_board, format_puzzle

# A board with several goals, or with goals that leave cells open: what is to be solved, and what was given.

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


LAMPS_MAX = 10**7
TILES_MAX = 10**6


class Reading(NamedTuple):
    """What a reader found in a text: the puzzle, the state, and what was assumed."""

    puzzle: Puzzle
    state: State
    note: str = ""
    is_evident: bool = False
    """Whether what was assumed only repeats the manual, so that it need not be shown."""
    goal_note: str = ""
    """The goal that was assumed, in words; of no interest once another one is given."""
    targets: Targets | None = None
    """The goals that were given, if they are several or leave cells open; `puzzle` is that of the first."""

    @property
    def assumed(self) -> str:
        """All that was assumed: the goal and the rest."""
        if self.note and self.goal_note:
            return msg("{note}; {other}", note=msg(self.note), other=msg(self.goal_note))
        return self.note or self.goal_note


class Part(NamedTuple):
    """A part of a text: the offset where it begins, and what it says, in the text's own characters or not."""

    offset: int
    data: str
    is_verbatim: bool = True


@frozen
class Board:
    """A puzzle and a state, the format they were read in, and what the reader assumed (`note`).

    `is_evident` says that the note only repeats the manual. `given` are the goals, if they are several or leave cells
    open; the puzzle is that of the first.
    """

    puzzle: Puzzle
    state: State
    format: str
    note: str = ""
    is_evident: bool = False
    given: Targets | None = None

    @property
    def targets(self) -> Targets:
        """The puzzles of which the nearest counts, each with its state."""
        return self.given or Targets(((self.puzzle, self.state),))

    def only_target(self) -> Target:
        """Return the puzzle and the state; raise PuzzleError if there are several goals."""
        if len(self.targets.every) > 1:
            message = "here only one goal can be meant, not {count}: check, solve and batch look for the nearest"
            raise PuzzleError(msg(message, count=len(self.targets.every)))
        return self.puzzle, self.state

    @classmethod
    def of(cls, row: "Format", reading: Reading, text: Text) -> "Board":
        """Return the board with all that was taken for granted, its encoding last."""
        note = reading.assumed
        if text.note:
            note = msg("{note}; {other}", note=msg(note), other=msg(text.note)) if note else text.note
        is_evident = reading.is_evident and not text.note
        return cls(reading.puzzle, reading.state, row.name, note, is_evident, reading.targets)

    def noting(self, note: str) -> "Board":
        """Return the board with one more thing that was assumed."""
        known = "" if self.is_evident else self.note
        return replace(
            self, note=msg("{note}; {other}", note=msg(known), other=msg(note)) if known else note, is_evident=False
        )


@frozen
class Format:
    """A name, a summary, a reader, and a writer if the format can express boards."""

    name: str
    summary: str
    read: Callable[[Text], Reading | None]
    write: Callable[[Puzzle, State], str] | None = None


def split_rows(state: State, width: int) -> list[State]:
    """Return the rows of `state`, each a tuple of `width` cells."""
    return [state[start : start + width] for start in range(0, len(state), width)]
