"""The null puzzle: beads of some colours on a ring, any two neighbours may be swapped, the goal has the colours sorted.

A state is solvable iff it has as many beads of each colour as the goal. `ring:6x3:…`: six beads, three colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.null.sentences import SENTENCES

from solvable.core import breadth_first
from solvable.core.errors import IllegalMoveError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Move, Obstruction, State


@dataclass(frozen=True)
class Ring:
    beads: int
    colours: int

    def __post_init__(self) -> None:
        if not 1 < self.colours <= min(self.beads, 10):
            raise PuzzleError("a ring has two to ten colours, and a bead of each")

    @property
    def goal(self) -> State:
        return tuple(bead * self.colours // self.beads for bead in range(self.beads))

    @property
    def letters(self) -> str:
        return "0123456789"[: self.colours]

    def moves(self, state: State) -> Sequence[Move]:
        return range(self.beads)

    def apply(self, state: State, move: Move) -> State:
        if not 0 <= move < self.beads:
            raise IllegalMoveError(msg("there is no bead {bead}", bead=move), move)
        after, beside = list(state), (move + 1) % self.beads
        after[move], after[beside] = after[beside], after[move]
        return tuple(after)

    def obstruction(self, state: State) -> Obstruction | None:
        pairs = ((state.count(colour), self.goal.count(colour)) for colour in range(self.colours))
        return next((Obstruction("colours", (), here, there) for here, there in pairs if here != there), None)


FAMILY = breadth_first.family(Ring, "ring:6x3", largest=12, prefix="ring", sentences=SENTENCES)
