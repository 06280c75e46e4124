"""The middle of a game ID for tiles, `4x4,goal=blank-first,mtm`, and the scramble that a seed draws.

Graphs, boards with holes and tiles alike are read and written by `graphs.ids`; their seeds draw the blank's vertex
(weighted by the states that have it there), then block by block an arrangement that can be reached; again if it is the
goal. A seeded board is drawn as in Simon Tatham's `fifteen`: the blank's cell, then every tile but two from the unused
ones, then the last two in the order that makes the board solvable; again if it is the goal. For the goal 1 … n−1,0
the draws are his, so the boards are equal; for another goal only the question "solvable?" is put to that goal. On a
board of one line the tiles keep their order, so only the blank's cell is drawn.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import isqrt

from solvable.budget import check
from solvable.errors import NotationError
from solvable.puzzle import State
from solvable.said import nearest, say, unknown
from solvable.tiles import parity
from solvable.tiles.board import GOALS, METRICS, SlidingTiles
from solvable.tiles.graphs import ids
from solvable.tiles.graphs.board import GraphTiles
from solvable.tiles.graphs.ids import Given, fault

LARGEST = 10**6  # cells that an ID may name
EXAMPLE = "tiles:4x4"

_SIZE = re.compile(r"([0-9]{1,7})x([0-9]{1,7})")
MANY = 1 << 17  # tiles from which drawing them by the compiled twin pays the loading
LOOK = 1 << 16  # draws between two looks at the budget in force
_TILES = re.compile(r"([0-9]{1,7})(?:-puzzle)?")  # of a square board, by the number of its tiles
_BLOCK = 1024  # tiles in one list of the unused: short enough to take from its middle


def parse_params(options: Sequence[tuple[int, str]], limit: int) -> SlidingTiles | GraphTiles:
    """Return the puzzle that `options` (column, text) describe, of at most `limit` cells; raise NotationError."""
    column, first = options[0]
    given = _options(options[1:])
    size = _SIZE.fullmatch(_square(first, column))
    if size and not int(size[1]) * int(size[2]):
        message = say(
            "a board needs at least one row and one column, not {width} × {height}",
            width=int(size[1]),
            height=int(size[2]),
        )
        raise fault(message, EXAMPLE.partition(":")[2], column)
    is_sliding = size and "dead" not in given and not _is_picture(size, given)
    if not is_sliding and given.get("metric", (0, "stm"))[1] != "stm":
        raise fault(
            "on graphs, with holes or with identical tiles only single-tile moves are defined",
            "stm",
            given["metric"][0],
        )
    if not size:
        return ids.parse_graph(first, column, given, limit)
    width, height = int(size[1]), int(size[2])
    if width * height > min(limit, LARGEST):
        message = say("{width} × {height} tiles are too many to handle", width=width, height=height)
        raise fault(message, say("at most {most} cells", most=min(limit, LARGEST)), column)
    if not is_sliding:
        return ids.parse_board(width, height, given)
    goal = _goal(*given["goal"], width, height) if "goal" in given else "blank-last"
    return SlidingTiles(width, height, metric=given["metric"][1] if "metric" in given else "stm", goal=goal)


def _square(first: str, column: int) -> str:
    """Return the size that `15` or `15-puzzle` stands for; anything else as it is."""
    tiles = _TILES.fullmatch(first)
    if tiles is None:
        return first
    side = isqrt(int(tiles[1]) + 1)
    if side < 2 or side * side != int(tiles[1]) + 1:
        expected = "width x height, like 4x4, or the number of tiles on a square board: 8, 15, 24, 35, …"
        raise fault(say("no square board has {count} tiles", count=int(tiles[1])), expected, column)
    return f"{side}x{side}"


def _options(options: Sequence[tuple[int, str]]) -> Given:
    """Return the options by kind: where the value of each stands, and the value."""
    given: dict[str, tuple[int, str]] = {}
    for column, option in options:
        key, equals, value = option.partition("=")
        if option in METRICS:
            key, value, start = "metric", option, column
        elif key in ("goal", "dead") and equals:
            start = column + len(key) + 1
        else:
            expected = say("goal={goals}|cells, dead=cells, stm or mtm", goals="|".join(GOALS))
            close = nearest(option, (*METRICS, "goal=", "dead="))
            raise fault(unknown(option, close), expected, column)
        if key in given:
            raise fault(say("a second {option}", option=say(key)), "each option once", column)
        given[key] = (start, value)
    return given


def _is_picture(size: re.Match[str], given: Given) -> bool:
    """Return whether the goal has tiles alike, letters or holes."""
    value = given.get("goal", (0, ""))[1]
    if value in GOALS or not value:
        return False
    return ids.is_picture(value, int(size[1]), int(size[2]))


def _goal(column: int, value: str, width: int, height: int) -> str | State:
    if value in GOALS:
        return value
    if value[:1].isalpha():
        close = nearest(value, GOALS)
        told = say("unknown goal {goal}; did you mean {close}?", goal=repr(value[:40]), close=close)
        raise fault(
            told if close else say("unknown goal {goal}", goal=repr(value[:40])),
            say("{goals}, or its cells", goals=", ".join(GOALS)),
            column,
        )
    try:
        return SlidingTiles(width, height).parse(value)
    except NotationError as error:
        raise fault(
            say("in the goal: {error}", error=say(error.message)), error.expected, column + error.column - 1
        ) from None


def format_params(puzzle: SlidingTiles | GraphTiles) -> str:
    """Return the options of `puzzle` in canonical order: size, goal, metric."""
    if isinstance(puzzle, GraphTiles):
        return ids.format_params(puzzle)
    goal = puzzle.goal_name or puzzle.format(puzzle.goal)
    options = [f"{puzzle.width}x{puzzle.height}"]
    options += [f"goal={goal}"] * (goal != "blank-last")
    options += [puzzle.metric] * (puzzle.metric != "stm")
    return ",".join(options)


def seeded(puzzle: SlidingTiles | GraphTiles, upto: Callable[[int], int]) -> State:
    """Return the scramble that the random numbers `upto(limit)` draw: solvable, and not the goal."""
    if not puzzle.moves(puzzle.goal):
        return puzzle.goal
    if isinstance(puzzle, GraphTiles):
        while (state := puzzle.drawn(upto)) == puzzle.goal:
            pass
        return state
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
    ranks = list(map(upto, checked(range(cells - 1, 2, -1))))
    tiles = taken(ranks, cells - 1)
    tiles.insert(blank, 0)
    if not parity.is_reachable(tuple(tiles), puzzle.goal, puzzle.width):
        a, b = [cell for cell in range(cells - 3, cells) if tiles[cell]][-2:]
        tiles[a], tiles[b] = tiles[b], tiles[a]
    return tuple(tiles)


def checked(limits: range) -> Iterator[int]:
    """Yield the limits; now and then look at the budget in force."""
    for begin in range(0, len(limits), LOOK):
        if begin:
            check()
        yield from limits[begin : begin + LOOK]


def taken(ranks: Sequence[int], count: int) -> list[int]:
    """Return the tiles of these ranks among the unused ones of 1 .. count, one after the other, and then the rest."""
    from solvable import kernels

    if count >= MANY and kernels.are_at_hand():
        import numpy as np

        from solvable.kernels.tiles import census

        out = np.empty(count, np.int64)
        census.take(np.array(ranks, np.int64), count, out)
        found: list[int] = (out + 1).tolist()
        return found
    unused = _Unused(range(1, count + 1))
    return [unused.take(rank) for rank in ranks] + unused.rest()


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
