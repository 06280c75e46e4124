"""The proved lower bound and the best solution of a board while its proof goes on.

When the two meet, the solution is proved shortest; if the budget ends first, the error carries both. Large boards are
rarely proved, so 30 % of the time is reserved for a short solution (at most two seconds up to 5 × 5, where beams have
searched during the proof). A cancelled search returns at once.

A beam costs next to nothing compared with a long search, and its solutions of 15- and 24-puzzles are mostly shortest.
So while a search goes on, wider and wider ones are tried, then others as wide, on inverses of the board, which err
elsewhere. If a beam's solution is as long as the current bound, or a later one, it is proved shortest, and the search
need not find one.
"""

from collections.abc import Callable, Sequence
from functools import cached_property

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.message import msg
from solvable.core.puzzle import Better, Event, Move, Solution, State
from solvable.tiles import heuristics
from solvable.tiles.interface import Grid

TABLE_BUILD_S_MIN = 20.0  # seconds, for tables of 100 MB
PROVED_CELLS_MAX = 16  # cells of boards whose proof may take all the time
OFTEN_PROVED_CELLS_MAX = 25  # cells of boards that are often proved
PROOF_TIME_SHARE = 0.7  # of the time, for larger boards
SHORT_SOLUTION_S_MAX = 2.0  # seconds reserved for a short solution, at most, on boards that are often proved
SHORT_SOLUTION_S = 1.0  # seconds for a short solution without a limit
SHORT_TIME_SHARE_MIN = 0.1  # share of the limit for a short solution even if the proof overran
INSTANT_CELLS_MAX = 2500  # cells of boards that the human method solves instantly
CELLS_MAX = 10_000  # cells of boards for which a solution, millions of moves, is returned without a proof
BEAM_AFTER_NODES = 4_000_000  # nodes of a search after which a beam is worth loading
BEAM_WIDTH_GROWTH = 4  # width relative to the beam before, unless a bound has just been proved
BEAM_WIDTH_MIN, BEAM_WIDTH_MAX = 50, 100_000  # nodes of a layer; the widest takes two seconds and 170 MB on 5 × 5
REPEAT_WORK_FACTOR = 3  # the search must have grown by this factor before another beam of the greatest width
BEAM_VIEWS = 3  # orientations of the board that the widest beams search
LARGE_BOARD_BEAM_S = 0.2  # seconds for a board beyond the pair model


