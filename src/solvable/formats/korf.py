"""Tiles as research and judges keep them: Korf's instances, a board a line, records, `.tile` files, HackerRank, 42."""

import re
from math import isqrt

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import TILES_MAX, Format, Reading, split_rows
from solvable.formats.numbers import (
    NOTE,
    digits_place,
    folded,
    looks_like_tiles,
    numbers_of,
    permutation,
    read_tiles,
    square_side,
    tiles_of,
    words_place,
)
from solvable.formats.text import Text, split_words

# Korf's instances: one line of 9, 16, 25, … numbers, perhaps an index before; the goal is 0, 1, 2, …, the blank first.
#
# As in Korf 1985, Korf and Felner 2002, and HOG2. A line of distinct numbers alone has the home goal (`compact`):
# Korf's is meant only if the format is named, or in a file of several lines with an index that counts up (`instances`).
# A single line with an index may be either.

_DIGITS = frozenset("0123456789 \t\n")


def _side(count: int) -> int:
    """Return the side of a board of `count` numbers, with or without an index; 0 if there is none."""
    for cells in (count, count - 1):
        if cells >= 9 and isqrt(cells) ** 2 == cells:
            return isqrt(cells)
    return 0


def has_index(text: Text) -> bool:
    """Return whether the first line holds one number more than a board."""
    if not text.is_numeric or not text.symbols <= _DIGITS:
        return False
    words = text.lines[0].split()
    side = _side(len(words))
    return side > 0 and len(words) == side * side + 1


def _read_korf(text: Text) -> Reading | None:
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
    """Raise NotationError if each line is an instance."""
    cells = side * side
    whole = sorted(map(str, range(cells)))
    if all(sorted(line.split()[-cells:]) == whole for line in text.lines[:3]):
        message = msg("{count} boards of {width} × {height}", count=len(text.lines), width=side, height=side)
        raise text.fault(message, "one board", text.offset(1, marks=""))


def _write_korf(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "korf", "blank-first")
    if tiles.width != tiles.height or tiles.width < 3:
        raise PuzzleError("the format korf is for square boards from 3 × 3")
    return " ".join(map(str, state))


KORF = Format(
    "korf",
    "one line of 9, 16, 25, … numbers, perhaps an index before; goal blank first",
    _read_korf,
    _write_korf,
)


# Tiles on one line: nine digits `283104765`, or 4, 9, 16, … cells, `2 3 4 1 5 x 7 6 8`, `1,2,3,0`, `1 2 3 0`.
#
# The goal is 1, 2, …, blank last. An index before the cells is read too, so that the other meaning of such a line
# (`korf`, blank first) is not taken silently.


def _read_compact(text: Text) -> Reading | None:
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


def _write_compact(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "compact")
    if tiles.width != tiles.height or tiles.width < 2:
        raise PuzzleError("the format compact is for square boards")
    return " ".join(str(tile or "x") for tile in state)


COMPACT = Format("compact", "one line: nine digits, or numbers with x for the blank", _read_compact, _write_compact)


# One instance with figures around it, as research keeps them: an index, the optimal length, the nodes of a search.
#
#     14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 57          the tiles, then the optimal length
#     1 14 13 … 3 57                                     an index, the tiles, the length
#     1 57 276361933                                     a line of figures, then
#     14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3              the tiles
#
# One record does not say whose it is, so the goal is 1, 2, …, blank last; the note shows the figures.

_FIGURES_MAX = 4  # on the line before the tiles
_RECORD_CHARACTERS_MAX = 10_000  # characters
_ALLOWED = frozenset("0123456789, \t\n")


def _read_record(text: Text) -> Reading | None:
    if len(text.data) > _RECORD_CHARACTERS_MAX or not text.symbols <= _ALLOWED or not 1 <= len(text.lines) <= 2:
        return None
    lines = [line.replace(",", " ").split() for line in text.lines]
    words = lines[-1]
    if len(lines) == 2:
        before = lines[0]
        choices = [(0, len(words)), (0, len(words) - 1)] if len(before) <= _FIGURES_MAX else []
    else:
        before = []
        choices = [(0, len(words) - 1), (1, len(words) - 1)]
    for start, end in choices:
        if side := square_side(words[start:end]):
            note = msg("beside the tiles: {figures}", figures=" ".join([*before, *words[:start], *words[end:]]))
            from solvable.tiles.board import SlidingTiles

            return Reading(SlidingTiles(side, side), tuple(map(int, words[start:end])), note, goal_note=NOTE)
    return None


RECORD = Format("record", "one instance between figures: index, optimal length, nodes; goal blank last", _read_record)


# Files `.tile`: the width and the height, then for each tile from the blank on the cell where it stands, from 0.
#
#     4 4
#     starting positions for each tile:
#     9
#     …
#     goal positions:
#     0
#     …
#
# As in the search code of Ruml and Burns, whose files of Korf's instances are such.

