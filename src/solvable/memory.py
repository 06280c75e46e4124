"""What one computation may take of the machine: its memory and time are compared with what there is before it starts.

$SOLVABLE_MEMORY sets a limit of memory for all that a process computes, in bytes or as `500M`, `4G`.
"""

import contextlib
import math
import os
import re
from pathlib import Path

from solvable.errors import BudgetExceededError, PuzzleError
from solvable.shared.said import say

SHARE = 0.8  # of the free memory that one computation may take
SMALL = 1_000_000  # bytes that are there: to ask the system takes 0.3 ms, longer than many a computation
LONGEST = 600.0  # seconds of elimination that are worth beginning
MOST = 1e300  # bytes and cells beyond which none are counted


def installed() -> float:
    """Return the bytes of memory of this machine, infinite where the system does not say."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return math.inf


def available() -> float:
    """Return the bytes of memory that this process can still have: what the machine has free, less where the process,
    its control group or $SOLVABLE_MEMORY sets a limit; infinite where the system does not say."""
    found = installed()
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        found = 1024.0 * int(next(line.split()[1] for line in lines if line.startswith("MemAvailable:")))
    with contextlib.suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        room, used = ((group / f"memory.{name}").read_text() for name in ("max", "current"))
        found = min(found, float(room) - float(used))  # "max" is no number
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            found = min(found, limit - pages * os.sysconf("SC_PAGE_SIZE"))
    return max(0.0, min(found, allowed()))


def allowed() -> float:
    """Return the bytes that $SOLVABLE_MEMORY leaves to this process, infinite without it; PuzzleError if not a size."""
    given = os.environ.get("SOLVABLE_MEMORY", "")
    if not given:
        return math.inf
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", given.strip(), re.IGNORECASE)
    if found is None:
        raise PuzzleError(say("SOLVABLE_MEMORY is {given}: say it in bytes, or as 500M or 4G", given=repr(given[:40])))
    return max(0.0, float(found[1]) * 1000.0 ** " KMGT".index(found[2].upper() or " ") - resident())


def resident() -> float:
    """Return the bytes of memory that this process holds now, 0 where the system does not say."""
    try:
        return float(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return 0.0


def check_memory(needed: float, cells: int, power: float = 1) -> None:
    """Raise BudgetExceededError where a computation on that many cells needs more bytes of memory than it may take.

    What it needs grows like cells^power, from which follows how many cells would do.
    """
    if needed <= SMALL and not os.environ.get("SOLVABLE_MEMORY"):
        return
    room, needed, cells = SHARE * available(), min(needed, MOST), min(cells, int(MOST))
    if needed > room:
        fit = int(cells * (room / needed) ** (1 / power))
        shown, free = f"{needed / 1e9:.1f}", f"{room / 1e9:.1f}"
        raise BudgetExceededError(
            say(
                "{cells} cells need about {needed} GB of memory, but only {free} GB may be used: enough "
                "for about {fit} cells",
                cells=cells,
                needed=shown,
                free=free,
                fit=fit,
            ),
            0,
        )


def check_time(seconds: float, cells: int, power: float = 1) -> None:
    """Raise BudgetExceededError where a computation on that many cells takes longer than is worth beginning."""
    if seconds > LONGEST:
        fit = int(cells * (LONGEST / seconds) ** (1 / power))
        shown, longest = f"{seconds / 60:.0f}", f"{LONGEST / 60:.0f}"
        raise BudgetExceededError(
            say(
                "{cells} cells take about {minutes} minutes on this machine, but the limit is {most}: "
                "enough for about {fit} cells",
                cells=cells,
                minutes=shown,
                most=longest,
                fit=fit,
            ),
            0,
        )
