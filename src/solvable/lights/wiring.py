"""Wiring: the interface of a lights puzzle for methods, without solving, and functions of it alone.

`board.LightsOut` implements it. Methods depend on this interface, so that the board can call them and they never import
the board.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from solvable.core.budget import checked
from solvable.core.errors import IllegalMoveError
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.core.solution import Move, State
from solvable.lights import rules
from solvable.lights.rules import Toggle, Toggles

GIANT = 1 << 12  # cells from which polynomials are faster than forcing
BYTES = 220  # bytes of memory for elimination along a chase, for each lamp that a press reaches
ENTRY = 8  # bytes of a matrix entry
_TYPESET = 16  # rows and columns of the largest matrix that is written as LaTeX


class Wiring(Protocol):
    """w × h cells, each a lamp with k states, and a pattern that each press adds."""

    @property
    def width(self) -> int:
        """The number of cells in a row."""

    @property
    def height(self) -> int:
        """The number of cells in a column."""

    @property
    def k(self) -> int:
        """The number of states of a lamp."""

    @property
    def rule(self) -> str | Toggles:
        """A name from `rules.RULES`, or what each press adds."""

    @property
    def surface(self) -> str:
        """The gluing of the grid's sides."""

    @property
    def dead(self) -> frozenset[int]:
        """The cells that do not exist."""

    @property
    def fixed(self) -> frozenset[int]:
        """The cells that cannot be pressed."""

    @property
    def free(self) -> frozenset[int]:
        """The cells whose lamps do not matter."""

    @property
    def lampless(self) -> frozenset[int]:
        """The cells without a lamp that counts: dead and free cells."""

    @property
    def cells(self) -> int:
        """The number of cells, dead ones included."""

    @property
    def presses(self) -> int:
        """The number of presses, those of dead and fixed cells included."""

    @property
    def buttons(self) -> Sequence[Move]:
        """The presses that the player has, ascending."""

    @property
    def lit_goal(self) -> State | None:
        """The state to reach; None if all lamps must be off."""

    @property
    def goal(self) -> State:
        """The state to reach, as a tuple."""

    @property
    def name(self) -> str:
        """The name of a catalogued variant, or ""."""

    @property
    def is_symmetric(self) -> bool:
        """Whether press i adds to cell j what press j adds to cell i."""

    @property
    def system_cache(self) -> dict[str, Any]:
        """Results of its `LinearSystem`: the values of cached properties by name."""

    @property
    def toggles(self) -> Toggles:
        """What each press adds: (cell, amount), ascending."""

    def toggle(self, press: Move) -> Toggle:
        """Return what one press adds."""

    def with_goal(self, goal: State) -> "Wiring":
        """Return the same puzzle with another goal."""


def is_full(puzzle: Wiring) -> bool:
    """Return whether every cell exists, can be pressed, and counts: none is dead, fixed or free."""
    return not puzzle.dead and not puzzle.fixed and not puzzle.free


def is_ordinary(puzzle: Wiring) -> bool:
    """Return whether this is the ordinary game: two states, plus rule, a plane without dead, fixed or free cells."""
    return puzzle.k == 2 and puzzle.rule == "plus" and puzzle.surface == "plane" and is_full(puzzle)


def reach_of(puzzle: Wiring) -> float:
    """Return the number of lamps that a press reaches, on average or at most."""
    if not isinstance(puzzle.rule, str):
        return sum(map(len, puzzle.rule)) / max(1, len(puzzle.rule))
    return rules.most_reached(puzzle.rule, puzzle.width, puzzle.height)


def check_press(puzzle: Wiring, press: int) -> None:
    """Raise IllegalMoveError unless the button exists and can be pressed."""
    if not 0 <= press < puzzle.presses:
        raise IllegalMoveError(
            msg("there is no button {button}: the buttons are 0 to {last}", button=press, last=puzzle.presses - 1),
            press,
        )
    if press in puzzle.dead or press in puzzle.fixed:
        raise IllegalMoveError(msg("cell {cell} cannot be pressed", cell=press), press)


def solved_by(puzzle: Wiring, presses: Iterable[tuple[Move, int]]) -> State:
    """Return the state that these presses, pairs (press, times), solve: the goal minus what they add."""
    cells, k = list(puzzle.goal), puzzle.k
    for press, times in presses:
        for cell, amount in puzzle.toggle(press) if times else ():
            cells[cell] -= times * amount
    return tuple([cell % k for cell in cells])


def matrix(puzzle: Wiring) -> tuple[tuple[int, ...], ...]:
    """Return the toggle matrix: row i is what press i adds to each cell; raise BudgetExceededError if it does not fit
    into memory.
    """
    check_memory(ENTRY * puzzle.presses * puzzle.cells, puzzle.cells, 2)
    rows = []
    for toggle in checked(puzzle.toggles, 64):
        row = [0] * puzzle.cells
        for cell, amount in toggle:
            row[cell] = amount
        rows.append(tuple(row))
    return tuple(rows)


def is_symmetric(puzzle: Wiring) -> bool:
    """Return whether press i adds to cell j what press j adds to cell i."""
    if puzzle.fixed or puzzle.free or puzzle.presses != puzzle.cells:
        return False
    if isinstance(puzzle.rule, str) and puzzle.surface in ("plane", "cylinder", "torus"):
        return True  # the offsets are symmetric, and so are whole rows and columns, and triangles
    toggles = puzzle.toggles

    def adds(press: Move, entry: tuple[int, int]) -> bool:
        index = bisect_left(toggles[press], entry)
        return index < len(toggles[press]) and toggles[press][index] == entry

    return all(
        adds(cell, (press, amount)) for press, toggle in checked(enumerate(toggles), 64) for cell, amount in toggle
    )


def latex(puzzle: Wiring) -> str | None:
    """Return the toggle matrix (row i is what press i adds) as LaTeX, or None if it is too large to read."""
    if max(puzzle.cells, puzzle.presses) > _TYPESET:
        return None
    rows = r"\\".join("&".join(map(str, row)) for row in matrix(puzzle))
    return rf"$A = \begin{{pmatrix}}{rows}\end{{pmatrix}} \pmod{{{puzzle.k}}}$"
