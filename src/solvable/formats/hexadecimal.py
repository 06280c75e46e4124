"""The 15-puzzle as sixteen hexadecimal digits, `123456789ABCDEF0`: 0 the blank, goal 1, 2, …, blank last."""

import re

from solvable.errors import PuzzleError
from solvable.formats.base import Format, Reading
from solvable.formats.numbers import NOTE
from solvable.formats.text import Text
from solvable.formats.writable import tiles_of
from solvable.puzzle import Puzzle, State
from solvable.said import say
from solvable.tiles.board import SlidingTiles


def _read(text: Text) -> Reading | None:
    word = text.data.strip() if len(text.data) < 1000 else ""
    if not re.fullmatch("[0-9A-Fa-f]{16}", word):
        return None
    state = tuple(int(digit, 16) for digit in word)
    if len(set(state)) <= 8:
        return None
    for cell, tile in enumerate(state):
        if tile in state[:cell]:
            lost = next(other for other in range(16) if other not in state)
            message = say("{digit} appears twice; {missing:X} is missing", digit=word[cell], missing=lost)
            raise text.fault(message, "each of 0 to F once", text.data.index(word) + cell)
    return Reading(SlidingTiles(4, 4), state, NOTE, is_evident=True)


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "hex")
    if (tiles.width, tiles.height) != (4, 4):
        raise PuzzleError("the format hex is for boards of 4 × 4")
    return "".join(f"{tile:X}" for tile in state)


HEX = Format("hex", "sixteen hexadecimal digits, each once, 0 the blank", _read, _write)
