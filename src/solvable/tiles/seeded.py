"""Boards of tiles drawn from a seed: solvable, and not the goal.

A board is drawn as in Simon Tatham's `fifteen`: the blank's cell, then every tile but two from the unused ones, then
the last two in the order that makes the board solvable; and again if the board is the goal. For the goal 1 … n−1,0 the
draws are the same as in `fifteen`, so the boards are equal; another goal only changes the test of solvability. On a
board of one line the order of the tiles is fixed, so only the blank's cell is drawn. For graphs, boards with holes and
identical tiles, the blank's vertex is drawn (weighted by the number of solvable states with the blank there), then a
reachable arrangement of each block.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from solvable import kernels
from solvable.core.budget import check
from solvable.core.solution import Move, State
from solvable.tiles import parity
from solvable.tiles.interface import Grid

Upto = Callable[[int], int]

COMPILED_FROM = 5000  # tiles; for fewer, the reference takes less time than loading the kernel
DRAWS_PER_BUDGET_CHECK = 1 << 16  # draws between two checks of the budget in force
_TILES_PER_BLOCK = 1024  # tiles in one list of the unused ones, short enough to remove from its middle


@runtime_checkable
class Drawn(Protocol):
    """A puzzle that draws its own states."""

    @property
    def goal(self) -> State:
        """The state to reach."""

    def moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves."""

    def drawn(self, upto: Upto) -> State:
        """Return the solvable state drawn with these random numbers."""


def seeded(puzzle: Drawn | Grid, upto: Upto) -> State:
    """Return the scramble drawn with the random numbers `upto(limit)`: solvable, and not the goal."""
    if not puzzle.moves(puzzle.goal):
        return puzzle.goal
    while (state := _draw(puzzle, upto)) == puzzle.goal:
        pass
    return state


def _draw(puzzle: Drawn | Grid, upto: Upto) -> State:
    if isinstance(puzzle, Drawn):
        return puzzle.drawn(upto)
    return _line(puzzle, upto) if min(puzzle.width, puzzle.height) == 1 else _rectangle(puzzle, upto)


def _line(puzzle: Grid, upto: Upto) -> State:
    tiles = [tile for tile in puzzle.goal if tile]
    tiles.insert(upto(puzzle.cells), 0)
    return tuple(tiles)


def _rectangle(puzzle: Grid, upto: Upto) -> State:
    cells = puzzle.cells
    blank = upto(cells)
    ranks = list(map(upto, checked(range(cells - 1, 2, -1))))
    tiles = taken(ranks, cells - 1)
    tiles.insert(blank, 0)
    if not parity.is_reachable(tuple(tiles), puzzle.goal, puzzle.width):
        a, b = [cell for cell in range(cells - 3, cells) if tiles[cell]][-2:]
        tiles[a], tiles[b] = tiles[b], tiles[a]
    return tuple(tiles)


def checked(numbers: range) -> Iterator[int]:
    """Yield the limits; check the budget in force from time to time."""
    for begin in range(0, len(numbers), DRAWS_PER_BUDGET_CHECK):
        if begin:
            check()
        yield from numbers[begin : begin + DRAWS_PER_BUDGET_CHECK]


def taken(ranks: Sequence[int], count: int) -> list[int]:
    """Return the tiles of these ranks among the unused ones of 1 .. count, in turn, and then the rest."""
    if count >= COMPILED_FROM and kernels.has_library():
        return _taken_compiled(ranks, count)
    unused = Unused(range(1, count + 1))
    return [unused.take(rank) for rank in ranks] + unused.rest()


def _taken_compiled(ranks: Sequence[int], count: int) -> list[int]:
    from solvable.kernels.buffers import zeros

    check()
    words = count + 63 >> 6
    tree, unused, taken = zeros("i", 2 * words + 1), zeros("Q", words), zeros("q", count)
    kernels.native().permutation_take(array("q", ranks), len(ranks), count, tree, unused, taken)
    check()
    return [tile + 1 for tile in taken]


class Unused:
    """Tiles not drawn yet, in order: short lists under a binary tree of the counts of each half."""

    def __init__(self, tiles: range) -> None:
        self.blocks = [
            list(tiles[start : start + _TILES_PER_BLOCK]) for start in range(0, len(tiles), _TILES_PER_BLOCK)
        ]
        self.leaves = 1 << (len(self.blocks) - 1).bit_length() if self.blocks else 1
        self.counts = [0] * self.leaves + [*map(len, self.blocks)] + [0] * (self.leaves - len(self.blocks))
        for node in range(self.leaves - 1, 0, -1):
            self.counts[node] = self.counts[2 * node] + self.counts[2 * node + 1]

    def take(self, rank: int) -> int:
        """Remove and return the tile of this rank, counted from 0."""
        counts, node = self.counts, 1
        while node < self.leaves:
            counts[node] -= 1
            node *= 2
            if rank >= counts[node]:
                rank -= counts[node]
                node += 1
        counts[node] -= 1
        return self.blocks[node - self.leaves].pop(rank)

    def rest(self) -> list[int]:
        """Return the tiles that are left."""
        return [tile for block in self.blocks for tile in block]
