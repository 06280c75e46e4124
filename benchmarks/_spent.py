"""The wall time and CPU time of a command, including other processes that work for it. Linux only."""

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
LOOK = 0.05  # seconds between two samples: CPU time after the last sample of a process is not counted
AFTER = 1.5  # seconds after the command in which workers end

Process = tuple[int, str]  # its number, and its start time


def below(root: int) -> dict[Process, float]:
    """Return the CPU seconds of all descendants of a process."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        stats[int(path.parent.name)] = int(fields[1]), fields[19], (int(fields[11]) + int(fields[12])) / TICKS
    found, parents = dict[Process, float](), [root]
    while parents:
        parent = parents.pop()
        for pid, (of, begun, seconds) in stats.items():
            if of == parent:
                found[pid, begun] = seconds
                parents.append(pid)
    return found


@dataclass(slots=True)
class Beside:
    """The CPU time of the descendants of this process except the command; `idle` is their use per second without a
    command.
    """

    idle: float = 0.0
    seen: dict[Process, float] = field(default_factory=dict)

    def measure_idle(self, seconds: float = 5.0) -> None:
        """Measure their use while there is no command."""
        before = below(os.getpid())
        time.sleep(seconds)
        self.idle = sum(spent - before.get(each, 0.0) for each, spent in below(os.getpid()).items()) / seconds

    def spent(self, command: Sequence[str]) -> tuple[float, float]:
        """Return the wall seconds of a command, and the CPU seconds: its own, plus those of others beyond their idle
        use.
        """
        before, is_over = below(os.getpid()), threading.Event()
        self.seen = dict(before)
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def look() -> None:
            while not is_over.wait(LOOK):
                own = {*below(process.pid)} if process.returncode is None else set()
                there = below(os.getpid()).items()
                self.seen.update({each: spent for each, spent in there if each not in own and each[0] != process.pid})

        looking = threading.Thread(target=look)
        looking.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        time.sleep(AFTER)
        is_over.set()
        looking.join()
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        others = sum(spent - before.get(each, 0.0) for each, spent in self.seen.items())
        return seconds, usage.ru_utime + usage.ru_stime + max(0.0, others - self.idle * (seconds + AFTER))
