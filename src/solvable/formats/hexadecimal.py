"""Tiles as single digits with letters after 9, `123456789ABCDEF0` or `1234/5678/9ABC/DEF_`; goal 1, 2, …, blank last.

The blank is 0 or a sign for it. One row is the 15-puzzle; rows are boards from 11 to 36 cells, with digits 0-9, A-Z.
"""

import re

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading, split_rows
from solvable.formats.numbers import NOTE, cells_in, tiles_of
from solvable.formats.text import Text

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CHARACTERS_MAX = 1000  # characters
_SHORT = pattern(r"[0-9A-Za-z_.·□■⬜⬛空-]")
_SEPARATORS = frozenset(" \t,\n/|")


def _read(text: Text) -> Reading | None:
    if len(text.data) > _CHARACTERS_MAX or not all(
        symbol in _SEPARATORS or _SHORT.match(symbol) for symbol in text.symbols
    ):
        return None
    rows = text.split("/")
    places = [[position for position, symbol in enumerate(row) if symbol not in _SEPARATORS] for row in rows]
    if any(len(word) > 1 for row in rows for word in re.split(r"[\s,|]+", row)) and any(
        len(at) != at[-1] + 1 - at[0] for at in places if at
    ):
        return None  # neither together nor apart
    words = [[row[index] for index in result] for row, result in zip(rows, places, strict=True)]
    if not words or not all(words):
        return None
    if len(rows) == 1:
        if len(words[0]) != 16 or len(rows[0]) != 16:
            return None
        words = [words[0][start : start + 4] for start in range(0, 16, 4)]
    return _board(text, words, places)


def _board(text: Text, words: list[list[str]], places: list[list[int]]) -> Reading | None:
    """Return the board of single digits in rows; None where they are not mostly different, or need no letters."""
    cells = [max(DIGITS.find(word.upper()), 0) for row in words for word in row]
    width, count = len(words[0]), len(cells)
    spread = len(set(cells) & set(range(count)))
    if not 10 < count <= len(DIGITS) or min(width, len(words)) < 2 or spread <= count // 2:
        return None
    if not any(word.isdigit() and word != "0" for row in words for word in row):
        return None  # letters alone are tiles of their own
    if cells[:width] == [*range(10, 10 + width)] and max(cells[width:]) < 10:
        return None  # the names of the columns

    def place(row: int, column: int) -> int:
        if len(places) == 1:
            return text.offset(0, places[0][row * width + column])
        return text.offset(row, places[row][column])

    for row, line in enumerate(words):
        if len(line) != width:
            message = msg(
                "row {row} has {cells}, the first has {width}", row=row + 1, cells=cells_in(len(line)), width=width
            )
            raise text.fault(message, msg("{width} cells in each row", width=width), place(row, 0))
    for cell, tile in enumerate(cells):
        if tile >= count or tile in cells[:cell]:
            lost = DIGITS[next(other for other in range(count) if other not in cells)]
            word = words[cell // width][cell % width]
            message = msg("{digit} appears twice; {missing} is missing", digit=word, missing=lost)
            if tile >= count:
                message = msg("{digit} is not a tile of {cells} cells; {missing} is missing", digit=word, cells=count,
                              missing=lost)  # fmt: skip
            last = DIGITS[count - 1]
            raise text.fault(message, msg("each of 0 to {last} once", last=last), place(cell // width, cell % width))
    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(width, len(words)), tuple(cells), is_evident=True, goal_note=NOTE)


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "hex")
    if (tiles.width, tiles.height) == (4, 4):
        return "".join(f"{tile:X}" for tile in state)
    if not 10 < len(state) <= len(DIGITS) or min(tiles.width, tiles.height) < 2:
        raise PuzzleError("the format hex is for boards of 11 to 36 cells")
    return "\n".join("".join(DIGITS[tile] for tile in row) for row in split_rows(state, tiles.width))


HEX = Format("hex", "single digits, letters after 9, each once, 0 the blank: 16 in a row, or rows", _read, _write)
