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

import mmap
from array import array
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from solvable import kernels
from solvable.core import memory
from solvable.core.budget import FOREVER, Budget
from solvable.core.errors import BudgetExceededError
from solvable.tiles.suboptimal.lru_cache import LruCache
from solvable.tiles.suboptimal.pair_layout import COORDINATE_CLASSES, PARAMETER_MAX, RAW_INDICES, TERMS, line_bytes
from solvable.tiles.suboptimal.tuning import TUNING

SMALL, LARGE = 7, 20  # sides of the files of parameters: learned on 7 × 7, and on 12 × 12 to 20 × 20
SMALL_SIDE = 8  # mean side to which those of SMALL serve
ROWS_PER_BUDGET_CHECK = 4000  # of the table of pairs between two looks at the budget, some 50 ms on 10 × 10
LARGE_BYTES = 1 << 22  # arrays that get large pages
FREE_BYTES = 10**8  # tables for which the memory is not asked
# longest side of boards that have tables of slides, and whose parameters are taken as they are
SLIDE_TABLE_SIDE_MAX = 10
STRETCHED_POWERS = 0.8, 1.0, 0.6  # of the models of larger boards: the power of what T3 is taken less
LINES_MAX = 250  # rows or columns: the differences of homes in one number are told from those of five at most
MIDDLE, EDGES = 2, 4  # class of a coordinate that is no edge's; coordinates that are
NPY_PREFIX_BYTES = 10  # bytes before the header of a NumPy array, of which the last two are its length


@dataclass(frozen=True, slots=True)
class Tables:
    """The model spread out for the names of a board: 0, the blank, and the tiles.

    `terms` is a kernel's structure; `slides` what slides add, as in `kernels/cpp/tiles/slides.hpp`, 16 bits each, steps
    of 1/1000. If they are not `whole`, `slides` is empty, and what slides add is summed from the terms.
    """

    width: int
    height: int
    names: int
    terms: Any
    slides: memoryview
    is_whole: bool = True


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


def parameters_for(width: int, height: int) -> array[int]:
    """Return the parameters that serve a board to 10 × 10 best."""
    return parameters(SMALL if width + height <= 2 * SMALL_SIDE else LARGE)


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


def lines(typecode: Literal["B", "h", "Q"], count: int) -> memoryview[int]:
    """Return so many zeros that begin with a line of memory (64 bytes), large ones in the largest pages there are."""
    size = max(1, count * array(typecode).itemsize)
    if hasattr(mmap, "MAP_PRIVATE"):  # shared memory, the default, gets no large pages
        room = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    else:
        room = mmap.mmap(-1, size)
    if size >= LARGE_BYTES and hasattr(mmap, "MADV_HUGEPAGE"):
        room.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(room)[: count * array(typecode).itemsize].cast(typecode)


def spread(steps: Any, width: int, height: int, names: int = 0, budget: Budget | None = None) -> Tables:
    """Return the look-up tables of the parameters `steps` (int16) for a board to 10 × 10.

    There are as many names as cells; one more where any cell may be the blank's home, so that one tile is missing.
    Raise BudgetExceededError where the budget is over before.
    """
    n, names = width * height, names or width * height
    slides = lines("B", 2 * n * names * n * line_bytes(names))
    tables = Tables(width, height, names, terms_of(steps, width, height), slides)
    fill(tables, budget or Budget())
    return tables


def unfilled(steps: Any, width: int, height: int, names: int = 0, power: float = 0.0) -> Tables:
    """Return the same without tables, what a slide adds being summed from terms for each child; T3 taken less.

    ValueError for boards of more than LINES_MAX rows or columns.
    """
    if max(width, height) > LINES_MAX:
        raise ValueError(f"the pair model knows boards of at most {LINES_MAX} rows and columns")
    terms = terms_of(steps, width, height, power)
    return Tables(width, height, names or width * height, terms, memoryview(b""), is_whole=False)


