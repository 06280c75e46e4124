"""Search problems with pattern databases: the arrays of the compiled search, for one board.

Each partition is looked up directly and through a symmetry of the board, so every move reads one entry for each. These
patterns are the *instances*; the kernels of `cpp/tiles/ida.hpp` and `patterns.hpp` read the arrays made here.
"""

from array import array
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from math import factorial
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.core import disk_cache
from solvable.core.disk_cache import Words
from solvable.core.errors import MissingTableError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.puzzle import State
from solvable.tiles.pdb import partitions, patterns
from solvable.tiles.pdb.cohorts import goal_cohort, joined, layout, sizes, transitions, wide
from solvable.tiles.pdb.parallel import BuildProgress
from solvable.tiles.pdb.partitions import MIRRORED, Pair, Partitions, Tier, images
from solvable.tiles.symmetry import Cells, Frame

if TYPE_CHECKING:
    from solvable.tiles.optimal.search_worker import Problem as SearchProblem
    from solvable.tiles.pdb.labels import Collection

LOOKUPS_MAX = 4  # look-ups that the kernel is compiled for
NO_RETURN = 2  # letters of the words refused when all solutions are listed: only moves taken back
LOOKUPS_CACHED_MAX = 4  # tiers and pairs held in memory
WORDS_MAX = 8  # tiers mapped from disk: a library, and those of another home


