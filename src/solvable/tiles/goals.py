"""The goals of tiles that have a name: 1, 2, 3, … in a usual order of the cells, and the cell of the blank.

    blank-last  1 2 3/4 5 6/7 8 0     spiral  1 2 3/8 0 4/7 6 5     columns  1 4 7/2 5 8/3 6 0
    blank-first 0 1 2/3 4 5/6 7 8     snake   1 2 3/6 5 4/7 8 0     mirror   3 2 1/6 5 4/0 8 7

`snail` is an alias of the spiral. An ID writes a goal by a name of CANONICAL, any other by its cells.
"""

from collections.abc import Iterable, Iterator

from solvable.core.errors import PuzzleError
from solvable.core.message import closest_match, msg
from solvable.core.solution import State

CANONICAL = ("blank-last", "blank-first", "spiral")
NAMES = ("blank-last", "blank-first", "snail", "snake", "columns", "mirror")
"""The most usual first; `--goal` lists these."""
ALIASES = {"spiral": "snail"}


def named(name: str, width: int, height: int) -> State:
    """Return the goal called `name`; raise PuzzleError, with the closest name, if it is unknown."""
    name = name.strip().lower()
    cells = width * height
    if name == "blank-first":
        return tuple(range(cells))
    order = _order(name, width, height)
    if order is None:
        if close := closest_match(name, (*NAMES, *ALIASES)):
            raise PuzzleError(msg("unknown goal {goal}; did you mean {close}?", goal=repr(name[:40]), close=close))
        raise PuzzleError(
            msg("unknown goal {goal}: use {goals}, or give the state", goal=repr(name[:40]), goals=", ".join(NAMES))
        )
    state = [0] * cells
    for tile, cell in enumerate(order[:-1], start=1):
        state[cell] = tile
    return tuple(state)


def _order(name: str, width: int, height: int) -> list[int] | None:
    """Return the cells in the order of their tiles, the blank's last; None for an unknown name."""
    rows = [range(row * width, row * width + width) for row in range(height)]
    if name == "blank-last":
        return list(range(width * height))
    if name in ("snail", "spiral"):
        return spiral(width, height)
    if name == "snake":
        return [cell for row, cells in enumerate(rows) for cell in (cells[::-1] if row % 2 else cells)]
    if name == "columns":
        return [row * width + column for column in range(width) for row in range(height)]
    if name == "mirror":
        return [cell for cells in rows for cell in reversed(cells)]
    return None


def is_named(name: str, width: int, state: State) -> bool:
    """Return whether `state` is the goal called `name`; most other states differ in the first row."""
    cells = len(state)
    if name in ("blank-last", "blank-first") and state[-1 if name == "blank-last" else 0]:
        return False
    if name in ("spiral", "snail", "snake") and state[:width] != (*range(1, min(width, cells - 1) + 1), 0)[:width]:
        return False
    if name == "columns" and state[0] != min(1, cells - 1):
        return False
    if name == "mirror" and state[width - 1] != min(1, cells - 1):
        return False
    return state == named(name, width, cells // width)


def name_of(state: State, width: int, names: Iterable[str] = NAMES) -> str:
    """Return the first of `names` that denotes this goal, "" if none does."""
    return next((name for name in names if is_named(name, width, state)), "")


def different(width: int, height: int) -> Iterator[tuple[str, State]]:
    """Yield the named goals of a board, each once, by its most usual name."""
    seen = set()
    for name in NAMES:
        state = named(name, width, height)
        if state not in seen:
            seen.add(state)
            yield name, state


def spiral(width: int, height: int) -> list[int]:
    """Return all cells in the order of a clockwise spiral from the top left."""
    path: list[int] = []
    top, left, bottom, right = 0, 0, height - 1, width - 1
    while top <= bottom and left <= right:
        path += range(top * width + left, top * width + right + 1)
        path += range((top + 1) * width + right, bottom * width + right + 1, width)
        if top < bottom:
            path += range(bottom * width + right - 1, bottom * width + left - 1, -1)
        if left < right:
            path += range((bottom - 1) * width + left, top * width + left, -width)
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
    return path
