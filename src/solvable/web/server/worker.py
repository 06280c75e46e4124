"""A process that answers one question at a time: a line of JSON in, lines out, the last of which is the answer.

    in   {"verb": "solve", "fields": {…}, "seconds": 10, "tells": true}   or   {}: stop what you do
    out  KIND STATUS TIRED JSON         KIND: bound, better, progress (more lines come), answer, error (the last)

It takes no more memory than it may (RLIMIT_AS), stops when asked to, and ends when whoever started it is gone: a thread
sees the end of the input, and on Linux the system kills it. TIRED is 1 if it has grown and ought to be replaced.
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
HEARTBEAT_INTERVAL_S = 0.2  # seconds between two tellings that work goes on
SHORT = ("lights:3x3#1", "tiles:3x3#1")
OK, WRONG, UNKNOWN, BUG = 200, 422, 404, 500
NOWHERE = {"line": 0, "column": 0, "expected": ""}  # of what is wrong at no place


class Worker:
    """The question that is answered now, and whether it was called off."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.asked: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.is_stopped = False
        self.size = memory.resident()

    def listen(self) -> None:
        """Take questions and the word to stop from the input; end the process with it."""
        for line in sys.stdin:
            question = json.loads(line)
            if question:
                self.asked.put(question)
            else:
                self.is_stopped = True
        os._exit(0)

    def work(self) -> None:
        """Answer questions for ever."""
        while True:
            question = self.asked.get()
            self.is_stopped = False
            self.answer(**question)

    def answer(self, verb: str, fields: dict[str, Any], seconds: float, *, tells: bool) -> None:
        """Answer a question in so many seconds."""
        limit = Budget(seconds)
        teller = rpc.EventStream(lambda text: self.tell(text) if tells else None)
        pause = Budget(0.0)

        def hear(event: Any) -> bool:
            nonlocal pause
            if event.best is not None or event.lower_bound > teller.bound or pause.is_over:
                pause = Budget(HEARTBEAT_INTERVAL_S)
                teller.hear(event)
            return not (self.is_stopped or limit.is_over)

        try:
            with Budget(seconds):
                result = endpoints.answer(verb, fields, hear)
            self.say("answer", OK, json.dumps(result))
        except Exception as error:
            lang = fields.get("lang")
            failure = NOWHERE | rpc.failure(error, lang if lang in LANGUAGES else "en")
            self.say("error", status(error), json.dumps(failure))

    def tell(self, text: str) -> None:
        """Write an event."""
        self.say(json.loads(text)["type"], OK, text)

    def say(self, kind: str, code: int, text: str) -> None:
        """Write a line."""
        is_last = kind in {"answer", "error"}
        is_tired = is_last and memory.resident() > self.size + GROWTH_BYTES_MAX
        try:
            self.out.write(f"{kind} {code} {is_tired:d} {text}\n")
            self.out.flush()
        except BrokenPipeError:  # whoever asked is gone
            os._exit(0)


def status(error: Exception) -> int:
    """Return the status of an error: the question is wrong or too big, there is none such, or this is our mistake."""
    if isinstance(error, endpoints.UnknownError):
        return UNKNOWN
    if isinstance(error, PuzzleError | KeyError | ImportError | MemoryError | RecursionError | OverflowError):
        return WRONG
    log("bug", trace=traceback.format_exc(limit=-5))
    return BUG


def load() -> None:
    """Load what short questions need, so that none of them seems long."""
    for board in SHORT:
        endpoints.answer("check", {"board": board})


def end_with_parent() -> None:
    """Let the system end this process with the one that started it, if it can."""
    if sys.platform == "linux":
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def bound_memory(most: float) -> None:
    """Let this process have no more than `most` bytes of memory beyond its size, if the system can see to that."""
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = int(most) if hard == resource.RLIM_INFINITY else min(int(most), hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def ignore_interrupts() -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the server."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main(words: list[str]) -> None:
    """Answer questions with at most as many bytes of memory as the first word says."""
    end_with_parent()
    ignore_interrupts()
    bound_memory(float(words[0]))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints is no answer
    load()
    worker = Worker(out)
    worker.say("answer", OK, "{}")  # it is there
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main(sys.argv[1:])
