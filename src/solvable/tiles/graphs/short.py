"""Solutions of tiles on a graph: shortest ones if the goal is near, else short ones, by beams.

Boards with holes are ranked by the pair model (`suboptimal.pair_heuristic`), with each hole as a tile that stays in its
goal cell; other graphs, and boards with identical tiles or without kernels, by the tiles' distances from their goals.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solvable import kernels
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Budget, Move, Solution, State
from solvable.core.solution import Searched
from solvable.tiles.graphs import bidirectional
from solvable.tiles.graphs.blocks import Neighbours
from solvable.tiles.suboptimal import pair_beam, pair_heuristic, plain

NEAR_VERTICES_MAX = 10  # vertices of graphs with so few states that a shortest solution is found quickly
SOON, AT_ONCE = 0.1, 0.5  # share of the time, and seconds, for a short solution before a shortest one is sought
WIDTHS = 30, 3  # width of the first beam, and the factor from one beam to the next
PAIR_WIDTHS = 50, 2  # the same for the pair model
# Its last width without a time limit, and the bytes that its arrays may take
PAIR_STEADY, PAIR_BYTES = 2000, 700_000_000


@dataclass(frozen=True, slots=True)
class Task:
    """A state and the goal on a graph, with a separate label for holes; a board has its width, other graphs 0."""

    neighbours: Neighbours
    state: State
    goal: State
    width: int = 0
    holes: frozenset[int] = field(default=frozenset())

    @property
    def steps(self) -> plain.Distances | None:
        """The goal's table of distances, if it is not too large."""
        return plain.distances(self.neighbours, self.goal)

    @property
    def bound(self) -> int:
        """The sum of the tiles' distances, a lower bound on the moves."""
        return plain.bound(self.steps, self.state)

    @property
    def is_paired(self) -> bool:
        """Whether the pair model ranks its boards."""
        n, height = len(self.goal), len(self.goal) // max(1, self.width)
        is_board = min(self.width, height) > 1 and max(self.width, height) <= pair_heuristic.LINES_MAX
        is_distinct = len(set(self.goal)) == n - max(0, len(self.holes) - 1)
        return is_board and is_distinct and n + 1 < pair_beam.MOST_NAMES and kernels.has_library()


def searched(task: Task, first: Solution | None, budget: Budget) -> Searched:
    """Return a shortest solution; if it is too far away, raise BudgetExceededError with the best so far, if any."""
    if first is not None:
        budget.better(first)
        if sum(map(bool, task.neighbours)) > NEAR_VERTICES_MAX:
            first = shorter(task, first, budget.share(SOON, seconds=AT_ONCE))
    try:
        moves, seen = bidirectional.shortest(task.neighbours, task.state, task.goal, budget)
    except BudgetExceededError as error:
        if first is None:
            raise
        best = Solution(first.moves, max(error.lower_bound, first.lower_bound))
        best = shorter(task, best, budget)
        raise BudgetExceededError(str(error), best.lower_bound, best) from None
    best = Solution(moves, len(moves))
    budget.better(best, seen)
    return Searched(best, seen, "bidirectional search")


def shorter(task: Task, best: Solution, budget: Budget) -> Solution:
    """Return the best of a solution and of those that beams of growing width find, until the time is up."""
    steps, is_paired = task.steps, task.is_paired
    width, growth = PAIR_WIDTHS if is_paired else WIDTHS
    if is_paired:
        widest = PAIR_BYTES // (8 * len(best) + 10 * len(task.goal) + 200) if budget.is_limited else PAIR_STEADY
    else:
        room = bidirectional.most(len(task.goal), max(task.goal)) // len(best)
        widest = min(room, plain.WIDEST if budget.is_limited else plain.STEADY)
    goal = tuple(task.goal)

    def is_goal(board: bytes | State) -> bool:
        return tuple(board) == goal

    while steps and len(best) > best.lower_bound and width <= widest and not budget.is_over:
        if is_paired:
            moves = _by_pairs(task, width, len(best) - 1, budget)
        else:
            moves = plain.beam(task.neighbours, steps, task.state, is_goal, width, len(best) - 1, budget)
        if moves is not None:
            best = Solution(moves, best.lower_bound)
            budget.better(best)
        width *= growth
    return best


def _by_pairs(task: Task, width: int, most: int, budget: Budget) -> tuple[Move, ...] | None:
    """Return the first path of the blank that a beam of the pair model finds, of at most `most` moves, or None."""
    w, h = task.width, len(task.goal) // task.width
    is_small = max(w, h) <= pair_heuristic.SLIDE_TABLE_SIDE_MAX
    tables = pair_heuristic.tables(w, h, budget, task.holes) if is_small else pair_heuristic.model(w, h, 0, task.holes)
    homes = {label: cell + 1 for cell, label in enumerate(task.goal)}
    board = [homes[label] if label else 0 for label in task.state]
    for cell in task.holes:
        board[cell] = cell + 1
    walk = pair_beam.PairBeam(tables, width, most).search(tuple(board), budget, is_pruned=True)
    return None if walk is None else tuple(walk)
