"""`jit`: how every kernel is compiled — cached on disk where that is possible, without the GIL.

Numba refuses to decorate where no cache folder can be written; a kernel then compiles anew in each process
instead of breaking the import. How long compiling and loading take is counted: limits of time leave it out.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import event as untyped_event

from solvable import kernels

event: Any = untyped_event
LONGEST = 60.0  # seconds that compiling one kernel may take
Function = TypeVar("Function", bound=Callable[..., Any])


class Stopwatch(untyped_event.Listener):
    """Adds up the times in which some thread compiles or loads a kernel: numba holds its compiler's lock for both."""

    def __init__(self, seconds: float) -> None:
        self.past, self.begun, self.depth = seconds, 0.0, 0

    @property
    def seconds(self) -> float:
        """The seconds so far, with those of a kernel at work; LONGEST of these, as an interrupt may hide its end."""
        return self.past + (min(monotonic() - self.begun, LONGEST) if self.depth else 0.0)

    def on_start(self, _event: Any) -> None:
        """Begin to count, unless another kernel or another thread has begun."""
        if self.depth == 0:
            self.begun = monotonic()
        self.depth += 1

    def on_end(self, _event: Any) -> None:
        """Add what has passed, where nobody compiles any more."""
        if self.depth == 1:
            self.past = self.seconds
        self.depth -= 1


stopwatch = Stopwatch(monotonic() - kernels.BEGUN)
event.register("numba:compiler_lock", stopwatch)


@contextmanager
def loading() -> Iterator[None]:
    """Count as compiling what is done within: kernels called for the first time, on next to nothing."""
    stopwatch.on_start(None)
    try:
        yield
    finally:
        stopwatch.on_end(None)


def jit(function: Function) -> Function:
    """Return `function` compiled by Numba (nopython, nogil), cached on disk where a folder can be written."""
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no writable cache folder
        return cast(Function, njit(nogil=True)(function))


without_counts: dict[str, Any] = {"_nrt": False}
inline: Any = njit(nogil=True, forceinline=True, **without_counts)
"""A part of other kernels that neither makes nor returns arrays, compiled in without counting references.

Else a call counts each array of a tuple up and down, in atomic steps, and copies the tuple: more than the work costs.
"""
