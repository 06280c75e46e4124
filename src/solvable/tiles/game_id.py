"""The middle of a game ID for tiles, `4x4,goal=blank-first,mtm`.

`graphs.game_id` reads and writes graphs, boards with holes and identical tiles.
"""

import re
from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING

from solvable.core.errors import NotationError
from solvable.core.message import closest_match, msg, unknown
from solvable.core.solution import State
from solvable.families.protocol import fault, size_of
from solvable.tiles import goals
from solvable.tiles.board import METRICS, SlidingTiles

if TYPE_CHECKING:  # modules that sliding puzzles do not need are imported at first use
    from solvable.tiles.graphs.board import GraphTiles
    from solvable.tiles.graphs.game_id import Given

CELLS_MAX = 10**6  # cells in an ID
EXAMPLE = "tiles:4x4"
GOALS = (*goals.NAMES, *goals.ALIASES)

_TILES = re.compile(r"([0-9]{1,7})(?:-puzzle)?")  # the number of tiles on a square board


def parse_params(options: Sequence[tuple[int, str]], limit: int) -> "SlidingTiles | GraphTiles":
    """Return the puzzle that `options` (column, text) describe, of at most `limit` cells; raise NotationError."""
    column, first = options[0]
    given = _options(options[1:])
    size = size_of(_square(first, column))
    is_board = len(size) == 2
    if is_board and 0 in size:
        message = msg(
            "a board needs at least one row and one column, not {width} × {height}", width=size[0], height=size[1]
        )
        raise fault(message, EXAMPLE.partition(":")[2], column)
    is_sliding = is_board and "dead" not in given and not _is_picture(size, given)
    if not is_sliding and given.get("metric", (0, "stm"))[1] != "stm":
        raise fault(
            "on graphs, with holes or with identical tiles only single-tile moves are defined",
            "stm",
            given["metric"][0],
        )
    if not is_board:
        from solvable.tiles.graphs import game_id

        return game_id.parse_graph(first, column, given, limit)
    width, height = size
    if width * height > min(limit, CELLS_MAX):
        message = msg("{width} × {height} tiles are too many to handle", width=width, height=height)
        raise fault(message, msg("at most {most} cells", most=min(limit, CELLS_MAX)), column)
    if not is_sliding:
        from solvable.tiles.graphs import game_id

        return game_id.parse_board(width, height, given)
    goal = _goal(*given["goal"], width, height) if "goal" in given else "blank-last"
    return SlidingTiles(width, height, metric=given["metric"][1] if "metric" in given else "stm", goal=goal)


def _square(first: str, column: int) -> str:
    """Return the size that `15` or `15-puzzle` stands for; anything else unchanged."""
    tiles = _TILES.fullmatch(first)
    if tiles is None:
        return first
    side = isqrt(int(tiles[1]) + 1)
    if side < 2 or side * side != int(tiles[1]) + 1:
        expected = "width x height, like 4x4, or the number of tiles on a square board: 8, 15, 24, 35, …"
        raise fault(msg("no square board has {count} tiles", count=int(tiles[1])), expected, column)
    return f"{side}x{side}"


def _options(options: Sequence[tuple[int, str]]) -> "Given":
    """Return the options by kind, each with the column of its value and the value."""
    given: dict[str, tuple[int, str]] = {}
    for column, option in options:
        key, equals, value = option.partition("=")
        if option in METRICS:
            key, value, start = "metric", option, column
        elif key in ("goal", "dead") and equals:
            start = column + len(key) + 1
        else:
            expected = msg("goal={goals}|cells, dead=cells, stm or mtm", goals="|".join(goals.NAMES))
            close = closest_match(option, (*METRICS, "goal=", "dead="))
            raise fault(unknown(option, close), expected, column)
        if key in given:
            raise fault(msg("a second {option}", option=msg(key)), "each option once", column)
        given[key] = (start, value)
    return given


def _is_picture(size: tuple[int, ...], given: "Given") -> bool:
    """Return whether the goal has identical tiles, letters or holes."""
    value = given.get("goal", (0, ""))[1]
    if value in GOALS or not value:
        return False
    from solvable.tiles.graphs import game_id

    return game_id.is_picture(value, *size)


def _goal(column: int, value: str, width: int, height: int) -> str | State:
    if value in GOALS:
        return value
    if value[:1].isalpha():
        close = closest_match(value, GOALS)
        problem = msg("unknown goal {goal}; did you mean {close}?", goal=repr(value[:40]), close=close)
        raise fault(
            problem if close else msg("unknown goal {goal}", goal=repr(value[:40])),
            msg("{goals}, or its cells", goals=", ".join(goals.NAMES)),
            column,
        )
    try:
        return SlidingTiles(width, height).parse(value)
    except NotationError as error:
        raise fault(
            msg("in the goal: {error}", error=msg(error.message)), error.expected, column + error.column - 1
        ) from None


def format_params(puzzle: "SlidingTiles | GraphTiles") -> str:
    """Return the options of `puzzle` in canonical order: size, goal, metric."""
    if not isinstance(puzzle, SlidingTiles):
        from solvable.tiles.graphs import game_id

        return game_id.format_params(puzzle)
    goal = puzzle.goal_name or puzzle.format(puzzle.goal)
    options = [f"{puzzle.width}x{puzzle.height}"]
    options += [f"goal={goal}"] * (goal != "blank-last")
    options += [puzzle.metric] * (puzzle.metric != "stm")
    return ",".join(options)
