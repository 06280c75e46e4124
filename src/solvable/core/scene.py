"""A scene: the picture of a state as plain values that views draw without knowing the puzzle.

Families create scenes; `render.text`, `render.svg` and the page draw them, so a new family needs no drawing code and a
new view works for every family. A cell has a position, in cell sides from the top left, a label, a brightness and a
mark. A scene holds no sentences, only the keys of its legend. `Marks` is what a caller shows on the position: presses,
the weights of an invariant, the next move, a complete solution.
"""

from collections.abc import Sequence
from math import cos, sin, tau
from typing import Literal, Protocol, runtime_checkable

from solvable.core.frozen import frozen
from solvable.core.solution import Move, Obstruction, Solution, State

Shape = Literal["disc", "hexagon", "up", "down", "tile", "vertex"]
Role = Literal["", "dead", "blank", "free"]
Kind = Literal["press", "weight", "arrow", "wrong", "point"]
Extent = tuple[int, int]
"""The columns and rows of a large board that are drawn, from the top left."""


@frozen
class Marks:
    """What is shown on top of a position; each part may be empty. `wrong` are cells marked by mistake.

    `pressed` is a multiset of presses (None: show none); `weights` are those of an obstruction, one a cell; `next` is
    the move to make now; `solution` is a list of moves, in order.
    """

    pressed: tuple[Move, ...] | None = None
    weights: tuple[int, ...] = ()
    next: Move | None = None
    solution: Sequence[Move] = ()
    wrong: frozenset[Move] = frozenset()

    @classmethod
    def of(cls, solution: Solution | None = None, obstruction: Obstruction | None = None) -> "Marks":
        """Return the marks that show a solution, or the proof that there is none."""
        return cls(
            solution=solution.moves if solution else (), weights=tuple(obstruction.weights) if obstruction else ()
        )


UNMARKED = Marks()


@frozen
class Mark:
    """A mark in a cell: the number of presses, a weight, or the cell that its tile moves `toward`.

    `label` is the mark's index in a solution that visits each cell at most once.
    """

    kind: Kind
    number: int = 1
    toward: int = -1
    label: str = ""


@frozen
class Cell:
    """A cell: its index in the state, its centre, and its contents.

    `level` is 0 if dark and 1 if fully lit; `is_home` means that the cell agrees with the goal; `wanted` is the goal's
    content, for views that show both.
    """

    index: int
    x: float
    y: float
    shape: Shape
    label: str = ""
    level: float = 0.0
    role: Role = ""
    is_home: bool = False
    wanted: str = ""
    marks: tuple[Mark, ...] = ()


@frozen
class Scene:
    """The cells (of an extent: the first rows and columns), the links between them, and the keys of the legend.

    `width` and `height` are those of the whole grid, 0 if the cells are the vertices of a graph; `size` is that of the
    picture in cell sides; `levels` the number of states of a lamp; `widest` the characters of the longest label in any
    state; `most` the largest number marked, also outside the extent, 0 if there is none; `caption` lists the moves of a
    solution that no mark shows.
    """

    width: int
    height: int
    size: tuple[float, float]
    cells: tuple[Cell, ...]
    levels: int = 2
    widest: int = 1
    most: int = 0
    links: tuple[tuple[int, int], ...] = ()
    legend: tuple[str, ...] = ()
    caption: tuple[str, ...] = ()


class Goal(Protocol):
    """A puzzle, for which only the goal matters here."""

    @property
    def goal(self) -> State:
        """The state that is drawn if none is given."""


@runtime_checkable
class Seen(Goal, Protocol):
    """A puzzle that makes scenes."""

    def scene(self, state: Sequence[int], marks: Marks = ..., *, extent: Extent | None = None) -> Scene:
        """Return the scene of `state` with these marks."""


def scene_of(puzzle: Goal, state: Sequence[int], marks: Marks = UNMARKED, *, extent: Extent | None = None) -> Scene:
    """Return the scene of `state`: the puzzle's own, or if it makes none, the contents of the cells in a ring."""
    if isinstance(puzzle, Seen):
        return puzzle.scene(state, marks, extent=extent)
    radius = max(1.0, len(state) / 4)
    cells = []
    for index, (value, wanted) in enumerate(zip(state, puzzle.goal, strict=True)):
        angle = tau * index / len(state)
        x, y = radius * (1 + sin(angle)) + 1, radius * (1 - cos(angle)) + 1
        marked = (Mark("arrow"),) if marks.next == index else ()
        cell = Cell(index, x, y, "vertex", str(value), is_home=value == wanted, wanted=str(wanted), marks=marked)
        cells.append(cell)
    side = 2 * radius + 2
    legend = ("drawing.place", "drawing.piece", "graph.goal")
    return Scene(0, 0, (side, side), tuple(cells), legend=legend)


def seen_of(width: int, height: int, extent: Extent | None) -> tuple[int, int, Sequence[int]]:
    """Return the columns and rows of a board that are drawn, and the indices of their cells, row by row."""
    columns, rows = (width, height) if extent is None else (min(width, extent[0]), min(height, extent[1]))
    if columns == width:
        return columns, rows, range(rows * width)
    return columns, rows, [row * width + column for row in range(rows) for column in range(columns)]
