"""Rows of tiles: numbers (slidysim), perhaps a gap for the blank, single digits and letters after 9, letters alone.

Numbers are separated by blanks or commas, rows by '/' or line ends, or by '|'; 0 or a sign is the blank. If all are
one digit they may be written together, `283/104/765`. A bare grid of one row or one column is not taken for tiles. The
goal is 1, 2, …, the blank last. Numbers are kept in arrays, a row at a time, so that a million tiles cost a few
megabytes beside the state.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import TILES_MAX, Format, Reading, split_rows
from solvable.formats.text import Text, split_words, word_column

if TYPE_CHECKING:
    from array import array

    from solvable.tiles.board import SlidingTiles

BLANKS = frozenset(
    ["0", "x", "X", "_", "__", ".", "-", "--", "", '""', "-1", "*", "·", "□", "■", "空", *"⬜⬛🔲🔳◻◼▢☐"]
)
NOTE = "goal 1, 2, …, blank last"
LONGEST = 7  # digits of a number that can be a tile
DIGITS_MAX = 100  # cells of a board whose tiles are single digits written together

Place = Callable[[int, int], int]  # (row, column) → offset


def number(word: str) -> int:
    """Return the tile that `word` writes, 0 for the blank, −1 for what is neither."""
    if word in BLANKS:
        return 0
    return int(word) if word.isascii() and word.isdigit() and len(word) <= LONGEST else -1


def numbers_of(rows: Iterable[Sequence[str]]) -> list["array[int]"]:
    """Return the tiles that the words of each row write."""
    from array import array

    return [array("i", map(number, words)) for words in rows]


def looks_like_tiles(rows: Sequence["array[int]"]) -> bool:
    """Return whether all are numbers, and most of them different and not beyond the number of cells."""
    cells = sum(map(len, rows))
    seen = bytearray(cells + 1)
    for row in rows:
        if row and min(row) < 0:
            return False
        for tile in row:
            if tile <= cells:
                seen[tile] = 1
    return sum(seen) > max(2, cells // 2)


def permutation(text: Text, rows: Sequence["array[int]"], place: Place) -> State:
    """Return the state of `rows`, each tile once; raise NotationError if a row or a tile is wrong."""
    width, cells = len(rows[0]), sum(map(len, rows))
    if cells > TILES_MAX:
        raise text.fault(msg("{cells:,} tiles", cells=cells), msg("at most {most:,}", most=TILES_MAX))
    widths = list(map(len, rows))
    expected = ""
    if len({*widths}) > 1 and not any(0 in row for row in rows):
        expected = msg("{width} cells in each row, 0 for the blank", width=width)
    check_widths(text, widths, lambda row: place(row, min(widths[row], width)), expected)
    state = tuple(chain.from_iterable(rows))
    seen = bytearray(cells)
    for cell, tile in enumerate(state):
        if not 0 <= tile < cells or seen[tile]:
            raise _wrong(text, state, cell, width, place(cell // width, cell % width))
        seen[tile] = 1
    return state


def _wrong(text: Text, state: State, cell: int, width: int, offset: int) -> NotationError:
    """Return the error at a cell that is no tile of this board, or is there for the second time."""
    from solvable.tiles.text import name

    tile, cells = state[cell], len(state)
    present = bytearray(cells)
    for other in state:
        if 0 <= other < cells:
            present[other] = 1
    absent = name(present.index(0))
    if tile < 0:
        message = msg("{word} is not a tile", word=repr(text.data[offset : offset + 20].split()[0]))
    elif tile >= cells:
        message = msg(
            "there is no tile {tile} among {cells} cells; {missing} is missing",
            tile=tile,
            cells=cells,
            missing=msg(absent),
        )
    else:
        row, column = divmod(state.index(tile), width)
        message = msg(
            "{tile} appears twice, first in row {row}, column {column}; {missing} is missing",
            tile=msg(name(tile)),
            row=row + 1,
            column=column + 1,
            missing=msg(absent),
        )
    return text.fault(message, msg("each of 0 to {last} once, 0 the blank", last=cells - 1), offset)


def cells_in(count: int) -> str:
    """Return "1 cell", "2 cells", …"""
    return msg("{count} cell", count=count) if count == 1 else msg("{count} cells", count=count)


def check_widths(text: Text, widths: Sequence[int], place: Callable[[int], int], expected: str = "") -> None:
    """Raise NotationError at the `place` of the first row that has not as many cells as the first."""
    for row, width in enumerate(widths):
        if width != widths[0]:
            template = "row {row} has {cells}, the first has {width}"
            message = msg(template, row=row + 1, cells=cells_in(width), width=widths[0])
            raise text.fault(message, expected or msg("{width} cells in each row", width=widths[0]), place(row))


def words_place(text: Text, rows: Sequence[str], first: int, marks: str) -> Place:
    """Return the places of the words of `rows`, the first of which is row `first` of `text.split(marks)`."""
    return lambda row, column: text.offset(first + row, word_column(rows[row], column), marks)


def digits_place(text: Text, first: int, marks: str) -> Place:
    """Return the places of the single characters of the rows from `first` on."""
    return lambda row, column: text.offset(first + row, column, marks)


def square_side(words: Sequence[str]) -> int:
    """Return the side, 3 at least, of the square board whose tiles these words are, each once; 0 if they are none."""
    side = isqrt(len(words))
    if side < 3 or side * side != len(words) or not all(word.isdecimal() and len(word) < 8 for word in words):
        return 0
    return side if sorted(map(int, words)) == list(range(len(words))) else 0


def folded(words: Sequence[str], side: int) -> list[Sequence[str]]:
    """Return the words of one line as rows of `side`."""
    return [words[start : start + side] for start in range(0, len(words), side)]


def read_tiles(text: Text, first: int = 0, marks: str = "/", goal: str = "blank-last") -> Reading | None:
    """Return the reading of the rows from `first` on; two rows and two columns at least."""
    lines = text.split(marks)[first:] if text.is_numeric else []
    if len(lines) < 2:
        return None
    if len(split_words(lines[0])) > 1:
        place, rows = words_place(text, lines, first, marks), numbers_of(map(split_words, lines))
    elif sum(map(len, lines[:DIGITS_MAX])) <= DIGITS_MAX and min(map(len, lines)) > 1:
        place, rows = digits_place(text, first, marks), numbers_of(map(list, lines))
    else:
        return None
    if not looks_like_tiles(rows):
        return None
    from solvable.tiles.board import SlidingTiles

    if not first and goal == "blank-last" and (result := blank_by_column(text)):
        return Reading(SlidingTiles(result[0], len(rows)), result[1], "the gap is the blank", goal_note=NOTE)
    state, width = permutation(text, rows, place), len(rows[0])
    puzzle = SlidingTiles(width, len(rows), goal=goal)
    if goal != "blank-last":
        return Reading(puzzle, state, goal_note=msg("goal {goal}", goal=goal))
    return Reading(puzzle, state, is_evident=True, goal_note=NOTE)


def tiles_of(puzzle: Puzzle, name: str, goal: str = "blank-last") -> "SlidingTiles":
    """Return `puzzle` if it is a tiles puzzle with the goal and the metric that `name` means."""
    from solvable.tiles.board import SlidingTiles
    from solvable.tiles.graphs.board import GraphTiles

    if isinstance(puzzle, GraphTiles):
        raise PuzzleError(msg("the format {name} cannot hold graphs, holes or identical tiles: use id", name=name))
    if not isinstance(puzzle, SlidingTiles):
        raise PuzzleError(msg("the format {name} is for tiles", name=name))
    if puzzle != SlidingTiles(puzzle.width, puzzle.height, goal=goal):
        raise PuzzleError(
            msg(
                "the format {name} implies the goal {goal} and single-tile moves: use id for others",
                name=name,
                goal=goal,
            )
        )
    return puzzle


def _read_rows(text: Text) -> Reading | None:
    return None if "|" in text.symbols else read_tiles(text)


def _read_pipes(text: Text) -> Reading | None:
    return read_tiles(text, marks="/|") if "|" in text.symbols else None


def _write_rows(puzzle: Puzzle, state: State) -> str:
    width = tiles_of(puzzle, "rows").width
    return "\n".join(" ".join(map(str, row)) for row in split_rows(state, width))


def _write_pipes(puzzle: Puzzle, state: State) -> str:
    width = tiles_of(puzzle, "pipes").width
    return "|".join(" ".join(str(tile or -1) for tile in row) for row in split_rows(state, width))


ROWS = Format("rows", "rows of distinct numbers, split by '/' or line ends, 0 the blank", _read_rows, _write_rows)
PIPES = Format("pipes", "rows of distinct numbers, split by '|', -1 the blank", _read_pipes, _write_pipes)


# A grid of tiles with nothing where the blank is, as Tatham's fifteen copies it: the columns show where it is.
#
# One row is a cell short; in the others the numbers end (or begin) in the same columns, and the short row leaves one of
# these columns free. Anything less clear is left to the error about the short row.

_GAP_CHARACTERS_MAX = 10_000  # characters


def blank_by_column(text: Text) -> tuple[int, State] | None:
    """Return the width and the state of `text`, the one gap in its columns the blank; None if there is none."""
    if len(text.data) > _GAP_CHARACTERS_MAX or not text.symbols <= frozenset("0123456789 \t\n"):
        return None
    lines = [line.expandtabs() for line in text.data.split("\n") if line.strip()]
    rows = [list(re.finditer("[0-9]+", line)) for line in lines]
    width = max(map(len, rows))
    short = [row for row, words in enumerate(rows) if len(words) != width]
    if len(short) != 1 or min(width, len(rows)) < 2 or len(rows[short[0]]) != width - 1:
        return None
    for edge in (1, 0):
        columns = {tuple(word.span()[edge] for word in words) for row, words in enumerate(rows) if row != short[0]}
        taken = {word.span()[edge] for word in rows[short[0]]}
        if len(columns) == 1 and taken < (free := set(columns.pop())):
            place = short[0] * width + sum(column < min(free - taken) for column in taken)
            tiles = [int(word[0][:9]) for words in rows for word in words]
            state = (*tiles[:place], 0, *tiles[place:])
            return (width, state) if sorted(state) == list(range(len(state))) else None
    return None


# Tiles as single digits with letters after 9, `123456789ABCDEF0` or `1234/5678/9ABC/DEF_`; goal 1, 2, …, blank last.
#
# The blank is 0 or a sign for it. One row is the 15-puzzle; rows are boards from 11 to 36 cells, with digits 0-9, A-Z.

_HEX_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_HEX_CHARACTERS_MAX = 1000  # characters
_SHORT = pattern(r"[0-9A-Za-z_.·□■⬜⬛空-]")
_HEX_SEPARATORS = frozenset(" \t,\n/|")


def _read_hex(text: Text) -> Reading | None:
    if len(text.data) > _HEX_CHARACTERS_MAX or not all(
        symbol in _HEX_SEPARATORS or _SHORT.match(symbol) for symbol in text.symbols
    ):
        return None
    rows = text.split("/")
    places = [[position for position, symbol in enumerate(row) if symbol not in _HEX_SEPARATORS] for row in rows]
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
    return _hex_board(text, words, places)


def _hex_board(text: Text, words: list[list[str]], places: list[list[int]]) -> Reading | None:
    """Return the board of single digits in rows; None if they are not mostly different, or need no letters."""
    cells = [max(_HEX_DIGITS.find(word.upper()), 0) for row in words for word in row]
    width, count = len(words[0]), len(cells)
    spread = len(set(cells) & set(range(count)))
    if not 10 < count <= len(_HEX_DIGITS) or min(width, len(words)) < 2 or spread <= count // 2:
        return None
    if not any(word.isdigit() and word != "0" for row in words for word in row):
        return None  # letters alone are tiles of their own
    if cells[:width] == [*range(10, 10 + width)] and max(cells[width:]) < 10:
        return None  # the names of the columns

    def place(row: int, column: int) -> int:
        if len(places) == 1:
            return text.offset(0, places[0][row * width + column])
        return text.offset(row, places[row][column])

    check_widths(text, list(map(len, words)), lambda row: place(row, 0))
    for cell, tile in enumerate(cells):
        if tile >= count or tile in cells[:cell]:
            lost = _HEX_DIGITS[next(other for other in range(count) if other not in cells)]
            word = words[cell // width][cell % width]
            message = msg("{digit} appears twice; {missing} is missing", digit=word, missing=lost)
            if tile >= count:
                message = msg("{digit} is not a tile of {cells} cells; {missing} is missing", digit=word, cells=count,
                              missing=lost)  # fmt: skip
            last = _HEX_DIGITS[count - 1]
            raise text.fault(message, msg("each of 0 to {last} once", last=last), place(cell // width, cell % width))
    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(width, len(words)), tuple(cells), is_evident=True, goal_note=NOTE)


def _write_hex(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "hex")
    if (tiles.width, tiles.height) == (4, 4):
        return "".join(f"{tile:X}" for tile in state)
    if not 10 < len(state) <= len(_HEX_DIGITS) or min(tiles.width, tiles.height) < 2:
        raise PuzzleError("the format hex is for boards of 11 to 36 cells")
    return "\n".join("".join(_HEX_DIGITS[tile] for tile in row) for row in split_rows(state, tiles.width))


HEX = Format(
    "hex", "single digits, letters after 9, each once, 0 the blank: 16 in a row, or rows", _read_hex, _write_hex
)


# Tiles as letters, `ABCD/EFGH/IJKL/MNO_`: A is tile 1, B tile 2, …; _ . - □ or a space is the blank.
#
# Letters are written together or apart, rows are split by '/' or line ends, or a square board is one word. The goal is
# A, B, …, blank last. A cell left empty in a table is the blank; where one row is a cell short, it is in the column
# which that row leaves free, or where the row begins or ends with a space.

LETTERS = "_ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS_CHARACTERS_MAX = 1000  # characters
_LETTER_BLANKS = "_.-·□■⬜⬛空0"
_LETTERS_SEPARATORS = " \t,\n/|"


def _read_letters(text: Text) -> Reading | None:
    if len(text.data) > _LETTERS_CHARACTERS_MAX or not text.symbols & frozenset("ABCabc"):
        return None
    if not {symbol.upper() for symbol in text.symbols} <= {*LETTERS, *_LETTER_BLANKS, *_LETTERS_SEPARATORS}:
        return None
    lines = [line for line in text.data.replace(" / ", "\n").replace("/", "\n").split("\n") if line.strip()]
    rows = [_letter_cells(line) for line in lines]
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
    check_widths(text, list(map(len, rows)), text.offset)
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


def _letter_cells(row: str) -> list[int]:
    """Return the tiles of a row: between commas or tabs, if a cell may be empty, or letters apart or together."""
    for mark in ",|\t":
        if mark in row:
            fields = [field.strip(_LETTERS_SEPARATORS) for field in row.strip("| ").split(mark)]
            if all(len(field) <= 1 for field in fields):
                return [_letter_tile(field or "_") for field in fields]
    return [_letter_tile(letter) for letter in row if letter not in _LETTERS_SEPARATORS]


def _letter_tile(letter: str) -> int:
    return 0 if letter in _LETTER_BLANKS else LETTERS.index(letter.upper())


def _find_gap(rows: list[list[int]], lines: list[str]) -> None:
    """Put the blank into the only short row: in the column that is free there, else where the row begins or ends."""
    width = max(map(len, rows))
    short = [index for index, row in enumerate(rows) if len(row) != width]
    if len(short) != 1 or len(rows[short[0]]) != width - 1 or any(0 in row for row in rows):
        return
    columns = [
        [position for position, letter in enumerate(line) if letter not in _LETTERS_SEPARATORS] for line in lines
    ]
    taken = columns.pop(short[0])
    free = {column for column in columns[0] if column not in taken}
    if len({*map(tuple, columns)}) == 1 and len(free) == 1 and {*taken} <= {*columns[0]}:
        place = columns[0].index(free.pop())
    else:
        margin = min(row[0] for row in columns)
        place = 0 if taken[0] > margin else width
    rows[short[0]].insert(place, 0)


def _write_letters(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, TILE_LETTERS.name)
    if min(tiles.width, tiles.height) < 2 or len(state) > len(LETTERS):
        raise PuzzleError("the format letters is for boards from 2 × 2 to 27 cells")
    return "\n".join("".join(LETTERS[tile] for tile in row) for row in split_rows(state, tiles.width))


TILE_LETTERS = Format("letters", "tiles as letters, A the first, _ the blank", _read_letters, _write_letters)
