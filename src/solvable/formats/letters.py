"""Tiles as letters, `ABCD/EFGH/IJKL/MNO_`: A is tile 1, B tile 2, …; _ . - □ or a space is the blank.

Letters are written together or apart, rows are split by '/' or line ends, or a square board is one word. The goal is A,
B, …, blank last. A cell left empty in a table is the blank; where one row is a cell short, it is in the column which
that row leaves free, or where the row begins or ends with a space.
"""

from math import isqrt

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading, split_rows
from solvable.formats.numbers import cells_in, tiles_of
from solvable.formats.text import Text

LETTERS = "_ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CHARACTERS_MAX = 1000  # characters
_BLANKS = "_.-·□■⬜⬛空0"
_SEPARATORS = " \t,\n/|"


def _read(text: Text) -> Reading | None:
    if len(text.data) > CHARACTERS_MAX or not text.symbols & frozenset("ABCabc"):
        return None
    if not {symbol.upper() for symbol in text.symbols} <= {*LETTERS, *_BLANKS, *_SEPARATORS}:
        return None
    lines = [line for line in text.data.replace(" / ", "\n").replace("/", "\n").split("\n") if line.strip()]
    rows = [_cells(line) for line in lines]
    if len(rows) == 1:
        side = isqrt(len(rows[0]))
        if side * side != len(rows[0]):
            return None
        rows = [rows[0][start : start + side] for start in range(0, len(rows[0]), side)]
    else:
        _find_gap(rows, lines)
    width, cells = len(rows[0]), [cell for row in rows for cell in row]
    if len(rows) < 2 or width < 2 or not 4 <= len(cells) <= len(LETTERS):
        return None
    wanted = {*range(len(cells))}
    if len({*cells} & wanted) < max(3, len(cells) - 2) or sum(cell > 0 for cell in cells) < 3:
        return None
    for row, line in enumerate(rows):
        if len(line) != width:
            message = msg(
                "row {row} has {cells}, the first has {width}", row=row + 1, cells=cells_in(len(line)), width=width
            )
            raise text.fault(message, msg("{width} cells in each row", width=width), text.offset(row))
    for cell, tile in enumerate(cells):
        if tile not in wanted or tile in cells[:cell]:
            missing = min(wanted - {*cells})
            message = msg(
                "{letter} is there twice, or no tile of {cells} cells; {missing} is missing",
                letter=LETTERS[tile],
                cells=len(cells),
                missing=LETTERS[missing],
            )
            expected = msg("each of A to {last} once, and _ for the blank", last=LETTERS[len(cells) - 1])
            raise text.fault(message, expected, text.offset(cell // width) if len(text.rows) > 1 else None)
    count = width * len(rows) - 1
    note = msg("A is tile 1, {last} tile {count}", last=LETTERS[count], count=count)
    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(width, len(rows)), tuple(cells), note, goal_note="goal in order, blank last")


def _cells(row: str) -> list[int]:
    """Return the tiles of a row: between commas or tabs, where a cell may be empty, or letters apart or together."""
    for mark in ",|\t":
        if mark in row:
            fields = [field.strip(_SEPARATORS) for field in row.strip("| ").split(mark)]
            if all(len(field) <= 1 for field in fields):
                return [_tile(field or "_") for field in fields]
    return [_tile(letter) for letter in row if letter not in _SEPARATORS]


def _tile(letter: str) -> int:
    return 0 if letter in _BLANKS else LETTERS.index(letter.upper())


def _find_gap(rows: list[list[int]], lines: list[str]) -> None:
    """Put the blank into the only short row: in the column that is free there, else where the row begins or ends."""
    width = max(map(len, rows))
    short = [index for index, row in enumerate(rows) if len(row) != width]
    if len(short) != 1 or len(rows[short[0]]) != width - 1 or any(0 in row for row in rows):
        return
    columns = [[position for position, letter in enumerate(line) if letter not in _SEPARATORS] for line in lines]
    taken = columns.pop(short[0])
    free = {column for column in columns[0] if column not in taken}
    if len({*map(tuple, columns)}) == 1 and len(free) == 1 and {*taken} <= {*columns[0]}:
        place = columns[0].index(free.pop())
    else:
        margin = min(row[0] for row in columns)
        place = 0 if taken[0] > margin else width
    rows[short[0]].insert(place, 0)


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, TILE_LETTERS.name)
    if min(tiles.width, tiles.height) < 2 or len(state) > len(LETTERS):
        raise PuzzleError("the format letters is for boards from 2 × 2 to 27 cells")
    return "\n".join("".join(LETTERS[tile] for tile in row) for row in split_rows(state, tiles.width))


TILE_LETTERS = Format("letters", "tiles as letters, A the first, _ the blank", _read, _write)
