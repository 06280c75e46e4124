"""Executors for independent tasks: threads or processes of this machine, or the workers of a cluster.

A task is a function of a module with arguments that can be pickled, and its result depends on nothing else; so it does
not matter where it runs, nor how often, if workers are lost. Front ends create executors (`batch.job.make_executor`),
solvers take them from their budget.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from solvable.core.errors import PuzzleError

if TYPE_CHECKING:
    from concurrent.futures import Future

TASKS_QUEUED_PER_WORKER = 4  # tasks submitted for each worker before the first result
BUDGET_POLL_S = 0.05  # seconds between two checks of the budget

Task = Callable[..., Any]


class Executor(Protocol):
    """Whoever works on parts."""

    @property
    def count(self) -> int:
        """How many parts are worked on at a time; it may change."""

    def submit(self, part: Task, *arguments: Any) -> "Future[Any]":
        """Return the future of part(*arguments): it raises what that raises, LostError if all workers were lost."""

    def close(self) -> None:
        """End at once, whatever is being computed."""


class LostError(PuzzleError):
    """Every worker that was given a part was lost with it."""

    def __init__(self) -> None:
        super().__init__("each worker that was given this part was lost: is there enough memory?")


class ThreadExecutor:
    """So many threads of this process: for parts that leave the interpreter to the others."""

    def __init__(self, count: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self.count = count
        self._threads = ThreadPoolExecutor(count)

    def submit(self, part: Task, *arguments: Any) -> "Future[Any]":
        """Return the future of part(*arguments)."""
        return self._threads.submit(part, *arguments)

    def close(self) -> None:
        """Begin nothing more; what is being computed ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def map_ordered(
    executor: Executor, part: Task, arguments: Iterable[tuple[Any, ...]], tick: Callable[[], object] = lambda: None
) -> Iterator[Any]:
    """Yield part(*each) for each of the arguments, in their order; `tick` is called while waiting, and may raise."""
    waiting: deque[Future[Any]] = deque()
    remaining = iter(arguments)
    try:
        while True:
            while (
                len(waiting) < TASKS_QUEUED_PER_WORKER * executor.count and (each := next(remaining, None)) is not None
            ):
                waiting.append(executor.submit(part, *each))
            if not waiting:
                return
            tick()
            try:
                result = waiting[0].result(BUDGET_POLL_S)
            except TimeoutError:
                if not waiting[0].done():
                    continue
                raise
            waiting.popleft()
            yield result
    finally:
        for future in waiting:
            future.cancel()
