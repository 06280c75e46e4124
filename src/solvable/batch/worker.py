"""A worker process: chunks of lines from standard input, replies to standard output, both pickled.

It ends with its parent: a thread waits for the next chunk, and where there is none to come, nobody waits for the last.
"""

import os
import pickle
import queue
import signal
import sys
import threading
from typing import IO, Any


def main() -> None:
    """Answer until the input ends; Ctrl-C is for the parent to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("SOLVABLE_KERNELS", "on")  # the same twin answers, whenever the kernels were compiled
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no reply
    chunks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_take, args=(sys.stdin.buffer, chunks), daemon=True).start()
    from solvable.batch.answers import answered

    while True:
        pickle.dump(answered(*chunks.get()), replies)
        replies.flush()


def _take(source: IO[bytes], chunks: "queue.SimpleQueue[Any]") -> None:
    """Pass chunks on; end the process where they end."""
    try:
        while True:
            chunks.put(pickle.load(source))
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
