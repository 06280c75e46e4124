"""Tiles of which some are alike, or that are no numbers, with their goal: `AAB/BCC/D_D`, `1 1 2/2 3 0`, emoji.

Such a board says nothing of its goal, so it is read only together with one. A tile is a word, or a sign if nothing
separates the cells; _ is the blank, else 0, else another usual sign that is there once. In IDs the tiles are the
numbers or letters that they are; other words become A, B, … in the order of the goal, and the puzzle shows the words.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.cells import Cells, written
from solvable.formats.open_goal import OPEN
from solvable.formats.text import Text

BLANKS = ("_", "0", "x", "X", ".", "-", "·", "*", "□", "■", "空", "⬜", "⬛", "◻", "◼", "▢", "☐", "🔲", "🔳")
HOLE = "-"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CHARACTERS_MAX = 100_000  # characters of a board
CELLS_MAX = 10_000


class Labelled(NamedTuple):
    """A puzzle of tiles, its state, the goals in its labels (None: any tile), and what its tiles 1, 2, … are called."""

    puzzle: Puzzle
    state: State
    goals: list[tuple[int | None, ...]]
    symbols: tuple[str, ...]


def read(board: Text, goals: Sequence[Text]) -> Labelled | None:
    """Return the board and its goals; None if the texts have not the same cells, or too few to be tiles.

    Raises NotationError if a goal has a tile that the board has not so often.
    """
    every = _same_cells(board, goals)
    if every is None:
        return None
    start, *wanted = every
    blank = _blank(start, wanted)
    if blank is None:
        return None
    wanted = [_with_blank(cells, start, blank) for cells in wanted]
    names = _labels(start, wanted, blank)
    if names is None:
        return None
    for text, cells in zip(goals, wanted, strict=True):
        surplus = Counter(word for word in cells.words if word != OPEN) - Counter(start.words)
        if surplus and len(set(cells.words)) == len(cells.words):
            return None  # a goal of different tiles: the board has a slip, and its own error says which
        if surplus:
            raise _surplus(text, cells, start, next(iter(surplus)))
    labels, letters, symbols = names
    state = tuple(labels[word] for word in start.words)
    results = [tuple(None if word == OPEN else labels[word] for word in cells.words) for cells in wanted]
    return Labelled(_puzzle(start, state, letters, symbols), state, results, symbols)


def _same_cells(board: Text, goals: Sequence[Text]) -> list[Cells] | None:
    """Return the cells of the board and of each goal; None if they are not as many, in the same rows, for tiles."""
    if max(len(text.data) for text in (board, *goals)) > CHARACTERS_MAX:
        return None
    try:
        start, *wanted = (written(text) for text in (board, *goals))
    except NotationError:
        return None  # what else the board may be says what is wrong with its rows
    wanted = [Cells(cells.words, start.width) if cells.height == 1 else cells for cells in wanted]
    is_board = min(start.width, start.height) >= 2 and 4 <= len(start.words) <= CELLS_MAX
    is_same = all((len(cells.words), cells.width) == (len(start.words), start.width) for cells in wanted)
    return [start, *wanted] if is_board and is_same else None


def _puzzle(start: Cells, state: State, letters: bool, symbols: Sequence[str]) -> Puzzle:
    dead = [cell for cell, label in enumerate(state) if label < 0]
    if not dead and not letters and sorted(state) == list(range(len(state))):
        from solvable.tiles.board import SlidingTiles

        return SlidingTiles(start.width, start.height)
    from solvable.tiles.graphs.board import GraphTiles

    puzzle = GraphTiles.board(start.width, start.height, state, dead=dead, letters=letters)
    return puzzle.with_symbols(symbols) if symbols else puzzle


def _blank(start: Cells, wanted: Sequence[Cells]) -> str | None:
    """Return the word of the blank: once on the board, and in each goal once, perhaps by another sign, or open."""
    counts = Counter(start.words)
    for word in BLANKS:
        if counts[word] == 1 and all({word, OPEN} & {*_with_blank(cells, start, word).words} for cells in wanted):
            return word
    return None


def _with_blank(cells: Cells, start: Cells, blank: str) -> Cells:
    """Return a goal with the board's sign of the blank in place of another one, which the board has not."""
    if blank in cells.words:
        return cells
    counts = Counter(cells.words)
    own = next((word for word in BLANKS if counts[word] == 1 and word not in start.words), blank)
    return Cells(tuple(blank if word == own else word for word in cells.words), cells.width)


def _labels(start: Cells, wanted: Sequence[Cells], blank: str) -> tuple[dict[str, int], bool, tuple[str, ...]] | None:
    """Return the label of each word, whether labels are letters, and what the tiles are called if not so."""
    fixed = {blank: 0} | ({} if blank == HOLE else {HOLE: -1})
    ordered = [word for cells in (*wanted, start) for word in cells.words]
    words = [word for word in dict.fromkeys(ordered) if word not in fixed and word != OPEN]
    if not words:
        return None
    if all(word.isascii() and word.isdigit() and len(word) < 9 and int(word) > 0 for word in words):
        return fixed | {word: int(word) for word in words}, False, ()
    if all(word in LETTERS for word in words):
        return fixed | {word: LETTERS.index(word) + 1 for word in words}, True, ()
    return fixed | {word: number for number, word in enumerate(words, 1)}, len(words) <= len(LETTERS), tuple(words)


def _surplus(text: Text, cells: Cells, start: Cells, word: str) -> NotationError:
    """Return the error for a tile that a goal has more often than the board."""
    place = max(position for position, each in enumerate(cells.words) if each == word)
    message = "{tile} is there {wanted} times, on the board {count} times"
    return text.fault(
        msg(message, tile=repr(word[:20]), wanted=cells.words.count(word), count=start.words.count(word)),
        "the tiles of the board",
        text.offset(min(place // cells.width, len(text.rows) - 1)),
    )
