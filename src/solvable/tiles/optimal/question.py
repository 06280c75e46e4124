"""What a search is about, and the problem that the kernels search."""

from typing import TYPE_CHECKING

from solvable.puzzle import State
from solvable.shared.frozen import frozen
from solvable.tiles.optimal import lookups
from solvable.tiles.optimal.lanes import Problem
from solvable.tiles.tables.parallel import BuildProgress
from solvable.tiles.tables.partitions import Pair, Partitions, Tier

if TYPE_CHECKING:
    from solvable.tiles.tables.labels import Collection


@frozen
class Question:
    """What a search is about: all that a worker must know to make the same problem."""

    tables: "Partitions | Collection"
    state: State


def posed(question: Question, building: BuildProgress | None = None, *, all_paths: bool = False) -> Problem:
    """Return the problem that the engine searches; `building` hears of tables that must be built."""
    if not isinstance(question.tables, Tier | Pair):
        from solvable.tiles.optimal import multi

        return multi.Problem(question.tables, question.state, building)
    loaded = lookups.load(question.tables, all_paths=all_paths, progress=building)
    return lookups.Problem(loaded, question.state)
