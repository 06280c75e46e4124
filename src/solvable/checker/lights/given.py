"""Compares the board that the user gave with the board of a puzzle in which some lamps do not matter."""

import re

from solvable.checker.lights.wiring import cells_of, wiring_of
from solvable.checker.report import Report, WrongError


def is_left_open(given: str, board: str, report: Report) -> bool:
    """Return whether `board` is `given` with 0 in the free cells of its puzzle, and every press is the same on the
    other cells.

    The rules of a named puzzle are not known here, so the equality of its presses is reported as unchecked.
    """
    (params, cells), (own, own_cells) = (_parts(each) for each in (given, board))
    wiring = wiring_of(own)
    state, shown = (
        cells_of(*each, wiring.width) for each in ((cells, wiring.k, "given"), (own_cells, wiring.k, "board"))
    )
    if len(state) != wiring.cells or [0 if cell in wiring.free else lit for cell, lit in enumerate(state)] != shown:
        return False
    if not re.match(r"\d|graph0?=", params):
        report.unchecked.append("that the puzzle has the rules of the board as it was given")
        return True
    whole = wiring_of(params)
    if (whole.width, whole.k, whole.cells, whole.dead, whole.fixed) != (
        wiring.width, wiring.k, wiring.cells, wiring.dead, wiring.fixed,
    ) or len(whole.toggles) != len(wiring.toggles):  # fmt: skip
        return False
    return all(
        [entry for entry in toggle if entry[0] not in wiring.free] == other
        for toggle, other in zip(whole.toggles, wiring.toggles, strict=True)
    )


def _parts(board: str) -> tuple[str, str]:
    """Return the options and the cells of a game ID."""
    params, colon, cells = board.partition(":")[2].rpartition(":")
    if not colon:
        raise WrongError("given", "a game ID with a position was expected")
    return params, cells
