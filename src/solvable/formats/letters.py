"""Tiles as letters, `ABCD/EFGH/IJKL/MNO_`: A is tile 1, B tile 2, …; _ . - □ or a space is the blank.

Letters are written together or apart, rows are split by '/' or line ends, or a square board is one word. The goal is A,
B, …, blank last. Where one row is a cell short, the blank is the space in it, or where the row begins or ends with one.
"""

from math import isqrt

from solvable.errors import PuzzleError
from solvable.formats.base import Format, Reading, split_rows
from solvable.formats.numbers import cells_in
from solvable.formats.text import Text
from solvable.formats.writable import tiles_of
from solvable.puzzle import Puzzle, State
from solvable.shared.said import say

LETTERS = "_ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST = 1000  # characters
_BLANKS = "_.-·□■⬜⬛空0"
_SEPARATORS = " \t,\n/|"


def _read(text: Text) -> Reading | None:
    if len(text.data) > LARGEST or not text.symbols & frozenset("ABCabc"):
        return None
    if not {symbol.upper() for symbol in text.symbols} <= {*LETTERS, *_BLANKS, *_SEPARATORS}:
        return None
    rows = [_cells(row) for row in text.data.replace("/", "\n").split("\n") if row.strip()]
    if len(rows) == 1:
        side = isqrt(len(rows[0]))
        if side * side != len(rows[0]):
            return None
        rows = [rows[0][start : start + side] for start in range(0, len(rows[0]), side)]
    else:
        _find_gap(rows, text)
    width, cells = len(rows[0]), [cell for row in rows for cell in row]
    if len(rows) < 2 or width < 2 or not 4 <= len(cells) <= len(LETTERS):
        return None
    wanted = {*range(len(cells))}
    if len({*cells} & wanted) < max(3, len(cells) - 2) or sum(cell > 0 for cell in cells) < 3:
        return None
    for row, line in enumerate(rows):
        if len(line) != width:
            message = say(
                "row {row} has {cells}, the first has {width}", row=row + 1, cells=cells_in(len(line)), width=width
            )
            raise text.fault(message, say("{width} cells in each row", width=width), text.offset(row))
    for cell, tile in enumerate(cells):
        if tile not in wanted or tile in cells[:cell]:
            missing = min(wanted - {*cells})
            message = say(
                "{letter} is there twice, or no tile of {cells} cells; {missing} is missing",
                letter=LETTERS[tile],
                cells=len(cells),
                missing=LETTERS[missing],
            )
            expected = say("each of A to {last} once, and _ for the blank", last=LETTERS[len(cells) - 1])
            raise text.fault(message, expected, text.offset(cell // width) if len(text.rows) > 1 else None)
    note = say("A is tile 1, {last} tile {count}; goal in order, blank last", last=LETTERS[width * len(rows) - 1],
               count=width * len(rows) - 1)  # fmt: skip
    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(width, len(rows)), tuple(cells), note)


def _cells(row: str) -> list[int]:
    """Return the tiles of a row: letters apart, or together, when a single space between two of them is the blank."""
    words = row.replace(",", " ").replace("|", " ").split()
    if len(words) > 1 and any(len(word) > 1 for word in words) and "," not in row and "|" not in row:
        row = "_".join(words) if len(words) == 2 else row
    return [0 if letter in _BLANKS else LETTERS.index(letter.upper()) for letter in row if letter not in _SEPARATORS]


def _find_gap(rows: list[list[int]], text: Text) -> None:
    """Put the blank where the only short row begins or ends with it."""
    width = max(map(len, rows))
    short = [index for index, row in enumerate(rows) if len(row) != width]
    if len(short) != 1 or len(rows[short[0]]) != width - 1 or any(0 in row for row in rows):
        return
    lines = [line for line in text.data.replace("/", "\n").split("\n") if line.strip()]
    margin = min(len(line) - len(line.lstrip()) for index, line in enumerate(lines) if index != short[0])
    line = lines[short[0]]
    rows[short[0]].insert(0 if len(line) - len(line.lstrip()) > margin else width, 0)


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, TILE_LETTERS.name)
    if min(tiles.width, tiles.height) < 2 or len(state) > len(LETTERS):
        raise PuzzleError("the format letters is for boards from 2 × 2 to 27 cells")
    return "\n".join("".join(LETTERS[tile] for tile in row) for row in split_rows(state, tiles.width))


TILE_LETTERS = Format("letters", "tiles as letters, A the first, _ the blank", _read, _write)
