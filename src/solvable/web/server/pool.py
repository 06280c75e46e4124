"""The worker processes, each of which answers one question at a time. `scheduling` chooses the next question.

Jobs of disconnected clients are cancelled: the worker is asked to stop, and killed if it does not within
CANCEL_TIMEOUT_S. Besides the processes for long questions there are RESERVED_PROCESSES, which try questions that may be
short and stand in for killed workers.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import AsyncGenerator, Coroutine
from dataclasses import dataclass
from pathlib import Path

from solvable.web.server.limits import Limits
from solvable.web.server.logs import log
from solvable.web.server.scheduling import SLICE, Job, Queue
from solvable.web.server.worker import NOWHERE

RESERVED_PROCESSES = 2  # processes for short questions; searches never occupy both
RESTART_DELAY_S = 1.0  # seconds before the next attempt if a worker could not start
CANCEL_TIMEOUT_S = 0.15  # seconds in which a cancelled worker must stop
TRIAL_S = 0.8  # seconds that a trial may last, in wall time, on a busy processor
POLL_S = 0.1  # seconds between two checks of a running trial
KILL_AFTER_S = 4.0  # seconds over its time limit after which a worker is killed: it may have to load tables
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
LAST = {"answer", "error"}
TOO_BIG = {
    "code": "too big",
    "message": "this takes more time or memory than this server gives to a question",
    **NOWHERE,
}


class BusyError(Exception):
    """The queue is full, or the question waited too long (`status` 429), or the server is shutting down (503)."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True, slots=True)
class Reply:
    """One line from a worker: an event, the answer or the error, as JSON."""

    kind: str
    status: int
    text: bytes

    @property
    def is_last(self) -> bool:
        """Whether this is the last line for the question."""
        return self.kind in LAST


REFUSED = Reply("error", 422, json.dumps(TOO_BIG).encode())


class Worker:
    """A worker process, connected by pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.is_busy = self.needs_recycling = False

    @classmethod
    async def start(cls, limits: Limits) -> "Worker":
        """Start a worker and wait until it is ready or dead."""
        worker = cls(await start_process(str(int(limits.memory)), limit=limits.answer))
        await worker.read_reply()
        return worker

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self.process.returncode is None

    def spent(self) -> float:
        """Return the CPU seconds used so far, or the wall clock if the system does not report them."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError, ValueError):
            return asyncio.get_running_loop().time()

    def ask(self, job: Job) -> None:
        """Send a question to the worker."""
        question = {"verb": job.verb, "fields": job.fields, "seconds": job.seconds, "with_events": job.with_events}
        self.is_busy = True
        self._write(json.dumps(question))

    def stop(self) -> None:
        """Cancel the current question."""
        self._write("{}")

    def _write(self, line: str) -> None:
        if self.process.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self.process.stdin.write(line.encode() + b"\n")

    async def read_reply(self) -> Reply:
        """Return the next reply; REFUSED if the worker has died or its line exceeds the limit on answers."""
        out = self.process.stdout
        try:
            line = await out.readline() if out is not None else b""
        except ValueError:  # longer than an answer may be
            line = b""
        if not line.endswith(b"\n"):
            self.kill()
            return REFUSED
        kind, status, is_grown, text = line[:-1].split(b" ", 3)
        reply = Reply(kind.decode(), int(status), text)
        if reply.is_last:
            self.is_busy, self.needs_recycling = False, is_grown == b"1"
        return reply

    def kill(self) -> None:
        """End the process at once.

        `process.kill` is avoided: it may reap a process that is just ending, and asyncio would then wait forever.
        """
        if self.is_alive:
            with contextlib.suppress(OSError):
                os.kill(self.process.pid, KILL)

    async def end(self) -> None:
        """Kill the process and wait until it has ended."""
        self.kill()
        await self.process.wait()


