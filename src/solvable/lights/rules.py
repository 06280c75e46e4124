"""Neighbourhoods and surfaces as data: what one press of a cell adds, on any of the named boards.

A rule is a set of offsets (row, column); the surface defines where a step beyond the edge of the h × w grid continues:

    plane       nowhere
    cylinder    columns wrap
    torus       columns and rows wrap
    mobius      columns wrap, and then row r becomes h-1-r
    klein       rows wrap; columns wrap as on the Möbius strip
    projective  columns wrap with r -> h-1-r, rows wrap with c -> w-1-c

A lamp that a press hits twice is advanced twice (so it is not changed if k = 2). `cross` is the whole row and column,
the pressed cell once; `hex` is a rhombus of hexagons; in `triangle` the cells with even row + column point up.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any

from solvable.core.budget import checked
from solvable.core.errors import PuzzleError, whole_number
from solvable.core.message import msg

K_MAX = 2**31 - 1

Toggle = tuple[tuple[int, int], ...]  # what a press adds: (cell, amount), ascending
Toggles = tuple[Toggle, ...]
Offset = tuple[int, int]
Glue = Callable[[int, int, int, int], Offset | None]

_ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_SELF = ((0, 0),)

OFFSETS: dict[str, tuple[Offset, ...]] = {
    "plus": _SELF + _ORTHOGONAL,
    "plus0": _ORTHOGONAL,
    "diagonal": _SELF + _DIAGONAL,
    "king": _SELF + _ORTHOGONAL + _DIAGONAL,
    "king0": _ORTHOGONAL + _DIAGONAL,
    "knight": _SELF + _KNIGHT,
    "knight0": _KNIGHT,
    "hex": (*_SELF, *_ORTHOGONAL, (1, -1), (-1, 1)),
}
RULES = (*OFFSETS, "cross", "triangle")


def _plane(row: int, column: int, height: int, width: int) -> Offset | None:
    return (row, column) if 0 <= row < height and 0 <= column < width else None


def _cylinder(row: int, column: int, height: int, width: int) -> Offset | None:
    return (row, column % width) if 0 <= row < height else None


def _torus(row: int, column: int, height: int, width: int) -> Offset | None:
    return row % height, column % width


def _mobius(row: int, column: int, height: int, width: int) -> Offset | None:
    return _klein(row, column, height, width) if 0 <= row < height else None


def _klein(row: int, column: int, height: int, width: int) -> Offset | None:
    turns, column = divmod(column, width)
    row %= height
    return (height - 1 - row if turns % 2 else row), column


def _projective(row: int, column: int, height: int, width: int) -> Offset | None:
    across, column = divmod(column, width)
    down, row = divmod(row, height)
    return (height - 1 - row if across % 2 else row), (width - 1 - column if down % 2 else column)


SURFACES: dict[str, Glue] = {
    "plane": _plane,
    "cylinder": _cylinder,
    "torus": _torus,
    "mobius": _mobius,
    "klein": _klein,
    "projective": _projective,
}
WRAPS = {"plane": (False, False), "cylinder": (True, False), "torus": (True, True)}
"""Whether columns and rows are cyclic, on the surfaces without reversal."""


def check_names(rule: str, surface: str, width: int, height: int) -> None:
    """Raise PuzzleError if the rule or surface does not exist, or the rule does not fit on the surface."""
    if rule not in RULES:
        raise PuzzleError(msg("unknown rule {rule}; the rules are {rules}", rule=repr(rule), rules=", ".join(RULES)))
    if surface not in SURFACES:
        raise PuzzleError(
            msg(
                "unknown surface {surface}; the surfaces are {surfaces}",
                surface=repr(surface),
                surfaces=", ".join(SURFACES),
            )
        )
    if rule == "cross" and surface not in ("plane", "cylinder", "torus"):
        raise PuzzleError(
            msg("rows and columns as lines are not defined on the surface {surface}", surface=repr(surface))
        )
    if rule == "triangle" and surface != "plane":
        if surface not in ("cylinder", "torus"):
            raise PuzzleError(msg("triangles do not fit on the surface {surface}", surface=repr(surface)))
        if width % 2 or (surface == "torus" and height % 2):
            raise PuzzleError(
                msg("triangles close up on the {surface} only where the sides that wrap are even", surface=surface)
            )


def toggle(rule: str, surface: str, width: int, height: int, cell: int) -> dict[int, int]:
    """Return what pressing `cell` adds: an amount for each cell it reaches, before reduction mod k."""
    row, column = divmod(cell, width)
    if rule == "cross":
        cells = {row * width + c for c in range(width)} | {r * width + column for r in range(height)}
        return dict.fromkeys(cells, 1)
    if rule == "triangle":
        offsets: Iterable[Offset] = ((0, -1), (0, 0), (0, 1), (1 if (row + column) % 2 == 0 else -1, 0))
    else:
        offsets = OFFSETS[rule]
    glue, amounts = SURFACES[surface], dict[int, int]()
    for down, right in offsets:
        place = glue(row + down, column + right, height, width)
        if place is not None:
            reached = place[0] * width + place[1]
            amounts[reached] = amounts.get(reached, 0) + 1
    return amounts


def settle(amounts: Iterable[tuple[int, int]], k: int) -> Toggle:
    """Return `amounts` with equal cells added up, reduced mod k, without zeros, ascending by cell."""
    total: dict[int, int] = {}
    for cell, amount in amounts:
        total[cell] = (total.get(cell, 0) + amount) % k
    return tuple(sorted((cell, amount) for cell, amount in total.items() if amount))


def graph_toggles(
    vertices: int, edges: Iterable[tuple[int, int]], *, directed: bool = False, loops: bool = True
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the toggles of a graph: pressing a vertex advances its neighbours (for an edge a -> b, pressing a
    advances b), and with `loops` itself. An edge given twice counts once."""
    reached: list[set[int]] = [{vertex} if loops else set() for vertex in range(vertices)]
    for a, b in edges:
        if not (isinstance(a, int) and isinstance(b, int) and 0 <= a < vertices and 0 <= b < vertices):
            raise PuzzleError(
                msg(
                    "the edge {a}-{b} leads to a vertex that does not exist; there are {vertices}, from 0",
                    a=a,
                    b=b,
                    vertices=vertices,
                )
            )
        reached[a].add(b)
        if not directed:
            reached[b].add(a)
    return tuple(tuple((cell, 1) for cell in sorted(cells)) for cells in reached)


