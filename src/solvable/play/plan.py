"""A solution that stays one while the player moves: what is left of it after any move, right or wrong.

A move that the solution contains falls out of it where the rest still leads to the goal: at any place for presses,
which commute, at its head for tiles. After any other move the way back comes first. So of lights a pressed mark goes
and a wrong press is marked (k − 1 times, for k states), and of tiles the list begins with the move that takes the
mistake back. A step back in the history is followed the same way, its way being the opposite one.
"""

from collections.abc import Sequence

from solvable.core.errors import IllegalMoveError
from solvable.core.puzzle import Move, Puzzle, State, replay

REPEATS_MAX = 64  # of one press until all is as before
MOVES_TRIED_MAX = 400  # moves that may each be the way back

Plan = tuple[Move, ...]


def followed(puzzle: Puzzle, plan: Plan, here: State, path: Sequence[Move], back: Sequence[Move]) -> Plan:
    """Return a solution of `here`, which `path` has led to; `plan` is one of where it began, and `back` leads there."""
    if here == puzzle.goal:
        return ()
    remaining = list(plan)
    for move in path:
        if move not in remaining:
            return (*back, *plan)
        remaining.remove(move)
    if plan[: len(path)] == tuple(path) or leads_to_goal(puzzle, here, remaining):
        return tuple(remaining)
    return (*back, *plan)


def way_back(puzzle: Puzzle, before: State, move: Move, after: State) -> Plan | None:
    """Return moves that take `move` back: itself again so often, or one other; None if neither does."""
    state = after
    try:
        for times in range(1, REPEATS_MAX):
            state = puzzle.apply(state, move)
            if state == before:
                return (move,) * times
    except IllegalMoveError:
        pass
    moves = puzzle.moves(after)
    if len(moves) > MOVES_TRIED_MAX:
        return None
    return next(((other,) for other in moves if puzzle.apply(after, other) == before), None)


def leads_to_goal(puzzle: Puzzle, state: State, moves: Sequence[Move]) -> bool:
    """Return whether `moves` are legal and end in the goal."""
    try:
        return replay(puzzle, state, moves) == puzzle.goal
    except IllegalMoveError:
        return False
