"""The scene of a lights puzzle: lamps on their grid, a rhombus of hexagons, a strip of triangles, a net, or a graph.

A graph is a row of lamps with a wiring, placed by `layout`. If an extent is given, a net or a graph becomes a plain
grid, row by row, as in text; hexagons and triangles do not change. Presses and weights are marked in the cells if each
cell has a button; if the buttons are others (rows and columns, say), a solution is a list of them, numbered from 1.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from solvable.core import layout
from solvable.core.budget import checked
from solvable.core.memory import check_memory
from solvable.core.scene import UNMARKED, Cell, Extent, Mark, Marks, Scene, Shape, seen_of
from solvable.lights.wiring import Wiring

Place = tuple[float, float]
BYTES = 300  # bytes of memory for a cell in a scene
LISTED = 400  # presses in a caption
TILINGS = ("hex", "triangle")  # rules whose cells are not squares

_NETS = {"cube": ((3, 0), (0, 3), (3, 3), (6, 3), (9, 3), (3, 6))}
"""Positions of the 3 × 3 faces of a named puzzle, which in its state are stacked one below another."""


def scene(puzzle: Wiring, state: Sequence[int], marks: Marks = UNMARKED, *, extent: Extent | None = None) -> Scene:
    """Return the scene of `state`, of the whole board or only an extent of (columns, rows)."""
    columns, rows, shown = seen_of(puzzle.width, puzzle.height, extent)
    check_memory(BYTES * len(shown), len(shown))
    on_cells = puzzle.presses == puzzle.cells
    links: list[tuple[int, int]] = []
    places: Iterable[Place]
    if extent is not None and puzzle.rule not in TILINGS:
        places, size = _grid(puzzle.width, shown), (float(columns), float(rows))
    elif is_graph(puzzle):
        places, links, size = _graph(puzzle)
    else:
        places, size = _board(puzzle, shown, columns, rows)
    pressed = Counter(marks.pressed or marks.solution)
    at = _marks(puzzle, marks, pressed) if on_cells else _weights(marks)
    goal, top = puzzle.goal, puzzle.k - 1
    cells = [
        Cell(
            index,
            *place,
            shape=_shape(puzzle, index),
            label="?" if index in puzzle.free else str(state[index]) if puzzle.k > 2 and state[index] else "",
            level=state[index] / top,
            role="dead" if index in puzzle.dead else "free" if index in puzzle.free else "",
            is_home=state[index] == goal[index],
            marks=at.get(index, ()),
        )
        for index, place in checked(zip(shown, places, strict=True), 64)
    ]
    caption = () if on_cells else tuple(f"{press + 1}" for press in sorted(pressed)[:LISTED])
    return Scene(
        puzzle.width,
        puzzle.height,
        size,
        tuple(cells),
        levels=puzzle.k,
        widest=len(str(top)),
        most=max((mark.number for result in at.values() for mark in result), default=0),
        links=tuple(links),
        legend=_legend(puzzle, marks) if on_cells else (),
        caption=caption,
    )


def is_graph(puzzle: Wiring) -> bool:
    """Return whether the lamps are vertices of a graph that is small enough to be drawn as one."""
    is_wired = not isinstance(puzzle.rule, str) or puzzle.surface == "cylinder"
    return (
        puzzle.height == 1 and is_wired and puzzle.presses == puzzle.cells and 2 < puzzle.cells <= layout.VERTICES_MAX
    )


def _marks(puzzle: Wiring, marks: Marks, pressed: Counter[int]) -> dict[int, tuple[Mark, ...]]:
    """Return the marks of each cell that has any."""
    numbered = {press: str(number) for number, press in enumerate(dict.fromkeys(marks.solution), start=1)}
    if marks.next is not None:
        pressed = pressed | Counter([marks.next])
    result = _weights(marks)
    for press, times in pressed.items():
        kind = Mark("press", times, label=numbered.get(press, "") if puzzle.k == 2 else "")
        result[press] = (*result.get(press, ()), kind)
    for press in marks.wrong:
        result[press] = (*result.get(press, ()), Mark("wrong"))
    return result


def _weights(marks: Marks) -> dict[int, tuple[Mark, ...]]:
    return {cell: (Mark("weight", weight),) for cell, weight in enumerate(marks.weights) if weight}


def _legend(puzzle: Wiring, marks: Marks) -> tuple[str, ...]:
    """Return the keys of the legend of the marks; weights of two states are explained by the proof itself."""
    if marks.weights:
        return ("legend.weights",) if puzzle.k > 2 else ()
    if marks.pressed is None and not marks.solution and marks.next is None:
        return ()
    return ("legend.press" if puzzle.k == 2 else "legend.times",)


def _shape(puzzle: Wiring, cell: int) -> Shape:
    if puzzle.rule == "hex":
        return "hexagon"
    if puzzle.rule == "triangle":
        row, column = divmod(cell, puzzle.width)
        return "down" if (row + column) % 2 else "up"
    return "disc"


def _grid(width: int, shown: Sequence[int]) -> Iterator[Place]:
    return ((cell % width + 0.5, cell // width + 0.5) for cell in shown)


def _board(puzzle: Wiring, shown: Sequence[int], columns: int, rows: int) -> tuple[Iterable[Place], Place]:
    """Return the centres of the cells shown, in `columns` columns and `rows` rows, and the size of the picture."""
    w = puzzle.width
    if puzzle.name in _NETS:
        corners = [_NETS[puzzle.name][cell // 9] for cell in shown]
        position = [(x + cell % 3 + 0.5, y + cell // 3 % 3 + 0.5) for cell, (x, y) in zip(shown, corners, strict=True)]
        return position, (max(x for x, _ in position) + 0.5, max(y for _, y in position) + 0.5)
    # Each row is half a hexagon further right: the neighbours of (r, c) include (r + 1, c − 1)
    if puzzle.rule == "hex":
        position = [(cell % w + cell // w / 2 + 0.5, (cell // w + 2 / 3) * sqrt(3) / 2) for cell in shown]
        return position, (columns + (rows - 1) / 2, (rows + 1 / 3) * sqrt(3) / 2)
    if puzzle.rule == "triangle":
        side, high = 1.6, 1.6 * sqrt(3) / 2
        pairs = [divmod(cell, w) for cell in shown]
        # The centre of a triangle, from its top
        lower = [(1 if (row + column) % 2 else 2) / 3 for row, column in pairs]
        position = [
            ((column + 1) * side / 2, (row + down) * high) for (row, column), down in zip(pairs, lower, strict=True)
        ]
        return position, ((columns + 1) * side / 2, rows * high)
    return _grid(w, shown), (float(columns), float(rows))


def _graph(puzzle: Wiring) -> tuple[list[Place], list[tuple[int, int]], Place]:
    """Return the centres of the lamps, the lines between them, and the size of the picture."""
    beside: list[set[int]] = [set() for _ in range(puzzle.cells)]
    for press, toggle in enumerate(puzzle.toggles):
        for cell, _ in toggle:
            if cell != press:
                beside[press].add(cell)
                beside[cell].add(press)
    places, size = layout.spread(beside, 1.1)
    return places, [(a, b) for a, others in enumerate(beside) for b in sorted(others) if a < b], size
