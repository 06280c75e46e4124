"""Arbitrary wiring: a row of lamps `1 0 1`, then for each button `1: 2 3`, the lamps it toggles, from 1."""

import re

from solvable.errors import PuzzleError
from solvable.formats.base import Format, Reading
from solvable.formats.text import Text
from solvable.formats.writable import lights_of
from solvable.puzzle import Puzzle, State
from solvable.shared.said import say

_ALLOWED = frozenset("0123456789:, \t\n")
_BUTTON = re.compile(r"([0-9]{1,7})[ \t]*:(.*)")


def _read(text: Text) -> Reading | None:
    if ":" not in text.symbols or not text.symbols <= _ALLOWED or len(text.lines) < 2:
        return None
    lamps = text.lines[0].replace(" ", "").replace(",", "").replace("\t", "")
    if not frozenset(lamps) <= {"0", "1"}:
        return None
    toggles = []
    for index, line in enumerate(text.lines[1:], start=1):
        button = _BUTTON.fullmatch(line)
        if not button or int(button[1]) != index:
            raise text.fault(
                say("{line} is not button {button}", line=repr(line[:20]), button=index),
                say("{button}: lamps", button=index),
                text.offset(index, marks=""),
            )
        toggles.append(_reached(text, index, line, button.start(2), len(lamps)))
    from solvable.lights.board import LightsOut

    return Reading(
        LightsOut(len(lamps), 1, rule=tuple(toggles)), tuple(map(int, lamps)), "1 lit, 0 off", is_evident=True
    )


def _reached(text: Text, index: int, line: str, start: int, lamps: int) -> tuple[tuple[int, int], ...]:
    """Return the lamps that one button toggles."""
    reached: list[int] = []
    for word in re.finditer(r"[^\s,]+", line[start:]):
        lamp = int(word[0]) if word[0].isdigit() and len(word[0]) < 8 else 0
        if not 1 <= lamp <= lamps or lamp - 1 in reached:
            message = say("{word} is not another lamp of this row", word=repr(word[0][:20]))
            place = text.offset(index, start + word.start(), marks="")
            raise text.fault(message, say("different numbers from 1 to {last}", last=lamps), place)
        reached.append(lamp - 1)
    return tuple((lamp, 1) for lamp in reached)


def _write(puzzle: Puzzle, state: State) -> str:
    lights = lights_of(puzzle, "wiring")
    if lights.k != 2 or lights.height != 1 or isinstance(lights.rule, str) or any(lights.goal):
        raise PuzzleError("the format wiring is for a row of two-state lamps with buttons, to be turned off")
    buttons = (
        f"{button}: {' '.join(str(lamp + 1) for lamp, _ in toggle)}".rstrip()
        for button, toggle in enumerate(lights.toggles, start=1)
    )
    return "\n".join([" ".join(map(str, state)), *buttons])


WIRING = Format("wiring", "a row of lamps, then `button: lamps` for each button, from 1", _read, _write)
