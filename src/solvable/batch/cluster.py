"""The workers of a Ray cluster: tasks are resubmitted if a worker or a node is lost, and each table is put in the
object store once.

A task computes what a process of this machine would. Tasks and results are sent as bytes of the standard library's
pickle, which is several times as fast as Ray's: (function, arguments) one way, (True, result) or (False, error) back.
Workers use exactly the tables that this machine has on disk, so that the results are the same. If a node has a table on
disk, it maps that file; otherwise the task returns `Wanted`, the table is put in the object store, and the task is
submitted again: the workers of a node map one shared copy.
"""

import pickle
import socket
import threading
from collections.abc import Mapping
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

from solvable import families
from solvable.batch.worker import begin, sendable
from solvable.core import disk_cache
from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError, require
from solvable.core.executor import LostError, Task
from solvable.core.message import msg

TASK_RETRIES_MAX = 20  # retries of a task whose worker or node is lost
PARALLEL_TASKS_MIN = 2  # tasks at a time if no node has reported its processors
CONNECT_TIMEOUT_S = 10.0  # seconds to reach a head
NODE_POLL_INTERVAL_S = 0.5  # seconds between two checks of the cluster's nodes


class Wanted(NamedTuple):
    """The result of a task that lacks a table: the table's name."""

    name: str


class WantedError(BaseException):
    """A task needs this table; a BaseException, so that handlers for errors of boards do not catch it."""


class Cluster:
    """The workers of the cluster at an address: host:port of its head, ray://host:port, or `auto`.

    Raises ImportError if Ray is not installed, PuzzleError if the cluster cannot be reached.
    """

    def __init__(self, address: str) -> None:
        require("ray", "cluster")
        import ray

        self._ray = ray
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            _quieten(ray)
            try:
                _reach(address)
                ray.init(address=address, log_to_driver=False, logging_level="ERROR", namespace="solvable")
            except Exception as error:  # Ray raises errors of many kinds
                message = msg(
                    "no worker of the cluster {address} can be reached: {reason}",
                    address=address,
                    reason=str(error)[:200],
                )
                raise PuzzleError(message) from None
        self._task = ray.remote(num_cpus=1, max_retries=TASK_RETRIES_MAX)(on_node)
        self._names = ray.put(frozenset(disk_cache.files()))
        self._store: dict[str, Any] = {}
        self._courier = ThreadPoolExecutor(1)  # Ray's own thread, which reports results, must not wait for Ray
        self._lock = threading.Lock()
        self._seen, self._count = Budget(), 0
        # if several tasks are submitted before a worker exists, Ray starts one too many, which costs half a second
        self._first: Future[None] = ray.remote(num_cpus=1, max_retries=TASK_RETRIES_MAX)(nothing).remote().future()

    @property
    def count(self) -> int:
        """The number of tasks that run at a time: the processors of the nodes now in the cluster."""
        with self._lock:
            if not self._count or self._seen.spent > NODE_POLL_INTERVAL_S:
                self._seen = Budget()
                self._count = max(PARALLEL_TASKS_MIN, int(self._ray.cluster_resources().get("CPU", 0)))
        return self._count

    def submit(self, part: Task, *arguments: Any) -> "Future[Any]":
        """Return the future of part(*arguments), computed by a worker; cancelling it interrupts the worker."""
        asked, result = pickle.dumps((part, arguments), pickle.HIGHEST_PROTOCOL), Future[Any]()
        if self._first.done():
            self._give(asked, result)
        else:
            self._first.add_done_callback(lambda _: self._have_given(asked, result))
        return result

    def close(self) -> None:
        """Leave the cluster, which ends the tasks submitted by this process."""
        self._courier.shutdown(cancel_futures=True)
        if self._is_ours:
            self._ray.shutdown()

    def _give(self, asked: bytes, result: "Future[Any]") -> None:
        if result.cancelled():
            return
        task = self._task.remote(asked, self._names, dict(self._store))

        def done(future: "Future[Any]") -> None:
            with suppress(InvalidStateError, RuntimeError):  # cancelled meanwhile, or this executor is closed
                try:
                    found = future.result()
                    if isinstance(found, Wanted):
                        self._have_given(asked, result, found.name)
                        return
                    is_answered, answer = pickle.loads(found)
                except BaseException as error:  # `result` raises it in the caller
                    is_answered, answer = False, self._told(error)
                if is_answered:
                    result.set_result(answer)
                else:
                    result.set_exception(answer)

        def dropped(future: "Future[Any]") -> None:
            if future.cancelled():
                with suppress(Exception):  # the task or the cluster may have ended
                    self._ray.cancel(task, force=False)

        task.future().add_done_callback(done)
        result.add_done_callback(dropped)

    def _told(self, error: BaseException) -> BaseException:
        """Return LostError if every try lost its worker, else the error itself."""
        return LostError() if isinstance(error, self._ray.exceptions.WorkerCrashedError) else error

    def _have_given(self, asked: bytes, result: "Future[Any]", table: str = "") -> None:
        """Submit a task from another thread; before that put the table, if one is named, in the store, once.

        A table that is not on disk is built here.
        """

        def give() -> None:
            try:
                if table and table not in self._store:
                    self._store[table] = self._ray.put(pickle.PickleBuffer(families.registry().words(table)))
                self._give(asked, result)
            except BaseException as error:  # `result` raises it in the caller
                with suppress(InvalidStateError):
                    result.set_exception(error)

        with suppress(RuntimeError):  # this executor is closed
            self._courier.submit(give)


def _reach(address: str) -> None:
    """Raise OSError if nothing listens at a host:port; Ray would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT_S).close()


def _quieten(ray: Any) -> None:
    """Stop Ray from writing on standard output, among the answers, that a worker or a node is lost; its logs have it.

    Ray has no option for that; in a version that has renamed this function the messages appear.
    """
    worker: Any = getattr(getattr(ray, "_private", None), "worker", None)
    if hasattr(worker, "print_to_stdstream"):
        worker.print_to_stdstream = lambda *_, **__: None


def nothing() -> None:
    """Do nothing; the first task, which starts a worker."""


def on_node(asked: bytes, names: frozenset[str], store: Mapping[str, Any]) -> bytes | Wanted:
    """Return, in a worker of the cluster, the pickled result of a pickled task, or Wanted."""
    begin()
    disk_cache.borrow(lambda name: _fetched(name, store), names)
    part, arguments = pickle.loads(asked)
    try:
        answer = True, part(*arguments)
    except WantedError as error:
        return Wanted(str(error))
    except Exception as error:
        answer = False, sendable(error)
    return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)


def _fetched(name: str, store: Mapping[str, Any]) -> Any:
    """Return a table from the store, whose memory all workers of a node share."""
    if name not in store:
        raise WantedError(name)
    import ray

    return ray.get(store[name])
