"""Beam search in plain Python, ranked by the tiles' distances from home: on any graph, and on boards without kernels.

A move brings one tile one step, so the sum of the distances, each to the nearest place where the goal has that label,
is also a lower bound. It says little if tiles cannot pass each other, as on long cycles; there beams find nothing.
Larger boards stall too: there a beam brings home the tiles of an outer line, the distances of the rest counting less,
then of the next, until 4 × 4 cells are left, which are ranked by their small pattern databases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count

from solvable.core.budget import Budget, check
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Move, Solution, State
from solvable.tiles.interface import Grid
from solvable.tiles.suboptimal.boards import after
from solvable.tiles.symmetry import Cells, Frame, orientation

NUMBERS_MAX = 2_000_000  # numbers of a table of distances
# moves: if the goal was met, the least distance had hardly ever been the same for more than 60
STALLED_MOVES_MAX = 100
WIDTH_MIN, WIDER = 90, 3  # of the first beam on a board, and how many times as wide the next one is
OTHER = 255  # any tile of a later line
LATER_LINE_DISTANCE_SHARE = 0.2  # what the distance of a tile counts that belongs to a later line
LAYERS_PER_CELL_MAX = 4  # layers of a line's beam for each cell
WHOLE_BOARD_SIDE_MAX = 4  # cells of the longer side of a board that is solved as a whole
STEADY, WIDEST = 1000, 10_000  # the last widths without a limit of time and with one: a layer of them takes 0.1 s
BEAM_CELLS_MAX = 100  # cells of a board that beams are worth trying on
MOVES_MAX = 200  # moves of a board to 16 cells
UNREACHABLE_DISTANCE = 1 << 40  # between two vertices that no way joins: a hole is never left

Neighbours = Sequence[Sequence[int]]
Distances = Sequence[Sequence[int]]  # from the nearest home of a label, for each vertex


@lru_cache(maxsize=8)
def distances(neighbours: Neighbours, goal: State) -> Distances | None:
    """Return for each label and vertex the steps to the nearest vertex where the goal has it; None for large graphs."""
    n, last = len(goal), max(goal)
    if (last + 1) * n > NUMBERS_MAX:
        return None
    homes: dict[int, list[int]] = {}
    for vertex, label in enumerate(goal):
        homes.setdefault(label, []).append(vertex)
    results = []
    for label in range(last + 1):
        check()
        steps = [UNREACHABLE_DISTANCE] * n
        for vertex in (frontier := list(homes.get(label, ()))):
            steps[vertex] = 0
        for vertex in frontier:
            for other in neighbours[vertex]:
                if steps[other] == UNREACHABLE_DISTANCE:
                    steps[other] = steps[vertex] + 1
                    frontier.append(other)
        results.append(steps)
    return results


def bound(steps: Distances | None, state: State) -> int:
    """Return the sum of the distances of a state's tiles from home; 0 without a table."""
    return sum(steps[label][vertex] for vertex, label in enumerate(state) if label) if steps else 0


def beam(
    neighbours: Neighbours, steps: Sequence[Sequence[float]], state: State, is_goal: Callable[[bytes | State], bool],
    width: int, most: int, budget: Budget, *, blind: bytes = b"",
) -> tuple[Move, ...] | None:  # fmt: skip
    """Return the blank's way to a goal that a beam of this width meets first, of at most so many moves, or None.

    All boards of a layer are the same number of moves from the start, so the sum of distances alone ranks them. If the
    least has not fallen for long the beam is given up. Of boards that `blind` translates to the same it keeps one in a
    layer: else all would be in one hollow.
    """
    pack: Callable[[Sequence[int]], bytes | State] = bytes if max(state) < 256 else tuple
    start = pack(state)
    if is_goal(start):
        return ()
    layer = [(sum(steps[t][v] for v, t in enumerate(state) if t), start, state.index(0))]
    seen, history = {start}, list[list[tuple[int, int]]]()
    minimum, when = layer[0][0], 0
    for number in range(most):
        budget.look(len(layer))
        if layer[0][0] < minimum:
            minimum, when = layer[0][0], number
        if number - when > STALLED_MOVES_MAX:
            return None
        children = sorted(
            (value + steps[board[vertex]][blank] - steps[board[vertex]][vertex], parent, vertex)
            for parent, (value, board, blank) in enumerate(layer)
            for vertex in neighbours[blank]
        )
        after, ways, alike = list[tuple[float, bytes | State, int]](), list[tuple[int, int]](), set[bytes]()
        for value, parent, vertex in children:
            _, board, blank = layer[parent]
            now = list(board)
            now[blank], now[vertex] = now[vertex], 0
            key = pack(now)
            if key in seen:
                continue
            if blind and isinstance(key, bytes):
                same = key.translate(blind)
                if same in alike:
                    continue
                alike.add(same)
            seen.add(key)
            after.append((value, key, vertex))
            ways.append((parent, vertex))
            if is_goal(key):
                path, row = [vertex], parent
                for earlier in reversed(history):
                    row, before = earlier[row]
                    path.append(before)
                return tuple(reversed(path))
            if len(after) == width:
                break
        if not after or budget.is_over:
            return None
        layer = after
        history.append(ways)
    return None


