"""What board is this text? Every format is tried; one reading is the answer, two different ones are refused.

If no format reads a text, the first format that it looks like says what is wrong, or `diagnose` does. `write` is the
way back: a board as text in any format that can say it.
"""

import re
from math import isqrt
from typing import NamedTuple

from solvable import families, game_id
from solvable.core.budget import check
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import closest_match, either, msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats import magic
from solvable.formats.base import Board, Format, Part, Reading
from solvable.formats.game_id import GAME_ID
from solvable.formats.grid import ALPHABETS, SEPARATORS
from solvable.formats.numbers import number
from solvable.formats.registry import FORMATS, Row, loaded, named
from solvable.formats.text import Text, split_words

SMALLEST_LINE = 4  # cells of a square board on one line
SEVERAL_BOARDS_CHARACTERS_MAX = 100_000  # characters of a text that is looked through for several boards
_SHOWN = 60  # characters of a reading in a message
_BETWEEN = pattern(r"\n[ \t]*(?:\n[ \t]*)*\n|//")
_LINE_END = pattern("\n")
_NAMED_ROW = pattern(r"([A-Za-z])[ \t]+[0-9][0-9 \t]*")
_ITEM = pattern(r"-[ \t]+[^-]+")  # of a list, or a row that begins with a dark lamp


class Input(NamedTuple):
    """A text, the format that was named, and the name of the one whose first bytes it has."""

    text: Text
    named: Format | None = None
    magic: str | None = None


Readings = list[tuple[Format, Reading]]


class AmbiguousError(NotationError):
    """A text that can be read in several ways: the board of each, of which the reader may choose."""

    boards: tuple[Board, ...] = ()


class SeveralError(NotationError):
    """A text that holds several boards: their texts, and the offset of each."""

    parts: tuple[Part, ...] = ()


def read(data: str | bytes, *, format: str | None = None, source: str = "") -> Board:  # noqa: A002 - the user's word
    """Return the board that `data` writes, in the named format or in the only one that fits; raise NotationError.

    `source` names the input in errors. Goals beside the board are read by `position`.
    """
    asked = input_of(data, format, source)
    return only(asked, readings_of(asked))


def input_of(data: str | bytes, format: str | None = None, source: str = "") -> Input:  # noqa: A002
    """Return `data` as a text that is not blank; raise NotationError."""
    row = named(format) if format is not None else None
    begins = magic.format_of(data) if row is None or row.name in magic.MAGIC else None
    text = Text.of_picture(data, source) if begins and isinstance(data, bytes) else Text(data, source)
    if begins is None and text.is_blank:
        message = "the input is empty"
        raise NotationError(message, expected="a board", source=source, line=1, column=1)
    return Input(text, row, begins)


def readings_of(asked: Input) -> Readings:
    """Return all different readings of an input, at least one; raise NotationError, for several boards SeveralError."""
    if asked.named is not None:
        reading = in_format(asked.named, asked.text)
        if reading is None:
            message = msg("this is not the format {format}", format=asked.named.name)
            raise asked.text.fault(message, asked.named.summary)
        return [(asked.named, reading)]
    rows = [FORMATS.row(asked.magic)] if asked.magic else FORMATS.automatic(asked.text)
    return _recognised(asked.text, rows)


def only(asked: Input, readings: Readings) -> Board:
    """Return the board of the one reading; raise NotationError, which shows them, for several."""
    if len(readings) > 1:
        raise ambiguous(asked.text, readings)
    return Board.of(*readings[0], asked.text)


def in_format(row: Format, text: Text) -> Reading | None:
    """Return the reading of a text in one format, None if it is not in that format; raise NotationError."""
    try:
        reading = row.read(text)
        if reading is None and (alone := text.alone()) and (reading := row.read(alone)):
            reading = _left_out(reading)
    except NotationError:
        raise
    except PuzzleError as error:
        check()  # a limit that ended the reading is no fault of the text
        raise text.fault(str(error), row.summary) from None
    return reading


def _left_out(reading: Reading) -> Reading:
    """Return the reading of rows found inside something else, which its note says."""
    note = msg("what surrounds the rows was left out")
    return reading._replace(
        note=msg("{note}; {other}", note=msg(reading.note), other=note) if reading.note else note, is_evident=False
    )


