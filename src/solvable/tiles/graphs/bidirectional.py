"""Shortest paths of the blank on a graph by breadth-first search from both ends, tiles alike not told apart.

Levels are grown in turn, the smaller one next; when after d levels from the two ends together nothing was met, the
solution takes more than d moves, so the first meeting is shortest. A state is a string of bytes (or a tuple where
labels go beyond 255); memory is one entry a state seen, at most LIMIT of them and MEMORY bytes (`most`).
"""

from collections.abc import Callable, Iterator, Sequence

from solvable.clock import counted
from solvable.errors import BudgetExceededError
from solvable.puzzle import Move, Progress, State

LIMIT = 3_000_000  # states kept
MEMORY = 500_000_000  # bytes for them: a state, its place in a table of a third more places, its number
EVERY = 4096  # states between two looks at the clock

Key = bytes | tuple[int, ...]
Seen = dict[Key, int]  # state -> the vertex where the blank was one step nearer to this end; −1 at the end itself


def most(cells: int, largest: int) -> int:
    """Return how many states of so many cells, with labels to `largest`, are kept at most."""
    each = 140 + cells if largest < 256 else 160 + 8 * cells
    return min(LIMIT, MEMORY // each)


def shortest(
    near: Sequence[Sequence[int]],
    start: State,
    goal: State,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> tuple[Move, ...]:
    """Return the vertices touched on a shortest way from `start` to `goal`; raise BudgetExceededError at a limit."""
    pack = bytes if max(goal) < 256 else tuple
    ends: list[Seen] = [{pack(start): -1}, {pack(goal): -1}]
    levels: list[list[Key]] = [[pack(start)], [pack(goal)]]
    deadline = None if seconds is None else counted() + seconds
    depth, limit = 0, most(len(goal), max(goal))
    meeting = pack(start) if start == goal else None

    def look() -> None:
        seen = sum(map(len, ends))
        if deadline is not None and counted() > deadline:
            raise BudgetExceededError(f"no solution in time: at least {depth + 1} moves", depth + 1)
        if seen > limit:
            raise BudgetExceededError(
                f"more than {limit} states, too many to keep: at least {depth + 1} moves", depth + 1
            )
        if progress is not None and progress(depth + 1, None, seen) is False:
            raise BudgetExceededError(f"stopped: at least {depth + 1} moves", depth + 1)

    while meeting is None:
        side = 0 if len(levels[0]) <= len(levels[1]) else 1
        levels[side], meeting = _grow(near, levels[side], ends[side], ends[1 - side], look)
        depth += 1
    return (*_back(ends[0], meeting)[::-1], *_forth(ends[1], meeting))


def all_shortest(near: Sequence[Sequence[int]], start: State, goal: State, length: int) -> Iterator[tuple[Move, ...]]:
    """Yield every way of `length` moves, which must be the fewest; raise BudgetExceededError where memory is short.

    The states up to half way from the goal are listed with their distances. A depth-first search from the start goes on
    only where they go down, and never again where no way was found: with fewest moves in all, a state that is too far
    once is too far whenever no more moves are left.
    """
    half = (length + 1) // 2
    left: dict[State, int] = {goal: 0}
    level = [goal]
    for distance in range(1, half + 1):
        level = list({after: None for state in level for _, after in _steps(near, state) if after not in left})
        left |= dict.fromkeys(level, distance)
        if len(left) > most(len(goal), 256):
            raise BudgetExceededError("too many states to keep for all shortest solutions", length)
    dead: dict[State, int] = {}  # state -> moves that were not enough
    path: list[Move] = []
    stack = [(start, _steps(near, start))]
    fruitful = [length == 0]
    if length == 0:
        yield ()
    while stack:
        state, steps = stack[-1]
        more = length - len(stack)  # moves left after the next one
        for vertex, after in steps if more >= 0 else ():
            if left.get(after, half + 1) > more if more <= half else dead.get(after, -1) >= more:
                continue
            path.append(vertex)
            if more == 0:
                yield tuple(path)
                fruitful[-1] = True
                path.pop()
                continue
            stack.append((after, _steps(near, after)))
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


def _steps(near: Sequence[Sequence[int]], state: State) -> Iterator[tuple[int, State]]:
    """Yield the vertices beside the blank with the states after touching them."""
    blank = state.index(0)
    for vertex in near[blank]:
        board = list(state)
        board[blank], board[vertex] = board[vertex], 0
        yield vertex, tuple(board)


def _grow(
    near: Sequence[Sequence[int]], level: list[Key], seen: Seen, other: Seen, look: Callable[[], None]
) -> tuple[list[Key], Key | None]:
    """Return the next level of this side, and a state where the two sides meet, or None."""
    reached: list[Key] = []
    for index, state in enumerate(level):
        blank = state.index(0)
        for vertex in near[blank]:
            board = list(state)
            board[blank], board[vertex] = board[vertex], 0
            after = bytes(board) if isinstance(state, bytes) else tuple(board)
            if after not in seen:
                seen[after] = blank
                if after in other:
                    return reached, after
                reached.append(after)
        if index % EVERY == 0:
            look()
    return reached, None


def levels(near: Sequence[Sequence[int]], goal: State, *, progress: Progress | None = None) -> Iterator[list[Key]]:
    """Yield the states at distance 0, 1, 2, … from `goal`; raise BudgetExceededError where they are too many."""
    pack = bytes if max(goal) < 256 else tuple
    level: list[Key] = [pack(goal)]
    seen: Seen = dict.fromkeys(level, -1)
    limit, distance = most(len(goal), max(goal)), 0

    def look() -> None:
        if len(seen) > limit:
            raise BudgetExceededError(f"more than {limit} states within {distance + 1} moves, too many", distance)
        if progress is not None and progress(distance, None, len(seen)) is False:
            raise BudgetExceededError("stopped before the table was complete", distance)

    while level:
        yield level
        level, _ = _grow(near, level, seen, {}, look)
        distance += 1


def _back(seen: Seen, state: Key) -> list[Move]:
    """Return the blank's places from `state` back to just after this end, the last first."""
    path = []
    while (before := seen[state]) >= 0:
        path.append(state.index(0))
        state = _moved(state, before)
    return path


def _forth(seen: Seen, state: Key) -> list[Move]:
    """Return the blank's places from just after `state` to this end."""
    path = []
    while (after := seen[state]) >= 0:
        path.append(after)
        state = _moved(state, after)
    return path


def _moved(state: Key, vertex: int) -> Key:
    board, blank = list(state), state.index(0)
    board[blank], board[vertex] = board[vertex], 0
    return bytes(board) if isinstance(state, bytes) else tuple(board)
