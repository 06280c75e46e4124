"""Labelled boards: boards in which each tile has one of at most four labels instead of its identity.

This gives a smaller puzzle. All its states are ranked, and one breadth-first search finds their exact distances in the
multi-tile metric; the distance mod 3, two bits a state, suffices to follow it from neighbour to neighbour, since they
differ by at most one. `reference` is the readable reference of the tables.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate
from math import factorial, prod
from operator import sub
from typing import Any

from solvable import kernels
from solvable.core import disk_cache
from solvable.core.disk_cache import Words
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.tiles.pdb.parallel import BuildProgress, WrongTable, fault, together
from solvable.tiles.pdb.partitions import shares
from solvable.tiles.symmetry import Cells, Frame

LABELLED_STATES_MAX = 12_000_000  # states of a labelled board, if no labelling is named
CELLS_MAX = 32  # the distances to all blank cells fit one word

DRAWINGS = {
    "4x4-mtm": (". A A A / B B B B / C C C C / D D D D", ". A A B / A A B B / C C B B / C C D D"),  # 101 MB
    "4x4-mtm-small": (". A A A / A A B B / B B B C / C C C C", ". A A B / A A B B / A C B B / C C C C"),  # 6 MB
}


@dataclass(frozen=True, slots=True)
class Labelling:
    """A board of `width` columns: the label of the tile with each goal cell, −1 for the blank's."""

    width: int
    labels: tuple[int, ...]

    @property
    def symbols(self) -> tuple[int, ...]:
        """The labels of the goal without the blank."""
        return tuple(label for label in self.labels if label >= 0)

    @property
    def bits(self) -> int:
        """The bits of a symbol in a code."""
        return 2 if max(self.labels) > 1 else 1

    @property
    def ranks(self) -> int:
        """The number of codes."""
        return arrangements(tuple(self.symbols.count(label) for label in range(4)))

    @property
    def states(self) -> int:
        """The number of labelled boards: codes times cells of the blank."""
        return self.ranks * len(self.labels)


@dataclass(frozen=True, slots=True)
class Collection:
    """Labellings whose tables are in one file, and the look-ups: (number of the labelling, whether transposed)."""

    name: str
    frame: Frame
    labellings: tuple[Labelling, ...]
    lookups: tuple[tuple[int, bool], ...]

    @property
    def bytes(self) -> int:
        """The size of the tables."""
        return sum(labelling.ranks for labelling in self.labellings) * word_bytes(self.frame)


def word_bytes(frame: Frame) -> int:
    """Return the bytes of the distances of one code to all cells of the blank."""
    return 4 if frame.cells <= 16 else 8


def distances(frame: Frame, words: Words) -> "memoryview[int]":
    """Return the words of tables as the distances of each code to all cells of the blank."""
    return memoryview(words).cast("B").cast("I" if word_bytes(frame) == 4 else "Q")


def arrangements(sizes: tuple[int, ...]) -> int:
    """Return the number of codes with these numbers of symbols of each label."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def drawn(text: str) -> tuple[int, ...]:
    """Return the labels of a drawing."""
    return tuple("ABCD".find(letter) for letter in text.replace("/", " ").split())


def turned(frame: Frame) -> Cells:
    """Return the image of each cell under transposition of the board."""
    w, h = frame.width, frame.height
    return tuple(c % w * h + c // w for c in range(w * h))


def fitting(frame: Frame, *, hurried: bool = False) -> Collection:
    """Return the collection for a board of up to 32 cells; for 4 × 4 the large one, which takes seconds, unless
    `hurried`.
    """
    name = _name(frame)
    return named(name + "-small" if hurried and name == "4x4-mtm" and not disk_cache.has(name) else name)


@lru_cache(64)
def named(name: str) -> Collection:
    """Return the collection called `name`: one drawn above, or `WxH[@home]-mtm` for one constructed for that board."""
    size, _, home = name.partition("-mtm")[0].partition("@")
    try:
        width, height = (int(number) for number in size.split("x"))
        frame = Frame(width, height, int(home or 0))
    except ValueError:
        raise PuzzleError(msg("unknown table {name}: try 4x4-mtm", name=repr(name))) from None
    if name in DRAWINGS:
        known = tuple(Labelling(width, drawn(text)) for text in DRAWINGS[name])
        return Collection(name, frame, known, tuple((i, way) for i in range(len(known)) for way in (False, True)))
    fits = width >= height >= 2 and frame.cells <= CELLS_MAX and 0 <= frame.home < frame.cells
    if not fits or name != _name(frame):
        raise PuzzleError(msg("unknown table {name}: try 4x4-mtm", name=repr(name)))
    direct = _labellings(frame, width, range(frame.cells))
    if turned(frame) in frame.symmetries():
        return Collection(name, frame, direct, tuple((i, way) for i in range(len(direct)) for way in (False, True)))
    other = _labellings(frame, height, turned(frame))
    lookups = tuple((i, i >= len(direct)) for i in range(len(direct + other)))
    return Collection(name, frame, direct + other, lookups)


def _name(frame: Frame) -> str:
    return f"{frame.width}x{frame.height}" + (f"@{frame.home}" if frame.home else "") + "-mtm"


def _labellings(frame: Frame, width: int, image: Sequence[int]) -> tuple[Labelling, ...]:
    """Return a labelling by rows and one by blocks, as finely as LABELLED_STATES_MAX allows, for the frame seen through
    `image`."""
    maximum = 4 if frame.cells <= 20 else 2
    splits = (sizes for sizes in shares(frame.cells - 1, frame.cells) if len(sizes) <= maximum)
    best = max(
        (sizes for sizes in splits if arrangements(sizes) * frame.cells <= LABELLED_STATES_MAX),
        key=lambda sizes: (arrangements(sizes), -len(sizes)),
    )
    results = []
    for key in (lambda c: c, lambda c: (c // width // 2, c % width // 2, c)):
        labels = [-1] * frame.cells
        cells = iter(sorted((c for c in range(frame.cells) if c != image[frame.home]), key=key))
        for label, part in enumerate(best):
            for _ in range(part):
                labels[next(cells)] = label
        results.append(Labelling(width, tuple(labels)))
    return tuple(dict.fromkeys(results))


@dataclass(frozen=True, slots=True)
class Codes:
    """The arrays that rank the codes of given symbols (`LabelCodes` of `cpp/tiles/labels.hpp`)."""

    low_bits: int
    high: "array[int]"
    low: "array[int]"
    classes: "array[int]"
    begin: "array[int]"
    lows: "array[int]"

    def struct(self, labelling: Labelling) -> Any:
        """Return the same in the kernels' form, for a labelling with these symbols."""
        return kernels.native().struct(
            "LabelCodes",
            width=labelling.width, cells=len(labelling.labels), symbol_bits=labelling.bits, low_bits=self.low_bits,
            high=self.high, high_count=len(self.high), classes=self.classes, low=self.low, lows=self.lows,
            begin=self.begin, ranks=labelling.ranks,
        )  # fmt: skip


