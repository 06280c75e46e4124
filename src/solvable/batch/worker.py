"""A worker process: parts from standard input, results to standard output, both pickled.

It ends with its parent: a thread waits for the next part, and if there is none to come, nobody waits for the last.
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

GARBAGE = 100_000, 20, 100  # objects before a collection, and collections before one of older objects


def begin() -> None:
    """Prepare this process for a worker's tasks; calling it again changes nothing.

    Kernels answer even where they must be compiled first, so that no answer depends on when that was. Answers are many
    objects without cycles, and between them the collector would look again and again at all that is loaded: a sixth of
    the time of easy boards.
    """
    os.environ.setdefault("SOLVABLE_KERNELS", "on")
    gc.set_threshold(*GARBAGE)


def main() -> None:
    """Work until the input ends; Ctrl-C is for the parent to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin()
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no result
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
    """Return an error that survives being pickled: the same if it does, else a PuzzleError with its message."""
    try:
        again = pickle.loads(pickle.dumps(error))
    except Exception:  # whatever its class makes of that
        again = None
    return error if type(again) is type(error) and str(again) == str(error) else PuzzleError(str(error))


def _take(source: IO[bytes], parts: "queue.SimpleQueue[Any]") -> None:
    """Pass parts on; end the process where they end."""
    try:
        while True:
            parts.put(pickle.load(source))
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
