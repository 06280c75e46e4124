"""Workers beside this process, for as long as a command takes: processes, or those of a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvable.core.executor import Executor


@contextmanager
def crew_of(workers: int, cluster: str | None) -> Iterator["Executor | None"]:
    """Yield so many processes or the workers of a cluster, None where this process does it alone; end them after."""
    if workers == 1 and cluster is None:
        yield None
        return
    from solvable import batch

    crew = batch.hired(workers, cluster)
    try:
        yield crew
    finally:
        crew.close()
