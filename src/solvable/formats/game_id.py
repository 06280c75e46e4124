"""Game IDs, `lights:5x5:01110/…` or `tiles:4x4#seed`: the one format that can say every board; a drawing may follow."""

from solvable import game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Board, Format, Reading
from solvable.formats.text import Text


def _read(text: Text) -> Reading | None:
    if not game_id.is_game_id(text.data):
        return None
    boards = [index for index, line in enumerate(text.lines) if game_id.is_game_id(line)]
    if len(boards) > 1:
        raise text.fault(msg("{count} game IDs", count=len(boards)), "one board", text.offset(boards[1], marks=""))
    try:
        return Reading(*game_id.parse(_without_drawing(text.data)))
    except NotationError as error:
        error.source = text.source
        raise


def _without_drawing(data: str) -> str:
    """Return the ID; `solvable new` draws the board below, cut where it is large, though the ID may be long."""
    if "\n" not in data:
        return data
    from solvable.formats.drawing import CHARACTERS_MAX, first_drawing

    lines = data.split("\n") if len(data) - data.find("\n") <= CHARACTERS_MAX else []
    return "\n".join(lines[: first_drawing(lines)]) if first_drawing(lines) else data


def _write(puzzle: Puzzle, state: State) -> str:
    return game_id.format_board(puzzle, state)


GAME_ID = Format("id", "a game ID, FAMILY:PARAMS:CELLS or FAMILY:PARAMS#SEED", _read, _write)


def read_line(line: str) -> Board | None:
    """Return what `recognise.read` does for a line that is an ID, without the other formats; None for any other."""
    if "\n" in line or not game_id.is_game_id(line):
        return None
    try:
        text = Text(line)
        reading = _read(text) if len(text.lines) == 1 else None
    except PuzzleError:
        return None
    return Board.of(GAME_ID, reading, text) if reading else None
