"""Kernels that are compiled in the background while the twins answer: begun once, looked for now and then."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.budget import Budget
from solvable.shared import behind
from solvable.shared.log import Log
from solvable.shared.said import say

if TYPE_CHECKING:
    from solvable.kernels.linked import Library

NEAR = "tiles.near"
SECONDS = {NEAR: 30}  # that compiling takes, about
PAUSE = 0.05  # seconds between two looks
_libraries = dict[str, "Library"]()  # of steps whose kernels this process calls without numba
log = Log("solvable.tiles")


def are_ready(step: str) -> bool:
    """Return whether the kernels of a step are to answer now: compiled before, or asked for."""
    return kernels.are_at_hand() and (kernels.are_asked_for() or behind.is_done(step))


def module(step: str, name: str) -> Any:
    """Return a module of kernels, as "tiles/beam", with those kernels of a step that can be called without numba."""
    from solvable.kernels import linked

    library = _library(step)
    return linked.stand_in(name, library) if library else linked.module(name)


def need_loading(step: str) -> bool:
    """Return whether the kernels of a step cannot be called without numba, and it is not loaded yet."""
    return not kernels.are_loaded() and _library(step) is None


def load(call: Callable[[], object]) -> None:
    """Load, or compile, kernels by calling them on next to nothing, so that no time is lost to them later.

    That time counts as compiling, with what they load: numpy, tables.
    """
    from solvable.kernels.stopwatch import loading

    with loading():
        call()


def _library(step: str) -> Library | None:
    """Return the kernels of a step to call without numba, None where there are none or numba came first."""
    from solvable.kernels import linked
    from solvable.kernels.stopwatch import loading

    if step not in _libraries and not kernels.are_loaded():
        with loading():
            file = behind.linked(step)
            found = linked.opened(file) if file else None
        if found:
            _libraries[step] = found  # to stay, also where numba is loaded for something else: loading it again is late
    return _libraries.get(step)


class Coming:
    """The kernels of a step, which are compiled in the background once `begin` is called."""

    def __init__(self, step: str) -> None:
        self.step, self.has_begun, self.is_hopeless = step, False, not kernels.are_at_hand()

    def begin(self) -> None:
        """Begin to compile in the background, and log that, unless it is done already."""
        if self.has_begun or self.is_hopeless:
            return
        self.has_begun = True
        if behind.is_done(self.step) or behind.is_going_on():
            return
        self.is_hopeless = not behind.start(self.step)
        if not self.is_hopeless:
            text = "compiling for this machine, once, about {seconds} seconds; answers come meanwhile"
            log.info(say(text, seconds=SECONDS[self.step]))

    @property
    def are_here(self) -> bool:
        """Whether the kernels are ready."""
        return self.has_begun and behind.is_done(self.step)

    def wait(self, budget: Budget) -> None:
        """Wait until the kernels are ready, nobody compiles them, or the budget is over."""
        self.begin()
        while not self.is_hopeless and not self.are_here and not budget.is_over:
            sleep(PAUSE)
            budget.goes_on()
            self.is_hopeless = behind.has_failed(self.step)
