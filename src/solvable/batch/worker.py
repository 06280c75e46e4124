"""The program of a worker process: tasks from standard input, results to standard output, both pickled.

It ends when its parent does: a thread reads the next task, and ends the process at the end of the input.
"""

import gc
import os
import pickle
import queue
import signal
import sys
import threading
from typing import IO, Any

from solvable.core.errors import PuzzleError

GARBAGE = 100_000, 20, 100  # objects before a garbage collection, and collections before one of an older generation


def begin() -> None:
    """Prepare this process for a worker's tasks; calling it again changes nothing.

    Answers consist of many objects without cycles, so the garbage collector runs rarely. Otherwise it would repeatedly
    scan all loaded modules, which takes a sixth of the time of easy boards.
    """
    gc.set_threshold(*GARBAGE)


def main() -> None:
    """Work until the input ends; the parent handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin()
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of a library must not mix with the results
    parts: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_take, args=(sys.stdin.buffer, parts), daemon=True).start()
    while True:
        part, arguments = parts.get()
        try:
            answer = True, part(*arguments)
        except Exception as error:
            answer = False, sendable(error)
        pickle.dump(answer, results, pickle.HIGHEST_PROTOCOL)
        results.flush()


def sendable(error: Exception) -> Exception:
    """Return an error that can be pickled: the same if possible, else a PuzzleError with its message."""
    try:
        again = pickle.loads(pickle.dumps(error))
    except Exception:  # whatever its class raises
        again = None
    return error if type(again) is type(error) and str(again) == str(error) else PuzzleError(str(error))


def _take(source: IO[bytes], parts: "queue.SimpleQueue[Any]") -> None:
    """Queue the tasks of the input; end the process at its end."""
    try:
        while True:
            parts.put(pickle.load(source))
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
