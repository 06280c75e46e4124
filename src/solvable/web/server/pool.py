"""The workers: who waits, who runs, who is stopped.

A question gets a worker to itself. One that takes longer than SLICE is slow, and so is every stream of events: of
several workers one is kept from slow questions, so that quick ones need not wait for them. A question that turns out to
be slow where no more slow ones may run is stopped once, if quick ones wait, and begins again when there is room.

Who no longer listens is no longer worked for: the worker is asked to stop, and killed if it does not within REPENT. A
spare process is kept ready, so that nobody waits for another to start.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import deque
from collections.abc import AsyncGenerator, Coroutine
from dataclasses import dataclass
from pathlib import Path

from solvable.answer import Fields
from solvable.web.server.limits import Limits
from solvable.web.server.logs import log
from solvable.web.server.worker import NOWHERE, WARM

SLICE = 0.5  # seconds after which a question is slow
SPARE = 1  # processes kept ready to replace one that is killed
AGAIN = 1.0  # seconds after which a worker that could not start is tried again
REPENT = 0.15  # seconds that a worker has to stop when asked
LOOK = 0.05  # seconds between two looks whether a worker is idle
GRACE = 4.0  # seconds over its time after which a worker is killed: kernels may have to be loaded
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
FOREVER = float("inf")
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


@dataclass(slots=True)
class Job:
    """A question: its fields, its seconds, whether events are sent, and whether it is slow."""

    verb: str
    fields: Fields
    seconds: float
    tells: bool = False
    is_slow: bool = False
    is_first: bool = True  # nobody else's question may stop it a second time
    patience: float = FOREVER  # when it has waited too long


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
        self.is_busy = self.is_tired = False

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
            self.is_busy, self.is_tired = False, tired == b"1"
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
    """So many workers, and the questions that wait for them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.workers: set[Worker] = set()
        self.idle: deque[Worker] = deque()
        self.running: dict[Worker, Job] = {}
        self.waiting: deque[tuple[Job, asyncio.Future[Worker]]] = deque()
        self.tasks: set[asyncio.Task[None]] = set()
        self.compiler: asyncio.subprocess.Process | None = None
        self.is_closing = self.is_compiled = False

    def open(self) -> None:
        """Start the workers, and what compiles the kernels behind them."""
        for _ in range(self.limits.workers + SPARE):
            self._begin(self._recruit())
        self._begin(self._compile())

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
        """Yield what a worker sends, until it has answered or must let others go first."""
        clock = asyncio.get_running_loop().time
        end, look = clock() + job.seconds + GRACE, clock() + SLICE if job.is_first and not job.is_slow else FOREVER
        worker.ask(job)
        while True:
            try:
                async with asyncio.timeout_at(min(end, look)):
                    reply = await worker.hear()
            except TimeoutError:
                if clock() >= end:
                    log("overdue", verb=job.verb)
                    worker.kill()
                    yield REFUSED
                    return
                job.is_slow = True
                if self._slow() > self._room() and any(not other.is_slow for other, _ in self.waiting):
                    job.is_first = False
                    return
                look = clock() + SLICE
                continue
            yield reply
            if reply.is_last:
                return

    def _slow(self) -> int:
        return sum(job.is_slow for job in self.running.values())

    def _room(self) -> int:
        """Return how many slow questions may run."""
        return max(1, self.limits.workers - 1)

    def _may_run(self, job: Job) -> bool:
        for worker in [worker for worker in self.idle if not worker.is_alive]:
            self.idle.remove(worker)
            self._begin(self._recover(worker))
        is_free = self.idle and len(self.running) < self.limits.workers
        return bool(is_free) and (not job.is_slow or self._slow() < self._room())

    async def _take(self, job: Job) -> Worker:
        """Return a worker for a question, waiting for one; raise BusyError."""
        if self.is_closing:
            raise BusyError(503)
        if self._may_run(job):
            return self._give(job)
        if len(self.waiting) >= self.limits.queue:
            raise BusyError(429)
        job.patience = min(job.patience, asyncio.get_running_loop().time() + self.limits.patience)
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.waiting.append((job, future))
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
            with contextlib.suppress(ValueError):
                self.waiting.remove((job, future))

    def _give(self, job: Job) -> Worker:
        worker = self.idle.popleft()
        self.running[worker] = job
        return worker

    def _next(self) -> None:
        """Give idle workers to those who wait, in their order, slow questions only where there is room for them."""
        for job, future in list(self.waiting):
            if not self.idle:
                return
            if not future.done() and self._may_run(job):
                future.set_result(self._give(job))

    def _settle(self, worker: Worker) -> None:
        """Take a worker back: for the next question, or to be stopped or replaced before."""
        del self.running[worker]
        if worker.is_busy or worker.is_tired or not worker.is_alive:
            self._begin(self._recover(worker))
        else:
            self.idle.append(worker)
        self._next()

    async def _recover(self, worker: Worker) -> None:
        """Stop a worker, or replace it."""
        if worker.is_busy:
            worker.stop()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REPENT):
                    while not (await worker.hear()).is_last:
                        pass
        if worker.is_busy or worker.is_tired or not worker.is_alive:
            log("worker replaced", tired=worker.is_tired)
            self.workers.discard(worker)
            await worker.end()
            await self._recruit()
        else:
            self._welcome(worker)

    async def _recruit(self) -> None:
        """Start a worker, warm where the kernels are compiled; one that cannot start is tried again after a while."""
        while not self.is_closing:
            worker = await Worker.start(self.limits)
            if worker.is_alive and self.is_compiled:
                worker.ask(self._warming())
                await worker.hear()
            if worker.is_alive:
                self._welcome(worker)
                return
            log("worker failed")
            await asyncio.sleep(AGAIN)

    def _welcome(self, worker: Worker) -> None:
        """Let a worker that is free take questions."""
        self.workers.add(worker)
        self.idle.append(worker)
        self._next()

    async def _compile(self) -> None:
        """Compile all kernels in a process of its own, then let the workers load them, one after another."""
        if os.environ.get("SOLVABLE_KERNELS") == "off":
            return
        self.compiler = await start_process()
        if await self.compiler.wait() == 0 and not self.is_closing:
            self.is_compiled = True
            log("kernels compiled")
            for worker in list(self.workers):
                await self._warm(worker)
            log("warm")

    async def _warm(self, worker: Worker) -> None:
        """Let a worker load its kernels, once it is idle."""
        while worker not in self.idle:
            await asyncio.sleep(LOOK)
            if self.is_closing or worker not in self.workers:
                return
        self.idle.remove(worker)
        job = self.running[worker] = self._warming()
        try:
            async for _ in self._run(worker, job):
                pass
        finally:
            self._settle(worker)

    def _warming(self) -> Job:
        return Job(WARM, {}, self.limits.most_seconds, is_slow=True)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def drain(self) -> None:
        """Take no more questions, and have those that run answered with what is known now."""
        self.is_closing = True
        for _, future in self.waiting:
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
        if self.compiler is not None and self.compiler.returncode is None:
            os.kill(self.compiler.pid, KILL)
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
