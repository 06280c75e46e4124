"""IDs of Simon Tatham's `flip`: `5x5:MATRIX,GRID` in hexadecimal, or `5x5c#seed`.

Four bits a digit, the first the most significant, zero-padded; row i of the matrix is what press i toggles; 1 in the
grid is a wrong lamp. The seeds of his random wirings (`r`) are not grown here: his program gives their full ID.
"""

import re
from typing import TYPE_CHECKING

from solvable import game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import LAMPS_MAX, Format, Reading
from solvable.formats.text import Text
from solvable.formats.writable import lights_of
from solvable.lights.game_id import matrix_digits, read_matrix

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut

_ID = pattern(r"(?s)([0-9]{1,4})(?:x([0-9]{1,4}))?([cr]?)([:#])(.*)")


def _read(text: Text) -> Reading | None:
    match = _ID.fullmatch(text.data.strip())
    if not match or "\n" in match[5]:
        return None
    width, height = int(match[1]), int(match[2] or match[1])
    if match[4] == "#":
        return _seeded(text, width, height, match[3], match[5])
    if match[5].count(",") != 1 or not re.fullmatch("[0-9A-Fa-f]*,[0-9A-Fa-f]*", match[5]):
        return None
    return read_description(text, width, height, match[5], text.data.index(match[5]))


def _seeded(text: Text, width: int, height: int, wiring: str, seed: str) -> Reading:
    if wiring == "r":
        message = "only sgt-flip can generate the wiring of this seed"
        raise text.fault(message, "its full ID, WxH:MATRIX,GRID (menu Game, Specific)")
    if not 1 <= width * height <= LAMPS_MAX:
        raise text.fault(
            msg("{width} × {height} lamps", width=width, height=height), msg("1 to {last:,}", last=LAMPS_MAX)
        )
    from solvable.lights.board import LightsOut

    puzzle = LightsOut(width, height)
    return Reading(puzzle, game_id.seeded(puzzle, seed), "Tatham's flip, crosses")


def read_description(text: Text, width: int, height: int, description: str, offset: int) -> Reading:
    """Return the board of `MATRIX,GRID`, which begins at `offset`."""
    cells = width * height
    if cells < 1:
        raise text.fault(msg("{width} × {height} lamps", width=width, height=height), "a size of at least 1 × 1")
    matrix, _, grid = description.partition(",")
    try:
        toggles = read_matrix(matrix, cells)
    except NotationError as error:
        raise text.fault(error.message, error.expected, offset + error.column - 1) from None
    digits = -(-cells // 4)
    if not re.fullmatch(f"[0-9A-Fa-f]{{{digits}}}", grid):
        message = msg("{grid} is not a grid of {cells} lamps", grid=repr(grid[:20]), cells=cells)
        raise text.fault(message, msg("{count} hexadecimal digits", count=digits), offset + len(matrix) + 1)
    state = tuple(map(int, f"{int(grid, 16):0{4 * digits}b}"[:cells]))
    from solvable.lights.board import LightsOut

    plain = LightsOut(width, height)
    if toggles == plain.toggles:
        return Reading(plain, state, "Tatham's flip")
    return Reading(LightsOut(width, height, rule=toggles), state, "Tatham's flip, its own wiring")


def describe(puzzle: Puzzle, state: State, name: str = "flip") -> tuple["LightsOut", str]:
    """Return the puzzle and its `MATRIX,GRID`; raise PuzzleError where that cannot say it."""
    lights = lights_of(puzzle, name)
    if lights.k != 2 or lights.presses != lights.cells or any(lights.goal):
        raise PuzzleError(msg("the format {name} is for two-state lamps, one button each, to be turned off", name=name))
    digits = -(-lights.cells // 4)
    bits = "".join(map(str, state)).ljust(4 * digits, "0")
    return lights, f"{matrix_digits(lights)},{int(bits, 2):0{digits}x}"


def _write(puzzle: Puzzle, state: State) -> str:
    lights, description = describe(puzzle, state)
    return f"{lights.width}x{lights.height}:{description}"


FLIP = Format("flip", "an ID of Tatham's flip, WxH:MATRIX,GRID or WxHc#seed", _read, _write)
