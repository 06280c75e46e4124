"""Fewest presses beyond the exact methods: a good member, and a proved bound, both improving until the time is up.

The bound: on each group of cells every member weighs at least as much as the lightest member on that group, and a group
on which the quiet space has rank r has only 2^r different restrictions. So the sum of the minima over any partition of
the cells is a lower bound; coarser groups give better bounds and cost more. The member: repeatedly, the best of a
random subspace of 2^18 members around the best so far, all weighed together by the transform.
"""

from collections.abc import Iterator, Sequence
from random import Random

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.frozen import frozen
from solvable.lights.min_weight import parity_classes
from solvable.lights.min_weight.coset import Component, CosetLeader, combine, echelon, lightest, solution_of
from solvable.lights.min_weight.walsh import Spectrum


@frozen
class Tuning:
    """The tuned numbers of these bounds; `python -m benchmarks weight` shows what they give."""

    instant_group_rank: int = 12  # of the groups of the first bound, which is immediate
    first_group_rank: int = 20  # of those of the second; later bounds have groups of a rank 2 higher each
    group_rank_max: int = 34  # beyond, a single group takes too long: 2^34 members are weighed in seconds
    plain_group_rank_max: int = 22  # the same without kernels
    subspace_rank: int = 18  # of the random parts of the coset that are weighed to find a lighter member
    idle_rounds_max: int = 50  # without success, after which a search without a time limit ends


TUNING = Tuning()


def fewest(cells: int, offset: int, rows: Sequence[int], width: int | None, budget: Budget) -> Component:
    """Return the result for a component: a good member and a proved bound."""
    groups = parity_classes.class_masks(cells, width) if width else ((1 << cells) - 1,)
    best, bound, nodes = bounds(cells, offset, rows, groups, budget)
    return Component(CosetLeader(best, best.bit_count(), bound, None, "bounds", nodes), lambda: iter(()))


def halve(group: int) -> tuple[int, int]:
    """Return the first half of the group's cells, and the second, as masks."""
    low, high, wanted = 0, group.bit_length(), group.bit_count() // 2
    while low < high:
        middle = (low + high) // 2
        if (group & ((1 << middle) - 1)).bit_count() < wanted:
            low = middle + 1
        else:
            high = middle
    first = group & ((1 << low) - 1)
    return first, group ^ first


def groups_of_rank(basis: Sequence[int], group: int, rank: int) -> Iterator[tuple[int, list[int]]]:
    """Yield (cells, independent rows on them) for parts of `group` on which the basis has at most this rank."""
    rows, _ = echelon((row & group for row in basis), group)
    if len(rows) <= rank:
        yield group, rows
    else:
        for half in halve(group):
            yield from groups_of_rank(rows, half, rank)


def lower_bound(
    cells: int, offset: int, basis: Sequence[int], groups: Sequence[int], rank: int, budget: Budget
) -> tuple[int, int]:
    """Return the sum of the minima of the groups, which are halved down to this rank, and the number of members
    weighed.

    The sum is 0 if interrupted.
    """
    silent = budget.share(through=lambda _: None)  # bounds on a part of the cells are not bounds on all of them
    bound = nodes = 0
    for whole in groups:
        for group, rows in groups_of_rank(basis, whole, rank):
            least, weighed = least_on(cells, offset, rows, group, silent)
            nodes += weighed
            if least is None:
                return 0, nodes
            bound += least
    return bound, nodes


def least_on(cells: int, offset: int, rows: Sequence[int], group: int, budget: Budget) -> tuple[int | None, int]:
    """Return the least weight of `offset ^ span(rows)` on a group of cells, and the members weighed to find it.

    The weight is None if the budget is over before the end.
    """
    if not kernels.has_library():
        minimum = lightest(offset & group, [row & group for row in rows]).bit_count()
        return (None if budget.is_over else minimum), 1 << len(rows)
    part = Spectrum(cells, offset, rows, group)
    is_done = part.run(budget)
    return (part.minimum if is_done else None), part.nodes


def lightest_nearby(cells: int, offset: int, rows: Sequence[int]) -> int:
    """Return a lightest of `offset ^ span(rows)`; at most 2^20 members."""
    if not kernels.has_library():
        return lightest(offset, rows)
    part = Spectrum(cells, offset, rows, (1 << cells) - 1)
    part.run(Budget())
    return combine(offset, rows, part.optima()[1])


def improve(cells: int, best: int, basis: Sequence[int], rng: Random) -> int:
    """Return a member at least as light as `best`: the lightest of a random subspace around it.

    The subspace is spanned by rows of a systematic basis on random cells, which are lighter than most members.
    """
    within = rng.getrandbits(cells)
    rows, hidden = echelon(basis, within)
    rows += hidden
    return lightest_nearby(cells, best, rng.sample(rows, min(TUNING.subspace_rank, len(rows))))


def bounds(
    cells: int, offset: int, basis: Sequence[int], groups: Sequence[int], budget: Budget
) -> tuple[int, int, int]:
    """Return (a member, a proved lower bound on the least weight, members weighed), improved until the budget is over.

    `groups` is the initial partition of the cells. Without a time limit, it ends after `idle_rounds_max` rounds without
    success.
    """
    rng, best, bound, rank, in_vain, nodes = Random(0), offset, 0, 0, 0, 0
    around = 1 << min(TUNING.subspace_rank, len(basis))
    last = TUNING.group_rank_max if kernels.has_library() else TUNING.plain_group_rank_max
    try:
        best = lightest_nearby(cells, offset, basis[: TUNING.subspace_rank])
        bound, nodes = lower_bound(cells, offset, basis, groups, TUNING.instant_group_rank, Budget())
        nodes += around
        while (
            budget.goes_on(bound, solution_of(best, bound), nodes)
            and bound < best.bit_count()
            and in_vain < TUNING.idle_rounds_max
        ):
            result, nodes = improve(cells, best, basis, rng), nodes + around
            in_vain = 0 if result.bit_count() < best.bit_count() or budget.is_limited else in_vain + 1
            best = min(best, result, key=int.bit_count)
            if rank < last and (budget.is_limited or rank < TUNING.first_group_rank):
                rank = TUNING.first_group_rank if not rank else rank + 2
                better, weighed = lower_bound(cells, offset, basis, groups, rank, budget)
                bound, nodes = max(bound, better), nodes + weighed
    except BudgetExceededError:  # raised inside a step
        pass
    return best, bound, nodes
