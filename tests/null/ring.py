"""The null puzzle: beads of some colours on a ring, any two neighbours may be swapped, the goal has the colours sorted.

A state is solvable iff it has as many beads of each colour as the goal. `ring:6x3:…`: six beads, three colours.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from tests.null.sentences import SENTENCES

from solvable.errors import IllegalMoveError, NotationError, UnsolvableError
from solvable.family import Family, Options
from solvable.puzzle import Count, Move, Obstruction, Searched, Solution, State
from solvable.said import say


@dataclass(frozen=True)
class Ring:
    beads: int
    colours: int

    @cached_property
    def goal(self) -> State:
        return tuple(bead * self.colours // self.beads for bead in range(self.beads))

    @cached_property
    def needed(self) -> dict[State, int]:
        needed = {self.goal: 0}
        for state in (frontier := [self.goal]):
            for other in (self.apply(state, move) for move in self.moves(state)):
                if other not in needed:
                    needed[other] = needed[state] + 1
                    frontier.append(other)
        return needed

    def moves(self, state: State) -> Sequence[Move]:
        return range(self.beads)

    def apply(self, state: State, move: Move) -> State:
        if not 0 <= move < self.beads:
            raise IllegalMoveError(say("there is no bead {bead}", bead=move), move)
        after, beside = list(state), (move + 1) % self.beads
        after[move], after[beside] = after[beside], after[move]
        return tuple(after)

    def obstruction(self, state: State) -> Obstruction | None:
        pairs = ((state.count(colour), self.goal.count(colour)) for colour in range(self.colours))
        return next((Obstruction("colours", (), here, there) for here, there in pairs if here != there), None)

    def search(self, state: State, **limits: object) -> Searched:
        if proof := self.obstruction(state):
            raise UnsolvableError("these beads are not those of the goal", proof)
        return Searched(next(self.optimal_solutions(state)), len(self.needed), "breadth first")

    def optimal(self, state: State, **limits: object) -> Solution:
        return self.search(state).solution

    solve = optimal

    def optimal_solutions(self, state: State, **limits: object) -> Iterator[Solution]:
        if state == self.goal:
            yield Solution((), 0)
        for move in self.moves(state):
            if self.needed[after := self.apply(state, move)] < self.needed[state]:
                yield from (Solution((move, *rest.moves), len(rest) + 1) for rest in self.optimal_solutions(after))

    def distances(self, **limits: object) -> Sequence[int]:
        return [number for _, number in sorted(Counter(self.needed.values()).items())]

    def exact(self, moves: int, number: int, rng: Random) -> Iterator[State]:
        return iter(rng.sample(sorted(state for state, needed in self.needed.items() if needed == moves), number))

    def count(self) -> Count:
        return Count(self.colours**self.beads, len(self.needed), solutions=0, nullity=0)

    def scramble(self, rng: Random) -> State:
        return drawn(self, rng.randrange)

    def parse(self, text: str) -> State:
        wrong = next((i for i, bead in enumerate(text) if bead not in "0123456789"[: self.colours]), len(text))
        if wrong < len(text) or wrong != self.beads:
            raise NotationError.at(text, wrong, "this is not a colour", f"{self.beads} of 0 to {self.colours - 1}")
        return tuple(map(int, text))

    def format(self, state: State) -> str:
        return "".join(map(str, state))


def parsed(options: Options, limit: int) -> Ring:
    (column, text), *_ = options
    beads, _, colours = text.partition("x")
    if not (beads.isdigit() and colours.isdigit() and 1 < int(colours) <= int(beads) <= min(limit, 12)):
        raise NotationError(f"{text!r} is no ring", expected="6x3", line=1, column=column)
    return Ring(int(beads), int(colours))


def drawn(puzzle: Ring, upto: Callable[[int], int]) -> State:
    state = list(puzzle.goal)
    for last in range(len(state) - 1, 0, -1):
        other = upto(last + 1)
        state[last], state[other] = state[other], state[last]
    return tuple(state)


FAMILY = Family(
    example="ring:6x3",
    largest=12,
    owns=lambda puzzle: isinstance(puzzle, Ring),
    parse_params=parsed,
    format_params=lambda puzzle: f"{puzzle.beads}x{puzzle.colours}",
    seeded=drawn,
    prefix="ring",
    sentences=SENTENCES,
)
