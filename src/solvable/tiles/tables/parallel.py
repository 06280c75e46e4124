"""Building the parts of a table side by side: each part is a breadth-first search whose kernel runs without the GIL."""

import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence

BuildProgress = Callable[[int, int], object]
"""Called with (states reached, states in all); what it raises stops the build."""

Part = Iterator[int]
"""Yields the number of new states at each distance."""


def together(parts: Sequence[Part], total: int, progress: BuildProgress | None = None, workers: int = 0) -> None:
    """Run all parts, some at a time (0: as many as there are processors); stop them all where one or the caller fails.

    The progress is told from the calling thread, and so is an interrupt raised there.
    """
    waiting: queue.SimpleQueue[Part] = queue.SimpleQueue()
    for part in parts:
        waiting.put(part)
    told: queue.SimpleQueue[int | BaseException | None] = queue.SimpleQueue()
    stop = threading.Event()

    def work() -> None:
        try:
            while not stop.is_set():
                for new in waiting.get_nowait():
                    told.put(new)
                    if stop.is_set():
                        return
        except queue.Empty:
            pass
        except BaseException as error:
            told.put(error)
        finally:
            told.put(None)

    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(workers or available, len(parts)))]
    for thread in threads:
        thread.start()
    try:
        _follow(told, len(threads), total, progress)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _follow(
    told: "queue.SimpleQueue[int | BaseException | None]", running: int, total: int, progress: BuildProgress | None
) -> None:
    """Report what the threads tell until all have ended; raise what one has raised."""
    reached = 0
    while running:
        news = told.get()
        if isinstance(news, BaseException):
            raise news
        if news is None:
            running -= 1
        else:
            reached += news
            if progress:
                progress(reached, total)
