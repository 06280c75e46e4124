"""What a state lacks of the goal, in a long loop that ends with the budget in force."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from solvable.budget import check, checked, crew

PART = 1 << 16  # cells that take some milliseconds
Result = TypeVar("Result")


def needed(goal: Sequence[int] | None, state: Sequence[int], k: int) -> tuple[int, ...]:
    """Return goal − state mod k, cell by cell; without a goal all lamps are to be off."""
    found: list[int] = []
    for at in checked(range(0, len(state), PART), 1):
        part = state[at : at + PART]
        if goal is None:
            found += [-value % k for value in part]
        else:
            found += [(wanted - value) % k for wanted, value in zip(goal[at : at + PART], part, strict=True)]
    return tuple(found)


def in_parts(part: Callable[..., Result], arguments: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
    """Yield part(*each) for each of the arguments, computed here, or by the crew of the budget in force."""
    workers = crew()
    if workers is None:
        for each in arguments:
            yield part(*each)
        return
    from solvable.shared.crew import in_order

    yield from in_order(workers, part, arguments, check)
