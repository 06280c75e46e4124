"""Memory and time checks before a computation starts: what would not fit is refused.

$SOLVABLE_MEMORY limits the memory of the whole process, in bytes or as `500M`, `4G`.
"""

import contextlib
import math
import os
import re
from pathlib import Path

from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.message import msg

FREE_MEMORY_SHARE = 0.8  # share of the free memory that one computation may take
# Bytes that are not checked: asking the system takes 0.3 ms, longer than many a computation
UNCHECKED_BYTES_MAX = 1_000_000
ELIMINATION_S_MAX = 600.0  # seconds of elimination beyond which it is refused
COUNTED_MAX = 1e300  # bytes and cells: larger numbers are cut off here


def installed() -> float:
    """Return the bytes of memory of this machine, infinity if the system does not report it."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return math.inf


def available() -> float:
    """Return the bytes of memory that this process can still use: the machine's free memory, less if the process, its
    control group or $SOLVABLE_MEMORY sets a limit; infinity if the system does not report it.
    """
    result = installed()
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        result = 1024.0 * int(next(line.split()[1] for line in lines if line.startswith("MemAvailable:")))
    with contextlib.suppress(OSError, ValueError):
        group = Path("/sys/fs/cgroup")
        room, used = ((group / f"memory.{name}").read_text() for name in ("max", "current"))
        result = min(result, float(room) - float(used))  # "max" is not a number
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            result = min(result, limit - pages * os.sysconf("SC_PAGE_SIZE"))
    return max(0.0, min(result, allowed()))


def allowed() -> float:
    """Return the bytes that $SOLVABLE_MEMORY leaves to this process, infinity if it is not set; raise PuzzleError if it
    is not a size.
    """
    given = os.environ.get("SOLVABLE_MEMORY", "")
    if not given:
        return math.inf
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", given.strip(), re.IGNORECASE)
    if match is None:
        raise PuzzleError(msg("SOLVABLE_MEMORY is {given}: say it in bytes, or as 500M or 4G", given=repr(given[:40])))
    return max(0.0, float(match[1]) * 1000.0 ** " KMGT".index(match[2].upper() or " ") - resident())


def resident() -> float:
    """Return the bytes of memory that this process uses, 0 if the system does not report it."""
    try:
        return float(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return 0.0


def check_memory(needed: float, cells: int, power: float = 1) -> None:
    """Raise BudgetExceededError if a computation on `cells` cells that needs `needed` bytes may not take so much
    memory.

    The need grows like cells^power; the message derives from it how many cells would fit.
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
    """Raise BudgetExceededError if a computation on `cells` cells would take longer than `ELIMINATION_S_MAX`; its time
    grows like cells^power.
    """
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
