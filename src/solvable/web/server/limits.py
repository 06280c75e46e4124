"""What one request, one client, and all together may take."""

import math
import os
from dataclasses import dataclass

from solvable.core import memory

MAPPED_BYTES = 1.5e9  # bytes of addresses that libraries take without using them
WORKER_BYTES_MIN = 1e9  # bytes that a worker may take on any machine


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, bytes and numbers that bound what the server does."""

    workers: int
    seconds: float = 10.0  # for a question that names no time
    most_seconds: float = 60.0  # for one that does
    body: int = 1_000_000  # bytes of a request
    body_seconds: float = 8.0  # until it has come
    idle_seconds: float = 7.0  # that a connection may wait for a request, or take nothing of an answer
    answer: int = 16_000_000  # bytes of an answer
    queue: int = 256  # questions that wait
    patience: float = 30.0  # seconds that they wait
    connections: int = 1000
    client_connections: int = 256  # of one client

    @classmethod
    def of(cls, workers: int | None) -> "Limits":
        """Return the limits for so many workers, or as many as there are processors."""
        return cls(workers or os.cpu_count() or 1)

    @property
    def memory(self) -> float:
        """The bytes of addresses of one worker: $SOLVABLE_MEMORY, or its share of half the machine's."""
        share = memory.allowed() if os.environ.get("SOLVABLE_MEMORY") else memory.installed() / 2 / self.workers
        return max(share, WORKER_BYTES_MIN) + MAPPED_BYTES if math.isfinite(share) else 0.0

    def time(self, asked: object) -> float:
        """Return the seconds for a question that asks for so many."""
        return float(min(asked, self.most_seconds)) if isinstance(asked, int | float) else self.seconds
