"""What board is this text? Every format is tried; one reading is the answer, two different ones are refused.

Where no format reads a text, the first format that it looks like says what is wrong, or `diagnosis` does.
"""

import re

from solvable import notation
from solvable.budget import check
from solvable.errors import NotationError, PuzzleError
from solvable.formats import pbm
from solvable.formats.base import Board, Format, Reading
from solvable.formats.cases import judged
from solvable.formats.diagnosis import diagnose
from solvable.formats.game_id import GAME_ID
from solvable.formats.table import FORMATS, named
from solvable.formats.text import Text
from solvable.shared.said import either, say

MOST_SEVERAL = 100_000  # characters of a text that is looked through for several boards
_SHOWN = 60  # characters of a reading in a message
_BETWEEN = re.compile(r"\n[ \t]*(?:\n[ \t]*)*\n|//")
_LINE_END = re.compile("\n")
_ITEM = re.compile(r"-[ \t]+[^-]+")  # of a list, or a row that begins with a dark lamp


def read(data: str | bytes, *, format: str | None = None, source: str = "") -> Board:  # noqa: A002 - the user's word
    """Return the board that `data` writes, in the named format or in the only one that fits; raise NotationError.

    `source` names the input in errors.
    """
    row = named(format) if format is not None else None
    magic = _magic(data) if row is None or row.magic else None
    text = Text.of_picture(data, source) if magic and isinstance(data, bytes) else Text(data, source)
    if magic is None and text.is_blank:
        message = "the input is empty"
        raise NotationError(message, expected="a board", source=source, line=1, column=1)
    if row is not None:
        return _in_format(row, text)
    return _recognised(text, [magic] if magic else [row for row in FORMATS.values() if row.automatic])


def _magic(data: str | bytes) -> Format | None:
    """Return the format of files that begin as `data` does."""
    start = data[:64] if isinstance(data, bytes) else data[:64].encode("utf-8", "replace")
    if start[:1].isspace() and start.lstrip().startswith(pbm.MAGIC):
        start = start.lstrip()  # the one that people paste
    return next((row for row in FORMATS.values() if row.magic and start.startswith(row.magic)), None)


def _in_format(row: Format, text: Text) -> Board:
    try:
        reading = row.read(text)
        if reading is None and (alone := text.alone()) and (reading := row.read(alone)):
            reading = _left_out(reading)
    except NotationError:
        raise
    except PuzzleError as error:
        check()  # a limit that ended the reading is no fault of the text
        raise text.fault(str(error), row.summary) from None
    if reading is None:
        raise text.fault(say("this is not the format {format}", format=row.name), row.summary)
    return Board.of(row, reading, text)


def _left_out(reading: Reading) -> Reading:
    """Return the reading of rows found inside something else, which its note says."""
    note = say("what surrounds the rows was left out")
    return reading._replace(
        note=say("{note}; {other}", note=say(reading.note), other=note) if reading.note else note, is_evident=False
    )


def _try(row: Format, text: Text) -> Reading | NotationError | None:
    try:
        return row.read(text)
    except NotationError as error:
        return error.with_traceback(None)  # whose frames would keep the text alive
    except PuzzleError as error:
        check()  # as above
        return text.fault(str(error), row.summary)


Readings = list[tuple[Format, Reading]]


def _tried(text: Text, rows: list[Format]) -> tuple[Readings, list[NotationError]]:
    """Return the different readings of `text`, and the errors of formats that it looks like."""
    readings: Readings = []
    errors: list[NotationError] = []
    for row in rows:
        found = _try(row, text)
        if isinstance(found, NotationError):
            errors.append(found)
        elif found is not None and not any(found[:2] == other[:2] for _, other in readings):
            readings.append((row, found))
            if row is GAME_ID and len(text.lines) == 1:
                break  # such a line is of no other format, and forty would be tried in vain
    return readings, errors


def _recognised(text: Text, rows: list[Format]) -> Board:
    if (cases := judged(text)) is not None:
        raise cases
    readings, errors = _tried(text, rows)
    if not (readings and errors) and (several := _several(text, rows)) is not None:
        raise several
    is_list = bool(readings) and all(_ITEM.fullmatch(line) for line in text.lines)
    if (not readings or is_list) and (alone := text.alone(words=not errors)):
        if (cases := judged(alone)) is not None:
            raise cases
        inner, faults = _tried(alone, rows)
        errors = errors or faults
        readings += [(row, _left_out(reading)) for row, reading in inner]
    if not readings:
        raise errors.pop(0) if errors else diagnose(text)  # not named here: no cycle
    if len(readings) > 1:
        raise _ambiguous(text, readings)
    return Board.of(*readings[0], text)


def _several(text: Text, rows: list[Format]) -> NotationError | None:
    """Return the error for boards of the same puzzle, with blank lines or // between or one a line; else None."""
    body = text.typed.strip()
    if len(body) > MOST_SEVERAL:
        return None
    is_one_a_line = all("/" in line.strip("/ \t") for line in body.split("\n"))  # a board has one mark for its rows
    between = _LINE_END if is_one_a_line and "\n" in body else _BETWEEN
    second = between.search(body)
    if second is None:
        return None
    parts = between.split(body)
    puzzles = []
    for part in parts[:2]:
        readings = _tried(Text(part), rows)[0] if "\n" in part or "/" in part else []
        if len(readings) != 1:
            return None
        puzzles.append(readings[0][1].puzzle)
    if puzzles[0] != puzzles[1]:
        return None
    message = say("the text holds {count} boards", count=len(parts))
    at = text.typed.index(body) + second.end()
    return NotationError.at(text.typed, at, message, "one board, or the command batch", text.source)


def _ambiguous(text: Text, readings: Readings) -> NotationError:
    choice = either(
        (
            say("{board} ({format}: {note})", board=_shown(reading), format=row.name, note=say(reading.note))
            for row, reading in readings
        ),
        "{one}; or {other}",
    )
    choices = either(f"--format {row.name}" for row, _ in readings)
    return text.fault(say("this can be read as {readings}", readings=choice), choices)


def _shown(reading: Reading) -> str:
    if len(reading.state) > 1000:
        return notation.format_puzzle(reading.puzzle)
    full = notation.format_board(reading.puzzle, reading.state)
    return full if len(full) <= _SHOWN else full[:_SHOWN] + "…"