class UpperBound:
    """The shortest solution found so far, at first none, and the beams that look for shorter ones."""

    def __init__(self, puzzle: Grid, state: State) -> None:
        self.puzzle, self.state = puzzle, state
        self.moves: Sequence[Move] | None = None
        self.width = self.bound = 0  # of the last beam

    @property
    def length(self) -> int | None:
        """The length of the best solution, or None."""
        return None if self.moves is None else len(self.moves)

    def within(self, bound: int) -> Sequence[Move] | None:
        """Return the best solution if it has at most `bound` moves, else None."""
        return self.moves if self.moves is not None and len(self.moves) <= bound else None

    def lower(self, bound: int, nodes: int, tick: Callable[[int], None]) -> None:
        """Look for a shorter solution if the search within `bound` has taken enough `nodes` to be worth a beam."""
        if nodes < BEAM_AFTER_NODES or self.within(bound + 2):
            return
        width, before = max(BEAM_WIDTH_MIN, nodes // self.work), self.width
        if not self.is_covered:
            is_worth_it = not before
        elif width < BEAM_WIDTH_MAX:
            is_worth_it = width > (before if bound > self.bound else BEAM_WIDTH_GROWTH * before)
        else:
            is_worth_it = level(width) > level(before)
        if not is_worth_it:
            return
        self.bound, self.width = bound, width
        try:
            result = self.beam(width, tick) if self.is_covered else self.short(tick)
        except KeyboardInterrupt:  # while kernels are loaded: Ctrl-C returns the best so far
            tick(0)
            raise
        if result is not None and not self.within(len(result)):
            self.moves = result

    @cached_property
    def work(self) -> int:
        """The nodes of the search for each node of a beam's layer, so that beams take about a tenth of the time."""
        return self.puzzle.cells * heuristics.manhattan(self.state, self.puzzle.goal, self.puzzle.width)

    @property
    def is_covered(self) -> bool:
        """Whether the pair model solves the board."""
        from solvable.tiles.suboptimal import pair_heuristic

        return pair_heuristic.covers(self.puzzle.width, self.puzzle.height)

    def beam(self, width: int, tick: Callable[[int], None]) -> Sequence[Move] | None:
        """Return the solution of a beam of this width, or None."""
        from solvable.tiles.suboptimal import anytime, boards, pair_beam, pair_heuristic

        budget = Budget(progress=lambda event: tick(event.nodes))
        attempt = anytime.Incumbent(self.puzzle, self.state, 0, Budget())
        size = self.puzzle.width, self.puzzle.height
        layers = self.length or int(2.2 * boards.manhattan(attempt.board, size[0])) + 100
        view, width = max(0, level(width) - 1), min(width, BEAM_WIDTH_MAX)
        if view >= BEAM_VIEWS:
            return None
        seen = boards.seen(attempt.board, size[0], view)
        paired = pair_beam.PairBeam(pair_heuristic.tables(*size), width, layers)
        walk = paired.search(seen, budget, is_pruned=bool(self.length))
        if walk is not None:
            attempt.offer(boards.back(walk, attempt.board, size[0], view))
        solution = attempt.solution
        return None if solution is None else solution.moves

    def short(self, tick: Callable[[int], None]) -> Sequence[Move]:
        """Return a short solution within LARGE_BOARD_BEAM_S."""

        def go_on(_: object) -> bool:
            tick(0)
            return True

        return short(self.puzzle, self.state, Budget(LARGE_BOARD_BEAM_S, progress=go_on))


def level(width: int) -> int:
    """Return 0 for a beam of this width, or the number, from 1, of the repeated beam of the greatest width."""
    count = 0
    while width >= BEAM_WIDTH_MAX * REPEAT_WORK_FACTOR**count:
        count += 1
    return count


def short(puzzle: Grid, state: State, budget: Budget) -> Sequence[Move]:
    """Return the moves of a short solution; raise BudgetExceededError if the budget was cancelled."""
    from solvable.tiles.suboptimal import search

    return search.near(puzzle, state, budget).moves


class ProvedByBeam(Exception):  # noqa: N818  internal to this package
    """The best solution has as few moves as are proved necessary."""

    def __init__(self, moves: Sequence[Move]) -> None:
        super().__init__(f"{len(moves)} moves")
        self.moves = moves


class Incumbent:
    """The `bound` proved so far for one board, and its `upper_bound`, with the best solution.

    When the time is up, a short solution is sought, unless `lists` (all solutions are being listed) or not `seeks`.
    """

    def __init__(self, puzzle: Grid, state: State, budget: Budget, *, lists: bool = False, seeks: bool = True) -> None:
        self.puzzle, self.state, self.budget, self.lists, self.seeks = puzzle, state, budget, lists, seeks
        self.cost = 1  # compiled nodes that take as long as one node
        self.bound = self.nodes = 0
        self.seconds = budget.left
        self.proving = self.budget.share(seconds=self.seconds - self._reserved())
        self.upper_bound = UpperBound(self.puzzle, self.state)

    def _reserved(self) -> float:
        """Return the seconds reserved for a short solution."""
        if self.lists or self.puzzle.cells <= PROVED_CELLS_MAX or not self.budget.is_limited:
            return 0.0
        reserved = (1.0 - PROOF_TIME_SHARE) * self.seconds
        return min(reserved, SHORT_SOLUTION_S_MAX) if self.puzzle.cells <= OFTEN_PROVED_CELLS_MAX else reserved

    @property
    def is_short_of_time(self) -> bool:
        """Whether there is too little time to build large tables."""
        return self.seconds < TABLE_BUILD_S_MIN

    @property
    def solution(self) -> Solution | None:
        """The shortest solution found so far."""
        return None if self.upper_bound.moves is None else Solution(self.upper_bound.moves, self.bound)

    def tick(self, nodes: int) -> None:
        """Check the budget; at times run a beam, and raise ProvedByBeam if the best solution has `bound` moves."""
        self.check(nodes)
        is_early = self.upper_bound.moves is None and nodes * self.cost < BEAM_AFTER_NODES
        if self.lists or is_early or not kernels.has_library():
            return
        before = self.upper_bound.length
        self.upper_bound.lower(self.bound, nodes * self.cost, lambda _: self.check(nodes))
        if self.solution is not None and self.upper_bound.length != before:
            self.budget.report(Better(self.bound, self.solution, nodes))
        if (enough := self.upper_bound.within(self.bound)) is not None:
            raise ProvedByBeam(enough)

    def solved(self, moves: Sequence[Move], nodes: int) -> None:
        """Report a shortest solution, unless one as short was found before."""
        if not self.upper_bound.within(len(moves)):
            self.upper_bound.moves = moves
            self.budget.better(Solution(moves, self.bound), nodes)

    def check(self, nodes: int) -> None:
        """Report the bound; raise BudgetExceededError if the time is up or the search was cancelled."""
        self.nodes = nodes
        if not self.proving.goes_on(self.bound, self.solution, nodes):
            is_cancelled = self.budget.is_cancelled
            raise self.exceeded(
                "the search was cancelled"
                if is_cancelled
                else msg("no proof within {seconds:.3g} seconds", seconds=self.seconds)
            )

    def building(self, _reached: int, _states: int) -> None:
        """Check the budget while tables are built; the bound is then the one that needs no table."""
        self.bound = self.bound or self.least
        self.check(0)

    @property
    def least(self) -> int:
        """The lower bound that needs no table."""
        return heuristics.lower_bound(self.state, self.puzzle.goal, self.puzzle.width, self.puzzle.metric)

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
        """Return the shortest solution found, looking for one if there is time, else that of the human method.

        None for boards so large that this would take long, and much memory: `near` is for those.
        """
        is_sought = self.seeks and not self.lists and not self.budget.is_cancelled and self.puzzle.cells <= CELLS_MAX
        result = self.short() if is_sought else None
        short = [moves for moves in (self.upper_bound.moves, result) if moves is not None]
        if short:
            return min(short, key=len)
        if self.puzzle.cells > (INSTANT_CELLS_MAX if self.budget.is_cancelled else CELLS_MAX):
            return None
        from solvable.tiles import construct

        return construct.solve(self.puzzle, self.state).moves

    def short(self) -> Sequence[Move] | None:
        """Return a short solution within the time left, or a small share of it if the proof overran; or None.

        Solutions on the way are reported with the proved bound.
        """
        minimum = (
            SHORT_TIME_SHARE_MIN * self.seconds
            if self.puzzle.cells > OFTEN_PROVED_CELLS_MAX
            else min(SHORT_TIME_SHARE_MIN * self.seconds, SHORT_SOLUTION_S_MAX)
        )
        limit = SHORT_SOLUTION_S if self.seconds == float("inf") else max(self.budget.left, minimum)
        if limit <= 0:
            return None
        try:
            return short(self.puzzle, self.state, Budget(limit, progress=self.passed_on))
        except BudgetExceededError as error:
            return None if error.best is None else error.best.moves

    def passed_on(self, event: Event) -> bool:
        """Report a solution found after the proof if it is the shortest; return whether the search goes on."""
        if event.best is not None and not self.upper_bound.within(len(event.best)):
            self.upper_bound.moves = event.best.moves
            self.budget.report(Better(self.bound, Solution(self.upper_bound.moves, self.bound), self.nodes))
        else:
            self.budget.goes_on(self.bound, self.solution, self.nodes)
        return not self.budget.is_cancelled
