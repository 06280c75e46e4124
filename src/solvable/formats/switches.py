"""Switches with a start and a goal: N, the start row, the goal row, pairs `i j`, at the end `0 0` (POJ 1830).

Switch i turns itself, and j for each pair. A case count of 1 may come before.
"""

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.grid import lights_of
from solvable.formats.text import Text

SWITCHES_MAX = 10_000


def _read(text: Text) -> Reading | None:
    if not text.is_numeric or len(text.rows) < 4 or text.rows[-1].split() != ["0", "0"]:
        return None
    first = 1 if text.rows[0] == "1" and len(text.rows[1].split()) == 1 else 0
    head = text.rows[first]
    if not (head.isascii() and head.isdigit() and len(head) < 6 and 0 < int(head) <= SWITCHES_MAX):
        return None
    n, edges = int(head), []
    start, goal = (
        (text.rows[first + 1].split(), text.rows[first + 2].split()) if len(text.rows) > first + 3 else ([], [])
    )
    if len(start) != n or len(goal) != n or not {*start, *goal} <= {"0", "1"}:
        return None
    for index in range(first + 3, len(text.rows) - 1):
        words = text.rows[index].split()
        if len(words) != 2 or not all(word.isdigit() and len(word) < 6 and 1 <= int(word) <= n for word in words):
            message = msg("{words} is not a pair of switches", words=repr(text.rows[index][:20]))
            raise text.fault(message, msg("two numbers from 1 to {last}, at the end 0 0", last=n), text.offset(index))
        edges.append((int(words[0]) - 1, int(words[1]) - 1))
    from solvable.lights.board import LightsOut

    puzzle = LightsOut.from_graph(n, edges, directed=True).with_goal(tuple(map(int, goal)))
    return Reading(puzzle, tuple(map(int, start)), goal_note="start row, then goal row")


def _write(puzzle: Puzzle, state: State) -> str:
    lights = lights_of(puzzle, "switches")
    loops = all((press, 1) in toggle for press, toggle in enumerate(lights.toggles))
    if lights.k != 2 or lights.height != 1 or lights.presses != lights.cells or not loops:
        raise PuzzleError("the format switches is for a row of lamps whose switches turn themselves and others")
    pairs = [f"{i + 1} {j + 1}" for i, toggle in enumerate(lights.toggles) for j, _ in toggle if i != j]
    rows = (" ".join(map(str, row)) for row in (state, lights.goal))
    return "\n".join([str(lights.cells), *rows, *pairs, "0 0"])


SWITCHES = Format("switches", "N, the start row, the goal row, pairs `i j`, `0 0` (POJ 1830)", _read, _write)
