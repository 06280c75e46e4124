"""The best solution so far of one board: what every method of `near` improves, within a time and a caller's patience.

A board is seen with its blank's home at the bottom right and each tile called by its home: tile t belongs on cell
t − 1. A goal whose blank is not in a corner is first walked to the nearest corner; the walk is taken back at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from solvable.errors import BudgetExceededError
from solvable.puzzle import Progress, Solution, State

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

Walk = list[int]


class Late(Exception):  # noqa: N818  a signal within this subject, never seen by a caller
    """The time is up."""


def joined(*walks: Walk, start: int) -> Walk:
    """Return the blank's walks one after the other, steps that are at once taken back left out."""
    path = [start]
    for walk in walks:
        for cell in walk:
            if len(path) > 1 and path[-2] == cell:
                path.pop()
            else:
                path.append(cell)
    return path[1:]


def after(state: State, walk: Walk) -> State:
    """Return the board after the blank's walk."""
    board = list(state)
    blank = board.index(0)
    for cell in walk:
        board[blank], board[cell] = board[cell], 0
        blank = cell
    return tuple(board)


@dataclass(slots=True)
class Attempt:
    """One board, canonical, and the shortest walk of the blank found so far."""

    puzzle: SlidingTiles
    state: State
    bound: int
    deadline: float | None
    progress: Progress | None
    board: State = ()
    cells: tuple[int, ...] = ()
    tail: Walk = field(default_factory=list)
    best: Walk | None = None
    solution: Solution | None = None
    nodes: int = 0
    begun: float = field(default_factory=monotonic)

    def __post_init__(self) -> None:
        from solvable.tiles import construct, moves

        w, h = self.puzzle.width, self.puzzle.height
        corner, walk = construct.corner_goal(self.puzzle)
        self.cells = tuple(reversed(construct.seen_from(w, h, corner)))
        goal = after(self.puzzle.goal, list(walk))
        self.tail = list(moves.invert(self.puzzle.goal, walk))
        name = [0] * (w * h)
        for place, cell in enumerate(self.cells[:-1], start=1):
            name[goal[cell]] = place
        self.board = tuple(name[self.state[cell]] for cell in self.cells)

    @property
    def width(self) -> int:
        """The width of the board."""
        return self.puzzle.width

    @property
    def height(self) -> int:
        """The height of the board."""
        return self.puzzle.height

    @property
    def left(self) -> float:
        """The seconds left; infinite without a limit."""
        return float("inf") if self.deadline is None else self.deadline - monotonic()

    @property
    def is_over(self) -> bool:
        """Whether the time is up or the best is proved shortest."""
        return self.left <= 0 or (self.solution is not None and len(self.solution) == self.bound)

    def tick(self, nodes: int = 0) -> None:
        """Report; raise BudgetExceededError where the caller cancels."""
        self.nodes += nodes
        found = None if self.solution is None else len(self.solution)
        if self.progress is not None and self.progress(self.bound, found, self.nodes) is False:
            raise BudgetExceededError("the search was cancelled", self.bound, self.solution)

    def offer(self, walk: Walk) -> bool:
        """Keep a walk of the blank that solves the canonical board, where it is shorter; return whether it was."""
        from solvable.tiles import moves

        walk = joined(walk, start=self.board.index(0))
        if self.best is None or len(walk) < len(self.best):
            self.best = walk
        path = joined([self.cells[c] for c in walk], self.tail, start=self.state.index(0))
        if self.puzzle.metric == "mtm":
            path = list(moves.merge(self.puzzle.width, self.state, path))
        if self.solution is not None and len(path) >= len(self.solution):
            return False
        self.solution = Solution(tuple(path), self.bound)
        self.tick()
        return True
