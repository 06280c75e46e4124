"""The pair model: the value of a board is a sum over tiles and pairs of tiles, its features shared by all cells.

V = Manhattan distance + Σ_tiles (TU + TB) + Σ_pairs (T1(i,j) + T2(i,j) + T2(j,i) + T3(i,j)), T1 and T2 once for the
board and once for its inverse, where homes are cells and cells are homes: both take as many moves. With
u = cell − home, v = cell_i − cell_j, g = home_i − home_j and coordinates limited to ±c where the index says so:
T1[u_i/3, u_j/3, v] where |v| ≤ 5 · T2[u_i/3, g, v] where |g| ≤ 4 and |v| ≤ 5 · T3[class of home_i, cell_i, home_j,
cell_j] · TU[class of home, u/6] · TB[class of cell, u/2, (blank − cell)/5]; a coordinate's class is first, second,
middle, last but one, last. T1 and T2 are the same under the eight symmetries of the square, T1 and T3 under exchange
of i and j, T3, TU and TB under transposition. Some 217,000 parameters serve every size; `tools/fit_pairs.py` learns
them from many of the beam's own solutions at once. For search on boards to 10 × 10 they are spread out: a table of all
pairs of tiles on cells, and from it one of what each slide adds for each tile on a cell.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from solvable import kernels
from solvable.core import memory
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.tiles.suboptimal import plain
from solvable.tiles.suboptimal.tuning import TUNING

SMALL, LARGE = 7, 20  # sides of the files of parameters: learned on 7 × 7, and on 12 × 12 to 20 × 20
SMALL_SIDE = 8  # mean side to which those of SMALL serve
TABLE_BYTES = 5  # of the table of slides, times the fourth power of the cells
FREE_BYTES = 10**8  # tables for which the memory is not asked
# longest side of boards that have tables of slides, and whose parameters are taken as they are
SLIDE_TABLE_SIDE_MAX = 10
STRETCHED_POWERS = 0.8, 1.0, 0.6  # of the models of larger boards: the power of what T3 is taken less
LINES_MAX = 250  # rows or columns: the differences of homes in one number are told from those of five at most
MIDDLE, EDGES = 2, 4  # class of a coordinate that is no edge's; coordinates that are
NPY_PREFIX_BYTES = 10  # bytes before the header of a NumPy array, of which the last two are its length

COORDINATE_CLASSES = 5  # first, second, middle, last but one, last
RAW_INDICES = 1_241_245  # of features, in a row; `tools/pair_layout.py` has their digits
TERMS = {"t1": 49 * 49 * 121, "t2": 49 * 121 * 121, "t3": 625 * 625, "tu": 25 * 169, "tb": 121 * 25 * 49}
"""Sizes of the terms, by the names that the kernels' `PairTerms` has for them."""
PARAMETER_MAX = 2047  # a slide adds at most sixteen parameters a tile, or a move and four: int16 holds the sum
ENTRIES_PER_LOOKUP = 16  # entries of a table's line that are looked up together: low bytes, then high bytes


