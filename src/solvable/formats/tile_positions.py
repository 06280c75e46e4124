"""Files `.tile`: the width and the height, then for each tile from the blank on the cell where it stands, from 0.

    4 4
    starting positions for each tile:
    9
    …
    goal positions:
    0
    …

As in the search code of Ruml and Burns, whose files of Korf's instances are such.
"""

import re

from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import State
from solvable.formats.base import TILES_MAX, Format, Reading
from solvable.formats.text import Text

_HEAD = pattern(r"\s*([0-9]{1,4})[ \t]+([0-9]{1,4})\s+starting positions for each tile:?", re.IGNORECASE)
_GOAL = pattern(r"goal positions:?", re.IGNORECASE)


def _read(text: Text) -> Reading | None:
    head = _HEAD.match(text.data)
    if head is None:
        return None
    width, height = int(head[1]), int(head[2])
    cells = width * height
    if not 0 < cells <= TILES_MAX:
        raise text.fault(msg("{cells:,} tiles", cells=cells), msg("at most {most:,}", most=TILES_MAX), head.start(1))
    goal = _GOAL.search(text.data, head.end())
    start = _standing(text, head.end(), goal.start() if goal else len(text.data), cells)
    from solvable.tiles.board import SlidingTiles

    note = msg("each number is where a tile stands, from 0")
    if goal is None:
        return Reading(SlidingTiles(width, height), start, note)
    return Reading(SlidingTiles(width, height, goal=_standing(text, goal.end(), len(text.data), cells)), start, note)


def _standing(text: Text, begin: int, end: int, cells: int) -> State:
    """Return the tile of each cell, from the numbers of the cells tile by tile between two places of the text."""
    state, position = [-1] * cells, begin
    expected = msg("each of 0 to {last} once", last=cells - 1)
    for tile, word in enumerate(re.finditer(r"\S+", text.data[begin:end])):
        position = begin + word.start()
        if (
            tile == cells
            or not re.fullmatch("[0-9]{1,7}", word[0])
            or int(word[0]) >= cells
            or state[int(word[0])] >= 0
        ):
            raise text.fault(msg("{word} is not another cell", word=repr(word[0][:20])), expected, position)
        state[int(word[0])] = tile
    if -1 in state:
        raise text.fault(
            msg("{count} positions for {cells} tiles", count=cells - state.count(-1), cells=cells), expected, position
        )
    return tuple(state)


TILE_POSITIONS = Format("tile-positions", "`.tile` files: for each tile the cell where it stands, then the goal", _read)
