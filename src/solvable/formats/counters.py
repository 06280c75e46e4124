"""The counters of a machine of Advent of Code 2025, day 10: `[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}`.

In brackets are lamps, in parentheses the counters (from 0) that a button raises, in braces what they are to show. Such
a line is read as lamps (`machine`) unless this format is named.
"""

import re

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.text import Text

LINE_MAX = 100_000  # characters
_MACHINE = pattern(r"\s*(?:\[[.#]*\]\s*)?((?:\([\d,\s]*\)\s*)+)\{([\d,\s]+)\}\s*")
_BUTTON = pattern(r"\(([\d,\s]*)\)")
_EXPECTED = "(3) (1,3) (2) {3,5,4}: the counters of each button, from 0, and what all are to show"


def _read(text: Text) -> Reading | None:
    line = text.typed.strip() if len(text.typed) <= LINE_MAX else ""
    if "\n" in line or not (machine := _MACHINE.fullmatch(line)):
        return None
    amounts = _numbers(machine[2])
    from solvable.counters.board import Counters

    try:
        puzzle = Counters(len(amounts), tuple(_numbers(button) for button in _BUTTON.findall(machine[1])))
        puzzle.check(amounts)
    except PuzzleError as error:
        raise text.fault(error.message, _EXPECTED) from None
    return Reading(puzzle, amounts, "counters that do not wrap, each to be brought to zero", is_evident=True)


def _numbers(words: str) -> tuple[int, ...]:
    return tuple(int(word[:9]) for word in re.findall(r"\d+", words))  # longer ones are too large all the same


def _write(puzzle: Puzzle, state: State) -> str:
    from solvable.counters.board import Counters

    if not isinstance(puzzle, Counters):
        raise PuzzleError(msg("the format {name} is for counters", name="counters"))
    buttons = " ".join(f"({','.join(map(str, button))})" for button in puzzle.buttons)
    return f"{buttons} {{{','.join(map(str, state))}}}"


COUNTERS = Format(
    "counters", "a machine of Advent of Code, (3) (1,3) … {3,5,4,7}: its counters", _read, _write, automatic=False
)
