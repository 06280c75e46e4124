"""A finished game judged move by move: how far the goal was after each move, and which moves lost ground.

The distance of a state is its fewest moves to the goal. Distances are computed, exactly, only for small lights and for
tiles of at most 4 × 4, within a time limit, from the last state backward, since boards near the end are solved fastest.
Other games are compared with the best solution found. A move lost ground if the distance is larger after it.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Lamps, Move, Near, Progress, Puzzle, Solution, State

TILES_CELLS_MAX = 16  # cells of tiles whose distances are measured
BUTTONS_MAX = 49  # buttons of lights whose distances are measured
PATTERNS_MAX = 1 << 16  # quiet patterns, hence solutions that are compared
MOVES_MAX = 2000  # moves of a game whose distances are measured
REVIEW_S = 5.0  # seconds of a review, if no other limit is given
PROOF_SHARE = 0.6  # part of the time for a shortest solution; the rest is for a short one if none was found


@dataclass(frozen=True, slots=True)
class Review:
    """The best solution from the beginning, and the fewest moves left before the first move and after each.

    `remaining` has None for a distance that was not computed.
    """

    best: Solution
    remaining: tuple[int | None, ...]

    @property
    def lost(self) -> tuple[int, ...]:
        """The indices, from 0, of the moves that lost ground."""
        pairs = enumerate(zip(self.remaining, self.remaining[1:], strict=False))
        return tuple(index for index, (a, b) in pairs if a is not None and b is not None and b > a)

    @property
    def is_complete(self) -> bool:
        """Whether every move was judged."""
        return None not in self.remaining


def review(
    puzzle: Puzzle,
    start: State,
    moves: Sequence[Move],
    *,
    par: Solution | None = None,
    seconds: float = REVIEW_S,
    progress: Progress | None = None,
) -> Review:
    """Return the review of a game; raise IllegalMoveError if a move is not legal, UnsolvableError with a proof.

    `par` is the best known solution from `start`; if it is not proved shortest, a better one is searched for.
    `seconds` limits the whole review.
    """
    states = [start]
    for move in moves:
        states.append(puzzle.apply(states[-1], move))
    budget = Budget(seconds, progress=progress)
    if par is None or not par.is_optimal:
        solution = best(puzzle, start, budget.share(0.5))
        par = solution if par is None or len(solution) <= len(par) else par
    remaining: dict[State, int | None] = {start: len(par) if par.is_optimal else None}
    if is_cheap(puzzle, len(moves)):
        for state in reversed(states):
            if state not in remaining or remaining[state] is None:
                remaining[state] = _distance(puzzle, state, budget)
    return Review(par, tuple(remaining.get(state) for state in states))


def is_cheap(puzzle: Puzzle, moves: int) -> bool:
    """Return whether the distances of a game of this many moves are measured."""
    if moves > MOVES_MAX:
        return False
    if isinstance(puzzle, Lamps):
        return puzzle.presses <= BUTTONS_MAX and puzzle.k ** getattr(puzzle, "nullity", 0) <= PATTERNS_MAX
    return len(puzzle.goal) <= TILES_CELLS_MAX


def _distance(puzzle: Puzzle, state: State, budget: Budget) -> int | None:
    if state == puzzle.goal:
        return 0
    if not budget.is_over:
        with suppress(BudgetExceededError):
            return len(puzzle.optimal(state, budget=budget))
    return None


def best(puzzle: Puzzle, state: State, budget: Budget) -> Solution:
    """Return a shortest solution, or the best that the budget allows; raise UnsolvableError if there is none."""
    try:
        return puzzle.optimal(state, budget=budget.share(PROOF_SHARE) if isinstance(puzzle, Near) else budget)
    except BudgetExceededError as error:
        bound = error.lower_bound
        result = [] if error.best is None else [tuple(error.best.moves)]
    if isinstance(puzzle, Near) and not budget.is_over:
        with suppress(BudgetExceededError):
            result.append(tuple(puzzle.near(state, budget=budget).moves))
    return Solution(min(result, key=len) if result else puzzle.solve(state).moves, bound)
