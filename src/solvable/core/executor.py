"""Executors for independent tasks: threads or processes of this machine, or the workers of a cluster.

A task is a module-level function with picklable arguments, and its result depends on nothing else; so it may run on any
worker, and again if a worker is lost. Front ends create executors (`batch.job.make_executor`); solvers take them from
their budget.
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
    """Runs tasks."""

    @property
    def count(self) -> int:
        """The number of tasks that run at a time; it may change."""

    def submit(self, part: Task, *arguments: Any) -> "Future[Any]":
        """Return the future of part(*arguments), which raises what the call raises, or LostError if all workers were
        lost.
        """

    def close(self) -> None:
        """Stop immediately, and abandon running tasks."""


class LostError(PuzzleError):
    """Every worker that ran a task was lost."""

    def __init__(self) -> None:
        super().__init__("each worker that was given this part was lost: is there enough memory?")


class ThreadExecutor:
    """A fixed number of threads of this process, for tasks that release the interpreter lock."""

    def __init__(self, count: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self.count = count
        self._threads = ThreadPoolExecutor(count)

    def submit(self, part: Task, *arguments: Any) -> "Future[Any]":
        """Return the future of part(*arguments)."""
        return self._threads.submit(part, *arguments)

    def close(self) -> None:
        """Start no more tasks; running ones finish by themselves."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def map_ordered(
    executor: Executor, part: Task, arguments: Iterable[tuple[Any, ...]], tick: Callable[[], object] = lambda: None
) -> Iterator[Any]:
    """Yield part(*each) for each of the arguments, in order; call `tick` while waiting, which may raise."""
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
