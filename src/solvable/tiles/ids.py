"""The middle of a game ID for tiles, `4x4,goal=blank-first,mtm`, and the scramble that a seed draws.

A seeded board is drawn as in Simon Tatham's `fifteen`: the blank's cell, then every tile but two from the unused
ones, then the last two in the order that makes the board solvable; again if it is the goal. For the goal 1 … n−1,0
the draws are his, so the boards are equal; for another goal only the question "solvable?" is put to that goal. On a
board of one line the tiles keep their order, so only the blank's cell is drawn.
"""

import re
from collections.abc import Callable, Sequence

from solvable.errors import NotationError
from solvable.puzzle import State
from solvable.tiles import parity
from solvable.tiles.board import GOALS, METRICS, SlidingTiles

board = SlidingTiles
LARGEST = 10**6  # cells that an ID may name
EXAMPLE = "tiles:4x4"

_SIZE = re.compile(r"([0-9]{1,7})x([0-9]{1,7})")
_BLOCK = 1024  # tiles in one list of the unused: short enough to take from its middle


def parse_params(options: Sequence[tuple[int, str]], limit: int) -> SlidingTiles:
    """Return the puzzle that `options` (column, text) describe, of at most `limit` cells; raise NotationError."""
    column, first = options[0]
    size = _SIZE.fullmatch(first)
    if not size:
        raise NotationError(f"{first[:40]!r} is not a size", expected="width x height, like 4x4", line=1, column=column)
    width, height = int(size[1]), int(size[2])
    if width * height > min(limit, LARGEST):
        message = f"{width} × {height} tiles are more than is here"
        raise NotationError(message, expected=f"at most {min(limit, LARGEST)} cells", line=1, column=column)
    values: dict[str, str | State] = {}
    for column, option in options[1:]:
        key, value = _option(option, width, height, column)
        if key in values:
            raise NotationError(f"a second {key}", expected="each option once", line=1, column=column)
        values[key] = value
    return SlidingTiles(width, height, metric=str(values.get("metric", "stm")), goal=values.get("goal", "blank-last"))


def _option(option: str, width: int, height: int, column: int) -> tuple[str, str | State]:
    if option in METRICS:
        return "metric", option
    key, equals, value = option.partition("=")
    if key != "goal" or not equals:
        expected = f"goal={'|'.join(GOALS)}|cells, stm or mtm"
        raise NotationError(f"unknown option {option[:40]!r}", expected=expected, line=1, column=column)
    if value in GOALS:
        return "goal", value
    if value[:1].isalpha():
        expected = f"{', '.join(GOALS)}, or its cells"
        raise NotationError(f"unknown goal {value[:40]!r}", expected=expected, line=1, column=column + len("goal="))
    try:
        return "goal", SlidingTiles(width, height).parse(value)
    except NotationError as error:
        column += len("goal=") + error.column - 1
        raise NotationError(f"in the goal: {error.message}", expected=error.expected, line=1, column=column) from None


def format_params(puzzle: SlidingTiles) -> str:
    """Return the options of `puzzle` in canonical order: size, goal, metric."""
    goal = puzzle.goal_name or puzzle.format(puzzle.goal)
    options = [f"{puzzle.width}x{puzzle.height}"]
    options += [f"goal={goal}"] * (goal != "blank-last")
    options += [puzzle.metric] * (puzzle.metric != "stm")
    return ",".join(options)


def seeded(puzzle: SlidingTiles, upto: Callable[[int], int]) -> State:
    """Return the scramble that the random numbers `upto(limit)` draw: solvable, and not the goal."""
    if puzzle.cells == 1:
        return puzzle.goal
    draw = _line if min(puzzle.width, puzzle.height) == 1 else _rectangle
    while (state := draw(puzzle, upto)) == puzzle.goal:
        pass
    return state


def _line(puzzle: SlidingTiles, upto: Callable[[int], int]) -> State:
    tiles = [tile for tile in puzzle.goal if tile]
    tiles.insert(upto(puzzle.cells), 0)
    return tuple(tiles)


def _rectangle(puzzle: SlidingTiles, upto: Callable[[int], int]) -> State:
    cells = puzzle.cells
    blank = upto(cells)
    unused = _Unused(range(1, cells))
    tiles = [unused.take(upto(left)) for left in range(cells - 1, 2, -1)]
    tiles += unused.rest()
    tiles.insert(blank, 0)
    if not parity.is_reachable(tuple(tiles), puzzle.goal, puzzle.width):
        a, b = [cell for cell in range(cells - 3, cells) if tiles[cell]][-2:]
        tiles[a], tiles[b] = tiles[b], tiles[a]
    return tuple(tiles)


class _Unused:
    """Tiles not drawn yet, in order: short lists, under a binary tree of how many each half holds."""

    def __init__(self, tiles: range) -> None:
        self.blocks = [list(tiles[start : start + _BLOCK]) for start in range(0, len(tiles), _BLOCK)]
        self.leaves = 1 << (len(self.blocks) - 1).bit_length() if self.blocks else 1
        self.counts = [0] * self.leaves + [*map(len, self.blocks)] + [0] * (self.leaves - len(self.blocks))
        for node in range(self.leaves - 1, 0, -1):
            self.counts[node] = self.counts[2 * node] + self.counts[2 * node + 1]

    def take(self, rank: int) -> int:
        """Remove and return the tile of this rank, from 0."""
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
