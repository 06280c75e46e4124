"""Arbitrary wiring: a row of lamps `1 0 1`, then which lamps each button toggles, or which buttons toggle each lamp.

    1 0 1                      1 0 1
    button 1: lamps 2 3        lamp 1: buttons 2
    button 2: lamps 1          lamp 2: buttons 1

All are numbered from 1. The words say which is meant; of bare numbers, `1: 2 3`, a sense counts if it fits: the lamps
exist, or each lamp has a line and no button is left out. If both fit and differ, both are offered.
"""

import re
from typing import NamedTuple

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.grid import lights_of
from solvable.formats.text import Text

_BUTTONS = r"buttons?|press(?:es)?|switch(?:es)?|按钮|按键|开关"
_LAMPS = r"lamps?|lights?|灯"
_LINE = pattern(
    rf"(?:({_BUTTONS})|({_LAMPS}))?[ \t]*([0-9]{{1,7}})[ \t]*:[ \t]*(?:({_BUTTONS})|({_LAMPS}))?[ \t]*(.*)",
    re.IGNORECASE,
)
_NUMBERS = pattern(r"[0-9, \t]*")

Lists = list[list[int]]


class Lines(NamedTuple):
    """The lamps, the numbers of each line and where they begin in it, and which sense the words say."""

    lamps: str
    numbers: list[str]
    starts: list[int]
    by_button: bool
    by_lamp: bool


def _lines(text: Text) -> Lines | None:
    """Return the lines of the text; None where it is no wiring."""
    if ":" not in text.symbols or len(text.lines) < 2:
        return None
    lamps = re.sub("[ ,\t]", "", text.lines[0])
    results = [_LINE.fullmatch(line) for line in text.lines[1:]]
    if not frozenset(lamps) <= {"0", "1"} or results[0] is None:
        return None
    by_button = by_lamp = False
    for index, (line, match) in enumerate(zip(text.lines[1:], results, strict=True), start=1):
        if match is None or int(match[3]) != index:
            raise text.fault(
                msg("{line} is not button {button}", line=repr(line[:20]), button=index),
                msg("{button}: lamps", button=index),
                text.offset(index, marks=""),
            )
        by_button = by_button or bool(match[1] or match[5])
        by_lamp = by_lamp or bool(match[2] or match[4])
    if by_button and by_lamp:
        raise text.fault(
            "the lines name buttons of lamps and lamps of buttons", "one of both", text.offset(1, marks="")
        )
    return Lines(lamps, [m[6] for m in results if m], [m.start(6) for m in results if m], by_button, by_lamp)


def _listed(text: Text, lines: Lines, most: int) -> Lists:
    """Return the numbers of each line, from 0; raise NotationError for one beyond `most`, or there twice."""
    lists: Lists = []
    for index, (numbers, start) in enumerate(zip(lines.numbers, lines.starts, strict=True), start=1):
        listed: list[int] = []
        for word in re.finditer(r"[^\s,]+", numbers):
            number = int(word[0]) if word[0].isascii() and word[0].isdigit() and len(word[0]) < 8 else 0
            if not 1 <= number <= most or number - 1 in listed:
                message = msg("{word} is not another lamp of this row", word=repr(word[0][:20]))
                place = text.offset(index, start + word.start(), marks="")
                raise text.fault(message, msg("different numbers from 1 to {last}", last=most), place)
            listed.append(number - 1)
        lists.append(listed)
    return lists


def _reading(lines: Lines, toggles: Lists, sense: str) -> Reading:
    from solvable.lights.board import LightsOut

    rule = tuple(tuple((lamp, 1) for lamp in sorted(toggle)) for toggle in toggles)
    is_said = lines.by_button or lines.by_lamp
    return Reading(
        LightsOut(len(lines.lamps), 1, rule=rule),
        tuple(map(int, lines.lamps)),
        msg("{note}; {other}", note="1 lit, 0 off", other=msg(sense)),
        is_evident=is_said,
    )


def _read(text: Text) -> Reading | None:
    lines = _lines(text)
    if lines is None or lines.by_lamp:
        return None
    return _reading(lines, _listed(text, lines, len(lines.lamps)), "each line is a button and its lamps")


def _read_by_lamp(text: Text) -> Reading | None:
    lines = _lines(text)
    if lines is None or lines.by_button or len(lines.numbers) != len(lines.lamps):
        return None
    if not lines.by_lamp and not all(map(_NUMBERS.fullmatch, lines.numbers)):
        return None
    used = {int(word) for numbers in lines.numbers for word in re.findall("[0-9]{1,7}", numbers)}
    if not lines.by_lamp and used != {*range(1, len(used) + 1)}:
        return None  # a button that no lamp names: the other sense is meant
    buttons = max(used, default=0)
    if buttons > len(text.data):
        raise text.fault(msg("there are {count} buttons", count=buttons), "buttons that toggle something")
    toggles: Lists = [[] for _ in range(buttons)]
    for lamp, listed in enumerate(_listed(text, lines, buttons)):
        for button in listed:
            toggles[button].append(lamp)
    return _reading(lines, toggles, "each line is a lamp and its buttons")


def _write(puzzle: Puzzle, state: State) -> str:
    lights = lights_of(puzzle, "wiring")
    if lights.k != 2 or lights.height != 1 or isinstance(lights.rule, str) or any(lights.goal):
        raise PuzzleError("the format wiring is for a row of two-state lamps with buttons, to be turned off")
    buttons = (
        f"button {button}: lamps {' '.join(str(lamp + 1) for lamp, _ in toggle)}".rstrip()
        for button, toggle in enumerate(lights.toggles, start=1)
    )
    return "\n".join([" ".join(map(str, state)), *buttons])


WIRING = Format("wiring", "a row of lamps, then `button 1: lamps 2 3` for each button, from 1", _read, _write)
WIRING_BY_LAMP = Format("wiring-by-lamp", "a row of lamps, then `lamp 1: buttons 2 3` for each lamp", _read_by_lamp)
