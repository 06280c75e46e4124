"""What compiling and loading kernels take: limits of time leave it out (`clock`)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

LONGEST = 60.0  # seconds that compiling one kernel may take


class Stopwatch:
    """Adds up the times in which some thread compiles or loads kernels."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.past, self.begun, self.depth = seconds, 0.0, 0

    @property
    def seconds(self) -> float:
        """The seconds so far, with those of a kernel at work; LONGEST of these, as an interrupt may hide its end."""
        return self.past + (min(monotonic() - self.begun, LONGEST) if self.depth else 0.0)

    def begin(self) -> None:
        """Begin to count, unless another kernel or another thread has begun."""
        if self.depth == 0:
            self.begun = monotonic()
        self.depth += 1

    def end(self) -> None:
        """Add what has passed, where nobody compiles any more."""
        if self.depth == 1:
            self.past = self.seconds
        self.depth -= 1

    def add(self, seconds: float) -> None:
        """Add what has just passed, unless it is counted already."""
        if self.depth == 0:
            self.past += seconds

    def restart(self) -> None:
        """Count from here on: in the child of a fork no thread that has begun goes on, and none would end."""
        self.past, self.depth = self.seconds, 0


stopwatch = Stopwatch()
if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=stopwatch.restart)


@contextmanager
def loading() -> Iterator[None]:
    """Count the time of this context as compiling: in it kernels are called for the first time, on next to nothing."""
    stopwatch.begin()
    try:
        yield
    finally:
        stopwatch.end()
