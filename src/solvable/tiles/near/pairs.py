"""The pair model: the value of a board is a sum over tiles and pairs of tiles, its features shared by all cells.

V = Manhattan distance + Σ_tiles (TU + TB) + Σ_pairs (T1(i,j) + T2(i,j) + T2(j,i) + T3(i,j)), T1 and T2 once for the
board and once for its inverse, where homes are cells and cells are homes: both take as many moves. With
u = cell − home, v = cell_i − cell_j, g = home_i − home_j and coordinates limited to ±c where the index says so:
T1[u_i/3, u_j/3, v] where |v| ≤ 5 · T2[u_i/3, g, v] where |g| ≤ 4 and |v| ≤ 5 · T3[class of home_i, cell_i, home_j,
cell_j] · TU[class of home, u/6] · TB[class of cell, u/2, (blank − cell)/5]; a coordinate's class is first, second,
middle, last but one, last. T1 and T2 are the same under the eight symmetries of the square, T1 and T3 under exchange
of i and j, T3, TU and TB under transposition. Some 217,000 parameters serve every size; `tools/train_pairs.py`
learns them from the beam's own solutions, and `tools/fit_pairs.py` better ones from many of these at once. For search
they are spread out: a table of all pairs of tiles on cells, and from it one of what each slide adds for each tile on a
cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from solvable import kernels, memory
from solvable.budget import FOREVER, Budget
from solvable.errors import BudgetExceededError
from solvable.puzzle import State
from solvable.tiles.near.kept import Kept
from solvable.tiles.near.pair_layout import (
    ANSWER_BITS,
    CLASSES,
    FIRST,
    MAX_PARAMETER,
    QUESTION_BITS,
    RADICES,
    RAW_INDICES,
    TERMS,
    line_bytes,
)

SIZES = (5, 6, 7, 8, 10)
ROWS = 4000  # of the table of pairs between two looks at the budget, some 50 ms on 10 × 10
MAKING, BYTES = 5e-9, 7  # seconds and bytes that the tables take, times the fourth power of the cells
ASKING = 3e-9  # the same, for what a narrow beam asks for of them
MADE, AT_MOST = 0.4, 0.8  # of the time: the most that making all of them at once should take, and may take
LATE = 2.0  # of the time: the most that a first narrow beam may take
SMALL = 10**8  # bytes of tables for which the memory is not asked
WHOLE, SIDE, SAFE_SIDE = 10, 9, 5  # of boards solved by the model, of what larger ones leave to it, of what never fails
BEYOND = 20  # side of the largest boards for which terms are numbered in 36 bits, and of those learned from together
STRETCHED = 0.8, 1.0, 0.6  # of the models of such boards: the power of what T3 is taken less (docs/near-log.md)
MOST_LINES = 250  # rows or columns: the differences of homes in one number are told from those of five at most
MIDDLE, EDGES = 2, 4  # class of a coordinate that is no edge's; coordinates that are


@dataclass(frozen=True, slots=True)
class Tables:
    """The model spread out for the names of a board: 0, the blank, and the tiles.

    pair[p·names + t, q·names + j] and single[blank, p·names + t] for tiles t on cell p, j on q; `slides` as in
    `kernels/cpp/tiles/slides.hpp`. All of 16 bits, steps of 1/1000. If they are not `whole`, they are empty, and what
    slides add is made of the `terms` (a kernel's structure) as a beam asks for it: `asked` keeps the latest answers.
    """

    width: int
    height: int
    names: int
    pair: Any
    single: Any
    slides: Any
    terms: Any
    asked: Any
    is_whole: bool = True

    def value(self, pos: Any) -> int:
        """Return V of a board in 1/1000: the cell of each name, any number past the cells where it is missing."""
        import numpy as np

        kernel, positions = kernels.native(), np.ascontiguousarray(pos, np.int64)[: self.names]
        if self.is_whole:
            n = self.width * self.height
            return int(kernel.pairs_value(positions, positions.size, self.pair, self.single, n, self.names))
        return int(kernel.pairs_value_by_terms(positions, positions.size, self.terms))


@lru_cache(maxsize=1)
def numbering() -> tuple[Any, Any]:
    """Return the parameter number of each raw feature index, and how many parameters there are."""
    import numpy as np

    numbers = np.empty(RAW_INDICES, np.int32)
    return numbers, kernels.native().pairs_number(numbers)


def trained_size(width: int, height: int) -> int:
    """Return the trained size whose parameters serve a width × height board best."""
    side = -(-(width + height) // 2)
    return min(max(side, SIZES[0]), SIZES[-1])


def covers(width: int, height: int) -> bool:
    """Return whether the model solves such a board whole."""
    return max(width, height) <= min(WHOLE, 5 * min(width, height) // 2)


def inner_size(width: int, height: int) -> tuple[int, int]:
    """Return the inner board that other methods leave to the model: up to SIDE rows and columns, not too flat."""
    side = min(SIDE, 5 * min(width, height) // 2)
    return min(width, side), min(height, side)


@lru_cache(maxsize=4)
def parameters(size: int) -> Any:
    """Return the parameters of a size, int16 steps of 1/1000: as shipped, or the mean of the sizes beside it.

    Those of BEYOND are for all boards larger than the largest of SIZES, by `stretch`. The last ones are kept, so they
    must not be written to.
    """
    import numpy as np

    if size not in SIZES and size != BEYOND:
        below, above = parameters(size - 1), parameters(size + 1)
        return ((below.astype(np.int32) + above) // 2).astype(np.int16)
    source = files("solvable.tiles.near").joinpath("data", f"pairs_{size}.npz")
    with source.open("rb") as stream, np.load(stream) as archive:
        return archive["steps"]


def shares(width: int, height: int, power: float) -> Any:
    """Return how much of T3 is taken for each class of a home, the two factors of a pair being multiplied.

    T3 adds up over all pairs of tiles, so on boards beyond 10 × 10 the goal would no longer be its
    least. Of its classes the middle one holds more homes there, so T3 is taken less for each middle coordinate of the
    two homes: times the share of a middle line in all of them, raised to `power`.
    """
    import numpy as np

    largest, side = SIZES[-1], max(SIZES[-1], (width + height) / 2)
    less = ((largest - EDGES) / (side - EDGES)) ** power
    line = np.where(np.arange(CLASSES) == MIDDLE, less, 1.0)
    return np.outer(line, line).ravel()


def stretch(steps: Any, width: int, height: int, power: float) -> Any:
    """Return the parameters for a board larger than the largest of SIZES: T3 is taken less, the rest as it is."""
    import numpy as np

    numbers, home = numbering()[0], shares(width, height, power)
    raw = np.broadcast_to(home[:, None, None, None] * home[:, None], (home.size,) * 4)  # home, cell, home, cell
    factors = np.ones(len(steps))
    factors[numbers[FIRST["T3"] : FIRST["TU"]]] = raw.ravel()
    return np.round(steps * factors).astype(np.int16)


def lines(rows: int, words: int) -> Any:
    """Return an array of rows × words (uint64) that begins with a line of memory (64 bytes)."""
    import numpy as np

    room = np.empty(rows * words + 8, np.uint64)
    skip = -room.ctypes.data % 64 // 8
    return room[skip : skip + rows * words].reshape(rows, words)


def spread(steps: Any, width: int, height: int, names: int = 0, budget: Budget | None = None) -> Tables:
    """Return the look-up tables of the parameters `steps` for a board.

    There are as many names as cells; one more where any cell may be the blank's home, so that one tile is missing.
    Raise BudgetExceededError where the budget is over before.
    """
    import numpy as np

    n = width * height
    names = names or n
    pair, slides = np.empty((n * names, n * names), np.int16), lines(2 * n * names, n * line_bytes(names) // 8)
    single = np.empty((n, n * names), np.int16)
    asked = np.empty(0, np.uint32)
    tables = Tables(width, height, names, pair, single, slides.view(np.uint8), terms_of(steps, width, height), asked)
    fill(tables, budget or Budget())
    return tables


def unfilled(steps: Any, width: int, height: int, names: int = 0) -> Tables:
    """Return the same without tables, of 4 or 8 MB: gains are made as a beam asks for them, and the latest kept.

    Beyond BEYOND × BEYOND cells, where questions are not numbered, none is kept. ValueError for boards of more than
    MOST_LINES rows or columns.
    """
    import numpy as np

    n, none, no_gains = width * height, np.empty((0, 0), np.int16), np.empty((0, 0), np.uint8)
    names = names or n
    if max(width, height) > MOST_LINES:
        raise ValueError(f"the pair model knows boards of at most {MOST_LINES} rows and columns")
    bits = (2 * (n * names) ** 2).bit_length()
    asked = np.zeros(1 << max(ANSWER_BITS, bits - QUESTION_BITS) if n <= BEYOND**2 else 0, np.uint32)
    return Tables(width, height, names, none, none, no_gains, terms_of(steps, width, height), asked, is_whole=False)


def terms_of(steps: Any, width: int, height: int) -> Any:
    """Return what tables are made of; ValueError where the parameters are too large for sums in 16 bits."""
    import numpy as np

    if abs(steps.astype("int32")).max() > MAX_PARAMETER:
        raise ValueError(f"parameters of the pair model above {MAX_PARAMETER / 1000} moves")
    kernel, n, numbers = kernels.native(), width * height, numbering()[0]
    terms = {name: np.empty(size, np.int16) for name, size in TERMS.items()}
    kernel.pairs_list_terms(np.ascontiguousarray(steps), len(steps), numbers, *terms.values())
    cells = {name: np.empty(n, np.int16) for name in ("rows", "columns", "classes", "places")}
    homes, home_kinds = np.empty(n + 1, np.uint16), np.empty(n + 1, np.int16)
    kernel.pairs_list_cells(width, height, *cells.values(), homes, home_kinds)
    return kernel.struct("PairTerms", width=width, height=height, **terms, **cells, homes=homes, home_kinds=home_kinds)


def fill(tables: Tables, budget: Budget) -> None:
    """Fill the tables by their terms."""
    import numpy as np

    kernel, terms, names = kernels.native(), tables.terms, tables.names
    w, h, pair, single, slides = tables.width, tables.height, tables.pair, tables.single, tables.slides
    n = w * h
    sorts = kernel.struct(
        "PairSorts", cells=n, names=names,
        shifts=np.empty(n * names, np.uint8), kinds=np.empty(n * names, np.int16), alone=np.empty(n * names, np.int32),
        sorts=np.empty(n * names, np.int16),
        homes_apart=np.empty(names**2, np.int16), cells_apart=np.empty(n**2, np.int16),
    )  # fmt: skip
    kernel.pairs_list_sorts(terms, sorts)
    kernel.pairs_fill_single(terms, sorts, single)
    for row in range(0, len(pair), ROWS):
        kernel.pairs_fill_rows(terms, sorts, row, min(row + ROWS, len(pair)), pair)
        look(budget)
    kernel.pairs_mirror(pair, len(pair))
    for cell in range(n):
        kernel.slides_fill(w, h, cell, names, pair, single, line_bytes(names), slides)
        look(budget)


def look(budget: Budget) -> None:
    """Report to a budget; raise BudgetExceededError where it is over."""
    if not budget.goes_on():
        raise budget.exceeded()


def fits(width: int, height: int, seconds: float) -> bool:
    """Return whether the memory holds the tables of a board, and a beam that fills them ends in about that time."""
    if any((width, height, is_whole) in _tables for is_whole in (True, False)):
        return True
    size = BYTES * (width * height) ** 4
    has_room = size < SMALL or size <= memory.SHARE * memory.available()
    return has_room and ASKING * (width * height) ** 4 <= LATE * seconds


def fitting(width: int, height: int, seconds: float) -> tuple[int, int]:
    """Return the largest board up to this one that fits."""
    while max(width, height) > SAFE_SIDE and not fits(width, height, seconds):
        longest = max(width, height) - 1
        width, height = min(width, longest), min(height, longest)
    return width, height


Name = tuple[int, int, bool]  # the size of a board, and whether all its tables are filled
_tables: Kept[Name, Tables] = Kept(2)
_mixed: Kept[Name, Tables] = Kept(1)
_beyond: Kept[tuple[int, int, float], Tables] = Kept(2 * len(STRETCHED))


def _get(kept: Kept[Name, Tables], width: int, height: int, steps: Callable[[], Any], budget: Budget | None) -> Tables:
    """Return the tables that are kept, or made: whole where there is time for that.

    There is a name more than cells, since a tile is missing where the blank is at home elsewhere (`boards.seen`).
    """
    names = width * height + 1
    pays = MAKING * (width * height) ** 4 <= MADE * (FOREVER if budget is None else budget.left)
    is_unfilled = budget is None and (width, height, False) in kept
    if (width, height, True) in kept or (pays and not is_unfilled):
        part = None if budget is None else budget.share(AT_MOST)
        try:
            return kept.get((width, height, True), lambda: spread(steps(), width, height, names, part))
        except BudgetExceededError:  # on a slower machine than thought; the others cost little
            if budget is None or budget.is_cancelled:
                raise
    return kept.get((width, height, False), lambda: unfilled(steps(), width, height, names))


def mixed_tables(width: int, height: int, budget: Budget | None = None) -> Tables:
    """Return the mean of the model and of the next size's, spread out: as good nearly, and errs elsewhere."""
    size = trained_size(width, height)
    beside = size + 1 if size + 1 in SIZES else size - 1

    def steps() -> Any:
        return ((parameters(size).astype("int32") + parameters(beside)) // 2).astype("int16")

    return _get(_mixed, width, height, steps, budget)


def tables(width: int, height: int, budget: Budget | None = None) -> Tables:
    """Return the shipped model spread out for a board, whole where the budget has the time for that."""
    return _get(_tables, width, height, lambda: parameters(trained_size(width, height)), budget)


def model(width: int, height: int, turn: int) -> Tables:
    """Return one of the models of a board beyond SIZES, each in its turn."""
    power = STRETCHED[turn % len(STRETCHED)]

    def made() -> Tables:
        return unfilled(stretch(parameters(BEYOND), width, height, power), width, height)

    return _beyond.get((width, height, power), made)


Feature = tuple[str, tuple[int, ...]]
Cell = tuple[int, int]


def value(state: State, width: int, height: int, steps: Any) -> int:
    """Return V of a board (tile t belongs on cell t − 1) in 1/1000: the reference of all kernels of the model."""
    numbers, _ = numbering()
    total = 0
    for name, index in features(state, width, height):
        total += 1000 * index[0] if name == "MD" else int(steps[numbers[raw_index(name, index)]])
    return total


def features(state: State, width: int, height: int) -> Iterator[Feature]:
    """Yield the features of a board, each with its shifted coordinates, as the module describes them."""
    where = {tile: divmod(cell, width) for cell, tile in enumerate(state)}
    blank = where.pop(0)
    for i, cell in where.items():
        home = divmod(i - 1, width)
        u = cell[0] - home[0], cell[1] - home[1]
        yield "MD", (abs(u[0]) + abs(u[1]),)
        yield "TU", (*_class(home, width, height), *_within(u, 6))
        away = blank[0] - cell[0], blank[1] - cell[1]
        yield "TB", (*_class(cell, width, height), *_within(u, 2), *_within(away, 5))
        for j, there in where.items():
            if i > j:
                other = divmod(j - 1, width)
                kinds = (_class(place, width, height) for place in (home, cell, other, there))
                yield "T3", tuple(digit for kind in kinds for digit in kind)
                yield from features_of_two(home, cell, other, there)
                yield from features_of_two(cell, home, there, other)


def features_of_two(home: Cell, cell: Cell, other: Cell, there: Cell) -> Iterator[Feature]:
    """Yield T1, T2 and T2 of two tiles, each given by its home and its cell."""
    v, g = (cell[0] - there[0], cell[1] - there[1]), (home[0] - other[0], home[1] - other[1])
    u, x = (cell[0] - home[0], cell[1] - home[1]), (there[0] - other[0], there[1] - other[1])
    if max(map(abs, v)) <= 5:
        yield "T1", (*_within(u, 3), *_within(x, 3), *_within(v, 5))
        if max(map(abs, g)) <= 4:
            yield "T2", (*_within(u, 3), *_within(g, 4), *_within(v, 5))
            yield "T2", (*_within(x, 3), *_within((-g[0], -g[1]), 4), *_within((-v[0], -v[1]), 5))


def _within(vector: tuple[int, int], limit: int) -> tuple[int, int]:
    """Return both coordinates limited to ±`limit`, shifted to start at 0."""
    return min(max(vector[0], -limit), limit) + limit, min(max(vector[1], -limit), limit) + limit


def _class(cell: tuple[int, int], width: int, height: int) -> tuple[int, int]:
    """Return the classes of a row and a column: 0 first, 1 second, 2 middle, 3 last but one, 4 last."""
    return line_class(cell[0], height), line_class(cell[1], width)


def line_class(x: int, n: int) -> int:
    """Return the class of a coordinate on a side of n: first, second, middle, last but one, last."""
    return 0 if x == 0 else 4 if x == n - 1 else 1 if x == 1 else 3 if x == n - 2 else 2


def numbers_of(name: str) -> Any:
    """Return the numbers of the parameters of T1, T2, T3, TU or TB, which follow each other."""
    import numpy as np

    begin = FIRST[name]
    numbers = numbering()[0][begin : begin + math.prod(RADICES[name])]
    return np.arange(numbers.min(), numbers.max() + 1)


def raw_index(name: str, index: tuple[int, ...]) -> int:
    """Return the raw index of a feature: its coordinates as digits, after the features that come before."""
    place = 0
    for digit, size in zip(index, RADICES[name], strict=True):
        place = place * size + digit
    return FIRST[name] + place
