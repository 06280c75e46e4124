"""What one machine can do: the memory and the time of a computation, compared with what there is before it starts."""

from solvable import tables
from solvable.errors import BudgetExceededError

SHARE = 0.8  # of the free memory that one computation may take
LONGEST = 600.0  # seconds of elimination that are worth beginning


def check_memory(needed: float, cells: int, power: float = 1) -> None:
    """Raise BudgetExceededError where a computation on so many cells needs more bytes of memory than it may take.

    What it needs grows like cells^power, which tells how many cells would do.
    """
    room = SHARE * tables.available()
    if needed > room:
        fit = int(cells * (room / needed) ** (1 / power))
        shown, free = f"{needed / 1e9:.1f}", f"{room / 1e9:.1f}"
        raise BudgetExceededError(
            f"{cells} cells take about {shown} GB of memory here, and {free} GB may be used: about {fit} cells fit", 0
        )


def check_time(seconds: float, cells: int, power: float = 1) -> None:
    """Raise BudgetExceededError where a computation on so many cells takes longer than is worth beginning."""
    if seconds > LONGEST:
        fit = int(cells * (LONGEST / seconds) ** (1 / power))
        shown, longest = f"{seconds / 60:.0f}", f"{LONGEST / 60:.0f}"
        raise BudgetExceededError(
            f"{cells} cells take about {shown} minutes here, and {longest} are the limit: about {fit} cells fit", 0
        )
