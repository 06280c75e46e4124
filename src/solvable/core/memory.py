"""What one computation may take of the machine: its memory and time are compared with what there is before it starts.

$SOLVABLE_MEMORY sets a limit of memory for all that a process computes, in bytes or as `500M`, `4G`.
"""

import contextlib
import math
import os
import re
from pathlib import Path

from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.message import msg

FREE_MEMORY_SHARE = 0.8  # of the free memory that one computation may take
UNCHECKED_BYTES_MAX = 1_000_000  # bytes that are there: to ask the system takes 0.3 ms, longer than many a computation
ELIMINATION_S_MAX = 600.0  # seconds of elimination that are worth beginning
COUNTED_MAX = 1e300  # bytes and cells beyond which none are counted


def installed() -> float:
    """Return the bytes of memory of this machine, infinite where the system does not say."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return math.inf


def available() -> float:
    """Return the bytes of memory that this process can still have: what the machine has free, less where the process,
    its control group or $SOLVABLE_MEMORY sets a limit; infinite where the system does not say."""
    result = installed()
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        result = 1024.0 * int(next(line.split()[1] for line in lines if line.startswith("MemAvailable:")))
    with contextlib.suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        room, used = ((group / f"memory.{name}").read_text() for name in ("max", "current"))
        result = min(result, float(room) - float(used))  # "max" is no number
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            result = min(result, limit - pages * os.sysconf("SC_PAGE_SIZE"))
    return max(0.0, min(result, allowed()))


def allowed() -> float:
    """Return the bytes that $SOLVABLE_MEMORY leaves to this process, infinite without it; PuzzleError if not a size."""
    given = os.environ.get("SOLVABLE_MEMORY", "")
    if not given:
        return math.inf
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", given.strip(), re.IGNORECASE)
    if match is None:
        raise PuzzleError(msg("SOLVABLE_MEMORY is {given}: say it in bytes, or as 500M or 4G", given=repr(given[:40])))
    return max(0.0, float(match[1]) * 1000.0 ** " KMGT".index(match[2].upper() or " ") - resident())


def resident() -> float:
    """Return the bytes of memory that this process holds now, 0 if the system does not say."""
    try:
        return float(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return 0.0


def check_memory(needed: float, cells: int, power: float = 1) -> None:
    """Raise BudgetExceededError if a computation on that many cells needs more bytes of memory than it may take.

    What it needs grows like cells^power, from which follows how many cells would do.
    """
    if needed <= UNCHECKED_BYTES_MAX and not os.environ.get("SOLVABLE_MEMORY"):
        return
    room, needed, cells = FREE_MEMORY_SHARE * available(), min(needed, COUNTED_MAX), min(cells, int(COUNTED_MAX))
    if needed > room:
        fit = int(cells * (room / needed) ** (1 / power))
        shown, free = f"{needed / 1e9:.1f}", f"{room / 1e9:.1f}"
        raise BudgetExceededError(
            msg(
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
    """Raise BudgetExceededError if a computation on that many cells takes longer than is worth beginning."""
    if seconds > ELIMINATION_S_MAX:
        fit = int(cells * (ELIMINATION_S_MAX / seconds) ** (1 / power))
        shown, longest = f"{seconds / 60:.0f}", f"{ELIMINATION_S_MAX / 60:.0f}"
        raise BudgetExceededError(
            msg(
                "{cells} cells take about {minutes} minutes on this machine, but the limit is {most}: "
                "enough for about {fit} cells",
                cells=cells,
                minutes=shown,
                most=longest,
                fit=fit,
            ),
            0,
        )
