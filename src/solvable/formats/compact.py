"""Tiles on one line: nine digits `283104765`, or 4, 9, 16, … cells, `2 3 4 1 5 x 7 6 8`, `1,2,3,0`, `1 2 3 0`.

The goal is 1, 2, …, blank last. An index before the cells is read too, so that the other meaning of such a line
(`korf`, blank first) is not taken silently.
"""

from math import isqrt

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.korf import has_index
from solvable.formats.numbers import (
    NOTE,
    digits_place,
    folded,
    looks_like_tiles,
    numbers_of,
    permutation,
    tiles_of,
    words_place,
)
from solvable.formats.text import Text, split_words


def _read(text: Text) -> Reading | None:
    if not text.is_numeric or len(text.rows) != 1 or "|" in text.symbols:
        return None
    row = text.rows[0]
    words, place = split_words(row), words_place(text, [row], 0, "/")
    if len(words) == 1:
        if len(row) != 9:
            return None
        words, place = list(row), digits_place(text, 0, "/")
    first = int(has_index(text))
    side = isqrt(len(words) - first)
    if side < 2 or side * side != len(words) - first:
        return None
    rows = numbers_of(folded(words[first:], side))
    if not looks_like_tiles(rows):
        return None
    from solvable.tiles.board import SlidingTiles

    note = msg("the first number, {index}, is an index", index=words[0]) if first else ""
    state = permutation(text, rows, lambda row, column: place(0, first + row * side + column))
    return Reading(SlidingTiles(side, side), state, note, is_evident=not first, goal_note=NOTE)


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "compact")
    if tiles.width != tiles.height or tiles.width < 2:
        raise PuzzleError("the format compact is for square boards")
    return " ".join(str(tile or "x") for tile in state)


COMPACT = Format("compact", "one line: nine digits, or numbers with x for the blank", _read, _write)
