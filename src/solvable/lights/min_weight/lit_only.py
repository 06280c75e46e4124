"""Lit-only play: only a lit lamp may be pressed, so the order matters, and linear algebra gives only a bound.

In any order, the presses of a solution add up to a member of the coset of all solutions, so the fewest presses of
ordinary play are a lower bound, and one press changes it by at most one. Best-first search on presses so far + bound
(A*, which expands no state twice under such a bound) therefore finds a shortest sequence, deepest first among equals;
and if the queue runs empty there is none. Most boards need no more presses than in ordinary play. Sources: Hart,
Nilsson & Raphael 1968; Goldwasser, Wang & Wu 2009 (the lit-only σ-game).
"""

from heapq import heappop, heappush

from solvable.core.budget import Budget, checked
from solvable.core.errors import BudgetExceededError, PuzzleError, UnsolvableError
from solvable.core.memory import FREE_MEMORY_SHARE, available, check_memory
from solvable.core.message import msg
from solvable.core.solution import Move, Obstruction, Solution, State
from solvable.lights.algebra.masks import pack, positions
from solvable.lights.linear_system import LinearSystem

INVARIANT = "goal within reach"  # 1 if lit-only play can reach the goal
NULLITY = 12  # the bound is a minimum over all quiet patterns, at every state
STATES = 1 << 21  # states stored in memory
BYTES = 600  # bytes of a state in addition to its bits
_WEIGHED = 1 << 16  # presses weighed between two checks of the budget


def solve(system: LinearSystem, state: State, budget: Budget) -> Solution:
    """Return a shortest sequence of presses, each of a lit lamp, that leads to the goal.

    Raises UnsolvableError, with the proof, if no presses lead there, or if some do but no order has every pressed lamp
    lit: in that case the proof is that all reachable states were visited (`INVARIANT`). Raises BudgetExceededError with
    the proved bound at a limit. For two colours and one press for each cell.
    """
    puzzle = system.board
    if puzzle.k != 2 or puzzle.presses != puzzle.cells:
        raise PuzzleError("lit-only play needs two colours and one press for each cell")
    if puzzle.free:
        raise PuzzleError("lit-only play needs the state of every lamp, and this goal leaves some lamps open")
    with budget:
        if system.nullity > NULLITY:
            raise PuzzleError(
                msg(
                    "lit-only play is searched up to nullity {most}; this board has {nullity}",
                    most=NULLITY,
                    nullity=system.nullity,
                )
            )
        parents, bound = _Search(system).run(pack(state), pack(system.vector(state)), budget)
    if pack(puzzle.goal) not in parents:
        message = "some presses lead to the goal, but in no order is every pressed lamp lit"
        raise UnsolvableError(message, Obstruction(INVARIANT, (), 0, 1))
    path, now = list[Move](), pack(puzzle.goal)
    while parents[now] is not None:
        before, press = parents[now] or (0, 0)
        path.append(press)
        now = before
    return Solution(tuple(reversed(path)), bound)


class _Search:
    """Best-first search over states as bit masks, each with the presses that ordinary play still needs."""

    def __init__(self, system: LinearSystem) -> None:
        puzzle = system.board
        bits = puzzle.cells / 8
        check_memory(2 * bits * puzzle.cells + bits * (1 << system.nullity), puzzle.cells, 2)
        self._toggles = [sum(1 << cell for cell, _ in toggle) for toggle in checked(puzzle.toggles)]
        self._most = min(STATES, int(FREE_MEMORY_SHARE * available() / (BYTES + 4 * bits)))
        self._tick = max(1, int(_WEIGHED / (1 + bits / 64)))  # states weighed between two checks
        self._buttons = sum(1 << press for press in puzzle.buttons)
        self._goal = pack(puzzle.goal)
        self._quiet = [0]
        for pattern in system.null_space.masks:
            self._quiet += [member ^ pattern for member in self._quiet]

    def _bound(self, presses: int) -> int:
        return min((presses ^ quiet).bit_count() for quiet in self._quiet)

    def run(self, start: int, presses: int, budget: Budget) -> tuple[dict[int, tuple[int, Move] | None], int]:
        """Return (the predecessor and press by which each state was reached, the proved bound)."""
        parents: dict[int, tuple[int, Move] | None] = {start: None}
        lengths, done, bound = {start: 0}, set[int](), self._bound(presses)
        queue, weighed = [(bound, 0, start, presses)], 0
        # A*. Queued: (bound on the whole length, −presses so far, state, the part of a solution that remains); an entry
        # is stale if its state is in `done`. The totals popped never fall, so the greatest is a proved bound.
        while queue:
            total, minus, state, remaining = heappop(queue)
            bound = max(bound, total)
            if state == self._goal:
                break
            if state in done:
                continue
            done.add(state)
            if len(parents) > self._most:
                raise BudgetExceededError(
                    msg("stopped after {count} states of lit-only play", count=len(parents)), bound
                )
            for press in positions(state & self._buttons):
                weighed += len(self._quiet)
                if weighed >= self._tick:
                    weighed = 0
                    if not budget.goes_on(bound, None, len(parents)):
                        raise BudgetExceededError(
                            msg("stopped after {count} states of lit-only play", count=len(parents)), bound
                        )
                following, length = state ^ self._toggles[press], 1 - minus
                if length < lengths.get(following, length + 1):
                    lengths[following], parents[following] = length, (state, press)
                    rest = remaining ^ 1 << press
                    heappush(queue, (length + self._bound(rest), -length, following, rest))
        return parents, bound