def box_toggles(width: int, height: int, depth: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the toggles of a solid box, self and up to six neighbours; cell (z, y, x) is (z·height + y)·width + x."""
    for value, what in ((width, "the width"), (height, "the height"), (depth, "the depth")):
        whole_number(value, what, 1)
    layer = width * height
    entries = [(cell, 1) for cell in checked(range(layer * depth))]
    toggles = []
    for cell in checked(range(layer * depth)):
        row, column = divmod(cell, width)
        beside = (
            (cell - layer, cell >= layer),
            (cell - width, row % height > 0),
            (cell - 1, column > 0),
            (cell, True),
            (cell + 1, column + 1 < width),
            (cell + width, row % height + 1 < height),
            (cell + layer, cell + layer < layer * depth),
        )
        toggles.append(tuple([entries[other] for other, is_there in beside if is_there]))
    return tuple(toggles)


def check_cells(listed: Iterable[int], cells: int) -> None:
    """Raise PuzzleError unless the listed cells exist."""
    for cell in listed:
        if not 0 <= cell < cells:
            raise PuzzleError(msg("there is no cell {cell}: the cells are 0 to {last}", cell=cell, last=cells - 1))


def check_lost(lost: Sequence[int], cells: int, presses: int) -> None:
    """Raise PuzzleError unless the cells that are dead or cannot be pressed exist and have a press each."""
    check_cells(lost, cells)
    if lost and presses != cells:
        raise PuzzleError("dead cells and cells that cannot be pressed need one press for each cell")


def cells_of(cells: Iterable[int]) -> frozenset[int]:
    """Return the set of these cells; raise PuzzleError if they are not whole numbers."""
    try:
        return frozenset(map(index, cells))
    except TypeError:
        raise PuzzleError("dead, fixed and free cells are whole numbers") from None


def settled(toggles: Iterable[Iterable[tuple[int, int]]], cells: int, k: int) -> Toggles:
    """Return explicit toggles in canonical form: ascending, reduced mod k, without zeros."""
    try:
        results = tuple(_settled(toggle, k) for toggle in checked(toggles))
    except (TypeError, ValueError):
        raise PuzzleError("a press is a list of pairs (cell, amount) of whole numbers") from None
    for press, toggle in checked(enumerate(results)):
        if toggle and not (toggle[0][0] >= 0 and toggle[-1][0] < cells):
            raise PuzzleError(
                msg(
                    "press {press} reaches a cell that does not exist: the cells are 0 to {last}",
                    press=press,
                    last=cells - 1,
                )
            )
    return results


def matrix_size(matrix: Sequence[Sequence[int]], width: int | None, height: int | None) -> tuple[int, int]:
    """Return the size of the board of a press matrix, by default one row; raise PuzzleError if the size does not
    fit.
    """
    cells = len(matrix[0]) if matrix else 0
    if not cells or any(len(row) != cells for row in matrix):
        raise PuzzleError("a press matrix needs rows of one length, one number for each cell")
    width = width if width is not None else cells // (height or 1)
    height = height if height is not None else cells // (width or 1)
    if width * height != cells:
        raise PuzzleError(
            msg(
                "a press matrix for {cells} cells does not fit a board of {width}x{height}",
                cells=cells,
                width=width,
                height=height,
            )
        )
    return width, height


def most_reached(rule: str | Toggles, width: int, height: int) -> int:
    """Return an upper bound on the number of cells that a press reaches."""
    if not isinstance(rule, str):
        return max(map(len, rule), default=1)
    if rule == "cross":
        return width + height - 1
    return 4 if rule == "triangle" else len(OFFSETS[rule])


def size(width: int, height: int, k: int) -> tuple[int, int, int]:
    """Return these as ints; raise PuzzleError unless there are cells, and lamps of two states or more."""
    result = whole_number(width, "the width", 1), whole_number(height, "the height", 1)
    k = whole_number(k, "the number of states k", 2)
    if k > K_MAX:
        raise PuzzleError(msg("the number of states k must be at most {most}, not {k}", most=K_MAX, k=k))
    return *result, k


def _settled(toggle: Any, k: int) -> Toggle:
    """Return one explicit toggle in canonical form; the same object if it already is."""
    if type(toggle) is tuple and _is_settled(toggle, k):
        return toggle
    return settle(((index(cell), index(amount)) for cell, amount in toggle), k)


def _is_settled(toggle: Toggle, k: int) -> bool:
    last = -1
    for entry in toggle:
        if type(entry) is not tuple or len(entry) != 2:
            return False
        cell, amount = entry
        if type(cell) is not int or type(amount) is not int or not (last < cell and 0 < amount < k):
            return False
        last = cell
    return True