def terms_of(steps: Any, width: int, height: int, power: float = 0.0) -> Any:
    """Return what tables are made of, T3 times the `shares`; ValueError if parameters are too large for 16-bit sums."""
    from solvable.kernels.buffers import calloc, zeros

    kernel, n, numbers = kernels.native(), width * height, numbering()[0]
    terms = {name: calloc("h", size) for name, size in TERMS.items()}
    maximum = kernel.pairs_list_terms(steps, len(steps), numbers, shares(width, height, power), *terms.values())
    if maximum > PARAMETER_MAX:
        raise ValueError(f"parameters of the pair model above {PARAMETER_MAX / 1000} moves")
    cells = {name: zeros("h", n) for name in ("rows", "columns", "classes", "places")}
    homes, home_kinds = zeros("H", n + 1), zeros("h", n + 1)
    kernel.pairs_list_cells(width, height, *cells.values(), homes, home_kinds)
    return kernel.struct("PairTerms", width=width, height=height, **terms, **cells, homes=homes, home_kinds=home_kinds)


def fill(tables: Tables, budget: Budget) -> None:
    """Fill the tables by their terms.

    pair[p · names + t, q · names + j] and single[blank, p · names + t] are what tiles t on cell p, j on q count.
    """
    from solvable.kernels.buffers import calloc, zeros

    kernel, terms, names = kernels.native(), tables.terms, tables.names
    w, h, n = tables.width, tables.height, tables.width * tables.height
    size = n * names
    pair, single = lines("h", size**2), calloc("h", n * size)
    sorts = kernel.struct(
        "PairSorts", cells=n, names=names,
        shifts=zeros("B", size), kinds=zeros("h", size), alone=zeros("i", size), sorts=zeros("h", size),
        homes_apart=zeros("h", names**2), cells_apart=zeros("h", n**2),
    )  # fmt: skip
    kernel.pairs_list_sorts(terms, sorts)
    kernel.pairs_fill_single(terms, sorts, single)
    for row in range(0, size, ROWS_PER_BUDGET_CHECK):
        kernel.pairs_fill_rows(terms, sorts, row, min(row + ROWS_PER_BUDGET_CHECK, size), pair)
        look(budget)
    kernel.pairs_mirror(pair, size)
    for cell in range(n):
        kernel.slides_fill(w, h, cell, names, pair, single, line_bytes(names), tables.slides)
        look(budget)


def look(budget: Budget) -> None:
    """Report to a budget; raise BudgetExceededError where it is over."""
    if not budget.goes_on():
        raise budget.exceeded()


_tables: LruCache[tuple[int, int, bool], Tables] = LruCache(4)  # the size of a board, and whether its tables are filled
_models: LruCache[tuple[int, int, float], Tables] = LruCache(2 * len(STRETCHED_POWERS))


def tables(width: int, height: int, budget: Budget | None = None) -> Tables:
    """Return the model spread out for a board to 10 × 10, filled if time and memory allow.

    There is a name more than cells, since a tile is missing where the blank is at home elsewhere (`boards.seen`).
    """
    names, seconds = width * height + 1, TUNING.table_cell_s * (width * height) ** 4
    size = TUNING.table_bytes * (width * height) ** 4
    has_room = size < FREE_BYTES or size <= memory.FREE_MEMORY_SHARE * memory.available()
    pays = has_room and seconds <= TUNING.table_part * (FOREVER if budget is None else budget.left)
    is_unfilled = budget is None and (width, height, False) in _tables
    if (width, height, True) in _tables or (pays and not is_unfilled):
        part = None if budget is None else budget.share(TUNING.table_part_max)
        try:
            return _tables.get(
                (width, height, True), lambda: spread(parameters_for(width, height), width, height, names, part)
            )
        except BudgetExceededError:  # on a slower machine than thought
            if budget is None or budget.is_cancelled:
                raise
    return _tables.get((width, height, False), lambda: unfilled(parameters_for(width, height), width, height, names))


def model(width: int, height: int, turn: int) -> Tables:
    """Return one of the models of a board beyond 10 × 10, each in its turn: they err elsewhere."""
    power = STRETCHED_POWERS[turn % len(STRETCHED_POWERS)]
    return _models.get((width, height, power), lambda: unfilled(parameters(LARGE), width, height, power=power))
