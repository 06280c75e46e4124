"""A long search, watched: bounds, nodes, rate and time on one line of standard error; Ctrl-C asks it to stop.

Where that is no live terminal there is a line after some seconds, and others ever more rarely.

The first Ctrl-C makes the search return its best solution so far; a second one, or two seconds in which it does not
ask or, having asked, does not answer, interrupts it at once.

`executor_of` divides work among processes, or the workers of a cluster, for as long as a command takes.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING, Any

from solvable.cli.errors import INTERRUPTED
from solvable.cli.terminal import Terminal
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Event, Puzzle
from solvable.messages import duration

if TYPE_CHECKING:
    from solvable.core.executor import Executor

PROGRESS_INTERVAL_S = 0.2  # seconds between two lines
FIRST_NOTE_S, NEXT_NOTE_FACTOR = 5.0, 4.0  # when a line is written that stays, and how much later the next one
RETURN_TIMEOUT_S = 2.0  # seconds a search has to return its best


class Watch:
    """Shows progress and turns Ctrl-C into "stop with the best you have"; give it to a solver as `progress`.

    So it does with a request to end (SIGTERM) where the search is kept in a file.
    """

    def __init__(
        self, terminal: Terminal, seconds: float | None = None, *, is_kept: bool = False, puzzle: Puzzle | None = None
    ) -> None:
        self.terminal = terminal
        self.limit = seconds
        self.start = self.shown = monotonic()
        self.is_cancelled = False
        self.code = INTERRUPTED  # the exit code of a search that a signal ended: 128 and its number
        self.is_heard = False  # the search knows of it, and puts its best together
        self.puzzle = puzzle  # whose larger tables are named
        self.next_note = FIRST_NOTE_S
        self.is_cut = False  # a limit ended a list of answers
        self._signals = [signal.SIGINT, signal.SIGTERM] if is_kept else [signal.SIGINT]
        self._handlers: list[Any] = []

    def __call__(self, event: Event) -> bool:
        """Show the bounds at most five times a second; return False once the user wants to stop."""
        now = monotonic()
        if now - self.shown >= PROGRESS_INTERVAL_S:
            self.shown = now
            sleep(0)  # a Ctrl-C given to a thread of some library is heard only where the interpreter's lock is taken
            self._show(event.lower_bound, None if event.best is None else len(event.best), event.nodes)
        if self.is_cancelled and not self.is_heard:
            self.is_heard = True
            self._wait()
        return not self.is_cancelled

    def _show(self, lower_bound: int, best: int | None, nodes: int) -> None:
        passed = self.shown - self.start
        if not self.terminal.is_live and passed < self.next_note:
            return
        key = "progress.start" if not nodes else "progress.search" if best is None else "progress.best"
        text = self.terminal.say(
            key, bound=lower_bound, best=best or 0, nodes=nodes, rate=int(nodes / passed), time=duration(passed)
        )
        if self.limit is not None:
            text += self.terminal.say("progress.left", time=duration(max(0.0, self.limit - passed)))
        if self.terminal.is_live:
            self.terminal.status(text)
            return
        self.terminal.note(text)
        if self.next_note == FIRST_NOTE_S and (name := larger_table(self.puzzle)):
            self.terminal.note(self.terminal.say("progress.table", name=name))
        self.next_note = NEXT_NOTE_FACTOR * passed

    def __enter__(self) -> "Watch":
        if threading.current_thread() is threading.main_thread():
            self._handlers = [signal.signal(number, self._interrupt) for number in self._signals]
        return self

    def __exit__(self, kind: object, exception: BaseException | None, trace: object) -> None:
        if self._handlers:
            for number, handler in zip(self._signals, self._handlers, strict=True):
                signal.signal(number, handler)
            if self.is_cancelled and hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_REAL, 0)
        self.terminal.clear()
        if self.is_cancelled and isinstance(exception, BudgetExceededError):
            raise (KeyboardInterrupt if self.code == INTERRUPTED else SystemExit(self.code)) from exception

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.is_cancelled:
            raise KeyboardInterrupt if self.code == INTERRUPTED else SystemExit(self.code)
        self.is_cancelled, self.code = True, 128 + number
        self._wait()

    def _wait(self) -> None:
        """Interrupt for good after some seconds."""
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, self._interrupt)
            signal.setitimer(signal.ITIMER_REAL, RETURN_TIMEOUT_S)


def larger_table(puzzle: Puzzle | None) -> str:
    """Return the largest table for boards of this size if it is not built; else ""."""
    from solvable import families

    size = f"{getattr(puzzle, 'width', 0)}x{getattr(puzzle, 'height', 0)}-"
    metric = getattr(puzzle, "metric", "")
    if not metric:
        return ""
    fitting = [
        entry
        for entry in families.registry().list_tables()
        if entry.name.startswith(size) and ("mtm" in entry.name) == (metric == "mtm")
    ]
    largest = max(fitting, key=lambda entry: entry.bytes, default=None)
    return "" if largest is None or largest.built else largest.name


@contextmanager
def executor_of(workers: int, cluster: str | None) -> Iterator["Executor | None"]:
    """Yield so many processes or the workers of a cluster, None if this process does it alone; end them after."""
    if workers == 1 and cluster is None:
        yield None
        return
    from solvable import batch

    executor = batch.make_executor(workers, cluster)
    try:
        yield executor
    finally:
        executor.close()
