"""A short solution beside the proof, for a small part of the work: moves that are enough, beside those needed.

A beam (`beam`) costs next to nothing compared with a long search, and its solutions of 15- and 24-puzzles are mostly
shortest. So while a search goes on, wider and wider ones are tried, then others as wide, on inverses of the board,
which err elsewhere; where the solution of one is as long as the bound at work, or a later one, it is
proved shortest, and the search need not find one. Who cancels has the solution at once.
"""

from collections.abc import Callable, Sequence
from functools import cached_property

from solvable.core.budget import Budget
from solvable.core.puzzle import Move, State
from solvable.tiles import heuristics
from solvable.tiles.interface import Grid

BEAM_AFTER_NODES = 4_000_000  # nodes of a search after which a beam is worth the time to load it
BEAM_WIDTH_GROWTH = 4  # times as wide as the one before, unless a bound has just been proved
NARROWEST, WIDEST = 50, 100_000  # nodes of a layer: 5 × 5 in two seconds, with 170 MB
REPEAT_WORK_FACTOR = 3  # times the work of the search before another beam of that width
BEAM_VIEWS = 3  # of the board that the widest beams search
LARGE_BOARD_BEAM_S = 0.2  # seconds for a board beyond the pair model


class Ceiling:
    """The fewest moves known to solve a board; none at first."""

    def __init__(self, puzzle: Grid, state: State) -> None:
        self.puzzle, self.state = puzzle, state
        self.moves: Sequence[Move] | None = None
        self.width = self.bound = 0  # of the last beam

    @property
    def length(self) -> int | None:
        """The moves of the solution known, None without one."""
        return None if self.moves is None else len(self.moves)

    def within(self, bound: int) -> Sequence[Move] | None:
        """Return the solution known where it has at most so many moves, else None."""
        return self.moves if self.moves is not None and len(self.moves) <= bound else None

    def lower(self, bound: int, nodes: int, tick: Callable[[int], None]) -> None:
        """Look for a shorter solution, where so many nodes of a search for one within `bound` are worth it."""
        if nodes < BEAM_AFTER_NODES or self.within(bound + 2):
            return
        width, before = max(NARROWEST, nodes // self.work), self.width
        if not self.is_covered:
            is_worth_it = not before
        elif width < WIDEST:
            is_worth_it = width > (before if bound > self.bound else BEAM_WIDTH_GROWTH * before)
        else:
            is_worth_it = level(width) > level(before)
        if not is_worth_it:
            return
        self.bound, self.width = bound, width
        try:
            result = self.beam(width, tick) if self.is_covered else self.short(tick)
        except KeyboardInterrupt:  # while kernels are loaded: whoever cancels by it gets the best so far
            tick(0)
            raise
        if result is not None and not self.within(len(result)):
            self.moves = result

    @cached_property
    def work(self) -> int:
        """Nodes of the search for each node of a layer of the beam, so that this takes about a tenth of the time."""
        return self.puzzle.cells * heuristics.manhattan(self.state, self.puzzle.goal, self.puzzle.width)

    @property
    def is_covered(self) -> bool:
        """Whether the pair model solves the board."""
        from solvable.tiles.suboptimal import pair_heuristic

        return pair_heuristic.covers(self.puzzle.width, self.puzzle.height)

    def beam(self, width: int, tick: Callable[[int], None]) -> Sequence[Move] | None:
        """Return the solution of a beam that is worth this width, None where it finds none."""
        from solvable.tiles.suboptimal import anytime, boards, pair_beam, pair_heuristic

        budget = Budget(progress=lambda event: tick(event.nodes))
        attempt = anytime.Incumbent(self.puzzle, self.state, 0, Budget())
        size = self.puzzle.width, self.puzzle.height
        layers = self.length or int(2.2 * boards.manhattan(attempt.board, size[0])) + 100
        view, width = max(0, level(width) - 1), min(width, WIDEST)
        if view >= BEAM_VIEWS:
            return None
        seen = boards.seen(attempt.board, size[0], view)
        paired = pair_beam.PairBeam(pair_heuristic.tables(*size), width, layers)
        walk = paired.search(seen, width, budget=budget, ends=bool(self.length))
        if walk is not None:
            attempt.offer(boards.back(walk, attempt.board, size[0], view))
        solution = attempt.solution
        return None if solution is None else solution.moves

    def short(self, tick: Callable[[int], None]) -> Sequence[Move]:
        """Return a short solution, in little time."""

        def go_on(_: object) -> bool:
            tick(0)
            return True

        return short(self.puzzle, self.state, Budget(LARGE_BOARD_BEAM_S, progress=go_on))


def level(width: int) -> int:
    """Return 0 for a beam that may be so wide, else the number of the beam of the greatest width, from 1 on."""
    count = 0
    while width >= WIDEST * REPEAT_WORK_FACTOR**count:
        count += 1
    return count


def short(puzzle: Grid, state: State, budget: Budget) -> Sequence[Move]:
    """Return the moves of a short solution, found within a budget; BudgetExceededError where that was cancelled."""
    from solvable.tiles.suboptimal import search

    return search.near(puzzle, state, budget).moves
