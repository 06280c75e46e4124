"""The workers of a cluster through the process that keeps them (`keeper`), which the first command starts.

Which process that is depends on all that could make its workers' answers others than those of new ones: the sources,
the tables that there are, the interpreter, the settings. So an upgrade or a new table has a new one started, and the
old one ends by itself. One that is lost is replaced, and what it was computing given again, thrice at most.
"""

import hashlib
import os
import pickle
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import solvable
from solvable import tables
from solvable.batch.cluster import Cluster
from solvable.batch.packing import Message, given_by, messages, packed, send
from solvable.batch.processes import TRIES
from solvable.errors import PuzzleError, require
from solvable.shared.crew import Crew, LostError, Part
from solvable.shared.said import say

SECONDS = 300.0  # without a command, after which the keeper ends; $SOLVABLE_KEEP says otherwise, 0 keeps nothing
PATIENCE = 10.0  # seconds in which a keeper answers that is well
LONGEST = 100  # bytes of a socket's path

Joined = tuple[socket.socket, Iterator[Message]]


@dataclass(slots=True)
class Given:
    """A part that was given: packed, the future of its packed answer, and how often it was given."""

    asked: bytes
    answer: "Future[bytes]"
    tries: int = 1


class Kept:
    """The workers of the cluster at an address, as `Cluster` has them."""

    def __init__(self, address: str, place: Path, seconds: float) -> None:
        self._address, self._place, self._seconds = address, place, seconds
        self._given: dict[int, Given] = {}
        self._lock = threading.Lock()
        self._last, self._is_closed = 0, False
        self._fault: Exception | None = None
        self.count = 0
        self._connection, self._coming = self._connected()
        threading.Thread(target=self._hear, daemon=True).start()

    def submit(self, part: Part, *arguments: Any) -> "Future[Any]":
        """Return the future of part(*arguments), computed by a worker that is kept."""
        answer: Future[bytes] = Future()
        given = Given(packed(part, arguments), answer)
        with self._lock:
            self._last += 1
            number = self._last
            if self._fault is None:
                self._given[number] = given
                send(self._connection, number, given.asked)  # where it is lost, `_hear` will give it again
            else:
                answer.set_exception(self._fault)

        def dropped(_: "Future[bytes]") -> None:
            if answer.cancelled():
                with self._lock:
                    if self._given.pop(number, None):
                        send(self._connection, number)

        answer.add_done_callback(dropped)
        return given_by(answer)

    def close(self) -> None:
        """Leave, which ends what was given."""
        self._is_closed = True
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()

    def _hear(self) -> None:
        """Take what comes; where nothing more does, have the parts given again."""
        while not self._is_closed:
            for number, data in self._coming:
                if number == 0:
                    self.count = pickle.loads(data)
                    continue
                with self._lock:
                    given = self._given.pop(number, None)
                if given:
                    with suppress(InvalidStateError):  # cancelled meanwhile
                        given.answer.set_result(data)
            if not self._is_closed:
                self._again()

    def _again(self) -> None:
        """Give all parts to a new keeper; those that have lost one too often raise LostError."""
        lost = list[tuple[Given, Exception]]()
        with self._lock:
            if self._is_closed:
                return
            try:
                self._connection, self._coming = self._connected()
            except Exception as error:  # the cluster is gone
                self._fault, self._is_closed = error, True
            for number, given in list(self._given.items()):
                given.tries += 1
                if self._fault or given.tries > TRIES:
                    lost.append((self._given.pop(number), self._fault or LostError()))
                else:
                    send(self._connection, number, given.asked)
        for given, fault in lost:
            with suppress(InvalidStateError):
                given.answer.set_exception(fault)

    def _connected(self) -> Joined:
        """Return a connection to the keeper, which is started where there is none; raise PuzzleError without any."""
        with locked(self._place):
            return self._joined() or self._started()

    def _joined(self) -> Joined | None:
        """Return a connection to the keeper that is there, None where none is, or none that is well."""
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE)
        with suppress(OSError):
            connection.connect(str(self._place))
            coming = messages(connection)
            for _, data in coming:
                self.count = pickle.loads(data)
                connection.settimeout(None)
                return connection, coming
        connection.close()
        return None

    def _started(self) -> Joined:
        """Start a keeper and return a connection to it; raise what it says."""
        root = str(Path(solvable.__file__).parents[1])
        path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "solvable.batch.keeper", self._address, str(self._place), str(self._seconds)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._place.parent,
            env={**os.environ, "PYTHONPATH": path, "SOLVABLE_CACHE": str(tables.folder().absolute())},
            start_new_session=True,  # Ctrl-C is for the command alone
        )
        assert process.stdout is not None
        error: Exception | None = None
        try:
            with process.stdout as output, suppress(EOFError, pickle.UnpicklingError):
                error = pickle.load(output)
        except BaseException:  # who does not wait for it leaves nobody behind
            process.kill()
            raise
        if error is not None:
            raise error
        joined = self._joined()
        if joined is None:
            raise PuzzleError(
                say(
                    "no worker of the cluster {address} can be reached: {reason}",
                    address=self._address,
                    reason=say("no answer"),
                )
            )
        return joined


def workers(address: str) -> Crew:
    """Return the workers of a cluster: kept ones, or, where this process is in a cluster or none can be kept, new ones.

    Raise ImportError without Ray, PuzzleError where the cluster cannot be reached.
    """
    require("ray", "cluster")
    seconds = kept_for()
    place = None if seconds <= 0 or _is_in_a_cluster() else _place(address)
    if place is not None:
        with suppress(OSError):  # a folder that cannot be written
            return Kept(address, place, seconds)
    return Cluster(address)


def kept_for() -> float:
    """Return for how many seconds workers are kept, SECONDS or as $SOLVABLE_KEEP says; PuzzleError for no number."""
    given = os.environ.get("SOLVABLE_KEEP", "")
    try:
        return float(given) if given else SECONDS
    except ValueError:
        raise PuzzleError(say("SOLVABLE_KEEP is {given}: say it in seconds", given=repr(given[:40]))) from None


def _is_in_a_cluster() -> bool:
    ray: Any = sys.modules.get("ray")
    return ray is not None and ray.is_initialized()


def _place(address: str) -> Path | None:
    """Return the socket of the keeper for this address; None where there can be none that is the user's alone."""
    if not hasattr(socket, "AF_UNIX"):
        return None
    base = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(base) / "solvable" if base else Path(tempfile.gettempdir()) / f"solvable-{os.getuid()}"
    place = folder / _sign(address)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077
    return place if is_own and len(os.fsencode(place)) <= LONGEST else None


def _sign(address: str) -> str:
    """Return a digest of all that could change the workers' answers: another one means another keeper."""
    root = Path(solvable.__file__).parent
    files = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in root.rglob("*.py"))
    settings = sorted(each for each in os.environ.items() if each[0].startswith(("SOLVABLE_", "RAY_", "PYTHON")))
    said = address, sys.executable, solvable.__version__, files, sorted(tables.files().items()), settings
    return hashlib.blake2b(repr(said).encode(), digest_size=12).hexdigest()


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Let no other process of this user start or end a keeper meanwhile."""
    import fcntl

    with place.with_name("lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
