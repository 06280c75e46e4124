"""`solvable batch`: many boards from a file or a pipe, an answer a line, in order.

`solvable dataset`: states with their optimal distances, for learning.
"""

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from solvable.cli.command import command
from solvable.cli.errors import INPUT_ERROR, INTERRUPTED, LIMIT_REACHED, UsageError, report
from solvable.cli.options import (
    CLUSTER,
    FORMAT,
    GOAL,
    METRIC,
    NO_TIME,
    PUZZLE,
    WORKERS,
    Number,
    argument,
    check_inputs,
    check_outputs,
    complete_file,
    flag,
    option,
    read_puzzle,
)
from solvable.cli.terminal import Terminal
from solvable.core.errors import NotationError
from solvable.messages import duration

if TYPE_CHECKING:
    from solvable.answers import Mode
    from solvable.batch.job import Tally

IN = argument("boards", "[IN]", "-", help_key="boards", shell_complete=complete_file)
OUT = option("--out", metavar="FILE", help_key="batch_out")
EACH = option("--time", metavar="S", kind=Number(float), help_key="each")
RESUME = flag("--resume")
ANY = flag("--any", "any_")
NEAR = flag("--near")
PROGRESS_INTERVAL_S = 0.2  # seconds between two lines of progress


@command(IN, OUT, ANY, NEAR, EACH, METRIC, GOAL, WORKERS, CLUSTER, RESUME, FORMAT, NO_TIME)
def batch(
    terminal: Terminal,
    *,
    boards: str,
    out: str | None,
    any_: bool,
    near: bool,
    time: float | None,
    metric: str | None,
    goal: tuple[str, ...],
    workers: int,
    cluster: str | None,
    resume: bool,
    format_: str | None,
) -> int:
    """Solve many boards."""
    from solvable.batch import job
    from solvable.batch.requests import Options
    from solvable.batch.streams import Source

    if near and any_:
        raise UsageError(terminal.say("error.any_near"))
    if resume and out is None:
        raise UsageError(terminal.say("error.resume"))
    target = None if out is None else Path(out)
    if out is not None:
        check_inputs(terminal, out, boards)
    mode: Mode = "any" if any_ else "near" if near else "optimal"
    options = Options(mode, time, metric, goal, format_, terminal.shows_time)
    progress = _Tally(terminal, "stdin" if boards == "-" else boards)
    source, executor = Source(boards), job.make_executor(workers, cluster)
    try:
        write = progress.write if target is None else None
        tally = job.run(source, write, target, executor, options, resume=resume, tell=progress)
    except KeyboardInterrupt:
        progress.end("batch.interrupted" if target is None else "batch.continue")
        return INTERRUPTED
    finally:
        executor.close()
        source.close()
    progress.end("batch.done")
    verdicts = tally.kept + tally.verdicts  # of the whole output, as if it had been written in one go
    return INPUT_ERROR if verdicts.get("error") else LIMIT_REACHED if verdicts.get("bounded") and not near else 0


class _Tally:
    """Writes answers to standard output, and to standard error how far the batch is."""

    def __init__(self, terminal: Terminal, source: str) -> None:
        self.terminal, self.source = terminal, source
        self.start = self.shown = monotonic()
        self.tally: Tally | None = None

    def write(self, text: bytes) -> None:
        """Write complete lines."""
        self.terminal.data(text.decode().removesuffix("\n"))

    def __call__(self, tally: "Tally") -> None:
        """Show rate and time left, at most five times a second."""
        if self.tally is None:
            self.part = 0.0 if not tally.before else (tally.part or 0.0)  # what is passed over says nothing of the rate
        self.tally, now = tally, monotonic()
        if now - self.shown < PROGRESS_INTERVAL_S:
            return
        self.shown, passed = now, now - self.start
        line = self.terminal.say("batch.progress", n=tally.before + tally.done, rate=_rate(tally.done / passed))
        gained = (tally.part or 0.0) - self.part
        if tally.part is not None and gained > 0:
            line += self.terminal.say("progress.left", time=duration(passed * (1 - tally.part) / gained))
        self.terminal.status(line)

    def end(self, key: str) -> None:
        """Say what is wrong with the first bad lines, in the user's language, and what there is now, by verdict."""
        self._explain()
        passed = max(monotonic() - self.start, 1e-9)
        verdicts = dict(self.tally.verdicts) if self.tally else {}
        kinds = [
            self.terminal.say(f"batch.{kind}", n=n) for kind, n in sorted(verdicts.items(), key=lambda each: -each[1])
        ]
        done = sum(verdicts.values())
        line = self.terminal.say(key, n=done, time=duration(passed), rate=_rate(done / passed))
        self.terminal.note(
            line
            + (self.terminal.say("batch.kinds", kinds=self.terminal.say("verify.comma").join(kinds)) if kinds else "")
        )

    def _explain(self) -> None:
        faults = self.tally.faults if self.tally else ()
        for answer in faults:
            line, column, expected = answer["line"], answer.get("column", 0), answer.get("expected", "")
            report(
                NotationError(answer["error"], expected=expected, source=self.source, line=line, column=column),
                self.terminal,
            )
        if self.tally and (others := self.tally.verdicts["error"] - len(faults)):
            self.terminal.note("  " + self.terminal.say("batch.others", n=others))


def _rate(rate: float) -> str:
    """Return boards a second, with digits that matter."""
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


STATES = option("--boards", metavar="N", kind=Number(int, 1), default=1000, help_key="number")
STATES_OUT = option("--out", metavar="FILE", required=True, help_key="dataset_out")
STATES_SEED = option("--seed", metavar="S", default="0")


@command(PUZZLE, STATES, STATES_OUT, STATES_SEED, WORKERS)
def dataset(terminal: Terminal, *, puzzle: str, boards: int, out: str, seed: str, workers: int) -> int:
    """Write states and their distances."""
    from solvable.batch import dataset as made

    start, path = monotonic(), Path(out)
    if path.suffix not in made.SUFFIXES:
        raise UsageError(terminal.say("error.dataset", path=out))
    made.check_suffix(path)
    check_outputs(terminal, [(out, made.KINDS[path.suffix])])
    subject = read_puzzle(puzzle)

    def tell(done: int) -> None:
        rate = done / max(monotonic() - start, 1e-9)
        text = terminal.say("batch.progress", n=done, rate=f"{rate:,.0f}")
        terminal.status(text + terminal.say("progress.left", time=duration((boards - done) / rate)))

    states, distances = made.dataset(subject, boards, seed=seed, workers=workers, tell=tell)
    made.write(path, subject, states, distances)
    terminal.line(terminal.say("dataset.done", n=boards, time=duration(monotonic() - start), path=out))
    return 0
