"""Light chasing on any board: lamps force presses one after another, a few presses stay free, and a small system
remains.

Lamps are visited in an order. A lamp with one unknown press forces it; if several are unknown, the others become
parameters (as the first row in the players' method) and force the last. A lamp without unknown presses is a constraint
on the parameters. So `n` equations reduce to one for each parameter (a zero forcing set: w on the plane, 2w on the
torus, w + h for king's moves), and each board costs two passes over the lamps. A functional on the constraints that
vanishes on every parameter extends, lamp by lamp backward, to one on all lamps that vanishes on every press: the proof
of unsolvability. Never slower than plain elimination, to which it reduces on dense wirings. Sources: the chase is
folklore; zero forcing sets, AIM Minimum Rank Group 2008.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from solvable import kernels
from solvable.core.budget import checked
from solvable.core.memory import check_memory, check_time
from solvable.lights.algebra.gf2 import binary_system
from solvable.lights.algebra.modular import System, check_system
from solvable.lights.algebra.module import Module, Vector

Equation = Sequence[tuple[int, int]]  # one lamp: (press, what it adds)
Terms = Sequence[tuple[Any, int]]
_CONSTRAINT = -2


@dataclass(frozen=True)
class Plan:
    """The order of the lamps, the press that each forces (or −2 for a constraint), and the parameters."""

    sequence: tuple[int, ...]
    forced: tuple[int, ...]
    parameters: tuple[int, ...]


def plan(equations: Sequence[Equation], sequence: Iterable[int], k: int) -> Plan:
    """Return which press each lamp forces if the lamps are visited in this sequence, and the remaining parameters."""

    sequence = tuple(sequence)
    place = {cell: index for index, cell in enumerate(sequence)}
    known: set[int] = set()
    forced, parameters = [], []
    for cell in checked(sequence):
        unknown = [(place.get(press, press), press, amount) for press, amount in equations[cell] if press not in known]
        units = [entry for entry in unknown if gcd(entry[2], k) == 1]
        pivot = max(units)[1] if units else _CONSTRAINT
        parameters += [press for _, press, _ in sorted(unknown) if press != pivot]
        known.update(press for _, press, _ in unknown)
        forced.append(pivot)
    return Plan(sequence, tuple(forced), tuple(parameters))


class Forcing:
    """The equations Σ amount · x[press] = right[cell] over Z/k, for cells in a plan's order."""

    def __init__(self, equations: Sequence[Equation], presses: Sequence[int], size: int, k: int, chosen: Plan) -> None:
        """`presses` are the unknowns, numbered below `size`; `equations[cell]` is empty for cells left out."""
        self.k, self.size, self._plan, self._equations = k, size, chosen, equations
        met = set(chosen.parameters) | set(chosen.forced)
        self._parameters = (*chosen.parameters, *(press for press in presses if press not in met))
        self._steps = [  # of the plan: the lamp, the press that it forces, the inverse of its amount
            (cell, press, pow(dict(equations[cell])[press], -1, k) if press >= 0 else 0)
            for cell, press in checked(zip(chosen.sequence, chosen.forced, strict=True))
        ]
        width = len(self._parameters)
        _check(len(chosen.sequence), width, chosen.forced.count(_CONSTRAINT), sum(map(len, equations)), k)
        self._system = binary_system(self._forms_gf2(), width) if k == 2 else System(self._forms(), width, k)

    def _forms_gf2(self) -> list[int]:
        """Return the constraints as bit masks of the parameters; each press is dropped after its last lamp."""
        place = {press: index for index, press in enumerate(self._parameters)}
        last = self._last_lamps()
        form: dict[int, int] = {}  # of the forced presses; the form of a parameter is its own bit
        rows = []
        for cell, pivot in checked(zip(self._plan.sequence, self._plan.forced, strict=True), 256):
            total = 0
            for press, _ in self._equations[cell]:
                if press != pivot:
                    total ^= 1 << place[press] if press in place else form[press]
            if pivot >= 0:
                form[pivot] = total
            else:
                rows.append(total)
            for press in last.get(cell, ()):
                form.pop(press, None)
        return rows

    def _last_lamps(self) -> dict[int, list[int]]:
        """Return the presses by the last lamp in the plan's order that they reach."""
        last = {press: cell for cell in checked(self._plan.sequence) for press, _ in self._equations[cell]}
        results: dict[int, list[int]] = {}
        for press, cell in checked(last.items()):
            results.setdefault(cell, []).append(press)
        return results

    def _forms(self) -> list[Sequence[int]]:
        """Return the constraints as coefficients of the parameters."""
        combined = _sums(len(self._parameters), self.k)
        place = {press: index for index, press in enumerate(self._parameters)}
        last = self._last_lamps()
        form: dict[int, Any] = {}  # of the forced presses; the form of a parameter is the unit vector
        rows: list[Sequence[int]] = []
        for cell, pivot, inverse in checked(self._steps, 64):
            others = [(press, amount) for press, amount in self._equations[cell] if press != pivot]
            own = [(place[press], amount) for press, amount in others if press in place]
            forced = [(form[press], amount) for press, amount in others if press not in place]
            total = combined(own, forced, self.k - inverse if pivot >= 0 else 1)
            if pivot >= 0:
                form[pivot] = total
            else:
                rows.append(total)
            for press in last.get(cell, ()):
                form.pop(press, None)
        return rows

    def _run(self, values: Sequence[int], right: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return (presses, what each constraint still needs) with the parameters at `values`."""
        k, x, residual = self.k, [0] * self.size, []
        for press, value in zip(self._parameters, values, strict=True):
            x[press] = value
        for cell, pivot, inverse in checked(self._steps):
            needed = right[cell]
            for press, amount in self._equations[cell]:
                needed -= amount * x[press]  # the forced press is still 0
            if pivot >= 0:
                x[pivot] = needed * inverse % k
            else:
                residual.append(needed % k)
        return x, residual

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        zero = [0] * len(self._parameters)
        values = self._system.solve(self._run(zero, right)[1])
        return None if values is None else tuple(self._run(values, right)[0])

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return weights of the cells whose sum no press changes mod k but `right` does, or None."""
        weights = self._system.witness(self._run([0] * len(self._parameters), right)[1])
        return None if weights is None else self._extend(weights)

    def _extend(self, constraints: Sequence[int]) -> Vector:
        """Return the functional on all lamps that extends `constraints` and vanishes on the forced presses."""
        k, total = self.k, [0] * self.size  # the weighted sum of each press so far
        weights, remaining = [0] * len(self._equations), list(constraints)
        for cell, pivot, inverse in checked(reversed(self._steps)):
            weight = remaining.pop() if pivot < 0 else -total[pivot] * inverse % k
            if weight:
                weights[cell] = weight
                for press, amount in self._equations[cell]:
                    total[press] = (total[press] + weight * amount) % k
        return tuple(weights)

    def orders(self) -> tuple[int, ...]:
        """Return the orders of the generators of `null`, without writing the patterns out."""
        return self._system.orders()

    def null(self) -> Module:
        """Return the quiet patterns as a module: generators and their orders."""
        small = self._system.null()
        zero = [0] * len(self._equations)
        return Module(self.k, tuple(tuple(self._run(g, zero)[0]) for g in small.generators), small.orders)


def _sums(size: int, k: int) -> Callable[[Terms, Terms, int], Any]:
    """Return a function that adds (index, amount) or (form, amount) terms, times a number; by a kernel if available."""
    if not kernels.has_library():

        def listed(own: Terms, forms: Terms, times: int) -> list[int]:
            total = [0] * size
            for form, amount in forms:
                total = [(a + amount * b) % k for a, b in zip(total, form, strict=True)]
            for index, amount in own:
                total[index] += amount
            return [value * times % k for value in total]

        return listed
    from solvable.kernels.buffers import zeros

    add = kernels.native().modular_add

    def summed(own: Terms, forms: Terms, times: int) -> "array[int]":
        total = zeros("I", size)
        for form, amount in forms:
            add(total, form, size, amount * times % k, k)
        for index, amount in own:
            total[index] = (total[index] + amount * times) % k
        return total

    return summed


def _check(lamps: int, parameters: int, constraints: int, reached: int, k: int) -> None:
    """Raise BudgetExceededError if elimination would take too much memory or time.

    The times are measurements for a row operation, including Python's overhead.
    """
    if k > 2:
        check_time(reached * (3e-6 + parameters * 2e-9), lamps, 1.5)
        check_system(lamps, constraints, parameters, k)
        return
    width = parameters + constraints
    check_memory(constraints * width / 2, lamps)  # bits, in a few copies
    seconds = reached * (1e-6 + parameters / 64 * 1e-9) + constraints * parameters * width * 1e-12
    check_time(seconds, lamps, 1.5)
