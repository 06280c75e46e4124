"""`solvable judge`: the exact output that an online judge expects for its own input."""

import sys

import click

from solvable.cli.command import command
from solvable.cli.errors import UsageError
from solvable.cli.options import argument, complete_file, flag, option
from solvable.cli.param_types import Number
from solvable.cli.terminal import Terminal
from solvable.messages import join
from solvable.render.text import fold


def complete_task(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the tasks that begin with `incomplete`."""
    from solvable.formats.judges import TASKS

    return [name for name in TASKS if name.startswith(incomplete)]


TASK = argument("task", "[TASK]", "", shell_complete=complete_task)
FILE = argument("file", "[FILE]", "-", help_key="judge_file", shell_complete=complete_file)
LIST = flag("--list", "list_", help_key="judge_list")
EXPLAIN = flag("--explain")
SAMPLE = flag("--sample")
RANDOM = option("--random", metavar="N", kind=Number(int, 1))
SEED = option("--seed", metavar="S", default="0")


@command(TASK, FILE, LIST, EXPLAIN, SAMPLE, RANDOM, SEED)
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
        if name in judges.ANY_ANSWER:
            idea = join(idea, terminal.say("judge.any.sentence"))
        for line in fold(idea, terminal.pen.width):
            terminal.note(line)
        if file == "-" and sys.stdin is not None and sys.stdin.isatty():
            return 0  # nobody waits for an answer
    given = open_text(file)
    for line in judges.answer(name, given.typed, given.source):
        terminal.line(line)
    return 0
