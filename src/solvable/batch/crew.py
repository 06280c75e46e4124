"""Worker processes of this machine: a thread for each gives it a chunk and waits for the reply.

A process that is lost (killed, out of memory) is replaced, and its chunk given again; a chunk that is lost thrice is
taken line by line, so that one board cannot keep the answers of the others. Tables are mapped from their files, so the
processes share the pages.
"""

import os
import pickle
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import solvable
from solvable.answer import to_json
from solvable.batch.answers import Line, Reply, fault
from solvable.batch.requests import Options
from solvable.errors import PuzzleError

TRIES = 3  # for a chunk


class Workers(Protocol):
    """Whoever answers chunks of lines."""

    @property
    def count(self) -> int:
        """How many chunks are answered at a time."""

    def submit(self, lines: Sequence[Line], options: Options) -> "Future[Reply]":
        """Have a chunk answered."""

    def close(self) -> None:
        """End at once, whatever is being answered."""


class LostError(Exception):
    """A worker process that ended without a reply."""


class Crew:
    """So many processes, each started when it is first needed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._threads = ThreadPoolExecutor(count)
        self._own = threading.local()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._is_closed = False

    def submit(self, lines: Sequence[Line], options: Options) -> "Future[Reply]":
        """Have a chunk answered."""
        return self._threads.submit(self._answer, lines, options)

    def close(self) -> None:
        """Kill the processes."""
        self._is_closed = True
        for process in self._processes:
            with suppress(OSError):
                process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe:
                        pipe.close()

    def __enter__(self) -> "Crew":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _answer(self, lines: Sequence[Line], options: Options) -> Reply:
        for _ in range(TRIES):
            try:
                return self._asked(lines, options)
            except LostError:
                if self._is_closed:
                    raise
        if len(lines) > 1:
            parts = [self._answer([line], options) for line in lines]
            verdicts = sum((part.verdicts for part in parts), Counter[str]())
            return Reply(b"".join(part.text for part in parts), verdicts, sum(part.seconds for part in parts))
        return lost(lines[0])

    def _asked(self, lines: Sequence[Line], options: Options) -> Reply:
        """Return the reply of this thread's process; raise LostError, and forget it, where it ends without."""
        process: Any = getattr(self._own, "process", None) or self._started()
        try:
            pickle.dump((lines, options), process.stdin)
            process.stdin.flush()
            reply: Reply = pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            self._own.process = None
            with suppress(OSError):
                process.kill()
            raise LostError from error
        return reply

    def _started(self) -> "subprocess.Popen[bytes]":
        """Return a process of this thread's own."""
        root = str(Path(solvable.__file__).parents[1])
        path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "solvable.batch.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._own.process = process
        self._processes.append(process)
        if self._is_closed:
            process.kill()
        return process


def lost(line: Line) -> Reply:
    """Return the reply to a line with which every worker is lost."""
    told = "the worker was lost with this board, each time: is there enough memory?"
    return Reply((to_json(fault(line.number, PuzzleError(told))) + "\n").encode(), Counter(error=1), 0.0)
