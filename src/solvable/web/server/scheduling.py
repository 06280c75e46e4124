"""Which waiting question is next, so that nobody's long questions hold up short ones.

A search (`solve`, `new`, `hint`) may take its whole time limit; nothing else is expected to take long. That is only a
guess, so whether a question is short is measured: of the pool's processes

- `workers` answer one question each, however long it takes: the oldest of the client that has the fewest of these
  places, clients in turn;
- the others try the newest question of the client that has fewest to be tried, for SLICE. What is not answered by then,
  if more wait to be tried, goes back to wait for one of the former;
- searches never have all of the others: one is free for everything else, or tries a question that is no search.

Newest first, because a short question among many long ones is answered after one SLICE however many there are; in the
order of arrival it would wait for all of them. Nothing is starved: the oldest are served by the former.

Where the queue is full, the client that has most questions in it loses its newest.
"""

import math
from bisect import insort
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from solvable.core.answer import Fields

SLICE = 0.3  # seconds of a processor after which a question is long
IPV6_SITE_BITS = 64  # of an address: who has one has all that begin so


@dataclass(slots=True, eq=False)
class Job:
    """A question: its fields, its seconds, whether its events are sent, whether it searches, and who asks it."""

    verb: str
    fields: Fields
    seconds: float
    client: str = ""
    tells: bool = False
    is_search: bool = False
    is_trial: bool = False  # it runs for SLICE only
    is_long: bool = False  # it was tried, and stopped
    patience: float = math.inf  # when it has waited too long
    arrival: int = 0  # its number in the queue


class Queue:
    """The questions that wait; `overflow` takes what is more than `size`."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.turns: dict[str, list[Job]] = {}  # client → its questions, oldest first; the client served last is last
        self.arrivals = 0

    def __len__(self) -> int:
        return sum(map(len, self.turns.values()))

    def add(self, job: Job) -> None:
        """Let a question wait; one that was tried has its old place."""
        if not job.arrival:
            self.arrivals += 1
            job.arrival = self.arrivals
        insort(self.turns.setdefault(job.client, []), job, key=lambda each: each.arrival)

    def overflow(self, client: str) -> Job | None:
        """Take the question for which there is no room since `client` asked another one; None if there is room."""
        if len(self) <= self.size:
            return None
        greediest = max(self.turns, key=lambda each: (len(self.turns[each]), each == client))
        refused = self.turns[greediest][-1]
        self.remove(refused)
        return refused

    def remove(self, job: Job) -> None:
        """Let a question wait no more, if it does."""
        waiting = self.turns.get(job.client, [])
        if job in waiting:
            waiting.remove(job)
            if not waiting:
                del self.turns[job.client]

    def oldest(self, running: Counter[str], *, may_search: bool) -> Job | None:
        """Take the question that is served next for as long as it takes; `running`: how many each client has so."""
        first = [job for jobs in self.turns.values() if (job := _first(jobs, may_search=may_search))]
        if not first:
            return None
        job = min(first, key=lambda job: running[job.client])
        self.remove(job)
        if job.client in self.turns:
            self.turns[job.client] = self.turns.pop(job.client)  # its turn is over
        return job

    def newest(self, *, may_search: bool) -> Job | None:
        """Take the question that is tried next."""
        untried = list(self._untried(may_search=may_search))
        counts = Counter(job.client for job in untried)
        job = max(untried, key=lambda job: (-counts[job.client], job.arrival), default=None)
        if job is not None:
            self.remove(job)
        return job

    def has_untried(self, *, may_search: bool) -> bool:
        """Return whether a question waits that `newest` may take."""
        return any(self._untried(may_search=may_search))

    def _untried(self, *, may_search: bool) -> Iterator[Job]:
        for jobs in self.turns.values():
            yield from (job for job in jobs if not job.is_long and (may_search or not job.is_search))


def _first(jobs: list[Job], *, may_search: bool) -> Job | None:
    return next((job for job in jobs if may_search or not job.is_search), None)


def client_of(address: str) -> str:
    """Return who an address stands for: itself, or all addresses of an IPv6 site."""
    try:
        result = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if result.version == 6:
        if result.ipv4_mapped is not None:
            return str(result.ipv4_mapped)
        return str(ip_network((result, IPV6_SITE_BITS), strict=False))
    return str(result)