@lru_cache(8)
def codes(symbols: tuple[int, ...], bits: int) -> Codes:
    """Return the arrays for codes with these symbols, `bits` bits each; the low half is the shorter one."""
    from solvable.kernels.buffers import zeros

    half = len(symbols) // 2
    tallies = sorted(_tallies(half, 1 << bits))
    sizes = (arrangements(tuple(tally >> 6 * label & 63 for label in range(1 << bits))) for tally in tallies)
    begin = array("q", accumulate(sizes, initial=0))
    low, lows = zeros("I", 1 << half * bits), zeros("I", 1 << half * bits)
    high = zeros("I", 1 << (len(symbols) - half) * bits)
    classes = zeros("i", len(high))
    wanted = sum(1 << 6 * label for label in symbols)
    kernels.native().label_codes(
        half, len(symbols) - half, bits, wanted, array("Q", tallies), begin, len(tallies), low, lows, high, classes
    )
    return Codes(half * bits, high, low, classes, begin, lows)


def _tallies(length: int, labels: int) -> list[int]:
    """Return the tallies of words of `length` symbols: the number of each label, 6 bits a label."""
    if labels == 1:
        return [length]
    return [count | remaining << 6 for count in range(length + 1) for remaining in _tallies(length - count, labels - 1)]


def codes_reference(symbols: tuple[int, ...], bits: int) -> Codes:
    """Return the same as `codes`, word by word: the reference of the kernel `label_codes`."""

    def tally(word: int, length: int) -> tuple[int, ...]:
        """Return the number of symbols of a word with each label, the last label first."""
        counts = [0] * (1 << bits)
        for i in range(length):
            counts[-1 - (word >> bits * i & (1 << bits) - 1)] += 1
        return tuple(counts)

    half, remaining = len(symbols) // 2, len(symbols) - len(symbols) // 2
    tallied = [tally(word, half) for word in range(1 << half * bits)]
    kinds = sorted(set(tallied))
    lows = sorted(range(len(tallied)), key=tallied.__getitem__)
    begin = [0, *accumulate(map(tallied.count, kinds))]
    low = [0] * len(lows)
    for index, word in enumerate(lows):
        low[word] = index - begin[kinds.index(tallied[word])]
    wanted = tally(code_of(symbols, bits), len(symbols))
    high, classes, total = list[int](), list[int](), 0
    for word in range(1 << remaining * bits):
        others = tuple(map(sub, wanted, tally(word, remaining)))
        kind = kinds.index(others) if others in kinds else -1
        high.append(total)
        classes.append(kind)
        total += begin[kind + 1] - begin[kind] if kind >= 0 else 0
    return Codes(
        half * bits, array("I", high), array("I", low), array("i", classes), array("q", begin), array("I", lows)
    )


def rank(code: int, known: Codes) -> int:
    """Return the rank of a code."""
    return known.high[code >> known.low_bits] + known.low[code & (1 << known.low_bits) - 1]


def code_of(symbols: Sequence[int], bits: int) -> int:
    """Return the code of symbols in their order."""
    return sum(symbol << bits * i for i, symbol in enumerate(symbols))


