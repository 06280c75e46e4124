"""How many boards a picture shows: lattices beside each other, or panels that stand in one lattice with gaps between.

Panels whose distance is a whole number of steps leave empty rows or columns in the lattice; if it is another one,
the cells' steps jump there.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import isnan

from solvable.photo.grid_detection import Lattice, usual_step

BOARD_CELLS_MIN = 6
FEW_CELLS_MIN, FEW_MAX = 4, 4  # cells of a part of a board, and how many such parts are looked at
HALF_FILLED_MIN, HALF_MAX = 0.4, 8  # of the cells, as of lamps only the lit or the dark ones, and how many such boards
BOARD_FILLED_MIN = 0.75
BOARD_ERROR_MAX = 0.06  # of a step
BOARD_DENSITY_MIN = 0.3  # share of the board's area that its cells cover
BOARD_AREA_MIN = 0.02  # of the area of the board that is read: smaller lattices are keys or letters
STEP_ALIKE, LINE_NEAR = 0.03, 0.1  # of a step: cells on the lines of another lattice
PANEL_JUMP_MIN = 0.065  # of a step: so much longer than the usual one, which pixels make up to 0.05 longer
PANEL_FILLED_MIN = 0.75  # of the cells in lines that are not empty


def boards_among(lattices: Iterable[Lattice], main: Lattice) -> int:
    """Return how many boards there are beside each other, of those that may be boards, most cells first.

    Six phones are a lattice too, and so are panels together: neither has as many cells as a board of them.
    """
    boards: list[Lattice] = []
    minimum = BOARD_AREA_MIN * main.extent()
    panels = [part for part in parts(main) if part is not main]  # where its steps are measured best
    whole = [
        part for each in (*panels, *lattices) for part in parts(each) if _is_board(part) and part.extent() >= minimum
    ]
    for lattice in sorted(whole, key=lambda each: (each not in panels, each.filled < 1, -len(each.found), -each.score)):
        if not any(_overlap(lattice, each) or _continues(lattice, each) for each in boards):
            boards.append(lattice)
    cell = main.extent() / (main.width * main.height)
    holds_boards = any(part.extent() < cell for part in whole)  # its cells are phones
    return max(2 if holds_boards else 1, len(boards))


def few_beside(lattices: Iterable[Lattice], main: Lattice) -> list[Lattice]:
    """Return the lattices of two rows or more beside the board, with too few cells for a board of their own.

    They may be the middle of one of tiles whose outer ones are as light as the page.
    """
    minimum = BOARD_AREA_MIN * main.extent()
    results: list[Lattice] = []
    for lattice in sorted(lattices, key=lambda each: -each.score):
        if (
            len(results) < FEW_MAX
            and len(lattice.found) >= FEW_CELLS_MIN
            and _is_even(lattice)
            and lattice.extent() >= minimum
            and not any(_overlap(lattice, each) or _continues(lattice, each) for each in (main, *results))
        ):
            results.append(lattice)
    return results


def half_beside(lattices: Iterable[Lattice], main: Lattice) -> list[Lattice]:
    """Return the lattices beside the board that are too empty for one: other thresholds may show their other cells."""
    minimum = BOARD_AREA_MIN * main.extent()
    results: dict[tuple[int, int, int], Lattice] = {}  # by their size, each the fullest first
    for lattice in sorted(lattices, key=lambda each: -len(each.found)):
        if (
            len(results) < HALF_MAX
            and len(lattice.found) >= BOARD_CELLS_MIN
            and HALF_FILLED_MIN <= lattice.filled < BOARD_FILLED_MIN
            and lattice.extent() >= minimum
            and (size := (lattice.width, lattice.height, len(lattice.found))) not in results
            and not _overlap(lattice, main)
        ):
            results[size] = lattice
    return [*results.values()]


def parts(lattice: Lattice) -> list[Lattice]:
    """Return the boards into which the lattice falls, or itself."""
    lines = [{place[axis] for place in lattice.found} for axis in (0, 1)]
    has_holes = len(lattice.found) >= PANEL_FILLED_MIN * len(lines[0]) * len(lines[1])
    spans: list[list[tuple[int, int]]] = []
    for axis, size in ((0, lattice.width), (1, lattice.height)):
        ends, start = [], 0
        for line in range(size + 1):
            is_empty = line == size or (has_holes and line not in lines[axis])
            if is_empty or (line > start and _jumps(lattice.shifts[axis], line)):
                if line > start:
                    ends.append((start, line))
                start = line + is_empty
        spans.append(ends)
    if len(spans[0]) == len(spans[1]) == 1:
        return [lattice]
    return [_part(lattice, columns, rows) for columns in spans[0] for rows in spans[1]]


def _part(lattice: Lattice, columns: tuple[int, int], rows: tuple[int, int]) -> Lattice:
    """Return the lattice of some columns and rows alone, each from a first one to before a last one."""
    (left, right), (top, bottom) = columns, rows
    result = frozenset((x - left, y - top) for x, y in lattice.found if left <= x < right and top <= y < bottom)
    area = lattice.area * len(result) / max(1, len(lattice.found))
    where = lattice.where.moved(left, top)
    return replace(
        lattice,
        width=right - left,
        height=bottom - top,
        where=where,
        found=result,
        alike=result,
        area=area,
        shifts=((), ()),
    )


def _jumps(shifts: tuple[float, ...], line: int) -> bool:
    """Whether the step to a line is longer than the usual one: the jumps themselves make the lattice's steps longer."""
    if line >= len(shifts) or line < 1:
        return False
    step = shifts[line] - shifts[line - 1]
    return not isnan(step) and step - usual_step(shifts) > PANEL_JUMP_MIN


def _is_board(lattice: Lattice) -> bool:
    return len(lattice.found) >= BOARD_CELLS_MIN and _is_even(lattice)


def _is_even(lattice: Lattice) -> bool:
    return (
        min(lattice.width, lattice.height) >= 2
        and lattice.filled >= BOARD_FILLED_MIN
        and lattice.error <= BOARD_ERROR_MAX
        and lattice.side[0] * lattice.side[1] >= BOARD_DENSITY_MIN
    )


def _continues(lattice: Lattice, board: Lattice) -> bool:
    """Whether a lattice is another part of a board, between which a dialog lies: on its lines, and of another size.

    Panels that happen to stand a whole number of steps apart are of one size.
    """
    if (lattice.width, lattice.height) == (board.width, board.height):
        return False
    steps = zip(lattice.step(0, 0), board.step(0, 0), strict=True)
    corners = [board.where.back(*lattice.where(x, y)) for x, y in ((0, 0), (lattice.width - 1, lattice.height - 1))]
    return all(abs(one - other) < STEP_ALIKE * other for one, other in steps) and all(
        abs(place - round(place)) < LINE_NEAR for corner in corners for place in corner
    )


def _overlap(one: Lattice, other: Lattice) -> bool:
    """Whether a cell of one is within the other."""
    return any(
        second.has(first.where(column, row), margin=0.7)
        for first, second in ((one, other), (other, one))
        for column in range(first.width)
        for row in range(first.height)
    )
