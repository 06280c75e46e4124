"""The n-puzzle of the school 42: `#` comments, the size on a line, then the rows; the goal is a spiral (a snail).

Read only if the format is named: a size before the rows, or a comment, says nothing of the goal (`header`).
"""

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading, split_rows
from solvable.formats.numbers import read_tiles, tiles_of
from solvable.formats.text import Text


def _read(text: Text) -> Reading | None:
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


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "42", "spiral")
    if tiles.width != tiles.height or tiles.width < 2:
        raise PuzzleError("the format 42 is for square boards from 2 × 2")
    return "\n".join([str(tiles.width), *(" ".join(map(str, row)) for row in split_rows(state, tiles.width))])


SNAIL = Format("42", "`#` comments, the size, then rows of numbers; goal spiral", _read, _write, automatic=False)
