"""A process that stays in a cluster when a command ends: its workers stay too, for the next command.

Ray ends the workers of a job with the job, and a new one takes it two seconds of the processor: so the job is this
process's, and commands of the same user on the same machine hand it their parts through a socket (`kept`). It ends
when nobody has spoken to it for a while. What it was given by a command that is gone is dropped at once.

Messages (`packing`): from a command a packed part under a number of its choice, or nothing, which drops that part; to
a command the packed answer under that number, or under 0 how many parts are computed at a time.
"""

import errno
import os
import pickle
import queue
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from solvable.batch.cluster import LOOK, Cluster
from solvable.batch.kept import locked
from solvable.batch.packing import Message, failed, messages, send
from solvable.batch.worker import sendable
from solvable.budget import Budget


class Workers(Protocol):
    """Whoever answers packed parts; `Cluster` says how."""

    @property
    def count(self) -> int:
        """How many parts are computed at a time."""

    def given(self, asked: bytes, is_over: Callable[[], bool]) -> "Future[bytes]":
        """Return the future of the packed answer to a packed part."""

    def close(self) -> None:
        """End them."""


class Served:
    """A command that is served: one thread reads what it asks, another writes the answers, for it may read slowly."""

    def __init__(self, connection: socket.socket, crew: Workers) -> None:
        connection.settimeout(None)
        self.connection, self.crew = connection, crew
        self.outgoing: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self.given: dict[int, Future[bytes]] = {}
        self.count, self.is_over = 0, False
        self.hearing = threading.Thread(target=self._hear, daemon=True)
        self.hearing.start()
        threading.Thread(target=self._tell, daemon=True).start()

    def _hear(self) -> None:
        for number, asked in messages(self.connection):
            if asked:
                future = self.given[number] = self.crew.given(asked, lambda: self.is_over)
                future.add_done_callback(lambda future, number=number: self._done(number, future))  # type: ignore[misc]
            elif dropped := self.given.get(number):
                dropped.cancel()
        self.is_over = True
        for future in list(self.given.values()):
            future.cancel()
        self.outgoing.put(None)

    def _done(self, number: int, future: "Future[bytes]") -> None:
        self.given.pop(number, None)
        if not future.cancelled():
            error = future.exception()
            self.outgoing.put((number, failed(error) if error else future.result()))

    def _tell(self) -> None:
        """Send the answers; at first, and whenever it changes, how many parts are computed at a time."""
        try:
            while True:
                if self.count != (count := self.crew.count):
                    self.count = count
                    send(self.connection, 0, pickle.dumps(count))
                with suppress(queue.Empty):
                    message = self.outgoing.get(timeout=LOOK)
                    if message is None:
                        return
                    send(self.connection, *message)
        finally:  # also where the cluster is gone: the command hears that nobody is here
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
            self.connection.close()


def main(address: str, place: Path, seconds: float) -> None:
    """Join a cluster and serve until nobody has come for `seconds`; print a pickled None, or the error, once joined."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is not for the command
    listener, error = socket.socket(socket.AF_UNIX), None
    try:
        crew = Cluster(address)
        tidy(place)
        listener.bind(str(place))
        listener.listen()
    except Exception as found:
        error = sendable(found)
    with output:
        pickle.dump(error, output)
    if error is None:
        serve(crew, listener, place, seconds)


def tidy(place: Path) -> None:
    """Remove the sockets of keepers that are lost, and whatever is in the place of a new one."""
    place.unlink(missing_ok=True)
    for each in place.parent.iterdir():
        with socket.socket(socket.AF_UNIX) as there, suppress(OSError):
            there.settimeout(0)
            if each.is_socket() and there.connect_ex(str(each)) == errno.ECONNREFUSED:
                each.unlink()


def serve(crew: Workers, listener: socket.socket, place: Path, seconds: float) -> None:
    """Serve whoever comes, until nobody has been there for so many seconds."""
    own, served, idle = place.stat().st_ino, list[Served](), Budget()
    while True:
        listener.settimeout(LOOK)
        with suppress(TimeoutError):
            served.append(Served(listener.accept()[0], crew))
        served = [each for each in served if each.hearing.is_alive()]
        if served:
            idle = Budget()
        elif idle.spent > seconds:
            with locked(place):  # a command that begins holds it until it is connected
                listener.settimeout(0)
                with suppress(BlockingIOError):
                    served.append(Served(listener.accept()[0], crew))
                    continue
                with suppress(OSError):
                    if place.stat().st_ino == own:  # else another has taken the place of this one, which was ill
                        place.unlink()
            crew.close()
            return


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]))
