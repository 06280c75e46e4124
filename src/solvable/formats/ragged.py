"""Lamps on hexagons and on triangles, typed as rows of different lengths, left-aligned or each row in the middle.

      1 0 1            1
     0 1 1 0          010
    1 0 0 0 1        10101
     0 1 1 0
      1 0 1

Hexagons: a row lies half a cell beside the next, so lengths differ by one. The rule `hex` is a rhombus in which each
row lies half a cell further right, so row r begins in column (x − r)/2, where x is its indentation in half cells; the
cells of the rhombus outside of the rows are dead. Triangles: the cells of a row point up and down in turn, and the next
row is longer or shorter by two, or as long in the middle of a hexagon. The rule `triangle` has a strip of such
triangles in each row, those with even row + column pointing up.

What could be a mistake in a rectangle is none of these: rows that are longer by one first, then shorter by one, are
hexagons only if the longest has two cells more than the shortest, or in 2, 3, 2 cells, which have to be indented or
named; triangles need three rows.
Rows of equal length, each half a cell further to the side, may be hexagons or a plain board: both are offered.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from solvable.core.message import msg
from solvable.formats.base import Format, Reading
from solvable.formats.grid import ALPHABETS, SEPARATORS, Alphabet, meant, the_only
from solvable.formats.text import Text

CHARACTERS_MAX = 50_000  # characters
ROWS_MAX = 1_000  # rows
_SMALLEST = (2, 3)  # cells in the first rows of the smallest hexagon


class Row(NamedTuple):
    """The cells of a row, its indentation in characters, and whether blanks part its cells."""

    cells: str
    indent: int
    is_apart: bool


def _rows(text: Text) -> list[Row] | None:
    """Return the rows of single characters, all together or all apart but for rows of one cell; None for others."""
    if len(text.data) > CHARACTERS_MAX:
        return None
    rows = []
    for match in re.finditer("[^\n/]+", text.data):
        words = match[0].split()
        if "\t" in match[0]:
            return None
        if words:
            joined = "".join(words)
            if len(words) > 1 and len(joined) != len(words):
                return None
            if len(words) > 1 and "  " in match[0].strip():
                return None
            rows.append(Row(joined, len(match[0]) - len(match[0].lstrip()), len(words) > 1))
    kinds = {row.is_apart for row in rows if len(row.cells) > 1}
    return rows if len(kinds) == 1 and 3 <= len(rows) <= ROWS_MAX else None


def _lengths(rows: Sequence[Row]) -> list[int]:
    return [len(row.cells) for row in rows]


def _steps(numbers: Sequence[int]) -> list[int]:
    return [after - before for before, after in pairwise(numbers)]


def _is_middle(rows: Sequence[Row], pitch: int) -> bool:
    """Whether the rows are left-aligned, or each in the middle, with so many characters from a cell to the next."""
    lengths, indents = _steps(_lengths(rows)), _steps([row.indent for row in rows])
    return not any(indents) or all(
        2 * indent == -pitch * length for indent, length in zip(indents, lengths, strict=True)
    )


def _hexagon_starts(rows: Sequence[Row]) -> list[int] | None:
    """Return where each row begins, in half cells; None where the rows are no hexagons."""
    lengths, steps, shifts = _lengths(rows), _steps(_lengths(rows)), _steps([row.indent for row in rows])
    if any(row.is_apart for row in rows) and all(abs(shift) == 1 for shift in shifts) and min(lengths) > 1:
        is_regular = not any(steps) or steps == [-shift for shift in shifts]
        return [row.indent for row in rows] if is_regular else None
    low, high, turn = lengths[0], max(lengths), lengths.index(max(lengths))
    is_shape = steps == [1] * turn + [-1] * turn and (high - low > 1 or (low, high) == _SMALLEST)
    if not is_shape or not _is_middle(rows, 2):  # half of a cell that is one character wide is typed as a whole one
        return None
    return [high - length for length in lengths]


def _is_evident(text: Text) -> bool:
    """Whether rows of 2, 3, 2 cells, which may be a mistake in a square, are indented as a hexagon."""
    rows = _rows(text) or []
    return _lengths(rows) != [*_SMALLEST, _SMALLEST[0]] or len({row.indent for row in rows}) > 1


def _triangle_starts(rows: Sequence[Row]) -> tuple[list[int], bool] | None:
    """Return the column where each row begins, and whether the first triangle points up; None for no triangles."""
    lengths = _lengths(rows)
    steps, high = _steps(lengths), max(lengths)
    half = len(steps) // 2
    is_hexagon = len(steps) > 2 and steps == [2] * half + [0] + [-2] * half
    if not (is_hexagon or steps in ([2] * len(steps), [-2] * len(steps))) or lengths[0] % 2 == 0:
        return None
    is_apart = any(row.is_apart for row in rows)
    if not _is_middle(rows, 2 if is_apart else 1):
        return None
    return [(high - length) // 2 for length in lengths], steps[0] > 0


def _board(text: Text, rows: Sequence[Row], starts: Sequence[int], rule: str, what: str) -> Reading | None:
    """Return the board whose rows begin in these columns, all other cells dead."""
    width, height = max(start + len(row.cells) for start, row in zip(starts, rows, strict=True)), len(rows)
    cells = {
        r * width + start + c: symbol
        for r, (start, row) in enumerate(zip(starts, rows, strict=True))
        for c, symbol in enumerate(row.cells)
    }
    from solvable.lights.board import LightsOut

    puzzle = LightsOut(width, height, rule=rule, dead=[cell for cell in range(width * height) if cell not in cells])

    def reading(alphabet: Alphabet) -> Reading | None:
        lit = meant(frozenset(cells.values()), alphabet)
        if lit is None:
            return None
        state = tuple(int(cells.get(cell, "") in lit) for cell in range(width * height))
        used = frozenset(cells.values())
        return Reading(puzzle, state, msg("{note}; {what}", note=msg(alphabet.note(used)), what=msg(what)))

    readings = [result for alphabet in ALPHABETS if (result := reading(alphabet))]
    return the_only(text, readings) if readings else None


def _read_hexagon(text: Text) -> Reading | None:
    if not text.symbols - SEPARATORS or (rows := _rows(text)) is None or (starts := _hexagon_starts(rows)) is None:
        return None
    columns = [(start - row) // 2 for row, start in enumerate(starts)]
    first = min(columns)
    return _board(
        text, rows, [column - first for column in columns], "hex", "hexagons, each row half a cell beside the next"
    )


def _read_triangle(text: Text) -> Reading | None:
    if not text.symbols - SEPARATORS or (rows := _rows(text)) is None or (result := _triangle_starts(rows)) is None:
        return None
    starts, is_up = result
    shift = starts[0] % 2 if is_up else 1 - starts[0] % 2  # cells with even row + column point up
    what = "triangles, the first pointing up" if is_up else "triangles, the first pointing down"
    return _board(text, rows, [start + shift for start in starts], "triangle", what)


HEXAGON = Format(
    "hexagon",
    "lamps on hexagons: rows longer or shorter by a cell, or half a cell to the side",
    _read_hexagon,
    automatic=_is_evident,
)
TRIANGLE = Format("triangle", "lamps on triangles: rows longer or shorter by two cells, 1, 3, 5, …", _read_triangle)
