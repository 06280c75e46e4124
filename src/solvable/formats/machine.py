"""The machines of Advent of Code 2025, day 10: `[.##.] (3) (1,3) (2) {3,5,4}`, one a line.

The lamps that are to be lit, all being off; for each button the lamps it toggles, from 0; then what counters are to
show, which is the second half of the task (`counters`).
"""

import re

from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.formats.base import Format, Reading
from solvable.formats.text import Text

LAMPS_MAX = 1_000
_LINE = pattern(r"\s*\[([.#]+)\]((?:[ \t]*\([0-9, ]*\))+)[ \t]*(?:\{([0-9, ]*)\})?\s*")
_BUTTON = pattern(r"\(([^()]*)\)")


def _read(text: Text) -> Reading | None:
    if not text.typed[:100].lstrip().startswith(("[.", "[#")):
        return None
    lines = [match for match in re.finditer("[^\n]+", text.typed) if match[0].strip()]
    found = _LINE.fullmatch(lines[0][0])
    if found is None or len(found[1]) > LAMPS_MAX:
        return None
    if len(lines) > 1:
        if not all(_LINE.fullmatch(line[0]) for line in lines[:100]):
            return None
        message = msg("the text holds {count} boards", count=len(lines))
        raise text.fault(message, "one board, or the command batch", lines[1].start())
    lamps, begin = len(found[1]), lines[0].start()
    toggles = [
        _reached(text, begin + found.start(2) + button.start(1), button[1], lamps)
        for button in _BUTTON.finditer(found[2])
    ]
    if found[3] is not None and (counters := len(found[3].split(","))) != lamps:
        message = msg("{counters} counters for {lamps} lamps", counters=counters, lamps=lamps)
        raise text.fault(message, "a counter for each lamp", begin + found.start(3))
    goal = tuple(int(symbol == "#") for symbol in found[1])
    from solvable.lights.board import LightsOut

    note = msg("from all off to {goal}", goal=f"[{found[1]}]")
    if found[3] is not None:
        note = msg(
            "{note}; {other}", note=note, other=msg("the counters in braces are another puzzle, --format counters")
        )
    return Reading(LightsOut(lamps, 1, rule=tuple(toggles), goal=goal), (0,) * lamps, note)


def _reached(text: Text, start: int, button: str, lamps: int) -> tuple[tuple[int, int], ...]:
    """Return the lamps that one button toggles; raise NotationError for one that does not exist or is there twice."""
    reached = list[int]()
    for word in re.finditer(r"[^\s,]+", button):
        lamp = int(word[0]) if len(word[0]) < 8 else lamps
        if lamp >= lamps or lamp in reached:
            message = msg("{word} is not another lamp of this row", word=repr(word[0][:20]))
            raise text.fault(message, msg("different numbers from 0 to {last}", last=lamps - 1), start + word.start())
        reached.append(lamp)
    return tuple((lamp, 1) for lamp in reached)


MACHINE = Format("machine", "a machine of Advent of Code, [.##.] (3) (1,3) … {3,5,4,7}: its lamps", _read)
