"""JSON: a list of rows, `[[0,1],[1,0]]` or `[[1,2,3],[4,0,5]]`; or an object.

    {"rows": 2, "cols": 2, "lights": [0,1,1,0], "wiring": …, "mod": 2, "surface": "plane"}
    {"board": "lights:3x3:110/000/000"}          any game ID, as in our own answers; or a list of rows
    {"id": 7, "grid": [[0,1],[1,0]]}             rows under one of the names of `markup.BOARDS`, others left out

`lights` is flat or by rows; `wiring` is a rule's name, or for each button the list of cells (from 0) that it advances,
a cell repeated where it advances more.
"""

import json
from typing import TYPE_CHECKING, Any

from solvable import game_id
from solvable.core.errors import NotationError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import LAMPS_MAX, Format, Reading, split_rows
from solvable.formats.numbers import (
    BLANKS,
    NOTE,
    cells_in,
    check_widths,
    looks_like_tiles,
    number,
    numbers_of,
    permutation,
)
from solvable.formats.text import Text

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut

LARGEST = 8_000_000  # characters, so that what they build stays small
LISTS_MAX = 200_000
_SCALAR = pattern(r'"(?:[^"\\]|\\.)*"|[^\s,\[\]{}:"]+')
_STAMP = pattern(
    r"\s*\[(?:[^\[\]\n]*\][ \t]*[^\W\d_]|[A-Za-z][\w.-]*\][ \t]*\n)"
)  # of a chat, or a section of settings
_KEYS = frozenset(["rows", "cols", "lights", "wiring", "mod", "surface"])


def _read(text: Text) -> Reading | None:
    start = text.data[:1000].lstrip()[:1]
    if start not in ("[", "{"):
        return None
    if len(text.data) > LARGEST or text.data.count("[") + text.data.count("{") > LISTS_MAX:
        raise text.fault(
            "too much JSON",
            msg("at most {characters:,} characters and {lists:,} lists", characters=LARGEST, lists=LISTS_MAX),
        )
    try:
        value = json.loads(text.data)
    except json.JSONDecodeError as error:
        if start == "{" and _has_members(text):  # of another language
            _check_board_alone(text)
            return None
        if start == "[" and _STAMP.match(text.typed):
            return None
        if error.msg == "Extra data":
            raise text.fault("text after the first JSON value", "one board", error.pos) from None
        raise text.fault(
            msg("JSON: {error}", error=msg(error.msg)), "a list of rows, or an object", error.pos
        ) from None
    except (RecursionError, ValueError):
        raise text.fault(
            "JSON that is nested too deeply or has too long a number", "a list of rows, or an object"
        ) from None
    return _rows(text, value) if isinstance(value, list) else _members(text, value)


def _members(text: Text, value: dict[str, Any]) -> Reading | None:
    """Return the board of an object of JSON; None if it is read alone."""
    if isinstance(value.get("board"), str) and game_id.is_game_id(value["board"]):
        return _board(text, value["board"])
    if value.keys() == {"board"} and isinstance(value["board"], list):
        return _rows(text, value["board"], text.data.index(":"))
    if "lights" in value:
        return _object(text, value)
    _check_board_alone(text)
    return None


def _has_members(text: Text) -> bool:
    """Return whether the text is an object in some language."""
    from solvable.formats.markup import members  # with patterns that take milliseconds to compile

    return bool(members(text.typed))


def _check_board_alone(text: Text) -> None:
    """Raise NotationError unless the object has a board among its members that is read alone (`Text.alone`)."""
    from solvable.formats.markup import BOARDS, GOALS, OTHERS, SIZES, board_alone, members, sizes

    if board_alone(text.typed) is not None:
        return
    result = members(text.typed) or []
    boards = [member for member in result if member.key in BOARDS]
    for member in boards[1:]:
        raise text.fault(msg("a second board, {key}", key=repr(member.key)), "one of them", member.place)
    for member in result if boards else ():
        if member.key in GOALS:
            message = msg("{key} may be a goal", key=repr(member.key))
            raise text.fault(message, "the board alone, its goal with --goal", member.place)
        if member.key not in BOARDS | OTHERS | SIZES.keys():
            message = msg("{key} may change the board", key=repr(member.key))
            raise text.fault(message, '"lights" with "mod", "wiring", "surface", or the rows alone', member.place)
    width, height = sizes(text.typed, result)
    if boards and (width or height) and text.typed[boards[0].start] in "\"'":
        raise text.fault("a text without the ends of its rows", "rows split by '/'", boards[0].start)
    if boards and (width or height) and "," in text.typed[boards[0].start : boards[0].end]:
        cells = text.typed[boards[0].start : boards[0].end].rstrip(" \t\n,])}").count(",") + 1
        expected = (
            msg("{cells} cells, {rows} rows of {columns}", cells=width * height, rows=height, columns=width)
            if width and height
            else msg("{width} cells in each row", width=width)
        )
        raise text.fault(cells_in(cells), expected, boards[0].start)
    raise text.fault("an object without a board", '{"board": game ID or rows} or {"rows", "cols", "lights"}')


