"""Checks light chasing: the presses that push the lights down, the residual in the last row, the first row that clears
it.

Every wrong lamp is corrected by pressing below it, so the presses of the first row determine all others. A first row
clears a residual if, on a board that is right, it leaves the residual's negative.
"""

from collections.abc import Sequence

from solvable.checker.fields import SHOWN, Fields
from solvable.checker.lights.wiring import Wiring
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg


def check_chase(fields: Fields, state: Sequence[int], wiring: Wiring, report: Report) -> None:
    """Check `chased`, `residual` and `first_row` of a board; raise WrongError at the first that is wrong."""
    presses, remaining = _push(state, [0] * wiring.width, wiring)
    if fields["chased"] != presses:
        raise WrongError("chased", "are not the presses that push the lights down")
    if fields["residual"] != remaining:
        raise WrongError("residual", "is not what chasing leaves in the last row")
    if "first_row" in fields:
        presses, remaining = _push(state, _row("first_row", fields["first_row"], wiring), wiring)
        if any(press >= len(presses) for press in fields["moves"]):
            raise WrongError("moves", "name a press that is not a button")
        times = [0] * len(presses)
        for press in fields["moves"]:
            times[press] += 1
        if any(remaining) or times != presses:
            raise WrongError("first_row", "does not lead to these presses and a last row that is off")
    report.checked.append("the chase, row by row")


def check_table_row(fields: Fields, wiring: Wiring, solutions: int | None, report: Report) -> None:
    """Check one row of a look-up table: every first row clears the residual, and their number is that of the
    solutions.
    """
    residual, rows = _row("residual", fields["residual"], wiring), fields["first_rows"]
    for first in rows:
        _, remaining = _push(wiring.goal, _row("first_rows", first, wiring), wiring)
        if any((a + b) % wiring.k for a, b in zip(remaining, residual, strict=True)):
            raise WrongError("first_rows", msg("{row} does not clear the residual", row=str(first)[:SHOWN]))
    if sorted(rows, key=lambda row: (sum(row), row)) != rows or len(set(map(tuple, rows))) != len(rows):
        raise WrongError("first_rows", "are not in order, lightest first")
    if solutions is None:
        report.unchecked.append("that no first row is missing")
    elif len(rows) != solutions:
        raise WrongError(
            "first_rows", msg("are {claimed}, but there are {solutions}", claimed=len(rows), solutions=solutions)
        )
    report.checked.append("the first rows, chased one by one")


def _row(name: str, cells: list[int], wiring: Wiring) -> list[int]:
    if len(cells) != wiring.width or any(not 0 <= cell < wiring.k for cell in cells):
        raise WrongError(
            name, msg("{count} numbers from 0 to {last} were expected", count=wiring.width, last=wiring.k - 1)
        )
    return cells


def _push(state: Sequence[int], first: Sequence[int], wiring: Wiring) -> tuple[list[int], list[int]]:
    """Return the presses, `first` and then those below every wrong lamp, and by how much each lamp of the last row is
    then too high.
    """
    width, k = wiring.width, wiring.k
    wrong = [(have - want) % k for have, want in zip(state, wiring.goal, strict=True)]
    presses: list[int] = []
    for press, toggles in enumerate(wiring.toggles):
        above = press - width
        if min((cell for cell, _ in toggles), default=-1) < above or (above >= 0 and (above, 1) not in toggles):
            raise WrongError("puzzle", "its lights cannot be chased down row by row")
        times = first[press] if above < 0 else -wrong[above] % k
        presses.append(times)
        for cell, amount in toggles:
            wrong[cell] = (wrong[cell] + times * amount) % k
    return presses, wrong[-width:]