class Pool:
    """The workers and the queue of questions."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.workers: set[Worker] = set()
        self.idle: deque[Worker] = deque()
        self.running: dict[Worker, Job] = {}
        self.queue = Queue(limits.queue)
        self.waiting: dict[Job, asyncio.Future[Worker]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False

    def open(self) -> None:
        """Start the workers."""
        for _ in range(self.limits.workers + RESERVED_PROCESSES):
            self._begin(self._spawn())

    async def ask(self, job: Job) -> AsyncGenerator[Reply, None]:
        """Yield the events of a question, then its answer or its error; raise BusyError."""
        is_done = False
        while not is_done:
            worker = await self._take(job)
            try:
                async for reply in self._run(worker, job):
                    is_done = reply.is_last
                    yield reply
            finally:
                self._settle(worker)

    async def last(self, job: Job) -> Reply:
        """Return the answer of a question, or its error; raise BusyError."""
        async with contextlib.aclosing(self.ask(job)) as stream:
            return [reply async for reply in stream][-1]

    async def _run(self, worker: Worker, job: Job) -> AsyncGenerator[Reply, None]:
        """Yield the replies of a worker until it has answered or its trial is over.

        Events of a trial are held back until the trial has become a full run, since a stopped trial starts anew.
        """
        clock = asyncio.get_running_loop().time
        begun, spent, events = clock(), worker.spent(), list[Reply]()
        end, look = begun + job.seconds + KILL_AFTER_S, begun + SLICE
        worker.ask(job)
        while True:
            try:
                async with asyncio.timeout_at(min(end, look) if job.is_trial else end):
                    reply = await worker.read_reply()
            except TimeoutError:
                if clock() >= end:
                    log("overdue", verb=job.verb)
                    worker.kill()
                    yield REFUSED
                    return
                if sum(self._long().values()) < self.limits.workers:
                    job.is_trial = False
                    self._dispatch()
                elif self.queue.has_untried(may_search=job.is_search) and (
                    worker.spent() - spent >= SLICE or clock() - begun >= TRIAL_S
                ):
                    job.is_long = True
                    return
                else:  # no question waits for this worker, or other processes used the CPU
                    look = clock() + POLL_S
                continue
            events.append(reply)
            if reply.is_last or not job.is_trial:
                for each in events:
                    yield each
                events.clear()
            if reply.is_last:
                return

    def _long(self) -> Counter[str]:
        """Return the number of questions of each client that run without a trial's limit."""
        return Counter(job.client for job in self.running.values() if not job.is_trial)

    async def _take(self, job: Job) -> Worker:
        """Wait for a worker for the question and return it; raise BusyError."""
        if self.is_closing:
            raise BusyError(503)
        loop = asyncio.get_running_loop()
        job.patience = min(job.patience, loop.time() + self.limits.patience)
        future: asyncio.Future[Worker] = loop.create_future()
        self.waiting[job] = future
        self.queue.add(job)
        self._dispatch()
        refused = self.queue.overflow(job.client)
        if refused is not None and not self.waiting[refused].done():
            self.waiting[refused].set_exception(BusyError(429))
        try:
            async with asyncio.timeout_at(job.patience):
                return await future
        except (TimeoutError, asyncio.CancelledError) as error:
            if future.done() and not future.cancelled() and future.exception() is None:
                self._settle(future.result())  # a worker was assigned at the same moment
            if isinstance(error, TimeoutError):
                raise BusyError(429) from None
            raise
        finally:
            self.queue.remove(job)
            del self.waiting[job]

    def _dispatch(self) -> None:
        """Assign idle workers to waiting questions."""
        for worker in [worker for worker in self.idle if not worker.is_alive]:
            self.idle.remove(worker)
            self._begin(self._recover(worker))
        while self.idle and (job := self._next()):
            if not self.waiting[job].done():
                worker = self.idle.popleft()
                self.running[worker] = job
                self.waiting[job].set_result(worker)

    def _next(self) -> Job | None:
        """Return the question that an idle worker should take now, or None."""
        long, trials = self._long(), [job for job in self.running.values() if job.is_trial]
        is_trial = sum(long.values()) >= self.limits.workers
        may_search = len(self.idle) > 1 or not all(job.is_search for job in trials)
        job = self.queue.newest(may_search=may_search) if is_trial else self.queue.oldest(long, may_search=may_search)
        if job is not None:
            job.is_trial = is_trial
        return job

    def _settle(self, worker: Worker) -> None:
        """Take a worker back, to be cancelled or replaced first if it is not idle and healthy."""
        del self.running[worker]
        if worker.is_busy or worker.needs_recycling or not worker.is_alive:
            self._begin(self._recover(worker))
        else:
            self.idle.append(worker)
        self._dispatch()

    async def _recover(self, worker: Worker) -> None:
        """Cancel the worker's question; replace the worker if that fails."""
        if worker.is_busy:
            worker.stop()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CANCEL_TIMEOUT_S):
                    while not (await worker.read_reply()).is_last:
                        pass
        if worker.is_busy or worker.needs_recycling or not worker.is_alive:
            log("worker replaced", grown=worker.needs_recycling)
            self.workers.discard(worker)
            await worker.end()
            await self._spawn()
        else:
            self._add(worker)

    async def _spawn(self) -> None:
        """Start a worker, and try again every RESTART_DELAY_S until it runs."""
        while not self.is_closing:
            worker = await Worker.start(self.limits)
            if worker.is_alive:
                self._add(worker)
                return
            log("worker failed")
            await asyncio.sleep(RESTART_DELAY_S)

    def _add(self, worker: Worker) -> None:
        """Add an idle worker."""
        self.workers.add(worker)
        self.idle.append(worker)
        self._dispatch()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def drain(self) -> None:
        """Accept no more questions, and end running ones with the best answer so far."""
        self.is_closing = True
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(BusyError(503))
        for worker in self.running:
            worker.stop()

    async def close(self) -> None:
        """End all processes."""
        self.is_closing = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self.workers))


async def start_process(*words: str, limit: int = 1 << 16) -> asyncio.subprocess.Process:
    """Start a `worker` process that imports this very package."""
    root = str(Path(__file__).parents[3])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "solvable.web.server.worker", *words, stdin=pipe, stdout=pipe, limit=limit,
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
