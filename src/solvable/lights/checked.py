"""Long loops that end with the budget in force: `checked` passes items on and looks at the budget now and then."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from solvable.budget import check

EVERY = 1 << 10
Item = TypeVar("Item")


def checked(items: Iterable[Item], every: int = EVERY) -> Iterator[Item]:
    """Yield the items; raise BudgetExceededError where the budget in force is over, looking once in so many."""
    rest = iter(items)
    yield from islice(rest, every - 1)
    for item in rest:
        check()
        yield item
        yield from islice(rest, every - 1)
