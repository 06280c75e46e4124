"""The best solution so far of one board: what every method of `near` improves, within a time and a caller's patience.

A board is seen with its blank's home at the bottom right and each tile called by its home: tile t belongs on cell
t − 1. A goal whose blank is not in a corner is first walked to the nearest corner; the walk is taken back at the end.
A draft is a solution of the human method, or one that ends with it: there at once, so that there is always an answer,
but not worth improving.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from solvable.clock import counted
from solvable.errors import BudgetExceededError
from solvable.puzzle import Bound, Progress, Solution, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvable.tiles.sheet import Sheet

Walk = list[int]
Path: TypeAlias = "Sequence[int] | NDArray[Any]"
LONG = 2000  # moves from which walks are put together by the compiled twin


class Late(Exception):  # noqa: N818  a signal within this subject, never seen by a caller
    """The time is up."""


def joined(*walks: Path, start: int) -> Walk:
    """Return the blank's walks one after the other, steps that are at once taken back left out."""
    path = [start]
    for walk in walks:
        for cell in walk:
            if len(path) > 1 and path[-2] == cell:
                path.pop()
            else:
                path.append(cell)
    return path[1:]


def joined_compiled(walk: Path, start: int, merging: int = 0) -> NDArray[Any]:
    """Return what `joined` does, as an array; with the board's width in `merging`, moves along one line as one."""
    import numpy as np

    from solvable.kernels.tiles import construct as kernel

    path = np.array(walk, np.int32)
    return path[: kernel.simplify(path, start, merging, merging > 0)]


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

    puzzle: Sheet
    state: State
    bound: int
    deadline: float | None
    progress: Progress | None
    board: State = ()
    cells: tuple[int, ...] = ()
    tail: Walk = field(default_factory=list)
    best: Path | None = None
    path: Path | None = None  # the answer, as moves of the puzzle
    nodes: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        from solvable.tiles import construct, moves

        if self.deadline is not None:
            self.seconds = self.deadline - counted()
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
        return float("inf") if self.deadline is None else self.deadline - counted()

    @property
    def is_over(self) -> bool:
        """Whether the time is up or the best is proved shortest."""
        return self.left <= 0 or (self.path is not None and len(self.path) <= self.bound)

    @property
    def solution(self) -> Solution | None:
        """The answer so far. Time: its length."""
        import numpy as np

        if self.path is None:
            return None
        path = self.path if isinstance(self.path, list | tuple) else np.asarray(self.path).tolist()
        return Solution(tuple(path), min(self.bound, len(path)))

    def tick(self, nodes: int = 0) -> None:
        """Report; raise BudgetExceededError where the caller cancels."""
        self.nodes += nodes
        if self.progress is not None and self.progress(Bound(self.bound, self.solution, self.nodes)) is False:
            raise BudgetExceededError("the search was cancelled", self.bound, self.solution)

    def grant(self, begun: float, share: float = 0.5) -> None:
        """Put the deadline off by the time since `begun`, but leave no more than that share of all the seconds."""
        if self.deadline is not None:
            now = counted()
            late = min(self.deadline + now - begun, now + share * self.seconds)
            self.deadline = max(self.deadline, late)

    def keep(self, seconds: float, share: float = 0.1) -> None:
        """Keep some seconds, at most that share of what is left, for telling the answer."""
        if self.deadline is not None:
            self.deadline -= min(seconds, share * self.left)

    def offer(self, walk: Path) -> bool:
        """Keep a walk of the blank that solves the canonical board, where it is shorter; return whether it was."""
        start = self.board.index(0)
        walk = joined(walk, start=start) if len(walk) < LONG else joined_compiled(walk, start)
        if self.best is None or len(walk) < len(self.best):
            self.best = walk
        return self.draft(walk)

    def draft(self, walk: Path) -> bool:
        """Answer by a walk of the blank, where it is shorter, but do not improve it; return whether it was shorter."""
        return self.answer(self.told(walk))

    def answer(self, path: Path) -> bool:
        """Answer by moves of the puzzle, where they are fewer; return whether they are."""
        if self.path is not None and len(path) >= len(self.path):
            return False
        self.path = path
        self.tick()
        return True

    def told(self, walk: Path) -> Path:
        """Return a walk of the blank on the canonical board as moves of the puzzle."""
        from solvable.tiles import moves

        start, is_mtm = self.state.index(0), self.puzzle.metric == "mtm"
        if len(walk) < LONG:
            path = joined([self.cells[cell] for cell in walk], self.tail, start=start)
            return moves.merge(self.puzzle.width, self.state, path) if is_mtm else path
        import numpy as np

        cells = np.append(np.array(self.cells, np.int32)[np.asarray(walk)], np.array(self.tail, np.int32))
        return joined_compiled(cells, start, self.puzzle.width if is_mtm else 0)
