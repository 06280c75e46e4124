"""Boards in every format that is in use elsewhere, read without guessing and written without loss."""

from solvable.formats.base import Board, Format
from solvable.formats.opening import open_board, open_file, open_text
from solvable.formats.photo import read_raster
from solvable.formats.recognise import read
from solvable.formats.table import FORMATS
from solvable.formats.writing import write

__all__ = ["FORMATS", "Board", "Format", "open_board", "open_file", "open_text", "read", "read_raster", "write"]
