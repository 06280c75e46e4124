"""States of tiles on a graph: checking them, and reading the cells of a game ID.

A state has the tiles of the goal, one blank, and `HOLE` on the dead cells.
"""

from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from solvable.core.errors import NotationError, PuzzleError, whole_number
from solvable.core.message import msg
from solvable.core.solution import State
from solvable.tiles import text

HOLE = text.HOLE
VERTICES_MAX = 10_000  # vertices
TILES_SHOWN_MAX = 40  # tiles of a goal listed in an error


def check_size(cells: int) -> None:
    """Raise PuzzleError if a graph has too many cells."""
    if cells > VERTICES_MAX:
        raise PuzzleError(
            msg(
                "tiles on graphs and identical tiles are limited to {most} cells, not {cells}",
                most=VERTICES_MAX,
                cells=cells,
            )
        )


def links_of(edges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the edges in order, each once and from its smaller vertex; raise PuzzleError if they are not edges."""
    try:
        pairs = [(first, second) for first, second in edges]
    except (TypeError, ValueError):
        raise PuzzleError("edges are pairs of vertices, like (0, 1)") from None
    numbers = [sorted(whole_number(vertex, "a vertex") for vertex in pair) for pair in pairs]
    return tuple(sorted({(first, second) for first, second in numbers}))


def check_graph(vertices: int, links: Iterable[tuple[int, int]], holes: AbstractSet[int]) -> None:
    """Raise PuzzleError unless the links join different vertices 0 .. vertices−1, none of them a hole."""
    for a, b in links:
        if not 0 <= a < b < vertices or a in holes or b in holes:
            raise PuzzleError(
                msg("{a}-{b} does not join two different vertices of 0 .. {last}", a=a, b=b, last=vertices - 1)
            )
    for hole in holes:
        if not 0 <= hole < vertices:
            raise PuzzleError(msg("there is no cell {cell}: the cells are 0 to {last}", cell=hole, last=vertices - 1))
    check_size(vertices)


def plain_goal(vertices: int, dead: frozenset[int] = frozenset()) -> State:
    """Return 1, 2, … in the order of the vertices and the blank last, −1 on holes."""
    live = [vertex for vertex in range(vertices) if vertex not in dead]
    goal = [HOLE] * vertices
    for tile, vertex in enumerate(live[:-1], start=1):
        goal[vertex] = tile
    if live:
        goal[live[-1]] = 0
    return tuple(goal)


def check(state: State, goal: State, dead: AbstractSet[int]) -> None:
    """Raise PuzzleError unless `state` has the goal's tiles and one blank."""
    if len(state) != len(goal):
        raise PuzzleError(msg("the graph has {vertices} vertices, not {count}", vertices=len(goal), count=len(state)))
    if state.count(0) != 1:
        raise PuzzleError(msg("there must be one blank, not {count}", count=state.count(0)))
    if sorted(state) != sorted(goal):
        odd = sorted(((Counter(state) - Counter(goal)) + (Counter(goal) - Counter(state))).elements())
        raise PuzzleError(
            msg("the state and the goal do not have the same tiles: {tile} differs in number", tile=odd[0])
        )
    for hole in dead:
        if state[hole] != HOLE:
            raise PuzzleError(msg("cell {cell} is a hole", cell=hole))


def parse(cells: str, size: tuple[int, int], goal: State, dead: AbstractSet[int], letters: bool) -> State:
    """Return the state in `cells` on columns × rows; raise NotationError with the position."""
    result = text.parse_labels(cells, *size)
    remaining = Counter(goal)
    for vertex, (label, where) in enumerate(zip(result.state, result.places, strict=True)):
        if result.letters != letters and label > 0:
            kind = "letters A to Z" if letters else "numbers"
            raise NotationError.at(cells, where, msg("{word} is not a tile", word=repr(cells[where])), kind)
        if (label == HOLE) != (vertex in dead):
            is_dead = vertex in dead
            message = (
                msg("cell {cell} is a hole", cell=vertex) if is_dead else msg("cell {cell} is not dead", cell=vertex)
            )
            raise NotationError.at(cells, where, message, "- on dead cells and nowhere else")
        if not remaining[label]:
            raise NotationError.at(cells, where, *_surplus(text.label_name(label, letters), label, goal, letters))
        remaining[label] -= 1
    return result.state


def _surplus(name: str, label: int, goal: State, letters: bool) -> tuple[str, str]:
    """Return the error about a tile that the goal does not have, or not so often, and what was expected."""
    names = [text.label_name(each, letters) for each in sorted(goal) if each > 0]
    tiles = " ".join(names[:TILES_SHOWN_MAX]) + " …" * (len(names) > TILES_SHOWN_MAX)
    expected = msg("the tiles of the goal, {tiles}", tiles=tiles)
    if label in goal:
        return msg("{tile} appears more often than in the goal", tile=name), expected
    return msg("the goal has no tile {tile}", tile=name), expected
