"""Boards in every format that is in use elsewhere, read without guessing and written without loss.

Start at `open_board`: open → position (a board and its goal) → recognise (which format? registry has all). An ID needs
game_id alone.

    base         what a Format, a Reading and a Board are         text     decoded, bounded, places for errors
    markup       lists in source code, LaTeX, HTML, objects       context  words, quotes and names around the rows
    clipboard    tables, dashes, numerals, signs of the blank     drawing  what `solvable` prints
    grid         lamps in rows, hexagons, triangles               wiring   lamps by wires, graphs, places; machines
    numbers      tiles in rows, digits, letters                   korf     tiles as research and judges keep them
    tatham       flip, fifteen and their saves                    slidysim      a replay: moves with their times
    json_lists   algebra_systems  SageMath, GAP
    pbm, npy, photo, deepcubea (with unpickling)                  boards in files that are no text
    magic        how such files begin
    instances    many boards in one text or file                  row_files     a giant board as a stream of rows
    judges       online judges' inputs and answers                moves         file_kinds  files that we wrote
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvable.formats.base import Board, Format
from solvable.formats.game_id import read_line
from solvable.formats.open import open_board, open_file, open_text

if TYPE_CHECKING:
    from solvable.formats.goal import are_several, given_of, targets, texts_of, with_goal
    from solvable.formats.photo import read_raster
    from solvable.formats.position import read
    from solvable.formats.recognise import AmbiguousError, write
    from solvable.formats.registry import FORMATS

_HOMES = {  # loaded when named
    "AmbiguousError": "recognise",
    "FORMATS": "registry",
    "read": "position",
    "read_raster": "photo",
    "are_several": "goal",
    "given_of": "goal",
    "targets": "goal",
    "texts_of": "goal",
    "with_goal": "goal",
    "write": "recognise",
}

__all__ = [
    "FORMATS",
    "AmbiguousError",
    "Board",
    "Format",
    "are_several",
    "given_of",
    "open_board",
    "open_file",
    "open_text",
    "read",
    "read_line",
    "read_raster",
    "targets",
    "texts_of",
    "with_goal",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
