"""The parity of a tiles board, number by number, so that a person can check the verdict with a pencil."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from solvable.cli.terminal import Terminal
from solvable.render.text import fold, table

if TYPE_CHECKING:
    from solvable.core.answer import Answer

TILES_SHOWN = 40
GOAL_SHOWN = 80


def show_parity(terminal: Terminal, puzzle: Any, answer: "Answer") -> None:
    """Write why the arrangement can, or cannot, reach the goal."""
    numbers: Mapping[str, Any] = answer["parity"]
    terminal.line()
    if numbers["order"] is not None:
        tile, wanted = numbers["order"]
        _put(terminal, terminal.say("parity.order", tile=tile, wanted=wanted))
        _show_goal(terminal, puzzle)
        return
    rows = _rows(terminal, numbers)
    for line in table(rows, terminal.pen.width):
        terminal.line(line)
    terminal.line()
    _put(terminal, terminal.say("parity.odd" if numbers["value"] else "parity.even"))
    if numbers["value"]:
        _show_goal(terminal, puzzle)


def _show_goal(terminal: Terminal, puzzle: Any) -> None:
    """Name the goal that cannot be reached, where it is short: another may have been meant."""
    goal = puzzle.format(puzzle.goal)
    if len(goal) <= GOAL_SHOWN:
        _put(terminal, terminal.say("parity.goal", goal=goal))


def _rows(terminal: Terminal, numbers: Mapping[str, Any]) -> list[tuple[str, str]]:
    def parity(value: int) -> str:
        return terminal.say("parity.is_odd" if value % 2 else "parity.is_even", value=value)

    def pair(here: object, goal: object) -> str:
        return terminal.say("parity.pair", here=here, goal=goal)

    def where(prefix: str) -> str:
        return f"{numbers[prefix + 'blank_row'] + 1},{numbers[prefix + 'blank_column'] + 1}"

    swaps = sum(len(cycle) - 1 for cycle in numbers["cycles"])
    total = swaps + numbers["distance"]
    return [
        (terminal.say("parity.inversions"), pair(numbers["inversions"], numbers["goal_inversions"])),
        (terminal.say("parity.blank"), pair(where(""), where("goal_"))),
        (terminal.say("parity.cycles"), _cycles(numbers["cycles"])),
        (terminal.say("parity.swaps"), parity(swaps)),
        (terminal.say("parity.distance"), parity(numbers["distance"])),
        (terminal.say("parity.sum"), parity(total)),
    ]


def _cycles(cycles: Any) -> str:
    """Return the cycles as (1 2)(3 4 5), the blank as _, cut where there are many tiles."""
    shown, room = "", TILES_SHOWN
    for cycle in cycles:
        if not room:
            return shown + "…"
        shown += "(" + " ".join(str(tile or "_") for tile in cycle[:room]) + (" …)" if len(cycle) > room else ")")
        room = max(0, room - len(cycle))
    return shown or "–"


def _put(terminal: Terminal, text: str) -> None:
    for line in fold(text, min(terminal.pen.width, 100)):
        terminal.line(line)
