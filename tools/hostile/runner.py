"""A hostile request, the process that makes it, and what came: CPU time, peak memory, outcome.

Each request has a fresh process, SOLVABLE_MEMORY for what the program itself must keep to, and far above it a limit of
the address space and of time, for what the program would otherwise do to the machine.
"""

import json
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from typing import Literal

Bounded = Literal["seconds", "cancel", "free"]

CANCELLED_AFTER = 0.5  # seconds
GUARD = 6.0  # times the memory allowed: the address space of compilers and threads is not all used
KILLED_AFTER = 90  # seconds of the processor
LONGEST = 3600.0  # seconds of the wall, on a busy machine
LATE = 0.3  # seconds that ending may take once cancelled
MEGABYTE = 1e6


@dataclass(frozen=True, slots=True)
class Case:
    """A request, and what bounds it: `limit` seconds, cancelling, or (free) nothing but the program's own sense.

    A free request must have ended, answered or refused, after `limit` seconds. `puzzle` is made before, beyond all
    limits; in the request it is `p`, and `one` its state with one lamp or piece out of place.
    """

    request: str
    bounded: Bounded = "seconds"
    limit: float = 1.0
    puzzle: str = "None"

    @property
    def allowed(self) -> float:
        """The seconds that it may take, from its start or, if it is cancelled, from then."""
        return {"seconds": self.limit + max(0.2, self.limit / 10), "cancel": LATE, "free": self.limit}[self.bounded]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case: `seconds` (CPU) until it ended, the peak in bytes, and a word on it."""

    case: Case
    seconds: float
    peak: float
    what: str
    is_fair: bool

    def is_good(self, memory: float) -> bool:
        """Whether it ended in time, within its memory, with an answer or an error of ours."""
        return self.is_fair and self.seconds <= self.case.allowed and self.peak <= memory


def run(case: Case, memory: float) -> Outcome:
    """Return what comes of a case in a process of its own that may take so many bytes of memory."""
    words = [sys.executable, "-m", "tools.hostile.child", case.bounded, str(case.limit), str(GUARD * memory)]
    environment = os.environ | {"SOLVABLE_MEMORY": f"{memory:.0f}"}
    try:
        done = subprocess.run(
            words,
            input=f"{case.puzzle}\n{case.request}",
            capture_output=True,
            text=True,
            env=environment,
            timeout=LONGEST,
            preexec_fn=_limited,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(case, LONGEST, 0.0, "killed: no end", is_fair=False)
    if done.returncode or not done.stdout:
        last = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        return Outcome(case, 0.0, 0.0, f"died with {done.returncode}: {last}", is_fair=False)
    found = json.loads(done.stdout.splitlines()[-1])
    return Outcome(case, found["seconds"], found["peak"], found["what"], found["is_fair"])


def _limited() -> None:
    """Let the process end where it takes too long: by the processor's clock, whatever else the machine does."""
    resource.setrlimit(resource.RLIMIT_CPU, (KILLED_AFTER, KILLED_AFTER))


def row(outcome: Outcome, memory: float) -> str:
    """Return the line of the table."""
    mark = " " if outcome.is_good(memory) else "!"
    case = outcome.case
    bound = f"{case.limit:g} s" if case.bounded != "cancel" else "cancelled"
    start = f"{mark} {bound if case.bounded != 'free' else 'free':>9} {outcome.seconds:7.2f} s"
    of = f"  of {case.puzzle}" if case.puzzle != "None" else ""
    return f"{start} {outcome.peak / MEGABYTE:6.0f} MB  {case.request}{of}  →  {outcome.what}"
