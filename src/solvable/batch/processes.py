"""Worker processes of this machine: a thread for each sends it a task and waits for the result.

A lost process (killed, out of memory) is replaced and its task submitted again, up to three times in all. Tables are
mapped from their files, so the processes share the pages.
"""

import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import solvable
from solvable.core.executor import LostError, Task

TASK_TRIES_MAX = 3  # tries of a task


class Processes:
    """An executor of `count` processes, each started at first use."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._threads = ThreadPoolExecutor(count)
        self._own = threading.local()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._is_closed = False

    def submit(self, part: Task, *arguments: Any) -> "Future[Any]":
        """Return the future of part(*arguments), computed by a process."""
        return self._threads.submit(self._computed, part, arguments)

    def close(self) -> None:
        """Kill the processes, and abandon what they compute."""
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

    def __enter__(self) -> "Processes":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _computed(self, part: Task, arguments: tuple[Any, ...]) -> Any:
        for _ in range(TASK_TRIES_MAX):
            with suppress(LostError):
                is_found, result = self._asked(part, arguments)
                if is_found:
                    return result
                raise result
            if self._is_closed:
                break
        raise LostError

    def _asked(self, part: Task, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        """Return (True, result) or (False, error) from this thread's process; raise LostError if every try loses it."""
        asked = pickle.dumps((part, arguments), pickle.HIGHEST_PROTOCOL)
        process: Any = getattr(self._own, "process", None) or self._started()
        try:
            process.stdin.write(asked)
            process.stdin.flush()
            answer: tuple[bool, Any] = pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            self._own.process = None
            with suppress(OSError):
                process.kill()
            raise LostError from error
        return answer

    def _started(self) -> "subprocess.Popen[bytes]":
        """Return this thread's process, started if necessary."""
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
