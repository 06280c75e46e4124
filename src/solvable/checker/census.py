"""Checks how many states need how many moves: the sum, and where they are few each number, breadth first."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from solvable.checker.report import Report, WrongError, whole

STATES = 400_000  # visited anew: a second or two
State = tuple[int, ...]


def check_distribution(
    fields: Mapping[str, Any],
    states: int | None,
    start: State,
    neighbours: Callable[[State], Iterable[State]],
    report: Report,
) -> None:
    """Check `distribution`, how many of the solvable `states` (None: too many to count) need 0, 1, 2, … moves."""
    claimed = fields["distribution"]
    if not isinstance(claimed, list):
        raise WrongError("distribution", "a list of numbers was expected")
    counts = [whole({"distribution": count}, "distribution") for count in claimed]
    if states is None:
        report.trusted.append("the distribution: there are too many states")
        return
    if sum(counts) != states:
        raise WrongError("distribution", f"its sum is {sum(counts)}, but {states} states are solvable")
    if states > STATES:
        report.trusted.append("the distribution but for its sum: there are too many states")
        return
    found = _layers(start, neighbours)
    if counts != found:
        moves = next(moves for moves, (a, b) in enumerate(zip(counts, found, strict=False)) if a != b)
        raise WrongError(
            "distribution", f"says {counts[moves]} states at {moves} moves, but {found[moves]} were counted"
        )
    report.checked.append("the distribution, by a search of all states")


def _layers(start: State, neighbours: Callable[[State], Iterable[State]]) -> list[int]:
    seen, layer, counts = {start}, [start], list[int]()
    while layer:
        counts.append(len(layer))
        following = {state for here in layer for state in neighbours(here)} - seen
        seen |= following
        layer = list(following)
    return counts
