"""Shortest paths of the blank on a graph by breadth-first search from both ends, identical tiles interchangeable.

The smaller of the two levels is grown next. If the ends do not meet after d levels in all, the solution takes more than
d moves, so the first meeting is shortest. A state is a bytes object (or a tuple if labels exceed 255); memory is one
entry for each state seen, at most STATES_MAX of them and BYTES_MAX bytes, or less if the process may not use so much
(`most`).
"""

from collections.abc import Callable, Iterator

from solvable.core import memory
from solvable.core.errors import BudgetExceededError
from solvable.core.message import msg
from solvable.core.puzzle import Budget, Move, State
from solvable.tiles.graphs.blocks import Neighbours

STATES_MAX = 3_000_000  # states stored
BYTES_MAX = 500_000_000  # bytes for them: a state, its entry in a hash table with a third of the slots free, its number
STATES_PER_REPORT = 4096  # states between two reports
CELLS_PER_BUDGET_CHECK = 1_000_000  # cells of states written between two checks of the clock

Key = bytes | tuple[int, ...]
Seen = dict[Key, int]  # state -> the vertex where the blank was one step nearer to this end; −1 at the end itself


def most(cells: int, largest: int) -> int:
    """Return the largest number of states with this many cells, and labels up to `largest`, that are stored."""
    each = 140 + cells if largest < 256 else 160 + 8 * cells
    return min(STATES_MAX, int(min(BYTES_MAX, memory.FREE_MEMORY_SHARE * memory.available())) // each)


def shortest(
    neighbours: Neighbours,
    start: State,
    goal: State,
    budget: Budget,
) -> tuple[tuple[Move, ...], int]:
    """Return the vertices touched on a shortest path from `start` to `goal`, and the number of states seen.

    Raise BudgetExceededError at a limit.
    """
    pack = bytes if max(goal) < 256 else tuple
    ends: list[Seen] = [{pack(start): -1}, {pack(goal): -1}]
    levels: list[list[Key]] = [[pack(start)], [pack(goal)]]
    depth, limit = 0, most(len(goal), max(goal))
    meeting = pack(start) if start == goal else None

    def look() -> None:
        seen = sum(map(len, ends))
        if seen > limit:
            raise BudgetExceededError(
                msg("more than {most} states, too many to keep: at least {bound} moves", most=limit, bound=depth + 1),
                depth + 1,
            )
        if not budget.goes_on(depth + 1, None, seen):
            reason = "stopped" if budget.is_cancelled else "no solution in time"
            raise BudgetExceededError(
                msg("{reason}: at least {bound} moves", reason=msg(reason), bound=depth + 1), depth + 1
            )

    while meeting is None:
        side = 0 if len(levels[0]) <= len(levels[1]) else 1
        levels[side], meeting = _grow(neighbours, levels[side], ends[side], ends[1 - side], budget, look)
        depth += 1
    return (*_back(ends[0], meeting)[::-1], *_forth(ends[1], meeting)), sum(map(len, ends))


def all_shortest(
    neighbours: Neighbours, start: State, goal: State, length: int, budget: Budget
) -> Iterator[tuple[Move, ...]]:
    """Yield every solution of `length` moves, which must be the fewest; raise BudgetExceededError at a limit.

    The states up to half way from the goal are listed with their distances. A depth-first search from the start
    continues only where distances decrease, and skips states from which it has failed: if a state is too far once, it
    is too far whenever no more moves are left.
    """
    half = (length + 1) // 2
    remaining: dict[State, int] = {goal: 0}
    level = [goal]
    for distance in range(1, half + 1):
        reached: dict[State, None] = {}
        for state in level:
            budget.check()
            reached |= {after: None for _, after in _steps(neighbours, state) if after not in remaining}
        level = list(reached)
        remaining |= dict.fromkeys(level, distance)
        if len(remaining) > most(len(goal), 256):
            raise BudgetExceededError("too many states to keep for all shortest solutions", length)
    dead: dict[State, int] = {}  # state -> a number of moves that did not suffice
    path: list[Move] = []
    stack = [(start, _steps(neighbours, start))]
    fruitful = [length == 0]
    if length == 0:
        yield ()
    while stack:
        budget.check()
        state, steps = stack[-1]
        more = length - len(stack)  # moves left after the next one
        for vertex, after in steps if more >= 0 else ():
            if remaining.get(after, half + 1) > more if more <= half else dead.get(after, -1) >= more:
                continue
            path.append(vertex)
            if more == 0:
                yield tuple(path)
                fruitful[-1] = True
                path.pop()
                continue
            stack.append((after, _steps(neighbours, after)))
            fruitful.append(False)
            break
        else:
            stack.pop()
            if fruitful.pop():
                fruitful[-1:] = [True] if fruitful else []
            else:
                dead[state] = max(more + 1, dead.get(state, -1))
            if stack:
                path.pop()


def _steps(neighbours: Neighbours, state: State) -> Iterator[tuple[int, State]]:
    """Yield the vertices adjacent to the blank with the states after touching them."""
    blank = state.index(0)
    for vertex in neighbours[blank]:
        board = list(state)
        board[blank], board[vertex] = board[vertex], 0
        yield vertex, tuple(board)


def _grow(
    neighbours: Neighbours, level: list[Key], seen: Seen, other: Seen, budget: Budget, look: Callable[[], None]
) -> tuple[list[Key], Key | None]:
    """Return the next level of this side, and a state where the two sides meet, or None."""
    reached: list[Key] = []
    often = max(
        1, min(STATES_PER_REPORT, CELLS_PER_BUDGET_CHECK // (len(level[0]) * max(map(len, neighbours), default=1)))
    )
    for index, state in enumerate(level):
        blank = state.index(0)
        for vertex in neighbours[blank]:
            board = list(state)
            board[blank], board[vertex] = board[vertex], 0
            after = bytes(board) if isinstance(state, bytes) else tuple(board)
            if after not in seen:
                seen[after] = blank
                if after in other:
                    return reached, after
                reached.append(after)
        if index % STATES_PER_REPORT == 0 or (index % often == 0 and budget.is_over):
            look()
    return reached, None


def levels(neighbours: Neighbours, goal: State, budget: Budget) -> Iterator[list[Key]]:
    """Yield the states at distance 0, 1, 2, … from `goal`; raise BudgetExceededError if there are too many."""
    pack = bytes if max(goal) < 256 else tuple
    level: list[Key] = [pack(goal)]
    seen: Seen = dict.fromkeys(level, -1)
    limit, distance = most(len(goal), max(goal)), 0

    def look() -> None:
        if len(seen) > limit:
            raise BudgetExceededError(
                msg("more than {most} states within {moves} moves, too many", most=limit, moves=distance + 1), distance
            )
        if not budget.goes_on(distance, None, len(seen)):
            raise BudgetExceededError("stopped before the table was complete", distance)

    while level:
        yield level
        level, _ = _grow(neighbours, level, seen, {}, budget, look)
        distance += 1


def watched(level: list[Key], budget: Budget) -> Iterator[Key]:
    """Yield the states of a level; raise BudgetExceededError if the budget ends meanwhile."""
    often = max(1, min(STATES_PER_REPORT, CELLS_PER_BUDGET_CHECK // len(level[0])))
    for index, state in enumerate(level):
        if index % often == 0:
            budget.check()
        yield state


def _back(seen: Seen, state: Key) -> list[Move]:
    """Return the blank's vertices from `state` back to the one after this end, the last first."""
    path = []
    while (before := seen[state]) >= 0:
        path.append(state.index(0))
        state = _moved(state, before)
    return path


def _forth(seen: Seen, state: Key) -> list[Move]:
    """Return the blank's vertices from the one after `state` to this end."""
    path = []
    while (after := seen[state]) >= 0:
        path.append(after)
        state = _moved(state, after)
    return path


def _moved(state: Key, vertex: int) -> Key:
    board, blank = list(state), state.index(0)
    board[blank], board[vertex] = board[vertex], 0
    return bytes(board) if isinstance(state, bytes) else tuple(board)
