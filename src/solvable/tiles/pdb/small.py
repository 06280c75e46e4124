"""Small additive pattern databases without numpy, for plain searches of boards of up to 16 cells.

A table has, for every placement of a pattern's tiles, the fewest moves of these tiles to their goal cells, the minimum
over all cells of the blank; the sum over patterns that share no tile is an admissible estimate (Korf and Felner 2002).
The index has the cell of tile j in bits 4j to 4j + 3, so a move adds a number to it, and neighbours differ by one. The
search is breadth-first by layers: for each placement the set of blank cells reached so far is one int.

The tables of the 15-puzzle, 5-5-5, take eleven seconds to build. They and their automaton are included in the package
(257 kB, unpacked to 3 MB in 20 ms), and `tools/make_small_tables.py` rebuilds them; patterns of four tiles take up to
0.2 seconds.
"""

import lzma
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.automaton import Automaton, automaton
from solvable.tiles.pdb.partitions import Partition, Pattern
from solvable.tiles.symmetry import Cells, Frame

CELLS_MAX = 16
BITS, CELL = 4, 15  # bits of a tile's cell in an index
# Tiles of a pattern built at first use; boards of at most this many cells have smaller ones, built in 8 ms
LARGEST, SMALL, FEW = 4, 9, 3
SHIPPED, DRAWING = Frame(4, 4, 0), ". A A B / A A B B / A C B B / C C C C"
FILE, WORDS = "4x4-555.xz", "4x4-words.xz"  # the tables of 15 tiles, concatenated; the automaton
LETTERS, FEWER = 10, 8  # letters of the words that the automaton refuses: in the package, and if built at first use


@dataclass(frozen=True, slots=True)
class Lookup:
    """One sum of table entries: `image` is how the board is turned first; `begin` the offset of each pattern's
    table.
    """

    partition: Partition
    image: Cells
    begin: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a plain search in a frame: two look-ups into `costs`, and the automaton of redundant words."""

    name: str
    costs: bytes
    lookups: tuple[Lookup, Lookup]
    machine: Automaton


@lru_cache(8)
def obtain(frame: Frame) -> Tables:
    """Return the tables of a board of up to 16 cells, unpacked, or built in at most a second."""
    if frame == SHIPPED:
        return _shipped()
    sizes = _sizes(frame.cells - 1)
    both = [partitions.compact(frame, sizes)]
    images = frame.symmetries()[:2]
    if len(images) == 1:
        images *= 2
        both.append(partitions.compact(frame, sizes[::-1]))
    tables = {pattern: costs(frame, pattern) for partition in both for pattern in partition}
    begin, total = {}, 0
    for pattern, table in tables.items():
        begin[pattern] = total
        total += len(table)
    one, other = (
        Lookup(partition, image, tuple(begin[pattern] for pattern in partition))
        for partition, image in zip((both[0], both[-1]), images, strict=True)
    )
    name = "-".join(map(str, sizes))
    return Tables(name, b"".join(tables.values()), (one, other), automaton(frame.width, frame.height, FEWER))


def _sizes(tiles: int) -> tuple[int, ...]:
    maximum = LARGEST if tiles >= SMALL else FEW
    remaining = (tiles % maximum,) if tiles % maximum else ()
    return (maximum,) * (tiles // maximum) + remaining


def _shipped() -> Tables:
    partition = partitions.drawn(DRAWING)
    begin = tuple(i << BITS * len(pattern) for i, pattern in enumerate(partition))
    one, other = (Lookup(partition, image, begin) for image in SHIPPED.symmetries()[:2])
    return Tables("5-5-5", _unpacked(FILE), (one, other), _machine(_unpacked(WORDS)))


def _unpacked(name: str) -> bytes:
    loader: Any = __spec__.loader  # the page reads the package from its zip file
    return lzma.decompress(loader.get_data(str(Path(__file__).parent / "data" / name)))


def packed() -> dict[str, bytes]:
    """Return the files included in the package, by name, computed again."""

    machine = automaton(SHIPPED.width, SHIPPED.height, LETTERS)
    words = array("H", [len(machine.cell), *machine.cell])
    for row in machine.following:
        words.extend((*row, 0, 0, 0, 0)[:4])
    if sys.byteorder == "big":
        words.byteswap()
    files = {FILE: _sums(partitions.drawn(DRAWING)), WORDS: words.tobytes()}
    return {name: lzma.compress(data, preset=9 | lzma.PRESET_EXTREME) for name, data in files.items()}


def _sums(partition: Partition) -> bytes:
    return b"".join(costs(SHIPPED, pattern) for pattern in partition)


def _machine(data: bytes) -> Automaton:
    words = array("H", data)
    if sys.byteorder == "big":
        words.byteswap()
    count, *remaining = words.tolist()
    cell = tuple(remaining[:count])
    rows = (remaining[count + 4 * i : count + 4 * i + 4] for i in range(count))
    following = tuple(tuple(row[: row.index(0)] if 0 in row else row) for row in rows)
    return Automaton(cell, following, tuple(range(1, 1 + SHIPPED.cells)))


def costs(frame: Frame, pattern: Pattern) -> bytes:
    """Return the table of a pattern; 0 if two tiles would be on one cell."""
    neighbours = [frame.neighbours(cell) for cell in range(frame.cells)]
    beside = [sum(1 << c for c in cells) for cells in neighbours]
    regions = _Regions(beside)
    shifts = [BITS * j for j in range(len(pattern))]
    seen = [0] * (1 << BITS * len(pattern))
    table = bytearray(len(seen))
    start = sum(cell << shift for cell, shift in zip(pattern, shifts, strict=True))
    layer = {start: regions.of(sum(1 << cell for cell in pattern), frame.home)}
    seen[start] = layer[start]
    depth = 0
    # Breadth first by moves of pattern tiles: `layer` maps each placement to the cells that the blank newly reaches
    # there without moving one, and `seen` holds all cells it has reached, so a placement may occur in several layers.
    while layer:
        depth += 1
        following: dict[int, int] = {}
        for index, blanks in layer.items():
            cells = [index >> shift & CELL for shift in shifts]
            taken = sum(1 << cell for cell in cells)
            for p, shift in zip(cells, shifts, strict=True):
                for to in neighbours[p] if beside[p] & blanks else ():
                    after = index + (to - p << shift)
                    if not blanks >> to & 1 or seen[after] >> p & 1:
                        continue
                    if not seen[after]:
                        table[after] = depth
                    reached = regions.of(taken ^ 1 << p ^ 1 << to, p)
                    seen[after] |= reached
                    following[after] = following.get(after, 0) | reached
        layer = following
    return bytes(table)


class _Regions:
    """The cells that a blank can reach between tiles; results are cached."""

    def __init__(self, beside: Sequence[int]) -> None:
        self.beside = beside
        self.known: dict[tuple[int, int], int] = {}

    def of(self, taken: int, blank: int) -> int:
        """Return the cells that a blank on `blank` reaches without a step onto those in `taken`."""
        result = self.known.get((taken, blank))
        if result is None:
            result = self._flood(~taken, 1 << blank)
            self.known.update(((taken, cell), result) for cell in range(len(self.beside)) if result >> cell & 1)
        return result

    def _flood(self, free: int, edge: int) -> int:
        reached = edge
        while edge:
            grown = 0
            while edge:
                last = edge & -edge
                grown |= self.beside[last.bit_length() - 1]
                edge ^= last
            edge = grown & free & ~reached
            reached |= edge
        return reached
