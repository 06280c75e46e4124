"""What is seen of a tiles puzzle: tiles on their board, holes, pictures with tiles alike, or a graph with its tiles.

The next move is an arrow from the touched tile to the blank; a solution is that and the list of the tiles.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from solvable.core import layout
from solvable.core.budget import checked
from solvable.core.memory import check_memory
from solvable.core.scene import UNMARKED, Cell, Extent, Mark, Marks, Scene, seen_of
from solvable.core.solution import Move, State


class Board(Protocol):
    """What a picture shows of a puzzle of tiles; a width of 0 says that there are no rows."""

    def name(self, label: int) -> str:
        """Return what is shown on a tile."""

    @property
    def width(self) -> int:
        """The columns."""

    @property
    def height(self) -> int:
        """The rows."""

    @property
    def goal(self) -> State:
        """The state to reach."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a move."""


BYTES_PER_CELL = 300  # of memory that a cell takes in a scene
CAPTION_MOVES_MAX = 400  # moves of a caption


def scene(
    puzzle: Board,
    state: Sequence[int],
    marks: Marks = UNMARKED,
    *,
    edges: Sequence[tuple[int, int]] = (),
    extent: Extent | None = None,
) -> Scene:
    """Return what is seen of `state`, all of it or only an extent of (columns, rows); `edges` are those of a graph."""
    width, height = puzzle.width, puzzle.height
    blank = state.index(0)
    arrow = marks.next if marks.next is not None else next(iter(marks.solution), None)
    places: Iterable[tuple[float, float]]
    if width:
        columns, rows, shown = seen_of(width, height, extent)
        check_memory(BYTES_PER_CELL * len(shown), len(shown))
        places, size = ((cell % width + 0.5, cell // width + 0.5) for cell in shown), (float(columns), float(rows))
    else:
        shown = range(len(state))
        places, size = _graph(len(state), edges)
    cells = []
    for index, (x, y) in checked(zip(shown, places, strict=True)):
        tile, wanted = state[index], puzzle.goal[index]
        result = (Mark("arrow", toward=blank),) if index == arrow else ()
        cells.append(
            Cell(
                index, x, y, "tile" if width else "vertex",
                label=puzzle.name(tile) if tile > 0 else "",
                role="" if tile > 0 else "blank" if tile == 0 else "dead",
                is_home=tile == wanted,
                wanted="" if width or not wanted else puzzle.name(wanted),
                marks=(*result, Mark("wrong")) if index in marks.wrong else result,
            )
        )  # fmt: skip
    return Scene(
        width,
        height,
        size,
        tuple(cells),
        widest=_widest(puzzle),
        most=int(arrow is not None or bool(marks.wrong)),
        links=() if width else tuple(edges),
        legend=() if width else ("graph.vertex", "graph.tile", "graph.goal"),
        caption=_caption(puzzle, tuple(state), marks.solution[:CAPTION_MOVES_MAX]),
    )


def _widest(puzzle: Board) -> int:
    """Return how many columns the widest text on a tile takes."""
    plain = len(puzzle.name(max(puzzle.goal)))
    if not (symbols := getattr(puzzle, "symbols", ())):
        return plain
    from wcwidth import wcswidth

    return max(plain, *(wcswidth(symbol) for symbol in symbols))


def _caption(puzzle: Board, state: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return the tile touched by each of `moves`, or the vertex where tiles of a graph are alike."""
    if moves and not puzzle.width and len(set(state)) < len(state):
        return tuple(map(str, moves))
    names = []
    for move in moves:
        names.append(puzzle.name(state[move]))
        state = puzzle.apply(state, move)
    return tuple(names)


def _graph(vertices: int, edges: Sequence[tuple[int, int]]) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Return the middles of the vertices, and the size of the picture."""
    beside: list[set[int]] = [set() for _ in range(vertices)]
    for a, b in edges:
        beside[a].add(b)
        beside[b].add(a)
    return layout.spread(beside, 1.3)
