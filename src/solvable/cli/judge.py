"""`solvable judge`: the exact output that an online judge expects for its own input."""

import sys

import click

from solvable.cli.command import command
from solvable.cli.failures import UsageError
from solvable.cli.options import argument, complete_file, flag
from solvable.cli.terminal import Terminal
from solvable.render.text import fold


def complete_task(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the tasks that begin with `incomplete`."""
    from solvable.formats.judges import TASKS

    return [name for name in TASKS if name.startswith(incomplete)]


TASK = argument("task", "[TASK]", "", shell_complete=complete_task)
FILE = argument("file", "[FILE]", "-", help_key="judge_file", shell_complete=complete_file)
LIST = flag("--list", "list_", help_key="judge_list")
EXPLAIN = flag("--explain")


@command(TASK, FILE, LIST, EXPLAIN)
def judge(terminal: Terminal, *, task: str, file: str, list_: bool, explain: bool) -> int:
    """Answer a judge's input."""
    from solvable.formats import judges, open_text

    if list_:
        for name, others in judges.TASKS.items():
            also = f" ({', '.join(others)})" if others else ""
            terminal.line(f"  {name:<19}  {terminal.say(f'judge.{name}')}{also}")
        return 0
    if not task:
        raise UsageError(terminal.say("error.task"))
    name = judges.task(task)
    if explain:
        for line in fold(terminal.say(f"judge.{name}.idea"), terminal.pen.width):
            terminal.note(line)
        if file == "-" and sys.stdin is not None and sys.stdin.isatty():
            return 0  # nobody waits for an answer
    text = open_text(file)
    for line in judges.answer(name, text.typed, text.source):
        terminal.line(line)
    return 0
