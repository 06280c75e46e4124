"""Checks the number of states by moves: the sum, and if they are few, each number, by breadth-first search."""

from collections.abc import Callable, Iterable
from itertools import zip_longest

from solvable.checker.fields import SHOWN, Fields, big
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

WORK = 10_000_000  # states times the cost of each: a few seconds
State = tuple[int, ...]


def check_distribution(
    fields: Fields, states: int | None, layers: Callable[[], list[int] | None], report: Report
) -> None:
    """Check `distribution`, the numbers of solvable states that need 0, 1, 2, … moves; `states` is their sum (None: too
    many to count).

    `layers` recounts them, and returns None if they are too many.
    """
    counts = [big(count) for count in fields["distribution"]]
    if not counts or counts[0] != 1 or 0 in counts:
        raise WrongError("distribution", "begins with the goal alone, and has no number of moves that no state needs")
    if states is None:
        report.unchecked.append("the distribution: there are too many states")
        return
    if sum(counts) != states:
        shown = str(states)[:SHOWN]
        raise WrongError(
            "distribution",
            msg("its sum is {sum}, but {shown} states are solvable", sum=str(sum(counts))[:SHOWN], shown=shown),
        )
    result = layers()
    if result is None:
        report.unchecked.append("the distribution but for its sum: there are too many states")
        return
    for moves, (count, right) in enumerate(zip_longest(counts, result, fillvalue=0)):
        if count != right:
            raise WrongError(
                "distribution",
                msg(
                    "says {claimed} states at {moves} moves, but {counted} were counted",
                    claimed=count,
                    moves=moves,
                    counted=right,
                ),
            )
    report.checked.append("the distribution, by a search of all states")


def layers_of(
    start: State, neighbours: Callable[[State], Iterable[State]], states: int | None, cost: int
) -> list[int] | None:
    """Return the numbers of states 0, 1, 2, … moves from `start`; None if they are too many."""
    if states is None or states * cost > WORK:
        return None
    seen, layer, counts = {start}, [start], list[int]()
    while layer:
        counts.append(len(layer))
        following = {state for here in layer for state in neighbours(here)} - seen
        seen |= following
        layer = list(following)
    return counts
