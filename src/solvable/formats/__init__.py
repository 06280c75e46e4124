"""Boards in every format that is in use elsewhere, read without guessing and written without loss.

open       what a user typed: an ID, a file, rows, standard input; an ID is read without the other formats
position   a board and its goal, beside it or in the same text (pair); goal reads what a user gives as one
recognise  which format is this? registry has them all
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
    from solvable.formats.recognise import write
    from solvable.formats.registry import FORMATS

_HOMES = {  # loaded when named
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