def reference(labelling: Labelling) -> dict[tuple[int, ...], int]:
    """Return the distance of every labelled board (−1 is the blank), breadth-first: the readable reference of the
    tables.
    """
    results = {labelling.labels: 0}
    layer = [labelling.labels]
    while layer:
        following = []
        for board in layer:
            for after in neighbours(board, labelling.width):
                if after not in results:
                    results[after] = results[board] + 1
                    following.append(after)
        layer = following
    return results


def neighbours(board: tuple[int, ...], width: int) -> Iterator[tuple[int, ...]]:
    """Yield the boards one move away; −1 is the blank."""
    blank = board.index(-1)
    for _, step, room in Frame(width, len(board) // width, 0).ways(blank):
        after = list(board)
        for cell in range(blank + step, blank + step * (room + 1), step):
            after[cell - step], after[cell] = after[cell], -1
            yield tuple(after)


def make(collection: Collection, progress: BuildProgress | None = None) -> Words:
    """Return the tables of all labellings, one after the other, as 64-bit words."""
    from solvable.kernels.buffers import calloc

    result = calloc("Q", -(-collection.bytes // 8))
    words = distances(collection.frame, result)
    parts, offset = [], 0
    for labelling in collection.labellings:
        parts.append(_layers(labelling, words[offset : offset + labelling.ranks]))
        offset += labelling.ranks
    together(parts, sum(labelling.states for labelling in collection.labellings), progress)
    return result


def _layers(labelling: Labelling, result: "memoryview[int]") -> Iterator[int]:
    """Fill the table of a labelling breadth-first; yield the number of states at each distance."""
    from solvable.kernels.buffers import calloc

    kernel = kernels.native()
    cells, symbols, bits = len(labelling.labels), labelling.symbols, labelling.bits
    known = codes(symbols, bits)
    seen, across, along, reached = (calloc("H" if cells <= 16 else "I", labelling.ranks) for _ in range(4))
    goal = rank(code_of(symbols, bits), known)
    seen[goal] = across[goal] = along[goal] = 1 << labelling.labels.index(-1)
    new, depth, struct = 1, 0, known.struct(labelling)
    move, settle = kernel.label_layer_32, kernel.label_settle_32
    if cells <= 16:
        move, settle = kernel.label_layer_16, kernel.label_settle_16
    while new:
        yield new
        depth += 1
        move(struct, across, reached)
        new = settle(depth % 3, labelling.width, cells, seen, across, along, reached, result, labelling.ranks)


def wrong(collection: Collection, words: Words, progress: BuildProgress | None = None) -> str:
    """Return the fault of the tables, "" if there is none, by a new search with every move of every state.

    Layer by layer from the goal every state not seen before must store the number of its layer mod 3.
    """
    table, parts, offset = distances(collection.frame, words), [], 0
    for labelling in collection.labellings:
        parts.append(_checked(labelling, table[offset : offset + labelling.ranks]))
        offset += labelling.ranks
    return fault(parts, sum(labelling.states for labelling in collection.labellings), progress)


def _checked(labelling: Labelling, stored: "memoryview[int]") -> Iterator[int]:
    """Search a labelling again; yield the number of states at each distance, raise WrongTable at a wrong entry."""
    from solvable.kernels.buffers import calloc

    kernel = kernels.native()
    cells, symbols, bits = len(labelling.labels), labelling.symbols, labelling.bits
    known = codes(symbols, bits)
    seen, current, following = (calloc("H" if cells <= 16 else "I", labelling.ranks) for _ in range(3))
    home = labelling.labels.index(-1)
    goal = rank(code_of(symbols, bits), known)
    seen[goal] = current[goal] = 1 << home
    new, depth, struct = 1, 0, known.struct(labelling)
    if stored[goal] >> 2 * home & 3:
        raise WrongTable(f"the goal of the labels {labelling.labels} is not at distance 0")
    verify = kernel.label_verify_layer_16 if cells <= 16 else kernel.label_verify_layer_32
    while new > 0:
        yield new
        depth += 1
        new = verify(struct, depth % 3, seen, current, following, stored)
        current, following = following, current
    if new < 0:
        raise WrongTable(f"the labels {labelling.labels} have a wrong entry at distance {depth}")


def key(collection: Collection) -> dict[str, Any]:
    """Return the key that identifies the tables of a collection."""
    frame = collection.frame
    labellings = [[labelling.width, list(labelling.labels)] for labelling in collection.labellings]
    board = [frame.width, frame.height, frame.home]
    return {"kind": "labels, distances mod 3", "board": board, "labellings": labellings}


def obtain(collection: Collection, progress: BuildProgress | None = None) -> Words:
    """Return the tables of a collection, from disk or built now."""
    build = partial(make, collection, progress)
    return disk_cache.obtain(collection.name, key(collection), build, partial(fits, collection))


def fits(collection: Collection, words: Words) -> bool:
    """Return whether the number of words is that of the labellings."""
    return len(words) == -(-collection.bytes // 8)
