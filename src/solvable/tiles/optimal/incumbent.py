"""What is known of a board while its proof goes on: the fewest moves that are proved necessary, and those that do.

The two meet, and the shorter solution is proved shortest; or the budget ends first, and both come back with the error.
A big board will hardly be proved, so 30 % of the time is kept for a short solution, at most two seconds of it to 5 × 5,
where beams have sought one beside the proof; cancelling waits for none.
"""

from collections.abc import Sequence

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.message import msg
from solvable.core.puzzle import Better, Event, Move, Solution, State
from solvable.tiles.heuristics import lower_bound
from solvable.tiles.interface import Grid
from solvable.tiles.optimal import upper_bound
from solvable.tiles.optimal.upper_bound import Ceiling

TABLE_BUILD_S_MIN = 20.0  # seconds, for tables of 100 MB
EASY, FAIR = 16, 25  # cells of boards whose proof may take all the time; of those that often are proved
PROVING, LAST = 0.7, 2.0  # share of the time that others' proofs get; the most seconds that are kept on fair boards
DEFAULT, LEAST = 1.0, 0.1  # seconds for a short solution without a limit; share of one even where the proof overran
INSTANT_CELLS_MAX = 2500  # cells of boards that the human method solves in a moment
CELLS_MAX = 10_000  # cells of boards whose solution, millions of moves, is put together where no proof is found


class Met(Exception):  # noqa: N818  a signal within this subject, never seen by a caller
    """The solution known has as few moves as are proved necessary."""

    def __init__(self, moves: Sequence[Move]) -> None:
        super().__init__(f"{len(moves)} moves")
        self.moves = moves


class BestSoFar:
    """What is known of one board: `bound`, the moves proved necessary so far; `upper_bound`, with the solution known.

    Where the time is up a short solution is sought, unless all are listed or the caller does not want one.
    """

    def __init__(self, puzzle: Grid, state: State, budget: Budget, *, lists: bool = False, seeks: bool = True) -> None:
        self.puzzle, self.state, self.budget, self.lists, self.seeks = puzzle, state, budget, lists, seeks
        self.cost = 1  # compiled nodes that take the time of one node
        self.bound = self.nodes = 0
        self.seconds = budget.left
        self.proving = self.budget.share(seconds=self.seconds - self._kept())
        self.ceiling = Ceiling(self.puzzle, self.state)

    def _kept(self) -> float:
        """Return the seconds that are kept for a short solution."""
        if self.lists or self.puzzle.cells <= EASY or not self.budget.is_limited:
            return 0.0
        kept = (1.0 - PROVING) * self.seconds
        return min(kept, LAST) if self.puzzle.cells <= FAIR else kept

    @property
    def is_hurried(self) -> bool:
        """Whether there is no time to build large tables."""
        return self.seconds < TABLE_BUILD_S_MIN

    @property
    def known(self) -> Solution | None:
        """The shortest solution known."""
        return None if self.ceiling.moves is None else Solution(self.ceiling.moves, self.bound)

    def tick(self, nodes: int) -> None:
        """Check the budget; now and then look for a shorter solution, and raise Met where it has `bound` moves."""
        self.check(nodes)
        is_early = self.ceiling.moves is None and nodes * self.cost < upper_bound.BEAM_AFTER_NODES
        if self.lists or is_early or not kernels.has_library():
            return
        before = self.ceiling.length
        self.ceiling.lower(self.bound, nodes * self.cost, lambda _: self.check(nodes))
        if self.known is not None and self.ceiling.length != before:
            self.budget.report(Better(self.bound, self.known, nodes))
        if (enough := self.ceiling.within(self.bound)) is not None:
            raise Met(enough)

    def solved(self, moves: Sequence[Move], nodes: int) -> None:
        """Report a shortest solution, unless one as short was known."""
        if not self.ceiling.within(len(moves)):
            self.ceiling.moves = moves
            self.budget.better(Solution(moves, self.bound), nodes)

    def check(self, nodes: int) -> None:
        """Report the bound; raise BudgetExceededError where the time is up or the search was cancelled."""
        self.nodes = nodes
        if not self.proving.goes_on(self.bound, self.known, nodes):
            is_cancelled = self.budget.is_cancelled
            raise self.exceeded(
                "the search was cancelled"
                if is_cancelled
                else msg("no proof within {seconds:.3g} seconds", seconds=self.seconds)
            )

    def building(self, _reached: int, _states: int) -> None:
        """Check while tables are built; what is proved then is the bound that costs no table."""
        self.bound = self.bound or self.least
        self.check(0)

    @property
    def least(self) -> int:
        """The bound that costs no table."""
        return lower_bound(self.state, self.puzzle.goal, self.puzzle.width, self.puzzle.metric)

    def exceeded(self, reason: str) -> BudgetExceededError:
        """Return the error that carries the proved bound and a valid solution, as short as the time left allows."""
        self.bound = self.bound or self.least
        best = self.best()
        if best is None:
            return BudgetExceededError(
                msg("{reason}: at least {bound} moves", reason=msg(reason), bound=self.bound), self.bound
            )
        known = msg("at least {bound} and at most {length} moves", bound=self.bound, length=len(best))
        message = msg("{reason}: {known}", reason=msg(reason), known=known)
        return BudgetExceededError(message, self.bound, Solution(best, self.bound))

    def best(self) -> Sequence[Move] | None:
        """Return the shortest solution known or found where there is time, else that of the human method.

        None for boards so large that it would take long, and much memory: `near` is for those.
        """
        is_sought = self.seeks and not self.lists and not self.budget.is_cancelled and self.puzzle.cells <= CELLS_MAX
        result = self.short() if is_sought else None
        short = [moves for moves in (self.ceiling.moves, result) if moves is not None]
        if short:
            return min(short, key=len)
        if self.puzzle.cells > (INSTANT_CELLS_MAX if self.budget.is_cancelled else CELLS_MAX):
            return None
        from solvable.tiles import construct

        return construct.solve(self.puzzle, self.state).moves

    def short(self) -> Sequence[Move] | None:
        """Return a short solution in the time that is left, even where the proof overran; None where memory is short.

        What it finds on the way is reported with what is proved.
        """
        minimum = LEAST * self.seconds if self.puzzle.cells > FAIR else min(LEAST * self.seconds, LAST)
        limit = DEFAULT if self.seconds == float("inf") else max(self.budget.left, minimum)
        if limit <= 0:
            return None
        try:
            return upper_bound.short(self.puzzle, self.state, Budget(limit, progress=self.passed_on))
        except BudgetExceededError as error:
            return None if error.best is None else error.best.moves

    def passed_on(self, event: Event) -> bool:
        """Report a solution found after the proof, where it is the shortest; return whether the search goes on."""
        if event.best is not None and not self.ceiling.within(len(event.best)):
            self.ceiling.moves = event.best.moves
            self.budget.report(Better(self.bound, Solution(self.ceiling.moves, self.bound), self.nodes))
        else:
            self.budget.goes_on(self.bound, self.known, self.nodes)
        return not self.budget.is_cancelled
