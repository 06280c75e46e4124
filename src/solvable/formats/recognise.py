"""What board is this text? Every format is tried; one reading is the answer, two different ones are refused.

Where no format reads a text, the first format that it looks like says what is wrong, or `diagnosis` does.
"""

from math import isqrt
from typing import NamedTuple

from solvable import game_id
from solvable.core.budget import check
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import either, msg
from solvable.core.pattern import pattern
from solvable.formats import pbm
from solvable.formats.base import Board, Format, Part, Reading
from solvable.formats.diagnosis import diagnose
from solvable.formats.game_id import GAME_ID
from solvable.formats.multi_case import judged
from solvable.formats.numbers import number
from solvable.formats.registry import FORMATS, named
from solvable.formats.text import Text, split_words

SMALLEST_LINE = 4  # cells of a square board on one line
SEVERAL_BOARDS_CHARACTERS_MAX = 100_000  # characters of a text that is looked through for several boards
_SHOWN = 60  # characters of a reading in a message
_BETWEEN = pattern(r"\n[ \t]*(?:\n[ \t]*)*\n|//")
_LINE_END = pattern("\n")
_NAMED_ROW = pattern(r"([A-Za-z])[ \t]+[0-9][0-9 \t]*")
_ITEM = pattern(r"-[ \t]+[^-]+")  # of a list, or a row that begins with a dark lamp


class Input(NamedTuple):
    """A text, and the formats to try on it: the one that was named, the one whose magic it has, or all."""

    text: Text
    formats: list[Format]
    named: Format | None = None
    magic: Format | None = None


Readings = list[tuple[Format, Reading]]


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
    """Return `data` as a text that is not blank, with the formats to try on it; raise NotationError."""
    row = named(format) if format is not None else None
    magic = _magic(data) if row is None or row.magic else None
    text = Text.of_picture(data, source) if magic and isinstance(data, bytes) else Text(data, source)
    if magic is None and text.is_blank:
        message = "the input is empty"
        raise NotationError(message, expected="a board", source=source, line=1, column=1)
    rows = [row or magic] if row or magic else list(FORMATS.values())
    return Input(text, [each for each in rows if each], row, magic)


def readings_of(asked: Input) -> Readings:
    """Return all different readings of an input, at least one; raise NotationError, for several boards SeveralError."""
    if asked.named is not None:
        reading = in_format(asked.named, asked.text)
        if reading is None:
            message = msg("this is not the format {format}", format=asked.named.name)
            raise asked.text.fault(message, asked.named.summary)
        return [(asked.named, reading)]
    return _recognised(asked.text, [row for row in asked.formats if row is asked.magic or row.is_tried(asked.text)])


def only(asked: Input, readings: Readings) -> Board:
    """Return the board of the one reading; raise NotationError, which shows them, for several."""
    if len(readings) > 1:
        raise ambiguous(asked.text, readings)
    return Board.of(*readings[0], asked.text)


def _magic(data: str | bytes) -> Format | None:
    """Return the format of files that begin as `data` does."""
    start = data[:64] if isinstance(data, bytes) else data[:64].encode("utf-8", "replace")
    if start[:1].isspace() and start.lstrip().startswith(pbm.MAGIC):
        start = start.lstrip()  # the one that people paste
    return next((row for row in FORMATS.values() if row.magic and start.startswith(row.magic)), None)


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


def _tried(text: Text, rows: list[Format]) -> tuple[Readings, list[NotationError]]:
    """Return the different readings of `text`, and the errors of formats that it looks like."""
    readings: Readings = []
    errors: list[NotationError] = []
    for row in rows if text.raw or not text.is_blank else ():
        result = _try(row, text)
        if isinstance(result, NotationError):
            errors.append(result)
        elif result is not None and not any(result[:2] == other[:2] for _, other in readings):
            readings.append((row, result))
            if row is GAME_ID and len(text.lines) == 1:
                break  # such a line is of no other format, and forty would be tried in vain
    return readings, errors


def _recognised(text: Text, rows: list[Format]) -> Readings:
    if (cases := judged(text)) is not None:
        raise cases
    if len(text.lines) > 1 or text.typed[:400].lstrip().startswith("["):
        from solvable.formats.instances import many_boards

        if (boards := many_boards(text)) is not None:
            raise boards
    readings, errors = _tried(text, rows)
    if not (readings and errors) and (several := _several(text, rows)) is not None:
        raise several
    may_be_marked = bool(readings) and (all(map(_ITEM.fullmatch, text.lines)) or _may_be_named(text.lines))
    if (not readings or may_be_marked) and (alone := text.alone(words=not errors)):
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
    from solvable.formats.headings import are_counted

    names = [match[1] for match in map(_NAMED_ROW.fullmatch, lines) if match]
    return len(names) == len(lines) and are_counted(names)


def _several(text: Text, rows: list[Format]) -> SeveralError | None:
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


def ambiguous(text: Text, readings: Readings) -> NotationError:
    """Return the error for a text that can be read in several ways, which shows each."""
    choice = either(
        (
            msg("{board} ({format}: {note})", board=_shown(reading), format=row.name, note=msg(reading.assumed))
            for row, reading in readings
        ),
        "{one}; or {other}",
    )
    choices = either(f"--format {row.name}" for row, _ in readings)
    return text.fault(msg("this can be read as {readings}", readings=choice), choices)


def _shown(reading: Reading) -> str:
    if len(reading.state) > 1000:
        return game_id.format_puzzle(reading.puzzle)
    full = game_id.format_board(reading.puzzle, reading.state)
    return full if len(full) <= _SHOWN else full[:_SHOWN] + "…"
