"""Limits of time in tests, by the processor's clock: others may be at work on the machine, and machines differ.

What is tested is that work ends; how soon, `python -m tools.hostile` measures, with the strict limits.
"""

import time
from threading import Timer

from solvable.core.budget import Budget

LATE = 10.0  # seconds of the processor that may go by after a limit: mostly a tenth of one does


def spent() -> float:
    """Return the seconds of the processor that this process has taken."""
    return time.process_time()


class Cancelled:
    """Cancels a budget from another thread, in so many seconds from now."""

    def __init__(self, budget: Budget, after: float) -> None:
        self._budget, self._moment = budget, list[float]()
        self._timer = Timer(after, self._cancel)
        self._timer.start()

    def _cancel(self) -> None:
        self._moment.append(spent())
        self._budget.cancel()

    def late(self) -> float:
        """Return the seconds of the processor since it was cancelled: none where the work was done before that."""
        self._timer.cancel()
        return spent() - self._moment[0] if self._moment else 0.0
