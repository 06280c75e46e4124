"""A watch over a long computation: a time limit, a progress callback, and what the other parts of it weigh."""

from collections.abc import Iterable, Iterator

from solvable.clock import counted
from solvable.errors import BudgetExceededError
from solvable.puzzle import Bound, Progress, Solution


class Watch:
    """Says when to stop: after `seconds`, or once `progress(lower bound, best, nodes)` has returned False.

    `lower_rest` and `best_rest` are what the parts not at work add to the bounds that are reported.
    """

    def __init__(self, seconds: float | None = None, progress: Progress | None = None) -> None:
        self._end = None if seconds is None else counted() + seconds
        self._progress = progress
        self._cancelled = False
        self.nodes = 0
        self.lower_rest = 0
        self.best_rest = 0

    @property
    def is_limited(self) -> bool:
        """Whether there is a time limit."""
        return self._end is not None

    def remaining(self) -> float:
        """Return the seconds left; infinity without a limit, 0 once cancelled."""
        if self._cancelled:
            return 0.0
        return float("inf") if self._end is None else max(0.0, self._end - counted())

    def is_over(self, lower_bound: int, best: int | None) -> bool:
        """Report the bounds; return whether time is up or the callback has cancelled."""
        if self._progress is not None and not self._cancelled:
            self._cancelled = self._progress(Bound(lower_bound + self.lower_rest, None, self.nodes)) is False
        return self.remaining() == 0.0


def while_time_lasts(solutions: Iterable[Solution], watch: Watch) -> Iterator[Solution]:
    """Yield the solutions; raise BudgetExceededError with the last one where the watch says stop before the next."""
    last = None
    for solution in solutions:
        if last is not None and watch.is_over(last.lower_bound, len(last)):
            raise BudgetExceededError("a limit was reached before all solutions were listed", last.lower_bound, last)
        watch.nodes += 1
        yield solution
        last = solution