def line_bytes(names: int) -> int:
    """Return the bytes of a line of gains, 16 bits for each name, in the order of `kernels/cpp/base/byte_sums.hpp`."""
    return 2 * (-(-names // ENTRIES_PER_LOOKUP) * ENTRIES_PER_LOOKUP)


@dataclass(slots=True)
class Tables:
    """The model spread out for the names of a board: 0, the blank, and the tiles.

    `terms` is a kernel's structure; `slides` what slides add, as in `kernels/cpp/tiles/slides.hpp`, 16 bits each, steps
    of 1/1000; empty until it is filled, what slides add being summed from the terms.
    """

    width: int
    height: int
    names: int
    terms: Any
    holes: frozenset[int] = frozenset()
    slides: memoryview | bytes = b""

    @property
    def is_whole(self) -> bool:
        """Whether slides are filled."""
        return len(self.slides) > 0


@lru_cache(maxsize=1)
def numbering() -> tuple[memoryview[int], int]:
    """Return the parameter number of each raw feature index (int32), and how many parameters there are."""
    from solvable.kernels.buffers import calloc

    numbers = calloc("i", RAW_INDICES)
    return numbers, kernels.native().pairs_number(numbers)


def covers(width: int, height: int) -> bool:
    """Return whether the model solves such a board whole."""
    return max(width, height) <= min(SLIDE_TABLE_SIDE_MAX, 5 * min(width, height) // 2)


@lru_cache(maxsize=2)
def parameters(size: int) -> array[int]:
    """Return the parameters of a file, SMALL or LARGE, int16 steps of 1/1000; not to be written to."""
    from zipfile import ZipFile

    source = files("solvable.tiles.suboptimal").joinpath("data", f"pairs_{size}.npz")
    with source.open("rb") as stream, ZipFile(stream) as archive:
        result = archive.read("steps.npy")
    return array(
        "h", result[NPY_PREFIX_BYTES + int.from_bytes(result[NPY_PREFIX_BYTES - 2 : NPY_PREFIX_BYTES], "little") :]
    )


def shares(width: int, height: int, power: float) -> array[float]:
    """Return how much of T3 is taken for each class of a home, the two factors of a pair being multiplied.

    T3 adds up over all pairs of tiles, so on boards beyond 10 × 10 the goal would no longer be its
    least. Of its classes the middle one holds more homes there, so T3 is taken less for each middle coordinate of the
    two homes: times the share of a middle line in all of them, raised to `power`.
    """
    largest, side = SLIDE_TABLE_SIDE_MAX, max(SLIDE_TABLE_SIDE_MAX, (width + height) / 2)
    less = ((largest - EDGES) / (side - EDGES)) ** power
    line = [less if kind == MIDDLE else 1.0 for kind in range(COORDINATE_CLASSES)]
    return array("d", [row * column for row in line for column in line])


def unfilled(
    steps: Any, width: int, height: int, names: int = 0, power: float = 0.0, holes: frozenset[int] = frozenset()
) -> Tables:
    """Return the model of the parameters `steps` (int16) for a board, without slides.

    There are as many names as cells; one more if any cell may be the blank's home, so that one tile is missing. T3 is
    taken less as `power` says; `holes` are cells that hold a tile that is home and stays. Raises
    ValueError for boards of more than LINES_MAX rows or columns, or if parameters are too large for 16-bit sums.
    """
    from solvable.kernels.buffers import calloc, zeros

    if max(width, height) > LINES_MAX:
        raise ValueError(f"the pair model knows boards of at most {LINES_MAX} rows and columns")
    kernel, n, numbers = kernels.native(), width * height, numbering()[0]
    terms = {name: calloc("h", size) for name, size in TERMS.items()}
    maximum = kernel.pairs_list_terms(steps, len(steps), numbers, shares(width, height, power), *terms.values())
    if maximum > PARAMETER_MAX:
        raise ValueError(f"parameters of the pair model above {PARAMETER_MAX / 1000} moves")
    cells = {name: zeros("h", n) for name in ("rows", "columns", "classes", "places")}
    homes, home_kinds, far = zeros("H", n + 1), zeros("h", n + 1), detours(width, height, holes)
    kernel.pairs_list_cells(width, height, *cells.values(), homes, home_kinds)
    made = kernel.struct(
        "PairTerms", width=width, height=height, **terms, **cells, homes=homes, home_kinds=home_kinds,
        detour_count=len(far), detours=far,
    )  # fmt: skip
    return Tables(width, height, names or n, made, holes)


def detours(width: int, height: int, holes: frozenset[int]) -> array[int]:
    """Return by how many moves the way round holes from cell to cell is longer than the Manhattan distance.

    At t · cells + p, of tile t, whose home is cell t − 1, on cell p; none if there are no holes.
    """
    n, table = width * height, neighbours(width, height, holes)
    beside = tuple(tuple(other for other in table[4 * cell : 4 * cell + 4] if other >= 0) for cell in range(n))
    away = plain.distances(beside, tuple(range(1, n + 1))) if holes else None
    result = array("h", bytes(2 * n * (n + 1) if away else 0))
    for tile, steps in enumerate(away[1:] if away else (), start=1):
        r, c = divmod(tile - 1, width)
        for p in (p for p in range(n) if steps[p] < plain.UNREACHABLE_DISTANCE):
            result[tile * n + p] = steps[p] - abs(p // width - r) - abs(p % width - c)
    return result


def neighbours(width: int, height: int, holes: frozenset[int] = frozenset()) -> array[int]:
    """Return the up to four cells beside each cell, −1 if there is none or a hole, cell by cell; none beside holes."""
    table = array("q")
    for cell in range(width * height):
        row, column = divmod(cell, width)
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            is_open = 0 <= r < height and 0 <= c < width and holes.isdisjoint((cell, r * width + c))
            table.append(r * width + c if is_open else -1)
    return table


def filled(tables: Tables, budget: Budget) -> Tables:
    """Fill the table of slides by the terms and return it; raise BudgetExceededError if the budget is over before."""
    from solvable.kernels.buffers import calloc

    n, names, line = tables.width * tables.height, tables.names, line_bytes(tables.names)
    single, pairs, slides = (
        calloc("h", n * n * names),
        calloc("h", n * n * names),
        calloc("B", 2 * n * names * n * line),
    )
    for name in range(names):
        kernels.native().slides_fill(tables.terms, name, names, single, pairs, line, slides)
        if not budget.goes_on():
            raise budget.exceeded()
    tables.slides = slides
    return tables


@lru_cache(maxsize=4)
def _small(width: int, height: int, holes: frozenset[int]) -> Tables:
    """Return the model of a board to 10 × 10; there is a name more than cells (`boards.seen`)."""
    steps = parameters(SMALL if width + height <= 2 * SMALL_SIDE else LARGE)
    return unfilled(steps, width, height, width * height + 1, holes=holes)


def tables(width: int, height: int, budget: Budget | None = None, holes: frozenset[int] = frozenset()) -> Tables:
    """Return the model of a board to 10 × 10, its slides filled if time and memory allow."""
    result, size = _small(width, height, holes), (width * height) ** 4
    budget = budget or Budget()
    room = TABLE_BYTES * size
    has_room = room < FREE_BYTES or room <= memory.FREE_MEMORY_SHARE * memory.available()
    if not result.is_whole and has_room and TUNING.table_cell_s * size <= TUNING.table_part * budget.left:
        try:
            filled(result, budget.share(2 * TUNING.table_part))
        except BudgetExceededError:  # on a slower machine than thought
            if budget.is_cancelled:
                raise
    return result


@lru_cache(maxsize=2 * len(STRETCHED_POWERS))
def _large(width: int, height: int, power: float, holes: frozenset[int]) -> Tables:
    return unfilled(parameters(LARGE), width, height, width * height + bool(holes), power, holes)


def model(width: int, height: int, turn: int, holes: frozenset[int] = frozenset()) -> Tables:
    """Return one of the models of a board beyond 10 × 10, each in its turn: they err elsewhere."""
    return _large(width, height, STRETCHED_POWERS[turn % len(STRETCHED_POWERS)], holes)