def _try(row: Format, text: Text) -> Reading | NotationError | None:
    try:
        return row.read(text)
    except NotationError as error:
        return error.with_traceback(None)  # whose frames would keep the text alive
    except PuzzleError as error:
        check()  # as above
        return text.fault(str(error), row.summary)


def _tried(text: Text, rows: list[Row]) -> tuple[Readings, list[NotationError]]:
    """Return the different readings of `text`, and the errors of formats that it looks like."""
    readings: Readings = []
    errors: list[NotationError] = []
    for row in loaded(rows, text) if text.raw or not text.is_blank else ():
        result = _try(row, text)
        if isinstance(result, NotationError):
            errors.append(result)
        elif result is not None and not any(result[:2] == other[:2] for _, other in readings):
            readings.append((row, result))
            if row is GAME_ID and len(text.lines) == 1:
                break  # such a line is of no other format, and forty would be tried in vain
    return readings, errors


def _recognised(text: Text, rows: list[Row]) -> Readings:
    if len(text.lines) > 1 or text.typed[:400].lstrip().startswith("["):
        from solvable.formats.instances import judged, many_boards

        if (boards := judged(text) or many_boards(text)) is not None:
            raise boards
    readings, errors = _tried(text, rows)
    if not (readings and errors) and (several := _several(text, rows)) is not None:
        raise several
    may_be_marked = bool(readings) and (all(map(_ITEM.fullmatch, text.lines)) or _may_be_named(text.lines))
    if (not readings or may_be_marked) and (alone := text.alone(words=not errors)):
        if len(alone.lines) > 1:
            from solvable.formats.instances import judged

            if (cases := judged(alone)) is not None:
                raise cases
        inner, faults = _tried(alone, rows)
        errors = errors or faults
        readings += [(row, _left_out(reading)) for row, reading in inner]
    if not readings:
        raise errors.pop(0) if errors else diagnose(text)  # not named here: no cycle
    return readings


def _may_be_named(lines: list[str]) -> bool:
    """Return whether letters before rows of digits are tiles above nine, or the names of the rows: A 6 1, B 0 2."""
    names = [match[1] for match in map(_NAMED_ROW.fullmatch, lines) if match]
    if len(names) < len(lines):
        return False
    from solvable.formats.context import are_counted

    return are_counted(names)


def _several(text: Text, rows: list[Row]) -> SeveralError | None:
    """Return the error for boards of the same puzzle, with blank lines or // between or one a line; else None."""
    body = text.typed.strip()
    if len(body) > SEVERAL_BOARDS_CHARACTERS_MAX:
        return None
    is_flat = _are_boards(text.lines)
    # a board has one mark for its rows
    is_one_a_line = is_flat or all("/" in line.strip("/ \t") for line in body.split("\n"))
    between = _LINE_END if is_one_a_line and "\n" in body else _BETWEEN
    second = between.search(body)
    if second is None:
        return None
    parts = between.split(body)
    puzzles = []
    for part in parts[:2]:
        is_board = is_flat or "\n" in part or "/" in part.strip("/ \t")
        readings = _tried(Text(part), rows)[0] if is_board and not Text(part).is_blank else []
        puzzles.append({reading.puzzle for _, reading in readings})
    if not puzzles[0] & puzzles[1]:
        return None
    message = msg("the text holds {count} boards", count=len(parts))
    position = text.typed.index(body)
    expected = "one board, or a start and its goal, or the command batch"
    error = SeveralError.at(text.typed, position + second.end(), message, expected, text.source)
    starts = [0, *(match.end() for match in between.finditer(body))]
    error.parts = tuple(Part(position + start, part) for start, part in zip(starts, parts, strict=True))
    return error


def _are_boards(lines: list[str]) -> bool:
    """Return whether each of several lines has the tiles of a whole square board."""
    if len(lines) < 2:
        return False
    whole = list(range(len(split_words(lines[0]))))
    are_square = len(whole) >= SMALLEST_LINE and isqrt(len(whole)) ** 2 == len(whole)
    return are_square and all(sorted(map(number, split_words(line))) == whole for line in lines)


