"""Boards in every format that is in use elsewhere, read without guessing and written without loss.

opening     what a user typed: an ID, a file, rows, standard input; an ID is read without the other formats
recognise   which format is this? table has them all
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvable.formats.base import Board, Format
from solvable.formats.opening import open_board, open_file, open_text

if TYPE_CHECKING:
    from solvable.formats.photo import read_raster
    from solvable.formats.recognise import read
    from solvable.formats.table import FORMATS
    from solvable.formats.writing import write

_HOMES = {"FORMATS": "table", "read": "recognise", "read_raster": "photo", "write": "writing"}  # loaded when named

__all__ = ["FORMATS", "Board", "Format", "open_board", "open_file", "open_text", "read", "read_raster", "write"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
