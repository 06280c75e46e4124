"""Game IDs, `lights:5x5:01110/…` or `tiles:4x4#seed`: the one format that can say every board."""

from solvable import notation
from solvable.errors import NotationError
from solvable.formats.base import Format, Reading
from solvable.formats.text import Text
from solvable.puzzle import Puzzle, State


def _read(text: Text) -> Reading | None:
    if not notation.is_game_id(text.data):
        return None
    for index, line in enumerate(text.lines[1:], start=1):
        if notation.is_game_id(line):
            message = f"{len(text.lines)} game IDs"
            raise text.fault(message, "one board", text.offset(index, marks=""))
    try:
        return Reading(*notation.parse(text.data))
    except NotationError as error:
        error.source = text.source
        raise


def _write(puzzle: Puzzle, state: State) -> str:
    return notation.format_board(puzzle, state)


GAME_ID = Format("id", "a game ID, FAMILY:PARAMS:CELLS or FAMILY:PARAMS#SEED", _read, _write)
