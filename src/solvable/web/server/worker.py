"""A process that answers one question at a time: a line of JSON in, lines out, the last of which is the answer.

    in   {"verb": "solve", "fields": {…}, "seconds": 10, "with_events": true}   or   {} to cancel
    out  KIND STATUS GROWN JSON         KIND: bound, better, progress (more lines come), answer, error (the last)

Its memory is limited (RLIMIT_AS). It stops when cancelled, and ends with its parent: a thread reads the end of the
input, and on Linux the kernel kills it. GROWN is 1 if its memory has grown so much that it should be replaced.
"""

import json
import os
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import Any, TextIO

from solvable.core import memory
from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.messages import LANGUAGES
from solvable.web import endpoints, rpc
from solvable.web.server.logs import log

GROWTH_BYTES_MAX = 128e6  # bytes by which a process may grow over its size at the start
HEARTBEAT_INTERVAL_S = 0.2  # seconds between two progress events without news
SHORT = ("lights:3x3#1", "tiles:3x3#1")
OK, WRONG, UNKNOWN, BUG = 200, 422, 404, 500
NOWHERE = {"line": 0, "column": 0, "expected": ""}  # the position of an error that has none


class Worker:
    """The current question, and whether it was cancelled."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.asked: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.is_stopped = False
        self.size = memory.resident()

    def listen(self) -> None:
        """Read questions and cancellations from standard input; end the process at its end."""
        for line in sys.stdin:
            question = json.loads(line)
            if question:
                self.asked.put(question)
            else:
                self.is_stopped = True
        os._exit(0)

    def work(self) -> None:
        """Answer questions forever."""
        while True:
            question = self.asked.get()
            self.is_stopped = False
            self.answer(**question)

    def answer(self, verb: str, fields: dict[str, Any], seconds: float, *, with_events: bool) -> None:
        """Answer a question within `seconds`; with `with_events`, write events on the way."""
        limit = Budget(seconds)
        stream = rpc.EventStream(lambda text: self.write_event(text) if with_events else None)
        pause = Budget(0.0)

        def on_event(event: Any) -> bool:
            nonlocal pause
            if event.best is not None or event.lower_bound > stream.bound or pause.is_over:
                pause = Budget(HEARTBEAT_INTERVAL_S)
                stream.send(event)
            return not (self.is_stopped or limit.is_over)

        try:
            with Budget(seconds):
                result = endpoints.answer(verb, fields, on_event)
            self.write("answer", OK, json.dumps(result))
        except Exception as error:
            lang = fields.get("lang")
            failure = NOWHERE | rpc.failure(error, lang if lang in LANGUAGES else "en")
            self.write("error", status(error), json.dumps(failure))

    def write_event(self, text: str) -> None:
        """Write an event."""
        self.write(json.loads(text)["type"], OK, text)

    def write(self, kind: str, code: int, text: str) -> None:
        """Write a line of output."""
        is_last = kind in {"answer", "error"}
        is_grown = is_last and memory.resident() > self.size + GROWTH_BYTES_MAX
        try:
            self.out.write(f"{kind} {code} {is_grown:d} {text}\n")
            self.out.flush()
        except BrokenPipeError:  # the server has ended
            os._exit(0)


def status(error: Exception) -> int:
    """Return the HTTP status of an error: wrong or too big a question, an unknown one, or a bug."""
    if isinstance(error, endpoints.UnknownError):
        return UNKNOWN
    if isinstance(error, PuzzleError | KeyError | ImportError | MemoryError | RecursionError | OverflowError):
        return WRONG
    log("bug", trace=traceback.format_exc(limit=-5))
    return BUG


def load() -> None:
    """Import what short questions need, so that the first one does not count as long."""
    for board in SHORT:
        endpoints.answer("check", {"board": board})


def end_with_parent() -> None:
    """Have the kernel kill this process when its parent ends (Linux only)."""
    if sys.platform == "linux":
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def bound_memory(most: float) -> None:
    """Limit the address space of this process to `most` bytes, on systems that can."""
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = int(most) if hard == resource.RLIM_INFINITY else min(int(most), hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def ignore_interrupts() -> None:
    """Ignore SIGINT: Ctrl-C reaches all processes of a terminal, and the server handles it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main(words: list[str]) -> None:
    """Answer questions; the first word is the limit on memory, in bytes."""
    end_with_parent()
    ignore_interrupts()
    bound_memory(float(words[0]))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints must not mix with the answers
    load()
    worker = Worker(out)
    worker.write("answer", OK, "{}")  # ready
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main(sys.argv[1:])
