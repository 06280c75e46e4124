"""One budget for a request: its time, cancellation, progress and workers, passed down to every search it starts.

The clock of a budget starts when it is created. Any thread may call `cancel`; a progress callback cancels by returning
False. A part of the work gets a `share`, which ends no later than the budget itself and is cancelled with it. A budget
only measures: when it is over, the search decides whether to return the best solution so far or to raise
BudgetExceededError. Its `executor` (`core.executor.Executor`) runs parts of the work in other processes or on other
machines.

Most code takes its budget as an argument. Properties (the nullity of a puzzle, say) take no arguments and use the
budget in force: `with budget: puzzle.nullity`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from itertools import chain, islice
from numbers import Real
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, TypedDict, TypeVar

from solvable.core.errors import BudgetExceededError, PuzzleError, whole_number
from solvable.core.message import msg
from solvable.core.solution import Better, Bound, Event, Progress, Solution

if TYPE_CHECKING:
    from solvable.core.executor import Executor

FOREVER = float("inf")
SECONDS_MAX = 10**9  # seconds; a longer limit is treated as no limit
ITEMS_PER_CHECK = 1 << 10  # items of a long loop between two checks
Item = TypeVar("Item")
Through = Callable[[Event], Event | None]
_in_force: ContextVar[Budget | None] = ContextVar("budget", default=None)


def wall() -> float:
    """Return the seconds since an arbitrary moment: the clock of budgets, and of the games in the front ends."""
    return monotonic()


class Limits(TypedDict, total=False):
    """The limits of a public method, taken as `**limits: Unpack[Limits]`; `Budget.of(**limits)` makes a budget of them.

    `seconds`: how long the request may take, None for no limit; `progress`: called with each event of a search, cancels
    by returning False; `budget`: replaces all the others.
    """

    seconds: float | None
    progress: Progress | None
    budget: Budget | None


class ParallelLimits(Limits, total=False):
    """The same for methods that divide their work among `workers` processes or threads: `Budget.parallel(**limits)`."""

    workers: int


class Budget:
    """The limits of a request: `seconds` (None: no limit), the number of `workers`, and a `progress` function.

    `progress` is called with each event of a search (`solution.Bound`, `solution.Better`) and cancels by returning
    False. The seconds count from its creation. `clock` replaces the clock; `executor` runs parts of the work elsewhere
    (`crew` is its former name, accepted for one version). Within `with budget:` the budget applies to every call that
    is given no limits of its own.

    >>> import solvable
    >>> with solvable.Budget(2):  # for whatever takes no `seconds`, properties too
    ...     solvable.LightsOut(100, 100).nullity
    0
    """

    __slots__ = (
        "_clock", "_end", "_is_cancelled", "_is_unhurried", "_parent", "_progress", "_reports", "_through",
        "_tokens", "begun", "executor", "has_listener", "per_move", "workers",
    )  # fmt: skip

    def __init__(
        self,
        seconds: float | None = None,
        *,
        workers: int = 1,
        progress: Progress | None = None,
        clock: Callable[[], float] = wall,
        executor: Executor | None = None,
        crew: Executor | None = None,
    ) -> None:
        self._clock = clock
        self.begun = clock()
        self.workers = max(1, workers)
        self.executor = executor or crew
        self.per_move = 0.0  # seconds that the caller needs for each move of a long solution
        self._end = FOREVER if seconds is None else self.begun + seconds
        self._progress = progress
        self.has_listener = progress is not None  # whether a progress function receives its events
        # Whether events are created, for that function or for a `through` on the way to it
        self._reports = self.has_listener
        self._is_cancelled = self._is_unhurried = False
        self._parent: Budget | None = None
        self._through: Through | None = None
        self._tokens: list[Token[Budget | None]] = []

    @classmethod
    def of(
        cls, *, seconds: float | None = None, progress: Progress | None = None, budget: Budget | None = None,
        **unknown: object,
    ) -> Budget:  # fmt: skip
        """Return `budget`, or if it is None a new one with these limits. Only public functions call this.

        The new one is a share of the budget in force, if there is one, but reports only to `progress`. Raises TypeError
        for any other keyword, in the name of the calling function.
        """
        if unknown:
            raise _unexpected(next(iter(unknown)), Limits)
        return cls._of(seconds, 1, progress, budget)

    @classmethod
    def parallel(
        cls, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None, **unknown: object,
    ) -> Budget:  # fmt: skip
        """Return the same for a function that also accepts `workers`."""
        if unknown:
            raise _unexpected(next(iter(unknown)), ParallelLimits)
        return cls._of(seconds, workers, progress, budget)

    @classmethod
    def _of(cls, seconds: float | None, workers: int, progress: Progress | None, budget: Budget | None) -> Budget:
        if budget is not None:
            return budget
        if seconds is not None and (not isinstance(seconds, Real) or isinstance(seconds, bool) or not seconds >= 0):
            raise PuzzleError(msg("the limit must be a number of seconds from 0, not {value}", value=repr(seconds)))
        if seconds is not None and seconds != FOREVER:
            seconds = float(min(seconds, SECONDS_MAX))
        workers = whole_number(workers, "the number of workers", 1)
        outer = _in_force.get()
        if outer is None:
            return cls(seconds, workers=workers, progress=progress)

        def tell(event: Event) -> None:
            if progress is not None and not made.is_cancelled and progress(event) is False:
                made.cancel()

        made = outer.share(seconds=seconds, workers=workers, through=tell)
        made.has_listener = made._reports = progress is not None
        return made

    @property
    def is_cancelled(self) -> bool:
        """Whether this budget, or one of which it is a share, was cancelled."""
        return self._is_cancelled or (self._parent is not None and self._parent.is_cancelled)

    @property
    def is_limited(self) -> bool:
        """Whether there is a time limit."""
        is_own = self._end != FOREVER
        return is_own or (self._parent is not None and not self._is_unhurried and self._parent.is_limited)

    @property
    def left(self) -> float:
        """The seconds left: infinity without a limit, 0 if the time is up or the budget was cancelled."""
        remaining, now, is_timed = FOREVER, 0.0, True
        clock: Callable[[], float] | None = None
        each: Budget | None = self
        while each is not None:
            if each._is_cancelled:
                return 0.0
            if is_timed and each._end != FOREVER:
                if each._clock is not clock:  # each end is measured by the clock of its budget
                    clock, now = each._clock, each._clock()
                remaining = min(remaining, each._end - now)
            is_timed = is_timed and not each._is_unhurried
            each = each._parent
        return max(0.0, remaining)

    @property
    def is_over(self) -> bool:
        """Whether the time is up or the budget was cancelled."""
        return self.left <= 0.0

    @property
    def spent(self) -> float:
        """The seconds since the budget was created."""
        return self._clock() - self.begun

    def cancel(self) -> None:
        """End this budget and all its shares, from any thread."""
        self._is_cancelled = True

    def share(
        self, part: float = 1.0, *, seconds: float | None = None, workers: int | None = None,
        through: Through | None = None, clock: Callable[[], float] | None = None,
    ) -> Budget:  # fmt: skip
        """Return a budget for a part of the work: `part` (0 to 1) of the seconds left, and at most `seconds`.

        It ends with this budget and is cancelled with it. Its events pass through `through` before they are reported
        here; events for which `through` returns None are dropped. It has this budget's workers and clock unless others
        are given.
        """
        limit = part * self.left if seconds is None else min(seconds, part * self.left)
        child = Budget(None if limit == FOREVER else limit, workers=workers or self.workers, clock=clock or self._clock)
        child.executor, child.per_move = self.executor, self.per_move
        child._parent, child._through = self, through
        child.has_listener, child._reports = self.has_listener, self._reports or through is not None
        return child

    def put_off(self, seconds: float) -> None:
        """Extend the deadline by `seconds`, for one-off work (filling tables) that must not count against the
        request.
        """
        self._end += seconds
        if self._parent is not None:
            self._parent.put_off(seconds)

    @contextmanager
    def extended(self, seconds: float) -> Iterator[None]:
        """Extend the deadline by `seconds` within the block, to finish work that is useless if it stops halfway.

        Shares created before are not extended.
        """
        self.put_off(seconds)
        try:
            yield
        finally:
            self.put_off(-seconds)

    def keep(self, seconds: float) -> None:
        """Make the deadline earlier by `seconds`, the time needed to assemble the answer."""
        self._end -= seconds

    def report(self, event: Event) -> None:
        """Call the progress function with an event; if it returns False, cancel."""
        if self._through is not None:
            changed = self._through(event)
            if changed is None:
                return
            event = changed
        if self._parent is not None:
            self._parent.report(event)
        elif self._progress is not None and not self._is_cancelled and self._progress(event) is False:
            self._is_cancelled = True

    def goes_on(
        self, lower_bound: int = 0, best: Solution | Callable[[], Solution | None] | None = None, nodes: int = 0
    ) -> bool:
        """Report a bound, and return whether time is left. `best` may be a function, called only if events are
        received.
        """
        if self._reports:
            if callable(best):
                best = best() if self.has_listener else None
            self.report(Bound(lower_bound, best, nodes))
        return self.left > 0.0

    def look(self, nodes: int = 0) -> None:
        """Report the number of nodes searched; raise BudgetExceededError if cancelled, but not if the time is up."""
        self.report(Bound(0, None, nodes))
        if self.is_cancelled:
            raise self.exceeded()

    def better(self, best: Solution, nodes: int = 0) -> bool:
        """Report a better solution, and return whether time is left."""
        self.report(Better(best.lower_bound, best, nodes))
        return not self.is_over

    def exceeded(self, lower_bound: int = 0, best: Solution | None = None) -> BudgetExceededError:
        """Return the error for a timeout or a cancellation, with the bound and the best solution so far."""
        reason = "cancelled" if self.is_cancelled else "the time limit was reached"
        return BudgetExceededError(reason, lower_bound, best)

    def check(self) -> None:
        """Raise BudgetExceededError if the time is up or the budget was cancelled."""
        if self.is_over:
            raise self.exceeded()

    def __enter__(self) -> Budget:
        self._tokens.append(_in_force.set(self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _in_force.reset(self._tokens.pop())


def _unexpected(name: str, known: type) -> TypeError:
    """Return the error about a keyword that the function making a budget does not accept, worded as Python does."""
    from difflib import get_close_matches

    function = sys._getframe(2).f_code.co_qualname
    close = get_close_matches(name, known.__annotations__, n=1)
    suggestion = f". Did you mean '{close[0]}'?" if close else ""
    return TypeError(f"{function}() got an unexpected keyword argument '{name}'{suggestion}")


def cores() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def unhurried() -> Iterator[None]:
    """Suspend the time limit of the budget in force, but not cancellation, while an answer is assembled after the
    deadline.
    """
    outer = _in_force.get()
    if outer is None:
        yield
        return
    own = outer.share()
    own._end, own._is_unhurried = FOREVER, True
    with own:
        yield


def check() -> None:
    """Raise BudgetExceededError if the budget in force is over; without one, do nothing.

    A call takes 0.25 µs; loops that may run for seconds call it a few hundred times a second.
    """
    budget = _in_force.get()
    if budget is not None and budget.is_over:
        raise budget.exceeded()


def current_executor() -> Executor | None:
    """Return the executor of the budget in force, or None if everything is computed in this process."""
    budget = _in_force.get()
    return None if budget is None else budget.executor


def check_step(seconds: float) -> None:
    """Raise BudgetExceededError if an uninterruptible step of `seconds` would outlast the budget in force."""
    budget = _in_force.get()
    if budget is not None and seconds > budget.left:
        raise budget.exceeded()


def checked(items: Iterable[Item], every: int = ITEMS_PER_CHECK) -> Iterator[Item]:
    """Yield the items of a long loop, and call `check` after every `every` items; the others cost next to nothing."""
    # fewer than `every`; the length of a range may be too large for `len`
    if isinstance(items, tuple | range | bytes) and not items[every - 1 : every]:
        return iter(items)
    return chain.from_iterable(_parts(items, every))


def _parts(items: Iterable[Item], every: int) -> Iterator[Iterable[Item]]:
    remaining = iter(items)
    yield islice(remaining, every - 1)
    for item in remaining:
        check()
        yield chain((item,), islice(remaining, every - 1))
