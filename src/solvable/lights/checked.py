"""Long loops that end with the budget in force: `checked` passes items on and looks at the budget now and then."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from solvable.budget import check

EVERY = 1 << 10
PART = 1 << 16  # cells that take some milliseconds
Item = TypeVar("Item")


def checked(items: Iterable[Item], every: int = EVERY) -> Iterator[Item]:
    """Yield the items; raise BudgetExceededError where the budget in force is over, looking once in so many."""
    rest = iter(items)
    yield from islice(rest, every - 1)
    for item in rest:
        check()
        yield item
        yield from islice(rest, every - 1)


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
