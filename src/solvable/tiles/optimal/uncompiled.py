"""Shortest solutions where the kernels are not ready: by the plain twins, at once.

Where kernels can be had but must be compiled first, the twin is given up after so many states as take it less time than
compiling; the kernels then do the rest. That is a number of states, so the answer does not hang on the machine.
"""

import logging

from solvable.puzzle import State
from solvable.tiles import frame
from solvable.tiles.frame import Cells
from solvable.tiles.optimal import meeting, plain
from solvable.tiles.sheet import Sheet

ENOUGH = 6_000_000  # states: about four seconds
log = logging.getLogger("solvable.tiles")


class Enough(Exception):  # noqa: N818  a signal within this file
    """The twin has had its turn."""


def are_ready(puzzle: Sheet, *, at_once: bool = True) -> bool:
    """Return whether the kernels that search such a board were compiled before, or where time is can be had."""
    from solvable import kernels

    if not at_once:
        return kernels.are_at_hand()
    return (
        kernels.are_ready("tiles/multi") if puzzle.metric == "mtm" else kernels.are_ready("tiles/ida", "tiles/patterns")
    )


def covers(puzzle: Sheet, view: frame.View) -> bool:
    """Return whether a fast twin solves the board."""
    return meeting.covers(view.frame) if puzzle.metric == "mtm" else plain.covers(view.frame)


def search(puzzle: Sheet, view: frame.View, state: State, tick: plain.Tick) -> tuple[Cells, int, str] | None:
    """Return a shortest walk of the frame's blank, the states expanded, and by which method; None to leave it there."""
    from solvable import kernels

    is_patient = not kernels.are_at_hand()

    def go_on(bound: int, expanded: int) -> None:
        tick(bound, expanded)
        if expanded > ENOUGH and not is_patient:
            raise Enough

    start = view.state(state)
    try:
        if puzzle.metric == "mtm":
            return *meeting.search(view.frame, start, go_on), "breadth-first from both ends"
        found = plain.search(view.frame, start, go_on)
    except Enough:
        log.info("this board is hard: the compiled search continues")
        return None
    return found.cells, found.expanded, "IDA*, small pattern databases"
