"""Boards that need exactly a given number of moves, for fair contest sets.

Small boards are drawn uniformly from a level of the complete table, and levels near the goal by listing them. For
others, the end of a random walk from the goal is solved optimally; if it is too far, the last board of the walk that
needs exactly n moves is used: a move changes the fewest moves by at most one, so no distance is skipped. Only lengths
are used, so a seed gives the same boards whichever shortest solutions are found. Walks that fall short are lengthened;
if that no longer helps, a climb starts from a random board with short walks that do not come nearer, and for the
15-puzzle walks back from its farthest boards reach every distance up to 80.
"""

from collections.abc import Callable, Iterator
from random import Random

from solvable.core import breadth_first
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Bound, Budget, State
from solvable.tiles.census import complete
from solvable.tiles.interface import Grid

LEVEL_STATES_MAX = 3000  # states of the largest level that is listed completely
ATTEMPTS_MAX = 1000  # optimal solutions computed for one board before giving up
STALLED_WALKS_MAX = 12  # short walks without progress before a climb restarts
# For 4 × 4 with the blank's home in a corner (Korf & Schultze 2005; Norskog & Davidson)
RADIUS = {"stm": 80, "mtm": 43}
CLIMB_DISTANCE_MAX = 66  # for larger distances, walks back from the farthest boards are faster than climbing
# two of the 17 boards that need 80 moves if the blank's home is last, as home cells; each proved in seconds
FARTHEST = (
    (15, 11, 8, 12, 14, 10, 9, 13, 2, 6, 1, 4, 3, 7, 5, 0),
    (15, 11, 8, 12, 14, 10, 9, 13, 6, 7, 4, 5, 3, 2, 1, 0),
)

Walk = list[State]  # each state is a move from the one before
Solver = Callable[[State], int]  # the fewest moves of a board


def exact(puzzle: Grid, moves: int, count: int, rng: Random, budget: Budget) -> Iterator[State]:
    """Yield `count` different boards whose fewest moves are exactly `moves`, drawn with `rng`.

    Raise PuzzleError if there are fewer, or if no further one is found; BudgetExceededError at a limit.
    """
    result = _exact(puzzle, moves, count, rng, budget)
    while True:
        with budget:  # the budget is not in force in the caller between two boards
            board = next(result, None)
        if board is None:
            return
        yield board


def _exact(puzzle: Grid, moves: int, count: int, rng: Random, budget: Budget) -> Iterator[State]:
    if moves < 0:
        raise PuzzleError(msg("no board needs {moves} moves", moves=moves))
    if complete.is_line(puzzle) or puzzle.cells <= complete.CELLS_MAX:
        yield from complete.sample(puzzle, moves, count, rng)
        return
    if is_classic(puzzle) and moves > RADIUS[puzzle.metric]:
        raise PuzzleError(
            msg(
                "no board of this puzzle needs {moves} moves: {most} are always enough",
                moves=moves,
                most=RADIUS[puzzle.metric],
            )
        )
    listed = _listed(puzzle, moves)
    if listed is None:
        yield from _searched(puzzle, moves, count, rng, solver(puzzle, budget))
    elif count > len(listed):
        raise breadth_first.too_few(len(listed), moves, count)
    else:
        yield from rng.sample(listed, count)


def is_classic(puzzle: Grid) -> bool:
    """Return whether this is the 15-puzzle with the blank's home in a corner, whose radius is known."""
    return (puzzle.width, puzzle.height) == (4, 4) and puzzle.homes[0] in (0, 3, 12, 15)


def _listed(puzzle: Grid, moves: int) -> list[State] | None:
    """Return all boards that need exactly `moves`, or None if the levels before grow too large."""
    for distance, states in enumerate(breadth_first.levels(puzzle)):
        if distance == moves:
            return states
        if len(states) > LEVEL_STATES_MAX:
            return None
    return []


def solver(puzzle: Grid, budget: Budget) -> Solver:
    """Return a function for the fewest moves of a board, with the same tables for any time limit.

    Only the nodes are reported, because the events are not about the board that the user requested.
    """
    from solvable.tiles.optimal import ida

    tables = ida.best_tables(puzzle)
    spent = 0

    def solve(state: State) -> int:
        nonlocal spent
        share = budget.share(through=lambda event: Bound(0, None, spent + event.nodes))
        try:
            result = ida.search(puzzle, state, share, tables=tables, with_best=False)
        except BudgetExceededError:
            if budget.is_limited or budget.is_cancelled:
                raise budget.exceeded() from None
            raise
        spent += result.nodes
        return len(result.moves)

    return solve