def near(puzzle: Grid, state: State, least: int, budget: Budget) -> Solution:
    """Return the shortest solution found within the budget, bound `least`; of the human method at least.

    If it is cancelled, BudgetExceededError has the best so far.
    """
    from solvable.tiles import construct, moves
    from solvable.tiles.optimal import plain as optimal

    best: Sequence[Move] = construct.solve(puzzle, state, budget).moves

    def solution() -> Solution:
        return Solution(best, min(least, len(best)))

    budget.better(solution())
    view, width, last = orientation(puzzle.width, puzzle.height, puzzle.goal), WIDTH_MIN, 0.0
    while puzzle.cells <= BEAM_CELLS_MAX and width <= (WIDEST if budget.is_limited else STEADY):
        if len(best) <= least or not budget.goes_on(least, solution()) or budget.left < WIDER * last:
            break
        begun, frame, start = budget.spent, view.frame, view.state(state)
        try:
            cells = (_by_tables if optimal.covers(frame) else _by_lines)(frame, start, width, budget)
        except BudgetExceededError:
            raise budget.exceeded(least, solution()) from None
        if cells is not None:
            path = view.moves(cells)
            path = tuple(moves.merge(puzzle.width, state, path)) if puzzle.metric == "mtm" else path
            if len(path) < len(best):
                best = path
                budget.better(solution())
        last, width = budget.spent - begun, WIDER * width
    if budget.is_cancelled:
        raise budget.exceeded(least, solution())
    return solution()


def _by_lines(frame: Frame, state: State, width: int, budget: Budget) -> Cells | None:
    """Return the walk of beams that finish the outer lines one after the other, then the inner board by tables.

    For boards whose blank is at home in the corner, where tile t belongs on cell t; None for others.
    """
    w, h = frame.width, frame.height
    walk = list[int]()
    while frame.home == 0 and max(w, h) > WHOLE_BOARD_SIDE_MAX:
        moves = _one_line(frame, state, (w, h), width, budget)
        if moves is None:
            return None
        walk += moves
        state = after(state, list(moves))
        w, h = (w - 1, h) if w > h else (w, h - 1)
    if frame.home:
        return None
    cells = [row * frame.width + column for row in range(h) for column in range(w)]
    number = {cell: index for index, cell in enumerate(cells)}
    rest = _by_tables(Frame(w, h, 0), tuple(number[state[cell]] for cell in cells), width, budget)
    return None if rest is None else (*walk, *(cells[cell] for cell in rest))


def _one_line(frame: Frame, state: State, size: tuple[int, int], width: int, budget: Budget) -> tuple[Move, ...] | None:
    """Return the walk of a beam, within the part of the board that is left, that brings the tiles of a line home."""
    (w, h), row, n = size, frame.width, frame.cells
    line = range((h - 1) * row, (h - 1) * row + w) if w <= h else range(w - 1, h * row, row)
    inside = {r * row + c for r in range(h) for c in range(w)}
    beside = tuple(tuple(inside.intersection(frame.neighbours(cell))) for cell in range(n))
    weights = [1.0 if tile in line else LATER_LINE_DISTANCE_SHARE for tile in range(n)]
    prices = [[weights[tile] * frame.distance(tile, cell) for cell in range(n)] for tile in range(n)]
    blind, part = bytes(t if t in line or not t else OTHER for t in range(256)), slice(line[0], line[-1] + 1, line.step)

    def is_goal(board: bytes | State) -> bool:
        return tuple(board[part]) == tuple(line)

    return beam(beside, prices, state, is_goal, width, LAYERS_PER_CELL_MAX * n, budget, blind=blind)


def _by_tables(frame: Frame, state: State, width: int, budget: Budget) -> Cells | None:
    """Return the walk of a beam ranked by small pattern databases."""
    from solvable.tiles.optimal import plain as optimal

    deepening = optimal.deepening(frame, state)
    layer = [deepening.root(state)]
    for depth in count():
        if not layer or depth > MOVES_MAX or budget.is_over:
            return None
        if layer[0].h == 0:
            return layer[0].path
        following = {tuple(child.one): child for part in layer for child in deepening.children(part, MOVES_MAX)}
        layer = sorted(following.values(), key=lambda part: part.h + part.other_h)[:width]
    return None