def ambiguous(text: Text, readings: Readings) -> AmbiguousError:
    """Return the error for a text that can be read in several ways, which shows each."""
    choice = either(
        (
            msg("{board} ({format}: {note})", board=_shown(reading), format=row.name, note=msg(reading.assumed))
            for row, reading in readings
        ),
        "{one}; or {other}",
    )
    choices = either(f"--format {row.name}" for row, _ in readings)
    fault = text.fault(msg("this can be read as {readings}", readings=choice), choices)
    error = AmbiguousError(
        fault.message,
        expected=fault.expected,
        source=fault.source,
        line=fault.line,
        column=fault.column,
        text=fault.text,
    )
    error.boards = tuple(Board.of(row, reading, text) for row, reading in readings)
    return error


def _shown(reading: Reading) -> str:
    if len(reading.state) > 1000:
        return game_id.format_puzzle(reading.puzzle)
    full = game_id.format_board(reading.puzzle, reading.state)
    return full if len(full) <= _SHOWN else full[:_SHOWN] + "…"


# A board as text in any format that can say it. What is written is read back, so nothing is lost silently.


def write(puzzle: Puzzle, state: State, format: str) -> str:  # noqa: A002 - the user's word
    """Return the text of this board in the named format; raise PuzzleError if the format cannot say it."""
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


# What is wrong with a text that looks like no format: the most helpful sentence, and where.

_BOARD = "a game ID, rows of lamps like 110/000/000 or of tiles like 1 2 3/4 5 6/7 8 0; `convert --list` shows others"
_ID = pattern(r"\s*([A-Za-z]{2,20}):[0-9a-z]")
_SPLIT = "rows split by '/'"
_DIGITS = frozenset("0123456789")
_MEANT = (
    dict.fromkeys("OoQ〇ОоΟο", "the digit 0 instead") | dict.fromkeys("lIi", "the digit 1 instead") | {"\\": _SPLIT}
)
_PROGRAM = pattern(
    r"(?m)^[ \t]*(?://|/\*|function\b|(?:export|const|let|var|import|def|class|return|public|#include)\b)"
)
_LETTERS_MAX = 400  # characters of a board of letters
_NEARLY = 0.6  # of the characters belong to an alphabet


class UnrecognisedError(NotationError):
    """A text that looks like no format."""


def diagnose(text: Text) -> NotationError:
    """Return the error for a text that no format claims."""
    if is_program(text):
        return _unrecognised(text.fault("this is a program, not a board", _BOARD))
    if almost := _named(text) or _almost_id(text) or _letters(text):
        return almost
    fault = (
        _column(text)
        or _numbers(text)
        or _signs(text)
        or _foreign(text)
        or text.fault("this is not a board in any known format", _BOARD)
    )
    return _unrecognised(fault)


def is_program(text: Text) -> bool:
    """Return whether the text looks like the source of a program: a comment or a keyword begins a line."""
    return _PROGRAM.search(text.typed[:10_000]) is not None and any(mark in text.typed for mark in "{[(")


def _unrecognised(fault: NotationError) -> NotationError:
    return UnrecognisedError(
        fault.message,
        expected=fault.expected,
        source=fault.source,
        line=fault.line,
        column=fault.column,
        text=fault.text,
    )


def _named(text: Text) -> NotationError | None:
    """Return the error for a game ID without its family, such as the name of a puzzle."""
    line = text.typed.strip()
    meant = game_id.meant(line) if any(map(str.isalpha, line)) else []
    return text.fault(msg("write {ids}", ids=either(meant)), "") if meant else None


def _almost_id(text: Text) -> NotationError | None:
    """Return the error for what would be a game ID but for its family's name."""
    match = _ID.match(text.data)
    if not match:
        return None
    close = closest_match(match[1], game_id.FAMILIES)
    expected = f"{close}:" if close else either(f"{name}:" for name in game_id.FAMILIES)
    return text.fault(msg("unknown family of puzzles {family}", family=repr(match[1])), expected)


