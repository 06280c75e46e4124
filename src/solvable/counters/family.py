"""The family of counters: game IDs, facts and sentences.

counters:4,buttons=3/1.3/2/2.3/0.2/0.1:3,5,4,7      for each button, the counters, from 0, that it lowers by one
"""

import re
from collections.abc import Callable, Sequence

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.solution import State
from solvable.counters.board import BUTTONS_MAX, COUNTERS_MAX, SCRAMBLE_PRESSES_MAX, Counters
from solvable.families.protocol import Family, Fields, Level, Options, Template, fault

EXAMPLE = "counters:4,buttons=3/1.3/2/2.3/0.2/0.1"
PROVABLE_SIZE = 2000  # counters × buttons up to which the fewest presses are nearly always proved within seconds
_BUTTON = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})*")
_EXPECTED = msg("like {example}: for each button its counters from 0", example=EXAMPLE.partition(":")[2])


def parse_params(options: Options, limit: int) -> Counters:
    """Return the puzzle that `options` (column, text) describe; raise NotationError."""
    (column, size), *others = options
    if not re.fullmatch("[0-9]{1,9}", size):
        raise fault(msg("{size} is not a number of counters", size=repr(size[:40])), _EXPECTED, column)
    if not 0 < int(size) <= min(limit, COUNTERS_MAX):
        raise fault(msg("{size} counters", size=int(size)), msg("1 to {most}", most=min(limit, COUNTERS_MAX)), column)
    if len(others) != 1 or not others[0][1].startswith("buttons="):
        raise fault("the buttons are missing, or something else is here", _EXPECTED, others[0][0] if others else column)
    start, text = others[0]
    start += len("buttons=")
    buttons = []
    for button in text.removeprefix("buttons=").split("/"):
        if button and not _BUTTON.fullmatch(button):
            raise fault(msg("{button} is not a button", button=repr(button[:40])), _EXPECTED, start)
        buttons.append(tuple(map(int, button.split("."))) if button else ())
        start += len(button) + 1
    if len(buttons) > BUTTONS_MAX:
        raise fault(msg("{count} buttons", count=len(buttons)), msg("at most {most}", most=BUTTONS_MAX), others[0][0])
    try:
        return Counters(int(size), tuple(buttons))
    except PuzzleError as error:
        raise fault(error.message, _EXPECTED, others[0][0]) from None


def format_params(puzzle: Counters) -> str:
    """Return the number of counters and the buttons."""
    return f"{puzzle.size},buttons={'/'.join('.'.join(map(str, button)) for button in puzzle.buttons)}"


def seeded(puzzle: Counters, upto: Callable[[int], int]) -> State:
    """Return the state that presses drawn with `upto` bring to zero; never zero itself if any button has an effect."""
    state = puzzle.goal
    while not any(state) and any(puzzle.buttons):
        state = puzzle.pressed([upto(SCRAMBLE_PRESSES_MAX + 1) for _ in puzzle.buttons])
    return state


def replayed(puzzle: Counters, state: State, presses: Sequence[int]) -> Fields:
    """Return no fields: presses cannot be undone, so lists of them have no detours and no inverse."""
    return {}


SENTENCES: dict[str, dict[str, Template]] = {
    "en": {
        "family.counters": "Counters",
        "headline.counters.fewest": {
            "one": "1 press brings every counter to zero.",
            "other": "{length} presses bring every counter to zero, and no fewer do.",
        },
        "headline.counters.bounded": "{length} presses bring every counter to zero; at least {bound} are needed.",
        "headline.counters.any": "{length} presses bring every counter to zero.",
        "new.counters": {"one": "1 press solves it.", "other": "{length} presses solve it, and no fewer do."},
    },
    "zh": {
        "family.counters": "计数器",
        "headline.counters.fewest": "最少按 {length} 次，所有计数器正好归零。",
        "headline.counters.bounded": "按 {length} 次可使所有计数器归零；至少需要 {bound} 次。",
        "headline.counters.any": "按 {length} 次可使所有计数器归零。",
        "new.counters": "最少按 {length} 次。",
    },
}

FAMILY = Family(
    example=EXAMPLE,
    largest=COUNTERS_MAX,
    owns=lambda puzzle: isinstance(puzzle, Counters),
    parse_params=parse_params,
    format_params=format_params,
    seeded=seeded,
    replayed=replayed,
    is_hopeless=lambda puzzle: puzzle.size * len(puzzle.buttons) > PROVABLE_SIZE,
    levels=(Level("3,buttons=0.1/1.2/0.2"), Level("4,buttons=3/1.3/2/2.3/0.2/0.1")),
    prefix="counters",
    sentences=SENTENCES,
)
