"""What a search is about, and the problem that the kernels search."""

from typing import TYPE_CHECKING

from solvable.core.frozen import frozen
from solvable.core.puzzle import State
from solvable.tiles.optimal import lookups
from solvable.tiles.optimal.search_worker import Problem
from solvable.tiles.pdb.parallel import BuildProgress
from solvable.tiles.pdb.partitions import Pair, Partitions, Tier

if TYPE_CHECKING:
    from solvable.tiles.pdb.labels import Collection


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
