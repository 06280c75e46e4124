"""Which queued question runs next, so that long questions of one client never delay short ones of others.

A search (`solve`, `new`, `hint`, `review`) may take its whole time limit; other questions are expected to be short.
That is only a guess, so it is measured. Of the pool's processes

- `workers` run one question each to its end: the oldest question of the client that occupies the fewest of them,
  clients in turn;
- the others try the newest question of the client with the fewest untried ones, for SLICE. A question that is not
  answered by then goes back to the queue for one of the former, if more questions wait to be tried;
- searches never occupy all of the others: one is always free for, or trying, a question that is not a search.

Newest first, because a short question behind many long ones is then answered within one SLICE; in order of arrival it
would wait for all of them. Nothing starves: the oldest questions are served by the former.

If the queue is full, the client with the most questions in it loses its newest.
"""

import math
from bisect import insort
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from solvable.core.answer import Fields

SLICE = 0.3  # CPU seconds after which a question counts as long
IPV6_SITE_BITS = 64  # a site owns all addresses with the same first 64 bits, so they count as one client


@dataclass(slots=True, eq=False)
class Job:
    """A queued question: its fields, time limit in seconds, client, whether events are sent and whether it searches."""

    verb: str
    fields: Fields
    seconds: float
    client: str = ""
    with_events: bool = False
    is_search: bool = False
    is_trial: bool = False  # runs for at most SLICE
    is_long: bool = False  # a trial was stopped after SLICE
    patience: float = math.inf  # the time, by the loop's clock, at which it has waited too long
    arrival: int = 0  # its number in the queue


class Queue:
    """The queued questions; `overflow` removes those beyond `size`."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.turns: dict[
            str, list[Job]
        ] = {}  # client → its questions, oldest first; the most recently served client is last
        self.arrivals = 0

    def __len__(self) -> int:
        return sum(map(len, self.turns.values()))

    def add(self, job: Job) -> None:
        """Queue a question; one that was tried before gets its old place."""
        if not job.arrival:
            self.arrivals += 1
            job.arrival = self.arrivals
        insort(self.turns.setdefault(job.client, []), job, key=lambda each: each.arrival)

    def overflow(self, client: str) -> Job | None:
        """Remove and return the question that no longer fits after one of `client` was added; None if all fit."""
        if len(self) <= self.size:
            return None
        greediest = max(self.turns, key=lambda each: (len(self.turns[each]), each == client))
        refused = self.turns[greediest][-1]
        self.remove(refused)
        return refused

    def remove(self, job: Job) -> None:
        """Remove a question, if it is queued."""
        waiting = self.turns.get(job.client, [])
        if job in waiting:
            waiting.remove(job)
            if not waiting:
                del self.turns[job.client]

    def oldest(self, running: Counter[str], *, may_search: bool) -> Job | None:
        """Remove and return the question to run to its end next; `running`: how many of those each client has now."""
        first = [job for jobs in self.turns.values() if (job := _first(jobs, may_search=may_search))]
        if not first:
            return None
        job = min(first, key=lambda job: running[job.client])
        self.remove(job)
        if job.client in self.turns:
            self.turns[job.client] = self.turns.pop(job.client)  # its turn is over
        return job

    def newest(self, *, may_search: bool) -> Job | None:
        """Remove and return the question to try next."""
        untried = list(self._untried(may_search=may_search))
        counts = Counter(job.client for job in untried)
        job = max(untried, key=lambda job: (-counts[job.client], job.arrival), default=None)
        if job is not None:
            self.remove(job)
        return job

    def has_untried(self, *, may_search: bool) -> bool:
        """Return whether a question is queued that `newest` may return."""
        return any(self._untried(may_search=may_search))

    def _untried(self, *, may_search: bool) -> Iterator[Job]:
        for jobs in self.turns.values():
            yield from (job for job in jobs if not job.is_long and (may_search or not job.is_search))


def _first(jobs: list[Job], *, may_search: bool) -> Job | None:
    return next((job for job in jobs if may_search or not job.is_search), None)


def client_of(address: str) -> str:
    """Return the client of an address: the address itself, or its whole /64 network for IPv6."""
    try:
        result = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if result.version == 6:
        if result.ipv4_mapped is not None:
            return str(result.ipv4_mapped)
        return str(ip_network((result, IPV6_SITE_BITS), strict=False))
    return str(result)
