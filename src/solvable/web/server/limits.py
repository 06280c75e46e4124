"""The limits on one request, one client and the whole server."""

import math
import os
from dataclasses import dataclass

from solvable.core import memory

MAPPED_BYTES = 1.5e9  # bytes of address space that libraries reserve without using it
WORKER_BYTES_MIN = 1e9  # bytes that a worker may use on any machine


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds, sizes in bytes, and numbers."""

    workers: int
    seconds: float = 10.0  # for a question without a time limit
    most_seconds: float = 60.0  # the longest time limit of a question
    body: int = 1_000_000  # bytes of a request
    body_seconds: float = 8.0  # to receive it
    idle_seconds: float = 7.0  # that a connection may send no request, or accept nothing of an answer
    answer: int = 16_000_000  # bytes of an answer
    queue: int = 256  # queued questions
    patience: float = 30.0  # seconds that they may wait
    connections: int = 1000
    client_connections: int = 256  # of one client

    @classmethod
    def of(cls, workers: int | None) -> "Limits":
        """Return the limits for this many workers (None: one for each processor)."""
        return cls(workers or os.cpu_count() or 1)

    @property
    def memory(self) -> float:
        """The limit on one worker's address space in bytes: $SOLVABLE_MEMORY, or a share of half the memory."""
        share = memory.allowed() if os.environ.get("SOLVABLE_MEMORY") else memory.installed() / 2 / self.workers
        return max(share, WORKER_BYTES_MIN) + MAPPED_BYTES if math.isfinite(share) else 0.0

    def time(self, asked: object) -> float:
        """Return the time limit in seconds of a question that asks for `asked`."""
        return float(min(asked, self.most_seconds)) if isinstance(asked, int | float) else self.seconds
