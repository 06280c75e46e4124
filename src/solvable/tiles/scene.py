"""The scene of a tiles puzzle: tiles on their board, holes, pictures with identical tiles, or a graph with its tiles.

The next move is an arrow from the touched tile to the blank; a solution is that arrow and the list of tiles.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from solvable.core import layout
from solvable.core.budget import checked
from solvable.core.memory import check_memory
from solvable.core.scene import UNMARKED, Cell, Extent, Mark, Marks, Scene, seen_of
from solvable.core.solution import Move, State


class Board(Protocol):
    """What a picture needs of a puzzle of tiles; a width of 0 means that there are no rows."""

    def name(self, label: int) -> str:
        """Return the text on a tile."""

    @property
    def width(self) -> int:
        """The number of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""

    @property
    def goal(self) -> State:
        """The state to reach."""

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a move."""


BYTES_PER_CELL = 300  # bytes of memory for a cell in a scene
CAPTION_MOVES_MAX = 400  # moves in a caption


def scene(
    puzzle: Board,
    state: Sequence[int],
    marks: Marks = UNMARKED,
    *,
    edges: Sequence[tuple[int, int]] = (),
    extent: Extent | None = None,
) -> Scene:
    """Return the scene of `state`, of the whole board or only an extent of (columns, rows); `edges` are those of a
    graph.
    """
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
    """Return the terminal columns of the widest text on a tile."""
    plain = len(puzzle.name(max(puzzle.goal)))
    if not (symbols := getattr(puzzle, "symbols", ())):
        return plain
    from wcwidth import wcswidth

    return max(plain, *(wcswidth(symbol) for symbol in symbols))


def _caption(puzzle: Board, state: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """Return the tile touched by each of `moves`, or its vertex if tiles of a graph are identical."""
    if moves and not puzzle.width and len(set(state)) < len(state):
        return tuple(map(str, moves))
    names = []
    for move in moves:
        names.append(puzzle.name(state[move]))
        state = puzzle.apply(state, move)
    return tuple(names)


def _graph(vertices: int, edges: Sequence[tuple[int, int]]) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Return the centres of the vertices, and the size of the picture."""
    beside: list[set[int]] = [set() for _ in range(vertices)]
    for a, b in edges:
        beside[a].add(b)
        beside[b].add(a)
    return layout.spread(beside, 1.3)
