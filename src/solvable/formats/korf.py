"""Korf's instances: one line of 9, 16, 25, … numbers, perhaps an index before; the goal is 0, 1, 2, …, the blank first.

As in Korf 1985, Korf and Felner 2002, and HOG2. A line of distinct numbers alone has the home goal (`compact`): Korf's
is meant only if the format is named, or in a file of several lines with an index that counts up (`are_instances`). A
single line with an index may be either.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.numbers import folded, looks_like_tiles, numbers_of, permutation, tiles_of, words_place
from solvable.formats.text import Text

_DIGITS = frozenset("0123456789 \t\n")


def _side(count: int) -> int:
    """Return the side of a board of `count` numbers, with or without an index; 0 where there is none."""
    for cells in (count, count - 1):
        if cells >= 9 and isqrt(cells) ** 2 == cells:
            return isqrt(cells)
    return 0


def are_instances(lines: Sequence[str]) -> bool:
    """Return whether two lines or more each hold a board after an index that counts up: such a file is Korf's."""
    words = [line.split() for line in lines]
    side = _side(len(words[0])) if len(words) > 1 else 0
    if not side or any(len(row) != side * side + 1 for row in words):
        return False
    whole = sorted(map(str, range(side * side)))
    indices = [int(row[0]) if row[0].isdigit() and len(row[0]) < 10 else -1 for row in words]
    counts_up = all(after == before + 1 for before, after in pairwise(indices))
    return counts_up and all(sorted(row[1:]) == whole for row in words)


def has_index(text: Text) -> bool:
    """Return whether the first line holds one number more than a board."""
    if not text.is_numeric or not text.symbols <= _DIGITS:
        return False
    words = text.lines[0].split()
    side = _side(len(words))
    return side > 0 and len(words) == side * side + 1


def _read(text: Text) -> Reading | None:
    if not text.is_numeric or not text.symbols <= _DIGITS:
        return None
    words = text.lines[0].split()
    side = _side(len(words))
    if not side:
        return None
    if len(text.lines) > 1:
        _refuse_many(text, side)
        return None
    index = len(words) - side * side
    place = words_place(text, text.lines, 0, "")
    rows = numbers_of(folded(words[index:], side))
    if not looks_like_tiles(rows):
        return None
    state = permutation(text, rows, lambda row, column: place(0, index + row * side + column))
    from solvable.tiles.board import SlidingTiles

    return Reading(
        SlidingTiles(side, side, goal="blank-first"), state, goal_note="goal 0, 1, 2, …, blank first, as in Korf's"
    )


def _refuse_many(text: Text, side: int) -> None:
    """Raise NotationError where each line is an instance."""
    cells = side * side
    whole = sorted(map(str, range(cells)))
    if all(sorted(line.split()[-cells:]) == whole for line in text.lines[:3]):
        message = msg("{count} boards of {width} × {height}", count=len(text.lines), width=side, height=side)
        raise text.fault(message, "one board", text.offset(1, marks=""))


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "korf", "blank-first")
    if tiles.width != tiles.height or tiles.width < 3:
        raise PuzzleError("the format korf is for square boards from 3 × 3")
    return " ".join(map(str, state))


KORF = Format(
    "korf",
    "one line of 9, 16, 25, … numbers, perhaps an index before; goal blank first",
    _read,
    _write,
    automatic=has_index,
)
