"""FORMATS: every format by name, in the order in which their errors are preferred: the most helpful first."""

from solvable.core.errors import PuzzleError
from solvable.core.message import closest_match, msg
from solvable.formats.algebra_systems import GAP, SAGE
from solvable.formats.base import Format
from solvable.formats.deepcubea import DEEPCUBEA
from solvable.formats.drawing import DRAWING
from solvable.formats.game_id import GAME_ID
from solvable.formats.grid import DIGITS, GRIDS, HEADER, HEXAGON, ON_OFF, SQUARE, TRIANGLE
from solvable.formats.json_lists import JSON
from solvable.formats.korf import COMPACT, HACKERRANK, KORF, RECORD, SNAIL, TILE_POSITIONS
from solvable.formats.npy import NPY
from solvable.formats.numbers import HEX, PIPES, ROWS, TILE_LETTERS
from solvable.formats.pbm import PBM
from solvable.formats.photo import PHOTO, PHOTO_SWAPPED
from solvable.formats.tatham import FIFTEEN, FLIP, SAVE
from solvable.formats.wiring import COORDS, COUNTERS, GRAPH, MACHINE, SWITCHES, WIRING, WIRING_BY_LAMP

_ROWS = (
    GAME_ID,
    SAGE,
    GAP,
    SAVE,
    FLIP,
    FIFTEEN,
    JSON,
    MACHINE,
    DRAWING,
    PBM,
    NPY,
    PHOTO,
    PHOTO_SWAPPED,
    DEEPCUBEA,
    SNAIL,
    TILE_POSITIONS,
    WIRING,
    WIRING_BY_LAMP,
    SWITCHES,
    COUNTERS,
    KORF,
    RECORD,
    HACKERRANK,
    COMPACT,
    HEX,
    TILE_LETTERS,
    PIPES,
    *GRIDS,
    HEXAGON,
    TRIANGLE,
    ON_OFF,
    SQUARE,
    COORDS,
    GRAPH,
    HEADER,
    ROWS,
    *DIGITS,
)
FORMATS: dict[str, Format] = {row.name: row for row in _ROWS}


def named(name: str) -> Format:
    """Return the format `name`; raise PuzzleError, with what is likely meant, if there is none."""
    if isinstance(name, str) and name.lower() in FORMATS:
        return FORMATS[name.lower()]
    name = str(name)
    if close := closest_match(name, FORMATS):
        raise PuzzleError(msg("unknown format {format}; did you mean {close}?", format=repr(name[:40]), close=close))
    raise PuzzleError(
        msg("unknown format {format}; the formats are {formats}", format=repr(name[:40]), formats=", ".join(FORMATS))
    )
