"""A scene: what can be seen of a puzzle and a state, as values that every view draws and no view interprets.

A family makes scenes, `render.text`, `render.svg` and the page draw them, so a third family needs no drawing code and a
new view knows no family. A cell says where it is, in cell sides from the top left, what is written in it, how brightly
it is lit, and what is marked in it; a scene holds no sentences but the keys of its legend. `Marks` is what a caller
shows on the position: presses, an invariant's weights, the next move, a complete solution.
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
"""How many columns and rows of a large board are looked at, from the top left."""


@frozen
class Marks:
    """What is shown upon a position: each part may be empty, and those of `wrong` are cells marked by mistake.

    `pressed` are presses, each as often as it is made, in no order (None: none are to be shown); `weights` those of an
    obstruction, one a cell; `next` is the one move to make now; `solution` a list of moves, in order.
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
    """One mark in a cell: how often to press, what it weighs, or (`toward` a cell) where its tile goes.

    `label` is its place in a solution, if that has one for each cell.
    """

    kind: Kind
    number: int = 1
    toward: int = -1
    label: str = ""


@frozen
class Cell:
    """One cell: its number in the state, its middle, and what is seen there.

    `level` is 0 for dark and 1 for fully lit; `is_home` says that the goal has the same there, `wanted` what the goal
    has where a view may show both.
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

    `width` and `height` are those of the whole grid, 0 if the cells are the vertices of a graph; `size` is that of
    the picture in cell sides; `levels` how many states a lamp has; `widest` how many characters the longest label of
    any state has; `most` the largest number marked, in the extent or not, 0 if nothing is; `caption` lists a
    solution's moves that no mark shows.
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
    """A puzzle, of which only the goal is known here."""

    @property
    def goal(self) -> State:
        """The state that is shown if none is given."""


@runtime_checkable
class Seen(Goal, Protocol):
    """A puzzle that can be seen."""

    def scene(self, state: Sequence[int], marks: Marks = ..., *, extent: Extent | None = None) -> Scene:
        """Return what is to be seen of `state`, with these marks."""


def scene_of(puzzle: Goal, state: Sequence[int], marks: Marks = UNMARKED, *, extent: Extent | None = None) -> Scene:
    """Return what is to be seen of `state`: what the puzzle shows, or else what is on each place, on a ring."""
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
    """Return the columns and rows seen of a board, and the numbers of their cells, row by row."""
    columns, rows = (width, height) if extent is None else (min(width, extent[0]), min(height, extent[1]))
    if columns == width:
        return columns, rows, range(rows * width)
    return columns, rows, [row * width + column for row in range(rows) for column in range(columns)]
