"""The sizes, cells and explicit toggles that a lights puzzle is made of, brought into their one form."""

from collections.abc import Iterable
from operator import index

from solvable.errors import PuzzleError
from solvable.lights import rules
from solvable.lights.rules import Toggle

Toggles = tuple[Toggle, ...]


def check_whole(value: int, what: str, least: int) -> None:
    """Raise PuzzleError unless `value` is a whole number from `least`."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise PuzzleError(f"{what} must be a whole number from {least}, not {value!r}")


def cells_of(cells: Iterable[int]) -> frozenset[int]:
    """Return the set of these cells; raise PuzzleError where they are no whole numbers."""
    try:
        return frozenset(map(index, cells))
    except TypeError:
        raise PuzzleError("dead cells and cells that cannot be pressed are whole numbers") from None


def settled(toggles: Iterable[Iterable[tuple[int, int]]], cells: int, k: int) -> Toggles:
    """Return explicit toggles in their one form: ascending, reduced mod k, without zeros."""
    try:
        found = tuple(rules.settle(((index(c), index(a)) for c, a in toggle), k) for toggle in toggles)
    except (TypeError, ValueError):
        raise PuzzleError("a press is a list of pairs (cell, amount) of whole numbers") from None
    for press, toggle in enumerate(found):
        if toggle and not (toggle[0][0] >= 0 and toggle[-1][0] < cells):
            raise PuzzleError(f"press {press} reaches a cell that does not exist: the cells are 0 to {cells - 1}")
    return found