def _board(text: Text, board: str) -> Reading:
    try:
        return Reading(*game_id.parse(board))
    except NotationError as error:
        raise text.fault(msg("board: {error}", error=msg(error.message)), error.expected) from None


def _word(value: object) -> str:
    """Return a cell as a word of text; "?" for what cannot be a cell."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):  # arrays are often floats
        return str(int(value))
    return "?"


def _rows(text: Text, rows: list[Any], start: int = 0) -> Reading:
    """Return the board of rows that begin at that place of the text."""
    if not rows or not all(isinstance(row, list) and row for row in rows):
        raise text.fault("a list that is not a list of rows", "[[0,1],[1,0]]")
    words = [[_word(value) for value in row] for row in rows]
    widths = [len(row) for row in words]

    def place(row: int, column: int) -> int:
        nth = sum(widths[:row]) + column
        return next((match.start() for i, match in enumerate(_SCALAR.finditer(text.data, start)) if i == nth), 0)

    check_widths(text, widths, lambda row: place(row, min(widths[row] - 1, widths[0])))
    words = _with_blanks(words)
    present = frozenset().union(*words)
    from solvable.lights.board import LightsOut

    if present == {"0", "1", ""}:
        flat = [word for row in words for word in row]
        holes = [cell for cell, word in enumerate(flat) if not word]
        puzzle = LightsOut(widths[0], len(words), dead=holes)
        return Reading(puzzle, tuple(int(word or 0) for word in flat), "1 lit, 0 off; an empty place is a hole")
    if present <= {"0", "1"}:
        state = tuple(int(word) for row in words for word in row)
        return Reading(LightsOut(widths[0], len(words)), state, "1 lit, 0 off", is_evident=True)
    tiles = numbers_of(words)
    from solvable.tiles.board import SlidingTiles

    if looks_like_tiles(tiles) and min(widths[0], len(words)) > 1:
        return Reading(
            SlidingTiles(widths[0], len(words)), permutation(text, tiles, place), is_evident=True, goal_note=NOTE
        )
    cells = [(r, c, word) for r, row in enumerate(words) for c, word in enumerate(row)]
    no_number = next((cell for cell in cells if number(cell[2]) < 0), None)
    wrong = no_number or next(cell for cell in cells if cell[2] not in ("0", "1"))
    message = msg(
        "row {row}, column {column} is neither 0 nor 1, and the numbers are not tiles",
        row=wrong[0] + 1,
        column=wrong[1] + 1,
    )
    raise text.fault(message, "lamps 0 and 1, distinct tiles, or an object with mod", place(*wrong[:2]))


def _with_blanks(rows: list[list[str]]) -> list[list[str]]:
    """Return rows of numbers with "" for the words and signs of the blank among them."""
    from solvable.formats.clipboard import BLANK_SIGNS, BLANK_WORDS

    others = [word for row in rows for word in row if word.lower() not in BLANK_WORDS | BLANK_SIGNS]
    if not all(number(word) >= 0 for word in others) or not any(number(word) > 1 for word in others):
        return rows
    signs = {word for row in rows for word in row} & BLANK_SIGNS
    blanks = sum(len(row) for row in rows) - len(others) + sum(word in BLANKS for word in others)
    known = BLANK_WORDS if signs and blanks > 1 else BLANK_WORDS | BLANK_SIGNS
    return [["" if word.lower() in known else word for word in row] for row in rows]


def _object(text: Text, value: dict[str, Any]) -> Reading:
    if extra := sorted(map(str, value.keys() - _KEYS)):
        raise text.fault(msg("unknown key {key}", key=repr(extra[0][:40])), ", ".join(sorted(_KEYS)))
    lights = value["lights"]
    if isinstance(lights, list) and all(isinstance(row, str) and row.isascii() and row.isdigit() for row in lights):
        lights = [[int(digit) for digit in row] for row in lights]
    nested = isinstance(lights, list) and bool(lights) and isinstance(lights[0], list)
    height = _whole(text, "rows", value.get("rows", len(lights) if nested else None))
    width = _whole(text, "cols", value.get("cols", len(lights[0]) if nested else None))
    k = _whole(text, "mod", value.get("mod", 2))
    cells = _flat(text, lights, height, width) if nested else lights
    if not isinstance(cells, list) or len(cells) != width * height:
        raise text.fault(
            msg("lights are not {cells} cells", cells=width * height),
            msg("{rows} rows of {columns}", rows=height, columns=width),
        )
    wrong = next((cell for cell in cells if type(cell) not in (int, bool) or not 0 <= cell < k), None)
    if wrong is not None:
        raise text.fault(msg("a lamp of state {state}", state=repr(str(wrong)[:20])), msg("0 to {last}", last=k - 1))
    rule, surface = _wiring(text, value.get("wiring", "plus"), width * height), value.get("surface", "plane")
    from solvable.lights.board import LightsOut

    puzzle = LightsOut(width, height, k=k, rule=rule, surface=str(surface))
    return Reading(puzzle, tuple(map(int, cells)), "0 off")


def _whole(text: Text, key: str, number: object) -> int:
    if not isinstance(number, int) or not 1 <= number <= LAMPS_MAX:
        raise text.fault(
            msg("{key} cannot be {number}", key=key, number=repr(str(number)[:20])), "a whole number from 1"
        )
    return number


def _flat(text: Text, rows: list[Any], height: int, width: int) -> list[Any]:
    if len(rows) != height or any(not isinstance(row, list) or len(row) != width for row in rows):
        raise text.fault("the rows of lights do not fit", msg("{rows} rows of {columns}", rows=height, columns=width))
    return [cell for row in rows for cell in row]


def _wiring(text: Text, wiring: Any, cells: int) -> str | tuple[tuple[tuple[int, int], ...], ...]:
    if isinstance(wiring, str):
        return wiring
    if not isinstance(wiring, list) or not all(isinstance(press, list) for press in wiring):
        raise text.fault("the wiring is not a list", "a rule's name, or a list of cells for each button")
    for button, press in enumerate(wiring):
        if any(type(cell) is not int or not 0 <= cell < cells for cell in press):
            raise text.fault(
                msg("button {button} reaches a cell that does not exist", button=button),
                msg("cells from 0 to {last}", last=cells - 1),
            )
    return tuple(tuple((cell, 1) for cell in press) for press in wiring)


def _write(puzzle: Puzzle, state: State) -> str:
    from solvable.lights.board import LightsOut
    from solvable.tiles.board import SlidingTiles

    if isinstance(puzzle, SlidingTiles) and min(puzzle.width, puzzle.height) > 1:
        if puzzle == SlidingTiles(puzzle.width, puzzle.height):
            return _dump(_nested(state, puzzle.width))
    elif isinstance(puzzle, LightsOut) and not (puzzle.dead or puzzle.fixed or puzzle.free or any(puzzle.goal)):
        if (puzzle.k, puzzle.rule, puzzle.surface) == (2, "plus", "plane"):
            return _dump(_nested(state, puzzle.width))
        fields = {"rows": puzzle.height, "cols": puzzle.width, "lights": _nested(state, puzzle.width)}
        wiring = puzzle.rule if isinstance(puzzle.rule, str) else _lists(puzzle)
        return _dump({**fields, "wiring": wiring, "surface": puzzle.surface, "mod": puzzle.k})
    return _dump({"board": game_id.format_board(puzzle, state)})


def _nested(state: State, width: int) -> list[list[int]]:
    return [list(row) for row in split_rows(state, width)]


def _lists(puzzle: "LightsOut") -> list[list[int]]:
    return [[cell for cell, amount in toggle for _ in range(amount)] for toggle in puzzle.toggles]


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


JSON = Format("json", "a list of rows, or an object", _read, _write)
