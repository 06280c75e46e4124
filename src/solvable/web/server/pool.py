"""The workers: processes that answer one question each. `scheduling` says which question is next.

Jobs of disconnected clients are cancelled: the worker is asked to stop, and killed if it does not within
CANCEL_TIMEOUT_S. RESERVED_PROCESSES processes more than there are places for long questions try short ones, and replace
at once what was killed.
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

RESERVED_PROCESSES = 2  # processes for short questions: searches never have both
RESTART_DELAY_S = 1.0  # after which a worker that could not start is tried again
CANCEL_TIMEOUT_S = 0.15  # that a worker has to stop when asked
TRIAL_S = 0.8  # that a trial may last where the processor is busy
POLL_S = 0.1  # between two looks at a trial that goes on
KILL_AFTER_S = 4.0  # over its time after which a worker is killed: tables may have to be loaded
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
LAST = {"answer", "error"}
TOO_BIG = {
    "code": "too big",
    "message": "this takes more time or memory than this server gives to a question",
    **NOWHERE,
}


class BusyError(Exception):
    """Too many questions wait, or this one has waited too long; `status` 429, or 503 where the server ends."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker says: a kind of event, or the answer or the error, as JSON."""

    kind: str
    status: int
    text: bytes

    @property
    def is_last(self) -> bool:
        """Whether nothing more comes."""
        return self.kind in LAST


REFUSED = Reply("error", 422, json.dumps(TOO_BIG).encode())


class Worker:
    """A process at the other end of a pipe."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.is_busy = self.needs_recycling = False

    @classmethod
    async def start(cls, limits: Limits) -> "Worker":
        """Return a new process that waits for questions; it has said so, or is gone."""
        worker = cls(await start_process(str(int(limits.memory)), limit=limits.answer))
        await worker.hear()
        return worker

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self.process.returncode is None

    def spent(self) -> float:
        """Return the processor's seconds that it has used; if the system does not say, those of a clock."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError, ValueError):
            return asyncio.get_running_loop().time()

    def ask(self, job: Job) -> None:
        """Hand a question over."""
        question = {"verb": job.verb, "fields": job.fields, "seconds": job.seconds, "tells": job.tells}
        self.is_busy = True
        self._write(json.dumps(question))

    def stop(self) -> None:
        """Tell it that nobody waits any more."""
        self._write("{}")

    def _write(self, line: str) -> None:
        if self.process.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self.process.stdin.write(line.encode() + b"\n")

    async def hear(self) -> Reply:
        """Return what it says next; a worker that is gone, or says too much, has refused."""
        out = self.process.stdout
        try:
            line = await out.readline() if out is not None else b""
        except ValueError:  # longer than an answer may be
            line = b""
        if not line.endswith(b"\n"):
            self.kill()
            return REFUSED
        kind, status, tired, text = line[:-1].split(b" ", 3)
        reply = Reply(kind.decode(), int(status), text)
        if reply.is_last:
            self.is_busy, self.needs_recycling = False, tired == b"1"
        return reply

    def kill(self) -> None:
        """End the process at once.

        Not by `process.kill`, which may reap a process that ends just now, so that asyncio waits for it in vain.
        """
        if self.is_alive:
            with contextlib.suppress(OSError):
                os.kill(self.process.pid, KILL)

    async def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.kill()
        await self.process.wait()


class Pool:
    """The workers, and the questions that wait for them."""

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
        """Yield what a worker sends, until it has answered or its trial is over.

        Events of a trial are held back until it is certain that the question does not begin again.
        """
        clock = asyncio.get_running_loop().time
        begun, spent, events = clock(), worker.spent(), list[Reply]()
        end, look = begun + job.seconds + KILL_AFTER_S, begun + SLICE
        worker.ask(job)
        while True:
            try:
                async with asyncio.timeout_at(min(end, look) if job.is_trial else end):
                    reply = await worker.hear()
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
                else:  # nobody waits for its worker, or others had the processor
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
        """Return how many questions of each client run for as long as they take."""
        return Counter(job.client for job in self.running.values() if not job.is_trial)

    async def _take(self, job: Job) -> Worker:
        """Return a worker for a question, waiting for one; raise BusyError."""
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
                self._settle(future.result())  # it came in the same moment
            if isinstance(error, TimeoutError):
                raise BusyError(429) from None
            raise
        finally:
            self.queue.remove(job)
            del self.waiting[job]

    def _dispatch(self) -> None:
        """Give idle workers to those who wait."""
        for worker in [worker for worker in self.idle if not worker.is_alive]:
            self.idle.remove(worker)
            self._begin(self._recover(worker))
        while self.idle and (job := self._next()):
            if not self.waiting[job].done():
                worker = self.idle.popleft()
                self.running[worker] = job
                self.waiting[job].set_result(worker)

    def _next(self) -> Job | None:
        """Return the question that an idle worker gets now, if any does."""
        long, trials = self._long(), [job for job in self.running.values() if job.is_trial]
        is_trial = sum(long.values()) >= self.limits.workers
        may_search = len(self.idle) > 1 or not all(job.is_search for job in trials)
        job = self.queue.newest(may_search=may_search) if is_trial else self.queue.oldest(long, may_search=may_search)
        if job is not None:
            job.is_trial = is_trial
        return job

    def _settle(self, worker: Worker) -> None:
        """Take a worker back: for the next question, or to be stopped or replaced before."""
        del self.running[worker]
        if worker.is_busy or worker.needs_recycling or not worker.is_alive:
            self._begin(self._recover(worker))
        else:
            self.idle.append(worker)
        self._dispatch()

    async def _recover(self, worker: Worker) -> None:
        """Stop a worker, or replace it."""
        if worker.is_busy:
            worker.stop()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CANCEL_TIMEOUT_S):
                    while not (await worker.hear()).is_last:
                        pass
        if worker.is_busy or worker.needs_recycling or not worker.is_alive:
            log("worker replaced", tired=worker.needs_recycling)
            self.workers.discard(worker)
            await worker.end()
            await self._spawn()
        else:
            self._add(worker)

    async def _spawn(self) -> None:
        """Start a worker; one that cannot start is tried again after a while."""
        while not self.is_closing:
            worker = await Worker.start(self.limits)
            if worker.is_alive:
                self._add(worker)
                return
            log("worker failed")
            await asyncio.sleep(RESTART_DELAY_S)

    def _add(self, worker: Worker) -> None:
        """Let a worker that is free take questions."""
        self.workers.add(worker)
        self.idle.append(worker)
        self._dispatch()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def drain(self) -> None:
        """Take no more questions, and have those that run answered with what is known now."""
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
    """Return a process of `worker`, with this very package."""
    root = str(Path(__file__).parents[3])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "solvable.web.server.worker", *words, stdin=pipe, stdout=pipe, limit=limit,
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
