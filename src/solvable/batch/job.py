"""A batch from its lines to its answers: chunks for the workers, replies in order, progress, resuming.

The size of a chunk is estimated from the last reply so that it takes a quarter of a second; a board's answer does not
depend on its chunk. Replies that arrive early wait for those before them. A chunk on which all workers were lost is
submitted again line by line.
"""

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from solvable import game_id
from solvable.batch.answers import FAULTS_EXPLAINED_MAX, Line, Reply, answered, lost
from solvable.batch.processes import Processes
from solvable.batch.requests import Options, Reader, Request, identity, parse_line
from solvable.batch.results import Results, opened
from solvable.batch.streams import Source
from solvable.core.answer import Answer
from solvable.core.errors import PuzzleError
from solvable.core.executor import Executor, LostError

FIRST, MOST = 16, 4096  # fewest and most lines of a chunk
CHUNK_S = 0.25  # seconds that a chunk should take
CHUNKS_QUEUED_PER_WORKER = 16  # chunks per worker that may wait for earlier ones


@dataclass(slots=True)
class Tally:
    """The progress of a batch: old and new answers by verdict, and the share of the input that was read.

    `faults` are the first new answers that are errors.
    """

    kept: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    part: float | None = None
    faults: tuple[Answer, ...] = ()

    @property
    def before(self) -> int:
        """The number of answers before this run."""
        return self.kept.total()

    @property
    def done(self) -> int:
        """The number of new answers."""
        return self.verdicts.total()


Tell = Callable[[Tally], None]


def answers(
    boards: Iterable[str | Mapping[str, Any]],
    *,
    workers: int = 1,
    cluster: str | None = None,
    options: Options | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the Answer to each board, in order. A board is a text in any format, or a dict with "board" and options.

    The answer to a text that is not a board has "error"; blank texts have no answer. Boards are read ahead, a few
    seconds' work, and solved by `workers` processes, or by the Ray cluster at the address `cluster`.
    """
    texts = (board if isinstance(board, str) else json.dumps(board) for board in boards)
    numbered = (
        Line(number, text.replace("\n", "/").encode("utf-8", "replace")) for number, text in enumerate(texts, 1)
    )
    executor = make_executor(workers, cluster)
    try:
        for reply in replies((line for line in numbered if line.data.strip()), executor, options or Options()):
            yield from map(json.loads, reply.text.splitlines())
    finally:
        executor.close()


def run(
    source: Source, write: Callable[[bytes], None] | None, out: Path | None, executor: Executor, options: Options, *,
    resume: bool = False, tell: Tell = lambda _: None,
) -> Tally:  # fmt: skip
    """Answer all boards of a source, and write the answers to the file `out` or else with `write`; return the tally.

    With `resume`, continue after the answers in the file; raise PuzzleError if those do not belong to this input.
    `tell` is called with the tally after each chunk.
    """
    results = None if out is None else opened(out, resume=resume)
    put = write if results is None else results.write
    tally, lines, is_whole = Tally(), source.boards(options.format), False
    try:
        if results is not None and results.count:
            tally.kept = results.verdicts.copy()
            _skip(lines, results, options)
        if results is not None:
            results.begin()  # the file is ours to change: its answers belong to this input
        for reply in replies(lines, executor, options):
            if put is not None:
                put(reply.text)
            tally.verdicts += reply.verdicts
            tally.faults = (*tally.faults, *reply.faults)[:FAULTS_EXPLAINED_MAX]
            tally.part = source.part
            tell(tally)
        is_whole = True
    finally:
        if results is not None:
            results.close(is_whole=is_whole)
    return tally


def make_executor(workers: int = 1, cluster: str | None = None) -> Executor:
    """Return an executor: `workers` processes of this machine, or the workers of the Ray cluster at this address.

    Pass it to `Budget(executor=…)`; its `close` cancels running tasks. Raises ImportError with the command that
    installs Ray, PuzzleError if the cluster cannot be reached.
    """
    if cluster is None:
        return Processes(workers)
    from solvable.batch.cluster import Cluster

    return Cluster(cluster)


def replies(lines: Iterator[Line], executor: Executor, options: Options) -> Iterator[Reply]:
    """Yield the replies to chunks of the lines, in order."""
    waiting: deque[tuple[list[Line], Future[Reply]]] = deque()
    size = FIRST
    while True:
        while len(waiting) < CHUNKS_QUEUED_PER_WORKER * executor.count and (chunk := list(islice(lines, size))):
            waiting.append((chunk, executor.submit(answered, chunk, options)))
            if len(waiting) > executor.count and waiting[0][1].done():
                break
        if not waiting:
            return
        chunk, future = waiting.popleft()
        reply = _kept(chunk, future, executor, options)
        yield reply
        wanted = CHUNK_S * reply.count / max(reply.seconds, 1e-6)
        size = max(1, min(MOST, 4 * size, int(wanted)))


def _kept(chunk: list[Line], future: "Future[Reply]", executor: Executor, options: Options) -> Reply:
    """Return the reply to a chunk; if workers are lost on it, submit its lines one by one, so that one line costs no
    others.
    """
    try:
        return future.result()
    except LostError:
        if len(chunk) == 1:
            return lost(chunk[0])
    alone = [(line, executor.submit(answered, [line], options)) for line in chunk]
    parts = [_kept([line], reply, executor, options) for line, reply in alone]
    verdicts = sum((part.verdicts for part in parts), Counter[str]())
    text, faults = b"".join(part.text for part in parts), [answer for part in parts for answer in part.faults]
    return Reply(text, verdicts, sum(part.seconds for part in parts), tuple(faults[:FAULTS_EXPLAINED_MAX]))


def _skip(lines: Iterator[Line], results: Results, options: Options) -> None:
    """Skip the lines that are answered; raise PuzzleError if the last answer does not belong to its line."""
    skipped = deque(enumerate(islice(lines, results.count), start=1), maxlen=1)
    number, line = skipped[0] if skipped else (0, Line(0, b""))
    if number < results.count or not _is_answer(results.last, line, options):
        raise PuzzleError("the answers that are there are not those of this input: resume with the same, or start anew")


def _is_answer(text: bytes, line: Line, options: Options) -> bool:
    """Return whether `text` is the answer to a line."""
    try:
        answer = json.loads(text)
    except ValueError:
        return False
    try:
        parsed = parse_line(line.data)
        expected = {"line": line.number} | identity(parsed)
        request = Reader(options).read(parsed)
    except Exception:  # as in `answers`, whatever is wrong with a line
        return "error" in answer and answer.get("line") == line.number
    if any(answer.get(name) != value for name, value in expected.items()):
        return False
    return "error" in answer or _answers(answer, request)


def _answers(answer: Mapping[str, Any], request: Request) -> bool:
    """Return whether an answer is about the board of a request and its goals, and solved in its mode."""
    if answer.get("verdict") == "solved" and not answer.get("optimal") and request.mode == "optimal":
        return False
    every = [(request.puzzle, request.state)] if request.targets is None else request.targets.every
    boards = [game_id.format_board(*each) for each in every]
    claimed = [claim.get("board") for claim in answer.get("goals", ())] or [answer.get("board")]
    return claimed == boards and answer.get("board") in boards
