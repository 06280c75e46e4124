"""The workers of a Ray cluster: tasks, given again where a worker or a node is lost; tables put once in its store.

A task answers a chunk as a process of this machine does. Which tables there are is what this machine has on disk, so
that the answers are the same; a task that wants one comes back and says so, the table is put in the object store, and
the task is given again: every worker of a node maps the one copy there. Nothing is read from the disks of the nodes.
"""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from solvable import families, tables
from solvable.batch.answers import Line, Reply, answered
from solvable.batch.requests import Options
from solvable.errors import PuzzleError, require
from solvable.said import say

RETRIES = 100  # of a task whose worker or node is lost
AT_LEAST = 2  # chunks at a time, also where no node has said what it has


class Wanted(NamedTuple):
    """What a task says that lacks a table."""

    name: str


class WantedError(BaseException):
    """A table that is to be put in the store; past whatever catches what boards do wrong."""


class Cluster:
    """The workers of the cluster at an address: host:port of its head, ray://host:port, or `auto`."""

    def __init__(self, address: str) -> None:
        require("ray", "cluster")
        import ray

        self._ray = ray
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            try:
                ray.init(address=address, log_to_driver=False, logging_level="ERROR", namespace="solvable")
            except Exception as error:  # Ray's own, of many kinds
                told = say(
                    "no worker of the cluster {address} can be reached: {reason}",
                    address=address,
                    reason=str(error)[:200],
                )
                raise PuzzleError(told) from None
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(on_node)
        self._store: dict[str, Any] = {}
        self._courier = ThreadPoolExecutor(1)  # Ray's own thread, which reports replies, must not wait for Ray

    @property
    def count(self) -> int:
        """How many chunks are answered at a time: the processors of the nodes that are there now."""
        return max(AT_LEAST, int(self._ray.cluster_resources().get("CPU", 0)))

    def submit(self, lines: Sequence[Line], options: Options) -> "Future[Reply]":
        """Have a chunk answered."""
        reply: Future[Reply] = Future()
        self._give(lines, options, reply)
        return reply

    def close(self) -> None:
        """Leave the cluster, which ends what it was given."""
        self._courier.shutdown(cancel_futures=True)
        if self._is_ours:
            self._ray.shutdown()

    def _give(self, lines: Sequence[Line], options: Options, reply: "Future[Reply]") -> None:
        names = frozenset(tables.files())
        task = self._task.remote(list(lines), options, names, dict(self._store))

        def done(future: "Future[Any]") -> None:
            try:
                found = future.result()
                if isinstance(found, Wanted):
                    self._courier.submit(self._bring, found.name, lines, options, reply)
                else:
                    reply.set_result(found)
            except BaseException as error:  # whoever waits for the reply hears of it
                reply.set_exception(error)

        task.future().add_done_callback(done)

    def _bring(self, name: str, lines: Sequence[Line], options: Options, reply: "Future[Reply]") -> None:
        """Put a table in the store, once, and give the chunk again; it is built here where it is not on disk."""
        try:
            if name not in self._store:
                self._store[name] = self._ray.put(families.registry().words(name))
            self._give(lines, options, reply)
        except BaseException as error:  # whoever waits for the reply hears of it
            reply.set_exception(error)


def on_node(
    lines: Sequence[Line], options: Options, names: frozenset[str], store: Mapping[str, Any]
) -> "Reply | Wanted":
    """Answer a chunk in a worker of the cluster, or say which table it takes."""
    os.environ.setdefault("SOLVABLE_KERNELS", "on")
    tables.borrow(lambda name: _fetched(name, store), names)
    try:
        return answered(lines, options)
    except WantedError as error:
        return Wanted(str(error))


def _fetched(name: str, store: Mapping[str, Any]) -> Any:
    """Return a table from the store: all workers of a node see the same memory."""
    if name not in store:
        raise WantedError(name)
    import ray

    return ray.get(store[name])
