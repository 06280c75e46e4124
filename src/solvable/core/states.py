"""Conversion of states from any form (arrays, rows, data frames, text) to tuples of ints.

A puzzle converts its input once, at the boundary, and works with the tuple. For a tuple of ints this costs a check of
the cells' types. Arrays and frames are recognised by their methods (`tolist`, `to_numpy`), so no library is imported
for them. Text is parsed by the puzzle, and if that fails by the package `formats`, which is in a layer above and
therefore imported by name.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from operator import index
from typing import Any, Protocol

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import Message, msg
from solvable.core.puzzle import Lamps
from solvable.core.solution import State

RECOGNISER = "solvable.formats.recognise"
CELL_CHARACTERS_SHOWN_MAX = 40  # characters of a cell shown in a message

_INTS = frozenset({int})
_WHOLE = frozenset({int, bool})


class Array(Protocol):
    """An array, of numpy or another library."""

    def tolist(self) -> Any:
        """Return it as lists."""


class Frame(Protocol):
    """A data frame, of pandas or another library."""

    def to_numpy(self) -> Any:
        """Return it as an array."""


StateLike = State | Sequence[Any] | Mapping[Any, Any] | Array | Frame
"""A state in any form: flat or in rows, an array of an integer or bool type, a data frame of cells, text or bytes;
of a graph also a dict by its nodes."""


class Sheet(Protocol):
    """A puzzle whose cells are arranged in rows; a width of 0 means that there are no rows."""

    @property
    def width(self) -> int:
        """The number of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""

    @property
    def cells(self) -> int:
        """The number of cells."""

    def parse(self, text: str) -> State:
        """Return the state that `text` writes; raise NotationError."""


def read(puzzle: Sheet, given: StateLike) -> State:
    """Return the cells of `given` as a tuple of ints; raise PuzzleError if it is not a state, or has another shape.

    The puzzle itself checks the values.
    """
    if (type(given) is tuple or type(given) is list) and _INTS.issuperset(map(type, given)):
        return tuple(given)
    if isinstance(given, str | bytes | bytearray):
        return _written(puzzle, given)
    if isinstance(given, Mapping):
        given = _by_name(puzzle, given)
    items = _listed(given)
    if items and all(isinstance(item, str) for item in items):
        return _written(puzzle, "/".join(items))
    width, height = puzzle.width or puzzle.cells, puzzle.height or 1
    if any(map(_is_row, items)):
        items = _joined(items, width, height)
    return _whole(items, width if height > 1 else 0)


def text_of(given: object) -> str | None:
    """Return `given` as text if it is text, bytes or rows of text; else None."""
    if isinstance(given, bytes | bytearray):
        return given.decode("utf-8", "replace")
    if isinstance(given, list | tuple) and given and all(isinstance(row, str) for row in given):
        return "/".join(given)
    return given if isinstance(given, str) else None


def whole(given: StateLike, *, words: bool = True) -> Any:
    """Return `given` as lists of Python ints, in rows if it has rows, so that JSON can write it.

    With `words`, strings and None are left in place; the reader of boards decides which of them is the blank.
    """
    items = _listed(given)
    if not any(map(_is_row, items)):
        return items if words and _are_words(items) else list(_whole(items, 0))
    rows = [_listed(item) for item in items]
    if words and all(map(_are_words, rows)):
        return [list(row) for row in rows]
    return [list(_whole(row, len(row), number)) for number, row in enumerate(rows)]


def _are_words(cells: Sequence[Any]) -> bool:
    """Return whether the cells are whole numbers, strings and None."""
    return set(map(type, cells)) <= {int, bool, str, type(None)}


