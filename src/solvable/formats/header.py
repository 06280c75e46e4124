"""A grid after its size, as judges give it: `h w`, `n` or `WxH`, then the rows; perhaps a case count of 1 before.

Rows of lamps in any alphabet, or of tiles with the goal 1, 2, …, blank last (POJ 3240). A lone number before a grid
one lamp wide is taken for a lamp, not for a header.
"""

import re

from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading, split_rows
from solvable.formats.grid import ALPHABETS, lamps, plain_lights, the_only
from solvable.formats.numbers import read_tiles
from solvable.formats.text import Text

_SMALL = 100_000  # characters


def _sizes(row: str) -> list[int] | None:
    """Return the one number of `row`, or height and width, positive; or None."""
    crossed = re.fullmatch(r"([1-9][0-9]{0,6})\s*[x*]\s*([1-9][0-9]{0,6})", row)
    if crossed:
        return [int(crossed[2]), int(crossed[1])]
    words = row.split()
    if len(words) > 2 or not all(re.fullmatch("[1-9][0-9]{0,6}", word) for word in words):
        return None
    return list(map(int, words))


def _grids(text: Text, first: int, height: int) -> list[Reading]:
    """Return the readings of the rows from `first` on, in every alphabet and, of `height` rows, as tiles."""
    readings = [lamps(text, alphabet, first) for alphabet in ALPHABETS]
    if len(text.rows) - first == height:
        readings.append(read_tiles(text, first))
    return [reading for reading in readings if reading]


def _read(text: Text) -> Reading | None:
    count = len(text.rows)
    if count < 2 or len(text.rows[0]) > 20 or (sizes := _sizes(text.rows[0])) is None:
        return None
    if sizes == [1] and count > 2 and (inner := _sizes(text.rows[1])) and count - 2 == inner[0]:
        fits = [reading for reading in _grids(text, 2, inner[0]) if _fits(reading, inner)]
        if fits:
            return the_only(text, fits, "the rows below the size")
    if sizes[0] not in (1, count - 1) and len(text.data) > _SMALL:
        return None  # nothing but a better message would come of looking closer
    readings = _grids(text, 1, sizes[0])
    fits = [reading for reading in readings if _fits(reading, sizes)]
    if fits:
        return the_only(text, fits, "the rows below the size")
    if sizes == [1] and readings and _shape(readings[0])[1] > 1:
        return the_only(text, readings, "the rows below the size")  # one case, its size left out
    if readings and len(sizes) == 2:
        raise _misfit(text, sizes, readings[0])
    is_row = bool(readings) and len(text.rows[0]) == _shape(readings[0])[1]  # like the others, with another symbol
    if readings and sizes[0] not in (1, count - 1) and not is_row:
        raise _cases(text, sizes[0])
    if (tiles := _tiles(text)) is not None:
        raise _misfit(text, [sizes[0], sizes[-1]], tiles)
    return None


def _tiles(text: Text) -> Reading | None:
    """Return the tiles below the first row, in rows of two or more that are a complete board by themselves."""
    try:
        return read_tiles(text, 1)
    except NotationError:
        return None


def _shape(reading: Reading) -> tuple[int, int]:
    """Return height and width of the board read."""
    from solvable.lights.board import LightsOut
    from solvable.tiles.board import SlidingTiles

    assert isinstance(reading.puzzle, LightsOut | SlidingTiles)  # what `lamps` and `read_tiles` read
    return reading.puzzle.height, reading.puzzle.width


def _fits(reading: Reading, sizes: list[int]) -> bool:
    return _shape(reading) == (sizes[0], sizes[-1]) and (len(sizes) == 2 or sizes[0] > 1)


def _misfit(text: Text, sizes: list[int], reading: Reading) -> NotationError:
    height, width = _shape(reading)
    message = msg(
        "the size says {rows} rows of {columns}, but there are {height} rows of {width}",
        rows=sizes[0],
        columns=sizes[1],
        height=height,
        width=width,
    )
    return text.fault(message, msg("{rows} rows of {columns} cells", rows=sizes[0], columns=sizes[1]))


def _cases(text: Text, count: int) -> NotationError:
    message = msg(
        "{count} before {rows} rows is neither their number nor a case count of 1", count=count, rows=len(text.rows) - 1
    )
    return text.fault(message, "one board")


def _write(puzzle: Puzzle, state: State) -> str:
    lights = plain_lights(puzzle, "header")
    rows = ("".join(map(str, row)) for row in split_rows(state, lights.width))
    return "\n".join([f"{lights.height} {lights.width}", *rows])


HEADER = Format("header", "a size, `h w`, `n` or `WxH`, then the rows", _read, _write)