def _searched(puzzle: Grid, moves: int, count: int, rng: Random, solve: Solver) -> Iterator[State]:
    """Yield `count` different boards found by walks and climbs."""
    seen: set[State] = set()
    failures, hardest = 0, 0
    for states, needed in _walks(puzzle, moves, rng, solve):
        hardest = max(hardest, needed)
        board = _last(states, needed, moves, solve)
        if board is None or board in seen:
            failures += 1
            if failures == ATTEMPTS_MAX:
                break
            continue
        failures = 0
        seen.add(board)
        yield board
        if len(seen) == count:
            return
    message = msg("the hardest of the last {tried} tried needs {hardest}", tried=ATTEMPTS_MAX, hardest=hardest)
    if seen:
        raise PuzzleError(
            msg(
                "after {count} no further board that needs exactly {moves} moves was found; {hardest}",
                count=len(seen),
                moves=moves,
                hardest=message,
            )
        )
    raise PuzzleError(
        msg("no board that needs exactly {moves} moves was found; {hardest}", moves=moves, hardest=message)
    )


def _last(states: Walk, needed: int, moves: int, solve: Solver) -> State | None:
    """Return the last board of a walk that needs exactly `moves`, given that its end needs `needed`; None if there is
    none.

    A board that needs d moves more than `moves` is at least d moves from the next candidate.
    """
    index = len(states) - 1
    while needed > moves and index >= needed - moves:
        index -= needed - moves
        needed = solve(states[index])
    return states[index] if needed == moves else None


def _walks(puzzle: Grid, moves: int, rng: Random, solve: Solver) -> Iterator[tuple[Walk, int]]:
    """Yield walks and the fewest moves of their ends, endlessly, as many as possible at least `moves` but not many
    more.
    """
    length = moves
    while length < 4 * moves:
        states = walk(puzzle, puzzle.goal, length, rng)
        needed = solve(states[-1])
        yield states, needed
        if needed < moves:
            length += max(2, moves // 16 * 2)
        elif needed > moves + moves // 8:
            length = max(moves, length - 2)
    while True:
        if is_classic(puzzle) and puzzle.metric == "stm" and moves > CLIMB_DISTANCE_MAX:
            states = walk(puzzle, rng.choice(farthest(puzzle)), RADIUS["stm"] - moves + 2 * rng.randrange(3), rng)
            yield states, solve(states[-1])
        else:
            yield from _climb(puzzle, moves, rng, solve)


def _climb(puzzle: Grid, moves: int, rng: Random, solve: Solver) -> Iterator[tuple[Walk, int]]:
    """Yield a random board, then better ones by short walks that do not come nearer, until `moves` or until no
    progress.
    """
    state = puzzle.scramble(rng)
    needed = solve(state)
    yield [state], needed
    stale = 0
    while needed < moves and stale < STALLED_WALKS_MAX:
        states = walk(puzzle, state, rng.randrange(1, 9), rng)
        then = solve(states[-1])
        yield states, then
        stale = 0 if then > needed else stale + 1
        if then >= needed:
            state, needed = states[-1], then


def walk(puzzle: Grid, state: State, steps: int, rng: Random) -> Walk:
    """Return the boards of a random walk without immediate reversals; in MTM every move changes direction."""
    before, blank, states = -1, state.index(0), [state]
    for _ in range(steps):
        moves = [move for move in puzzle.moves(state) if not _in_line(puzzle, before, blank, move)]
        before, blank = blank, rng.choice(moves)
        state = puzzle.apply(state, blank)
        states.append(state)
    return states


def _in_line(puzzle: Grid, before: int, blank: int, move: int) -> bool:
    """Return whether the blank's steps before → blank → move would be a single move (in STM, a reversal)."""
    if before < 0 or puzzle.metric == "stm":
        return move == before
    w = puzzle.width
    return before // w == blank // w == move // w or before % w == blank % w == move % w


def farthest(puzzle: Grid) -> list[State]:
    """Return boards of the 15-puzzle that need 80 moves, by symmetry for every corner as the blank's home."""
    rows, columns = (
        [line if puzzle.homes[0] in side else 3 - line for line in range(4)] for side in ((12, 15), (3, 15))
    )
    seen = [4 * rows[cell // 4] + columns[cell % 4] for cell in range(16)]
    results = []
    for homes in FARTHEST:
        for flip in (False, True):
            place = [seen[4 * (cell % 4) + cell // 4] for cell in range(16)] if flip else seen
            state = [0] * 16
            for cell, home in enumerate(homes):
                state[place[cell]] = puzzle.goal[place[home]]
            if tuple(state) not in results:
                results.append(tuple(state))
    return results
