"""Moving the blank to a vertex, and moving a tile to a vertex, each along a shortest path through given vertices.

In a 2-connected graph every tile can be moved everywhere: the blank goes round it, to the next vertex of its path.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from solvable.core import memory
from solvable.core.budget import check
from solvable.core.errors import BudgetExceededError
from solvable.core.message import msg
from solvable.core.puzzle import Move, State
from solvable.tiles.graphs.blocks import Neighbours

LOOKS = 256  # moves between two checks of the budget
FEW, EACH = 1 << 20, 40  # moves for which there is always room, and the bytes of each further move


class Walker:
    """A state, and the moves that led to it; a move is the vertex to which the blank goes."""

    def __init__(self, neighbours: Neighbours, state: State) -> None:
        self.neighbours = neighbours
        self.tiles = list(state)
        self.blank = state.index(0)
        self.moves: list[Move] = []

    def follow(self, way: Iterable[Move]) -> None:
        """Move the blank along a path."""
        for vertex in way:
            self.tiles[self.blank], self.tiles[vertex] = self.tiles[vertex], 0
            self.blank = vertex
            self.moves.append(vertex)
            if len(self.moves) % LOOKS == 0:
                check()
                if (
                    len(self.moves) % FEW == 0
                    and EACH * len(self.moves) > memory.FREE_MEMORY_SHARE * memory.available()
                ):
                    message = msg("more than {most} moves, too many to keep", most=len(self.moves))
                    raise BudgetExceededError(message, 0)

    def walk(self, ends: AbstractSet[int], within: AbstractSet[int], avoid: int = -1) -> None:
        """Move the blank to the nearest of the vertices `ends`, through those of `within` except `avoid`."""
        self.follow(way(self.neighbours, self.blank, ends, within, avoid))

    def bring(self, place: int, end: int, within: AbstractSet[int]) -> None:
        """Move the tile at `place` to the vertex `end`; the blank and the tile stay in the 2-connected part
        `within`.
        """
        for vertex in way(self.neighbours, place, {end}, within):
            self.walk({vertex}, within, place)
            self.follow((place,))
            place = vertex


def way(
    neighbours: Neighbours, start: int, ends: AbstractSet[int], within: AbstractSet[int],
    avoid: int = -1,
) -> list[int]:  # fmt: skip
    """Return the vertices after `start` of a shortest path to the nearest of `ends`, one of which must be reachable."""
    before, frontier = {start: start}, [start]
    for vertex in frontier:
        if vertex in ends:
            results = []
            while vertex != start:
                results.append(vertex)
                vertex = before[vertex]  # noqa: PLW2901
            return results[::-1]
        for other in neighbours[vertex]:
            if other not in before and other in within and other != avoid:
                before[other] = vertex
                frontier.append(other)
    raise ValueError("there is no way")
