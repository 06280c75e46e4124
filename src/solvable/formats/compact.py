"""Tiles on one line: nine digits `283104765`, or 9, 16, … cells with commas or a sign for the blank.

`2 3 4 1 5 x 7 6 8`, `1,2,3,0`. The goal is 1, 2, …, blank last. Nine separate numbers with the blank as 0 are read
here too, so that the other meaning of such a line (`korf`, blank first) is never taken silently.
"""

from math import isqrt

from solvable.errors import PuzzleError
from solvable.formats.base import Format, Reading
from solvable.formats.numbers import (
    BLANKS,
    NOTE,
    Place,
    digits_place,
    folded,
    looks_like_tiles,
    numbers_of,
    permutation,
    words_place,
)
from solvable.formats.text import Text, split_words
from solvable.formats.writable import tiles_of
from solvable.puzzle import Puzzle, State


def _read(text: Text) -> Reading | None:
    if not text.is_numeric or len(text.rows) != 1 or "|" in text.symbols:
        return None
    row = text.rows[0]
    words, place = split_words(row), words_place(text, [row], 0, "/")
    if len(words) == 1:
        if len(row) != 9:
            return None
        words, place = list(row), digits_place(text, 0, "/")
    cells, side = len(words), isqrt(len(words))
    signs = sum(word in BLANKS for word in words) - words.count("0")
    if side < 2 or side * side != cells or not (cells == 9 or signs or "," in row):
        return None
    rows = numbers_of(folded(words, side))
    if not looks_like_tiles(rows):
        return None
    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(side, side), permutation(text, rows, _flat(place, side)), NOTE, is_evident=True)


def _flat(place: Place, side: int) -> Place:
    """Return the places of the cells of a board of this side, all in one row."""
    return lambda row, column: place(0, row * side + column)


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "compact")
    if tiles.width != tiles.height or tiles.width < 2:
        raise PuzzleError("the format compact is for square boards")
    return " ".join(str(tile or "x") for tile in state)


COMPACT = Format("compact", "one line: nine digits, or numbers with x for the blank", _read, _write)
