"""A hostile request, the process that makes it, and the result: CPU time, peak memory, outcome.

Each request has a fresh process, SOLVABLE_MEMORY as the limit that the program must observe, and far above it limits of
address space and time that protect the machine.
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
GUARD = 6.0  # address space as a multiple of the memory allowed, since compilers and threads do not use all of theirs
KILLED_AFTER = 90  # CPU seconds
LONGEST = 3600.0  # wall seconds, on a busy machine
LATE = 0.3  # seconds that ending may take after cancellation
MEGABYTE = 1e6


@dataclass(frozen=True, slots=True)
class Case:
    """A request, and its bound: `limit` seconds, cancellation, or (free) only the program's own checks.

    A free request must have ended, answered or refused, after `limit` seconds. `puzzle` is created before, without
    limits; in the request it is `p`, and `one` is its goal with one lamp or piece changed.
    """

    request: str
    bounded: Bounded = "seconds"
    limit: float = 1.0
    puzzle: str = "None"

    @property
    def allowed(self) -> float:
        """The seconds that it may take, from its start or, if it is cancelled, from the cancellation."""
        return {"seconds": self.limit + max(0.2, self.limit / 10), "cancel": LATE, "free": self.limit}[self.bounded]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a case: CPU `seconds` until it ended, the peak memory in bytes, and a description."""

    case: Case
    seconds: float
    peak: float
    what: str
    is_fair: bool

    def is_good(self, memory: float) -> bool:
        """Whether it ended in time, within its memory, with an answer or an error of ours."""
        return self.is_fair and self.seconds <= self.case.allowed and self.peak <= memory


def run(case: Case, memory: float) -> Outcome:
    """Return the outcome of a case in a separate process that may use `memory` bytes."""
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
    """Limit the CPU time of the process."""
    resource.setrlimit(resource.RLIMIT_CPU, (KILLED_AFTER, KILLED_AFTER))


def row(outcome: Outcome, memory: float) -> str:
    """Return the line of the table."""
    mark = " " if outcome.is_good(memory) else "!"
    case = outcome.case
    bound = f"{case.limit:g} s" if case.bounded != "cancel" else "cancelled"
    start = f"{mark} {bound if case.bounded != 'free' else 'free':>9} {outcome.seconds:7.2f} s"
    of = f"  of {case.puzzle}" if case.puzzle != "None" else ""
    return f"{start} {outcome.peak / MEGABYTE:6.0f} MB  {case.request}{of}  →  {outcome.what}"
