"""`solvable dataset`: states with their optimal distances, for learning."""

from pathlib import Path
from time import monotonic

from solvable.cli.command import command
from solvable.cli.errors import UsageError
from solvable.cli.options import PUZZLE, WORKERS, option, read_puzzle
from solvable.cli.outputs import check_outputs
from solvable.cli.param_types import Number
from solvable.cli.terminal import Terminal
from solvable.messages import duration

BOARDS = option("--boards", metavar="N", kind=Number(int, 1), default=1000, help_key="number")
OUT = option("--out", metavar="FILE", required=True, help_key="dataset_out")
SEED = option("--seed", metavar="S", default="0")


@command(PUZZLE, BOARDS, OUT, SEED, WORKERS)
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
