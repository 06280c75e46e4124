"""Building the parts of a table in parallel: each part is a breadth-first search whose kernel runs without the GIL.

A layer of a large table takes seconds; a cancelled build does not wait for it, and its thread ends by itself.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from solvable.core.budget import Budget, cores

if TYPE_CHECKING:
    import queue

BuildProgress = Callable[[int, int], object]
"""Called with (states reached, states in all), at least ten times a second; stops the build by raising."""


class WrongTable(Exception):  # noqa: N818  a signal within this subject, never seen by a caller
    """An entry of a table differs from the result of a search."""


PROGRESS_INTERVAL_S = 0.1  # seconds between two calls, if a layer takes longer

Part = Iterator[int]
"""Yields the number of new states at each distance."""


def together(parts: Sequence[Part], total: int, progress: BuildProgress | None = None, workers: int = 0) -> None:
    """Run all parts, some at a time (0: one for each processor); stop them all if one or the caller fails.

    The calling thread reports the progress, and receives an interrupt.
    """
    if sys.platform == "emscripten":  # has no threads
        for reached in accumulate(chain.from_iterable(parts)):
            if progress:
                progress(reached, total)
        return
    import queue
    import threading

    waiting: queue.SimpleQueue[Part] = queue.SimpleQueue()
    for part in parts:
        waiting.put(part)
    reports: queue.SimpleQueue[int | BaseException | None] = queue.SimpleQueue()
    stop = threading.Event()

    def work() -> None:
        try:
            while not stop.is_set():
                for new in waiting.get_nowait():
                    reports.put(new)
                    if stop.is_set():
                        return
        except queue.Empty:
            pass
        except BaseException as error:
            reports.put(error)
        finally:
            reports.put(None)

    maximum = min(workers or cores(), cores(), len(parts))
    threads = [threading.Thread(target=work, daemon=True) for _ in range(maximum)]
    for thread in threads:
        thread.start()
    try:
        _follow(reports, len(threads), total, progress)
    finally:
        stop.set()


def fault(parts: Sequence[Part], total: int, progress: BuildProgress | None = None) -> str:
    """Run parts that check a table, one by one; return a description of the first wrong entry, "" if there is none."""
    try:
        together(parts, total, progress, workers=1)
    except WrongTable as found:
        return str(found)
    return ""


def told_to(budget: Budget, progress: BuildProgress | None = None) -> BuildProgress:
    """Return a progress function that also reports the states reached to a budget, and stops the build if it is
    over.
    """

    def tell(reached: int, total: int) -> None:
        if progress:
            progress(reached, total)
        if not budget.goes_on(nodes=reached):
            raise budget.exceeded()

    return tell


def _follow(
    reports: "queue.SimpleQueue[int | BaseException | None]", running: int, total: int, progress: BuildProgress | None
) -> None:
    """Report the threads' progress until all have ended; raise the error of one that failed."""
    import queue

    reached = 0
    while running:
        try:
            news = reports.get(timeout=PROGRESS_INTERVAL_S)
        except queue.Empty:
            news = 0
        if isinstance(news, BaseException):
            raise news
        if news is None:
            running -= 1
        else:
            reached += news
            if progress:
                progress(reached, total)
