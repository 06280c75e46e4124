"""Tries cases in a separate process: a case that raises, kills it, takes too long or more than MEGABYTES is a finding.

The current case is written to shared memory before it is tried, so that it is known even if the process must be killed;
that takes ten microseconds, a case a hundred. A finding is shrunk as long as it fails in the same way.
"""

import contextlib
import mmap
import os
import pickle
import resource
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any

from tools.fuzz.targets import TARGETS, Target

MEGABYTES = 300
PATIENCE = 120.0  # wall seconds without progress, for busy machines
ROOM = 1 << 24  # bytes for a case
NUMBER = 8  # bytes of the count before it
TRIES = 300  # attempts to shrink a finding


class TooLong(BaseException):
    """The time for one case is over."""


def _over(*_: object) -> None:
    raise TooLong


def failure(target: Target, case: Any) -> str:
    """Return how the case fails, in one line that smaller cases share; "" if it does not."""
    started = process_time()
    signal.setitimer(signal.ITIMER_PROF, target.seconds)
    try:
        target.attempt(case)
    except TooLong:
        return f"over {target.seconds} seconds"
    except MemoryError:
        return f"over {MEGABYTES} MB"
    except BaseException as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {Path(last.filename).name}:{last.name}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return f"over {target.seconds} seconds" if process_time() - started > target.seconds else ""


def smaller(target: Target, case: Any, told: str) -> Any:
    """Return a shorter case that fails in the same way; only texts are shrunk."""
    whole: Any = case[0] if isinstance(case, tuple) else case
    if not isinstance(whole, str | bytes) or (isinstance(case, tuple) and len(case) != 2):
        return case  # not a text, or a text with its format
    rebuilt: Callable[[Any], Any] = (lambda text: (text, *case[1:])) if isinstance(case, tuple) else (lambda text: text)
    size, tries = max(1, len(whole) // 2), 0
    limit = TRIES if "over" not in told else TRIES // 20
    while size and tries < limit:
        at = 0
        while at < len(whole) and tries < limit:
            shorter: Any = whole[:at]
            shorter += whole[at + size :]
            tries += 1
            if failure(target, rebuilt(shorter)) == told:
                whole = shorter
            else:
                at += size
        size //= 2
    return rebuilt(whole)


def campaign(name: str, seed: int, seconds: float, most: int = 10**12) -> tuple[int, dict[str, Any]]:
    """Return the number of cases of the target tried in `seconds`, at most `most`, and the smallest of each failure."""
    tried, findings, end = 0, dict[str, Any](), monotonic() + seconds
    while (left := end - monotonic()) > 0 and tried < most:
        with tempfile.TemporaryDirectory() as folder:
            done, found = _process(Path(folder), name, seed, left, most - tried)
        tried, seed = tried + done, seed + 1
        for told, case in found.items():
            findings.setdefault(told, case)
    return tried, findings


def _process(folder: Path, name: str, seed: int, seconds: float, most: int) -> tuple[int, dict[str, Any]]:
    """Try cases in a child until its time is up or it must be killed."""
    shared = mmap.mmap(-1, ROOM)  # the number of cases tried, and the current one
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            _work(folder, shared, name, seed, seconds, most)
        os._exit(0)
    last, seen = monotonic(), -1
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        signal.sigtimedwait([signal.SIGCHLD], 0.2)
        count = _number(shared)
        if count != seen:
            last, seen = monotonic(), count
        elif monotonic() - last > PATIENCE:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return seen, _found(folder) | {"must be killed": pickle.loads(shared[NUMBER:])}
    count, found = _number(shared), _found(folder)
    if ended[1]:
        found[f"died with {os.waitstatus_to_exitcode(ended[1])}"] = pickle.loads(shared[NUMBER:])
    return count, found


def _number(shared: mmap.mmap) -> int:
    return int.from_bytes(shared[:NUMBER])


def _found(folder: Path) -> dict[str, Any]:
    path = folder / "found"
    found: dict[str, Any] = pickle.loads(path.read_bytes()) if path.exists() else {}
    return found


def _work(folder: Path, shared: mmap.mmap, name: str, seed: int, seconds: float, most: int) -> None:
    """Try cases, and record those that fail."""
    signal.signal(signal.SIGPROF, _over)
    target = TARGETS[name]
    # AddressSanitizer's shadow covers all memory
    if target.is_limited and "libasan" not in os.environ.get("LD_PRELOAD", ""):
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MEGABYTES * 2**20,) * 2)
    found, end = dict[str, Any](), monotonic() + seconds
    for tried, case in enumerate(_cases(target, Random(f"{name} {seed}")), 1):
        held = pickle.dumps(case)
        shared[NUMBER : NUMBER + len(held)] = held
        told = failure(target, case)
        if told and told not in found:
            found[told] = smaller(target, case, told)
            (folder / "found").write_bytes(pickle.dumps(found))
        shared[:NUMBER] = tried.to_bytes(NUMBER)
        if monotonic() > end or tried >= most:
            return


def _cases(target: Target, rng: Random) -> Iterator[Any]:
    while True:
        yield target.draw(rng)
