"""HackerRank's n-puzzle: the side k, then k² numbers, each on its line; the goal is 0, 1, 2, …, the blank first."""

from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.numbers import folded, looks_like_tiles, numbers_of, permutation, tiles_of
from solvable.formats.text import Text


def _read(text: Text) -> Reading | None:
    if not text.is_numeric or len(text.lines) < 5 or not all(line.isdigit() for line in text.lines):
        return None
    side = int(text.lines[0]) if len(text.lines[0]) < 5 else 0
    if side < 2 or side * side != len(text.lines) - 1:
        return None
    words = text.lines[1:]
    rows = numbers_of(folded(words, side))
    if not looks_like_tiles(rows):
        return None
    state = permutation(text, rows, lambda row, column: text.offset(1 + row * side + column, marks=""))
    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(side, side, goal="blank-first"), state, goal_note="goal 0, 1, 2, …, blank first")


def _write(puzzle: Puzzle, state: State) -> str:
    tiles = tiles_of(puzzle, "hackerrank", "blank-first")
    if tiles.width != tiles.height or tiles.width < 2:
        raise PuzzleError("the format hackerrank is for square boards from 2 × 2")
    return "\n".join(map(str, [tiles.width, *state]))


HACKERRANK = Format("hackerrank", "the side k, then k² numbers, one a line; goal blank first", _read, _write)
