"""A solution looked for in a thread, so that the board is never blocked: cancelled at any time, its best shown."""

from collections.abc import Callable
from threading import Thread

from solvable.answers.review import best
from solvable.core.budget import Budget
from solvable.core.errors import Invariant, PuzzleError, UnsolvableError
from solvable.core.puzzle import Event, Puzzle, Solution, State


class Search:
    """Looks for the shortest solution of a position for so many seconds; `done` is called, in the thread, at the end.

    `best` and `bound` are what is known by now, `proof` why there is no solution, `error` what went wrong.
    """

    def __init__(self, puzzle: Puzzle, state: State, seconds: float, done: Callable[["Search"], None]) -> None:
        self.puzzle, self.state, self.done = puzzle, state, done
        self.best: Solution | None = None
        self.bound = 0
        self.is_over = False
        self.proof: Invariant | None = None
        self.error: Exception | None = None
        self.budget = Budget(seconds, progress=self._hear)
        self._thread = Thread(target=self._run, daemon=True)

    def begin(self) -> "Search":
        """Begin, and return at once."""
        self._thread.start()
        return self

    def cancel(self) -> None:
        """Ask it to end with the best it has."""
        self.budget.cancel()

    def _hear(self, event: Event) -> bool:
        self.bound = max(self.bound, event.lower_bound)
        if event.best is not None and (self.best is None or len(event.best) < len(self.best)):
            self.best = event.best
        return True

    def _run(self) -> None:
        try:
            result = best(self.puzzle, self.state, self.budget)
            if self.best is None or len(result) <= len(self.best):
                self.best = result
            self.bound = max(self.bound, result.lower_bound)
        except UnsolvableError as error:
            self.proof = error.obstruction
        except (PuzzleError, MemoryError, ImportError) as error:
            self.error = error
        self.is_over = True
        self.done(self)

    @property
    def found(self) -> Solution | None:
        """The best solution with the bound that is proved by now."""
        return None if self.best is None else Solution(self.best.moves, min(self.bound, len(self.best)))
