"""A short solution beside the proof, for a small part of the work: moves that are enough, beside those needed.

A beam (`beam`) costs next to nothing compared with a long search, and its solutions of 15- and 24-puzzles are mostly
shortest. So after each bound that took long, a wider one is tried; where its solution is as long as the next bound, it
is proved shortest, and the last search is spared. Who cancels a search has the solution at once.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from solvable.puzzle import Move, State

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles

LONG = 4_000_000  # nodes of a search for one bound after which a beam is worth the time to load it
SHARE = 2000  # of these nodes for each node of a layer of the beam, which so takes a tenth of their time
WIDEST = 100_000  # nodes of a layer: 5 × 5 in two seconds, with 170 MB
UNCOVERED = 0.2  # seconds for a board beyond the pair model


class Ceiling:
    """The fewest moves known to solve a board; none at first."""

    def __init__(self, puzzle: "SlidingTiles", state: State) -> None:
        self.puzzle, self.state = puzzle, state
        self.moves: tuple[Move, ...] | None = None
        self.width = 0

    @property
    def length(self) -> int | None:
        """The moves of the solution known, None without one."""
        return None if self.moves is None else len(self.moves)

    def within(self, bound: int) -> tuple[Move, ...] | None:
        """Return the solution known where it has at most so many moves, else None."""
        return self.moves if self.moves is not None and len(self.moves) <= bound else None

    def lower(self, bound: int, nodes: int, tick: Callable[[int], None], workers: int = 1) -> None:
        """Look for a shorter solution, after a search of so many nodes that found none within `bound`."""
        width = min(WIDEST, nodes // SHARE)
        if nodes < LONG or self.within(bound + 2) or width <= self.width:
            return
        self.width = width if self.is_covered else WIDEST
        found = self.beam(width, tick, workers) if self.is_covered else self.short()
        if found is not None and not self.within(len(found)):
            self.moves = found

    @property
    def is_covered(self) -> bool:
        """Whether the pair model solves the board."""
        from solvable.tiles import pairs

        return pairs.covers(self.puzzle.width, self.puzzle.height)

    def beam(self, width: int, tick: Callable[[int], None], workers: int) -> tuple[Move, ...] | None:
        """Return the solution of a beam, as many at once as there are workers; None where they find none."""
        from solvable.tiles import anytime, beam

        attempt = anytime.Attempt(self.puzzle, self.state, 0, None, None)
        size = self.puzzle.width, self.puzzle.height
        layers = self.length or int(2.2 * beam.far(attempt.board, size[0])) + 100
        steady = beam.Clock(float("inf"), layers, tick)  # no narrower as time goes by: the same on every machine
        walk, _ = beam.race(attempt.board, size, width, layers, steady, workers)
        if walk is None:
            return None
        attempt.offer(walk)
        return tuple(attempt.solution.moves) if attempt.solution else None

    def short(self) -> tuple[Move, ...]:
        """Return a short solution, in little time."""
        from solvable.tiles import near

        return near.near(self.puzzle, self.state, seconds=UNCOVERED).moves