def where(cell: int, width: int) -> Message:
    """Return the position of a cell: its row and column from 1, or its index if there are no rows (width 0)."""
    if not width:
        return msg("cell {cell}", cell=cell)
    return msg("row {row}, column {column}", row=cell // width + 1, column=cell % width + 1)


def _written(puzzle: Sheet, text: str | bytes | bytearray) -> State:
    """Return the state that `text` writes, in the puzzle's own notation or in any format of the package `formats`."""
    try:
        return puzzle.parse(text if isinstance(text, str) else text.decode("utf-8", "replace"))
    except NotationError as error:
        refusal = error
    try:
        board = import_module(RECOGNISER).read(text if isinstance(text, str) else bytes(text))
    except NotationError:
        raise refusal from None
    one, other = ((each.width, each.height) for each in (puzzle, board.puzzle))
    if one != other or isinstance(puzzle, Lamps) != isinstance(board.puzzle, Lamps):
        raise PuzzleError(
            msg("this text is a state of {other}, not of {puzzle}", other=repr(board.puzzle), puzzle=repr(puzzle))
        )
    state: State = board.state
    return state


def _by_name(puzzle: Sheet, given: Mapping[Any, Any]) -> list[Any]:
    """Return the cells of a dict whose keys are the names or numbers of the puzzle's vertices."""
    names = getattr(puzzle, "names", ()) or range(puzzle.cells)
    for name in given:
        if name not in names:
            raise PuzzleError(msg("there is no cell {cell}", cell=repr(name)[:CELL_CHARACTERS_SHOWN_MAX]))
    for name in names:
        if name not in given:
            raise PuzzleError(msg("the cell {cell} is missing", cell=repr(name)[:CELL_CHARACTERS_SHOWN_MAX]))
    return [given[name] for name in names]


def _is_row(item: object) -> bool:
    return hasattr(item, "__len__") and not isinstance(item, str)


def _listed(given: Any) -> Sequence[Any]:
    """Return the items of `given`, which are cells or rows."""
    if hasattr(given, "to_numpy"):
        given = given.to_numpy()
    if hasattr(given, "tolist"):
        kind = getattr(getattr(given, "dtype", None), "kind", "O")
        if kind not in "biuO":
            raise _no_whole(msg("an array of {type}", type=str(given.dtype)), kind == "f")
        shape = tuple(getattr(given, "shape", (0,)))
        if len(shape) not in (1, 2):
            raise PuzzleError(
                msg("a state is one row of cells, or rows of them, not an array of shape {shape}", shape=shape)
            )
        given = given.tolist()
    if not hasattr(given, "__len__") or not hasattr(given, "__getitem__"):
        raise PuzzleError(
            msg(
                "a state is a sequence of numbers, one for each cell, not {state}",
                state=repr(str(given)[:CELL_CHARACTERS_SHOWN_MAX]),
            )
        )
    items: Sequence[Any] = given
    return items


def _joined(rows: Sequence[Any], width: int, height: int) -> list[Any]:
    """Return the cells of all rows, concatenated."""
    if len(rows) != height:
        raise PuzzleError(
            msg(
                "there are {count} rows, not {height}: the board is {width} × {height}",
                count=len(rows),
                width=width,
                height=height,
            )
        )
    cells: list[Any] = []
    for number, row in enumerate(rows, start=1):
        items = _listed(row) if _is_row(row) else (row,)
        if len(items) != width:
            raise PuzzleError(
                msg(
                    "row {row} has {count} cells, not {width}: the board is {width} × {height}",
                    row=number, count=len(items), width=width, height=height,
                )
            )  # fmt: skip
        cells += items
    return cells


def _whole(cells: Iterable[Any], width: int, row: int = 0) -> State:
    """Return the cells, the first of which is in row `row`, as ints; raise PuzzleError, with the position, if one is
    not a whole number.
    """
    cells = tuple(cells)
    if _INTS.issuperset(map(type, cells)):
        return cells
    if _WHOLE.issuperset(map(type, cells)):
        return tuple(map(int, cells))
    return tuple(_number(value, cell, width) for cell, value in enumerate(cells, row * width))


def _number(value: Any, cell: int, width: int) -> int:
    """Return a cell as an int; numbers of a library are converted to Python's."""
    plain = value.tolist() if hasattr(value, "tolist") else value
    try:
        return int(index(plain))
    except TypeError:
        message = msg("{value} in {where}", value=repr(plain)[:CELL_CHARACTERS_SHOWN_MAX], where=where(cell, width))
        raise _no_whole(message, isinstance(plain, float)) from None


def _no_whole(what: str, is_float: bool) -> PuzzleError:
    """Return the error about cells that are not ints, with advice on how to convert floats."""
    if is_float:
        return PuzzleError(
            msg("cells are whole numbers, not {what}: make them int first, array.astype(int)", what=what)
        )
    return PuzzleError(msg("cells are whole numbers, not {what}", what=what))
