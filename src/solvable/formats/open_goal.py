"""Goals that leave cells open, `1 2 3/? ? ?/? ? ?` or `1?0/000/000`, in the symbols of the board that they are for.

What a symbol means is read off the board: the words of its text, cell by cell, beside its state. Other words are
numbers, _ the blank. `?` is a cell that does not matter, and so is x, unless the board has it as a symbol or, for
tiles, it is the goal's only blank.
"""

from collections.abc import Mapping, Sequence

from solvable import game_id
from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.puzzle import Lamps, Puzzle, Shaped, State
from solvable.formats.cells import Cells, written
from solvable.formats.text import Text

OPEN = "?"
CROSSES = ("x", "X")
BLANKS = ("_", "0")


def is_open(text: str) -> bool:
    """Return whether a text may be a goal that leaves cells open."""
    return OPEN in text or "x" in text.lower()


def read(given: Text, puzzle: Puzzle, state: State, board: Text | None) -> tuple[int | None, ...] | None:
    """Return the cells of a goal, None for each that does not matter; None if there is no such cell.

    `board` is the text in which the puzzle and its state were read, if there is one. Raises NotationError if the goal
    has other rows, or a word that is no cell of the puzzle.
    """
    width, height = (puzzle.width, puzzle.height) if isinstance(puzzle, Shaped) else (0, 0)
    width, height = width or len(state), height or 1
    text = _cells_of_id(given)
    cells = written(text, width)
    symbols = _symbols(board, state)
    crosses = () if set(CROSSES) & symbols.keys() else _crosses(cells, is_tiles=not isinstance(puzzle, Lamps))
    if not {OPEN, *crosses} & set(cells.words):
        return None
    if (cells.width, cells.height) != (width, height):
        raise text.fault(
            msg("a goal of {width} × {height} cells", width=cells.width, height=cells.height),
            msg("{width} × {height} cells", width=width, height=height),
        )
    known = _completed(symbols, cells, puzzle)
    results: list[int | None] = []
    for index, word in enumerate(cells.words):
        if word == OPEN or word in crosses:
            results.append(None)
        elif word in known:
            results.append(known[word])
        elif word.isascii() and word.isdigit() and len(word) < 8:
            results.append(int(word))
        else:
            row, column = divmod(index, width)
            raise _no_cell(text, word, row, column)
    return tuple(results)


def _no_cell(text: Text, word: str, row: int, column: int) -> NotationError:
    return text.fault(
        msg("{word} in row {row}, column {column} is no cell of this board", word=repr(word[:20]), row=row + 1,
            column=column + 1),
        "the symbols of the board, ? for a cell that does not matter",
        text.offset(min(row, len(text.rows) - 1)),
    )  # fmt: skip


def _cells_of_id(given: Text) -> Text:
    """Return the cells of a game ID as a text, any other text as it is."""
    if not game_id.is_game_id(given.typed):
        return given
    return Text(given.typed.rpartition(":")[2], given.source)


def _symbols(board: Text | None, state: State) -> dict[str, int]:
    """Return what each word of the board means, where it has one for each cell."""
    if board is None or board.raw:
        return {}
    try:
        words = written(_cells_of_id(board)).words
    except NotationError:
        return {}
    if len(words) != len(state):
        return {}
    results: dict[str, int] = {}
    for word, value in zip(words, state, strict=True):
        if results.setdefault(word, value) != value:
            return {}
    return results


def _crosses(cells: Cells, *, is_tiles: bool) -> Sequence[str]:
    """Return which of x and X are open cells: not the only blank of tiles."""
    crosses = [word for word in cells.words if word in CROSSES]
    is_blank = is_tiles and len(crosses) == 1 and not set(BLANKS) & set(cells.words)
    return () if is_blank else CROSSES


def _completed(symbols: Mapping[str, int], cells: Cells, puzzle: Puzzle) -> dict[str, int]:
    """Return the symbols with those of the goal that they settle: the other state of a lamp, the blank of tiles."""
    known = dict(symbols)
    new = {word for word in cells.words if word not in known and word != OPEN and not word.isdigit()}
    if isinstance(puzzle, Lamps):
        if puzzle.k == 2 and len(new) == 1 and len(values := set(known.values())) == 1:
            known[new.pop()] = 1 - values.pop()
        return known
    for word in (*BLANKS, *CROSSES):
        if word not in known:
            known[word] = 0
    return known
