"""The lit lamps of a square board by their places: `size count`, then `row column` for each, from 1.

A size or a count below 2 × 2 and 1 is no such text: `1 1/1 1` is a grid.
"""

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.grid import plain_lights
from solvable.formats.text import Text

SIDE_MAX = 1000


def pairs(text: Text) -> list[tuple[int, int]] | None:
    """Return the pairs of a text of two numbers a row, the second of them the number of rows below; or None."""
    head = text.rows[0].split() if text.is_numeric else []
    if len(head) != 2 or head[1] != str(len(text.rows) - 1):
        return None
    results = []
    for row in text.rows:
        words = row.split()
        if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 8 for word in words):
            return None
        results.append((int(words[0]), int(words[1])))
    return results


def _read(text: Text) -> Reading | None:
    result = pairs(text)
    if result is None or not len(result) - 1 == result[0][1] > 0 or not 2 <= result[0][0] <= SIDE_MAX:
        return None
    size, cells = result[0][0], bytearray(result[0][0] ** 2)
    for index, (row, column) in enumerate(result[1:], start=1):
        if not (1 <= row <= size and 1 <= column <= size):
            raise text.fault(
                msg("there is no row {row}, column {column}", row=row, column=column),
                msg("1 to {last}", last=size),
                text.offset(index),
            )
        cell = (row - 1) * size + column - 1
        if cells[cell]:
            raise text.fault(
                msg("row {row}, column {column} appears twice", row=row, column=column),
                "each lit lamp once",
                text.offset(index),
            )
        cells[cell] = 1
    from solvable.lights.board import LightsOut

    return Reading(LightsOut(size, size), tuple(cells), "the places are of lit lamps")


def _write(puzzle: Puzzle, state: State) -> str:
    lights = plain_lights(puzzle, "coords")
    size = lights.width
    if size != lights.height or size < 2 or not any(state):
        raise PuzzleError("the format coords is for square boards from 2 × 2 with a lit lamp")
    lit = [f"{cell // size + 1} {cell % size + 1}" for cell, value in enumerate(state) if value]
    return "\n".join([f"{size} {len(lit)}", *lit])


COORDS = Format("coords", "`size count`, then `row column` of each lit lamp, from 1", _read, _write)
