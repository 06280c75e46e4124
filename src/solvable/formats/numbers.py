"""Grids of tiles: rows of distinct numbers, split by '/' or line ends (slidysim), or by '|'; 0 or a sign is the blank.

Numbers are separated by blanks or commas; where all are one digit they may be written together, `283/104/765`. A bare
grid of one row or one column is not taken for tiles. The goal is 1, 2, …, the blank last. Numbers are kept in
arrays, a row at a time, so that a million tiles cost a few megabytes beside the state.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import TILES_MAX, Format, Reading, split_rows
from solvable.formats.gap import blank_by_column
from solvable.formats.text import Text, split_words, word_column
from solvable.tiles.text import name

if TYPE_CHECKING:  # a board of one family is read without loading the other
    from solvable.tiles.board import SlidingTiles

BLANKS = frozenset(
    ["0", "x", "X", "_", "__", ".", "-", "--", "", '""', "-1", "*", "·", "□", "■", "空", *"⬜⬛🔲🔳◻◼▢☐"]
)
NOTE = "goal 1, 2, …, blank last"
LONGEST = 7  # digits of a number that can be a tile
DIGITS_MAX = 100  # cells of a board whose tiles are single digits written together

Place = Callable[[int, int], int]  # (row, column) → offset


def number(word: str) -> int:
    """Return the tile that `word` writes, 0 for the blank, −1 for what is neither."""
    if word in BLANKS:
        return 0
    return int(word) if word.isascii() and word.isdigit() and len(word) <= LONGEST else -1


def numbers_of(rows: Iterable[Sequence[str]]) -> list["array[int]"]:
    """Return the tiles that the words of each row write."""
    return [array("i", map(number, words)) for words in rows]


def looks_like_tiles(rows: Sequence["array[int]"]) -> bool:
    """Return whether all are numbers, and most of them different and not beyond the number of cells."""
    cells = sum(map(len, rows))
    seen = bytearray(cells + 1)
    for row in rows:
        if row and min(row) < 0:
            return False
        for tile in row:
            if tile <= cells:
                seen[tile] = 1
    return sum(seen) > max(2, cells // 2)


def permutation(text: Text, rows: Sequence["array[int]"], place: Place) -> State:
    """Return the state of `rows`, each tile once; raise NotationError where a row or a tile is wrong."""
    width, cells = len(rows[0]), sum(map(len, rows))
    if cells > TILES_MAX:
        raise text.fault(msg("{cells:,} tiles", cells=cells), msg("at most {most:,}", most=TILES_MAX))
    for row, tiles in enumerate(rows):
        if len(tiles) != width:
            message = msg(
                "row {row} has {cells}, the first has {width}", row=row + 1, cells=cells_in(len(tiles)), width=width
            )
            has_blank = any(0 in other for other in rows)
            expected = (
                msg("{width} cells in each row", width=width)
                if has_blank
                else msg("{width} cells in each row, 0 for the blank", width=width)
            )
            raise text.fault(message, expected, place(row, min(len(tiles), width)))
    state = tuple(chain.from_iterable(rows))
    seen = bytearray(cells)
    for cell, tile in enumerate(state):
        if not 0 <= tile < cells or seen[tile]:
            raise _wrong(text, state, cell, width, place(cell // width, cell % width))
        seen[tile] = 1
    return state


def _wrong(text: Text, state: State, cell: int, width: int, offset: int) -> NotationError:
    """Return the error at a cell that is no tile of this board, or is there for the second time."""
    tile, cells = state[cell], len(state)
    present = bytearray(cells)
    for other in state:
        if 0 <= other < cells:
            present[other] = 1
    absent = name(present.index(0))
    if tile < 0:
        message = msg("{word} is not a tile", word=repr(text.data[offset : offset + 20].split()[0]))
    elif tile >= cells:
        message = msg(
            "there is no tile {tile} among {cells} cells; {missing} is missing",
            tile=tile,
            cells=cells,
            missing=msg(absent),
        )
    else:
        row, column = divmod(state.index(tile), width)
        message = msg(
            "{tile} appears twice, first in row {row}, column {column}; {missing} is missing",
            tile=msg(name(tile)),
            row=row + 1,
            column=column + 1,
            missing=msg(absent),
        )
    return text.fault(message, msg("each of 0 to {last} once, 0 the blank", last=cells - 1), offset)


def cells_in(count: int) -> str:
    """Return "1 cell", "2 cells", …"""
    return msg("{count} cell", count=count) if count == 1 else msg("{count} cells", count=count)


def words_place(text: Text, rows: Sequence[str], first: int, marks: str) -> Place:
    """Return the places of the words of `rows`, the first of which is row `first` of `text.split(marks)`."""
    return lambda row, column: text.offset(first + row, word_column(rows[row], column), marks)


def digits_place(text: Text, first: int, marks: str) -> Place:
    """Return the places of the single characters of the rows from `first` on."""
    return lambda row, column: text.offset(first + row, column, marks)


def folded(words: Sequence[str], side: int) -> list[Sequence[str]]:
    """Return the words of one line as rows of `side`."""
    return [words[start : start + side] for start in range(0, len(words), side)]


def read_tiles(text: Text, first: int = 0, marks: str = "/", goal: str = "blank-last") -> Reading | None:
    """Return the reading of the rows from `first` on; two rows and two columns at least."""
    lines = text.split(marks)[first:] if text.is_numeric else []
    if len(lines) < 2:
        return None
    if len(split_words(lines[0])) > 1:
        place, rows = words_place(text, lines, first, marks), numbers_of(map(split_words, lines))
    elif sum(map(len, lines[:DIGITS_MAX])) <= DIGITS_MAX and min(map(len, lines)) > 1:
        place, rows = digits_place(text, first, marks), numbers_of(map(list, lines))
    else:
        return None
    if not looks_like_tiles(rows):
        return None
    from solvable.tiles.board import SlidingTiles

    if not first and goal == "blank-last" and (result := blank_by_column(text)):
        return Reading(SlidingTiles(result[0], len(rows)), result[1], "the gap is the blank", goal_note=NOTE)
    state, width = permutation(text, rows, place), len(rows[0])
    puzzle = SlidingTiles(width, len(rows), goal=goal)
    if goal != "blank-last":
        return Reading(puzzle, state, goal_note=msg("goal {goal}", goal=goal))
    return Reading(puzzle, state, is_evident=True, goal_note=NOTE)


def tiles_of(puzzle: Puzzle, name: str, goal: str = "blank-last") -> "SlidingTiles":
    """Return `puzzle` if it is a tiles puzzle with the goal and the metric that `name` means."""
    from solvable.tiles.board import SlidingTiles
    from solvable.tiles.graphs.board import GraphTiles

    if isinstance(puzzle, GraphTiles):
        raise PuzzleError(msg("the format {name} cannot hold graphs, holes or identical tiles: use id", name=name))
    if not isinstance(puzzle, SlidingTiles):
        raise PuzzleError(msg("the format {name} is for tiles", name=name))
    if puzzle != SlidingTiles(puzzle.width, puzzle.height, goal=goal):
        raise PuzzleError(
            msg(
                "the format {name} implies the goal {goal} and single-tile moves: use id for others",
                name=name,
                goal=goal,
            )
        )
    return puzzle


def _read_rows(text: Text) -> Reading | None:
    return None if "|" in text.symbols else read_tiles(text)


def _read_pipes(text: Text) -> Reading | None:
    return read_tiles(text, marks="/|") if "|" in text.symbols else None


def _write_rows(puzzle: Puzzle, state: State) -> str:
    width = tiles_of(puzzle, "rows").width
    return "\n".join(" ".join(map(str, row)) for row in split_rows(state, width))


def _write_pipes(puzzle: Puzzle, state: State) -> str:
    width = tiles_of(puzzle, "pipes").width
    return "|".join(" ".join(str(tile or -1) for tile in row) for row in split_rows(state, width))


ROWS = Format("rows", "rows of distinct numbers, split by '/' or line ends, 0 the blank", _read_rows, _write_rows)
PIPES = Format("pipes", "rows of distinct numbers, split by '|', -1 the blank", _read_pipes, _write_pipes)
