"""Shortest solutions where the kernels are not ready: by the plain twins, at once.

Where kernels can be had but must be compiled first, that is done behind (`compiling`) while the twin searches; they
take over where it has not ended by then. Where they need only be loaded, which takes a process longer than an easy
board takes the twin, it has a turn before them as long as loading, once in a process for all its boards. Where they are
called without numba (`kernels.linked`) it is short, and for boards only that look easy.
"""

from typing import TYPE_CHECKING

from solvable import kernels
from solvable.budget import Budget
from solvable.puzzle import State
from solvable.shared import behind
from solvable.shared.log import Log
from solvable.tiles import compiling, frame
from solvable.tiles.frame import Cells
from solvable.tiles.heuristics import manhattan
from solvable.tiles.sheet import Sheet

if TYPE_CHECKING:  # hard boards do not need the twins
    from solvable.tiles.optimal import plain

HARD = 300_000  # states from which compiling is worth while: a fifth of a second
TURN = 500_000  # states of all boards from which loading is: as many as the twin expands in that time
SHORT_TURN = 60_000  # the same where loading needs no numba
EASY = 32  # Manhattan distance to which it is worth that: 65 % of such 15-puzzles are then done, 31 % of farther ones
BEGINNING = 5_000  # states in the time that the twin takes to begin with a board
HURRY = 4.0  # seconds: under a shorter limit the time for a turn is the kernels'
log = Log("solvable.tiles")
_expanded = [0]  # states that the twins have looked at in this process


class Enough(Exception):  # noqa: N818  a signal within this file
    """The twin has had its turn."""


def are_ready(puzzle: Sheet, *, at_once: bool = True) -> bool:
    """Return whether the kernels for such a board were compiled before, or, if not `at_once`, can be compiled here."""
    return compiling.are_ready(step(puzzle)) if at_once else kernels.are_at_hand()


def have_a_turn(puzzle: Sheet, state: State, budget: Budget, *, at_once: bool) -> bool:
    """Return whether the twins begin: the kernels must be compiled first, or loaded and there is time for both."""
    needs_loading = at_once and not kernels.are_loaded() and not kernels.are_asked_for()
    if needs_loading and budget.left > HURRY and _expanded[0] < turn(puzzle, state):
        return True
    return not are_ready(puzzle, at_once=at_once)


def step(puzzle: Sheet) -> str:
    """Return the name of what compiles these kernels."""
    return compiling.MULTI if puzzle.metric == "mtm" else compiling.OPTIMAL


def turn(puzzle: Sheet, state: State) -> int:
    """Return the states that the twins may look at in this process before kernels are loaded for this one."""
    if not kernels.are_at_hand() or not behind.linked(step(puzzle)):
        return TURN
    return SHORT_TURN if manhattan(state, puzzle.goal, puzzle.width) <= EASY else 0


def covers(puzzle: Sheet, view: frame.View) -> bool:
    """Return whether a fast twin solves the board."""
    from solvable.tiles.optimal import meeting, plain

    return meeting.covers(view.frame) if puzzle.metric == "mtm" else plain.covers(view.frame)


def search(puzzle: Sheet, view: frame.View, state: State, tick: "plain.Tick") -> tuple[Cells, int, str] | None:
    """Return a shortest walk of the frame's blank, the states expanded, the method; None: the kernels are to search."""
    from solvable.tiles.javascript import fifteen
    from solvable.tiles.optimal import meeting, plain

    coming = compiling.Coming(step(puzzle))
    before, is_compiled = _expanded[0] + BEGINNING, False
    mine = turn(puzzle, state) - before

    def go_on(bound: int, expanded: int) -> None:
        nonlocal is_compiled
        tick(bound, expanded)
        _expanded[0] = before + expanded
        if expanded > min(mine, HARD) and not coming.has_begun:
            is_compiled = are_ready(puzzle)
            if expanded > (mine if is_compiled else HARD):
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
        if not is_compiled:
            log.info("this board is hard: the compiled search continues")
        return None
    _expanded[0] = before + found.expanded
    return found.cells, found.expanded, "IDA*, small pattern databases"
