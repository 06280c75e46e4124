"""What a format is: a name, what it looks like, a reader and, where it can say a board, a writer.

A reader returns None for a text that does not look like its format, and raises NotationError for one that does but
is wrong. A reading says in its note what it took for granted: which symbol is lit, which goal is meant.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from solvable.errors import PuzzleError
from solvable.formats.text import Text
from solvable.lights.board import LightsOut
from solvable.puzzle import Puzzle, State
from solvable.tiles.board import SlidingTiles
from solvable.tiles.graphs.board import GraphTiles

MOST_LAMPS = 10**7
MOST_TILES = 10**6


class Reading(NamedTuple):
    """What a format makes of a text."""

    puzzle: Puzzle
    state: State
    note: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle and a state, the format they were read in, and what the reader took for granted."""

    puzzle: Puzzle
    state: State
    format: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A row of the table. `magic`: how its binary files begin; `automatic`: whether it is tried without being named."""

    name: str
    summary: str
    read: Callable[[Text], Reading | None]
    write: Callable[[Puzzle, State], str] | None = None
    magic: tuple[bytes, ...] = ()
    automatic: bool = True


def lights_of(puzzle: Puzzle, name: str) -> LightsOut:
    """Return `puzzle` as the lights puzzle it is; raise PuzzleError where the format `name` has no place for it."""
    if isinstance(puzzle, LightsOut):
        return puzzle
    raise PuzzleError(f"the format {name} is for lights")


def plain_lights(puzzle: Puzzle, name: str) -> LightsOut:
    """Return `puzzle` if it is the plain board (two states, plus rule, plane, goal dark), all that `name` can say."""
    lights = lights_of(puzzle, name)
    plain = lights.k == 2 and (lights.rule, lights.surface) == ("plus", "plane")
    if plain and not lights.dead and not lights.fixed and not any(lights.goal):
        return lights
    raise PuzzleError(f"the format {name} has no place for this puzzle's rules: use id")


def tiles_of(puzzle: Puzzle, name: str, goal: str = "blank-last") -> SlidingTiles:
    """Return `puzzle` if it is a tiles puzzle with the goal and the metric that `name` means."""
    if isinstance(puzzle, GraphTiles):
        raise PuzzleError(f"the format {name} has no place for graphs, holes and tiles alike: use id")
    if not isinstance(puzzle, SlidingTiles):
        raise PuzzleError(f"the format {name} is for tiles")
    if puzzle != SlidingTiles(puzzle.width, puzzle.height, goal=goal):
        raise PuzzleError(f"the format {name} means the goal {goal} and single moves, and cannot say others: use id")
    return puzzle


def split_rows(state: State, width: int) -> list[State]:
    """Return the rows of `state`."""
    return [state[start : start + width] for start in range(0, len(state), width)]
