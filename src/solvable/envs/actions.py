"""The meaning and legality of action numbers, as tables shared by single and vector environments.

Lights: the action is the press. Tiles: on a board in the single-tile metric, one of four directions in which a tile
slides: 0 up, 1 down, 2 left, 3 right; in the multi-tile metric, on graphs, or on request, the cell of the tile. Any
other puzzle: the action is the move. An illegal action changes nothing, and costs as much as a legal one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Lamps, Move, Puzzle, State

Kind = Literal["directions", "cells"]
Mask = NDArray[np.int8]


class Actions(Protocol):
    """A table of actions."""

    @property
    def number(self) -> int:
        """The number of actions."""

    def move(self, state: State, action: int) -> Move | None:
        """Return the move that an action makes in `state`, None if it is illegal."""

    def mask(self, state: State) -> Mask:
        """Return 1 for each action that is legal in `state`, 0 for the others."""


@dataclass(frozen=True)
class Presses:
    """Each action is a press in every state; those of dead and fixed cells are illegal."""

    legal: Mask

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Presses":
        """Return the actions of a puzzle with presses."""
        if not isinstance(puzzle, Lamps):
            raise PuzzleError(msg("the environment {name} is for lights", name="solvable/LightsOut-v0"))
        legal = np.zeros(puzzle.presses, np.int8)
        legal[list(puzzle.moves(puzzle.goal))] = 1
        return cls(legal)

    @property
    def number(self) -> int:
        """The number of actions."""
        return len(self.legal)

    def move(self, state: State, action: int) -> Move | None:
        """Return the press."""
        return action if self.legal[action] else None

    def mask(self, state: State) -> Mask:
        """Return 1 for each press that the player has, 0 for the others."""
        return self.legal.copy()


@dataclass(frozen=True)
class Choices:
    """Each action is the move with its number; it is illegal in states for which the puzzle does not list it."""

    puzzle: Puzzle

    @property
    def number(self) -> int:
        """The number of actions: a move of any puzzle is a cell."""
        return len(self.puzzle.goal)

    def move(self, state: State, action: int) -> Move | None:
        """Return the move itself."""
        return action if action in self.puzzle.moves(state) else None

    def mask(self, state: State) -> Mask:
        """Return 1 for each move that is legal in `state`."""
        mask = np.zeros(self.number, np.int8)
        mask[list(self.puzzle.moves(state))] = 1
        return mask


@dataclass(frozen=True)
class Slides:
    """`touched[b, a]` is the cell that action a moves if the blank is in cell b, and b itself if the action is
    illegal.
    """

    touched: NDArray[np.int64]

    @classmethod
    def of(cls, puzzle: Puzzle, kind: Kind | None = None) -> "Slides":
        """Return the actions of a puzzle of tiles; raise PuzzleError if it has no directions."""
        if isinstance(puzzle, Lamps):
            raise PuzzleError(msg("the environment {name} is for tiles", name="solvable/SlidingTiles-v0"))
        if kind not in (None, "directions", "cells"):
            raise PuzzleError(msg("actions are directions or cells, not {value}", value=repr(kind)[:40]))
        width, cells = getattr(puzzle, "width", 0), len(puzzle.goal)
        is_plain = bool(width) and getattr(puzzle, "metric", "stm") == "stm"
        if kind == "directions" and not is_plain:
            raise PuzzleError("directions are for boards of rows in the single-tile metric")
        touched = np.repeat(np.arange(cells)[:, None], 4 if kind != "cells" and is_plain else cells, axis=1)
        for blank, legal in enumerate(_moves_by_blank(puzzle)):
            for move in legal:
                touched[blank, _direction(move - blank, width) if touched.shape[1] == 4 and is_plain else move] = move
        return cls(touched)

    @property
    def number(self) -> int:
        """The number of actions."""
        return int(self.touched.shape[1])

    def move(self, state: State, action: int) -> Move | None:
        """Return the cell of the tile that slides."""
        blank = state.index(0)
        move = int(self.touched[blank, action])
        return None if move == blank else move

    def mask(self, state: State) -> Mask:
        """Return 1 for each action that moves a tile."""
        blank = state.index(0)
        mask: Mask = (self.touched[blank] != blank).astype(np.int8)
        return mask

    @property
    def masks(self) -> Mask:
        """The mask for each cell of the blank."""
        masks: Mask = (self.touched != np.arange(len(self.touched))[:, None]).astype(np.int8)
        return masks


def _direction(step: int, width: int) -> int:
    """Return the direction in which a tile slides if its cell minus the blank's is `step`."""
    return {width: 0, -width: 1}.get(step, 2 if step > 0 else 3)


def _moves_by_blank(puzzle: Puzzle) -> Sequence[Sequence[Move]]:
    """Return the legal moves for each cell in which the blank can be, none for holes."""
    goal, home, results = puzzle.goal, puzzle.goal.index(0), []
    for cell, tile in enumerate(goal):
        state = list(goal)
        state[home], state[cell] = tile, 0
        results.append(puzzle.moves(tuple(state)) if tile >= 0 else ())
    return results