def _letters(text: Text) -> NotationError | None:
    """Return the error for a board of capital letters and one blank: which letter belongs where is not known."""
    if len(text.data) > _LETTERS_MAX:
        return None
    rows = ["".join(split_words(row)) for row in re.split(r"[/\n]", text.data.strip())]
    result = "".join(rows)
    width, blanks = len(rows[0]), [symbol for symbol in result if not "A" <= symbol <= "Z"]
    if len(rows) < 2 or width < 2 or {*map(len, rows)} != {width} or len(blanks) != 1 or blanks[0] not in "_.0-*":
        return None
    board = "/".join(rows).replace(blanks[0], "_")
    expected = msg("{id}, with the letters of the goal for GOAL", id=f"tiles:{width}x{len(rows)},goal=GOAL:{board}")
    return text.fault("a board of letters needs its goal", expected)


def _numbers(text: Text) -> NotationError | None:
    """Return the error for a text of nothing but numbers."""
    if not text.is_numeric or not text.rows:  # no rows: bytes that no text are
        return None
    words = split_words(text.rows[0])
    if len(text.rows) == len(words) == 1 and number(words[0]) > 0:
        return text.fault("a single number is not a board", _SPLIT)
    are_rows = {len(word) for word in words} == {len(words)}
    if len(text.rows) == 1 and len(words) > 1 and len(set(words)) > 2 - are_rows and min(map(number, words)) >= 0:
        message = msg("one row of {count} numbers", count=len(words))
        if are_rows:
            return text.fault(message, msg("rows split by '/', like {example}", example="/".join(words)[:60]))
        return text.fault(message, "rows split by '/', or 4, 9, 16, … numbers")
    symbols = text.symbols - SEPARATORS
    if 2 < len(symbols) <= 10 and symbols <= frozenset("0123456789"):
        k = int(max(symbols)) + 1
        message = msg("{count} symbols: too many for lamps that are on or off, too few for tiles", count=len(symbols))
        return text.fault(message, msg("--format mod{mod} for lamps of {k} states, or a game ID", mod=k, k=k))
    return None


def _column(text: Text) -> NotationError | None:
    """Return the error for different numbers below each other."""
    rows = text.rows
    if not 3 < len(rows) == len(set(rows)) or any(number(row.strip()) < 0 for row in rows):
        return None
    return text.fault(msg("one column of {count} numbers", count=len(rows)), _SPLIT)


def _signs(text: Text) -> NotationError | None:
    """Return the error for lamps in signs of which none, or more than one, is known to be lit."""
    if len(text.data) > 100_000:
        return None
    signs = list(dict.fromkeys(symbol for symbol in text.data if symbol not in SEPARATORS))
    if len(signs) < 2 or len(signs) > 10 or any(symbol.isalnum() or symbol in "[](){}:;'\"" for symbol in signs):
        return None
    if len(signs) > 2:
        message = msg("{count} symbols, {symbols}: lamps are on or off", count=len(signs), symbols=" ".join(signs))
        return text.fault(message, "1 for lit lamps, 0 for dark ones; for lamps of k states digits and --format modK")
    message = msg("{one} or {other} may be the lit one", one=signs[0], other=signs[1])
    return text.fault(message, "1 for the lit lamps and 0 for the others")


def _foreign(text: Text) -> NotationError | None:
    """Return the error at the first character outside the alphabet to which the first row or nearly all belong."""
    if not text.rows or len(text.data) > 100_000:
        return None
    first, *_ = rows = [frozenset(row) - SEPARATORS for row in text.rows]
    cells = [symbol for symbol in text.data if symbol not in SEPARATORS]
    kinds = [(alphabet.symbols, "a lamp", alphabet.source) for alphabet in ALPHABETS]
    for symbols, what, expected in [*kinds, (_DIGITS, "a number", "distinct numbers, 0 the blank")]:
        nearly = sum(symbol in symbols for symbol in cells) >= _NEARLY * len(cells)
        if nearly or (len(rows) > 1 and first <= symbols and len(text.rows[0]) > 1):
            wrong = re.search(f"[^{re.escape(''.join(symbols | SEPARATORS))}]", text.data)
            if not wrong:
                return text.fault("the cells are neither all adjacent nor all separated", "one character a cell")
            meant = _MEANT.get(wrong[0]) if symbols & _DIGITS else None
            return text.fault(
                msg("{symbol} is not {what} here", symbol=repr(wrong[0]), what=msg(what)),
                meant or expected,
                wrong.start(),
            )
    return None
