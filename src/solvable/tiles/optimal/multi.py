"""The multi-tile metric: shortest solutions by IDA* over labelled boards.

If a move slides a whole line, the costs of patterns do not add up, but the exact distance of the same board with labels
instead of tiles (`labels`) is admissible, and so is the greatest over several labellings and over the transposed board.
In a shortest solution moves along rows and along columns alternate. The search is `cpp/tiles/labels.hpp`.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solvable import kernels
from solvable.core.disk_cache import Words
from solvable.core.errors import MissingTableError
from solvable.core.message import msg
from solvable.core.puzzle import State
from solvable.tiles.pdb.cohorts import joined
from solvable.tiles.pdb.labels import (
    Collection,
    Labelling,
    code_of,
    codes,
    distances,
    neighbours,
    obtain,
    rank,
    turned,
    word_bytes,
)
from solvable.tiles.pdb.parallel import BuildProgress
from solvable.tiles.symmetry import Cells

COLLECTIONS_CACHED_MAX = 2  # collections in memory


@dataclass(frozen=True, slots=True)
class Tables:
    """The distances of a collection, the offset of each look-up in them, and the kernel's arguments."""

    distances: "memoryview[int]"
    begin: tuple[int, ...]
    struct: Any


_loaded: dict[Collection, Tables] = {}


class Problem:
    """A state of the frame to solve with a collection, as `search_worker` requires it."""

    def __init__(self, collection: Collection, state: State, progress: BuildProgress | None = None) -> None:
        self.frame, self.state, self.collection = collection.frame, state, collection
        self.tables = load(collection, progress)
        self.wide, self.meta, self.stride = 2 * len(collection.lookups) + 1, 0, 1
        self.words, self.estimates = self.roots()
        self.least = max(self.estimates)
        self.origin: int | None = 1
        self.cells = bytes(range(256)) * 4  # by the low bits of meta: two bits above the cell name the axes

    def spread(self) -> int:
        """Return the most children a state can have: the cells of its line, and of both lines at the root."""
        return max(self.frame.width, self.frame.height)

    def row(self, bound: int) -> bytes:
        """Return the first row of the stack; the first move goes along either line."""
        slacks = sum(bound - h << 32 + 8 * i for i, h in enumerate(self.estimates))
        return array("Q", [self.state.index(self.frame.home) | 3 << 8 | slacks, *self.words]).tobytes()

    def roots(self) -> tuple[list[int], list[int]]:
        """Return (the code and the word of each look-up in turns, the distance of each, walked down the table)."""
        words, estimates = [], []
        for i, (number, transposed) in enumerate(self.collection.lookups):
            labelling = self.collection.labellings[number]
            seen = [-1] * len(self.state)
            image = turned(self.frame) if transposed else range(len(self.state))
            for cell, tile in enumerate(self.state):
                seen[image[cell]] = labelling.labels[image[tile]]
            position = self.tables.begin[i]
            words += [code_of([s for s in seen if s >= 0], labelling.bits), self._word(seen, labelling, position)]
            estimates.append(self._distance(tuple(seen), labelling, position))
        return words, estimates

    def _word(self, board: Sequence[int], labelling: Labelling, at: int) -> int:
        known = codes(labelling.symbols, labelling.bits)
        return self.tables.distances[at + rank(code_of([s for s in board if s >= 0], labelling.bits), known)]

    def _distance(self, board: tuple[int, ...], labelling: Labelling, at: int) -> int:
        """Return the exact distance of a labelled board: step by step to a neighbour one lower mod 3."""
        distance = 0
        while board != labelling.labels:
            blank = board.index(-1)
            wanted = ((self._word(board, labelling, at) >> 2 * blank & 3) + 2) % 3
            nearer = (
                after
                for after in neighbours(board, labelling.width)
                if self._word(after, labelling, at) >> 2 * after.index(-1) & 3 == wanted
            )
            following = next(nearer, None)
            if following is None or distance > 255:
                raise MissingTableError(msg("the table {name} is wrong: build it again", name=self.collection.name))
            board, distance = following, distance + 1
        return distance

    def run(self, stop: int, budget: int, control: Any, work: Any) -> int:
        """Call the kernel."""
        result: int = kernels.native().label_search(self.tables.struct, work, stop, budget, control)
        return result

    def accepts(self, path: Cells) -> bool:
        """Return whether the walk leads to the goal itself, not only to a board with its labels."""
        board = list(self.state)
        blank = board.index(self.frame.home)
        for to in path:
            step = 1 if to // self.frame.width == blank // self.frame.width else self.frame.width
            step = step if to > blank else -step
            while blank != to:
                board[blank], board[blank + step] = board[blank + step], board[blank]
                blank += step
        return board == list(range(len(board)))


def load(collection: Collection, progress: BuildProgress | None = None) -> Tables:
    """Return the tables of a collection ready to search."""
    if collection not in _loaded:
        _loaded[collection] = _ready(collection, obtain(collection, progress))
        while len(_loaded) > COLLECTIONS_CACHED_MAX:
            del _loaded[next(iter(_loaded))]
    return _loaded[collection]


def _ready(collection: Collection, words: Words) -> Tables:
    frame, table = collection.frame, distances(collection.frame, words)
    coded = [codes(labelling.symbols, labelling.bits) for labelling in collection.labellings]
    begin = [(0, 0, 0)]
    for labelling, code in zip(collection.labellings, coded, strict=True):
        steps = len(code.high), len(code.low), labelling.ranks
        begin.append((begin[-1][0] + steps[0], begin[-1][1] + steps[1], begin[-1][2] + steps[2]))
    seen_as = bytearray(64 * len(collection.lookups))
    shapes: list[int] = []
    places: list[int] = []
    for i, (number, transposed) in enumerate(collection.lookups):
        seen_as[64 * i : 64 * i + frame.cells] = bytes(turned(frame) if transposed else range(frame.cells))
        shapes += [collection.labellings[number].width, 0 if transposed else 1]
        places += begin[number]
    high, low = (joined("I", (getattr(code, half) for code in coded)) for half in ("high", "low"))
    is_small = word_bytes(frame) == 4
    struct = kernels.native().struct(
        "LabelTables",
        width=frame.width, height=frame.height, lookups=len(collection.lookups), seen_as=seen_as,
        shapes=array("q", shapes), places=array("Q", places),
        symbol_bits=collection.labellings[0].bits, low_bits=coded[0].low_bits, high=high, low=low,
        distances32=table if is_small else array("I"),
        distances64=array("Q") if is_small else table,
    )  # fmt: skip
    return Tables(table, tuple(places[2::3]), struct)
