"""IDs of Simon Tatham's `fifteen`: `4x4:5,1,7,3,…` row by row, 0 the blank, or `4x4#seed`; goal 1, 2, …, blank last."""

import re
from typing import TYPE_CHECKING

from solvable import game_id
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import TILES_MAX, Format, Reading
from solvable.formats.numbers import NOTE, folded, numbers_of, permutation
from solvable.formats.text import Text
from solvable.formats.writable import tiles_of

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

_ID = pattern(r"(?s)([0-9]{1,4})(?:x([0-9]{1,4}))?([:#])(.*)")


def _read(text: Text) -> Reading | None:
    match = _ID.fullmatch(text.data.strip())
    if not match or "\n" in match[4]:
        return None
    width, height = int(match[1]), int(match[2] or match[1])
    if match[3] == ":":
        if not re.fullmatch("[0-9,]*", match[4]) or match[4].count(",") < 2:
            return None
        return read_description(text, width, height, match[4], text.data.index(match[4]))
    _check(text, width, height)
    from solvable.tiles.board import SlidingTiles

    puzzle = SlidingTiles(width, height)
    return Reading(puzzle, game_id.seeded(puzzle, match[4]), "Tatham's fifteen", goal_note=NOTE)


def _check(text: Text, width: int, height: int) -> None:
    if min(width, height) < 2 or width * height > TILES_MAX:
        raise text.fault(
            msg("{width} × {height} tiles", width=width, height=height),
            msg("a size from 2 × 2 to {most:,} cells", most=TILES_MAX),
        )


def read_description(text: Text, width: int, height: int, description: str, offset: int) -> Reading:
    """Return the board of `1,2,…`, which begins at `offset`."""
    _check(text, width, height)
    words = description.split(",")
    if len(words) != width * height:
        message = msg("{count} numbers for {width} × {height} cells", count=len(words), width=width, height=height)
        raise text.fault(message, msg("{count} numbers", count=width * height), offset)
    rows = numbers_of(folded(words, width))

    def place(row: int, column: int) -> int:
        return offset + sum(len(word) + 1 for word in words[: row * width + column])

    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(width, height), permutation(text, rows, place), "Tatham's fifteen", goal_note=NOTE)


def describe(puzzle: Puzzle, state: State, name: str = "fifteen") -> tuple["SlidingTiles", str]:
    """Return the puzzle and its numbers; raise PuzzleError where Tatham's program cannot say it."""
    tiles = tiles_of(puzzle, name)
    if min(tiles.width, tiles.height) < 2:
        raise PuzzleError(msg("the format {name} is for boards from 2 × 2", name=name))
    return tiles, ",".join(map(str, state))


def _write(puzzle: Puzzle, state: State) -> str:
    tiles, description = describe(puzzle, state)
    return f"{tiles.width}x{tiles.height}:{description}"


FIFTEEN = Format("fifteen", "an ID of Tatham's fifteen, WxH:NUMBERS or WxH#seed", _read, _write)
