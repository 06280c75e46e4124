"""A board as text in any format that can say it. What is written is read back, so nothing is lost silently."""

from solvable import families
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.recognise import read
from solvable.formats.registry import FORMATS, named


def write(puzzle: Puzzle, state: State, format: str) -> str:  # noqa: A002 - the user's word
    """Return the text of this board in the named format; raise PuzzleError where the format cannot say it."""
    row = named(format)
    if row.write is None:
        writable = ", ".join(name for name, other in FORMATS.items() if other.write)
        raise PuzzleError(msg("the format {name} cannot be written; these can: {others}", name=format, others=writable))
    text = row.write(puzzle, state)
    try:
        back = read(text, format=format)
    except NotationError as error:
        raise PuzzleError(
            msg("the format {name} cannot hold this board: {error}", name=format, error=msg(error.message))
        ) from None
    if back.state != tuple(state) or not _same(puzzle, back.puzzle):
        raise PuzzleError(msg("the format {name} cannot hold all of this puzzle: use id", name=format))
    return text


def _same(puzzle: Puzzle, other: Puzzle) -> bool:
    """Whether the two are the same game, whatever they are called."""
    return puzzle == other or families.of(puzzle).plays_like(puzzle, other)
