"""What a state lacks of the goal, in a long loop that ends with the budget in force."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from solvable.core.budget import check, checked, current_executor

PART = 1 << 16  # cells that take some milliseconds
Result = TypeVar("Result")


def needed(goal: Sequence[int] | None, state: Sequence[int], k: int) -> tuple[int, ...]:
    """Return goal − state mod k, cell by cell; without a goal all lamps are to be off."""
    results: list[int] = []
    for offset in checked(range(0, len(state), PART), 1):
        part = state[offset : offset + PART]
        if goal is None:
            results += [-value % k for value in part]
        else:
            results += [(wanted - value) % k for wanted, value in zip(goal[offset : offset + PART], part, strict=True)]
    return tuple(results)


def in_parts(part: Callable[..., Result], arguments: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
    """Yield part(*each) for each of the arguments, computed here, or by the executor of the budget in force."""
    workers = current_executor()
    if workers is None:
        for each in arguments:
            yield part(*each)
        return
    from solvable.core.executor import map_ordered

    yield from map_ordered(workers, part, arguments, check)
