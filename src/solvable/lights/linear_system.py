"""LinearSystem: the equations A x = goal − state over Z/k of a board, and the linear algebra of its states.

Column j of A is what press j adds. All solutions are one of them plus the null space, the x with A x = 0: the quiet
patterns. A state has no solution iff some weights y with yᵀA = 0 distinguish it from the goal: y is the proof (Sutner
1989; Anderson & Feil 1998). `methods.choose` chooses the method, whose results are cached for the next state. States
are those that `board.state` returned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from solvable.core.budget import checked
from solvable.core.errors import UnsolvableError
from solvable.core.puzzle import Count, Obstruction, Solution, State
from solvable.lights import rules
from solvable.lights.algebra.module import Module, Vector, check_listed, presses, product_of_powers
from solvable.lights.methods.choose import Solver, choose, quick_orders
from solvable.lights.wiring import GIANT, Wiring, is_ordinary

if TYPE_CHECKING:
    from solvable.lights.min_weight.every_solution import Weighing

PART = 1 << 16  # cells, a few milliseconds of work


class LinearSystem:
    """The linear system of `board`; it caches its results in the board, without a reference cycle."""

    __slots__ = ("__dict__", "board")

    def __init__(self, board: Wiring) -> None:
        self.board, self.__dict__ = board, board.system_cache

    @cached_property
    def solver(self) -> Solver:
        """The method that solves and refutes."""
        return choose(self.board)

    @cached_property
    def orders(self) -> Counter[int]:
        """The number of generators of the null space by order: from a theorem if one applies, else by elimination."""
        board = self.board
        if is_ordinary(board):
            from solvable.lights.nullity import fibonacci

            return Counter({2: fibonacci.nullity(board.width, board.height)})
        quick = quick_orders(board)
        return Counter(self.solver.orders() if quick is None else quick)

    @cached_property
    def nullity(self) -> int:
        """The dimension of the null space; for composite k, the least number of its generators."""
        return self.orders.total()

    @cached_property
    def null_space(self) -> Module:
        """The quiet patterns (presses that change nothing); raises PuzzleError if they are too many to write out."""
        if self.board.cells >= GIANT:  # do not process so many cells only to find that the patterns do not fit
            check_listed(self.nullity, self.board.presses)
            if not self.nullity:
                return Module(self.board.k, (), ())
        return self.solver.null()

    @property
    def solutions_each(self) -> int:
        """The number of solutions of each solvable state: k^nullity for prime k."""
        return 1 << self.nullity if is_ordinary(self.board) else product_of_powers(self.orders.items())

    @property
    def rank(self) -> int:
        """The rank of A: the number of buttons minus the nullity."""
        buttons = self.board.buttons
        return (buttons.stop if isinstance(buttons, range) else len(buttons)) - self.nullity

    def ranks(self, state: State) -> tuple[int, int]:
        """Return the rank of A, and of A with `difference(state)` as one more column: equal iff the state is solvable.

        For composite k the rank is the length of the module that the presses span, the number of prime factors of its
        order. A state adds the order of its difference in the quotient by that module.
        """
        from solvable.lights.algebra.modular import factor

        k, right = self.board.k, self.difference(state)
        length = sum(e for _, e in factor(k))
        lost = sum(times * e for order, times in self.orders.items() for _, e in factor(order))
        rank, order = len(self.board.buttons) * length - lost, k
        for p, e in factor(k):
            for _ in range(e):
                if self.solver.witness(tuple(order // p * value % k for value in right)) is None:
                    order //= p
        return rank, rank + sum(e for _, e in factor(order))

    def count(self) -> Count:
        """Return the numbers of states, of solvable states, and of solutions of each."""
        board, nullity = self.board, self.nullity
        states = product_of_powers([(board.k, board.cells - len(board.lampless))])
        reached = [(board.k // order, times) for order, times in self.orders.items()]  # the multiples of each generator
        solvable = product_of_powers([(board.k, len(board.buttons) - nullity), *reached])
        return Count(states, solvable, self.solutions_each, nullity)

    def difference(self, state: State) -> State:
        """Return goal − state mod k, cell by cell: what the presses must add."""
        goal, k = self.board.lit_goal, self.board.k
        if goal is None and k == 2:
            return state
        results: list[int] = []
        for offset in checked(range(0, len(state), PART), 1):
            part = state[offset : offset + PART]
            if goal is None:
                results += [-value % k for value in part]
            else:
                results += [(a - b) % k for a, b in zip(goal[offset : offset + PART], part, strict=True)]
        return tuple(results)

    def obstruction(self, state: State) -> Obstruction | None:
        """Return None if `state` is solvable, else the proof: a weighted sum that no press changes mod k."""
        weights = self.solver.witness(self.difference(state))
        if weights is None:
            return None
        goal, k = self.board.lit_goal, self.board.k
        value = sum(w * s for w, s in zip(weights, state, strict=True)) % k
        wanted = sum(w * s for w, s in zip(weights, goal, strict=True)) % k if goal else 0
        return Obstruction("quiet pattern" if self.board.is_symmetric else "left null vector", weights, value, wanted)

    def vector(self, state: State) -> Vector:
        """Return a solution as a vector of the presses of each button; raise UnsolvableError with the proof if there is
        none.
        """
        right = self.difference(state)
        if not any(right):
            return (0,) * self.board.presses
        result = self.solver.solve(right)
        if result is not None:
            return result
        if (obstruction := self.obstruction(state)) is None:
            raise RuntimeError("neither a solution nor a proof that there is none")  # one of the two always exists
        raise UnsolvableError("no presses lead from this state to the goal", obstruction)

    def bound(self, state: State) -> int:
        """Return a simple lower bound on the presses: the wrong lamps divided by the most that one press changes."""
        right = self.difference(state)
        wrong = len(right) - right.count(0)
        return -(-wrong // max(rules.most_reached(self.board.rule, self.board.width, self.board.height), 1))

    def solution(self, state: State) -> Solution:
        """Return any solution; raise UnsolvableError with the proof if there is none."""
        return self._solution(self.vector(state), self.bound(state), state)

    def solutions(self, state: State) -> Iterator[Solution]:
        """Return all `solutions_each` solutions, one after another; raise UnsolvableError with the proof if there is
        none.
        """
        offset, bound = self.vector(state), self.bound(state)
        return (self._solution(vector, bound, state) for vector in self.null_space.members(offset))

    def _solution(self, vector: Sequence[int], bound: int, state: State) -> Solution:
        moves = presses(vector)
        bound = len(moves) if self.nullity == 0 else min(bound, len(moves))
        return Solution(moves, bound, puzzle=self.board, start=state)

    @cached_property
    def weighing(self) -> Weighing | None:
        """The tables with which a kernel weighs all solutions of a state; None if there are too many solutions."""
        from solvable.lights.min_weight import every_solution

        return every_solution.weighing(self.board, self.nullity, lambda: self.null_space.masks)
