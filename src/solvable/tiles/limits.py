"""Limits of a search: seconds, and a progress callback that may cancel; what is proved so far comes back."""

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from solvable.errors import BudgetExceededError
from solvable.puzzle import Progress, Solution, State
from solvable.tiles.heuristics import lower_bound

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

ENOUGH_TO_BUILD = 20.0  # seconds, for tables of 100 MB
EASY, PROVING = 16, 0.7  # cells of boards whose proof may take all the time; share of it that others' proofs get


@dataclass(slots=True)
class Watch:
    """Looks at the clock and reports; `bound` is the length proved necessary so far."""

    puzzle: "SlidingTiles"
    state: State
    seconds: float | None = None
    progress: Progress | None = None
    lists: bool = False  # whether all solutions are listed: then none is sought where the time is up
    bound: int = 0
    begun: float = field(default_factory=time.monotonic)

    @property
    def hurried(self) -> bool:
        """Whether there is no time to build large tables."""
        return self.seconds is not None and self.seconds < ENOUGH_TO_BUILD

    def tick(self, nodes: int) -> None:
        """Raise BudgetExceededError where the time is up or the callback says no."""
        if self.progress is not None and self.progress(self.bound, None, nodes) is False:
            raise self.exceeded("the search was cancelled", at_once=True)
        share = 1.0 if self.lists or self.puzzle.cells <= EASY else PROVING
        if self.seconds is not None and time.monotonic() - self.begun >= share * self.seconds:
            raise self.exceeded(f"no proof within {self.seconds:g} seconds")

    def building(self, _reached: int, _states: int) -> None:
        """Tick while tables are built; what is proved then is the bound that costs no table."""
        self.bound = self.bound or lower_bound(self.state, self.puzzle.goal, self.puzzle.width, self.puzzle.metric)
        self.tick(0)

    def exceeded(self, reason: str, *, at_once: bool = False) -> BudgetExceededError:
        """Return the error that carries the proved bound and a valid solution, as short as the time left allows."""
        self.bound = self.bound or lower_bound(self.state, self.puzzle.goal, self.puzzle.width, self.puzzle.metric)
        best = self.puzzle.solve(self.state) if at_once or self.lists else self.best()
        known = f"at least {self.bound} and at most {len(best)} moves"
        return BudgetExceededError(f"{reason}: {known}", self.bound, Solution(best.moves, self.bound))

    def best(self) -> Solution:
        """Return a short solution where there is time for one (`near`), else that of the human method."""
        from solvable.tiles import near

        left = 0.0 if self.seconds is None else self.seconds - (time.monotonic() - self.begun)
        if left > 0:
            try:
                return near.near(self.puzzle, self.state, seconds=left, progress=self.progress)
            except BudgetExceededError as error:
                if error.best is not None:
                    return Solution(tuple(error.best.moves), error.lower_bound)
        return self.puzzle.solve(self.state)
