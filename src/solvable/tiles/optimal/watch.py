"""Limits of a search: seconds, and a progress callback that may cancel; what is proved so far comes back."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from solvable.clock import counted
from solvable.errors import BudgetExceededError
from solvable.puzzle import Bound, Move, Progress, Solution, State
from solvable.tiles.heuristics import lower_bound
from solvable.tiles.optimal.ceiling import Ceiling

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

ENOUGH_TO_BUILD = 20.0  # seconds, for tables of 100 MB
EASY, PROVING = 16, 0.7  # cells of boards whose proof may take all the time; share of it that others' proofs get
DEFAULT, LEAST = 1.0, 0.1  # seconds for a short solution without a limit; share of one even where the proof overran


class Met(Exception):  # noqa: N818  a signal within this subject, never seen by a caller
    """The solution known has as few moves as are proved necessary."""

    def __init__(self, moves: tuple[Move, ...]) -> None:
        super().__init__(f"{len(moves)} moves")
        self.moves = moves


@dataclass(slots=True)
class Watch:
    """Looks at the clock and reports; `bound` is the length proved necessary so far, `ceiling` the one known."""

    puzzle: "SlidingTiles"
    state: State
    seconds: float | None = None
    progress: Progress | None = None
    lists: bool = False  # whether all solutions are listed: then none is sought where the time is up
    cost: int = 1  # compiled nodes that take the time of one node
    bound: int = 0
    begun: float = field(default_factory=counted)
    ceiling: Ceiling = field(init=False)

    def __post_init__(self) -> None:
        self.ceiling = Ceiling(self.puzzle, self.state)

    @property
    def hurried(self) -> bool:
        """Whether there is no time to build large tables."""
        return self.seconds is not None and self.seconds < ENOUGH_TO_BUILD

    @property
    def spent(self) -> float:
        """The seconds since the search began."""
        return counted() - self.begun

    @property
    def known(self) -> Solution | None:
        """The shortest solution known."""
        return None if self.ceiling.moves is None else Solution(self.ceiling.moves, self.bound)

    def tick(self, nodes: int) -> None:
        """Check the limits; now and then look for a shorter solution, and raise Met where it has `bound` moves."""
        from solvable import kernels

        self.check(nodes)
        if not self.lists and kernels.are_at_hand():
            self.ceiling.lower(self.bound, nodes * self.cost, lambda _: self.check(nodes))
            if (enough := self.ceiling.within(self.bound)) is not None:
                raise Met(enough)

    def check(self, nodes: int) -> None:
        """Raise BudgetExceededError where the time is up or the callback says no."""
        if self.progress is not None and self.progress(Bound(self.bound, self.known, nodes)) is False:
            raise self.exceeded("the search was cancelled", at_once=True)
        share = 1.0 if self.lists or self.puzzle.cells <= EASY else PROVING
        if self.seconds is not None and self.spent >= share * self.seconds:
            raise self.exceeded(f"no proof within {self.seconds:g} seconds")

    def building(self, _reached: int, _states: int) -> None:
        """Tick while tables are built; what is proved then is the bound that costs no table."""
        self.bound = self.bound or lower_bound(self.state, self.puzzle.goal, self.puzzle.width, self.puzzle.metric)
        self.check(0)

    def exceeded(self, reason: str, *, at_once: bool = False) -> BudgetExceededError:
        """Return the error that carries the proved bound and a valid solution, as short as the time left allows."""
        self.bound = self.bound or lower_bound(self.state, self.puzzle.goal, self.puzzle.width, self.puzzle.metric)
        best = self.best(hurry=at_once or self.lists)
        known = f"at least {self.bound} and at most {len(best)} moves"
        return BudgetExceededError(f"{reason}: {known}", self.bound, Solution(best, self.bound))

    def best(self, *, hurry: bool) -> tuple[Move, ...]:
        """Return the shortest solution known or found where there is time (`near`), else that of the human method."""
        seconds = DEFAULT if self.seconds is None else max(self.seconds - self.spent, LEAST * self.seconds)
        found = self.near(seconds) if seconds > 0 and not hurry else None
        short = [moves for moves in (self.ceiling.moves, found) if moves is not None]
        return min(short, key=len) if short else self.puzzle.solve(self.state).moves

    def near(self, seconds: float) -> tuple[Move, ...] | None:
        """Return a short solution, found in so many seconds; None where there is not enough memory."""
        from solvable.tiles.near import search

        try:
            return search.near(self.puzzle, self.state, seconds=seconds, progress=self.progress).moves
        except BudgetExceededError as error:
            return None if error.best is None else tuple(error.best.moves)
