"""The tables of the tiles by name: listing, building, checking and removing them on disk.

Names: `4x4-78` is drawn in `partitions`, `4x4-mtm` in `labels`; `WxH[@home]-sizes` and `WxH[@home]-mtm` name those for
other boards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from solvable.core import disk_cache
from solvable.core.budget import Budget
from solvable.core.errors import MissingTableError, PuzzleError
from solvable.core.message import msg
from solvable.tiles.pdb import labels, partitions, patterns
from solvable.tiles.pdb.labels import Collection
from solvable.tiles.pdb.parallel import BuildProgress, told_to
from solvable.tiles.pdb.partitions import Tier

TABLES = {**partitions.DRAWINGS, **labels.DRAWINGS}
"""The tables known by name, and the drawings of their partitions or labels."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A table that has a name or is on disk: its bytes, whether it is on disk, and whether its file is damaged."""

    name: str
    bytes: int
    built: bool
    damaged: bool = False


def named(name: str) -> Tier | Collection:
    """Return the partitions or labellings of the table `name`; raise PuzzleError if there is no table of that name."""
    return labels.named(name) if "-mtm" in name else partitions.named(name)


def list_tables() -> tuple[Entry, ...]:
    """Return the tables that have a name, and all others on disk."""
    whole, there = {info.name for info in disk_cache.listing()}, disk_cache.files()
    return tuple(
        Entry(name, there[name], built=True, damaged=name not in whole)
        if name in there
        else Entry(name, named(name).bytes, built=False)
        for name in dict.fromkeys([*TABLES, *there])
    )


def build(name: str, progress: BuildProgress | None = None, *, budget: Budget | None = None) -> int:
    """Build the table `name` unless it is on disk, complete and correct; return the bytes of its words.

    A file that `disk_cache.check` finds damaged is replaced, even if no search reads it. Raise BudgetExceededError at a
    limit, without leaving a file.
    """
    try:
        disk_cache.check(name)
    except disk_cache.DamagedTableError as error:
        disk_cache.log.warning(msg("{error}; building it again", error=msg(str(error))))
        disk_cache.remove(name)
    except OSError:
        pass
    return int(words(name, progress, budget=budget).nbytes)


def words(name: str, progress: BuildProgress | None = None, *, budget: Budget | None = None) -> "disk_cache.Words":
    """Return the words of the table `name`, from the disk or built."""
    what, tell = named(name), told_to(Budget.of(budget=budget), progress)
    return labels.obtain(what, tell) if isinstance(what, Collection) else patterns.obtain(what, tell)


def verify(name: str, progress: BuildProgress | None = None, *, budget: Budget | None = None) -> str:
    """Return the fault of the table on disk, "" if there is none; raise MissingTableError if there is no such table.

    Checks the file's checksum and then every entry, by a search that shares no moves with the builder.
    """
    try:
        what = named(name)
    except PuzzleError as error:
        if not disk_cache.has(name):
            raise
        return str(error)
    tell = told_to(Budget.of(budget=budget), progress)
    try:
        disk_cache.check(name)
        if isinstance(what, Collection):
            return labels.wrong(what, disk_cache.load(name, labels.key(what), partial(labels.fits, what)), tell)
        return patterns.wrong(what, disk_cache.load(name, patterns.key(what), partial(patterns.fits, what)), tell)
    except FileNotFoundError:
        raise MissingTableError(msg("the table {name} is not on disk: build it first", name=name)) from None
    except disk_cache.DamagedTableError as error:
        return str(error)


def remove(name: str) -> bool:
    """Delete the table `name` from the disk; return whether it was there."""
    return disk_cache.remove(name)


def drawings(what: Tier | Collection) -> Iterator[list[str]]:
    """Yield the drawing of each part of a table, row by row: a letter for the tiles that go together."""
    if isinstance(what, Tier):
        for partition in what.partitions:
            yield partitions.draw(what.frame, partition).splitlines()
        return
    for labelling in what.labellings:
        letters = "".join(".ABCD"[label + 1] for label in labelling.labels)
        width = labelling.width
        yield [" ".join(letters[start : start + width]) for start in range(0, len(letters), width)]
