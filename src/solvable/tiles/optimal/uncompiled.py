"""Shortest solutions where the kernels are not ready: by the plain twins, at once.

Where kernels can be had but must be compiled first, that is done behind (`compiling`) while the twin searches; they
take over where it has not ended by then.
"""

import logging

from solvable import kernels
from solvable.puzzle import State
from solvable.tiles import compiling, frame
from solvable.tiles.frame import Cells
from solvable.tiles.javascript import fifteen
from solvable.tiles.optimal import meeting, plain
from solvable.tiles.sheet import Sheet

HARD = 300_000  # states from which compiling is worth while: a fifth of a second
log = logging.getLogger("solvable.tiles")


class Enough(Exception):  # noqa: N818  a signal within this file
    """The twin has had its turn."""


def are_ready(puzzle: Sheet, *, at_once: bool = True) -> bool:
    """Return whether the kernels that search such a board were compiled before, or where time is can be had."""
    return compiling.are_ready(step(puzzle)) if at_once else kernels.are_at_hand()


def step(puzzle: Sheet) -> str:
    """Return the name of what compiles these kernels."""
    return compiling.MULTI if puzzle.metric == "mtm" else compiling.OPTIMAL


def covers(puzzle: Sheet, view: frame.View) -> bool:
    """Return whether a fast twin solves the board."""
    return meeting.covers(view.frame) if puzzle.metric == "mtm" else plain.covers(view.frame)


def search(puzzle: Sheet, view: frame.View, state: State, tick: plain.Tick) -> tuple[Cells, int, str] | None:
    """Return a shortest walk of the frame's blank, the states expanded, and by which method; None to leave it there."""
    coming = compiling.Coming(step(puzzle))

    def go_on(bound: int, expanded: int) -> None:
        tick(bound, expanded)
        if expanded > HARD:
            coming.begin()
        if coming.are_here:
            raise Enough

    start = view.state(state)
    try:
        if puzzle.metric == "mtm":
            return *meeting.search(view.frame, start, go_on), "breadth-first from both ends"
        twin = plain if kernels.javascript() is None else fifteen
        found = twin.search(view.frame, start, go_on)
    except Enough:
        log.info("this board is hard: the compiled search continues")
        return None
    return found.cells, found.expanded, "IDA*, small pattern databases"
