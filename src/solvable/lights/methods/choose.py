"""The choice of a method for a lights puzzle, to solve its states and to count its quiet patterns.

`PlaneChase` for the ordinary game, `PlaneRows` if it is giant; `PlaneRings` for giant boards of other prime k and on
cylinder and torus; `Cross` for whole rows and columns; `Frontal` for large sparse graphs of two states; `Forcing` for
every other wiring and every k. All solve A x = right, where right is what the lamps still need. `Forcing` takes the
cheapest of several orders: the lamps as numbered, then by columns, or breadth first from a far end of the wiring.

The nullity is often cheaper. For the ordinary game `nullity.fibonacci` gives it. For other rules that are polynomials
in a row's and a column's adjacency there are theorems (`kronecker`). Large boards of two states, or of the plus rule,
take one chase without a right side (`nullity.sparse_transfer`, `chase`). If none of these applies, the solving method
computes it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from solvable import kernels
from solvable.core import memory
from solvable.core.budget import checked
from solvable.lights.algebra.module import Module, Vector
from solvable.lights.wiring import BYTES, GIANT, Wiring, is_full, is_ordinary, reach_of

if TYPE_CHECKING:
    from solvable.lights.methods.forced_chase import Equation, Forcing
    from solvable.lights.methods.frontal_elimination import Frontal

CHASED = 256  # unknowns up to which one elimination is faster than polynomials for each board
SPARSE = 64  # lamps that a press of a sparse wiring may reach
NARROW = 8  # elimination along a front is used if the presses are at least this multiple of those active at once


class Solver(Protocol):
    """The interface of a method; vectors have entries in Z/k, one for each press or each cell."""

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return presses that add `right`, or None."""

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return weights of the cells whose sum no press changes but `right` does, or None."""

    def null(self) -> Module:
        """Return the quiet patterns."""

    def orders(self) -> tuple[int, ...]:
        """Return the orders of the generators of `null`, without writing the patterns out."""


def choose(puzzle: Wiring) -> Solver:
    """Return the method for `puzzle`; no other is imported."""
    if is_ordinary(puzzle) and min(puzzle.width, puzzle.height) <= CHASED:
        from solvable.lights.methods.chase import PlaneChase

        return PlaneChase(puzzle.width, puzzle.height)
    if puzzle.cells >= GIANT:
        from solvable.lights.transfer_matrix import giant_boards

        if (solver := giant_boards.of(puzzle)) is not None:
            return solver
    if puzzle.rule == "cross" and is_full(puzzle):
        from solvable.lights.methods.crosses import Cross

        return Cross(puzzle.width, puzzle.height, puzzle.k)
    return sparse(puzzle) or force(puzzle)


def sparse(puzzle: Wiring) -> "Frontal | None":
    """Return `Frontal` if it applies, its front is narrow and kernels are available; else None."""
    if puzzle.k != 2 or isinstance(puzzle.rule, str) or puzzle.cells < GIANT or reach_of(puzzle) > SPARSE:
        return None
    if not kernels.has_library():
        return None
    from solvable.lights.methods import frontal_elimination

    memory.check_memory(BYTES * puzzle.presses * reach_of(puzzle), puzzle.cells)
    equations = frontal_elimination.matrix(puzzle.cells, puzzle.toggles)
    width = frontal_elimination.front(equations)
    memory.check_time(puzzle.presses * width**2 / 64 * 1e-9, puzzle.cells, 2)
    return frontal_elimination.Frontal(equations, puzzle.buttons) if NARROW * width <= puzzle.presses else None


def force(puzzle: Wiring) -> "Forcing":
    """Return `Forcing` on the order of the lamps that leaves the fewest parameters.

    Raises BudgetExceededError if memory or time does not suffice.
    """
    from solvable.lights.methods import forced_chase

    reach = reach_of(puzzle)
    memory.check_memory(BYTES * puzzle.presses * reach, puzzle.cells, 2 if puzzle.rule == "cross" else 1)
    lamps = [cell for cell in range(puzzle.cells) if cell not in puzzle.lampless]
    equations: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.cells)]
    presses = [press for press in range(puzzle.presses) if press not in puzzle.dead and press not in puzzle.fixed]
    for press in checked(presses):
        for cell, amount in puzzle.toggles[press]:
            equations[cell].append((press, amount))
    sequences = [lamps]
    if isinstance(puzzle.rule, str):
        sequences.append(sorted(lamps, key=lambda cell: (cell % puzzle.width, cell)))
    else:
        sequences.append(breadth_first(equations, puzzle.toggles, lamps))
    plans = [forced_chase.plan(equations, sequence, puzzle.k) for sequence in sequences]
    best = min(plans, key=lambda candidate: len(candidate.parameters))
    return forced_chase.Forcing(equations, presses, puzzle.presses, puzzle.k, best)


def quick_orders(puzzle: Wiring) -> tuple[int, ...] | None:
    """Return the orders by a theorem or by one chase; None if neither applies."""
    from solvable.lights.nullity import kronecker

    result = kronecker.orders(puzzle)
    if result is None and puzzle.cells >= GIANT:
        from solvable.lights.methods import chase
        from solvable.lights.nullity import sparse_transfer

        if kernels.has_library() and sparse_transfer.serves(puzzle):
            return (2,) * sparse_transfer.nullity(puzzle)
        if chase.is_chased(puzzle):
            return chase.orders(puzzle)
    return result


def breadth_first(equations: "Sequence[Equation]", toggles: "Sequence[Equation]", lamps: Sequence[int]) -> list[int]:
    """Return the lamps in an order in which lamps that share a press are close: breadth first, each part from a far
    lamp.
    """
    seen: set[int] = set()
    sequence: list[int] = []
    for start in checked(lamps):
        if start not in seen:
            far = _spread(equations, toggles, start, set())[-1]
            sequence += _spread(equations, toggles, far, seen)
    return sequence


def _spread(equations: "Sequence[Equation]", toggles: "Sequence[Equation]", start: int, seen: set[int]) -> list[int]:
    """Return the lamps connected to `start` through presses, nearest first, and add them to `seen`."""
    seen.add(start)
    sequence, used = [start], set[int]()
    for lamp in checked(sequence):
        for press, _ in equations[lamp]:
            if press not in used:
                used.add(press)
                for cell, _ in toggles[press]:
                    if cell not in seen:
                        seen.add(cell)
                        sequence.append(cell)
    return sequence
