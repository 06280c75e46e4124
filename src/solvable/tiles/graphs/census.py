"""Everything around the goal of tiles on a graph: how many states need how many moves, and boards that need exactly so.

Breadth first from the goal, level by level, by `GraphTiles.levels`; what does not fit in memory is refused.
"""

from collections.abc import Iterator
from random import Random
from typing import Protocol

from solvable.errors import BudgetExceededError, PuzzleError
from solvable.puzzle import Budget, Progress, State
from solvable.said import say


class Levelled(Protocol):
    """A puzzle whose states can be listed by the moves they need."""

    def levels(self, *, progress: Progress | None = None, budget: Budget | None = None) -> Iterator[list[State]]:
        """Yield the states that need 0, 1, 2, … moves."""


def distances(puzzle: Levelled, *, progress: Progress | None = None, budget: Budget | None = None) -> Iterator[int]:
    """Yield how many states need 0, 1, 2, … moves; raise BudgetExceededError where they are too many to keep."""
    return map(len, puzzle.levels(progress=progress, budget=budget))


def exact(puzzle: Levelled, moves: int, count: int, rng: Random, *, budget: Budget | None = None) -> Iterator[State]:
    """Return `count` different boards whose fewest moves are exactly `moves`, drawn with `rng`.

    Raise PuzzleError where there are fewer, or where the states on the way are too many to keep; BudgetExceededError at
    a limit.
    """
    budget = Budget.of(budget)
    level: list[State] = []
    farthest = -1
    try:
        for farthest, level in enumerate(puzzle.levels(budget=budget)):  # noqa: B007 - the last one counts
            if farthest == moves:
                break
    except BudgetExceededError as error:
        if budget.is_over:
            raise
        raise PuzzleError(
            say("boards that need {moves} moves are too many to list: {error}", moves=moves, error=say(str(error)))
        ) from None
    if farthest != moves:
        raise PuzzleError(
            say("no board of this puzzle needs {moves} moves: {most} are always enough", moves=moves, most=farthest)
        )
    if count > len(level):
        raise PuzzleError(
            say(
                "only {count} states of this puzzle need exactly {moves} moves, not {wanted}",
                count=len(level),
                moves=moves,
                wanted=count,
            )
        )
    return iter(rng.sample(level, count))
