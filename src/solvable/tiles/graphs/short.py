"""Shortest solutions of tiles on a graph where they are near, else short ones: beams ranked by distances from home.

A move brings one tile one step, so the sum of the distances, each to the nearest place where the goal has that label,
is also a lower bound. It says little where tiles cannot pass each other, as on long cycles; there beams find nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solvable.core.budget import check
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Budget, Move, Solution, State
from solvable.core.solution import Searched
from solvable.tiles.graphs import bidirectional
from solvable.tiles.graphs.blocks import Neighbours

NUMBERS_MAX = 2_000_000  # numbers of a table of distances
NEAR_VERTICES_MAX = 10  # vertices of graphs on which every state is near: a shortest solution is there soon
SOON, AT_ONCE = 0.1, 0.5  # of the time, and seconds, for a short solution before a shortest one is sought
WIDTHS = 30, 3  # of the first beam, and times the last of the next
# moves: where the goal was met, the least distance had hardly ever been the same for more than 60
STALLED_MOVES_MAX = 100
STEADY, WIDEST = 1000, 10_000  # the last widths without a limit of time and with one: a layer of them takes 0.1 s
UNREACHABLE_DISTANCE = 1 << 40  # between two vertices that no way joins: a hole is never left

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


@dataclass(frozen=True, slots=True)
class Task:
    """A state and the goal on a graph, holes with a label of their own."""

    neighbours: Neighbours
    state: State
    goal: State

    @property
    def steps(self) -> Distances | None:
        """The goal's table of distances, if it is not too large."""
        return distances(self.neighbours, self.goal)

    @property
    def bound(self) -> int:
        """The sum of the tiles' distances: a lower bound on the moves."""
        return bound(self.steps, self.state)


def bound(steps: Distances | None, state: State) -> int:
    """Return the sum of the distances of a state's tiles from home; 0 without a table."""
    return sum(steps[label][vertex] for vertex, label in enumerate(state) if label) if steps else 0


def searched(task: Task, first: Solution | None, budget: Budget) -> Searched:
    """Return a shortest solution; where it is too far away, raise BudgetExceededError with the best so far, if any."""
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
    """Return the best of a solution and of those that beams of growing width find, while there is time."""
    width, steps = WIDTHS[0], task.steps
    widest, room = WIDEST if budget.is_limited else STEADY, bidirectional.most(len(task.goal), max(task.goal))
    while steps and len(best) > best.lower_bound and width <= min(widest, room // len(best)) and not budget.is_over:
        moves = beam(task, steps, width, len(best) - 1, budget)
        if moves is not None:
            best = Solution(moves, best.lower_bound)
            budget.better(best)
        width *= WIDTHS[1]
    return best


def beam(task: Task, steps: Distances, width: int, most: int, budget: Budget) -> tuple[Move, ...] | None:
    """Return the blank's way to the goal that a beam of this width meets first, of at most so many moves, or None.

    All boards of a layer are the same number of moves from the start, so the sum of distances alone ranks them. Where
    the least has not fallen for long the beam is given up.
    """
    pack = bytes if max(task.goal) < 256 else tuple
    start, goal = pack(task.state), pack(task.goal)
    layer = [(bound(steps, task.state), start, task.state.index(0))]
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
            for vertex in task.neighbours[blank]
        )
        after, ways = list[tuple[int, bytes | State, int]](), list[tuple[int, int]]()
        for value, parent, vertex in children:
            _, board, blank = layer[parent]
            now = list(board)
            now[blank], now[vertex] = now[vertex], 0
            key = pack(now)
            if key not in seen:
                seen.add(key)
                after.append((value, key, vertex))
                ways.append((parent, vertex))
                if key == goal:
                    return _back([*history, ways])
                if len(after) == width:
                    break
        if not after or budget.is_over:
            return None
        layer = after
        history.append(ways)
    return None


def _back(history: Sequence[Sequence[tuple[int, int]]]) -> tuple[Move, ...]:
    """Return the vertices of the way that ends with the last board of the last layer."""
    results, row = list[Move](), len(history[-1]) - 1
    for ways in reversed(history):
        row, vertex = ways[row]
        results.append(vertex)
    return tuple(reversed(results))