_HEAD = pattern(r"\s*([0-9]{1,4})[ \t]+([0-9]{1,4})\s+starting positions for each tile:?", re.IGNORECASE)
_GOAL = pattern(r"goal positions:?", re.IGNORECASE)


def _read_tile_positions(text: Text) -> Reading | None:
    head = _HEAD.match(text.data)
    if head is None:
        return None
    width, height = int(head[1]), int(head[2])
    cells = width * height
    if not 0 < cells <= TILES_MAX:
        raise text.fault(msg("{cells:,} tiles", cells=cells), msg("at most {most:,}", most=TILES_MAX), head.start(1))
    goal = _GOAL.search(text.data, head.end())
    start = _standing(text, head.end(), goal.start() if goal else len(text.data), cells)
    from solvable.tiles.board import SlidingTiles

    note = msg("each number is where a tile stands, from 0")
    if goal is None:
        return Reading(SlidingTiles(width, height), start, note)
    return Reading(SlidingTiles(width, height, goal=_standing(text, goal.end(), len(text.data), cells)), start, note)


def _standing(text: Text, begin: int, end: int, cells: int) -> State:
    """Return the tile of each cell, from the numbers of the cells tile by tile between two places of the text."""
    state, position = [-1] * cells, begin
    expected = msg("each of 0 to {last} once", last=cells - 1)
    for tile, word in enumerate(re.finditer(r"\S+", text.data[begin:end])):
        position = begin + word.start()
        if (
            tile == cells
            or not re.fullmatch("[0-9]{1,7}", word[0])
            or int(word[0]) >= cells
            or state[int(word[0])] >= 0
        ):
            raise text.fault(msg("{word} is not another cell", word=repr(word[0][:20])), expected, position)
        state[int(word[0])] = tile
    if -1 in state:
        raise text.fault(
            msg("{count} positions for {cells} tiles", count=cells - state.count(-1), cells=cells), expected, position
        )
    return tuple(state)


TILE_POSITIONS = Format(
    "tile-positions", "`.tile` files: for each tile the cell where it stands, then the goal", _read_tile_positions
)


# HackerRank's n-puzzle: the side k, then k² numbers, each on its line; the goal is 0, 1, 2, …, the blank first.


def _read_hackerrank(text: Text) -> Reading | None:
    if not text.is_numeric or len(text.lines) < 5 or not all(line.isdigit() for line in text.lines):
        return None
    side = int(text.lines[0]) if len(text.lines[0]) < 5 else 0
    if side < 2 or side * side != len(text.lines) - 1:
        return None
    words = text.lines[1:]
    rows = numbers_of(folded(words, side))
    if not looks_like_tiles(rows):
        return None
    state = permutation(text, rows, lambda row, column: text.offset(1 + row * side + column, marks=""))
    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(side, side, goal="blank-first"), state, goal_note="goal 0, 1, 2, …, blank first")


def _write_hackerrank(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "hackerrank", "blank-first")
    if tiles.width != tiles.height or tiles.width < 2:
        raise PuzzleError("the format hackerrank is for square boards from 2 × 2")
    return "\n".join(map(str, [tiles.width, *state]))


HACKERRANK = Format(
    "hackerrank", "the side k, then k² numbers, one a line; goal blank first", _read_hackerrank, _write_hackerrank
)


# The n-puzzle of the school 42: `#` comments, the size on a line, then the rows; the goal is a spiral (a snail).
#
# Read only if the format is named: a size before the rows, or a comment, says nothing of the goal (`header`).


def _read_snail(text: Text) -> Reading | None:
    lines = (text.data if "\n" in text.data.strip() else text.data.replace("/", "\n")).split("\n")
    head = next((word for line in lines if (word := line.strip())), "")
    if not (head.isascii() and head.isdigit() and len(head) < 5 and int(head) > 1):
        return None
    if "/" in text.data and len(lines) != int(head) + 1:  # one line: a first row like 12/34 is no size
        return None
    bare = Text("\n".join(lines), text.source)
    if not bare.is_numeric or bare.symbols & frozenset("/|"):
        return None
    reading = read_tiles(bare, 1, marks="", goal="spiral")
    if reading is None:
        return None
    size = int(head)
    if len(reading.state) != size * size or len(bare.lines) - 1 != size:
        rows = len(bare.lines) - 1
        message = msg(
            "the size says {rows} rows of {columns}, but there are {height} of {width}",
            rows=size,
            columns=size,
            height=rows,
            width=len(reading.state) // rows,
        )
        raise bare.fault(message, msg("{rows} rows of {columns} numbers", rows=size, columns=size))
    return reading._replace(goal_note="goal spiral, as at 42")


def _write_snail(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "42", "spiral")
    if tiles.width != tiles.height or tiles.width < 2:
        raise PuzzleError("the format 42 is for square boards from 2 × 2")
    return "\n".join([str(tiles.width), *(" ".join(map(str, row)) for row in split_rows(state, tiles.width))])


SNAIL = Format("42", "`#` comments, the size, then rows of numbers; goal spiral", _read_snail, _write_snail)
