"""The options of an environment, for one board or many: the puzzle, the starts of episodes, their limit, distances."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from solvable import families, game_id
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.core.message import msg
from solvable.core.puzzle import Lamps, Puzzle, State, StateReader
from solvable.envs.reset import Range, Starts, bounds

LIGHTS, TILES = "lights:5x5", "tiles:4x4"
Remaining = Callable[[Any], Any]


@dataclass(frozen=True)
class Options:
    """A puzzle, the boards with which episodes begin, the limit of moves, and a lookup of distances."""

    puzzle: Puzzle
    starts: Starts
    limit: int
    remaining: Remaining | None

    @classmethod
    def of(
        cls, family: str, puzzle: Puzzle | str, depth: Range | None, distance: Range | None, limit: int | None,
        distances: bool,
    ) -> "Options":  # fmt: skip
        """Return the options for a puzzle, which may be given as a game ID or as the middle of one of this family,
        `5x5,torus`.
        """
        if isinstance(puzzle, str):
            puzzle = game_id.parse_puzzle(f"{family}:{puzzle}" if family and ":" not in puzzle else puzzle)
        if limit is not None and limit < 1:
            raise PuzzleError(
                msg("{name} is a number from 1, or a pair of them, not {value}", name="limit", value=limit)
            )
        starts = Starts(puzzle, bounds(depth, "depth"), bounds(distance, "distance"))
        remaining = families.of(puzzle).remaining(puzzle) if distances else None
        return cls(puzzle, starts, limit or _limit(puzzle), remaining)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation: rows and columns, or one row if there are none."""
        width = getattr(self.puzzle, "width", 0)
        return (len(self.puzzle.goal) // width, width) if width else (len(self.puzzle.goal),)

    @property
    def low(self) -> int:
        """The least value of a cell: 0, or −1 for holes."""
        return min(0, *self.puzzle.goal)

    @property
    def high(self) -> int:
        """The largest value of a cell."""
        return self.puzzle.k - 1 if isinstance(self.puzzle, Lamps) else max(self.puzzle.goal)

    @property
    def type(self) -> Any:
        """The smallest integer type of numpy that holds the values of cells and the sum of two of them."""
        return np.result_type(np.min_scalar_type(self.low), np.min_scalar_type(2 * self.high))

    def state(self, given: Any) -> State:
        """Return a solvable state in any form; raise PuzzleError if it is not a state, UnsolvableError, with the proof,
        if it has no solution.
        """
        state = self.puzzle.state(given) if isinstance(self.puzzle, StateReader) else tuple(given)
        proof = self.puzzle.obstruction(state)
        if proof is not None:
            raise UnsolvableError("an episode cannot begin with a board that has no solution", proof)
        return state


def _limit(puzzle: Puzzle) -> int:
    """Return the default limit of moves for an episode: more than twice what any board of this size needs."""
    if isinstance(puzzle, Lamps):
        return max(10, 2 * puzzle.presses * (puzzle.k - 1))
    return max(100, 8 * len(puzzle.goal) * max(getattr(puzzle, "width", 0), getattr(puzzle, "height", 1)))
