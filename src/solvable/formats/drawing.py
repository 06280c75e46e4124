"""Boards as `solvable` itself prints them, numbered rows and columns with or without marks and frames.

What surrounds a drawing is ignored, so that complete answers can be pasted. A drawing does not say the rules:
lamps that are full or hollow are taken for the ordinary game, tiles for the goal 1, 2, …, blank last.
"""

from collections.abc import Sequence

from solvable.core.pattern import pattern
from solvable.formats.base import Format, Reading
from solvable.formats.numbers import NOTE, looks_like_tiles, numbers_of, permutation
from solvable.formats.text import Text
from solvable.game_id import is_game_id

CHARACTERS_MAX = 200_000  # characters
_RULER = pattern(r"\s+1((?: +[0-9]{1,6})*)")
_ROW = pattern(r"\s*([0-9]{1,6})(?: (.*))?")  # without cells where all are dead
_FRAME = pattern(r"\s*\+[-+]*\+")
_MARKS = str.maketrans("[]*↑↓←→^v<>", " " * 11)
_LIT, _DARK = "●#", "○."

Rows = list[list[str]]


def first_drawing(lines: Sequence[str]) -> int | None:
    """Return the line at which the first drawing begins."""
    return next((start for start, line in enumerate(lines) if _RULER.fullmatch(line) and _rows(lines, start)), None)


def _read(text: Text) -> Reading | None:
    lines = text.typed.split("\n") if len(text.typed) <= CHARACTERS_MAX else []
    first = first_drawing(lines)
    if first is None or is_game_id(text.data):
        return None
    rows, place = _rows(lines, first), _offset(lines, first)
    for start in range(first + 1, len(lines)):
        other = _rows(lines, start) if _RULER.fullmatch(lines[start]) else []
        if other and other != rows:
            raise text.fault("a second board below the first", "one board", _offset(lines, start))
    if any("…" in row or len(row) != len(rows[0]) for row in rows):
        raise text.fault("this drawing is cut off", "the complete board, or its game ID", place)
    cells = [cell for row in rows for cell in row]
    from solvable.lights.board import LightsOut

    if {*cells} <= {*_LIT, *_DARK}:
        state = tuple(int(cell in _LIT) for cell in cells)
        return Reading(LightsOut(len(rows[0]), len(rows)), state, "a drawing of the ordinary game, ● lit, ○ off")
    tiles = numbers_of(rows)
    if not looks_like_tiles(tiles):
        return None
    state = permutation(text, tiles, lambda row, column: place)
    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(len(rows[0]), len(rows)), state, "a drawing", goal_note=NOTE)


def _offset(lines: Sequence[str], start: int) -> int:
    """Return where a line begins."""
    return sum(len(line) + 1 for line in lines[:start])


def _rows(lines: Sequence[str], start: int) -> Rows:
    """Return the words of the cells in the numbered rows below the ruler, or nothing."""
    rows: Rows = []
    for index in range(start + 1, len(lines)):  # no slice: every line may look like a ruler
        line = lines[index]
        row = _ROW.fullmatch(line)
        if row and int(row[1]) == len(rows) + 1:
            rows.append(_cells((row[2] or "").strip()))
        elif line.strip() in ("⋮", ":"):
            rows.append(["…"])
        elif not _FRAME.fullmatch(line):
            break
    columns = [1, *map(int, lines[start].split()[1:])]
    is_whole = columns == [*range(1, len(columns) + 1)]
    return [] if not rows or (is_whole and len(rows[0]) not in (len(columns), len(columns) + 1)) else rows


def _cells(row: str) -> list[str]:
    """Return the words of a row, between frames or not, without marks."""
    row = row.translate(_MARKS)
    if row[:1] == "|":
        return [word.strip() for word in row.strip("|").split("|")]
    return row.replace("~", "…").split()


DRAWING = Format("drawing", "a board as `solvable` prints it", _read)
