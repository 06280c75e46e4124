"""A first solution, then shorter ones and better bounds until one is proved shortest or the time is up.

A small board is first searched for its shortest solution for `FIRST_S` seconds, which suffice for most of them. If they
do not, and on larger boards, the fast method gives the first solution. Then the search for a shortest one raises the
bound, on boards of at most `BOUND_CELLS_MAX` cells: on larger ones it proves no more than the first answer did. The
rest of the time goes to shorter solutions or, if there is no such method, to the search again. Later reports never
weaken earlier ones: lengths only fall and bounds only rise.
"""

from collections.abc import Iterator
from typing import Unpack

from solvable.answers import nearest
from solvable.answers.fields import Mode
from solvable.core.answer import Answer, Fields, ordered
from solvable.core.budget import Budget, Limits
from solvable.core.puzzle import Better, Bound, Event, Near, Solution
from solvable.formats.base import Targets

IMPROVE_S = 30.0  # seconds in all, if no limit is given
FIRST_S = 0.4  # seconds for a shortest solution of a small board, before a short one
SHORT_S = 1.0  # seconds for the first short solution
SMALL_CELLS_MAX = 16  # cells of boards of tiles whose shortest solution is searched first
BOUND_CELLS_MAX = 36  # cells of boards of tiles whose bound a search can raise
BOUND_SHARE = 0.4  # part of the remaining time for that bound


def improve(targets: Targets, **limits: Unpack[Limits]) -> Answer:
    """Return the best solution found within the limits, `IMPROVE_S` seconds if there are none, and the best bound.

    The events on the way hold the best of both so far. If the work is cancelled, the answer is what was found.
    """
    whole = Budget.of(**limits)
    best = _Best(whole if whole.is_limited else whole.share(seconds=IMPROVE_S))
    for mode, seconds in _steps(targets, best.budget):
        best.take(nearest.solve(targets, mode=mode, budget=best.budget.share(seconds=seconds)))
        if best.is_final:
            break
    return best.answer()


def _steps(targets: Targets, budget: Budget) -> Iterator[tuple[Mode, float]]:
    """Yield in which mode to solve, and for how many seconds, one after the other."""
    cells = max(len(state) for _, state in targets.every)
    has_near = all(isinstance(puzzle, Near) for puzzle, _ in targets.every)
    if not has_near or cells <= SMALL_CELLS_MAX:
        yield "optimal", FIRST_S
    yield ("near" if has_near else "any"), SHORT_S
    if has_near and cells <= BOUND_CELLS_MAX:
        yield "optimal", budget.left * (BOUND_SHARE if cells > SMALL_CELLS_MAX else 1.0)
    yield ("near" if has_near and cells > SMALL_CELLS_MAX else "optimal"), budget.left


class _Best:
    """The shortest solution and the highest bound of several attempts, whose events it reports as one search's."""

    def __init__(self, whole: Budget) -> None:
        self.budget = whole.share(through=self._merged)
        self.solution: Solution | None = None
        self.bound, self.nodes, self.before = 0, 0, 0
        self.found: Fields = {}

    def _merged(self, event: Event) -> Event | None:
        """Return the event with the best so far, or None for a solution that is no better."""
        self.bound, self.nodes = max(self.bound, event.lower_bound), self.before + event.nodes
        if event.best is not None and (self.solution is None or len(event.best) < len(self.solution)):
            self.solution = event.best
            return Better(self.bound, event.best, self.nodes)
        return None if isinstance(event, Better) else Bound(self.bound, self.solution, self.nodes)

    def take(self, answer: Answer) -> None:
        """Learn what an attempt answers."""
        self.before = self.nodes
        self.bound = max(self.bound, answer.get("lower_bound", 0))
        if "length" not in self.found or answer.get("length", self.found["length"] + 1) <= self.found["length"]:
            self.found = dict(answer)

    @property
    def is_final(self) -> bool:
        """Whether no more can be learnt: the board is unsolvable, the solution proved shortest, or the time over."""
        is_proved = self.found.get("length", -1) == self.bound
        return self.found["verdict"] == "unsolvable" or is_proved or self.budget.is_over

    def answer(self) -> Answer:
        """Return the shortest solution as an answer, with the best bound of all attempts and the time of all."""
        if self.found["verdict"] == "unsolvable":
            return ordered(self.found)
        is_optimal = self.found.get("length") == self.bound
        verdict = "solved" if is_optimal else "bounded"
        about = {"verdict": verdict, "lower_bound": self.bound, "optimal": is_optimal}
        return ordered(self.found | about | {"seconds": round(self.budget.spent, 6)})
