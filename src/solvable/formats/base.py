"""What a format is: a name, what it looks like, a reader and, where it can say a board, a writer.

A reader returns None for a text that does not look like its format, and raises NotationError for one that does but
is wrong. A reading says in its note what it took for granted: which symbol is lit, which goal is meant.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from solvable.formats.text import Text
from solvable.puzzle import Puzzle, State

MOST_LAMPS = 10**7
MOST_TILES = 10**6


class Reading(NamedTuple):
    """What a format makes of a text."""

    puzzle: Puzzle
    state: State
    note: str = ""
    is_evident: bool = False
    """Whether the note says only what the manual says already, and a reader need not hear."""


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle and a state, the format they were read in, and what the reader took for granted."""

    puzzle: Puzzle
    state: State
    format: str
    note: str = ""
    is_evident: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A row of the table. `magic`: how its binary files begin; `automatic`: whether it is tried without being named."""

    name: str
    summary: str
    read: Callable[[Text], Reading | None]
    write: Callable[[Puzzle, State], str] | None = None
    magic: tuple[bytes, ...] = ()
    automatic: bool = True


def split_rows(state: State, width: int) -> list[State]:
    """Return the rows of `state`."""
    return [state[start : start + width] for start in range(0, len(state), width)]
