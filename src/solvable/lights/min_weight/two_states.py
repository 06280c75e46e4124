"""Fewest presses: the lightest members of a coset `offset ^ span(basis)` of bit masks.

All solutions of a board are one solution plus the quiet patterns, so the fewest presses are the lightest member of that
coset (nearest codeword, NP-hard in general). Bit c of a mask is cell c. For many boards of one puzzle, `every_solution`
is used instead. The quiet patterns are split into components, and each component takes the first method that applies:
Gray code (`coset`) up to dimension 12, or 21 without kernels; the plane's parity classes (`parity_classes`); the
transform (`walsh`); and beyond these, improving bounds (`bounds`).

Masks are compared lexicographically as press vectors, cell by cell from cell 0, 0 before 1.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.message import either, msg
from solvable.core.solution import Bound, Event, Solution
from solvable.lights.algebra.masks import positions
from solvable.lights.min_weight.coset import Component, CosetLeader, by_gray_code, components, echelon, support

GRAY_CODE_RANK = 12
PLAIN_RANK = 21  # the same without kernels


def fewest(cells: int, offset: int, basis: Sequence[int], budget: Budget, *, width: int | None = None) -> CosetLeader:
    """Return the lexicographically least of the lightest of `offset ^ span(basis)`, masks of `cells` bits.

    `width` means that cells are numbered row by row, which parity classes need. If the budget is over, `lower_bound`
    may be less than `weight`.
    """
    outside, result = _components(cells, offset, basis, width, budget)
    presses, count = outside, 1
    for component in result:
        presses ^= component.fewest.presses
        count *= component.fewest.optimal_count or 0
    lower_bound = outside.bit_count() + sum(component.fewest.lower_bound for component in result)
    methods = list(dict.fromkeys(component.fewest.method for component in result)) or ["unique"]
    return CosetLeader(
        presses,
        presses.bit_count(),
        lower_bound,
        count or None,
        either(map(msg, methods), "{one}, {other}"),
        sum(component.fewest.nodes for component in result),
    )


def all_fewest(
    cells: int, offset: int, basis: Sequence[int], budget: Budget, *, width: int | None = None
) -> Iterator[int]:
    """Yield every lightest member of `offset ^ span(basis)`; with one component in lexicographic order.

    Raises BudgetExceededError if they were not proved lightest within the limits.
    """
    outside, result = _components(cells, offset, basis, width, budget)
    if any(component.fewest.optimal_count is None for component in result):
        bound = outside.bit_count() + sum(component.fewest.lower_bound for component in result)
        raise BudgetExceededError("the fewest presses were not proved within the limits", bound)
    for choice in product(*(component.members() for component in result)):
        presses = outside
        for member in choice:
            presses ^= member
        yield presses


def _components(
    cells: int, offset: int, basis: Sequence[int], width: int | None, budget: Budget
) -> tuple[int, list[Component]]:
    """Return (the presses outside all quiet patterns, the result for each component)."""
    groups = components(echelon(basis)[0])
    offsets = [offset & support(rows) for rows in groups]
    outside = offset
    for own in offsets:
        outside ^= own
    best, bound, nodes, results = offset, outside.bit_count(), 0, list[Component]()
    for own, rows in zip(offsets, groups, strict=True):
        through = _Joined(best ^ own, own, bound, nodes).event if budget.has_listener else None
        component = _part(cells, own, rows, width, budget.share(through=through))
        best, bound = best ^ own ^ component.fewest.presses, bound + component.fewest.lower_bound
        nodes += component.fewest.nodes
        results.append(component)
    return outside, results


class _Joined:
    """Combines the reports of one component with the presses of the others, the bounds of those done and their
    nodes.
    """

    def __init__(self, others: int, own: int, bound: int, before: int) -> None:
        self._others, self._own, self._bound, self._before = others, own, bound, before

    def event(self, event: Event) -> Event:
        """Return the event for all components together."""
        own = positions(self._own) if event.best is None else event.best.moves
        moves = tuple(sorted((*positions(self._others), *own)))
        bound = min(self._bound + event.lower_bound, len(moves))
        return Bound(bound, Solution(moves, bound), self._before + event.nodes)


def _part(cells: int, offset: int, rows: list[int], width: int | None, budget: Budget) -> Component:
    """Return the result for one component, given by its echelon rows, by the first method that applies."""
    has_library = kernels.has_library()
    if len(rows) <= (GRAY_CODE_RANK if has_library else PLAIN_RANK):
        return by_gray_code(offset, rows)
    from solvable.lights.min_weight import bounds, parity_classes, walsh

    if not has_library:
        return bounds.fewest(cells, offset, rows, width, budget)
    component = parity_classes.fewest(cells, offset, rows, width, budget) if width else None
    component = component or walsh.fewest(cells, offset, rows, budget)
    return component or bounds.fewest(cells, offset, rows, width, budget)
