"""`solvable convert`: a board from any format that can be read to any that can be written.

`solvable judge`: the exact output that an online judge expects for its own input.
"""

import sys

import click

from solvable.cli.command import command
from solvable.cli.errors import UsageError
from solvable.cli.options import (
    BOARD,
    FORMAT,
    Number,
    argument,
    complete_file,
    complete_format,
    flag,
    option,
    read_position,
)
from solvable.cli.terminal import Terminal
from solvable.messages import join
from solvable.render.text import fold

TO = option("--to", metavar="FORMAT", default="", shell_complete=complete_format)
LIST = flag("--list", "list_", help_key="formats")


@command(BOARD, TO, LIST, FORMAT)
def convert(terminal: Terminal, *, board: str, to: str, list_: bool, format_: str | None) -> int:
    """Convert a board to another format."""
    from solvable import formats

    if list_:
        names = max(map(len, formats.FORMATS))
        for name, row in formats.FORMATS.items():
            text = terminal.tell(row.summary)
            text = text if row.write else join(text, terminal.say("convert.read_only"))
            first, *others = fold(text, max(20, terminal.pen.width - names - 4))
            for start, part in ((name, first), *(("", other) for other in others)):
                terminal.line(f"  {start:<{names}}  {part}")
        return 0
    if not to:
        writers = ", ".join(name for name, row in formats.FORMATS.items() if row.write)
        raise UsageError(terminal.say("error.to", formats=writers))
    puzzle, state = read_position(terminal, board, format_=format_)
    terminal.data(formats.write(puzzle, state, to).rstrip("\n"))
    return 0


def complete_task(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the tasks that begin with `incomplete`."""
    from solvable.formats.judges import TASKS

    return [name for name in TASKS if name.startswith(incomplete)]


TASK = argument("task", "[TASK]", "", shell_complete=complete_task)
FILE = argument("file", "[FILE]", "-", help_key="judge_file", shell_complete=complete_file)
TASKS_LIST = flag("--list", "list_", help_key="judge_list")
EXPLAIN = flag("--explain")
SAMPLE = flag("--sample")
RANDOM = option("--random", metavar="N", kind=Number(int, 1))
JUDGE_SEED = option("--seed", metavar="S", default="0")


@command(TASK, FILE, TASKS_LIST, EXPLAIN, SAMPLE, RANDOM, JUDGE_SEED)
def judge(
    terminal: Terminal,
    *,
    task: str,
    file: str,
    list_: bool,
    explain: bool,
    sample: bool,
    random: int | None,
    seed: str,
) -> int:
    """Answer a judge's input."""
    from solvable.formats import judges, open_text

    if list_:
        for name, row in judges.TASKS.items():
            also = f" ({', '.join(row.others)})" if row.others else ""
            free = f" · {terminal.say('judge.any')}" if row.accepts_any else ""
            terminal.line(f"  {name:<19}  {terminal.say(f'judge.{name}')}{also}{free}")
        return 0
    if not task:
        raise UsageError(terminal.say("error.task"))
    name = judges.task(task)
    if sample and random is not None:
        raise UsageError(terminal.say("error.sample_random"))
    if sample or random is not None:
        text = judges.TASKS[name].sample if random is None else judges.random_input(name, random, seed)
        terminal.data(text.removesuffix("\n"))
        return 0
    if explain:
        idea = terminal.say(f"judge.{name}.idea")
        if judges.TASKS[name].accepts_any:
            idea = join(idea, terminal.say("judge.any.sentence"))
        for line in fold(idea, terminal.pen.width):
            terminal.note(line)
        if file == "-" and sys.stdin is not None and sys.stdin.isatty():
            return 0  # nobody waits for an answer
    given = open_text(file)
    for line in judges.answer(name, given.typed, given.source):
        terminal.line(line)
    return 0