class Tables:
    """The kernels' `SearchTables` (`cpp/tiles/ida.hpp`): the bits, and the board's cells in each look-up.

    `cell` and `following` are the automaton; `arrays` the other fields by name. `lookups` is the number of partitions,
    each in one symmetry, `instances` that of patterns. A row of the stack has `row` words, `board_words` of them for
    the board; on small boards it has 8, a constant in their kernel.
    """

    def __init__(self, chosen: Partitions, cell: bytes, following: Sequence[int], arrays: dict[str, Any]) -> None:
        self.partitions, self.cell, self.following, self.arrays = chosen, cell, following, arrays
        self.lookups, self.instances = len(chosen.looks), sum(len(look.partition) for look in chosen.looks)
        self.cells_in_word = 16 if chosen.frame.cells <= 16 else 8
        self.board_words = -(-chosen.frame.cells // self.cells_in_word)
        self.row = max(8, self.board_words + 1 + self.instances)

    @cached_property
    def struct(self) -> Any:
        """The struct that the kernels take."""
        frame = self.partitions.frame
        if self.lookups > LOOKUPS_MAX:
            raise ValueError(f"{self.lookups} look-ups, more than {LOOKUPS_MAX}")
        return kernels.native().struct(
            "SearchTables",
            width=frame.width, cells=frame.cells, home=frame.home, lookups=self.lookups, instances=self.instances,
            board_words=self.board_words, row=self.row,
            cell=self.cell, following=self.following, states=len(self.cell), **self.arrays,
        )  # fmt: skip

    def roots(self, state: State) -> tuple["array[int]", list[int]]:
        """Return the words of the patterns in a state of the frame, and the estimate of each look-up."""
        from solvable.kernels.buffers import zeros

        results = zeros("Q", self.instances)
        kernels.native().pattern_roots(self.struct, bytes(state), results)
        estimate = [0] * self.lookups
        for word, lookup in zip(results, self.arrays["places"][7::8], strict=True):
            if word >> 56 == 255:
                raise wrong(self.partitions)
            estimate[lookup] += word >> 56
        return results, estimate


class Problem:
    """A state of the frame to solve with tables, as `search_worker` requires it."""

    def __init__(self, tables: Tables, state: State) -> None:
        self.tables, self.state = tables, state
        self.words, self.estimates = tables.roots(state)
        self.wide, self.meta, self.cells = tables.row, tables.board_words, tables.cell
        self.origin = self.meta if tables.lookups <= 2 else None
        self.least, self.stride = max(self.estimates), 2
        self.first = self._first()

    def spread(self) -> int:
        """Return the most children a state can have: no move is taken back."""
        return 3

    def row(self, bound: int) -> bytes:
        """Return the first row of the stack."""
        row = self.first[:]
        slacks = sum((bound - h) // 2 << 32 + 8 * i for i, h in enumerate(self.estimates))
        row[self.meta] |= slacks
        return row.tobytes()

    def _first(self) -> "array[int]":
        """Return the first row without its slacks, which depend on the bound."""
        from solvable.kernels.buffers import zeros

        row, size = zeros("Q", self.wide), self.tables.cells_in_word
        for i in range(self.meta):
            part = self.state[i * size : (i + 1) * size]
            row[i] = sum(tile << 64 // size * c for c, tile in enumerate(part))
        row[self.meta] = self.state.index(self.tables.partitions.frame.home) + 1
        row[self.meta + 1 : self.meta + 1 + len(self.words)] = self.words
        return row

    def run(self, stop: int, budget: int, control: Any, work: Any) -> int:
        """Call the kernel."""
        result: int = kernels.native().ida_search(self.tables.struct, work, stop, budget, control)
        return result

    def accepts(self, _path: Cells) -> bool:
        """Return True: the state with all estimates 0 is the goal."""
        return True


_loaded: dict[Partitions, Tables] = {}
_read: dict[Tier, Words] = {}


def wrong(chosen: Partitions) -> MissingTableError:
    """Return the error for wrong tables, with the names by which they are rebuilt."""
    names = ", ".join(tier.name for tier in partitions.tiers(chosen))
    return MissingTableError(msg("the table {name} is wrong: build it again", name=names))


def load(chosen: Partitions, *, all_paths: bool = False, progress: BuildProgress | None = None) -> Tables:
    """Return the tables of a tier or a pair; with `all_paths` the automaton refuses only moves taken back.

    The most recent ones stay in memory. `progress` may raise to stop a build.
    """
    if chosen not in _loaded:
        _loaded[chosen] = ready(chosen, {tier: _words(tier, progress) for tier in partitions.tiers(chosen)})
        while len(_loaded) > LOOKUPS_CACHED_MAX:
            del _loaded[next(iter(_loaded))]
    result = _loaded[chosen]
    return Tables(chosen, *_machine(patterns.machine(chosen.frame, NO_RETURN)), result.arrays) if all_paths else result


def ready(chosen: Partitions, words: dict[Tier, Words]) -> Tables:
    """Return the tables of a tier or a pair, made of the words of each tier."""
    size = {tier: sum(sizes(tier)) for tier in words}
    first = chosen.looks[0].tier
    lookups = _lookups(chosen, {tier: words[tier][: size[tier]] for tier in words})
    return Tables(chosen, *_machine(words[first][size[first] :]), lookups)


def _words(tier: Tier, progress: BuildProgress | None) -> Words:
    """Return the words of a tier, verified when they are read from disk."""
    if tier not in _read:
        _read[tier] = patterns.obtain(tier, progress)
        while len(_read) > WORDS_MAX:
            del _read[next(iter(_read))]
    return _read[tier]


def _machine(words: Sequence[int]) -> tuple[bytes, Sequence[int]]:
    """Return the cells of the automaton's states, and the states that follow each."""
    half = len(words) // 2
    return bytes([*words[half:]]), words[:half]


def _dense(frame: Frame, by_size: list[int]) -> "memoryview[int]":
    from solvable.kernels.buffers import calloc

    table = calloc("H", 16 << frame.cells if frame.cells <= 16 else 0)
    for k in by_size if table else ():
        kernels.native().cohort_dense(layout(frame.width, frame.height, k).struct, table)
    return table


def _lookups(chosen: Partitions, bits: dict[Tier, Words]) -> dict[str, Any]:
    """Return the kernels' arrays by name, except the automaton's, made of the tables of each tier."""
    from solvable.kernels.buffers import zeros

    frame, looks = chosen.frame, chosen.looks
    by_size = sorted({len(pattern) for look in looks for pattern in look.partition})
    layouts = [layout(frame.width, frame.height, k) for k in by_size]
    begin: dict[int, tuple[int, ...]] = {}  # of each size: turns, high, first, found
    at = (0, 0, 0, 0)
    for k, here in zip(by_size, layouts, strict=True):
        begin[k] = at
        steps = len(transitions(k)), len(here.high), len(here.first), len(here.found)
        at = (at[0] + steps[0], at[1] + steps[1], at[2] + steps[2], at[3] + steps[3])
    count = sum(len(look.partition) for look in looks)
    seen_as, where = bytearray([frame.home]) * (64 * len(looks)), bytearray(64 * len(looks))
    rows, places = zeros("I", 64 * count), array("Q")
    instance = 0
    for lookup, (look, image) in enumerate(zip(looks, images(chosen), strict=True)):
        seen_as[64 * lookup : 64 * lookup + frame.cells] = bytes(image)
        before = sum(map(len, look.tier.partitions[: look.number]))
        offsets = [0, *accumulate(sizes(look.tier))]
        for i, pattern in enumerate(look.partition):
            k = len(pattern)
            for tile in frame.tiles:
                if image[tile] in pattern:
                    where[64 * lookup + tile] = instance
            turns_at, high_at, first_at, found_at = begin[k]
            for source in range(k):
                row, end = 64 * instance + 8 * source, turns_at + factorial(k) * k * (source + 1)
                rows[row : row + k] = array("I", range(end - factorial(k) * k, end, factorial(k)))
            goal = goal_cohort(frame, pattern)
            tiles = sum(1 << c for c in pattern)
            places.extend((
                offsets[before + i], 64 * wide(frame, k) | goal << 32,
                layouts[0].low_bits, high_at, first_at, found_at,
                tiles, lookup,
            ))  # fmt: skip
            instance += 1
    high, first = joined("I", (here.high for here in layouts)), joined("I", (here.first for here in layouts))
    result = joined("Q" if frame.cells > 32 else "I", (here.found for here in layouts))
    wanted = [bits[look.tier] for look in looks]
    return {
        "seen_as": seen_as, "pattern_of": where, "rows": rows, "places": places,
        "transitions": joined("H", map(transitions, by_size)), "cohorts": _dense(frame, by_size),
        "high": high, "low": layouts[0].low, "first": first,
        "regions32": result if frame.cells <= 32 else array("I"),
        "regions64": result if frame.cells > 32 else array("Q"),
        **{f"bits{i}": wanted[min(i, len(wanted) - 1)] for i in range(LOOKUPS_MAX)},
    }  # fmt: skip


def fitting(frame: Frame, *, hurried: bool = False) -> Tier:
    """Return the tier for a board: the best on disk, or one built in a moment; 5 × 5 takes seconds unless `hurried`."""
    if frame == Frame(4, 4, 0):
        on_disk = [name for name in ("4x4-78", "4x4-771") if disk_cache.has(name)]
        return partitions.named((on_disk or ["4x4-663"])[0])
    if frame == Frame(5, 5, 0) and (disk_cache.has("5x5-6666") or not hurried):
        return partitions.named("5x5-6666")
    return _made(frame, partitions.HURRIED_TABLE_BYTES_MAX if hurried else 0)


@lru_cache(64)
def _made(frame: Frame, budget: int) -> Tier:
    return partitions.fitting(frame, budget)


def method(chosen: Partitions) -> str:
    """Return the name of the method: IDA* with the tables of a tier or a pair."""
    if isinstance(chosen, Pair):
        first, second = (look.name.replace(MIRRORED, " (mirrored)") for look in chosen.looks)
        return msg("IDA*, pattern databases {first} and {second}", first=first, second=second)
    if chosen.images > 1:
        return msg("IDA*, pattern databases {name} and their mirror", name=chosen.name)
    return msg("IDA*, pattern databases {name}", name=chosen.name)


@frozen
class Question:
    """The tables and the state of a search: all that a worker needs to create the same problem."""

    tables: "Partitions | Collection"
    state: State


def posed(question: Question, building: BuildProgress | None = None, *, all_paths: bool = False) -> "SearchProblem":
    """Return the search problem; `building` is called while tables are built."""
    if not isinstance(question.tables, Tier | Pair):
        from solvable.tiles.optimal import multi

        return multi.Problem(question.tables, question.state, building)
    loaded = load(question.tables, all_paths=all_paths, progress=building)
    return Problem(loaded, question.state)
