"""The middle of a game ID for tiles on a graph, for boards with holes and for identical tiles, read and written.

    graph=N;0-1;1-2     the vertices are 0 .. N−1; a walk 0-1-2-0 gives all its edges
    theta0, cycle7, …   a graph with a name (`named`)
    3x3,dead=4          a board without these cells, numbered from 0, separated by points
    goal=1,1,2/2,3,0    tiles alike, or letters: goal=RATE/YOUR/MIND/PAL_; - in a hole

A board with distinct numbers and without holes is a sliding puzzle, see `tiles.game_id`.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from itertools import pairwise

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import State
from solvable.families.protocol import fault
from solvable.tiles import text
from solvable.tiles.graphs import named
from solvable.tiles.graphs.board import GraphTiles
from solvable.tiles.graphs.states import VERTICES_MAX, plain_goal

Given = Mapping[str, tuple[int, str]]  # an option's kind: the column of its value, and the value

_WALK = re.compile(r"[0-9]{1,6}(-[0-9]{1,6})+")
_CELLS = re.compile(r"[0-9]{1,8}(\.[0-9]{1,8})*")
_GOALS = ("blank-last", "blank-first")


def parse_graph(first: str, column: int, given: Given, limit: int) -> GraphTiles:
    """Return the puzzle on the graph that `first` lists or names; raise NotationError."""
    if "dead" in given:
        raise fault("a graph has no dead cells: leave the vertices out", "goal=", given["dead"][0] - len("dead="))
    limit = min(limit, VERTICES_MAX)
    read = _listed if first.startswith("graph=") else _named
    puzzle = GraphTiles(*read(first, column, limit))
    return _with_goal(puzzle, given) if "goal" in given else puzzle


def _listed(first: str, column: int, limit: int) -> named.Graph:
    count, *walks = first.removeprefix("graph=").split(";")
    column += len("graph=")
    if not re.fullmatch("[0-9]{1,6}", count) or not 0 < int(count) <= limit:
        expected = msg("graph=N;0-1;1-2 with N from 1 to {most}", most=limit)
        raise fault(msg("{count} is not a number of vertices", count=repr(count[:40])), expected, column)
    n = int(count)
    edges: list[tuple[int, int]] = []
    column += len(count) + 1
    for walk in walks:
        ends = [int(end) for end in walk.split("-")] if _WALK.fullmatch(walk) else []
        steps = list(pairwise(ends))
        if not ends or max(ends) >= n or any(a == b for a, b in steps):
            raise fault(
                msg("{edge} is not an edge", edge=repr(walk[:40])),
                msg("0-1 or a walk 0-1-2, vertices from 0 to {last}", last=n - 1),
                column,
            )
        edges += steps
        column += len(walk) + 1
    return n, tuple(edges)


def _named(name: str, column: int, limit: int) -> named.Graph:
    try:
        result = named.graph(name, limit)
    except PuzzleError as error:
        raise fault(str(error), msg("a graph of at most {most} vertices", most=limit), column) from None
    if result is not None:
        return result
    expected = msg("width x height, like 4x4, graph=N;0-1;1-2, or {names}", names=", ".join(named.NAMES))
    if close := get_close_matches(name[:40], ["theta0", "petersen", "cube"], n=1):
        raise fault(
            msg("{name} is neither a size nor a graph; did you mean {close}?", name=repr(name[:40]), close=close[0]),
            expected,
            column,
        )
    raise fault(msg("{name} is neither a size nor a graph", name=repr(name[:40])), expected, column)


def parse_board(width: int, height: int, given: Given) -> GraphTiles:
    """Return the board with holes, or with identical tiles, or with letters; raise NotationError."""
    dead = _dead(given, width * height)
    puzzle = GraphTiles.board(width, height, dead=dead)
    return _with_goal(puzzle, given) if "goal" in given else puzzle


def _dead(given: Given, cells: int) -> list[int]:
    if "dead" not in given:
        return []
    column, value = given["dead"]
    if not _CELLS.fullmatch(value):
        expected = "cells from 0 separated by points, like dead=0.6.24"
        raise fault("the dead cells are not numbers", expected, column)
    dead = [int(cell) for cell in value.split(".")]
    if max(dead) >= cells:
        raise fault(
            msg("there is no cell {cell}: the cells are 0 to {last}", cell=max(dead), last=cells - 1),
            msg("cells below {most}", most=cells),
            column,
        )
    return dead


def is_picture(value: str, width: int, height: int) -> bool:
    """Return whether the cells of a goal are identical tiles, letters or holes, and one blank."""
    try:
        result = text.parse_labels(value, width, height)
    except NotationError:
        return False
    return result.state.count(0) == 1 and (result.letters or sorted(result.state) != list(range(len(result.state))))


def _with_goal(puzzle: GraphTiles, given: Given) -> GraphTiles:
    column, value = given["goal"]
    if value in _GOALS:
        return puzzle.with_goal(blank_first(puzzle) if value == "blank-first" else puzzle.goal)
    try:
        result = text.parse_labels(value, puzzle.width or puzzle.vertices, puzzle.height or 1)
    except NotationError as error:
        position = column + error.column - 1
        raise fault(msg("in the goal: {error}", error=msg(error.message)), error.expected, position) from None
    for vertex, (label, where) in enumerate(zip(result.state, result.places, strict=True)):
        if (label == text.HOLE) != (vertex in puzzle.dead):
            is_hole = vertex in puzzle.dead
            message = (
                msg("in the goal: cell {cell} is a hole", cell=vertex)
                if is_hole
                else msg("in the goal: cell {cell} is not dead", cell=vertex)
            )
            raise fault(message, "- on dead cells and nowhere else", column + where)
    try:
        return GraphTiles(
            puzzle.vertices,
            puzzle.edges,
            result.state,
            width=puzzle.width,
            dead=puzzle.dead,
            letters=result.letters,
        )
    except PuzzleError as error:
        raise fault(msg("in the goal: {error}", error=msg(str(error))), "the tiles and one blank", column) from None


def blank_first(puzzle: GraphTiles) -> State:
    """Return the goal with the blank at the first vertex and 1, 2, … after it."""
    tile = 0
    goal = []
    for vertex in range(puzzle.vertices):
        goal.append(text.HOLE if vertex in puzzle.dead else tile)
        tile += vertex not in puzzle.dead
    return tuple(goal)


def format_params(puzzle: GraphTiles) -> str:
    """Return the options of `puzzle` in canonical order: size or graph, dead cells, goal."""
    if puzzle.width:
        options = [f"{puzzle.width}x{puzzle.height}"]
    else:
        name = named.name_of(puzzle.vertices, puzzle.edges)
        options = [name or ";".join([f"graph={puzzle.vertices}", *(f"{a}-{b}" for a, b in puzzle.edges)])]
    if puzzle.dead:
        options.append(f"dead={'.'.join(map(str, sorted(puzzle.dead)))}")
    if puzzle.letters or puzzle.goal not in (plain_goal(puzzle.vertices, puzzle.dead), blank_first(puzzle)):
        options.append(f"goal={puzzle.format(puzzle.goal)}")
    elif puzzle.goal == blank_first(puzzle) != plain_goal(puzzle.vertices, puzzle.dead):
        options.append("goal=blank-first")
    return ",".join(options)
